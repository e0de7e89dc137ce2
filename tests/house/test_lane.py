"""Requests take their turns: each is decided on what the one before it has left, and nobody who goes away, fails or
asks for more in between puts them out of order."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from pitboss.house.house import House
from pitboss.house.live.floor_requests import ChipsRequest
from pitboss.house.live.now import TableChange
from pitboss.house.live.table import Answer, Done, LiveTable

FLO = "floorperson:Flo"
Scene = Callable[[House, LiveTable], Coroutine[Any, Any, None]]


@pytest.fixture
def at_a_table(sqlite_url: str, tmp_path: Path) -> Callable[[Scene], None]:
    def run(scene: Scene) -> None:
        async def whole() -> None:
            house = await r.open_house(sqlite_url, tmp_path)
            await scene(house, await r.opened(house, "dragon-poker"))
            house.close()

        asyncio.run(whole())

    return run


def test_who_hears_of_a_change_may_ask_for_more(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        before, had = table.now.number, table.inventory
        more: list[asyncio.Future[Answer]] = []

        def listen(table: LiveTable, change: TableChange) -> None:
            if not more:
                more.append(table.chips(400, FLO, "third"))

        table.listeners.append(listen)
        first, second = table.chips(100, FLO, "first"), table.chips(200, FLO, "second")
        assert [await first, await second] == [Done(before + 1), Done(before + 2)]
        assert await more[0] == Done(before + 3), "behind those who had asked before"
        assert table.inventory == had + 700

    at_a_table(scene)


def test_what_was_begun_is_finished_for_somebody_who_has_gone(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        before, had = table.now.number, table.inventory
        gone, waits, stays = (table.chips(cents, FLO, "chips") for cents in (100, 200, 400))
        gone.cancel()
        waits.cancel()
        assert await stays == Done(before + 3)
        assert table.inventory == had + 700

    at_a_table(scene)


def test_a_request_that_fails_fails_alone(at_a_table: Callable[[Scene], None]) -> None:
    class Broken(ChipsRequest, frozen=True):
        def permit(self, table: LiveTable) -> str:
            raise ZeroDivisionError

    async def scene(house: House, table: LiveTable) -> None:
        before = table.now
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        table.ask(Broken(FLO, "one", 100, "chips"), reply)
        with pytest.raises(ZeroDivisionError):
            await reply
        assert table.now is before
        assert await table.chips(100, FLO, "chips", "one") == Done(before.number + 1), "nothing was done under this id"

    at_a_table(scene)


def test_the_answer_follows_the_change_at_once(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        heard: list[object] = []
        over = asyncio.Event()

        class Waiting:
            def done(self) -> bool:
                return False

            def set_result(self, answer: Answer) -> None:
                heard.append(answer)
                over.set()

            def set_exception(self, error: BaseException) -> None:
                raise error

        def listen(table: LiveTable, change: TableChange) -> None:
            with house.engine.connect() as conn:
                kept = conn.exec_driver_sql("SELECT max(number) FROM trail WHERE chain = 1").scalar()
            heard.append((kept, table.now.number))
            asyncio.get_running_loop().call_soon(heard.append, "the loop has come round")

        table.listeners.append(listen)
        last = table.now.number + 1
        table.ask(ChipsRequest(FLO, "one", 100, "chips"), Waiting())
        assert heard == [], "nothing is told before it is kept"
        await over.wait()
        assert heard == [(last, last), Done(last), "the loop has come round"]

    at_a_table(scene)
