"""The clock of the automatic dealer, in free time: silence means what the terms say, and a store in trouble loses
nothing."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from sqlalchemy import select

import house.running as r
from house.dealing import dealt, ready
from house.planting import no_space, nothing_kept
from house.test_live_tables import agrees
from house.waiting import now, run, until
from pitboss.house.live import dealer as dealing
from pitboss.house.live.sheet import clock, told
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.messages.socket import Speed
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from pitboss.table.views import Told

Scene = Callable[[Coroutine[Any, Any, None]], None]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Scene:
    return lambda scene: run(scene, monkeypatch)


# --- how quickly one is dealt to --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "speed", "factor"),
    [(("Ann",), "quick", 0.4), (("Ann",), "slow", 1.6), (("Ann",), "usual", 1), (("Ann", "Ben"), "quick", 1)],
)
def test_who_plays_alone_is_dealt_to_as_quickly_as_he_likes(
    players: tuple[str, ...], speed: Speed, factor: float, play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "dragon-poker", *players)
        table.presence.wants("Ann", speed)
        async with dealt(table, pace=1, deciding=0) as watched:
            await ready(table, *players)
            await until(lambda: table.due() is None)
        times = {type(body.act): at for at, body in watched.seen if isinstance(body, b.ActDone)}
        before = next(
            at for at, body in reversed(watched.seen) if isinstance(body, b.ActDone) and at < times[a.DealCards]
        )
        assert times[a.DealCards] - before == pytest.approx(0.9 * factor, abs=0.002)
        house.close()

    play(scene())


# --- the decision clock -----------------------------------------------------------------------------------------------

SILENCE = [
    (game, reading)
    for game in r.GAMES
    for reading in ("played_out", "losing", "ask")
    if game != "ultimate-texas-holdem" or reading == "played_out"
]


@pytest.mark.parametrize(("game", "reading"), SILENCE)
def test_silence_is_decided_by_the_terms(game: str, reading: str, play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        given = {} if game == "ultimate-texas-holdem" else {"readings": {"player_left_default": reading}}
        table = await r.at_table(house, r.terms(game, **given), "Ann")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann")
            staked = 100_000 - house.bank.balance("patron:Ann")
            await until(lambda: table.due() is None)
            begun = watched.seen[-1][0]
            found = clock(table)
            assert found is not None
            assert (found.what, found.seat) == ("decision", 1)
            assert 14_900 < found.ms <= 15_000
            await asyncio.sleep(begun + 14.98 - now())
            assert not watched.did(a.Report), "he still has a moment"
            await until(lambda: watched.did(a.Report), 0.05)
            report = next(act for act in watched.acts if isinstance(act.act, a.Report))
            assert isinstance(report.act, a.Report)
            said = replace(report.act, meters=())  # what they read is brought by the house
            assert (said, report.house) == (a.Report("player_left", seat=1), "clock")
            assert told(report)[0].told == Told("HouseDecided", {"reason": "clock"})
            if reading == "ask":
                await asyncio.sleep(dealing.RULING - 1)
                assert table.now.state.matters, "a floorperson has to say what it means"
                assert [type(x) for x in report.events] == [e.Irregularity, e.MatterRaised]
                await r.done(table.act("floorperson:Flo", a.Rule("player_left", "losing", 1)))
            await until(lambda: table.now.state.round == 2)
        away = [x for act in watched.acts for x in act.events if isinstance(x, e.PlayerAway)]
        assert [x.ruling for x in away] == ["losing" if reading == "ask" else reading]
        lost = 100_000 - house.bank.balance("patron:Ann")
        if reading != "played_out":
            assert lost == staked, "everything on the layout is lost"
        elif game != "let-it-ride":
            assert lost == staked, "who does not stay folds in the end"
        else:
            paid = [x for act in watched.acts for x in act.events if isinstance(x, e.WagerSettled)]
            assert {x.wager for x in paid} >= {"bet_1", "bet_2", "bet_3"}, "his bets ride"
        with house.engine.connect() as conn:
            row = schema.trail.c
            rows = conn.execute(select(row.by, row.body).where(row.chain == 1, row.kind == "act")).all()
        by_clock = [found.by for found in rows if b'"house":"clock"' in bytes(found.body)]
        assert by_clock == ["floorperson"]
        agrees(house, table)
        house.close()

    play(scene())


@pytest.mark.parametrize("game", r.GAMES)
def test_a_decision_on_its_way_to_the_store_is_in_time(game: str, play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """The clock runs out while the decision is being kept: it counts, and the player has not left."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms(game), "Ann")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann")
            await until(lambda: table.due() is None)
            begun = watched.seen[-1][0]
            await asyncio.sleep(begun + 14.9 - now())
            real, held = house.writer.write_then, list[tuple[Any, Any]]()

            def hold(change: Any, told: Any) -> None:
                held.append((change, told))

            decision = r.next_decision(table)
            assert decision is not None
            with patch.object(house.writer, "write_then", hold):
                asked = table.act(*decision)
                await asyncio.sleep(1)
            (kept,) = held
            real(*kept)
            await r.done(asked)
            await asyncio.sleep(5)
            assert not watched.did(a.Report), "he had decided"
        house.close()

    play(scene())


def test_everybody_was_ready_until_somebody_changed_his_wager(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms("let-it-ride"), "Ann")
        dealer = dealing.Dealer(table, pace=0, betting=20, deciding=15)
        await ready(table, "Ann")
        wager = a.PlaceWager(1, "three_card_bonus", 500)
        first, then = table.act("player:Ann", wager, "more"), asyncio.create_task(dealer._bets())
        await r.done(first)
        await then
        assert table.step_name == "bets", "she is not ready any more"
        house.close()

    play(scene())


def test_a_dealer_survives_a_mistake(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms("dragon-poker"), "Ann")
        told: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))
        async with dealt(table) as watched:
            real, mistakes = watched.dealer._next, [LookupError("a mistake")]

            async def broken() -> None:
                if mistakes:
                    raise mistakes.pop()
                await real()

            with patch.object(watched.dealer, "_next", broken):
                await ready(table, "Ann")
                await until(lambda: watched.did(a.CloseBets))
        assert [type(error) for error in told] == [LookupError]
        house.close()

    play(scene())


def test_where_no_floorperson_comes_the_house_rules_for_the_player(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms("let-it-ride", readings={"player_left_default": "ask"}), "Ann")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann")
            await until(lambda: bool(table.now.state.matters))
            raised = now()
            running = clock(table)
            assert running is not None and running.what == "ruling"
            await until(lambda: watched.did(a.Rule))
            assert now() - raised == pytest.approx(dealing.RULING, abs=0.05)
            (ruled,) = [act for act in watched.acts if isinstance(act.act, a.Rule)]
            assert (ruled.act, ruled.house) == (a.Rule("player_left", "played_out", 1), "clock")
            await until(lambda: table.now.state.round == 2)
        house.close()

    play(scene())


def test_a_store_in_trouble_does_not_make_the_clock_race(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    """Whatever the clock decides is tried when the time is over, and again after the same time, however long the store
    is in trouble."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, r.terms("let-it-ride", readings={"player_left_default": "ask"}), "Ann")
        tries = 0

        def troubled(changes: list[Any]) -> list[Any]:
            nonlocal tries
            tries += 1
            assert tries < 1000
            return nothing_kept(changes)

        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann")
            for seconds, decided in ((15.0, a.Report), (dealing.RULING, a.Rule)):
                await until(lambda: table.due() is None or bool(table.now.state.matters))
                tries = 0
                with patch.object(house.writer, "_commit", troubled):
                    await asyncio.sleep(seconds + 20)
                assert 1 <= tries <= 45, "what is to be done, and a look at the books once a second"
                await until(partial(watched.did, decided), seconds + 2)
        house.close()

    play(scene())


def test_who_decided_while_the_store_was_in_trouble_gets_his_time_again(
    play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann")
            await until(lambda: table.due() is None)
            decision = r.next_decision(table)
            assert decision is not None
            await asyncio.sleep(10)
            with no_space(house):
                answer = await table.act(*decision[:2], "mine")
            assert isinstance(answer, Refusal) and answer.code == "store"
            await asyncio.sleep(14.9)
            assert not watched.did(a.Report), "his time began anew when the store failed him"
            await r.done(table.act(*decision[:2], "mine"))
            assert not watched.did(a.Report)
        house.close()

    play(scene())


def test_every_decision_has_its_own_time(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann", "Ben")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann", "Ben")
            answered = 0
            while table.now.state.round == 1:
                await asyncio.sleep(14.9)
                act = r.next_decision(table)
                if act is not None:
                    await r.done(table.act(*act))
                    answered += 1
            assert answered == 4, "two players, two decisions each, all in the last moment"
            assert not watched.did(a.Report)
        house.close()

    play(scene())


def test_the_clock_does_not_begin_anew_when_others_move(play: Scene, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", "Ben")
        async with dealt(table, deciding=15) as watched:
            await ready(table, "Ann", "Ben")
            await until(lambda: table.due() is None)
            begun = now()
            for number in range(14):
                await asyncio.sleep(1)
                await r.done(table.add_seed("Ben", f"seed {number}", 1))
            await until(lambda: watched.did(a.Report), 1.1)
            assert now() - begun == pytest.approx(15, abs=0.05)
        house.close()

    play(scene())


# --- trouble ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [2, 3, 5])
def test_a_store_in_trouble_delays_the_round_and_loses_nothing(
    every: int, play: Scene, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann")
        await r.bet(table, "Ann")
        real, tries, chance = house.writer._commit, 0, random.Random(every)

        def troubled(changes: list[Any]) -> list[Any]:
            nonlocal tries
            tries += 1
            return real(changes) if chance.randrange(every) == 0 else nothing_kept(changes)

        with patch.object(house.writer, "_commit", troubled):
            async with dealt(table, deciding=0) as watched:
                while isinstance(await table.say_ready("Ann", 1, "ready"), Refusal):
                    pass
                while table.now.state.round == 1:
                    act = r.next_decision(table)
                    if act is not None:
                        await table.act(*act)
                    await asyncio.sleep(0.5)
        assert watched.did(a.CloseBets)
        assert tries > every * len(watched.acts) // 2
        agrees(house, table)
        await r.play_round(table, "Ann")
        agrees(house, table)
        house.close()

    play(scene())
