"""A process whose own clock is an hour off."""

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from fire.campaign import Campaign, Place, Tally
from fire.pair import MUSTS, SETTING, Pairs, at_play, comes, pairs, play_on, tally

HOUR = 3_600_000


class Clocks:
    def __init__(self, made: Pairs) -> None:
        self._pairs = made

    def trial(self, seed: int) -> Tally:
        return self._shifted(seed, "")

    def plant(self, fault: str) -> None:
        self._shifted(0, fault)

    def _shifted(self, seed: int, plant: str) -> Tally:
        rng = random.Random(seed)
        victim, shift = seed % 2, (HOUR, -HOUR)[seed // 2 % 2]
        gone = rng.choice((signal.SIGKILL, signal.SIGTERM))
        with self._pairs.house() as (house, url):
            for place in (0, 1):
                house.start(place, url, shift=shift if place == victim else 0, plant=plant, lease=10.0)
            house.shared_out()

            async def played(*doors: int) -> None:
                async with at_play(house, *doors):
                    await play_on(house)
                    if len(doors) == 1:
                        await comes(lambda: house.has_all(1 - victim), "the other process has everything")
                        await play_on(house)

            asyncio.run(played(0, 1))
            house.kill(victim, gone)  # the other one goes on where its tables were
            asyncio.run(played(1 - victim))
            house.start(victim, url, shift=-shift, plant=plant, lease=10.0)
            asyncio.run(played(0, 1))
            return tally("trials", house)


@contextmanager
def ready(place: Place) -> Iterator[Clocks]:
    with pairs(place) as made:
        yield Clocks(made)


CAMPAIGN = Campaign(
    name="clock",
    title="A process whose clock is an hour off",
    unit="trials",
    count=100,
    suite=(0, 3),
    tells=f"""\
{SETTING} The clock of one of them is an hour fast or
slow. Everybody plays through both. The wrong one is stopped or killed, the other one takes its tables over and plays
on; then the wrong one comes back, an hour off the other way. {MUSTS}""",
    plants={"own-clock": "rows with the time of the process, whatever stands before"},
    ready=ready,
)
