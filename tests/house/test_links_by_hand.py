"""The edges of what tables with a common meter allow each other, one by one."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import house.running as r
from house.test_approvals import asked
from house.test_approvals_meters import MORE, SUE, agreed
from house.test_meters import LINK, SHARED, Decks, at_decision, progressive
from pitboss.house.house import House
from pitboss.house.live.links import (
    Elsewhere,
    Feeder,
    adopted_elsewhere,
    elsewhere,
    meters_allow,
    other_chips,
    other_meter_terms,
    owner,
    sharing,
    unknown_links,
)
from pitboss.table.refusals import Refusal

Scene = Callable[[House], Awaitable[None]]


@pytest.fixture
def in_a_house(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    Decks(monkeypatch)

    def play(scene: Scene) -> None:
        async def whole() -> None:
            house = await r.open_house(sqlite_url, tmp_path)
            await scene(house)
            house.close()

        asyncio.run(whole())

    return play


def test_a_reset_counts_from_the_moment_of_the_approval_on(in_a_house: Callable[[Scene], None]) -> None:
    """Who has contributed since the meter was reset has done so under the old terms: a reset before them is none."""

    async def scene(house: House) -> None:
        table = await r.opened(house, progressive("One"))
        await at_decision(table, "Ann")
        await r.finish(table)
        found = await agreed(house, table, progressive("One", version=2, meters=MORE))
        (meter,) = house.bank.meters
        reading = house.bank.reading(meter)
        for later, allowed in ((-1000, False), (-1, False), (0, True), (1000, True)):
            house.bank.set_reading(meter, reading, reset_at=found.approved_at + later)
            assert meters_allow(house, Feeder.of(table), found) is allowed, later

    in_a_house(scene)


@pytest.mark.parametrize("initial", [1000, 2500])
def test_terms_of_a_meter_may_differ_only_while_nobody_has_put_in_anything(
    initial: int, in_a_house: Callable[[Scene], None]
) -> None:
    """Table 1 is closed, and the meter it shared has a name of its own. Untouched it may have other terms, whether it
    begins at what it is reset to or above."""
    begins = {"initial": initial, "reset": 1000}

    async def scene(house: House) -> None:
        first = progressive("One", meters={"Progressive": {"rate": "5.1234", **begins}})
        table = await r.opened(house, first, links=LINK)
        other = progressive("Two", meters={"Progressive": {"rate": "9", **begins}})
        assert other_meter_terms(house, other, {}) is None, "it shares nothing"
        assert other_meter_terms(house, other, {"Progressive": "Another"}) is None, "nobody feeds it"
        open_one = other_meter_terms(house, other, LINK)
        assert open_one is not None and open_one.allowed == "the terms of 'One' for this meter"
        await r.done(house.close_table(table, "manager:May", ""))
        assert other_meter_terms(house, other, LINK) is None
        untouched = house.bank.reading(SHARED)
        for reading in (untouched - 1, untouched + 1):
            house.bank.set_reading(SHARED, reading)
            refused = other_meter_terms(house, other, LINK)
            assert refused is not None and refused.given == f"{SHARED}: other rate than at 'One'"
        alike = progressive("Two", meters={"Progressive": {"rate": "5.1234", **begins}})
        assert other_meter_terms(house, alike, LINK) is None

    in_a_house(scene)


def test_only_a_meter_that_changes_binds_to_what_others_have_adopted(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        one = await r.opened(house, progressive("One"), links=LINK)
        await r.opened(house, progressive("Two"), links=LINK)
        assert adopted_elsewhere(house, Feeder.of(one), progressive("One", version=2)) is None, (
            "its meter stays as it is"
        )
        assert adopted_elsewhere(house, Feeder.of(one), progressive("One", version=2, meters=MORE)) is None, (
            "nobody has these"
        )

    in_a_house(scene)


def test_a_table_goes_along_only_with_what_was_approved_and_is_the_same(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        one, two = [await r.opened(house, progressive(name), links=LINK) for name in ("One", "Two")]
        found = await agreed(house, one, progressive("One", version=2, meters=MORE))
        assert not meters_allow(house, Feeder.of(one), found), "the other has nothing of the kind"
        theirs = await asked(house.approvals.propose(two, progressive("Two", version=2, meters=MORE), SUE))
        assert not meters_allow(house, Feeder.of(one), found), "proposed only"
        await asked(house.approvals.withdraw(theirs.id, SUE))
        less = {"Progressive": {**MORE["Progressive"], "rate": "8"}}
        theirs = await agreed(house, two, progressive("Two", version=2, meters=less))
        assert not meters_allow(house, Feeder.of(one), found), "approved, but another rate"
        await asked(house.approvals.withdraw(theirs.id, SUE))
        await agreed(house, two, progressive("Two", version=2, meters=MORE))
        assert meters_allow(house, Feeder.of(one), found)

    in_a_house(scene)


def test_practice_and_real_chips_share_no_meter(in_a_house: Callable[[Scene], None]) -> None:
    async def scene(house: House) -> None:
        await r.opened(house, progressive("One"), links=LINK)
        practice = progressive("Two", practice=True)
        refused = other_chips(house, practice, LINK)
        assert refused is not None and refused.allowed == "a meter of practice chips, or a new name"
        assert other_chips(house, practice, {"Progressive": "New"}) is None
        assert other_chips(house, progressive("Two"), LINK) is None

    in_a_house(scene)


def test_a_table_without_a_meter_links_none() -> None:
    found = unknown_links(r.terms("dragon-poker"), LINK)
    assert found is not None and (found.code, found.allowed) == ("meter", "none: this table has no meter")


@pytest.mark.parametrize(
    ("shared", "code"),
    [("G", ""), ("G" * 64, ""), ("G" * 65, "meter"), ("", "meter"), ("a\nb", "meter"), ("a/b", "meter"), ("12/b", "")],
)
def test_names_for_a_shared_meter(shared: str, code: str) -> None:
    found = unknown_links(progressive("One"), {"Progressive": shared})
    assert (found.code if isinstance(found, Refusal) else "") == code


@pytest.mark.parametrize(("meter", "chain"), [("12/M", 12), ("1/a/b", 1), ("M", None), ("0/M", None), ("12/", None)])
def test_whose_own_a_meter_is(meter: str, chain: int | None) -> None:
    assert owner(meter) == chain


def test_tables_of_other_processes_are_the_open_ones_that_are_not_here(in_a_house: Callable[[Scene], None]) -> None:
    """Table 1 is here. Of the others one shares no meter, one shares it, and one is closed."""

    async def scene(house: House) -> None:
        here = await r.opened(house, progressive("Here"), links=LINK)
        alone = await r.opened(house, progressive("Alone"))
        far = await r.opened(house, progressive("Far"), links=LINK)
        closed = await r.opened(house, progressive("Closed"), links=LINK)
        await r.done(house.close_table(closed, "manager:May", ""))
        found = await house.writer.write(lambda conn: elsewhere(conn, {here.fixed.chain}))
        assert found.chains == {alone.fixed.chain, far.fixed.chain}
        assert [(table.chain, table.name, table.links) for table in found.feeders] == [(far.fixed.chain, "Far", LINK)]

    in_a_house(scene)


def test_a_table_that_has_come_here_is_not_also_elsewhere(in_a_house: Callable[[Scene], None]) -> None:
    """What is known of other processes may be older than what is here: each table feeds a meter once."""

    async def scene(house: House) -> None:
        table = Feeder.of(await r.opened(house, progressive("Here"), links=LINK))
        far = Feeder(table.chain + 1, "Far", table.terms, LINK)
        house.elsewhere = Elsewhere(frozenset({table.chain, far.chain}), (table, far))
        assert [feeder.name for feeder, _ in sharing(house, SHARED)] == ["Here", "Far"]

    in_a_house(scene)
