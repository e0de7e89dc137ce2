"""Ids that a running table does not remember any more, or never knew: the trail does. Sent again, whenever that is and
in whatever role, an act is answered as before and done once; the same id for something else is refused."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import house.running as r
from house.test_cage import FLO, code, mirrored
from pitboss.house.house import House
from pitboss.house.live.player_requests import ActRequest
from pitboss.house.live.table import Answer, Done, LiveTable
from pitboss.house.trail.rows import read
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

GAME = "ultimate-texas-holdem"
PD = "player:Pd"


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that remember two ids while they run, and those of two rows over a restart."""
    monkeypatch.setattr("pitboss.house.live.ids.IDS_REMEMBERED", 2)
    monkeypatch.setattr("pitboss.house.live.restart.ROWS_READ_BACK", 2)


async def again(house: House, url: str, folder: Path) -> House:
    first, clock = house.tables[1].now.shuffles + 1, house.clock
    house.close()
    return await r.open_house(url, folder, first=first, clock=clock)


def reads(house: House, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Everything that is asked of the writer from now on."""
    real = house.writer.write_then
    asked: list[object] = []

    def write(change: Callable[[Any], Any], told: Any) -> None:
        asked.append(change)
        real(change, told)

    monkeypatch.setattr(house.writer, "write_then", write)
    return asked


async def left_and_followed(table: LiveTable, wagers: int = 3) -> tuple[int, int]:
    """Pd sits down and leaves, Ann takes his place and wagers; the rows of what Pd did."""
    await r.staff(table)
    sat = await r.done(table.act(PD, a.TakeSeat(1, "Pd"), "sit"))
    left = await r.done(table.act(PD, a.LeaveSeat(1), "leave"))
    await r.seat(table, "Ann")
    for place in range(wagers):
        await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 500 + 500 * (place % 2)), f"w{place}"))
    return sat.seq, left.seq


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("restarted", [True, False])
def test_an_id_is_never_done_twice(restarted: bool, store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        sat, left = await left_and_followed(await r.opened(house, GAME))
        if restarted:
            house = await again(house, store_url, tmp_path)
        table = house.tables[1]
        before = table.now
        for who in (PD, "dealer:Pd", "floorperson:Pd"):
            assert await table.act(who, a.LeaveSeat(1), "leave") == Done(left, again=True)
            assert await table.act(who, a.TakeSeat(1, "Pd"), "sit") == Done(sat, again=True), "whoever sits there now"
        assert code(await table.act("dealer:Pd", a.LeaveSeat(1), "sit")) == "id_reused"
        assert code(await table.act(PD, a.TakeSeat(1, "Pd"), "leave")) == "id_reused", "not the refusal of the moment"
        assert code(await table.add_seed("Pd", "luck", 1, "leave")) == "id_reused"
        assert code(await table.say_ready("Pd", 1, "leave")) == "id_reused"
        assert code(await table.chips(500, "floorperson:Pd", "more", "leave")) == "id_reused"
        assert code(await table.close("manager:Pd", "late", "leave")) == "id_reused"
        assert code(await table.act(PD, a.TakeSeat(1, "Pd"), "new")) != "id_reused", "an id of his own"
        assert table.now is before and table.now.state.seats[0].player == "Ann"
        await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 2000), "leave"))  # another person's id
        mirrored(house)
        house.close()

    asyncio.run(scene())


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("restarted", [True, False])
def test_whatever_was_asked_for_is_compared(restarted: bool, store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, GAME, "Ann")
        await r.bet(table, "Ann")

        def asked(table: LiveTable) -> list[Any]:
            return [
                table.say_ready("Ann", 1, "r"), table.add_seed("Ann", "luck", 1, "s"),
                table.chips(100, FLO, "chips", "f"), table.chips(-100, FLO, "chips", "g"),
                table.act("player:Ann", a.PlaceWager(1, "ante", 1000), "a"),
            ]  # fmt: skip

        numbers = [(await r.done(answer)).seq for answer in asked(table)]
        for cents in (1500, 2000, 2500):
            await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", cents), f"w{cents}"))
        if restarted:
            house = await again(house, store_url, tmp_path)
        table = house.tables[1]
        before = table.now
        assert await asyncio.gather(*asked(table)) == [Done(number, again=True) for number in numbers]
        for answer in (
            table.act("player:Ann", a.PlaceWager(1, "ante", 501), "a"), table.add_seed("Ann", "luck", 1, "a"),
            table.add_seed("Ann", "more luck", 1, "s"), table.say_ready("Ann", 2, "r"),
            table.chips(101, FLO, "chips", "f"), table.chips(100, FLO, "chips", "g"), table.chips(100, FLO, "", "f"),
        ):  # fmt: skip
            assert code(await answer) == "id_reused"
        assert table.now is before
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("remembers", [True, False])
def test_the_trail_is_asked_only_where_memory_cannot_know(
    remembers: bool, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if not remembers:
        request.getfixturevalue("forgetful")

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, GAME)
        await left_and_followed(table)
        assert table.ids.forgotten is not remembers
        asked = reads(house, monkeypatch)
        assert code(await table.act(PD, a.TakeSeat(1, "Pd"), "new")) == "seat_taken"
        assert len(asked) == (0 if remembers else 1)
        asked.clear()
        await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 2000), "more"))
        assert len(asked) == 1, "an act that is accepted costs nothing more"
        asked.clear()
        assert (await r.done(table.act(PD, a.LeaveSeat(1), "leave"))).again
        assert len(asked) == (0 if remembers else 1), "it is Ann's seat: refused, so looked up"
        house.close()

    asyncio.run(scene())


@pytest.mark.usefixtures("forgetful")
def test_who_may_do_nothing_any_more_is_answered_as_before(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, GAME)
        _, left = await left_and_followed(table)
        forbidden = Refusal("forbidden", "not yours to do")

        class Forbidden(ActRequest, frozen=True):
            def permit(self, table: LiveTable) -> Refusal:
                return forbidden

        async def refused(act: a.AnyAction, act_id: str) -> Answer:
            reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            table.ask(Forbidden(PD, act_id, act), reply)
            return await reply

        assert await refused(a.LeaveSeat(1), "leave") == Done(left, again=True)
        assert code(await refused(a.LeaveSeat(2), "leave")) == "id_reused"
        assert await refused(a.LeaveSeat(1), "new") == forbidden
        house.close()

    asyncio.run(scene())


def test_an_act_of_several_rows_is_answered_with_the_row_of_its_id(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, GAME, dealer="person", cards="feed")
        first: list[Done] = []
        while not first:
            due = table.due()
            assert due is not None
            if due.do is a.ShuffleCards:
                before = table.now.number
                first.append(await r.done(table.act("dealer:Dora", a.ShuffleCards(), "s")))
                assert table.now.number > before + 1, "the next commitment is published with it"
            else:
                await table.perform()
        assert first == [Done(before + 1)]
        with house.engine.connect() as conn:
            assert [row.number for row in read(conn, 1) if row.act_id == "s"] == [before + 1]
        assert await table.act("dealer:Dora", a.ShuffleCards(), "s") == Done(before + 1, again=True)
        house = await again(house, store_url, tmp_path)
        assert await house.tables[1].act("dealer:Dora", a.ShuffleCards(), "s") == Done(before + 1, again=True)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("over", [False, True])
def test_other_cards_of_the_shoe_are_another_act(over: bool, store_url: str, tmp_path: Path) -> None:
    """After a restart; while the cards lie face down, and when the round is over and another has begun."""
    hands, board = ("Ah", "2c", "Kd", "3c"), ("4d", "9s", "9h", "Ks")

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, GAME, cards="feed")

        def fed(cards: tuple[str, ...], act_id: str) -> Any:
            return house.tables[1].act("dealer:shoe", a.DealCards(cards), act_id, house="feed", feed=True)

        await r.staff(table)
        await r.seat(table, "Ann")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer", a.CloseBets()))
        numbers = [(await r.done(fed(hands, "f1"))).seq]
        if over:
            await r.done(table.act("player:Ann", a.Decide(1, "play_4x")))
            numbers.append((await r.done(fed(board, "f2"))).seq)
            await r.done(fed(("5d", "Ac", "7h"), "f3"))
            await r.finish(table)
            await r.bet(table, "Ann")
            await r.done(table.act("dealer", a.CloseBets()))
        house = await again(house, store_url, tmp_path)
        for number, cards, act_id in zip(numbers, (hands, board), ("f1", "f2"), strict=False):
            assert await fed(cards, act_id) == Done(number, again=True)
            for other in ((*cards[:3], "Qs"), cards[:3], (*cards, "Qs"), cards[::-1], ()):
                assert code(await fed(other, act_id)) == "id_reused", other
        house.close()

    asyncio.run(scene())


def test_a_store_that_is_away_is_an_answer(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The id is known from the trail alone, and the trail cannot be read."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, GAME, "Ann")
        wager = a.PlaceWager(1, "ante", 500)
        number = (await r.done(table.act("player:Ann", wager, "one"))).seq
        house = await again(house, store_url, tmp_path)
        table = house.tables[1]

        def away(*_: Any) -> Any:
            raise OperationalError("SELECT", None, Exception("nobody answers"))

        with monkeypatch.context() as patched:
            patched.setattr(house.engine, "connect", away)
            patched.setattr(house.writer, "_say", away)
            assert code(await table.act("player:Ann", wager, "one")) == "store"
        assert await table.act("player:Ann", wager, "one") == Done(number, again=True)
        house.close()

    asyncio.run(scene())
