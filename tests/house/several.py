"""Houses of several processes for tests: bare ones, and two servers on one PostgreSQL."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from house import running as r
from house.server_support import Served, served, until
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.processes.membership import Membership
from pitboss.house.server.limits import Limits
from pitboss.house.server.shared import Shared
from pitboss.house.store.opening import open_store, snapshot

LEASE = 600.0


class Part:
    """One process of a house, without a server."""

    def __init__(self, house: House, membership: Membership) -> None:
        self.house, self.membership = house, membership

    async def look(self) -> None:
        await self.membership.look()

    def freeze(self) -> None:
        """It hangs, and its lease runs out."""
        with self.house.engine.connect() as conn:
            conn.exec_driver_sql(f"UPDATE processes SET expires_at = 0 WHERE id = '{self.house.process}'")


async def part(url: str, folder: Path, name: str) -> Part:
    engine = open_store(url)
    keys = Keys.load(folder / "house.key", make=True)
    introduction = Introduction("http://127.0.0.1:9", keys.public, LEASE)
    process = join(engine, introduction)
    house = House(engine, keys, r.Means(), clock=r.Ticking(), new_seed=r.seeds(name), process=process)
    membership = Membership(house, introduction)
    await membership.look()
    await house.start()
    return Part(house, membership)


def together(url: str, folder: Path, test: Callable[[Part, Part], Any]) -> None:
    """The test, with two processes; afterwards the audit finds nothing."""

    async def run() -> None:
        one = await part(url, folder, "one")
        two = await part(url, folder, "two")
        await one.look()
        try:
            await test(one, two)
        finally:
            one.house.close()
            two.house.close()

    asyncio.run(run())
    engine = open_store(url)
    with snapshot(engine) as conn:
        found = [each.text for each in verify(conn).found if "no checkpoint" not in each.text]  # nobody signs here
        assert found == []
    engine.dispose()


def table_of(server: Served) -> int:
    return min(server.running.house.tables)


def knows(server: Served, table: int) -> bool:
    """Whether a process knows who else has a table."""
    shared = server.running.app.desk.shared
    return shared is not None and shared.membership.owner(table) is not None


def shared(server: Served) -> Shared:
    found = server.running.app.desk.shared
    assert found is not None
    return found


class Still:
    """Processes that look at nothing for a while: what was given away stays nobody's."""

    def __init__(self, *servers: Served) -> None:
        self._looks = [shared(server).membership for server in servers]

    def __enter__(self) -> None:
        for each in self._looks:
            asyncio.run_coroutine_threadsafe(each._one.acquire(), each._loop).result(60)

    def __exit__(self, *_: object) -> None:
        for each in self._looks:
            each._loop.call_soon_threadsafe(each._one.release)


@contextmanager
def two_servers(
    url: str, folder: Path, limits: Callable[[], Limits] | None = None, **changes: Any
) -> Iterator[tuple[Served, Served]]:
    """Two processes that know of each other and have shared the tables out. The first is at the desk."""
    with ExitStack() as stack:
        given: dict[str, Any] = {"database": url, "lease_seconds": LEASE / 100, **changes}
        first, second = [
            stack.enter_context(served(folder, limits() if limits is not None else None, **given)) for _ in range(2)
        ]
        until(lambda: len(second.running.house.tables) >= 3)
        until(lambda: len(first.running.house.tables) + len(second.running.house.tables) == 7)
        until(lambda: knows(first, table_of(second)) and knows(second, table_of(first)))
        yield first, second
