"""Proposals end with their table: withdrawn by the house, in the transaction that closes it. What an earlier program
left waiting for a closed table ends when a house starts."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, delete, select, update

import house.running as r
import house.test_uncertain as uncertain
from house.test_approvals import asked, other, refused, said, statuses
from house.test_approvals_meters import MORE, agreed
from house.test_meters import LINK, progressive
from pitboss.house.audit.verify import verify
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.trail.rows import head
from pitboss.table.refusals import Refusal

SUE, MAY = "supervisor:Sue", "manager:May"
broken = uncertain.broken
"""The next commit breaks off, whatever it keeps."""
Tamper = Callable[[Engine], AbstractContextManager[Connection]]


def sound(house: House) -> None:
    """The audit finds nothing: every status follows from the trail."""
    with snapshot(house.engine) as conn:
        assert verify(conn, keys=house.keys).found == []


async def close(house: House, table: LiveTable) -> None:
    await r.done(house.close_table(table, MAY, "the night is over"))


@pytest.mark.parametrize("approved", [False, True])
def test_what_waits_for_a_table_ends_with_it(approved: bool, store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table, second = await r.opened(house, "dragon-poker"), await r.opened(house, "top-five-poker")
        made = await asked(house.approvals.propose(table, other(), SUE))
        stays = await asked(house.approvals.propose(second, r.terms("top-five-poker", version=2), SUE))
        if approved:
            await asked(house.approvals.approve(made.id, MAY))
        await close(house, table)
        assert statuses(house) == ["withdrawn", "proposed"], "the other table's goes on"
        assert said(house)[-1] == ("house", "withdrawn", other().digest)
        assert house.approvals.of(table.fixed.chain) == []
        assert house.approvals.of(second.fixed.chain) == [stays]
        await refused(house.approvals.approve(made.id, MAY), "no_proposal")
        await refused(house.approvals.withdraw(made.id, MAY), "no_proposal")
        before = len(said(house))
        sound(house)
        house.close()
        house = await r.open_house(store_url, tmp_path, first=50)
        assert len(said(house)) == before, "a start finds nothing more to end"
        await asked(house.approvals.withdraw(stays.id, SUE))
        sound(house)
        house.close()

    asyncio.run(scene())


def test_nothing_is_proposed_for_a_closed_table(sqlite_url: str, tmp_path: Path) -> None:
    """Also where both were asked for at the same moment."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        closing = table.close(MAY, "")
        answer = await house.approvals.propose(table, other(), SUE)
        await r.done(closing)
        assert isinstance(answer, Refusal) and answer.code == "table_closed"
        assert statuses(house) == [] and said(house) == [] and house.approvals.of(1) == []
        sound(house)
        house.close()

    asyncio.run(scene())


def test_a_closing_that_is_refused_ends_nothing(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "dragon-poker", "Ann")
        await r.bet(table, "Ann")
        made = await asked(house.approvals.propose(table, other(), SUE))
        answer = await house.close_table(table, MAY, "")
        assert isinstance(answer, Refusal) and answer.code == "in_round"
        assert statuses(house) == ["proposed"] and house.approvals.of(1) == [made]
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kept", [True, False])
def test_a_closing_of_which_nobody_knows(kept: bool, store_url: str, tmp_path: Path, broken: uncertain.Break) -> None:
    """The table and its proposals are in the same commit: both are there or neither."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        made = await asked(house.approvals.propose(table, other(), SUE))
        broken(kept)
        answer = await house.close_table(table, MAY, "", "c")
        assert isinstance(answer, Refusal) and answer.code == "store"
        again = await house.close_table(table, MAY, "", "c")
        assert table.fixed.chain not in house.tables, again
        assert statuses(house) == ["withdrawn"] and house.approvals.of(made.chain) == []
        assert [what for _, what, _ in said(house)] == ["proposed", "withdrawn"]
        sound(house)
        house.close()

    asyncio.run(scene())


def test_who_waited_for_a_table_that_closes_need_not_wait(sqlite_url: str, tmp_path: Path) -> None:
    """Two tables feed a meter, and only one has agreed on other terms for it: once the other is closed, it goes on."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        one, two = [await r.opened(house, progressive(name), links=LINK) for name in ("One", "Two")]
        await agreed(house, one, progressive("One", version=2, meters=MORE))
        assert house.approvals.ripe(one) is None
        await close(house, two)
        assert house.approvals.ripe(one) is not None
        house.close()

    asyncio.run(scene())


# --- what an earlier program left ---


def _as_before(conn: Connection, chain: int) -> None:
    """The table is closed and its proposal waits, as the house left it before proposals ended with their tables: the
    last row of the house, which ended it, was never written."""
    p, t = schema.proposals.c, schema.trail.c
    number = head(conn, schema.HOUSE)[0]
    last = conn.execute(select(schema.trail).where(t.chain == schema.HOUSE, t.number == number)).one()
    assert last.kind == "proposal" and b'"withdrawn"' in bytes(last.body)
    conn.execute(delete(schema.trail).where(t.chain == schema.HOUSE, t.number == number))
    approved = conn.execute(select(p.approved_by).where(p.chain == chain)).scalar()
    status = "approved" if approved else "proposed"
    conn.execute(update(schema.proposals).where(p.chain == chain).values(status=status))


@pytest.mark.parametrize("approved", [False, True])
def test_what_was_left_ends_when_the_house_starts(
    approved: bool, store_url: str, tmp_path: Path, tamper: Tamper
) -> None:
    async def left() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        made = await asked(house.approvals.propose(table, other(), SUE))
        if approved:
            await asked(house.approvals.approve(made.id, MAY))
        await close(house, table)
        house.close()

    async def starts() -> None:
        house = await r.open_house(store_url, tmp_path, first=50)
        assert statuses(house) == ["withdrawn"]
        assert said(house)[-1] == ("house", "withdrawn", other().digest)
        assert house.approvals.of(1) == []
        sound(house)
        house.close()

    asyncio.run(left())
    engine = open_store(store_url)
    with tamper(engine) as conn:
        _as_before(conn, 1)
    engine.dispose()
    asyncio.run(starts())


def test_terms_that_were_adopted_just_before_are_said_to_be(sqlite_url: str, tmp_path: Path) -> None:
    """The table has the terms; only the word that they are adopted was missing when it closed."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        found = await agreed(house, table, other())
        assert await house.approvals._adopt(table, found) is None
        await close(house, table)
        assert statuses(house) == ["adopted"]
        assert said(house)[-1] == (MAY, "adopted", other().digest)
        assert house.approvals.of(1) == []
        sound(house)
        house.close()

    asyncio.run(scene())
