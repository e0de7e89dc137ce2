"""Code of a brought game that fails in the middle of a round, in every way, sets its own table aside. Those at the
table, in the lobby and on the floor read so, the log has it once, and the other tables deal on."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.copies import change
from house.server_support import Served, answer, bot, said, served
from pitboss.cli.main import dispatch
from pitboss.client import House, Table
from pitboss.house.live.faults import SENTENCE, SET_ASIDE, GameFault, contained
from pitboss.house.live.overtime import CallWatch, TooLong
from pitboss.house.server import logs
from pitboss.house.server.routes import tables
from pitboss.rulebook.folders import bring
from pitboss.table.rules import Rules

RANKING = 'THREE = Ranking("three_cards", three_cards)'


@pytest.fixture
def flag(tmp_path: Path) -> Path:
    """While there is this file, the ranking of the game fails."""
    return tmp_path / "flag"


@pytest.fixture
def lucky(tmp_path: Path, flag: Path) -> Callable[[str], Path]:
    def made(fault: str) -> Path:
        place = tmp_path / "lucky"
        assert dispatch(["new-game", "Lucky Three", "-o", str(place)]) == 0
        code = f"""from pathlib import Path


def rank(cards):
    if Path({str(flag)!r}).exists():
        {fault}
    return three_cards(cards)


THREE = Ranking("three_cards", rank)"""
        change(place / "game.py", RANKING, code)
        return place

    return made


def number_of(house: Served) -> int:
    tables = house.running.house.tables
    return next(n for n, table in tables.items() if table.now.rules.game.id == "lucky-three")


def called(table: Table) -> None:
    """A round up to the decision, which the player makes."""
    table.wait(lambda t: t.view.step == "bets")
    table.bet(stake=5)
    table.ready()
    table.wait(lambda t: t.view.step == "decide")


@pytest.mark.parametrize("fault", ["raise ValueError('boom')", "raise SystemExit(3)", "return None"])
def test_a_game_that_fails_sets_its_own_table_aside(
    tmp_path: Path, lucky: Callable[[str], Path], flag: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []

    def of(error: BaseException) -> dict[str, object]:
        logged.append(type(error).__name__)
        return {}

    monkeypatch.setattr(logs, "of", of)
    with served(tmp_path / "house", games=(lucky(fault),)) as house:
        number = number_of(house)
        live = house.running.house.tables[number]
        with house.guest("Ann").sit(number, 1) as table:
            called(table)
            flag.touch()
            table.decide("call")
            _wait(lambda: live.aside is not None and live.aside.told.done())
            with house.socket(number) as late:
                first = said(late)
                assert first["type"] in ("hello", "bye")
                assert first["type"] == "hello" or (first["code"], first["message"]) == ("set_aside", SENTENCE)
        listed = {each["id"]: each["step"] for each in house.http.get("/api/v1/tables", headers=_key(house)).json()}
        assert listed[number] == SET_ASIDE and set(listed.values()) - {SET_ASIDE}, "the lobby says so of it alone"
        floor = {each["id"]: each for each in house.staff("Flo", "floorperson").ask("GET", "/api/v1/staff/tables")}
        assert floor[number]["moment"] == SET_ASIDE
        player = house.guest("Bob")
        (won,) = bot.play(player, "dragon-poker", 1, say=False)
        assert player.balance == 100_000 + won
        assert len(logged) == 1, "however often it could fail"
        assert live.now.state.seats[0].stakes[0] == 500, "as it was last committed"


def test_who_plays_there_is_told_and_refused(tmp_path: Path, lucky: Callable[[str], Path], flag: Path) -> None:
    with served(tmp_path / "house", games=(lucky("raise SystemExit(3)"),)) as house:
        number = number_of(house)
        ann = house.guest("Ann")
        with ann.sit(number, 1) as table, house.socket(number) as spectator:
            called(table)
            flag.touch()
            table.decide("call")
            assert said(spectator)["type"] == "hello"
            while (heard := said(spectator))["type"] == "change":
                if any(one["event"] == "TableSetAside" for one in heard["told"]):
                    break
            else:
                assert heard["code"] == "set_aside" and heard["message"] == SENTENCE
        with house.socket(number, house.guest("Bob")) as socket:
            socket.send(json.dumps({"id": "sit", "do": {"do": "TakeSeat", "seat": 2, "player": "Bob"}}))
            refused = answer(socket)
            assert (refused["type"], refused["code"]) == ("refused", "set_aside")


def test_a_table_goes_on_when_the_staff_have_done_something(
    tmp_path: Path, lucky: Callable[[str], Path], flag: Path
) -> None:
    """Here the fault has passed when the floor brings chips to the table."""
    with served(tmp_path / "house", games=(lucky("raise ValueError"),)) as house:
        number = number_of(house)
        live = house.running.house.tables[number]
        supervisor = house.staff("Sue", "supervisor")
        with house.guest("Ann").sit(number, 1) as table:
            called(table)
            flag.touch()
            table.decide("call")
            _wait(lambda: live.aside is not None and live.aside.told.done())
            flag.unlink()
            supervisor.ask("POST", f"/api/v1/tables/{number}/fill", {"id": "f", "cents": 500, "reason": "try"})
            _wait(lambda: not any(live.now.state.seats[0].stakes))
            assert live.aside is None
        assert house.staff("Abe", "auditor").ask("GET", "/api/v1/audit/verify")["clean"]


def test_words_that_cannot_be_read_leave_the_lobby_whole(
    tmp_path: Path, lucky: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong with the words of one game, the others are told as always."""

    def unreadable(rules: Rules) -> str:
        if rules.game.id == "lucky-three":
            raise ValueError
        return "about"

    monkeypatch.setattr(tables, "in_brief", unreadable)
    with served(tmp_path / "house", games=(lucky("pass"),)) as house:
        for _ in range(2):
            listed = house.http.get("/api/v1/tables", headers=_key(house)).json()
            briefs = {each["game"]: each["brief"] for each in listed}
            assert briefs.pop("lucky-three") == tables.UNREADABLE and set(briefs.values()) == {"about"}


# --- code that does not end -----------------------------------------------------------------------------------------


@contextmanager
def looked_at(watch: CallWatch) -> Iterator[None]:
    """The main thread is looked at a hundred times a second."""
    before = signal.signal(signal.SIGALRM, watch.look)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_only_the_code_of_the_folder_is_broken_off(tmp_path: Path) -> None:
    made: dict[str, Callable[[], None]] = {}
    text = "def endless():\n    while True:\n        pass\n\n\ndef short():\n    pass\n"
    exec(compile(text, str(tmp_path / "game.py"), "exec"), made)
    watch = CallWatch((str(tmp_path),), 3)
    with looked_at(watch):
        end = time.monotonic() + 0.2
        while time.monotonic() < end:  # short calls, again and again, and code of others in between
            made["short"]()
        with pytest.raises(TooLong, match="not ended after 3 seconds") as caught:
            made["endless"]()
    assert caught.traceback[-2].name == "endless"


def test_what_would_end_the_program_is_contained() -> None:
    assert isinstance(contained(SystemExit(3)), GameFault) and str(contained(SystemExit(3))) == "SystemExit: 3"
    error = ValueError()
    assert contained(error) is error
    for outside in (KeyboardInterrupt(), asyncio.CancelledError(), GeneratorExit()):
        with pytest.raises(type(outside)):
            contained(outside)


def test_endless_code_in_a_round_stops_no_other_table(tmp_path: Path, lucky: Callable[[str], Path], flag: Path) -> None:
    """A house in a process of its own, as it is served: only there is the main thread the one that deals."""
    place = lucky("while True: pass")
    bring(place)
    command = [sys.executable, "-m", "pitboss", "serve", "--game", str(place), "--port", "0", "--pace", "0"]
    command += ["--database", str(tmp_path / "house.db")]
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, env=env
    ) as house:
        try:
            assert house.stdout is not None
            address = next(found[0] for line in house.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
            with House(address) as door:
                ann = door.guest("Ann")
                number = next(each["id"] for each in ann.ask("GET", "/api/v1/tables") if each["game"] == "lucky-three")
                with ann.sit(number, 1) as table:
                    called(table)
                    flag.touch()
                    table.decide("call")
                    _wait(lambda: ann.ask("GET", f"/api/v1/tables/{number}?brief=true")["step"] == SET_ASIDE)
                (won,) = bot.play(door.guest("Bob"), "dragon-poker", 1, say=False)
                assert isinstance(won, int)
        finally:
            house.terminate()


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def _key(house: Served) -> dict[str, str]:
    return {"Authorization": f"Bearer {house.guest().token}"}
