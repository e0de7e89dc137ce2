"""The commit breaks off in the middle, as when the connection is lost: nobody knows whether it was kept, until the
store is asked. Then everything goes on with what is there."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from house.test_cage import FLO, code, mirrored
from house.test_live_random import repeats
from house.test_live_tables import agrees
from pitboss.house.live.table import Done
from pitboss.house.store.writer import Writer
from pitboss.table import actions as a

Break = Callable[[bool], None]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Break:
    """`broken(kept)`: the next commit breaks off, after or before the store has kept it."""
    real = Writer._say
    plan: list[bool] = []

    def say(conn: Any, words: str) -> None:
        if words == "COMMIT" and plan:
            if plan.pop():
                real(conn, words)
            raise conn.dialect.loaded_dbapi.OperationalError("the connection is lost")
        real(conn, words)

    monkeypatch.setattr(Writer, "_say", staticmethod(say))
    return plan.append


@pytest.mark.parametrize("kept", [True, False])
def test_a_table_goes_on_with_what_is_there(kept: bool, store_url: str, tmp_path: Path, broken: Break) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "let-it-ride", "Ann")
        before, wager = table.now, a.PlaceWager(1, "bet_1", 500)
        broken(kept)
        answer = table.act("player:Ann", wager, "one")
        behind = table.act("player:Ann", a.PlaceWager(1, "bet_2", 500), "two")
        assert code(await answer) == "store"
        assert (await r.done(behind)).seq == before.number + 1 + kept, "who waited behind it finds the table as it is"
        assert await table.act("player:Ann", wager, "one") == Done(before.number + 2 - kept, again=kept)
        await r.done(table.act("player:Ann", a.PlaceWager(1, "bet_3", 500)))
        await r.done(table.act("player:Ann", a.PlaceWager(1, "progressive", 100)))
        await r.done(table.act("dealer", a.CloseBets()))
        while table.due() is None or table.now.state.round == 1:  # every act of the round breaks off once
            asked = r.next_decision(table)
            broken(kept)
            first = await (table.act(*asked) if asked else table.perform())
            assert code(first) == "store"
            await r.done(table.act(*asked) if asked else table.perform())
        agrees(house, table)
        mirrored(house)
        await repeats(house, table)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kept", [True, False])
def test_a_store_that_is_still_away_is_asked_again(kept: bool, store_url: str, tmp_path: Path, broken: Break) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        before = table.now
        broken(kept)
        assert code(await table.chips(5, FLO, "more", "one")) == "store"
        for _ in range(2):
            broken(False)
            assert code(await table.chips(5, FLO, "more", "one")) == "store"
            assert table.now is before, "nobody knows yet"
        assert await table.chips(5, FLO, "more", "one") == Done(before.number + 1, again=kept)
        mirrored(house)
        house.close()

    asyncio.run(scene())


def test_who_hears_of_it_and_asks_for_more_waits_for_his_turn(store_url: str, tmp_path: Path, broken: Break) -> None:
    """What was kept is told while the next act is about to be decided."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        number = table.now.number
        more: list[asyncio.Future[Any]] = []

        def told(_: Any, __: Any) -> None:
            if not more:
                more.append(table.chips(2, FLO, "hears of it"))

        broken(True)
        assert code(await table.chips(1, FLO, "kept")) == "store"
        table.listeners.append(told)
        assert await table.chips(3, FLO, "next") == Done(number + 2)
        assert await more[0] == Done(number + 3)
        mirrored(house)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kept", [True, False])
def test_the_cage_knows_what_is_there(kept: bool, store_url: str, tmp_path: Path, broken: Break) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        broken(kept)
        assert code(await house.cage.buy_in("Ann", 500, FLO, "", "one")) == "store"
        assert isinstance(await house.cage.buy_in("Ann", 500, FLO, "", "one"), int), "sent again it is moved once"
        assert mirrored(house)["patron:Ann"] == 500
        house.close()

    asyncio.run(scene())


def test_what_others_are_being_told_is_not_counted_twice(
    sqlite_url: str, tmp_path: Path, broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One table looks again while another's change is committed but not yet made true in memory."""
    go, committed = threading.Event(), threading.Event()
    real = Writer._tell_loops

    def tell(writer: Writer, batch: Any, done: Any) -> None:
        if not go.is_set():
            committed.set()
            assert go.wait(30)
        real(writer, batch, done)

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        doubtful, other = [await r.opened(house, game) for game in ("dragon-poker", "let-it-ride")]
        broken(True)
        assert code(await doubtful.chips(5, FLO, "more", "one")) == "store"
        await house.writer.write(lambda _: None)
        monkeypatch.setattr(Writer, "_tell_loops", tell)
        moved = other.chips(700, FLO, "more")
        bought = asyncio.create_task(house.cage.buy_in("Ann", 300, FLO))
        await asyncio.to_thread(committed.wait, 30)
        again = doubtful.chips(5, FLO, "more", "one")
        go.set()
        assert (await r.done(again)).again
        await asyncio.gather(r.done(moved), bought)
        await r.done(doubtful.chips(1, FLO, "more"))
        mirrored(house)
        house.close()

    asyncio.run(scene())
