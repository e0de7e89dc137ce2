"""How changes of accounts and sessions are carried through, to the store and to the sessions in memory."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from pitboss.house.people.logged_in import Live
from pitboss.house.store.writer import StoreTrouble, Writer
from pitboss.house.trail.rows import hold

T = TypeVar("T")


class Carrying:
    """The store, the clock, and the sessions that live."""

    def __init__(self, writer: Writer, engine: Engine, clock: Callable[[], int]) -> None:
        self._writer, self._engine, self._clock = writer, engine, clock
        self._live = Live(writer, clock)
        self._under_way: set[asyncio.Future[Any]] = set()

    async def close(self) -> None:
        """Finishes what is under way."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    def _read(self, question: Callable[[Connection], T]) -> T:
        with self._engine.connect() as conn:
            return question(conn)

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Carries the work through even if whoever asked for it has gone: what is committed must reach the sessions in
        memory."""
        task = asyncio.ensure_future(self._loaded_first(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _loaded_first(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            await self._live.load()
        except BaseException:
            work.close()
            raise
        return await work

    async def _write(self, change: Callable[[Connection], T]) -> T:
        """What a change looks at before it adds its row stays so: no other process changes accounts meanwhile."""

        def held(conn: Connection) -> T:
            hold(conn)
            return change(conn)

        try:
            return await self._writer.write(held)
        except StoreTrouble:
            self._live.doubt()
            raise
