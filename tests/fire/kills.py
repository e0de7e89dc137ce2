"""kill -9 of the process that serves, under load: before a commit, after it, or at any moment."""

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec.structs import replace

import house.crashing as c
from fire.campaign import Campaign, Place, Tally
from fire.load import Person, people, playing
from fire.serving import Forker, Start
from fire.stores import Store, audited, in_trail
from ports import free_port

COMMITS = 50
"""Kills fall at one of the first commits after the start."""
MORE = 3
"""Acts that everybody does after the restart."""


class Kills:
    """A store with guests at all of its tables, who play it again and again."""

    def __init__(self, forker: Forker, store: Store, port: int, crowd: list[Person]) -> None:
        self._forker, self._store, self._port = forker, store, port
        self._crowd = [(each.token, each.handle, each.table) for each in crowd]

    def trial(self, seed: int) -> Tally:
        """Two of three die before or after a commit, each commit in turn; the third at any moment."""
        when = (c.BEFORE, c.AFTER, "")[seed % 3]
        return self._killed(seed, when, 1 + seed // 3 % COMMITS, "")

    def plant(self, fault: str) -> None:
        for commit in range(20, 40):  # the staff's acts are acknowledged to nobody
            self._killed(0, c.BEFORE, commit, fault)

    def _killed(self, seed: int, when: str, commit: int, plant: str) -> Tally:
        with self._store.copy() as url:
            crowd = [Person(*each, "again ") for each in self._crowd]
            order = Start(url, str(self._store.folder), self._port, when, commit if when else 0, plant)
            asyncio.run(self._until_death(order, crowd, seed))
            heard = sum(len(each.acknowledged) for each in crowd)
            unanswered = sum(each.pending is not None for each in crowd)
            pid = self._forker.start(replace(order, when="", commit=0, plant=""))
            asyncio.run(playing(crowd, self._port, further(crowd)))
            self._forker.kill(pid)
            nothing_lost(url, self._store.folder / "keys", crowd)
        acts = sum(len(each.acknowledged) for each in crowd)
        return Counter(
            {"kills": 1, "acts acknowledged before": heard, "unanswered then": unanswered, "acts in all": acts}
        )

    async def _until_death(self, order: Start, crowd: list[Person], seed: int) -> None:
        pid, dead = self._forker.start(order), [False]

        async def death() -> None:
            seconds = 20.0 if order.when else random.Random(seed).uniform(0.01, 0.5)
            dead[0] = await asyncio.to_thread(self._forker.ended, pid, seconds)
            if not dead[0]:
                os.kill(pid, signal.SIGKILL)
                dead[0] = await asyncio.to_thread(self._forker.ended, pid, 20.0)

        if not pid:
            return  # while it started
        dying = asyncio.create_task(death())
        await playing(crowd, self._port, lambda: dead[0])
        await dying


def further(crowd: list[Person], acts: int = MORE) -> Callable[[], bool]:
    """Whether everybody has heard of what was not answered, and played on, so many acts."""
    before = [len(each.acknowledged) for each in crowd]
    return lambda: all(len(each.acknowledged) >= had + acts for each, had in zip(crowd, before, strict=True))


def nothing_lost(url: str, keys: Path, crowd: list[Person]) -> None:
    """Everything that these people were told is so."""
    assert [said for each in crowd for said in each.changed] == []
    acts = [
        (f"player:{each.handle}", each.table, act_id, seq)
        for each in crowd
        for act_id, seq in each.acknowledged.items()
    ]
    in_trail(url, acts)
    audited(url, keys)


def seated(forker: Forker, store: Store, url: str, port: int) -> list[Person]:
    """A new house with two guests at each of its tables, closed again."""
    pid = forker.start(Start(url, str(store.folder), port))
    crowd = people(port, [1, 2, 3, 4])
    asyncio.run(playing(crowd, port, lambda: all(each.acknowledged for each in crowd)))
    forker.kill(pid, signal.SIGTERM)
    return crowd


@contextmanager
def ready(place: Place, database: str) -> Iterator[Kills]:
    store, port = Store(place, database), free_port()
    with Forker() as forker, store.made() as url:
        yield Kills(forker, store, port, seated(forker, store, url, port))


def campaign(database: str, called: str, suite: tuple[int, ...]) -> Campaign:
    return Campaign(
        name=f"kill-{database}",
        title=f"Killed while it serves, on {called}",
        unit="kills",
        count=300,
        suite=suite,
        tells=f"""\
Eight guests at four tables play through sockets as quickly as they are let. The process that serves is killed
(SIGKILL): before or after one of its first {COMMITS} commits, each in turn, or at any moment. It is started again;
everybody comes back and sends what was not answered once more under the same id, then plays on, and the process is
killed again. Of all acts that were acknowledged, before and after, each must be in the trail once; nobody's cards may
have changed; the books must balance; `audit verify` must find nothing.""",
        plants={"early": "a writer that acknowledges before the commit"},
        ready=partial(ready, database=database),
    )


SQLITE = campaign("sqlite", "SQLite", (30, 61, 2))
POSTGRESQL = campaign("postgresql", "PostgreSQL", (31,))
