"""Two processes behind PgBouncer in transaction mode: one of them is killed, or the pooler is, or it takes all of its
connections back."""

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import house.crashing as c
from fire.bouncer import Bouncer, bouncer, lacking
from fire.campaign import Campaign, Place, Tally
from fire.kills import COMMITS
from fire.pair import MUSTS, SETTING, House, Pairs, at_play, comes, pairs, play_on, tally
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.store.opening import connect, snapshot

KILLED, POOLER, TAKEN_BACK = "processes killed", "poolers killed", "connections taken back"
WHAT = (KILLED, POOLER, TAKEN_BACK)


class Pooling:
    def __init__(self, made: Pairs, pooler: Bouncer, place: Place) -> None:
        self._pairs, self._pooler, self._place = made, pooler, place

    def trial(self, seed: int) -> Tally:
        return self._disturbed(seed, WHAT[seed % len(WHAT)], "")

    def plant(self, fault: str) -> None:
        for seed in range(12):
            self._disturbed(seed, KILLED, fault)

    def _disturbed(self, seed: int, what: str, plant: str) -> Tally:
        rng, victim = random.Random(seed), seed // len(WHAT) % 2
        when = c.BEFORE if plant else rng.choice((c.BEFORE, c.AFTER, "")) if what == KILLED else ""
        commit = 20 + rng.randrange(COMMITS) if when else 0
        with self._pairs.house() as (house, straight):
            url = self._pooler.url(straight)
            for place in (0, 1):
                dies: dict[str, Any] = {"when": when, "commit": commit} if place == victim and when else {}
                house.start(place, url, plant=plant, **dies)
            house.shared_out()
            if what == KILLED:
                asyncio.run(self._until_death(house, victim, bool(when), on=not plant))
                if not plant:  # what was lost is lost by now
                    house.start(victim, url)
                    asyncio.run(self._on(house))
            else:
                asyncio.run(self._without(house, what, rng))
            if not plant:
                self._audited(url)
            return tally("trials", house, **{what: 1})

    def _audited(self, url: str) -> None:
        """By way of the pooler, while both are at work. The schema has the trigger of the test."""
        engine = connect(url, read_only=True)
        try:
            with snapshot(engine) as conn:
                keys = Keys.load(self._place.folder / "postgresql" / "keys", make=False)
                assert [each.text for each in verify(conn, keys=keys, schema_said=[]).found] == []
        finally:
            engine.dispose()

    async def _until_death(self, house: House, victim: int, dies: bool, *, on: bool) -> None:
        async with at_play(house, 0, 1):
            if not dies:
                await play_on(house)
                house.signal(victim, signal.SIGKILL)
            await comes(lambda: house.ended(victim, 0), "the process dies")
            if on:
                await comes(lambda: house.has_all(1 - victim), "the other process has everything")
                await play_on(house)

    async def _on(self, house: House) -> None:
        async with at_play(house, 0, 1):
            await play_on(house)

    async def _without(self, house: House, what: str, rng: random.Random) -> None:
        async with at_play(house, 0, 1):
            await play_on(house)
            await asyncio.sleep(rng.uniform(0.0, 0.2))
            if what == POOLER:
                await asyncio.to_thread(self._pooler.kill)
                await asyncio.sleep(rng.uniform(0.0, 0.5))
                await asyncio.to_thread(self._pooler.start)
            else:
                await asyncio.to_thread(self._pooler.tell, "RECONNECT")
                await play_on(house)
                await asyncio.to_thread(house.watch.cut_all)
            await play_on(house)
            await comes(lambda: len(house.tables()) == len(house.crowd), "all tables are somebody's")


@contextmanager
def ready(place: Place) -> Iterator[Pooling]:
    with bouncer(place.postgres().url("postgres")) as pooler, pairs(place) as made:
        yield Pooling(made, pooler, place)


CAMPAIGN = Campaign(
    name="pooler",
    title="Behind PgBouncer in transaction mode",
    unit="trials",
    count=100,
    suite=(0, 1, 2),
    tells=f"""\
{SETTING} Both reach it through PgBouncer,
Debian's package, in transaction mode, with the settings of `examples/running/pgbouncer.ini`. Everybody plays, half of
them through each process. One process is killed before or after a commit or at any moment, the other takes over, and it
is started again; or PgBouncer is killed and started again; or it gives up its connections in favour of new ones
(`RECONNECT`), and then the server ends them all. Everybody plays on. While both are at work the whole trail is audited
by way of the pooler, too. {MUSTS}""",
    plants={"hasty": "a writer that acknowledges a moment before the commit"},
    ready=ready,
    lacks=lacking,
)
