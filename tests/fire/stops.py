"""SIGSTOP of a process past its lease, while the others go on; then SIGCONT."""

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from fire.campaign import Campaign, Place, Tally
from fire.hooks import HELD, KEPT, WRITTEN
from fire.load import playing
from fire.pair import MUSTS, NAMES, SETTING, House, Pairs, at_play, comes, pairs, play_on, tally, until

ANY = ""
WHEN = (HELD, ANY, KEPT, WRITTEN)
FIRST = 12
"""A process stops at one of its first writes."""


class Stops:
    def __init__(self, made: Pairs) -> None:
        self._pairs = made

    def trial(self, seed: int) -> Tally:
        rng = random.Random(seed)
        victim, when = seed % 2, WHEN[seed // 2 % len(WHEN)]
        with self._pairs.house() as (house, url):
            for place in (0, 1):
                stops = {"when": when, "commit": rng.randint(1, FIRST)} if place == victim and when else {}
                house.start(place, url, **stops)
            house.shared_out()
            asyncio.run(self._stopped(house, victim, when, rng))
            return tally("stops", house)

    async def _stopped(self, house: House, victim: int, when: str, rng: random.Random) -> None:
        other, name = 1 - victim, NAMES[victim]
        async with at_play(house, other):
            if not when:
                await play_on(house)
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                house.signal(victim, signal.SIGSTOP)
            await comes(lambda: house.stopped(victim), "the process is stopped")
            joined = house.watch.joined(name)
            await comes(lambda: house.has_all(other), "the other process has everything")
            await play_on(house)
            house.signal(victim, signal.SIGCONT)
            await comes(lambda: house.watch.joined(name) > joined, "the process joins again")
            await play_on(house)

    def plant(self, fault: str) -> None:
        """Nobody plays from when it is stopped, with the first write in hand, until it goes on: only what it writes
        then can be wrong."""
        with self._pairs.house() as (house, url):
            house.start(0, url, when=HELD, commit=1, plant=fault)
            house.start(1, url, plant=fault)
            house.shared_out()
            asyncio.run(playing(house.crowd, house.ports[1], lambda: house.stopped(0)))
            until(lambda: house.has_all(1), "the other process has everything")
            house.signal(0, signal.SIGCONT)
            until(lambda: bool(house.watch.stale()), "a stale row is written")


@contextmanager
def ready(place: Place) -> Iterator[Stops]:
    with pairs(place) as made:
        yield Stops(made)


CAMPAIGN = Campaign(
    name="stop",
    title="A process that hangs past its lease",
    unit="stops",
    count=100,
    suite=(0, 3),
    tells=f"""\
{SETTING} One of the two is stopped (SIGSTOP): at one of its first {FIRST}
writes, before the transaction, before the commit, or after it and before the answer; or at any moment. Everybody plays
through the other process, which takes the tables over when the lease has run out, in the middle of rounds. Then the
stopped one goes on (SIGCONT) with what it had in hand, and joins the house again. {MUSTS}""",
    plants={"epoch": "the statement that writes does not ask for process and epoch"},
    ready=ready,
)
