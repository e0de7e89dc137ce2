"""Whose silence costs something, and whose seat becomes free, in free time: nobody hurries who plays alone with
practice chips, and who has closed the page gives his seat to somebody else."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from house.dealing import Watched, dealt, ready
from house.server_support import served
from house.server_support import until as wait
from house.waiting import now, run, until
from pitboss.house.live.dealer import GONE, Dealer
from pitboss.house.live.sheet import clock, told
from pitboss.house.live.table import LiveTable
from pitboss.house.trail.bodies import ActDone
from pitboss.messages.socket import Clock
from pitboss.table import actions as a
from pitboss.table import events as e

Scene = Callable[[Coroutine[Any, Any, None]], None]
GAME = "ultimate-texas-holdem"
PRACTICE = r.terms(GAME, practice=True)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Scene:
    return lambda scene: run(scene, monkeypatch)


def sitting(table: LiveTable) -> list[str]:
    return [seat.player for seat in table.now.state.seats if seat.player]


def patient(watched: Watched, unseen: float = 0.0) -> None:
    watched.dealer.patient, watched.dealer.unseen = True, unseen


# --- no clock for somebody alone --------------------------------------------------------------------------------------


def test_who_plays_alone_has_all_the_time_until_somebody_sits_down(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE, "Ann")
        table.presence.came("Ann")
        async with dealt(table, deciding=15) as watched:
            patient(watched)
            await r.bet(table, "Ann")
            await asyncio.sleep(800)
            assert table.step_name == "bets" and clock(table) is None, "she has not said that she is ready"
            await r.done(table.say_ready("Ann", 1))
            await until(lambda: table.due() is None)
            await asyncio.sleep(5000)
            assert clock(table) is None and not watched.did(a.Report)
            await r.done(house.cage.practise("Ben", 100_000, "floorperson:Flo"))
            await r.done(table.act("player:Ben", a.TakeSeat(4, "Ben")))
            begun = now()
            assert clock(table) == Clock("decision", 1, 15_000), "now somebody waits, and she has her whole time"
            await asyncio.sleep(begun + 14.98 - now())
            assert not watched.did(a.Report)
            await until(lambda: watched.did(a.Report), 0.05)
        house.close()

    play(scene())


@pytest.mark.parametrize("why", ["real chips", "the operator wants it", "two players", "the page was closed"])
def test_otherwise_the_clock_of_decisions_runs(why: str, play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        players = ("Ann", "Ben") if why == "two players" else ("Ann",)
        table = await r.at_table(house, r.terms(GAME) if why == "real chips" else PRACTICE, *players)
        table.presence.came("Ann")
        async with dealt(table, deciding=15) as watched:
            watched.dealer.patient = why != "the operator wants it"
            await ready(table, *players)
            await until(lambda: table.due() is None)
            if why == "the page was closed":
                assert clock(table) is None
                table.page_closed("Ann")
                await asyncio.sleep(GONE - 1)
                assert clock(table) is None and not watched.did(a.Report)
                took = await until(lambda: watched.did(a.Report))
                assert 15 <= took <= 15 + 31, "as long as she has for a decision, from when the house looks again"
            else:
                found = clock(table)
                assert found is not None
                assert (found.what, found.seat) == ("decision", 1) and 14_900 < found.ms <= 15_000
                await asyncio.sleep(15.01)
                assert watched.did(a.Report)
        house.close()

    play(scene())


# --- seats whose players have closed the page -------------------------------------------------------------------------


def freed(watched: Watched) -> list[ActDone]:
    return [act for act in watched.acts if isinstance(act.act, a.LeaveSeat)]


def test_who_closes_the_page_is_stood_up_after_the_time_that_is_set(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE, "Ann", "Ben", "Cara")
        async with dealt(table) as watched:
            patient(watched, 120.0)
            for player in ("Ann", "Ben", "Ben", "Cara"):
                table.presence.came(player)
            await asyncio.sleep(50)
            closed = now()
            for player in ("Ann", "Ben", "Cara"):
                table.page_closed(player)
            await asyncio.sleep(100)
            table.presence.came("Cara")
            await asyncio.sleep(closed + 119.9 - now())
            assert sitting(table) == ["Ann", "Ben", "Cara"], "a moment is left"
            await asyncio.sleep(0.2)
            assert sitting(table) == ["Ben", "Cara"], "Ben has another page open, Cara came back"
            (act,) = freed(watched)
            assert (act.act, act.house) == (a.LeaveSeat(1), "absent")
            assert [each.told.event for each in told(act)] == ["SeatLeft"], "nobody's time ran out"
            await asyncio.sleep(5000)
            assert sitting(table) == ["Ben", "Cara"]
            table.page_closed("Ben")
            await asyncio.sleep(120.1)
            assert sitting(table) == ["Cara"]
        house.close()

    play(scene())


def test_wagers_keep_a_seat_until_the_round_is_over(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE, "Ann", "Ben")
        async with dealt(table, betting=0, deciding=0) as watched:
            watched.dealer.unseen = 120.0
            for player in ("Ann", "Ben"):
                table.presence.came(player)
            await r.bet(table, "Ann")
            table.page_closed("Ann")
            await asyncio.sleep(600)
            assert sitting(table) == ["Ann", "Ben"], "her chips lie there"
            await r.bet(table, "Ben")
            for number, player in ((1, "Ann"), (2, "Ben")):
                await r.done(table.say_ready(player, number))
            await until(lambda: table.due() is None)
            await asyncio.sleep(600)
            assert sitting(table) == ["Ann", "Ben"], "she is in the hand"
            await r.finish(table)
            took = await until(lambda: sitting(table) == ["Ben"], 200)
            assert 100 <= took <= 151, "from the last that was heard of her"
        house.close()

    play(scene())


@pytest.mark.parametrize(("seconds", "player"), [(0.0, "Ann"), (120.0, "walk-in Joe")])
def test_never_where_it_is_not_set_and_never_a_walk_in(
    seconds: float, player: str, play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE)
        async with dealt(table) as watched:
            patient(watched, seconds)
            who = "dealer:Dora" if player.startswith("walk-in") else f"player:{player}"
            await r.done(table.act(who, a.TakeSeat(3, player)))
            table.presence.came("Ann")
            table.page_closed("Ann")
            await asyncio.sleep(5000)
            assert sitting(table) == [player]
        house.close()

    play(scene())


def test_also_where_a_person_deals_and_after_a_start_in_which_nobody_came(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    """Who never opened a page is counted from the last that was heard of him, or from the start of the house."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, PRACTICE, dealer="person")
        await r.seat(table, "Ann")
        async with dealt(table) as watched:
            watched.dealer.unseen = 120.0
            await asyncio.sleep(119)
            assert sitting(table) == ["Ann"]
            await asyncio.sleep(32)
            assert sitting(table) == []
            assert [type(event) for act in freed(watched) for event in act.events] == [e.SeatLeft]
        house.close()

    play(scene())


def test_six_visits_do_not_fill_a_table_for_ever(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE)
        names = [f"Guest {seat.number}" for seat in table.now.state.seats]
        await r.seat(table, *names)
        async with dealt(table) as watched:
            patient(watched, 120.0)
            for player in names:
                table.presence.came(player)
                table.page_closed(player)
            assert len(sitting(table)) == len(table.now.state.seats)
            await asyncio.sleep(120.1)
            assert sitting(table) == []
        house.close()

    play(scene())


def test_who_looks_on_alone_keeps_his_seat_and_others_do_not(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """A quarter of an hour of silence costs the seat where somebody else plays, as before."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE, "Ann")
        table.presence.came("Ann")
        async with dealt(table) as watched:
            patient(watched, 120.0)
            watched.dealer.gone = GONE
            await asyncio.sleep(3 * GONE)
            assert sitting(table) == ["Ann"]
            await r.done(house.cage.practise("Ben", 100_000, "floorperson:Flo"))
            await r.done(table.act("player:Ben", a.TakeSeat(4, "Ben")))
            table.presence.came("Ben")
            await until(lambda: sitting(table) == ["Ben"], 31)
            assert [act.house for act in freed(watched)] == ["clock"]
        house.close()

    play(scene())


@pytest.mark.parametrize("comes", [True, False])
def test_who_comes_back_in_the_last_moment_keeps_his_seat(
    comes: bool, play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    """His page is open again when the turn of the house comes, which waits behind somebody else's act."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, PRACTICE, "Ann")
        dealer = Dealer(table, pace=0, betting=20, deciding=15)
        dealer.unseen = 120.0
        await asyncio.sleep(121)
        before = table.chips(100, "floorperson:Flo", "chips")
        leaving = asyncio.create_task(dealer._free_a_seat())
        await asyncio.sleep(0)
        if comes:
            table.presence.came("Ann")
        await r.done(before)
        await leaving
        assert sitting(table) == (["Ann"] if comes else [])
        house.close()

    play(scene())


# --- over real sockets ------------------------------------------------------------------------------------------------


def test_the_last_socket_that_is_closed_is_the_page(tmp_path: Path) -> None:
    """Ann has two open and closes one, Ben closes his only one; the staff see whose page is closed."""
    with served(tmp_path, seat_seconds=0.3) as server:
        fay = server.staff("Fay", "floorperson")
        ann, ben = server.guest(), server.guest()
        table = server.running.house.tables[1]

        def absent() -> list[int]:
            found: list[int] = fay.ask("GET", "/api/v1/tables/1/work")["absent"]
            return found

        with ann.watch(1) as first:
            first.sit(2)
            with ann.watch(1), ben.watch(1) as other:
                other.sit(5)
                assert absent() == []
            wait(lambda: sitting(table) == [ann.handle])
            assert absent() == [], "one of hers is still open"
            first.ping()
        wait(lambda: sitting(table) == [])
