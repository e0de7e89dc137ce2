"""Signs checkpoints of the trail while the house runs: every few seconds when something has changed, and at the end."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection, select

from pitboss.house.house import House
from pitboss.house.server import logs
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail import checkpoints as c
from pitboss.house.trail.rows import head

EVERY = 10.0
"""Seconds."""


def heads(conn: Connection) -> dict[int, tuple[int, bytes]]:
    """Number and hash of the last row of every chain."""
    chains = [HOUSE, *conn.execute(select(schema.tables.c.id).order_by(schema.tables.c.id)).scalars()]
    found = {chain: head(conn, chain)[:2] for chain in chains}
    return {chain: last for chain, last in found.items() if last[0]}


def signed(last: c.Checkpoint | None) -> Mapping[int, tuple[int, bytes]]:
    """How far the last checkpoint reached."""
    if last is None:
        return {}
    return {chain: (row, bytes.fromhex(hash)) for chain, (row, hash) in last.read().chains.items()}


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
        try:
            if self._house.writer.commits != self._at_commit:
                made = await self._house.writer.write(self._make)
                self._at_commit = self._house.writer.commits
                self._behind |= made is not None and self._file is not None
            if self._behind:
                await asyncio.to_thread(self._copy)
                self._behind = False
        except (StoreTrouble, OSError, c.BadCheckpoints) as error:
            logs.log().warning("checkpoint not written", kind=type(error).__name__, said=str(error)[:200])

    def _make(self, conn: Connection) -> c.Checkpoint | None:
        last, now = c.last(conn), heads(conn)
        if now == dict(signed(last)):
            return None
        made = c.make(self._house.keys, last.number + 1 if last else 1, self._house.clock(), now, last)
        c.insert(conn, made)
        return made

    def _copy(self) -> None:
        assert self._file is not None
        with self._house.engine.connect() as conn:
            c.catch_up(self._file, c.read_all(conn))
