"""Trouble planted in a house that runs, or in the store below it."""

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from sqlalchemy import Engine, event

from pitboss.house.house import House
from pitboss.house.store.writer import StoreTrouble


def nothing_kept(changes: list[Any]) -> list[Any]:
    """What the writer answers when none of these changes could be kept."""
    return [StoreTrouble("no space")] * len(changes)


def no_space(house: House) -> AbstractContextManager[object]:
    """The store keeps nothing until the block ends, also where an assertion fails within."""
    return patch.object(house.writer, "_commit", nothing_kept)


class Disk:
    """The disk under a SQLite store. What is set here holds for connections made from then on."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._pages = engine, 0
        engine.dispose()
        event.listen(engine, "connect", self._limit)

    def _limit(self, connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {self._pages or 1_073_741_823}").fetchall()

    def full(self, free: int = 0) -> None:
        """The file cannot grow any more, but by these pages."""
        with self._engine.connect() as conn:
            self._pages = conn.exec_driver_sql("PRAGMA page_count").scalar_one() + free
        self._engine.dispose()

    def space(self) -> None:
        self._pages = 0
        self._engine.dispose()
