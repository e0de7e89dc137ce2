"""Signs checkpoints of the trail while the house runs: every few seconds when something has changed, and at the end."""

import asyncio
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.house import House
from pitboss.house.server import logs
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail import checkpoints as c
from pitboss.house.trail.rows import hold

EVERY = 10.0
"""Seconds."""


class Checkpointing:
    def __init__(self, house: House, file: Path | None) -> None:
        self._house, self._file = house, file
        self._at_commit = -1
        self._behind = file is not None

    async def run(self) -> None:
        while True:
            await self.write()
            await asyncio.sleep(EVERY)

    async def write(self) -> None:
        """One more checkpoint if something has happened since the last. Trouble with the store or the file stops
        nobody: what is missing is made up for the next time."""
        if self._house.process and HOUSE not in self._house.epochs:
            return  # another process signs
        try:
            if self._house.process or self._house.writer.commits != self._at_commit:  # others write too
                made = await self._house.writer.write(self._make)
                self._at_commit = self._house.writer.commits
                self._behind |= made is not None and self._file is not None
            if self._behind:
                await asyncio.to_thread(self._copy)
                self._behind = False
        except (StoreTrouble, SQLAlchemyError, OSError, c.BadCheckpoints) as error:
            logs.log().warning("checkpoint not written", kind=type(error).__name__, said=str(error)[:200])

    def _make(self, conn: Connection) -> c.Checkpoint | None:
        hold(conn)  # who looked after the house before may sign at this very moment
        return c.sign(conn, self._house.keys, self._house.clock())

    def _copy(self) -> None:
        assert self._file is not None
        with self._house.engine.connect() as conn:
            c.catch_up(self._file, c.read_all(conn))
