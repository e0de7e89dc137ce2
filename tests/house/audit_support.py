"""A house that has seen everything once: four games, two players, seeds of their own, a void, an irregularity, fills
and credits, meters with a hit, terms adopted on the way, a restart in the middle of a round, a closed table, an open
round."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from house.running import approved_data
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live.table import Done, LiveTable
from pitboss.house.people import accounts, sessions
from pitboss.house.store import structure
from pitboss.house.store.backup import backup, restore
from pitboss.house.store.opening import open_store, snapshot, transaction
from pitboss.house.store.schema import trail
from pitboss.house.trail import checkpoints
from pitboss.house.trail.rows import GENESIS, hash_of, head
from pitboss.play.players import decision, wagers
from pitboss.rulebook.submission import check_data
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.offers import offers
from pitboss.table.refusals import Refusal
from pitboss.table.views import view

UTH, LIR, DRAGON, TOP_FIVE = "ultimate-texas-holdem", "let-it-ride", "dragon-poker", "top-five-poker"
SETTINGS = SimpleNamespace(table_float=2_000_000, capital=100_000_000)
ANN, BOB = "player:Ann", "player:Bob"


def terms(game: str, **changes: Any) -> Terms:
    found = check_data(approved_data(game)).terms
    assert found is not None
    return replace(found, **changes)


def seed_number(number: int) -> bytes:
    return hashlib.sha256(b"seed %d" % number).digest()


class Player:
    """Drives a house. Every act has a time of its own; every seed is known beforehand."""

    def __init__(self, url: str, folder: Path, seeds: Callable[[int], bytes] = seed_number) -> None:
        self.url = url
        self.keys = Keys.load(folder / "keys", make=True)
        self.file = folder / "checkpoints"
        self.now = 1_700_000_000_000
        self._seeds = (seeds(n) for n in count(1))
        self.planned: list[bytes] = []
        """Seeds that come first."""
        self._ids = count(1)

    def clock(self) -> int:
        self.now += 7
        return self.now

    def _seed(self) -> bytes:
        return self.planned.pop(0) if self.planned else next(self._seeds)

    async def start(self) -> House:
        self.house = House(open_store(self.url), self.keys, SETTINGS, clock=self.clock, new_seed=self._seed)
        await self.house.start()
        return self.house

    async def restart(self) -> House:
        self.house.close()
        return await self.start()

    def checkpoint(self) -> None:
        """Signs how far every chain has come, in the store and in the file."""
        with self.house.engine.connect() as conn:
            last = checkpoints.last(conn)
            chains = conn.execute(select(trail.c.chain).distinct().order_by(trail.c.chain)).scalars().all()
            heads = {chain: head(conn, chain)[:2] for chain in chains}
            number = last.number + 1 if last else 1
            made = checkpoints.make(self.keys, number, self.clock(), heads, last)
            checkpoints.insert(conn, made)
        checkpoints.append_to(self.file, made)

    # --- at a table ---

    async def open(self, found: Terms, **how: Any) -> LiveTable:
        table = await self.house.open_table(found, **how)
        assert isinstance(table, LiveTable), table
        return table

    async def staff(self, table: LiveTable) -> None:
        """Everything that is due until somebody is asked."""
        while True:
            done = await table.perform()
            if done is None:
                return
            assert isinstance(done, Done), done

    async def do(self, table: LiveTable, by: str, action: a.AnyAction, **how: Any) -> Done:
        done = await table.act(by, action, f"act{next(self._ids)}", **how)
        assert isinstance(done, Done), f"{by} {action}: {done}"
        return done

    async def sit(self, table: LiveTable, *players: str) -> None:
        for number, player in enumerate(players, 1):
            await self.do(table, f"player:{player}", a.TakeSeat(number, player))

    async def bet(self, table: LiveTable, *players: str, more: tuple[tuple[str, int], ...] = ()) -> None:
        """The least that a hand needs, and more."""
        for player in players:
            who = f"player:{player}"
            seen = view(table.now.rules, table.now.state, who)
            for wager in wagers(seen, offers(table.now.rules, table.now.state, who)):
                await self.do(table, who, wager)
            for name, cents in more:
                await self.do(table, who, a.PlaceWager(seen.mine[0], name, cents))
            ready = await table.say_ready(player, seen.mine[0])
            assert isinstance(ready, Done), ready
        await self.do(table, "dealer", a.CloseBets(), house="automatic")

    async def decide(self, table: LiveTable, *players: str) -> bool:
        """One decision of whoever is asked."""
        for player in players:
            who = f"player:{player}"
            now = table.now
            made = decision(view(now.rules, now.state, who), offers(now.rules, now.state, who))
            if made is not None:
                await self.do(table, who, made)
                return True
        return False

    async def finish(self, table: LiveTable, *players: str) -> None:
        """Plays the round to its end."""
        playing = table.now.state.round
        while table.now.state.step >= 0 and table.now.state.round == playing:
            done = await table.perform()
            assert not isinstance(done, Refusal), done
            if done is None:
                assert await self.decide(table, *players), table.step_name

    async def round(self, table: LiveTable, *players: str, more: tuple[tuple[str, int], ...] = ()) -> None:
        await self.staff(table)
        await self.bet(table, *players, more=more)
        await self.finish(table, *players)


STRAIGHT_FLUSH = seed_number(81_826)
"""The seed that gives position 1 of two a straight flush in the first round of Let It Ride at table 2: 5h to 9h."""


def other_terms(game: str) -> Terms:
    """Lawful terms that differ: a higher maximum."""
    data = approved_data(game)
    data["wagers"]["ante"]["maximum"] = 1000
    data["version"] = 2
    found = check_data(data).terms
    assert found is not None
    return found


async def evening(player: Player) -> None:
    """What the audit will look at: table 1 Ultimate Texas Hold 'Em, 2 Let It Ride with a meter of its own, 3 Dragon
    Poker, which closes, 4 and 5 Let It Ride with a shared meter, 6 Top Five Poker, whose last round is open."""
    await _doors_open(player)
    await _holdem(player)
    player.checkpoint()
    await _ride(player)
    await _dragon(player)
    await _shared(player)
    await _five(player)
    await _last_hour(player)


async def short_evening(player: Player) -> None:
    """Something in every table and column of the store, for whoever has the whole of it audited again and again: table
    1 Top Five Poker, whose last round is open, 2 Let It Ride with a meter of its own, 3 another, which closes."""
    await _doors_open(player)
    await _five(player)
    player.checkpoint()
    await _ride(player, rounds=1)
    table = await player.open(terms(LIR, table="Ride 2"))
    assert isinstance(await player.house.close_table(table, "manager:Max", "nobody came", "e1"), Done)
    await _last_hour(player)


async def _doors_open(player: Player) -> None:
    house = await player.start()
    await house.cage.buy_in("Ann", 500_000, "floorperson:Flo", act_id="b1")
    await house.cage.buy_in("Bob", 300_000, "floorperson:Flo", "cash", act_id="b2")
    await house.writer.write(
        lambda conn: accounts.create(conn, "Max", ("manager",), "$argon2id$x", "house", player.clock())
    )
    await house.writer.write(lambda conn: accounts.create_guest(conn, "Gil", player.clock()))


async def _last_hour(player: Player) -> None:
    await player.house.writer.write(lambda conn: _logged_in(conn, player.clock))
    await player.house.cage.cash_out("Bob", 10_000, "floorperson:Flo", act_id="o1")
    reserves = player.house.reserves
    wish = await reserves.propose("cage", "reserve:2/Progressive", 5_000, "supervisor:Sue", "for the next hit", "t1")
    assert not isinstance(wish, Refusal), wish
    assert isinstance(await reserves.approve(wish.id, "manager:Max", "t2"), int)


def _logged_in(conn: Connection, clock: Callable[[], int]) -> None:
    """Max is logged in twice and has confirmed once, with wrong passwords between; Gil's first session is over."""
    everybody = {each.person.handle: each for each in accounts.everyone(conn)}
    gil, max_ = everybody["Gil"].person, everybody["Max"]
    sessions.begin(conn, gil, b"g1", "browser", at := clock(), at + 5)
    sessions.begin(conn, gil, b"g2", "browser", at := clock(), at + 3_600_000)
    first = sessions.begin(conn, max_.person, b"m1", "desk", at := clock(), at + 3_600_000)
    sessions.begin(conn, max_.person, b"m2", "telephone", at := clock(), at + 3_600_000)
    assert sessions.confirm(conn, first, clock())
    for failures in range(4):
        accounts.count_failure(conn, replace(max_, failures=failures % 3), 3, 60_000, clock())


async def _holdem(player: Player) -> None:
    """Seeds of the seats, a fill, a restart in the middle of a round, a credit."""
    table = await player.open(terms(UTH))
    await player.sit(table, "Ann", "Bob")
    for who, seed in (("Ann", "my own seed"), ("Bob", "früher"), ("Ann", "my better seed")):
        assert isinstance(await table.add_seed(who, seed, 1, f"seed {seed}"), Done)
    await player.round(table, "Ann", "Bob", more=(("trips", 500),))
    assert isinstance(await table.chips(50_000, "floorperson:Flo", "chips are low", "f1"), Done)
    await player.staff(table)
    await player.bet(table, "Ann", "Bob")
    await player.do(table, "dealer", a.Report("card_face_up"))
    await player.staff(table)
    await player.decide(table, "Ann", "Bob")
    before = table.now
    table = (await player.restart()).tables[table.fixed.chain]
    assert table.now.state == before.state
    await player.finish(table, "Ann", "Bob")
    assert isinstance(await table.chips(-20_000, "floorperson:Flo", "too many", "c1"), Done)


async def _ride(player: Player, rounds: int = 2) -> None:
    """A meter of its own that is hit in the first round."""
    player.planned = [STRAIGHT_FLUSH]
    table = await player.open(terms(LIR))
    await player.sit(table, "Ann", "Bob")
    for _ in range(rounds):
        await player.round(table, "Ann", "Bob", more=(("progressive", 100), ("five_card_bonus", 100)))


async def _dragon(player: Player) -> None:
    """A card found face up, a void round, and the table closes."""
    table = await player.open(terms(DRAGON))
    await player.sit(table, "Ann", "Bob")
    await player.round(table, "Ann", "Bob", more=(("dragon", 300),))
    await player.staff(table)
    await player.bet(table, "Ann", "Bob")
    await player.staff(table)
    await player.do(table, "floorperson:Flo", a.Report("dealer_card_exposed", detail="it fell"))
    await player.finish(table, "Ann", "Bob")
    for number, who in ((1, ANN), (2, BOB)):
        await player.do(table, who, a.LeaveSeat(number))
    await player.staff(table)
    closed = await player.house.close_table(table, "manager:Max", "the night is over", "e1")
    assert isinstance(closed, Done), closed


async def _shared(player: Player) -> None:
    """Two tables that feed one meter, by turns."""
    two = [await player.open(terms(LIR, table=f"Ride {n}"), links={"Progressive": "Grand"}) for n in (1, 2)]
    for table, name in zip(two, ("Ann", "Bob"), strict=True):
        await player.sit(table, name)
        await player.round(table, name, more=(("progressive", 100),))
    await player.round(two[0], "Ann", more=(("progressive", 100),))


async def _five(player: Player) -> None:
    """A player without an account, an irregularity, terms adopted on the way, and a round that is not over."""
    table = await player.open(terms(TOP_FIVE))
    await player.sit(table, "Ann", "walk-in Wim")
    await player.staff(table)
    await player.bet(table, "Ann", "walk-in Wim")
    await player.do(table, "dealer", a.Report("card_face_up"))
    await player.finish(table, "Ann", "walk-in Wim")
    approvals = player.house.approvals
    proposal = await approvals.propose(table, other_terms(TOP_FIVE), "manager:Max")
    assert not isinstance(proposal, Refusal), proposal
    approved = await approvals.approve(proposal.id, "supervisor:Sue")
    assert not isinstance(approved, Refusal), approved
    assert await approvals.adopt(table, approved) is None
    await player.staff(table)
    await player.bet(table, "Ann", "walk-in Wim")
    await player.staff(table)


def run(url: str, folder: Path, *, signed: bool = True, play: Callable[[Player], Any] = evening) -> Player:
    """Plays the evening; at its end every chain is signed for."""
    player = Player(url, folder)

    async def all_of_it() -> None:
        await play(player)
        if signed:
            player.checkpoint()
        player.house.close()

    asyncio.run(all_of_it())
    return player


class _TakenBack(Exception):
    pass


class Evening:
    """A house that was played and is closed now."""

    def __init__(self, player: Player) -> None:
        self.url, self.keys, self.file = player.url, player.keys, player.file
        self.engine = open_store(player.url)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with snapshot(self.engine) as conn:
            yield conn

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """A connection that may change everything; at the end nothing has happened."""
        with suppress(_TakenBack), _guards_not_looked_at(), transaction(self.engine) as conn:
            if self.engine.dialect.name == "sqlite":
                for name in (
                    conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
                ):
                    conn.exec_driver_sql(f"DROP TRIGGER {name}")
                conn.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
            else:
                conn.exec_driver_sql("SET LOCAL session_replication_role = replica")
            yield conn
            raise _TakenBack

    def verify(self, conn: Connection, **how: Any) -> Findings:
        """With everything an auditor can have."""
        return verify(conn, **{"keys": self.keys, "checkpoints_file": self.file, **how})


def _guards_not_looked_at() -> Any:
    """Whoever changes what they protect takes them away for a while: that they are gone is not the question."""
    return patch("pitboss.house.audit.verify.schema_faults", structure.faults)


def copy_of(evening: Evening, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a copy, on the same kind of database, that may be changed."""
    file = folder / "copy.db"
    backup(evening.engine, file)
    if evening.engine.dialect.name == "sqlite":
        return f"sqlite:///{file}"
    url = str(request.getfixturevalue("postgresql_url"))
    engine = open_store(url)
    restore(file, engine)
    engine.dispose()
    return url


def rehash(conn: Connection, chain: int, start: int = 1) -> None:
    """What a forger does who knows how the chain is made: new hashes from a row on."""
    before = GENESIS
    for row in list(rows(conn, chain)):
        if row.number >= start:
            made = hash_of(before, chain, row.number, row.at, row.kind, row.round, row.by, row.act_id, row.body)
            conn.execute(update(trail).where(trail.c.chain == chain, trail.c.number == row.number).values(hash=made))
            before = made
        else:
            before = row.hash
