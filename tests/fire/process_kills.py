"""kill -9 of one of two processes, under load."""

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import house.crashing as c
from fire.campaign import Campaign, Place, Tally
from fire.kills import COMMITS
from fire.pair import MUSTS, SETTING, House, Pairs, at_play, comes, pairs, play_on, tally


class ProcessKills:
    def __init__(self, made: Pairs) -> None:
        self._pairs = made

    def trial(self, seed: int) -> Tally:
        return self._killed(seed, (c.BEFORE, c.AFTER, "")[seed // 2 % 3], "")

    def plant(self, fault: str) -> None:
        for seed in range(12):
            self._killed(seed, c.BEFORE, fault)

    def _killed(self, seed: int, when: str, plant: str) -> Tally:
        rng, victim = random.Random(seed), seed % 2
        commit = 20 + rng.randrange(COMMITS) if when else 0  # until all tables are shared out there are some
        with self._pairs.house() as (house, url):
            for place in (0, 1):
                dies = {"when": when, "commit": commit} if place == victim and when else {}
                house.start(place, url, plant=plant, **dies)
            house.shared_out()
            asyncio.run(self._until_death(house, victim, bool(when), rng, on=not plant))
            if not plant:  # what was lost is lost by now
                house.start(victim, url)
                asyncio.run(self._on(house))
            return tally("kills", house)

    async def _until_death(self, house: House, victim: int, dies: bool, rng: random.Random, *, on: bool) -> None:
        async with at_play(house, 0, 1):
            if not dies:
                await play_on(house)
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                house.signal(victim, signal.SIGKILL)
            await comes(lambda: house.ended(victim, 0), "the process dies")
            if on:
                await comes(lambda: house.has_all(1 - victim), "the other process has everything")
                await play_on(house)

    async def _on(self, house: House) -> None:
        async with at_play(house, 0, 1):
            await play_on(house)


@contextmanager
def ready(place: Place) -> Iterator[ProcessKills]:
    with pairs(place) as made:
        yield ProcessKills(made)


CAMPAIGN = Campaign(
    name="kill-processes",
    title="One of two processes killed",
    unit="kills",
    count=300,
    suite=(2,),
    tells=f"""\
{SETTING} Everybody plays, half of them through each.
One process is killed (SIGKILL): before or after one of its commits, or at any moment. The other one takes its tables
over, everybody plays on through it; then the killed one is started again. {MUSTS}""",
    plants={"hasty": "a writer that acknowledges a moment before the commit"},
    ready=ready,
)
