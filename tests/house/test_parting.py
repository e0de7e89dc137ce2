"""A house that the program of the first version of the store wrote, when play money and real chips had the same
accounts (`tests/kept/met.*`). Ann and Bob had bought in for $2,000 each, the
guests Gil and Gus had got $1,000 of play money each, and they met:

    1 Practice          practice   Gil and Gus played; $50 in its reserve; proposed: $7 more, and terms for real chips
    2 Let It Ride 1     real       Gil played beside Ann, and was paid by the meter
    3 Closed            practice   Gus played; closed, and its meter was taken over by table 5
    4 Left              practice   Gus played; closed, and its meter was left
    5 Taken over        real       Bob played
    6 Shared real       real       Bob played; shares the meter Grand with table 7
    7 Shared practice   practice   Gus played
    8 Unfinished        practice   Gil, Ann and a walk-in have wagered $10 each

What follows was worked out by hand from the balances that the old program showed."""

import asyncio
import gzip
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from house.old_stores import put_on_server
from house.running import approved_data, open_house
from house.several import LEASE, Part
from house.test_live_tables import books
from pitboss.cli import db
from pitboss.house.audit.queries import rounds
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.processes.membership import Membership
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.trail.rows import read
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.offers import offers
from pitboss.table.refusals import Refusal

KEPT = Path(__file__).parents[1] / "kept"
LATER = 1_700_000_010_000

BEFORE = {
    "cage": 87_496_190, "inventory:1": 2_000_380, "inventory:2": 1_770_690, "inventory:5": 2_000_595,
    "inventory:6": 2_000_595, "inventory:7": 2_000_595, "inventory:8": 2_000_000, "layout:8": 3_000,
    "outside": -100_601_000, "patron:Ann": 228_400, "patron:Bob": 198_800, "patron:Gil": 308_701, "patron:Gus": 98_000,
    "pool:1/Progressive": 100_020, "pool:2/Progressive": 90_009, "pool:3/Progressive": 100_010,
    "pool:4/Progressive": 100_005, "pool:Grand": 100_010, "reserve:1/Progressive": 5_000,
}  # fmt: skip
REAL = {
    # What Ann and Bob brought, and the capital: no play money. The walk-in has his $10 back.
    "outside": -100_400_000,
    # Her $10 on the layout of the practice table are hers again.
    "patron:Ann": 229_400, "patron:Bob": 198_800,
    "inventory:2": 1_770_690, "inventory:5": 2_000_595, "inventory:6": 2_000_595, "inventory:7": 2_000_595,
    "pool:2/Progressive": 90_009, "pool:3/Progressive": 100_010, "pool:Grand": 100_010,
    # The capital of $1,000,000 less the $282 that Ann and Bob have won, less what is in the trays and pools above.
    "cage": 100_000_000 - 28_200 - 1_770_690 - 3 * 2_000_595 - 90_009 - 2 * 100_010,
}  # fmt: skip
PRACTICE = {
    # Ann plays the round out with as many practice chips as she had real ones.
    "patron:Ann": 228_400,
    "patron:Gil": 308_701, "patron:Gus": 98_000, "inventory:1": 2_000_380, "inventory:8": 2_000_000, "layout:8": 3_000,
    "pool:1/Progressive": 100_020, "pool:4/Progressive": 100_005, "reserve:1/Progressive": 5_000, "cage": 100_000_000,
}  # fmt: skip
NO_PRACTICE, BESIDE = "a table that is not for practice", "a practice table, beside play money"
MET = [
    f"row 4 of chain 2: the guest Gil took seat 1 at {NO_PRACTICE}",
    f"play money of the guest Gil at table 2, {NO_PRACTICE}: moved 8 times from row 17 on, in all +$2,099.01",
    f"real chips of Ann at table 8, {BESIDE} of Gil: moved 2 times from row 21 on, in all -$10",
    "the meter 3/Progressive is one of practice chips, at table 3, and of real ones, at table 5",
    "the meter Grand is one of practice chips, at table 7, and of real ones, at table 6",
]


class Means:
    table_float, capital = 2_000_000, 100_000_000


class Old:
    """The house as it was found."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.file = url, folder / "checkpoints"
        shutil.copyfile(KEPT / "met.checkpoints", self.file)
        shutil.copyfile(KEPT / "met.keys", folder / "keys")
        (folder / "keys").chmod(0o600)
        self.keys = Keys.load(folder / "keys", make=False)
        self.clock = count(LATER, 7).__next__

    async def start(self) -> House:
        house = House(open_store(self.url), self.keys, Means(), clock=self.clock)
        await house.start()
        return house

    def findings(self) -> list[str]:
        engine = open_store(self.url, read_only=True)
        with snapshot(engine) as conn:
            found = verify(conn, keys=self.keys, checkpoints_file=self.file)
        engine.dispose()
        assert found.total == len(found.found)
        return [each.text for each in found.found]


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """The store as the old program wrote it, of version 0001."""
    made = tmp_path / "house.db"
    made.write_bytes(gzip.decompress((KEPT / "met.db.gz").read_bytes()))
    return made


@pytest.fixture
def old_sqlite(old_file: Path) -> str:
    return str(old_file)


@pytest.fixture
def old_postgresql(old_file: Path, empty_postgresql_url: str) -> str:
    put_on_server(old_file, empty_postgresql_url)
    return empty_postgresql_url


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Old:
    """Of our version now, by the command that people use."""
    url = str(request.getfixturevalue(f"old_{request.param}"))
    assert db.upgrade(database=url) == 0
    return Old(url, tmp_path)


@pytest.fixture
def old_one(old_sqlite: str, tmp_path: Path) -> Iterator[Old]:
    assert db.upgrade(database=old_sqlite) == 0
    yield Old(old_sqlite, tmp_path)


def split(found: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """The books of real chips, and those of practice chips without what is outside."""
    real = {name: cents for name, cents in found.items() if cents and not name.startswith("practice/")}
    practice = {name.removeprefix("practice/"): c for name, c in found.items() if c and name.startswith("practice/")}
    practice.pop("outside", None)
    return real, practice


def practice_terms(name: str, practice: bool = True) -> Terms:
    """As the tables of the old house have them."""
    data = merge(approved_data("let-it-ride"), {"table": name, "practice": practice})
    checked = check_data(data)
    assert checked.terms is not None
    return checked.terms


def refused(answer: Any, code: str = "practice") -> Refusal:
    assert isinstance(answer, Refusal) and answer.code == code, answer
    return answer


# --- nothing is lost --------------------------------------------------------------------------------------------------


def test_the_upgrade_keeps_every_row_and_balance(old: Old) -> None:
    engine = open_store(old.url)
    assert split(books(engine)) == (BEFORE, {})
    with engine.connect() as conn:
        assert len(conn.execute(select(schema.trail)).all()) == 345
    engine.dispose()


def test_the_audit_says_where_they_met_and_nothing_else(old: Old) -> None:
    """Every row of the old trail is performed again and comes out the same."""
    assert old.findings() == MET


def test_play_money_leaves_the_real_books_once(old: Old) -> None:
    async def scene() -> None:
        rows = []
        for _ in range(2):
            house = await old.start()
            assert split(books(house.engine)) == (REAL, PRACTICE)
            assert {k: v for k, v in house.bank._balances.items() if v} == {
                k: v for k, v in books(house.engine).items() if v
            }
            with house.engine.connect() as conn:
                rows.append([row.kind for row in read(conn, 0)][-4:])
            house.close()
        assert rows[0] == rows[1] == ["parted", "parted", "capital", "proposal"]

    asyncio.run(scene())
    assert old.findings() == MET, "what was moved is in order, and what had happened stays told"


def test_processes_that_start_at_once_part_everything(old_postgresql: str, tmp_path: Path) -> None:
    """Who is at the desk takes up all tables that have play money in their books, and parts it; the others take the
    rest. It does not matter whether that process was there first."""
    assert db.upgrade(database=old_postgresql) == 0
    old = Old(old_postgresql, tmp_path)

    def begun() -> Part:
        engine, as_ = open_store(old.url), Introduction("http://127.0.0.1:9", old.keys.public, LEASE)
        house = House(engine, old.keys, Means(), clock=old.clock, process=join(engine, as_))
        return Part(house, Membership(house, as_))

    async def scene() -> None:
        first, second = begun(), begun()
        for each in (first, second):
            await each.look()
        assert {1, 7, 8} <= set(first.house.tables) and second.house.tables
        await second.house.start()
        first.freeze()  # before it has parted anything
        for _ in range(3):
            await second.look()
        assert split(books(second.house.engine)) == (REAL, PRACTICE)
        assert {chain for chain, table in second.house.tables.items() if table.now.undivided} == {7}
        for each in (first, second):
            each.house.close()

    asyncio.run(scene())
    assert old.findings() == MET


def test_the_real_books_add_up_without_play_money(old_one: Old) -> None:
    """By another way: the house has what it put in, less what the patrons have won."""
    asyncio.run(_started(old_one))
    engine = open_store(old_one.url)
    real, _ = split(books(engine))
    engine.dispose()
    patrons = {name: real[name] for name in ("patron:Ann", "patron:Bob")}
    won = sum(patrons.values()) - 400_000
    house = sum(cents for name, cents in real.items() if name not in (*patrons, "outside"))
    assert (house, real["outside"]) == (Means.capital - won, -Means.capital - 400_000)


async def _started(old: Old) -> None:
    (await old.start()).close()


def test_the_unfinished_round_is_played_out_with_practice_chips(old_one: Old) -> None:
    async def scene() -> None:
        house = await old_one.start()
        table = house.tables[8]
        assert table.now.practice and table.step_name == "preflop"
        await _finish(table)
        real, practice = split(books(house.engine))
        assert real == REAL
        nets = {seat.player: seat.net for seat in table.now.state.seats if seat.player}
        assert practice["patron:Gil"] == 308_701 + 1_000 + nets["Gil"], "her $10 were on the layout already"
        assert practice["patron:Ann"] == 228_400 + 1_000 + nets["Ann"]
        assert "layout:8" not in practice
        with house.engine.connect() as conn:
            line = rounds(conn, table=8, limit=1)[0]
            assert line.practice and not rebuild(conn, 8, line.round).faults
        house.close()

    asyncio.run(scene())
    assert old_one.findings() == MET


async def _finish(table: LiveTable) -> None:
    """Everybody checks or folds; the staff does the rest."""
    playing = table.now.state.round
    while table.now.state.step >= 0 and table.now.state.round == playing:
        done = await table.perform()
        assert not isinstance(done, Refusal), done
        if done is not None:
            continue
        for player in ("Gil", "Ann", "walk-in Wim"):
            who = f"player:{player}"
            for offer in offers(table.now.rules, table.now.state, who):
                if isinstance(offer.example, a.Decide):
                    choice = "check" if "check" in offer.values else "fold"
                    answer = await table.act(who, a.Decide(offer.example.seat, choice))
                    assert not isinstance(answer, Refusal), answer


def test_old_rounds_are_replayed(old_one: Old) -> None:
    """Before and after the chips have parted, each with the accounts it was played with."""

    def replay() -> list[tuple[int, int, bool]]:
        engine = open_store(old_one.url)
        with snapshot(engine) as conn:
            found = [line for line in rounds(conn) if line.cleared_at is not None and line.hands]
            assert not any(rebuild(conn, line.chain, line.round).faults for line in found)
        engine.dispose()
        return sorted((line.chain, line.round, line.practice) for line in found)

    before = replay()
    assert before == [
        (1, 1, True), (1, 2, True), (2, 1, False), (3, 1, True), (4, 1, True), (5, 1, False), (6, 1, False),
        (7, 1, True),
    ]  # fmt: skip
    asyncio.run(_started(old_one))
    assert replay() == before


# --- what is possible from then on ------------------------------------------------------------------------------------


def test_meters_that_were_left_go_where_they_belong(old_one: Old) -> None:
    async def scene() -> None:
        house = await old_one.start()
        assert [meter for meter in sorted(house.bank.meters) if house.bank.is_practice(meter)] == [
            "1/Progressive",
            "4/Progressive",
        ]
        left = {"Progressive": "4/Progressive"}
        refused(await house.open_table(practice_terms("New", practice=False), links=left))
        refused(await house.open_table(practice_terms("New"), links={"Progressive": "Grand"}))
        assert isinstance(await house.open_table(practice_terms("New"), links=left), LiveTable)
        house.close()

    asyncio.run(scene())
    assert old_one.findings() == MET


def test_a_practice_table_that_shares_a_meter_with_others_waits_to_be_closed(old_one: Old) -> None:
    async def scene() -> None:
        house = await old_one.start()
        table = house.tables[7]
        assert table.now.undivided and not table.now.practice
        for action in (a.PlaceWager(1, "bet_1", 500), a.TakeSeat(2, "Ann")):
            who = "player:Gus" if isinstance(action, a.PlaceWager) else "player:Ann"
            said = refused(await table.act(who, action))
            assert said.allowed == "another table; this one can be closed"
        assert not isinstance(await table.act("player:Gus", a.LeaveSeat(1)), Refusal)
        assert not isinstance(await house.close_table(table, "manager:Max", "closed"), Refusal)
        real, practice = split(books(house.engine))
        assert real.pop("cage") == REAL["cage"] + 2_000_595, "its chips went back"
        assert real == {name: cents for name, cents in REAL.items() if name not in ("cage", "inventory:7")}
        assert practice == PRACTICE
        house.close()

    asyncio.run(scene())
    assert old_one.findings() == MET


def test_guests_give_their_seats_at_tables_of_real_chips_back(old_one: Old) -> None:
    async def scene() -> None:
        house = await old_one.start()
        seated = {n: [s.player for s in t.now.state.seats if s.player] for n, t in house.tables.items()}
        assert seated == {
            1: ["Gil", "Gus"], 2: ["Ann"], 5: ["Bob"], 6: ["Bob"], 7: ["Gus"], 8: ["Gil", "Ann", "walk-in Wim"]
        }  # fmt: skip
        house.close()

    asyncio.run(scene())


def test_what_waited_for_another_kind_of_chips_ends(old_one: Old) -> None:
    """Terms that would have made a table of real chips of table 1 are withdrawn, and no real money is set aside for the
    meter of a practice table."""

    async def scene() -> None:
        house = await old_one.start()
        assert house.approvals.of(1) == []
        with house.engine.connect() as conn:
            assert conn.execute(select(schema.proposals.c.status)).scalars().all() == ["withdrawn"]
        (waiting,) = await house.reserves.waiting()
        assert (waiting.giver, waiting.taker, waiting.cents) == ("cage", "reserve:1/Progressive", 700)
        said = refused(await house.reserves.approve(waiting.id, "manager:Max"))
        assert said.allowed == "practice/cage, practice/reserve:1/Progressive"
        assert isinstance(await house.reserves.withdraw(waiting.id, "manager:Max"), int)
        assert split(books(house.engine)) == (REAL, PRACTICE)
        house.close()

    asyncio.run(scene())


def test_a_new_house_has_nothing_to_part(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        for _ in range(2):
            house = await open_house(sqlite_url, tmp_path)
            with house.engine.connect() as conn:
                assert [row.kind for row in read(conn, 0)] == ["capital"]
            house.close()

    asyncio.run(scene())
    assert default_data("let-it-ride")["practice"] is True, "the tables of a new house are practice tables"
