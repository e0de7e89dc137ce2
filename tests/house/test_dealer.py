"""The automatic dealer, in free time: what is due is done at its pace, bets close, and silence means what the terms
say."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select

import house.running as r
from house.dealing import dealt, decide_all, ready
from house.test_live_tables import agrees
from house.waiting import now, run, until
from pitboss.house.live import dealer as dealing
from pitboss.house.live.dealer import Dealer
from pitboss.house.live.player_requests import ActRequest
from pitboss.house.live.request import Reply, TableRequest
from pitboss.house.live.sheet import clock
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.messages.socket import Clock
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

Scene = Callable[[Coroutine[Any, Any, None]], None]
HOUR = 3_600_000


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Scene:
    return lambda scene: run(scene, monkeypatch)


# --- dealing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", r.GAMES)
def test_a_round_plays_itself_once_everybody_is_ready(game: str, play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, game, "Ann", "Ben")
        async with dealt(table) as watched:
            await r.bet(table, "Ann")
            await r.done(table.say_ready("Ann", 1))
            await asyncio.sleep(10)
            assert not watched.did(a.CloseBets), "Ben is still thinking"
            await r.bet(table, "Ben")
            await r.done(table.say_ready("Ben", 2))
            before = now()
            await asyncio.sleep(0.01)
            assert watched.did(a.CloseBets)
            await decide_all(table, 2)
            await asyncio.sleep(0.01)
            assert now() - before < 1, "at pace 0 nobody waits for the dealer"
        by_software = [act.house for act in watched.acts if not isinstance(act.act, a.PlaceWager | a.Decide)]
        assert set(by_software) == {"automatic"}
        assert table.step_name == "bets"
        agrees(house, table)
        house.close()

    play(scene())


def test_everything_has_its_pause(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "dragon-poker", "Ann")
        async with dealt(table, pace=2, deciding=0) as watched:
            await ready(table, "Ann")
            await until(lambda: r.next_decision(table) is not None)
            await r.done(table.act("player:Ann", a.Decide(1, "play")))
            await until(lambda: table.now.state.round == 2)
        last, paused = 0.0, set()
        for at, body in watched.seen:
            if isinstance(body, b.ActDone):
                if body.house and not isinstance(body.act, a.CloseBets):
                    expected = dealing.PAUSES.get(type(body.act), dealing.OTHERWISE) * 2
                    assert at - last == pytest.approx(expected, abs=0.002), body.act
                    paused.add(type(body.act))
                last = at
        assert {a.DealCards, a.ShowCards, a.SettleHand, a.ClearTable, a.ShuffleCards, a.CutCards, a.OpenRound} <= paused
        house.close()

    play(scene())


def test_what_comes_between_is_not_overtaken(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """Somebody acts while the dealer pauses: he looks again, and takes his pause for what is due now."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "dragon-poker", "Ann")
        async with dealt(table, pace=1) as watched:
            await ready(table, "Ann")
            await asyncio.sleep(0.5)
            assert not watched.did(a.DealCards)
            await r.done(table.act("player:Cal", a.TakeSeat(3, "Cal")))
            await asyncio.sleep(0.8)
            assert not watched.did(a.DealCards)
            await asyncio.sleep(0.2)
            assert watched.did(a.DealCards)
        house.close()

    play(scene())


# --- the betting clock ------------------------------------------------------------------------------------------------


def test_bets_close_when_the_time_since_the_first_wager_is_over(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Ben")
        async with dealt(table, betting=20) as watched:
            await asyncio.sleep(800)
            assert table.step_name == "bets", "no wager, no clock"
            assert clock(table) is None
            begun = now()
            await r.bet(table, "Ann")
            await asyncio.sleep(5)
            assert clock(table) == Clock("bets", 0, 15_000)
            await r.done(table.act("player:Ann", a.PlaceWager(1, "trips", 100)))
            await asyncio.sleep(14.9)
            assert table.step_name == "bets", "a later wager does not move the clock, and it is not over yet"
            await until(lambda: watched.did(a.CloseBets), 0.2)
            assert now() - begun == pytest.approx(20, abs=0.02)
        house.close()

    play(scene())


def test_nobody_waits_for_a_player_who_fell_silent_and_in_the_end_his_seat_is_free(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Ben")
        async with dealt(table, betting=0, deciding=0) as watched:
            assert table.dealer is not None
            table.dealer.gone = 900.0
            await asyncio.sleep(61)
            await r.bet(table, "Ann")
            await r.done(table.say_ready("Ann", 1))
            await until(lambda: watched.did(a.DealCards), 5)
            await r.finish(table)
            assert table.now.state.seats[1].player == "Ben"
            await asyncio.sleep(700)
            assert table.now.state.seats[1].player == "Ben"
            await asyncio.sleep(185)
            assert [seat.player for seat in table.now.state.seats[:2]] == ["Ann", ""]
            await asyncio.sleep(1000)
            assert [seat.player for seat in table.now.state.seats[:2]] == ["", ""]
        house.close()

    play(scene())


def test_a_walk_in_has_as_much_time_as_everybody(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """He never acts himself: what the dealer does for him shows that he is there."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        joe = "walk-in Joe"
        async with dealt(table, betting=0, deciding=0):
            assert table.dealer is not None
            table.dealer.gone = 900.0
            await asyncio.sleep(850)
            await r.done(table.act("dealer:Dora", a.TakeSeat(3, joe)))
            await asyncio.sleep(850)
            assert [table.now.state.seats[n].player for n in (0, 2)] == ["", joe], "Ann has been silent for 1700"
            await r.done(table.act("dealer:Dora", a.PlaceWager(3, "ante", 500)))
            await r.done(table.act("dealer:Dora", a.PlaceWager(3, "ante", 0)))
            await asyncio.sleep(850)
            assert table.now.state.seats[2].player == joe
            await asyncio.sleep(100)
            assert table.now.state.seats[2].player == ""
        house.close()

    play(scene())


def test_without_a_limit_only_the_players_close_the_bets(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Ben")
        async with dealt(table, betting=0, deciding=0) as watched:
            await r.bet(table, "Ann")
            await r.done(table.say_ready("Ann", 1))
            await asyncio.sleep(50)
            assert table.step_name == "bets"
            assert clock(table) is None
            await r.done(table.say_ready("Ben", 2))
            await asyncio.sleep(10_000)
            assert watched.did(a.DealCards)
            assert table.due() is None, "and nobody is hurried in his decision"
            assert clock(table) is None
        house.close()

    play(scene())


def test_bets_that_cannot_be_closed_wait_for_more(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """An ante without its blind: the rules refuse to begin. The dealer asks once, not for ever."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        async with dealt(table, betting=20) as watched:
            with _asked(table) as asked:
                await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 500)))
                await asyncio.sleep(10_000)
            assert asked.count(a.CloseBets) == 1
            assert not watched.did(a.CloseBets)
            await r.done(table.act("player:Ann", a.PlaceWager(1, "blind", 500)))
            await until(lambda: watched.did(a.CloseBets), 21)
        house.close()

    play(scene())


def test_nobody_is_ready_with_half_a_hand(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """Wagers of which no hand can be dealt: the player hears what is missing. Whoever sits out can be ready."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Bob")
        ante, half, blind = a.PlaceWager(1, "ante", 1000), a.PlaceWager(1, "blind", 500), a.PlaceWager(1, "blind", 1000)
        for wager, said in ((ante, "the Blind is missing"), (half, "the Blind must equal the Ante")):
            await r.done(table.act("player:Ann", wager))
            refused = await table.say_ready("Ann", 1)
            assert isinstance(refused, Refusal)
            assert (refused.code, refused.clause[:7]) == ("incomplete", "MA-UTH ")
            assert said in refused.message
        await r.done(table.act("player:Ann", blind))
        await r.done(table.say_ready("Ann", 1))
        await r.done(table.say_ready("Bob", 2))
        assert table.now.ready == {1, 2}
        house.close()

    play(scene())


@contextmanager
def _asked(table: LiveTable) -> Iterator[list[type[a.Action]]]:
    """Everything that is asked of the table, also what it refuses."""
    real, asked = table.ask, list[type[a.Action]]()

    def ask(request: TableRequest, reply: Reply) -> None:
        if isinstance(request, ActRequest):
            asked.append(type(request.action))
        real(request, reply)

    with patch.object(table, "ask", ask):
        yield asked


# --- tables that are dealt otherwise --------------------------------------------------------------------------------


def test_a_table_dealt_by_a_person_is_left_alone(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker", dealer="person")
        async with dealt(table) as watched:
            await asyncio.sleep(1000)
            assert watched.seen == []
            await r.staff(table)  # a person's hands
            await r.seat(table, "Ann")
            await ready(table, "Ann")
            done = len(watched.seen)
            await asyncio.sleep(1000)
            assert len(watched.seen) == done, "not even the bets are closed for him"
            await r.done(table.act("dealer:Dora", a.CloseBets()))
            await r.staff(table)
            await asyncio.sleep(14)
            assert not watched.did(a.Report)
            await asyncio.sleep(1.1)
            assert watched.did(a.Report), "the players' time is watched there too"
            done = len(watched.seen)
            await asyncio.sleep(1000)
            assert len(watched.seen) == done
        house.close()

    play(scene())


@pytest.mark.parametrize("by", ["person", "automatic"])
def test_no_clock_runs_for_whom_a_person_asks(by: str, play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """A walk-in cannot answer faster than his dealer writes. Where software deals, nobody would ever report him."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "dragon-poker", "Ann", dealer=by)
        await r.done(table.act("dealer:Dora", a.TakeSeat(2, "walk-in Joe")))
        await r.bet(table, "Ann")
        for wager in ("ante", "ante_bonus"):
            await r.done(table.act("dealer:Dora", a.PlaceWager(2, wager, 500)))
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        await r.staff(table)
        async with dealt(table, deciding=15) as watched:
            await asyncio.sleep(1)
            assert clock(table) == Clock("decision", 1, 14_000), "hers runs"
            await r.done(table.act("player:Ann", a.Decide(1, "play")))
            await asyncio.sleep(14)
            assert not watched.did(a.Report)
            await asyncio.sleep(1000)
            assert watched.did(a.Report) == (by == "automatic")
            if by == "person":
                assert clock(table) is None
                await r.done(table.act("dealer:Dora", a.Decide(2, "play")))
                assert not any(act.house for act in watched.acts)
        house.close()

    play(scene())


def test_a_table_with_a_shoe_waits_for_its_feed(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", cards="feed")
        async with dealt(table) as watched:
            await ready(table, "Ann")
            await until(lambda: watched.did(a.CloseBets), 1)
            await asyncio.sleep(1000)
            assert not watched.did(a.DealCards)
            assert clock(table) is None
            await r.done(table.act("dealer", a.DealCards(("Ah", "2c", "Kd", "3c")), house="feed", feed=True))
            await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
            await asyncio.sleep(1000)
            for cards in (("4d", "9s", "9h", "Ks"), ("5d", "Ac", "7h")):
                await r.done(table.act("dealer", a.DealCards(cards), house="feed", feed=True))
                await asyncio.sleep(0.01)
            await until(lambda: table.now.state.round == 2, 1)
        assert house.bank.balance("patron:Ann") == 100_000 + 500 + 4 * 500
        house.close()

    play(scene())


def test_nobody_there_nobody_hurries(
    play: Scene, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        looks = [0]
        real = Dealer._next

        async def counted(dealer: Dealer) -> None:
            looks[0] += 1
            await real(dealer)

        monkeypatch.setattr(Dealer, "_next", counted)
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        async with dealt(table) as watched:
            await asyncio.sleep(10)
            assert table.step_name == "bets", "a table that opens is prepared"
            before, done = looks[0], len(watched.seen)
            await asyncio.sleep(3000)
            assert len(watched.seen) == done
            assert looks[0] - before <= 3000 / dealing.LOOK_AGAIN + 1
        house.close()

    play(scene())


# --- the hours of a deck ----------------------------------------------------------------------------------------------


def test_a_deck_is_changed_when_its_hours_are_over(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        times = [r.START]
        house = await r.open_house(sqlite_url, tmp_path, clock=lambda: times[0])
        table = await r.at_table(house, "dragon-poker", "Ann")
        async with dealt(table) as watched:
            times[0] += 8 * HOUR - 1
            await asyncio.sleep(100)
            assert watched.seen == [], "not a moment too early"
            times[0] += 1
            await until(lambda: watched.did(a.RemoveDeck), dealing.LOOK_AGAIN + 1)
            await until(lambda: table.step_name == "bets" and table.now.state.decks[0].stage == "ready", 5)
            assert [body.ending for _, body in watched.seen if isinstance(body, b.Reveal)] == ["voided"]
            await ready(table, "Ann")
            await until(lambda: watched.did(a.DealCards), 1)
            times[0] += 9 * HOUR
            await decide_all(table, 2)
            removed = [act for act in watched.acts if isinstance(act.act, a.RemoveDeck)]
            assert len(removed) == 2, "a round that was begun is finished with its deck, then it goes"
        agrees(house, table)
        house.close()

    play(scene())


# --- stopping in the middle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [a.CloseBets, a.DealCards, a.Decide, a.ShowCards, a.SettleHand, a.ClearTable])
def test_a_dealer_who_is_stopped_is_followed_by_another(
    stop: type[a.Action], play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    """The house stops right after an act; the round that another dealer finishes is the round that would have been."""

    async def round_of(url: str, stopped: bool) -> list[bytes]:
        house = await r.open_house(url, tmp_path, clock=lambda: r.START)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Ben")
        async with dealt(table, pace=1) as watched:
            await ready(table, "Ann", "Ben")
            while stopped and not watched.did(stop):
                act = r.next_decision(table)
                if act is not None:
                    await r.done(table.act(*act))
                await asyncio.sleep(0.01)
            if not stopped:
                await decide_all(table, 2)
        if stopped:
            first = table.now.shuffles + 1
            house.close()
            house = await r.open_house(url, tmp_path, first=first, clock=lambda: r.START)
            table = house.tables[1]
            async with dealt(table, pace=1):
                await decide_all(table, 2)
        with house.engine.connect() as conn:
            row = schema.trail.c
            found = conn.execute(select(row.hash).where(row.chain == 1).order_by(row.number)).scalars().all()
        agrees(house, table)
        house.close()
        return [bytes(each) for each in found]

    async def scene() -> None:
        other = sqlite_url.replace("house.db", "other.db")
        assert await round_of(sqlite_url, False) == await round_of(other, True)

    play(scene())


def test_a_dealer_goes_when_the_table_closes(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        dealer = Dealer(table, pace=0, betting=20, deciding=15)
        task = asyncio.create_task(dealer.run())
        await asyncio.sleep(10)
        await r.done(house.close_table(table, "manager:May", "the night is over"))
        await asyncio.wait_for(task, 1)
        assert house.bank.balance("inventory:1") == 0
        house.close()

    play(scene())
