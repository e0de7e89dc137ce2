"""Trouble planted in a house that runs. It is gone at the end of its block, also where an assertion fails within."""

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from pitboss.house.house import House
from pitboss.house.store.writer import StoreTrouble


def nothing_kept(changes: list[Any]) -> list[Any]:
    """What the writer answers when none of these changes could be kept."""
    return [StoreTrouble("no space")] * len(changes)


def no_space(house: House) -> AbstractContextManager[object]:
    """The store keeps nothing of what it is asked to keep."""
    return patch.object(house.writer, "_commit", nothing_kept)
