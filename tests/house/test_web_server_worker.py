"""Work beside the running tables: in order, once, never in the way; the solver is loaded only when it is asked."""

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from house.server_support import GAMES, served
from pitboss.games import usual
from pitboss.house.coaching import advising
from pitboss.house.coaching.figuring import Figuring
from pitboss.house.coaching.worker import Worker, done_within
from pitboss.table import actions as a


def test_a_house_that_opens_loads_no_solver() -> None:
    """Compilers and arrays take longer to load than a house to open."""
    code = (
        "import sys, pitboss.house.server.running\n"
        "print([m for m in ('numba', 'numpy', 'llvmlite', 'pitboss.odds.api') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_work_is_done_in_order_and_what_is_asked_now_goes_first() -> None:
    worker, begun, go = Worker("test", lambda: False), threading.Event(), threading.Event()
    done: list[int] = []

    def first() -> None:
        begun.set()
        go.wait(10)
        done.append(0)

    made = [worker.submit(first)]
    begun.wait(10)
    made += [worker.submit(partial(done.append, n)) for n in (1, 2)]
    made.append(worker.submit(lambda: done.append(3), first=True))
    go.set()
    for each in made:
        each.result(10)
    assert done == [0, 3, 1, 2]
    assert worker.submit(lambda: 4).result(10) == 4, "it begins again when there is work again"


def test_a_mistake_ends_neither_the_thread_nor_the_others() -> None:
    worker = Worker("test", lambda: False)
    bad, good = worker.submit(lambda: 1 // 0), worker.submit(lambda: 1)
    assert isinstance(bad.exception(10), ZeroDivisionError) and good.result(10) == 1


def test_a_house_that_closes_begins_nothing_more() -> None:
    closing, begun, go = threading.Event(), threading.Event(), threading.Event()
    worker = Worker("test", closing.is_set)

    def long() -> bool:
        begun.set()
        return go.wait(10)

    running, waiting = worker.submit(long), worker.submit(lambda: pytest.fail("begun"))
    begun.wait(10)
    closing.set()
    go.set()
    assert running.result(10)
    with pytest.raises(CancelledError):
        waiting.result(10)


def test_waiting_has_an_end() -> None:
    worker, go = Worker("test", lambda: False), threading.Event()
    made = worker.submit(lambda: go.wait(10))

    async def scene() -> None:
        assert not await done_within(made, 0.01)
        assert not await done_within(made, 0)
        go.set()
        assert await done_within(made, 10)
        assert await done_within(made, 0)

    asyncio.run(scene())


def test_the_same_odds_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def odds(request: Any, *, progress: Any) -> list[str]:
        asked.append(request.game)
        if len(asked) == 1:
            raise ValueError("not this time")
        return [request.game]

    monkeypatch.setattr("pitboss.odds.api.odds", odds)
    figuring = Figuring(lambda: False)
    assert isinstance(figuring.odds("dragon-poker", None).exception(10), ValueError)
    first: Any = figuring.odds("dragon-poker", None)
    assert first.result(10) == ["dragon-poker"] and figuring.odds("dragon-poker", None) is first
    assert asked == ["dragon-poker"] * 2, "what failed is tried again, what is known is not"


def test_a_page_is_told_to_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the solver works the table goes on, and a decision that nobody has judged yet is counted as waiting."""
    go, real = threading.Event(), advising._coached

    def slow(spot: advising.CoachedDecision) -> Any:
        go.wait(30)
        return real(spot)

    monkeypatch.setattr(advising, "_coached", slow)
    monkeypatch.setattr("pitboss.house.server.routes.coach.PATIENCE", 0.01)
    with served(tmp_path) as server:
        player, number = server.guest("Ann"), GAMES["dragon-poker"]
        headers = {"authorization": f"Bearer {player.token}"}
        with player.sit(number, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(ante=5, ante_bonus=5)
            table.ready()
            table.wait(lambda t: any(isinstance(o.example, a.Decide) for o in t.offers))
            path = f"/api/v1/tables/{number}/coach?seat=1"
            found = server.http.get(path, headers=headers)
            assert (found.status_code, found.json()["state"]) == (202, "working")
            table.decide("fold")
            said = player.ask("GET", "/api/v1/me/coach")
            assert (said["decisions"], said["waiting"]) == (0, 1)
            go.set()
            while (said := player.ask("GET", "/api/v1/me/coach"))["waiting"]:
                time.sleep(0.01)
            assert said["decisions"] == 1


def test_what_will_be_asked_is_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's page prepares its game, once; the stake of somebody who is coached is prepared when the bets close."""
    prepared: list[tuple[str, int]] = []
    monkeypatch.setattr(advising, "_prepare", lambda rules, stake: prepared.append((rules.game.id, stake)))
    with served(tmp_path) as server:
        server.http.get("/")
        server.http.get("/odds")
        server.http.get("/tables/99")
        player, bob = server.guest("Ann"), server.guest("Bob")
        player.ask("GET", "/api/v1/me/coach")
        for _ in range(2):
            assert server.http.get("/tables/1").status_code == 200
        with player.sit(1, 1) as table, bob.sit(1, 2) as other:
            for each, dollars in ((table, 15), (other, 25)):
                each.wait(lambda t: t.view.step == "bets")
                each.bet(ante=dollars, ante_bonus=dollars)
                each.ready()
            table.wait(lambda t: t.view.turn == 1)
        while len(prepared) < 2:  # a house that closes begins nothing more
            time.sleep(0.01)
    assert prepared == [("dragon-poker", 0), ("dragon-poker", 1500)]


def test_with_much_waiting_nothing_more_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[int] = []
    begun, go = threading.Event(), threading.Event()

    def prepare(rules: Any, stake: int) -> None:
        begun.set()
        go.wait(10)
        prepared.append(stake)

    monkeypatch.setattr(advising, "_prepare", prepare)
    advisor = advising.Advisor(lambda: False)
    rules = usual("dragon-poker")
    advisor.prepare(rules, 100)
    begun.wait(10)
    for stake in range(200, 2000, 100):
        advisor.prepare(rules, stake)
    last = advisor._worker.submit(lambda: None)
    go.set()
    last.result(10)
    assert prepared == [100, *(200 + 100 * n for n in range(advising.BACKLOG))]
