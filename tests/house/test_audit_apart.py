"""The audit says when real chips and practice chips touched, whatever way they found. Each test plants one: past the
doors of the house, or in the store itself."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, insert, update

import house.running as r
from house.test_audit_linked import plays
from house.test_meters import progressive
from pitboss.house.audit.verify import verify
from pitboss.house.house import House
from pitboss.house.live.openings import opened_under
from pitboss.house.money.books import open_account, record
from pitboss.house.money.entries import Posting
from pitboss.house.people import accounts
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, snapshot, transaction
from pitboss.house.trail.rows import append
from pitboss.table import actions as a

Scene = Callable[[House], Awaitable[None]]
GIL = "the guest Gil"


@pytest.fixture
def touched(tmp_path: Path) -> Iterator[Callable[[str, Scene], list[str]]]:
    """Plays a scene in which Gil is a guest, and says what the audit finds."""

    def play(url: str, scene: Scene) -> list[str]:
        async def whole() -> Any:
            house = await r.open_house(url, tmp_path)
            await house.writer.write(lambda conn: accounts.create_guest(conn, "Gil", house.clock()))
            await house.cage.practise("Gil", 100_000, "house")
            await scene(house)
            house.close()
            return house.keys

        keys = asyncio.run(whole())
        engine = open_store(url, read_only=True)
        with snapshot(engine) as conn:
            found = verify(conn, keys=keys)
        engine.dispose()
        return [each.text for each in found.found if "no checkpoint" not in each.text]

    yield play


async def given(house: House, name: str, cents: int) -> None:
    """Real chips, past the cage, which gives a guest none."""
    moves = [Posting("outside", -cents, "buy_in"), Posting(f"patron:{name}", cents, "buy_in")]
    told = {"from": "outside", "to": f"patron:{name}", "cents": cents}
    await house.writer.write(lambda conn: record(conn, "buy_in", "floorperson:Flo", told, house.clock(), moves))
    house.bank.post(moves)


def test_both_kinds_side_by_side_are_in_order(touched: Any, store_url: str) -> None:
    """Guests and patrons at practice tables, patrons elsewhere, meters of each kind: nothing touches."""

    async def scene(house: House) -> None:
        practice = [
            await r.opened(house, progressive(name, practice=True), links={"Progressive": "P"}) for name in "AB"
        ]
        real = [await r.opened(house, progressive(name), links={"Progressive": "R"}) for name in "CD"]
        for table in (*practice, *real):
            await plays(table, "Ann")
        await plays(practice[0], "Gil")
        await house.cage.cash_out("Ann", 100, "floorperson:Flo")

    assert touched(store_url, scene) == []


def test_a_seat(touched: Any, sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, "dragon-poker")
        await r.done(table.act("player:Gil", a.TakeSeat(3, "Gil")))

    (said,) = touched(sqlite_url, scene)
    assert said.startswith("row ") and said.endswith(f"{GIL} took seat 3 at a table that is not for practice")


def test_a_wager(touched: Any, store_url: str) -> None:
    """A guest with real chips at a table of real chips."""

    async def scene(house: House) -> None:
        await given(house, "Gil", 5_000)
        table = await r.opened(house, "dragon-poker")
        await r.staff(table)
        await r.done(table.act("player:Gil", a.TakeSeat(1, "Gil")))
        await r.done(table.act("player:Gil", a.PlaceWager(1, "ante", 500)))

    seat, wager, bought = touched(store_url, scene)
    assert "took seat 1" in seat
    assert wager.startswith(f"play money of {GIL} at table 1, a table that is not for practice: moved 1 times")
    assert wager.endswith("in all -$5")
    assert bought.endswith(f"buy_in of 5000 cents in real chips for {GIL}")


@pytest.mark.parametrize("practice", [True, False], ids=["practice first", "real first"])
def test_a_linked_meter(practice: bool, touched: Any, sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        links = {"Progressive": "Grand"}
        await r.opened(house, progressive("One", practice=practice), links=links)
        with patch("pitboss.house.live.openings.other_chips", return_value=None):
            await r.opened(house, progressive("Two", practice=not practice), links=links)

    first, second = (1, 2) if practice else (2, 1)
    said = f"the meter Grand is one of practice chips, at table {first}, and of real ones, at table {second}"
    assert touched(sqlite_url, scene) == [said], "before a cent has moved"


@pytest.mark.parametrize("practice", [True, False], ids=["practice first", "real first"])
def test_a_meter_taken_over(practice: bool, touched: Any, sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, progressive("One", practice=practice))
        await r.done(house.close_table(table, "manager:May", "closed"))
        with patch("pitboss.house.live.openings.other_chips", return_value=None):
            await r.opened(house, progressive("Two", practice=not practice), links={"Progressive": "1/Progressive"})

    first, second = (1, 2) if practice else (2, 1)
    said = f"the meter 1/Progressive is one of practice chips, at table {first}, and of real ones, at table {second}"
    assert touched(sqlite_url, scene) == [said]


def test_a_table_that_became_another(touched: Any, sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, r.terms("dragon-poker", practice=True))
        await r.done(table.act("manager:May", a.AdoptTerms(r.terms("dragon-poker", version=2)), house="terms"))

    turned, unapproved = sorted(touched(sqlite_url, scene), key=len, reverse=True)
    assert "of chain 1 makes a practice table one that is not for practice" in turned
    assert "adopts terms that no two people agreed on" in unapproved


def _move(conn: Connection, kind: str, moves: list[tuple[str, int]]) -> None:
    """A row of the house with postings, as somebody writes them who knows how."""
    body = {"from": moves[0][0], "to": moves[1][0], "cents": moves[1][1], "postings": [[*move, kind] for move in moves]}
    row = append(conn, kind, "supervisor:Sue", body, r.START)
    for line, (account, cents) in enumerate(moves, 1):
        cursor = conn.connection.cursor()
        open_account(conn, cursor, account)
        cursor.close()
        c = schema.accounts.c
        conn.execute(update(schema.accounts).where(c.name == account).values(balance=c.balance + cents))
        values = {"chain": 0, "number": row.number, "line": line, "account": account, "cents": cents, "why": kind}
        conn.execute(insert(schema.postings).values(values))


@pytest.mark.parametrize(
    ("kind", "moves", "said"),
    [
        ("transfer", [("practice/patron:Gil", -700), ("patron:Ann", 700)], "moves real chips and practice chips"),
        ("transfer", [("patron:Ann", -700), ("practice/patron:Gil", 700)], "moves real chips and practice chips"),
        ("cash_out", [("practice/patron:Gil", -700), ("outside", 700)], "moves real chips and practice chips"),
        ("buy_in", [("outside", -700), ("practice/patron:Gil", 700)], "moves real chips and practice chips"),
        ("capital", [("practice/cage", -700), ("cage", 700)], "moves real chips and practice chips"),
        ("transfer", [("patron:Ann", -700), ("patron:Gil", 700)], f"transfer of 700 cents in real chips for {GIL}"),
    ],
)
def test_a_movement(kind: str, moves: list[tuple[str, int]], said: str, touched: Any, store_url: str) -> None:
    async def scene(house: House) -> None:
        await r.opened(house, r.terms("dragon-poker", practice=True))
        await house.cage.buy_in("Ann", 1_000, "floorperson:Flo")
        with transaction(house.engine) as conn:
            _move(conn, kind, moves)

    (found,) = touched(store_url, scene)
    assert found.endswith(said)


def test_a_table_opened_with_the_wrong_chips(touched: Any, sqlite_url: str) -> None:
    """Under approved terms, and with practice chips."""

    async def scene(house: House) -> None:
        await house.cage.found_practice(house.settings.capital)
        wrong = replace(opened_under(r.terms("dragon-poker")), practice=True)
        with patch("pitboss.house.house.opened_under", return_value=wrong):
            await r.opened(house, "dragon-poker")

    said = "row 1 of chain 1 opens a table that is not for practice with practice chips"
    assert touched(sqlite_url, scene) == [said]
