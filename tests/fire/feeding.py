"""One process of a house whose tables share meters. It is told of a trial and joins the house; when both processes have
joined, it takes its tables and plays at them. It tells what was staked, round by round."""

import asyncio
import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

import house.crashing as c
import house.running as r
from fire.serving import ROOT
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live import storage
from pitboss.house.live.table import LiveTable
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.processes.membership import Membership
from pitboss.house.store.opening import open_store
from pitboss.house.store.sql import run
from pitboss.table import actions as a
from pitboss.table import betting
from pitboss.table.flow import contributions, turn

SEATS = 7
STAKE = 100
"""Cents of a metered wager."""
LEASE = 600.0
LOOKS = 1_000
"""At most, until a process has its tables: a line that the other is just writing to is left for the next look."""
MICRO = 1_000_000
BROKE = b"broke "


class Order(Struct, frozen=True):
    url: str
    folder: str
    rounds: int
    trial: int
    tables: int
    """How many each process has."""
    plant: str = ""


class Played(Struct, frozen=True):
    """What was staked for the meters, by table, round after round; cents."""

    staked: dict[int, list[int]]


class Feeder:
    """The process, from outside."""

    def __init__(self) -> None:
        paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests"))
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from fire.feeding import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )

    def say(self, words: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(words + b"\n")
        self._process.stdin.flush()

    def hear(self) -> bytes:
        assert self._process.stdout is not None
        heard = self._process.stdout.readline()
        assert not heard.startswith(BROKE), heard.decode().strip()
        return heard

    def close(self) -> None:
        self._process.kill()  # it has said all it had to say
        self._process.communicate(timeout=60)


# --- inside -----------------------------------------------------------------------------------------------------------


class Seeds(c.Seeds):
    """Those of a table follow from the trial as well."""

    trial = 0

    def __call__(self) -> bytes:
        return hashlib.sha256(f"{self.trial} {self.now}".encode()).digest()


@contextmanager
def _uncompared() -> Iterator[None]:
    """The meter is written whatever it reads by now."""

    def careless(conn: Any, cursor: Any, text: str, values: Any) -> Any:
        return run(conn, cursor, text.replace("WHERE name = ? AND reading = ?", "WHERE name = ? AND ? > -1"), values)

    with patch.object(storage, "run", careless):
        yield


@contextmanager
def _rounded() -> Iterator[None]:
    """Whole cents."""

    def whole(*given: Any) -> list[tuple[str, int]]:
        return [(meter, amount // MICRO * MICRO) for meter, amount in contributions(*given)]

    with patch.object(betting, "contributions", whole):
        yield


PLANTS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "": nullcontext,
    "uncompared": _uncompared,
    "rounded": _rounded,
}


async def _round(table: LiveTable, rng: random.Random) -> int:
    """A whole round with everybody riding; what was staked for the meters."""
    staked, number = 0, table.now.state.round
    for seat in table.now.state.seats:
        who, name = f"player:{seat.player}", f"{number} {seat.number}"
        wagers = {"bet_1": 500, "bet_2": 500, "bet_3": 500} | ({"progressive": STAKE} if rng.random() < 0.9 else {})
        for wager, cents in wagers.items():
            await r.done(table.act(who, a.PlaceWager(seat.number, wager, cents), f"{wager} {name}"))
        staked += wagers.get("progressive", 0)
    await r.done(table.act("dealer", a.CloseBets()))
    while True:
        while await r.done(table.perform(run=True)) is not None:
            pass
        place = turn(table.now.rules, table.now.state)
        if not place:
            return staked
        player = table.now.state.seats[place - 1].player
        await r.done(table.act(f"player:{player}", a.Decide(place, "ride"), f"decide {table.now.number}"))


async def _table(table: LiveTable, order: Order) -> list[int]:
    rng = random.Random(f"{order.trial} {table.fixed.chain}")
    return [await _round(table, rng) for _ in range(order.rounds)]


async def _played(order: Order, seeds: Seeds) -> Played:
    engine = open_store(order.url)
    keys = Keys.load(Path(order.folder) / "house.key", make=False)
    introduction = Introduction("http://127.0.0.1:9", keys.public, LEASE)
    process = join(engine, introduction)
    _say(b"joined")
    assert sys.stdin.buffer.readline() == b"go\n"
    seeds.trial = order.trial
    house = House(engine, keys, r.Means(), clock=r.Ticking(), new_seed=seeds, process=process)
    membership = Membership(house, introduction)
    await membership.look()
    await house.start()
    for _ in range(LOOKS):
        if len(house.tables) == order.tables:
            break
        await membership.look()
    tables = list(house.tables.values())
    staked = await asyncio.gather(*(_table(table, order) for table in tables))
    house.close()
    return Played({table.fixed.chain: each for table, each in zip(tables, staked, strict=True)})


def _say(words: bytes) -> None:
    sys.stdout.buffer.write(words + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    seeds = Seeds()
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=Order)
        try:
            with PLANTS[order.plant]():
                _say(msgspec.json.encode(asyncio.run(_played(order, seeds))))
        except Exception as error:
            _say(BROKE + " ".join(f"{type(error).__name__}: {error}".split()).encode())
