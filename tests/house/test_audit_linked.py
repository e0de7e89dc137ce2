"""Tables that feed one meter have the same terms for it. Forgers who change those of one, and compute everything anew
that follows from them, are found by the others'; what the house does by itself is not."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, select, update

import house.running as r
from house.audit_support import Evening, Player, rehash
from house.test_approvals_meters import MORE, adopted, agreed
from house.test_meters import LINK, at_decision, progressive
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.verify import verify
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.store.opening import snapshot
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a

T = schema.trail.c
MAY = "manager:May"


def _forge(conn: Connection, chain: int, field: str, value: Any) -> None:
    """Other terms for the meter in the opening of a table and in its line; the hashes fit again, nobody has signed."""
    found = conn.execute(select(T.body).where(T.chain == chain, T.number == 1)).scalar_one()
    body = json.loads(bytes(found))
    body["terms"]["meters"][0][field] = value
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    conn.execute(update(schema.trail).where(T.chain == chain, T.number == 1).values(body=text))
    rehash(conn, chain)
    terms = msgspec.json.encode(msgspec.convert(body["terms"], Terms)).decode()
    conn.execute(update(schema.tables).where(schema.tables.c.id == chain).values(terms=terms))
    conn.execute(delete(schema.checkpoints))


def said(found: Findings) -> list[str]:
    return [each.text for each in found.found if "share the meter" in each.text or "takes over" in each.text]


@pytest.mark.parametrize(("field", "more"), [("reset", 1), ("initial", 100)])
def test_other_terms_at_one_of_the_tables_are_found(played: Evening, field: str, more: int) -> None:
    """Tables 4 and 5 share a meter: nothing they have paid so far depends on what it is reset to."""
    with played.changing() as conn:
        found = conn.execute(select(T.body).where(T.chain == 5, T.number == 1)).scalar_one()
        before = json.loads(bytes(found))["terms"]["meters"][0][field]
        _forge(conn, 5, field, before + more)
        told = said(played.verify(conn))
    assert told == [f"tables 4 and 5 share the meter Grand, and their terms for it differ: {field}"]


def test_the_same_change_at_a_table_that_shares_nothing_is_another_matter(played: Evening) -> None:
    with played.changing() as conn:
        _forge(conn, 2, "reset", 12_300)
        assert said(played.verify(conn)) == []
    with played.reading() as conn:
        assert played.verify(conn).clean


def test_a_link_that_no_table_can_have_is_found(played: Evening) -> None:
    with played.changing() as conn:
        found = conn.execute(select(T.body).where(T.chain == 5, T.number == 1)).scalar_one()
        body = json.loads(bytes(found))
        body["links"] = {"Jackpot": "Grand"}
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        conn.execute(update(schema.trail).where(T.chain == 5, T.number == 1).values(body=text))
        rehash(conn, 5)
        told = [each.text for each in played.verify(conn).found]
    wrong = "row 1 of chain 5 links a meter that cannot be linked: no such meter at this table; given: Jackpot"
    assert any(text.startswith(wrong) for text in told), told


# --- what the house did by itself ---

Scene = Callable[[House], Awaitable[None]]


def after(url: str, folder: Path, scene: Scene, change: Callable[[Connection], None] | None = None) -> list[str]:
    """What the audit says of shared meters after the scene, and after a change that is taken back."""

    async def whole() -> list[str]:
        house = await r.open_house(url, folder)
        await scene(house)
        with snapshot(house.engine) as conn:
            found = verify(conn, keys=house.keys)
        house.close()
        unsigned = [each for each in found.found if "no checkpoint" in each.text]
        assert len(said(found)) + len(unsigned) == found.total, [each.text for each in found.found]
        return said(found)

    told = asyncio.run(whole())
    if change is None:
        return told
    assert told == [], "in order, before somebody changes it"
    with Evening(Player(url, folder)) as evening, evening.changing() as conn:
        change(conn)
        told += said(verify(conn))
    return told


async def two_tables(house: House) -> tuple[LiveTable, LiveTable]:
    one, two = [await r.opened(house, progressive(name), links=LINK) for name in ("One", "Two")]
    return one, two


async def one_ahead(house: House) -> tuple[LiveTable, LiveTable]:
    """New terms for their meter are agreed on for both; only the first has adopted them."""
    one, two = await two_tables(house)
    for table in (one, two):
        await agreed(house, table, progressive(table.fixed.name, version=2, meters=MORE))
    await adopted(house, one)
    return one, two


async def plays(table: LiveTable, player: str) -> None:
    """One round; then the seat is free again."""
    await r.seat(table, player)  # a table that has gone idle opens when somebody is there
    await at_decision(table, player)
    await r.finish(table)
    await r.done(table.act(f"player:{player}", a.LeaveSeat(1)))
    await r.staff(table)


def test_one_may_be_ahead_while_the_other_follows(store_url: str, tmp_path: Path) -> None:
    """It adopts between its own rounds; both feed the meter meanwhile, and a third is opened afterwards."""

    async def ahead(house: House) -> None:
        one, two = await one_ahead(house)
        await plays(one, "Ann")
        await plays(two, "Bob")

    async def to_the_end(house: House) -> None:
        await adopted(house, house.tables[2])
        third = await r.opened(house, progressive("Three", meters=MORE), links=LINK)
        await plays(third, "Cleo")
        await plays(house.tables[2], "Dan")

    assert after(store_url, tmp_path, ahead) == []
    assert after(store_url, tmp_path, to_the_end) == []


def test_who_was_ahead_may_close(sqlite_url: str, tmp_path: Path) -> None:
    """Its entries in the log stay beside those of the table that had not followed yet."""

    async def ahead(house: House) -> None:
        one, two = await one_ahead(house)
        await plays(one, "Ann")
        await plays(two, "Bob")
        await r.done(house.close_table(one, MAY, ""))

    assert after(sqlite_url, tmp_path, ahead) == []


def test_who_went_ahead_alone_is_found(sqlite_url: str, tmp_path: Path) -> None:
    """The proposal that lets the other follow is taken out of the store and out of sight."""

    async def ahead(house: House) -> None:
        await one_ahead(house)

    def change(conn: Connection) -> None:
        conn.execute(delete(schema.proposals).where(schema.proposals.c.chain == 2))

    told = after(sqlite_url, tmp_path, ahead, change)
    assert told == ["tables 1 and 2 share the meter Grand, and their terms for it differ: rate"]


def test_the_terms_of_a_table_that_was_closed_count_while_money_is_in_the_meter(store_url: str, tmp_path: Path) -> None:
    async def one_after_the_other(house: House) -> None:
        for name in ("One", "Two"):
            table = await r.opened(house, progressive(name), links=LINK)
            await plays(table, "Ann")
            await r.done(house.close_table(table, MAY, ""))

    told = after(store_url, tmp_path, one_after_the_other, lambda conn: _forge(conn, 2, "reset", 7_700))
    assert told == ["tables 1 and 2 share the meter Grand, and their terms for it differ: reset"]


def test_an_untouched_meter_may_get_other_terms(sqlite_url: str, tmp_path: Path) -> None:
    """Also where a contribution was taken back: then nobody's money is in it any more."""
    at_lock = {"meter_posting": "at_lock"}

    async def one_after_the_other(house: House) -> None:
        table = await r.opened(house, progressive("One", readings=at_lock), links=LINK)
        await at_decision(table, "Bob")
        await r.done(table.act("floorperson:Flo", a.Report("wrong_number", seat=1, place="seat", count=4)))
        await r.finish(table)
        await r.done(table.act("player:Bob", a.LeaveSeat(1)))
        await r.staff(table)
        await r.done(house.close_table(table, MAY, ""))
        table = await r.opened(house, progressive("Two", meters=MORE, readings=at_lock), links=LINK)
        await plays(table, "Ann")

    assert after(sqlite_url, tmp_path, one_after_the_other) == []
