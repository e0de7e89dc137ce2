"""Starting and stopping: what is printed, what stands in the way, what a stop leaves behind."""

import json
import os
import re
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from house.server_support import GAMES, answer, bot, said, served
from pitboss.cli.main import dispatch
from pitboss.cli.screen import Trouble
from pitboss.cli.serve import _bot, _ready, serve
from pitboss.client import House, Left, Refused, Table
from pitboss.house.live import openings, storage
from pitboss.house.server import home
from pitboss.house.server.running import BadSubmission, listen, terms_of
from pitboss.house.server.wanted_tables import CannotServe
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import Writer
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import default_submission


def test_a_round_in_progress_is_parked_and_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        player = first.guest("Ann")
        with player.sit(4, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(ante=5, blind=5)
            table.ready()
            table.wait(lambda t: t.view.turn == 1)
            cards, seq = table.view.seats[0].cards, table.seq
    assert "??" not in cards
    with served(tmp_path) as second:
        player.house = second.house
        with player.watch(4, after=seq) as table:
            assert table.view.seats[0].cards == cards and table.view.turn == 1
            playing = table.view.round
            while table.view.round == playing:
                if any(offer.do == "Decide" for offer in table.offers):
                    table.decide("check" if "check" in _choices(table) else "fold")
                else:
                    table.next(30)
        (hand,) = player.ask("GET", "/api/v1/me/rounds")["rounds"][0]["hands"]
        assert player.balance == 100_000 - hand["wagered"] + hand["returned"]
        verified = second.staff("Abe", "auditor").ask("GET", "/api/v1/audit/verify")
        assert verified["clean"]
        closed = "sealed seeds were not opened, which takes the key file: whether they are whole was not checked"
        assert closed in verified["notes"]


def _choices(table: Table) -> tuple[str, ...]:
    return next(offer.values for offer in table.offers if offer.do == "Decide")


def test_a_stop_says_good_bye(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        held = server.socket(1)
        watching = held.__enter__()
        assert said(watching)["type"] == "hello"
    try:
        last = answer(watching)
        assert (last["type"], last["code"]) == ("bye", "closing")
        with pytest.raises(ConnectionClosed):
            said(watching)
    finally:
        held.__exit__(None, None, None)


def test_a_client_gives_up_in_the_end(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        player = server.guest()
        table = player.watch(1, patience=0.2)
    with pytest.raises(Left) as left:
        table.wait(lambda t: False)
    assert left.value.code == "unreachable"
    table.close()


def test_checkpoints_are_kept_elsewhere_too(tmp_path: Path) -> None:
    from pitboss.house.trail.checkpoints import read_file, verify

    file = tmp_path / "elsewhere"
    for _ in range(2):
        with served(tmp_path / "house", checkpoints_file=file) as server:
            server.guest()  # a row that was not there before
            public = server.http.get("/api/v1/audit/key").json()["public"]
    kept = read_file(file)
    assert len(kept) >= 2 and verify(kept, public) == []


def test_figures(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        bot.play(server.guest(), "let-it-ride", 1, say=False)
        for _ in range(400):  # the bot has its money before the dealer has cleared the table
            text = server.http.get("/metrics").text
            figures = {
                line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"
            }
            if figures.get('pitboss_rounds_total{game="let-it-ride"}'):
                break
            time.sleep(0.05)
        assert figures['pitboss_acts_total{outcome="accepted"}'] >= 7
        assert figures['pitboss_rounds_total{game="let-it-ride"}'] == 1
        assert figures["pitboss_tables"] == len(games())
        assert figures["pitboss_act_seconds_count"] == figures['pitboss_acts_total{outcome="accepted"}']
        assert figures["pitboss_store_commits_total"] > 10
        assert server.http.get("/readyz").json() == {"status": "ready", "warnings": []}
        assert "POST /api/v1/guest" in server.http.get("/api").text
        plain = home.page(server.running.app.desk)
        assert "Let It Ride 1" in plain and "Ultimate Texas Hold &#x27;Em 1" in plain


@pytest.mark.parametrize(
    ("setting", "here", "elsewhere"), [("loopback", 200, 403), ("always", 200, 200), ("never", 403, 403)]
)
def test_figures_are_for_whom_the_setting_says(tmp_path: Path, setting: str, here: int, elsewhere: int) -> None:
    """A proxy at this computer passes on what comes from elsewhere."""
    with served(tmp_path, metrics=setting) as server:
        assert server.http.get("/metrics").status_code == here
        far = server.http.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
        assert far.status_code == elsewhere
        assert far.status_code == 200 or far.json()["code"] == "no_metrics"


def test_a_first_start_that_was_interrupted_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store fails at the third of the first tables: none is there, and the next start opens them all. A house
    whose manager has closed tables stays as it is."""
    real = storage.save

    def fails(conn: Any, fixed: Any, *more: Any) -> int:
        if fixed.chain == 3:
            raise sqlite3.OperationalError("disk I/O error")
        return real(conn, fixed, *more)

    with monkeypatch.context() as patched:
        patched.setattr(openings, "save", fails)
        with pytest.raises(CannotServe, match="the first tables cannot be opened"), served(tmp_path):
            pass
    with served(tmp_path) as server:
        assert sorted(table.name for table in server.house.tables()) == sorted(
            f"{book(game).title} 1" for game in games()
        )
        server.manager.ask("POST", "/api/v1/tables/2/close", {"id": "e1"})
    with served(tmp_path) as server:
        assert [table.id for table in server.house.tables()] == [1, *range(3, len(games()) + 1)]


def test_a_table_whose_opening_was_not_answered_is_dealt_like_any_other(tmp_path: Path, store_url: str) -> None:
    """It was kept: whoever opens the next table finds it, and everybody who must know hears of both, once each."""

    def asked(name: str) -> dict[str, str]:
        return {"id": name, "submission": default_submission("dragon-poker").replace('"Dragon Poker 1"', f'"{name}"')}

    with served(tmp_path, database=store_url) as server:
        desk, writer = server.running.app.desk, server.running.house.writer
        real, heard, unanswered = writer._say, [], True
        desk.table_opened.append(lambda table: heard.append(table.fixed.name))

        def lost(conn: Any, words: str) -> None:
            nonlocal unanswered
            real(conn, words)
            if words == "COMMIT" and unanswered:
                with writer._engine.connect() as other:
                    there = "SELECT count(*) FROM tables WHERE name = 'Lost'"
                    if other.exec_driver_sql(there).scalar_one():
                        unanswered = False
                        raise writer.conflicts[0]("COMMIT", None, Exception("the answer was lost"))

        with patch.object(writer, "_say", lost), pytest.raises(Refused) as refused:
            server.manager.ask("POST", "/api/v1/tables", asked("Lost"))
        assert refused.value.code == "store" and heard == []
        server.manager.ask("POST", "/api/v1/tables", asked("Other"))
        found = {table.name: table.id for table in server.house.tables()}
        assert heard == ["Lost", "Other"]
        for name in heard:
            with server.guest().sit(found[name], 1) as table:
                table.wait(lambda t: t.view.step == "bets")
        assert server.manager.ask("POST", "/api/v1/tables", asked("Lost"))["id"] == found["Lost"]
        assert heard == ["Lost", "Other"]


# --- what stands in the way -------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        with pytest.raises(CannotServe, match=f"127.0.0.1:{port} cannot be listened on.*--port 0"):
            listen("127.0.0.1", port)
    assert not list(tmp_path.iterdir())


def test_a_store_that_is_in_use(tmp_path: Path) -> None:
    with served(tmp_path), pytest.raises(StoreError, match="another house is running"), served(tmp_path):
        pass


def test_a_store_of_a_newer_version(tmp_path: Path) -> None:
    engine = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as conn:
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(StoreError, match="newer than this program"), served(tmp_path):
        pass


def test_submissions(tmp_path: Path, capsys: pytest.CaptureFixture[str], plain_environ: object) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(default_submission("let-it-ride").replace('"Let It Ride 1"', '"Ours"'))
    bad.write_text('game = "let-it-ride"\ntable = "X"\npositions = 99\nluck = 1\n')
    assert terms_of(good).table == "Ours"
    with pytest.raises(BadSubmission) as faulty:
        terms_of(bad)
    assert len(faulty.value.faults) >= 2
    with pytest.raises(CannotServe, match="there is no such file"):
        terms_of(tmp_path / "none.toml")
    for _ in range(2):  # a table that is there already is not opened again
        with served(tmp_path / "house", submissions=(good,)) as server:
            assert [table.name for table in server.house.tables()] == ["Ours"]
    database = str(tmp_path / "other.db")
    assert serve(database=database, port=0, submission=(bad,)) == 1
    said_so = capsys.readouterr().err
    assert "luck" in said_so and "positions" in said_so and "pitboss check" in said_so


def test_a_submission_whose_table_was_closed_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, others = tmp_path / "ours.toml", tmp_path / "others.toml"
    ours.write_text(default_submission("let-it-ride").replace('"Let It Ride 1"', '"Ours"'))
    others.write_text(default_submission("dragon-poker").replace('"Dragon Poker 1"', '"Others"'))
    with served(tmp_path / "house", submissions=(ours, others)) as server:
        assert server.running.notices == []
        (closed,) = [table.id for table in server.house.tables() if table.name == "Ours"]
        server.manager.ask("POST", f"/api/v1/tables/{closed}/close", {"id": "e1"})
    with served(tmp_path / "house", submissions=(ours, others)) as server:
        assert [table.name for table in server.house.tables()] == ["Others"]
        (notice,) = server.running.notices
        assert str(ours) in notice and "'Ours' was closed and stays closed" in notice
        _ready(server.running)
        assert "\n1 table: Others\n" + notice + "\n" in capsys.readouterr().out


def test_a_submission_that_was_changed_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    text = default_submission("let-it-ride").replace('"Let It Ride 1"', '"Ours"')
    ours.write_text(text)
    before = terms_of(ours).digest
    with served(tmp_path / "house", submissions=(ours,)) as server:
        assert server.running.notices == []
    ours.write_text(re.sub(r"(?m)^positions = \d+", "positions = 3", text))
    after = terms_of(ours).digest
    assert before != after
    with served(tmp_path / "house", submissions=(ours,)) as server:
        (notice,) = server.running.notices
        assert f"table 'Ours' runs under its terms of {before}" in notice and after in notice and "propose" in notice
        assert server.house.tables()[0].seats.all != 3


def test_settings_that_are_wrong(capsys: pytest.CaptureFixture[str], plain_environ: object) -> None:
    assert serve(port=99999) == 2
    assert "port" in capsys.readouterr().err
    with pytest.raises(Trouble, match="nowhere"):
        serve(database="/proc/nowhere/x.db", port=0)


def test_what_is_printed_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        _ready(server.running)
        text = capsys.readouterr().out
        assert text.count(f"open at {server.url}\n") == 1
        assert f"{server.url}/setup#{server.set_up}" in text and "bot.py" in text and "Ctrl-C" in text
        assert server.manager
    with served(tmp_path) as again:
        assert again.set_up is None
        _ready(again.running)
        assert "/setup" not in capsys.readouterr().out


def test_the_program_that_is_printed_can_be_started_as_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    with served(tmp_path) as server:
        monkeypatch.chdir(root)
        _ready(server.running)
        (line,) = [line for line in capsys.readouterr().out.splitlines() if "bot.py" in line]
        command = shlex.split(line)
        assert command[command.index("--rounds") + 1] == "10" and server.url in command
        command[-1] = "1"
        environ = {**os.environ, "PYTHONPATH": str(root / "src")}
        done = subprocess.run(command, cwd=root, env=environ, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0 and "\n1 round: " in done.stdout, done.stderr
        monkeypatch.chdir(tmp_path)
        _ready(server.running)
        assert "bot.py" not in capsys.readouterr().out


def test_the_python_that_runs_is_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").mkdir()
    assert _bot(tmp_path) == ""
    (tmp_path / "examples" / "bot.py").touch()
    for python, printed in ((tmp_path / ".venv/bin/python", ".venv/bin/python"), ("/opt/my py", "'/opt/my py'")):
        monkeypatch.setattr(sys, "executable", str(python))
        assert _bot(tmp_path) == f"{printed} examples/bot.py"


def test_a_round_that_ended_with_its_table_is_not_shown_as_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], plain_environ: object
) -> None:
    with served(tmp_path) as server:
        for table in (1, 3):
            server.guest().watch(table).wait(lambda t: t.view.step == "bets").close()
        server.manager.ask("POST", "/api/v1/tables/1/close", {"id": "e1"})
    listed = {}
    for number in ("1", "3"):
        assert dispatch(["audit", "list", "--table", number, "--database", str(tmp_path / "house.db")]) == 0
        listed[number] = capsys.readouterr().out
    assert "not played" in listed["1"] and "not cleared" not in listed["1"]
    assert "not cleared" in listed["3"] and "not played" not in listed["3"]


# --- the process ------------------------------------------------------------------------------------------------------


class Process:
    """`pitboss serve` in a process of its own, what it prints in files."""

    def __init__(self, folder: Path, **flags: str) -> None:
        environ = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_")}
        environ |= {"PITBOSS_DATA": str(folder), "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
        self._out, self._err = folder / "out", folder / "err"
        given = {"port": 0, "pace": 0, "log_format": "json", **flags}
        code = f"from pitboss.cli.serve import serve; raise SystemExit(serve(**{given!r}))"
        with self._out.open("w") as out, self._err.open("w") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], env=environ, cwd=folder, stdout=out, stderr=err
            )
        while "Ctrl-C" not in self.out:
            assert self.process.poll() is None, self.err
            time.sleep(0.02)
        self.url = self.out.partition("open at ")[2].split()[0]

    @property
    def out(self) -> str:
        return self._out.read_text()

    @property
    def err(self) -> str:
        return self._err.read_text()


@contextmanager
def process(folder: Path, **flags: str) -> Iterator[Process]:
    made = Process(folder, **flags)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_in_peace(tmp_path: Path, number: int) -> None:
    with process(tmp_path) as running:
        with House(running.url) as house:
            player = house.guest("Ann")
            bot.play(player, "let-it-ride", 1, say=False)
        running.process.send_signal(number)
        assert running.process.wait(60) == 0, running.err
        token = running.out.partition("setup#")[2].split()[0]
        assert token and token not in running.err and player.token not in running.err
        assert [json.loads(line)["event"] for line in running.err.splitlines()] == ["closed"]


def test_a_killed_process_loses_nothing_acknowledged(tmp_path: Path) -> None:
    with process(tmp_path) as running, House(running.url) as house:
        player = house.guest("Ann")
        with player.sit(1, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(ante=5, ante_bonus=5)
            seq = table.seq
            running.process.kill()
            running.process.wait()
    with process(tmp_path) as running, House(running.url) as house:
        player.house = house
        assert player.balance == 100_000 - 1000
        with player.watch(1) as table:
            assert table.view.seats[0].wagers == {"ante": 500, "ante_bonus": 500}
            assert table.seq is not None and seq is not None and table.seq > seq


def test_a_house_on_postgresql_is_killed_and_goes_on(
    tmp_path: Path, postgresql_url: str, capsys: pytest.CaptureFixture[str], plain_environ: pytest.MonkeyPatch
) -> None:
    """The program itself on a real server: a round is played through the client, the process is killed in the middle of
    the next one, another goes on with the same cards, and the audit finds nothing."""
    with process(tmp_path, database=postgresql_url) as running, House(running.url) as house:
        player = house.guest("Ann")
        (won,) = bot.play(player, "let-it-ride", 1, say=False)
        assert player.balance == 100_000 + won
        with player.sit(GAMES["let-it-ride"], 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(let_it_ride=5)
            table.ready()
            table.wait(lambda t: t.view.turn == 1)
            cards, left = table.view.seats[0].cards, player.balance
            running.process.kill()
            running.process.wait()
    assert "??" not in cards and left < 100_000 + won
    with process(tmp_path, database=postgresql_url) as running, House(running.url) as house:
        player.house = house
        assert player.balance == left
        with player.watch(GAMES["let-it-ride"]) as table:
            assert table.view.seats[0].cards == cards and table.view.turn == 1
            playing = table.view.round
            while table.view.round == playing:
                if any(offer.do == "Decide" for offer in table.offers):
                    table.decide("ride")
                else:
                    table.next(30)
        (last, _) = player.ask("GET", "/api/v1/me/rounds")["rounds"]
        (hand,) = last["hands"]
        assert player.balance == 100_000 + won - hand["wagered"] + hand["returned"]
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(60) == 0, running.err
    plain_environ.setenv("PITBOSS_DATA", str(tmp_path))  # where its keys and its checkpoints are
    plain_environ.setenv("PITBOSS_DATABASE", postgresql_url)
    assert dispatch(["audit", "verify"]) == 0, capsys.readouterr().out
    said = capsys.readouterr().out
    assert "Nothing is wrong" in said and "sealed seeds" not in said


def test_a_house_whose_store_another_house_took_stops(tmp_path: Path, postgresql_url: str) -> None:
    """For instance by a command that changes everything."""
    other = open_store(postgresql_url)
    with process(tmp_path, database=postgresql_url) as running:
        with House(running.url) as house:
            assert house.guest("Ann").balance == 100_000
        Writer(other).close()
        with other.connect() as conn:
            rows = conn.exec_driver_sql("SELECT count(*) FROM trail").scalar_one()
        with suppress(httpx.TransportError):
            while True:
                assert httpx.get(f"{running.url}/readyz", trust_env=False).status_code == 503
                assert httpx.post(f"{running.url}/api/v1/guest", json={}, trust_env=False).status_code == 503
        assert running.process.wait(60) != 0
        assert "another house serves this store" in running.err
        with other.connect() as conn:
            assert conn.exec_driver_sql("SELECT count(*) FROM trail").scalar_one() == rows
    other.dispose()
    with process(tmp_path, database=postgresql_url) as running:
        assert httpx.get(f"{running.url}/readyz", trust_env=False).status_code == 200


def test_the_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["serve", "--help"]) == 0
    assert "--database" in capsys.readouterr().out
