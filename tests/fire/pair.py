"""Two processes that are one house on PostgreSQL, with somebody at every table, and what must hold whatever becomes of
one of them."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psutil

from fire.campaign import Place, Tally
from fire.kills import further, nothing_lost
from fire.load import Person, people, playing
from fire.serving import Forker, Start
from fire.stores import Store
from fire.watch import Watch, watched
from pitboss.messages.socket import Change, Hello, Said
from ports import free_port

NAMES = ("one", "two")
TABLES = [1, 2, 3, 4, 5, 6, 7]
LEASE = 2.0
"""Seconds. A process that loses its lease because the computer is slow joins again, and nothing else follows."""
PATIENCE = 120.0
PAUSE = 0.01
"""Seconds that everybody thinks: while a lease runs out, most tables go on, and every row is audited."""
SETTING = "Two processes are one house on PostgreSQL, with a guest at each of seven tables."
MUSTS = """\
A trigger of the test keeps for every row which process wrote it and which one had the table at that moment: it must be
the same one. Every acknowledged act must be in the trail once, nobody's cards may have changed, times in a chain must
not run backwards, the books must balance, `audit verify` must find nothing."""


class Sitter(Person):
    """Takes a seat, and does nothing else."""

    def _wish(self, now: Hello | Change) -> Said | None:
        return None if now.view.mine else super()._wish(now)


def until(there: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Waits for what comes by itself, however slow the computer is."""
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, f"{what}: not within {seconds} seconds"
        time.sleep(0.01)


class House:
    """The house of one trial."""

    def __init__(self, forker: Forker, folder: str, ports: list[int], watch: Watch, crowd: list[Person]) -> None:
        self._forker, self._folder = forker, folder
        self.ports, self.watch, self.crowd = ports, watch, crowd
        self.pids = [0, 0]

    def start(self, place: int, url: str, **more: Any) -> None:
        order = {"lease": LEASE, "name": NAMES[place], **more}
        self.pids[place] = self._forker.start(Start(url, self._folder, self.ports[place], **order))

    def shared_out(self) -> None:
        """Each of the two has tables."""
        until(lambda: set(self.tables().values()) == set(NAMES), "both processes have tables")
        until(lambda: len(self.tables()) == len(TABLES), "all tables are somebody's")

    def tables(self) -> dict[int, str]:
        return {chain: name for chain, name in self.watch.held().items() if chain}

    def has_all(self, place: int) -> bool:
        """Whether this process has every chain."""
        return list(self.watch.held().values()) == [NAMES[place]] * (1 + len(TABLES))

    def kill(self, place: int, how: int = signal.SIGKILL) -> None:
        self._forker.kill(self.pids[place], how)

    def ended(self, place: int, seconds: float) -> bool:
        return self._forker.ended(self.pids[place], seconds)

    def stopped(self, place: int) -> bool:
        return bool(psutil.Process(self.pids[place]).status() == psutil.STATUS_STOPPED)

    def signal(self, place: int, number: int) -> None:
        os.kill(self.pids[place], number)

    def acts(self) -> int:
        return sum(len(each.acknowledged) for each in self.crowd)


@asynccontextmanager
async def at_play(house: House, *doors: int) -> AsyncIterator["asyncio.Task[None]"]:
    """Everybody plays, through these processes, until the block ends."""
    over = [False]
    port, other = house.ports[doors[0]], house.ports[doors[1]] if len(doors) > 1 else 0
    task = asyncio.create_task(playing(house.crowd, port, lambda: over[0], 3 * PATIENCE, other=other))
    try:
        yield task
    finally:
        over[0] = True
        await task


async def comes(there: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Waits for it while everybody plays."""
    await asyncio.to_thread(until, there, what, seconds)


async def play_on(house: House) -> None:
    """Everybody hears of what was not answered, and plays on."""
    await comes(further(house.crowd), "everybody plays on")


class Pairs:
    """A store with somebody at every table, and houses of two processes on copies of it."""

    def __init__(
        self, forker: Forker, folder: Path, copy: Callable[[], AbstractContextManager[str]], crowd: list[Person]
    ) -> None:
        self._forker, self._folder, self._copy = forker, folder, copy
        self._crowd = [(each.token, each.handle, each.table) for each in crowd]

    @contextmanager
    def house(self) -> Iterator[tuple[House, str]]:
        """What everybody was told must be so at the end of the block."""
        with self._copy() as url, watched(url) as watch:
            crowd = [Person(*each, "again ") for each in self._crowd]
            for each in crowd:
                each.pause = PAUSE
            made = House(self._forker, str(self._folder), [free_port(), free_port()], watch, crowd)
            try:
                yield made, url
            finally:
                for place, pid in enumerate(made.pids):
                    if pid:
                        made.kill(place)
            one_writer(watch)
            watch.remove()
            nothing_lost(url, self._folder / "keys", crowd)


def one_writer(watch: Watch) -> None:
    """Every row was written by the process that had the table, and no time runs backwards."""
    assert watch.written(), "nobody wrote anything"
    stale = watch.stale()
    assert not stale, f"{stale[0]}; {len(stale)} such rows"
    assert watch.backwards() == []


def tally(unit: str, house: House, **more: int) -> Tally:
    again = sum(each.refused["moved"] + each.refused["store"] for each in house.crowd)
    told = {"acts acknowledged": house.acts(), "told to try again": again, "rows": house.watch.written()}
    return Counter({unit: 1, **told, **more})


def seated(forker: Forker, folder: Path, url: str) -> list[Person]:
    """A new house with somebody at every table, closed again."""
    port = free_port()
    pid = forker.start(Start(url, str(folder), port))
    crowd = people(port, TABLES, 1)
    sitters: list[Person] = [Sitter(each.token, each.handle, each.table) for each in crowd]
    asyncio.run(playing(sitters, port, lambda: all(each.acknowledged for each in sitters)))
    forker.kill(pid, signal.SIGTERM)
    return crowd


def pairs_on(forker: Forker, folder: Path, url: str, copy: Callable[[], AbstractContextManager[str]]) -> Pairs:
    """`url` is made ready; `copy` gives another like it."""
    return Pairs(forker, folder, copy, seated(forker, folder, url))


@contextmanager
def pairs(place: Place) -> Iterator[Pairs]:
    store = Store(place, "postgresql")
    with Forker() as forker, store.made() as url:
        yield pairs_on(forker, store.folder, url, store.copy)
