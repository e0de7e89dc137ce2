"""`pg_terminate_backend` on all connections of a process, under load."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager

from fire.campaign import Campaign, Place, Tally
from fire.pair import MUSTS, NAMES, SETTING, House, Pairs, at_play, comes, pairs, play_on, tally

TIMES = 5
"""Connections are ended so often in one trial."""


class Terminations:
    def __init__(self, made: Pairs) -> None:
        self._pairs = made

    def trial(self, seed: int) -> Tally:
        return self._terminated(seed, "")

    def plant(self, fault: str) -> None:
        for seed in range(12):
            self._terminated(seed, fault)

    def _terminated(self, seed: int, plant: str) -> Tally:
        with self._pairs.house() as (house, url):
            for place in (0, 1):
                house.start(place, url, plant=plant)
            house.shared_out()
            ended = asyncio.run(self._under_load(house, random.Random(seed), on=not plant))
            done = tally("terminations", house)
        done["terminations"], done["connections ended"] = TIMES, ended
        return done

    async def _under_load(self, house: House, rng: random.Random, *, on: bool) -> int:
        ended = 0
        async with at_play(house, 0, 1):
            for _ in range(TIMES):
                await play_on(house)
                await asyncio.sleep(rng.uniform(0.0, 0.2))
                ended += house.watch.cut(NAMES[rng.randrange(2)])
                if not on:  # what was lost is lost by now
                    return ended
            await play_on(house)
            await comes(lambda: len(house.tables()) == len(house.crowd), "all tables are somebody's")
        return ended


@contextmanager
def ready(place: Place) -> Iterator[Terminations]:
    with pairs(place) as made:
        yield Terminations(made)


CAMPAIGN = Campaign(
    name="terminate",
    title="Connections to PostgreSQL ended by the server",
    unit="terminations",
    count=100,
    suite=(0,),
    tells=f"""\
{SETTING} Everybody plays, half of them through each.
{TIMES} times in a trial, at any moment, the server ends all connections of one of the processes
(`pg_terminate_backend`). Everybody goes on. {MUSTS}""",
    plants={"hasty": "a writer that acknowledges a moment before the commit"},
    ready=ready,
)
