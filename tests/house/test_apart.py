"""Chips of guests and of patrons never meet: practice tables and tables of real chips have accounts of their own, no
meter, pool or reserve belongs to both, and nothing moves from one to the other."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from house.test_live_tables import books
from house.test_meters import ROYAL, Decks, at_decision, decks, learn, paid, progressive
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.money.books import post
from pitboss.house.money.entries import Posting
from pitboss.house.money.reserves import ReserveMove
from pitboss.house.people import accounts
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

FLO, SUE, MAY = "floorperson:Flo", "supervisor:Sue", "manager:May"
Scene = Callable[[House], Awaitable[None]]

__all__ = ["decks"]


def in_a_house(url: str, folder: Path, scene: Scene) -> None:
    async def whole() -> None:
        house = await r.open_house(url, folder)
        await scene(house)
        books(house.engine)
        house.close()

    asyncio.run(whole())


def refused(answer: Any, code: str = "practice") -> Refusal:
    assert isinstance(answer, Refusal), answer
    assert answer.code == code, answer
    assert answer.message and answer.given and answer.allowed, "what was wrong, what was given, what is allowed"
    return answer


def real(house: House) -> dict[str, int]:
    """The books of real chips."""
    return {name: cents for name, cents in books(house.engine).items() if not name.startswith("practice/") and cents}


async def guest(house: House, name: str) -> None:
    await house.writer.write(lambda conn: accounts.create_guest(conn, name, house.clock()))


# --- accounts ---------------------------------------------------------------------------------------------------------


def test_a_practice_table_moves_practice_chips_alone(store_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        before = real(house)
        table = await r.at_table(house, r.terms("let-it-ride", practice=True), "Gil", "Gus")
        for _ in range(3):
            await r.play_round(table, "Gil", "Gus")
        await r.done(table.chips(700, FLO, "more"))
        await r.done(table.chips(-300, FLO, "less"))
        found = books(house.engine)
        assert real(house) == before == {"cage": house.settings.capital, "outside": -house.settings.capital}
        practice = {name.removeprefix("practice/") for name in found if name.startswith("practice/")}
        assert practice == {
            "cage", "outside", "inventory:1", "layout:1", "patron:Gil", "patron:Gus", "pool:1/Progressive"
        }  # fmt: skip
        gained = [seat.net for seat in table.now.state.seats[:2]]
        assert [found[f"practice/patron:{name}"] - 100_000 for name in ("Gil", "Gus")] == gained
        assert table.inventory == found["practice/inventory:1"] > 0
        for seat, name in ((1, "Gil"), (2, "Gus")):
            await r.done(table.act(f"player:{name}", a.LeaveSeat(seat)))
        await r.staff(table)
        await r.done(house.close_table(table, MAY, "closed"))
        assert real(house) == before
        assert books(house.engine)["practice/inventory:1"] == 0, "what is left goes back to the practice cage"

    in_a_house(store_url, tmp_path, scene)


def test_the_first_practice_table_brings_its_chips_along_and_the_next_ones_find_them(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def scene(house: House) -> None:
        given, float_ = house.settings.capital, house.settings.table_float
        for number, game in enumerate(("dragon-poker", "top-five-poker"), start=1):
            await r.opened(house, r.terms(game, practice=True))
            found = books(house.engine)
            assert found["practice/outside"] == -given
            assert found["practice/cage"] == given - number * float_

    in_a_house(sqlite_url, tmp_path, scene)


def test_real_chips_are_not_wagered_at_a_practice_table_nor_practice_chips_elsewhere(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def scene(house: House) -> None:
        await house.cage.buy_in("Ann", 50_000, FLO)
        await house.cage.practise("Gil", 50_000, "house")
        for game, practice, name in (("dragon-poker", True, "Ann"), ("top-five-poker", False, "Gil")):
            table = await r.opened(house, r.terms(game, practice=practice))
            await r.staff(table)
            await r.done(table.act(f"player:{name}", a.TakeSeat(1, name)))
            wager = a.PlaceWager(1, "ante", 500)
            short = refused(await table.act(f"player:{name}", wager), "funds")
            assert (short.given, short.allowed) == ("$5", "up to $0")
            await (house.cage.practise if practice else house.cage.buy_in)(name, 600, FLO)
            await r.done(table.act(f"player:{name}", wager))
        found = books(house.engine)
        assert (found["patron:Ann"], found["practice/patron:Ann"]) == (50_000, 100)
        assert (found["patron:Gil"], found["practice/patron:Gil"]) == (100, 50_000)

    in_a_house(sqlite_url, tmp_path, scene)


def test_a_restart_finds_the_same_accounts(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms("let-it-ride", practice=True), "Gil")
        await r.play_round(table, "Gil")
        await r.bet(table, "Gil")
        before, first, clock = books(house.engine), table.now.shuffles + 1, house.clock
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=first, clock=clock)
        assert house.tables[1].now.practice
        assert books(house.engine) == before
        await r.done(house.tables[1].act("dealer", a.CloseBets()))
        await r.finish(house.tables[1])
        assert books(house.engine)["practice/layout:1"] == 0
        house.close()

    asyncio.run(scene())


def test_no_change_writes_both_kinds(sqlite_url: str, tmp_path: Path) -> None:
    """Whatever somebody programs later: the books themselves do not take it."""

    async def scene(house: House) -> None:
        before = books(house.engine)
        lines = [(1, Posting("practice/cage", -5, "x")), (1, Posting("patron:Ann", 5, "x"))]

        def write(conn: Any) -> None:
            post(conn, conn.connection.cursor(), 0, lines)

        with pytest.raises(AssertionError, match="no change moves both real chips and practice chips"):
            await house.writer.write(write)
        assert books(house.engine) == before

    in_a_house(sqlite_url, tmp_path, scene)


# --- meters, pools, reserves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [True, False], ids=["practice first", "real first"])
def test_meters_of_practice_tables_and_of_others_are_not_linked(first: bool, store_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        links = {"Progressive": "Grand"}
        await r.opened(house, progressive("One", practice=first), links=links)
        if first:  # the chips for practice tables are there before anything is refused
            await r.opened(house, progressive("Other", practice=True))
        before = books(house.engine)
        said = refused(await house.open_table(progressive("Two", practice=not first), links=links))
        assert said.given == "Grand"
        assert said.allowed == f"a meter of {'real' if first else 'practice'} chips, or a new name"
        assert books(house.engine) == before and "Two" not in [t.fixed.name for t in house.tables.values()]
        assert isinstance(await house.open_table(progressive("Three", practice=first), links=links), LiveTable)

    in_a_house(store_url, tmp_path, scene)


@pytest.mark.parametrize("first", [True, False], ids=["practice first", "real first"])
def test_the_meter_of_a_closed_table_goes_only_to_one_of_its_kind(first: bool, sqlite_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, progressive("One", practice=first))
        await at_decision(table, "Ann")
        await r.finish(table)
        await r.done(table.act("player:Ann", a.LeaveSeat(1)))
        await r.staff(table)
        await r.done(house.close_table(table, MAY, "closed"))
        links, pool = {"Progressive": "1/Progressive"}, f"{'practice/' * first}pool:1/Progressive"
        before = books(house.engine)
        assert before[pool] == 100_005
        said = refused(await house.open_table(progressive("Two", practice=not first), links=links))
        assert said.given == "1/Progressive"
        assert books(house.engine) == before
        taken = await r.opened(house, progressive("Three", practice=first), links=links)
        assert taken.readings() == (("Progressive", 100_005_123_400),)
        assert books(house.engine)[pool] == 100_005

    in_a_house(sqlite_url, tmp_path, scene)


def test_a_hit_at_a_practice_table_is_paid_and_reset_with_practice_chips(
    decks: Decks, sqlite_url: str, tmp_path: Path
) -> None:
    """As it was found: a guest hit a meter, got $1,000.05, and the cage of real chips put up the next thousand."""

    async def scene(house: House) -> None:
        await learn(house, decks, progressive("Trial", practice=True))
        decks.hands["Two"] = ROYAL
        before = real(house)
        table = await r.opened(house, progressive("Two", practice=True))
        wish = await house.reserves.propose("practice/cage", "practice/reserve:2/Progressive", 40_000, SUE, "a reset")
        assert isinstance(wish, ReserveMove) and isinstance(await house.reserves.approve(wish.id, MAY), int)
        cage = house.bank.balance("practice/cage")
        await at_decision(table, "Gil")
        await r.finish(table)
        assert paid(table, house) == [100_005]
        found = books(house.engine)
        assert found["practice/pool:2/Progressive"] == 100_000
        assert found["practice/reserve:2/Progressive"] == 0, "first what is set aside"
        assert cage - found["practice/cage"] == 60_000, "then the cage of practice chips"
        assert real(house) == before

    in_a_house(sqlite_url, tmp_path, scene)


@pytest.mark.parametrize(
    ("giver", "taker"),
    [
        ("cage", "reserve:1/Progressive"), ("cage", "practice/reserve:1/Progressive"),
        ("practice/cage", "reserve:2/Progressive"), ("practice/cage", "practice/reserve:2/Progressive"),
        ("reserve:2/Progressive", "practice/reserve:1/Progressive"),
        ("practice/reserve:1/Progressive", "reserve:2/Progressive"), ("practice/reserve:1/Progressive", "cage"),
    ],
)  # fmt: skip
def test_reserves_do_not_move_between_the_kinds(giver: str, taker: str, sqlite_url: str, tmp_path: Path) -> None:
    """Table 1 is for practice, table 2 is not."""

    async def scene(house: House) -> None:
        await r.opened(house, progressive("One", practice=True))
        await r.opened(house, progressive("Two"))
        before = books(house.engine)
        refused(await house.reserves.propose(giver, taker, 700, SUE, "for a reset"))
        assert await house.reserves.waiting() == [] and books(house.engine) == before

    in_a_house(sqlite_url, tmp_path, scene)


# --- the cage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("giver", "taker"),
    [
        ("practice/patron:Gil", "patron:Ann"), ("patron:Ann", "practice/patron:Gil"), ("practice/cage", "cage"),
        ("cage", "practice/patron:Ann"), ("practice/patron:Ann", "practice/patron:Gil"),
        ("practice/cage", "practice/patron:Ann"),
    ],
)  # fmt: skip
def test_practice_chips_are_not_transferred(giver: str, taker: str, sqlite_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.cage.buy_in("Ann", 1000, FLO)
        for name in ("Ann", "Gil"):
            await house.cage.practise(name, 1000, "house")
        before = books(house.engine)
        said = refused(await house.cage.transfer(giver, taker, 5, SUE, "a favour"))
        assert said.allowed == "cage, patron:NAME"
        refused(await house.cage.move("transfer", "practice/patron:Gil", "patron:Ann", 5, SUE, "", None))
        assert books(house.engine) == before

    in_a_house(sqlite_url, tmp_path, scene)


def test_a_guest_has_no_real_chips(store_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await guest(house, "Gil")
        await house.cage.practise("Gil", 1000, "house")
        await house.cage.buy_in("Ann", 1000, FLO)
        before = books(house.engine)
        for answer in (
            house.cage.buy_in("Gil", 5, FLO), house.cage.cash_out("Gil", 5, FLO),
            house.cage.transfer("patron:Ann", "patron:Gil", 5, SUE, "a gift"),
            house.cage.transfer("patron:Gil", "cage", 5, SUE, "a gift"),
        ):  # fmt: skip
            said = refused(await answer, "guest")
            assert (said.given, said.allowed) == ("Gil", "an account")
        assert books(house.engine) == before

    in_a_house(store_url, tmp_path, scene)


# --- for good ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("practice", [True, False])
def test_a_table_stays_what_it_is(practice: bool, sqlite_url: str, tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        table = await r.opened(house, r.terms("let-it-ride", practice=practice))
        other = r.terms("let-it-ride", practice=not practice, version=2)
        said = refused(await house.approvals.propose(table, other, SUE))
        assert said.allowed == "a new table under another name"
        assert house.approvals.of(1) == []
        assert not isinstance(
            await house.approvals.propose(table, r.terms("let-it-ride", practice=practice, version=2), SUE), Refusal
        )

    in_a_house(sqlite_url, tmp_path, scene)
