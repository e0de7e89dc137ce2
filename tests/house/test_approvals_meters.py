"""New terms for a meter that several tables feed: whoever changes them, the others follow, and nobody stays behind."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from house.test_approvals import asked, refused, statuses
from house.test_meters import LINK, SHARED, TWO, Decks, _lettered, at_decision, learn, progressive
from pitboss.house.house import House
from pitboss.house.live.approvals import Proposal
from pitboss.house.live.table import LiveTable
from pitboss.rulebook.terms import Terms
from pitboss.table.refusals import Refusal

SUE, MAY = "supervisor:Sue", "manager:May"
MORE = {"Progressive": {"rate": "9", "initial": 1000, "reset": 1000}}
Scene = Callable[[House, LiveTable, LiveTable], Awaitable[None]]


@pytest.fixture
def two_tables(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    """Two tables that feed one meter; two people have agreed on a new rate at both."""
    decks = Decks(monkeypatch)

    def play(scene: Scene) -> None:
        async def whole() -> None:
            house = await r.open_house(sqlite_url, tmp_path)
            await learn(house, decks, progressive("Trial"))
            one, two = [await r.opened(house, progressive(name), links=LINK) for name in ("One", "Two")]
            for table in (one, two):
                await agreed(house, table, progressive(table.fixed.name, version=2, meters=MORE))
            await scene(house, one, two)
            house.close()

        asyncio.run(whole())

    return play


async def agreed(house: House, table: LiveTable, terms: Terms) -> Proposal:
    made = await asked(house.approvals.propose(table, terms, SUE))
    return await asked(house.approvals.approve(made.id, MAY))


async def adopted(house: House, table: LiveTable) -> None:
    ripe = house.approvals.ripe(table)
    assert ripe is not None
    assert await house.approvals.adopt(table, ripe) is None


def rate(table: LiveTable) -> Any:
    return table.now.rules.terms.meters[0].rate


def test_what_another_table_has_adopted_is_not_withdrawn(two_tables: Callable[[Scene], None]) -> None:
    async def scene(house: House, one: LiveTable, two: LiveTable) -> None:
        await adopted(house, one)
        (left,) = house.approvals.of(two.fixed.chain)
        for who in (SUE, MAY):
            answer = await house.approvals.withdraw(left.id, who)
            assert isinstance(answer, Refusal) and answer.code == "meter_terms"
            assert answer.given == "Grand: in force at 'One'" and answer.clause
        assert statuses(house) == ["adopted", "approved"]
        await adopted(house, two)
        assert rate(one) == rate(two) != progressive().meters[0].rate

    two_tables(scene)


def test_the_other_follows_although_the_meter_runs_again(two_tables: Callable[[Scene], None]) -> None:
    """One changes while nobody has contributed, and then somebody does there: no reset is needed to follow."""

    async def scene(house: House, one: LiveTable, two: LiveTable) -> None:
        await adopted(house, one)
        await at_decision(one, "Ann")
        await r.finish(one)
        assert house.bank.reading(SHARED) == 100_009_000_000
        await adopted(house, two)
        assert rate(one) == rate(two)
        await agreed(house, two, progressive("Two", version=3))
        assert house.approvals.ripe(two) is None, "back again it waits, as ever, for the reset and for the other"

    two_tables(scene)


def test_withdrawn_before_anybody_has_adopted_it_is_for_nobody(two_tables: Callable[[Scene], None]) -> None:
    async def scene(house: House, one: LiveTable, two: LiveTable) -> None:
        ripe, (left,) = house.approvals.ripe(one), house.approvals.of(two.fixed.chain)
        assert ripe is not None
        await asked(house.approvals.withdraw(left.id, SUE))
        assert house.approvals.ripe(one) is None
        await refused(_adopting(house, one, ripe), "meter_terms")  # found ripe a moment before
        assert rate(one) == rate(two) == progressive().meters[0].rate
        await asked(house.approvals.withdraw(ripe.id, SUE))

    two_tables(scene)


async def _adopting(house: House, table: LiveTable, ripe: Proposal) -> Any:
    return await house.approvals.adopt(table, ripe)


@pytest.mark.parametrize("touched", [True, False])
def test_nobody_goes_ahead_of_a_table_that_cannot_follow(
    touched: bool, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tables, each of which shares a meter with the next. What waits for a meter at one end waits at the other,
    too; where all can, each does."""
    Decks(monkeypatch)
    major, minor = TWO
    changed = {major: (1000, "4"), minor: (250, "2")}

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        links = [{major: "X"}, {major: "X", minor: "Y"}, {minor: "Y"}]
        tables = [await r.opened(house, _lettered(f"T{n}", "D", TWO), links=link) for n, link in enumerate(links)]
        if touched:  # the last one's own meter, and the one it shares
            await at_decision(tables[2], "Ann")
            await r.finish(tables[2])
        for n, table in enumerate(tables):
            assert [house.approvals.ripe(each) for each in tables] == [None] * 3, "not all have agreed"
            await agreed(house, table, _lettered(f"T{n}", "D", changed))
        if touched:
            assert [house.approvals.ripe(each) for each in tables] == [None] * 3
        for table in tables if not touched else ():
            await adopted(house, table)
            assert [each.rate for each in table.now.rules.terms.meters] == [each.rate for each in _new(changed)]
        house.close()

    asyncio.run(scene())


def _new(changed: dict[str, tuple[int, str]]) -> Any:
    return _lettered("New", "D", changed).meters
