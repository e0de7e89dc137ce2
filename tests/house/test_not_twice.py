"""What the faults of a hurry would spend twice or leave behind: a reserve that two hits of one run draw on, a
table that closes over wagers, chips under a lammer when a house parts play money from real chips."""

import asyncio
from pathlib import Path

import pytest

import house.running as r
from house.test_live_tables import agrees
from house.test_meters import TWO, Decks, _lettered, at_decision, log, to_settlement
from pitboss.house.live import separation
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


@pytest.fixture
def decks(monkeypatch: pytest.MonkeyPatch) -> Decks:
    return Decks(monkeypatch)


@pytest.mark.parametrize("run", [False, True])
def test_two_hits_do_not_spend_a_reserve_twice(run: bool, decks: Decks, sqlite_url: str, tmp_path: Path) -> None:
    """A straight flush takes all of the Minor Progressive, which begins again at $250. The reserve has $300: all of the
    first reset and $50 of the second, and the cage bears $200, whether the staff do one act or all of them at once."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        trial = await r.opened(house, _lettered("Trial", "D", TWO))
        await at_decision(trial, "Una", "Vic")
        state, order = trial.now.state, trial.now.packs[1].order
        cards = (*state.seats[0].cards, *state.seats[1].cards, *state.community)
        decks.places = tuple(order.index(card) for card in cards)
        await r.finish(trial)
        decks.hands["Two"] = ("Qh", "Jh", "Th", "7h", "6h", "5h", "9h", "8h")
        table = await r.opened(house, _lettered("Two", "D", TWO))
        reserve = "reserve:2/Minor Progressive"
        await r.set_aside(house, "2/Minor Progressive", 30_000)
        await at_decision(table, "Ann", "Ben")
        await to_settlement(table)
        cage = house.bank.balance("cage")
        while table.step_name == "settle":
            await r.done(table.perform(run=run))
        hits = [row for row in log(house, "2/Minor Progressive") if row.what == "hit"]
        assert [(row.amount // MICRO, row.added // MICRO) for row in hits] == [(25_002, 25_000), (25_000, 25_000)]
        assert (house.bank.balance(reserve), cage - house.bank.balance("cage")) == (0, 20_000)
        agrees(house, table)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("seat", [1, 2, 6])
def test_a_table_does_not_close_over_wagers_wherever_they_lie(seat: int, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem")
        assert isinstance(await house.cage.buy_in("Ann", 100_000, "floorperson:Flo"), int)
        await r.done(table.act("player:Ann", a.TakeSeat(seat, "Ann")))
        await r.done(table.act("player:Ann", a.PlaceWager(seat, "ante", 1000)))
        before = table.now
        answer = await house.close_table(table, "manager:Max", "the night is over")
        assert isinstance(answer, Refusal) and answer.code == "in_round" and table.now == before
        await r.done(table.act("player:Ann", a.PlaceWager(seat, "ante", 0)))
        await r.done(house.close_table(table, "manager:Max", "the night is over"))
        assert not table.open
        house.close()

    asyncio.run(scene())


def test_chips_under_a_lammer_are_wagered_too_when_chips_part(sqlite_url: str, tmp_path: Path) -> None:
    """Ann has $5 on each of three bets, and her dollar for the progressive was collected for a lammer: $16 may still
    come back to her. A guest's chips are no real ones."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, _lettered("One", "D", TWO))
        await at_decision(table, "Ann", "Gil")
        seats = table.now.state.seats
        assert [(sum(seat.stakes), sum(seat.taken)) for seat in seats[:2]] == [(1500, 100)] * 2
        before = separation._Before(frozenset({"Gil"}), 0, frozenset())
        assert separation._wagered(before, [table]) == [("Ann", 1600)]
        house.close()

    asyncio.run(scene())
