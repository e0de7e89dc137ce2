"""The connection to PostgreSQL is cut in the middle of a commit."""

import asyncio
import random
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import make_url

from fire.campaign import Campaign, Place, Tally
from fire.pair import MUSTS, SETTING, House, Pairs, at_play, comes, pairs, play_on, tally
from fire.proxy import LATE, LOST, UNANSWERED, Proxy, proxy

HOW = (LOST, UNANSWERED, LATE)
TIMES = 3
"""Cuts in one trial: one of each kind, in any order."""
HEARD = 20
"""Acts of others, after which an answer that was on its way has come."""
FIRST = 20
"""One of the next commits of an act is cut."""


def through(url: str, port: int) -> str:
    """The same database, by way of the proxy."""
    made = make_url(url).set(host="127.0.0.1", port=port, query={"sslmode": "disable", "gssencmode": "disable"})
    return made.render_as_string(hide_password=False)


def _more_than(what: Sized, count: int) -> bool:
    return len(what) > count


def _more_acts(house: House, count: int) -> bool:
    return house.acts() > count


class Cuts:
    def __init__(self, made: Pairs, server: Path) -> None:
        self._pairs, self._server = made, server

    def trial(self, seed: int) -> Tally:
        return self._cut(seed, random.Random(seed).sample(HOW, TIMES), "")

    def plant(self, fault: str) -> None:
        for seed in range(12):  # the staff's acts are acknowledged to nobody
            self._cut(seed, [LOST], fault)

    def _cut(self, seed: int, how: list[str], plant: str) -> Tally:
        rng, victim = random.Random(seed), seed % 2
        with proxy(self._server) as between, self._pairs.house() as (house, url):
            for place in (0, 1):
                house.start(place, through(url, between.port) if place == victim else url, plant=plant)
            house.shared_out()
            cuts = [(each, rng.randint(1, FIRST)) for each in how]
            asyncio.run(self._under_load(house, between, cuts, to_the_end=not plant))
            assert not house.ended(victim, 0), "the process has stopped"
            done = tally("cuts", house)
            done["cuts"] = len(how)
            return done

    async def _under_load(self, house: House, between: Proxy, cuts: list[tuple[str, int]], *, to_the_end: bool) -> None:
        async with at_play(house, 0, 1):
            await play_on(house)
            for number, (how, commit) in enumerate(cuts):
                between.cut(how, commit)
                await comes(partial(_more_than, between.cuts, number), "the connection is cut")
                if to_the_end:
                    await play_on(house)
                else:  # whoever was answered has heard it by then
                    await comes(partial(_more_acts, house, house.acts() + HEARD), "others play on")
            await comes(lambda: len(house.tables()) == len(house.crowd), "all tables are somebody's")


@contextmanager
def ready(place: Place) -> Iterator[Cuts]:
    with pairs(place) as made:
        folder = make_url(place.postgres().url("postgres")).query["host"]
        yield Cuts(made, Path(str(folder)) / ".s.PGSQL.5432")


CAMPAIGN = Campaign(
    name="cut",
    title="The connection to PostgreSQL cut in the middle of a commit",
    unit="cuts",
    count=100,
    suite=(0,),
    tells=f"""\
{SETTING} One of them reaches the server through a proxy
of the test, which knows the commits of acts. Three times in a trial it cuts the connection there: the server never gets
the commit; or it does it and the answer is lost; or the house is cut off first and the server gets the commit when the
house has come back. Everybody plays through both, and nobody may notice more than that he has to try again. {MUSTS}""",
    plants={"hopeful": "a writer that takes a commit without an answer for done"},
    ready=ready,
)
