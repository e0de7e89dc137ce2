"""People for tests: cheap passwords, a clock that is moved by hand, and what the store and the trail hold."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypedDict, TypeVar, Unpack

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Connection, Engine

from pitboss.house.people.directory import People
from pitboss.house.store.opening import snapshot
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import Writer
from pitboss.house.trail.rows import Row, read
from pitboss.table.refusals import Refusal, RefusedAct
from support import Clock

T = TypeVar("T")

START = 1_700_000_000_000


class Cost(TypedDict, total=False):
    """What a hash of a password costs."""

    time_cost: int
    memory_cost: int
    parallelism: int


CHEAP: Cost = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
SECRET = "correct horse"
MAX = "manager:Max"
MINUTE, HOUR = 60_000, 3_600_000


class Desk:
    """The people of one store. Three wrong passwords lock for 5 minutes; a session lasts 2 hours."""

    def __init__(self, engine: Engine, writer: Writer, at: int = START, **cost: Unpack[Cost]) -> None:
        hashing: Cost = {**CHEAP, **cost}
        self.engine, self.writer, self.clock = engine, writer, Clock(at)
        self.people = People(
            writer,
            engine,
            self.clock,
            session_hours=2,
            lockout_failures=3,
            lockout_minutes=5,
            hasher=PasswordHasher(**hashing),
        )

    async def create(self, *handles: str, roles: tuple[str, ...] = ("player",)) -> None:
        for handle in handles:
            await self.people.create(handle, roles, SECRET, MAX)

    async def token(self, handle: str = "Ann", password: str = SECRET) -> str:
        return (await self.people.login(handle, password, "test"))[1]

    def rows(self) -> list[Row]:
        with snapshot(self.engine) as conn:
            return list(read(conn, HOUSE))

    def told(self, kind: str = "") -> list[tuple[str, dict[str, Any]]]:
        """Who did what, by the trail."""
        return [(r.by, msgspec.json.decode(r.body)) for r in self.rows() if r.kind == kind or not kind]

    def whats(self, kind: str = "") -> list[str]:
        return [body["what"] for _, body in self.told(kind)]


class Held:
    """A change that keeps the writer busy until it is let go."""

    def __init__(self) -> None:
        self.go, self.begun = threading.Event(), threading.Event()

    def __call__(self, conn: Connection) -> None:
        self.begun.set()
        assert self.go.wait(30)


def at_desk(engine: Engine, writer: Writer, run: Callable[[Desk], Coroutine[Any, Any, T]], **cost: Unpack[Cost]) -> T:
    """Runs a test's coroutine with a desk that is closed afterwards."""

    async def whole() -> T:
        desk = Desk(engine, writer, **cost)
        try:
            return await run(desk)
        finally:
            await desk.people.close()

    return asyncio.run(whole())


async def refusal(asked: Awaitable[Any]) -> Refusal:
    """Why it is refused; it must be."""
    try:
        result = await asked
    except RefusedAct as refused:
        return refused.refusal
    raise AssertionError(f"accepted: {result}")


async def code(asked: Awaitable[Any]) -> str:
    return (await refusal(asked)).code
