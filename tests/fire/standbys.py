"""The primary of PostgreSQL is killed, its synchronous standby takes its place, and the house goes on there."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count

from fire.campaign import Campaign, Place, Tally
from fire.pair import MUSTS, SETTING, House, Pairs, at_play, pairs_on, play_on, tally
from fire.replicas import Replicas, replicas
from fire.serving import Forker

NUMBERS = count(1)


@contextmanager
def copy(servers: Replicas) -> Iterator[str]:
    """A copy of the database that was made ready, on whichever server is the primary."""
    servers.follow()
    name = f"copy{next(NUMBERS)}"
    servers.primary.ask(f"CREATE DATABASE {name} TEMPLATE made STRATEGY file_copy")
    try:
        yield servers.url(name)
    finally:
        servers.primary.ask(f"DROP DATABASE {name} WITH (FORCE)")


class Standbys:
    def __init__(self, made: Pairs, servers: Replicas) -> None:
        self._pairs, self._servers = made, servers

    def trial(self, seed: int) -> Tally:
        return self._failed_over(seed, alone=False)

    def plant(self, fault: str) -> None:
        assert fault == "asynchronous"
        self._failed_over(0, alone=True)

    def _failed_over(self, seed: int, *, alone: bool) -> Tally:
        with self._pairs.house() as (house, url):
            for place in (0, 1):
                house.start(place, url)
            house.shared_out()
            asyncio.run(self._under_load(house, random.Random(seed), alone))
            return tally("failovers", house)

    async def _under_load(self, house: House, rng: random.Random, alone: bool) -> None:
        async with at_play(house, 0, 1):
            await play_on(house)
            if alone:
                await asyncio.to_thread(self._servers.leave_alone)
                await play_on(house)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            await asyncio.to_thread(self._servers.fail_over)
            if not alone:
                await play_on(house)


@contextmanager
def ready(place: Place) -> Iterator[Standbys]:
    folder = place.folder / "standby"
    folder.mkdir()
    with replicas() as servers, Forker() as forker:
        servers.primary.ask("CREATE DATABASE made ENCODING 'UTF8' TEMPLATE template0")
        yield Standbys(pairs_on(forker, folder, servers.url("made"), partial(copy, servers)), servers)


CAMPAIGN = Campaign(
    name="standby",
    title="PostgreSQL fails over to a synchronous standby",
    unit="failovers",
    count=20,
    suite=(0,),
    tells=f"""\
{SETTING} PostgreSQL has a standby
(`pg_basebackup`, streaming replication), and `synchronous_standby_names` names it. The address of the house names both
servers, with `target_session_attrs=read-write`. At any moment under load the primary is stopped in its immediate mode
and the standby is promoted; the same processes go on there. {MUSTS}""",
    plants={"asynchronous": "commits that do not wait for the standby, which has fallen behind"},
    ready=ready,
)
