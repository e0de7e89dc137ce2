"""What a player had before and after a round: by the books, whatever else he did meanwhile and at however many
positions he played. Every amount is worked out by hand from what he brought."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import house.running as r
from pitboss.cli.audit_words import print_recall
from pitboss.house.audit.recall import PatronRecall, Recall, recall
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.table import actions as a

FLO = "floorperson:Flo"
Scene = Callable[[House, LiveTable], Awaitable[None]]


def after(url: str, folder: Path, scene: Scene) -> Recall:
    """The first round of the first table as it is recalled when the scene is over."""

    async def whole() -> Recall:
        house = await r.open_house(url, folder)
        table = await r.opened(house, r.terms("dragon-poker", positions_per_player=2))
        await r.staff(table)  # the round is open, and nobody is there yet
        await scene(house, table)
        with house.engine.connect() as conn:
            told = recall(conn, table.fixed.chain, 1)
        house.close()
        return told

    return asyncio.run(whole())


async def sits(table: LiveTable, player: str, *seats: int) -> None:
    for number in seats:
        await r.done(table.act(f"player:{player}", a.TakeSeat(number, player)))


async def wagers(table: LiveTable, player: str, seat: int, cents: int = 1000) -> None:
    for wager in ("ante", "ante_bonus"):
        await r.done(table.act(f"player:{player}", a.PlaceWager(seat, wager, cents)))


async def plays_out(table: LiveTable) -> None:
    await r.done(table.act("dealer", a.CloseBets()))
    await r.finish(table)


def figures(each: PatronRecall) -> tuple[int | None, int | None]:
    return each.before, each.elsewhere


def adds_up(told: Recall, player: str) -> None:
    """What was there, the round at all positions, and the rest."""
    mine = [each for each in told.players if each.player == player]
    for each in mine:
        assert each.before is not None and each.elsewhere is not None
        won = sum(hand.returned - hand.wagered for hand in mine)
        assert each.after == each.before + won + each.elsewhere


def test_who_comes_when_the_round_is_open_already(store_url: str, tmp_path: Path) -> None:
    """Bought in after the round was opened, before any wager: that is what he had before."""

    async def scene(house: House, table: LiveTable) -> None:
        await house.cage.buy_in("Ann", 50_000, FLO)
        await sits(table, "Ann", 1)
        await wagers(table, "Ann", 1)
        await plays_out(table)

    told = after(store_url, tmp_path, scene)
    assert [figures(each) for each in told.players] == [(50_000, 0)]
    adds_up(told, "Ann")


def test_bought_in_and_cashed_out_between_wager_and_end(store_url: str, tmp_path: Path) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        await house.cage.buy_in("Ann", 50_000, FLO)
        await sits(table, "Ann", 1)
        await wagers(table, "Ann", 1)
        await house.cage.buy_in("Ann", 7_000, FLO)
        await r.done(table.act("dealer", a.CloseBets()))
        await house.cage.cash_out("Ann", 2_500, FLO)
        await r.finish(table)
        await house.cage.buy_in("Ann", 99_000, FLO)  # when it was over: no part of it

    told = after(store_url, tmp_path, scene)
    assert [figures(each) for each in told.players] == [(50_000, 4_500)]
    adds_up(told, "Ann")


def test_two_positions_have_one_balance(store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first wager at either of them counts, the money that came between the two does not; the words say it once."""

    async def scene(house: House, table: LiveTable) -> None:
        await house.cage.buy_in("Ann", 50_000, FLO)
        await sits(table, "Ann", 1, 2)
        await wagers(table, "Ann", 2, 2000)
        await house.cage.buy_in("Ann", 300, FLO)
        await wagers(table, "Ann", 1, 1000)
        await plays_out(table)

    told = after(store_url, tmp_path, scene)
    one, two = told.players
    assert (one.seat, two.seat) == (1, 2)
    assert figures(one) == figures(two) == (50_000, 300) and one.after == two.after
    adds_up(told, "Ann")
    print_recall(told)
    said = capsys.readouterr().out.replace("\n", " ")
    assert said.count("Ann had $500 before and ") == 1 and said.count("; $3 came from elsewhere meanwhile.") == 1
    assert "Position 1, Ann: wagered $" in said and "Position 2, Ann: wagered $" in said


def test_chips_played_at_another_table_meanwhile(store_url: str, tmp_path: Path) -> None:
    """A wager that lies elsewhere is no part of what he has after this round."""

    async def scene(house: House, table: LiveTable) -> None:
        await house.cage.buy_in("Ann", 50_000, FLO)
        await sits(table, "Ann", 1)
        await wagers(table, "Ann", 1)
        other = await r.opened(house, r.terms("dragon-poker", table="Other"))
        await r.staff(other)
        await sits(other, "Ann", 1)
        await wagers(other, "Ann", 1, 1500)
        await plays_out(table)

    told = after(store_url, tmp_path, scene)
    assert [figures(each) for each in told.players] == [(50_000, -3_000)]
    adds_up(told, "Ann")
