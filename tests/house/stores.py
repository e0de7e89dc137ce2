"""Stores that cost tests little: tables that were made once, and no waiting for the disk."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import Engine

from pitboss.house.store import opening

DATABASES = ("sqlite", "postgresql")


def drawn(number: int, engine: Engine) -> int:
    """Which case a test of chance draws: another one on each database, for twice as many prove more than the same ones
    twice."""
    return number * len(DATABASES) + DATABASES.index(engine.dialect.name)


@cache
def _made() -> bytes:
    """The file of a new store: its tables, and nothing in them."""
    with tempfile.TemporaryDirectory(prefix="pitboss-made-") as folder:
        path = Path(folder, "made.db")
        opening.open_store(str(path)).dispose()
        assert not Path(f"{path}-wal").exists()
        return path.read_bytes()


def new_store(path: Path) -> str:
    """Puts a new store there; its address."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(_made())
    return f"sqlite:///{path}"


@contextmanager
def not_waiting_for_the_disk() -> Iterator[None]:
    """What is written is there for every process, as always; only a power cut would lose it."""
    lax = tuple(words.replace("synchronous = FULL", "synchronous = OFF") for words in opening.PRAGMAS)
    with patch.object(opening, "PRAGMAS", lax):
        yield
