"""An audit that the server is asked for runs in a process of its own: the same answers, and it ends with the house."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
import pytest
from sqlalchemy import Engine, text

from house.server_support import Served, bot, served
from pitboss.house.audit import auditor as program
from pitboss.house.audit.auditor import Answer, Question
from pitboss.house.audit.verify import verify
from pitboss.house.store.opening import connect, snapshot
from pitboss.rulebook.folders import games


def auditor(server: Served) -> httpx.Client:
    token = server.staff("Abe", "auditor").token
    return httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}"}, timeout=120, trust_env=False)


def children() -> list[psutil.Process]:
    """The processes of audits that this one has begun."""
    found = []
    for each in psutil.Process().children():
        try:
            if "pitboss.house.audit.auditor" in each.cmdline():
                found.append(each)
        except psutil.Error:
            pass
    return found


def soon(true: Callable[[], object]) -> None:
    """Waits for something that comes by itself."""
    for _ in range(6000):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


@contextmanager
def held_up(engine: Engine) -> Iterator[Callable[[], bool]]:
    """An audit cannot read the hands of the rounds; whether one waits for them. The house does without them."""
    with engine.connect() as conn:
        conn.exec_driver_sql("BEGIN")
        conn.exec_driver_sql("LOCK TABLE hands IN ACCESS EXCLUSIVE MODE")
        waits = "SELECT count(*) FROM pg_locks WHERE relation = 'hands'::regclass AND NOT granted"
        try:
            yield lambda: bool(conn.exec_driver_sql(waits).scalar())
        finally:
            conn.exec_driver_sql("ROLLBACK")


# --- the same answers -------------------------------------------------------------------------------------------------


def test_the_answers_are_those_of_the_audit_itself(
    store_url: str, tmp_path: Path, tamper: Callable[[Engine], Any]
) -> None:
    with served(tmp_path, database=store_url, checkpoints_file=tmp_path / "kept") as server, auditor(server) as asking:
        house = server.running.house
        bot.play(server.guest(), "let-it-ride", 1, say=False)

        said: dict[str, Any] = {}

        def agree() -> bool:
            """What the house writes between the two makes them differ: rows, a checkpoint."""
            said.update(asking.get("/api/v1/audit/verify").raise_for_status().json())
            with snapshot(house.engine) as conn:
                found = verify(conn, public_key=house.keys.public, checkpoints_file=tmp_path / "kept")
            findings = msgspec.to_builtins(found.found)
            return said == {
                "clean": found.clean, "chains": found.chains, "rows": found.rows, "rounds": found.rounds,
                "total": found.total, "findings": findings, "notes": found.notes,
            }  # fmt: skip

        soon(agree)
        assert said["clean"] and said["rows"] > 50 and said["chains"] == len(games()) + 1
        with tamper(house.engine) as conn:
            conn.execute(text("UPDATE hands SET wagered = wagered + 1"))
        soon(agree)
        assert not said["clean"] and "wagered" in str(said["findings"])
    assert children() == []


def test_a_store_that_cannot_be_read_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as server, auditor(server) as asking:
        monkeypatch.setattr(server.running.app.desk, "settings", _elsewhere(server, tmp_path))
        refused = asking.get("/api/v1/audit/verify")
        assert (refused.status_code, refused.json()["code"]) == (503, "store")
        monkeypatch.undo()
        assert asking.get("/api/v1/audit/verify").json()["clean"]


def _elsewhere(server: Served, folder: Path) -> Any:
    from dataclasses import replace

    return replace(server.running.settings, database=f"sqlite:///{folder / 'nowhere.db'}")


def test_a_process_that_ends_without_an_answer_is_a_mistake_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, log_level="error") as server, auditor(server) as asking:
        monkeypatch.setattr(program, "COMMAND", (sys.executable, "-c", "pass"))
        refused = asking.get("/api/v1/audit/verify")
        assert (refused.status_code, refused.json()["code"]) == (500, "mistake")
        monkeypatch.undo()
        assert asking.get("/api/v1/audit/verify").json()["clean"]


# --- a process of its own ---------------------------------------------------------------------------------------------


def test_the_house_goes_on_meanwhile_and_ends_it_when_it_closes(postgresql_url: str, tmp_path: Path) -> None:
    other = connect(postgresql_url)
    answers: list[httpx.Response] = []
    with held_up(other) as waits:
        with served(tmp_path, database=postgresql_url) as server, auditor(server) as asking:
            first = threading.Thread(target=lambda: answers.append(asking.get("/api/v1/audit/verify")))
            first.start()
            soon(waits)
            (child,) = children()
            assert child.pid != os.getpid()
            refused = asking.get("/api/v1/audit/verify")
            assert (refused.status_code, refused.json()["code"]) == (429, "busy")
            player = server.guest("Ann")
            player.sit(1, 1).close()
            assert server.http.get("/healthz").json() == {"status": "alive"}
            assert answers == []
            server.running.app.desk.auditor.stop()  # as the house does when it begins to close
            first.join(60)
            assert [(each.status_code, each.json()["code"]) for each in answers] == [(503, "closing")]
            assert not child.is_running()
            assert asking.get("/api/v1/audit/verify").json()["code"] == "closing", "no other is begun"
        assert children() == []
    other.dispose()


def test_a_house_that_closes_does_not_wait_for_it(postgresql_url: str, tmp_path: Path) -> None:
    other = connect(postgresql_url)
    with held_up(other) as waits:
        with served(tmp_path, database=postgresql_url) as server, auditor(server) as asking:

            def ask() -> None:
                with pytest.raises(httpx.HTTPError):
                    asking.get("/api/v1/audit/verify").raise_for_status()

            first = threading.Thread(target=ask)
            first.start()
            soon(waits)
            (child,) = children()
        first.join(60)
        assert not child.is_running()
    other.dispose()


def test_it_ends_when_nobody_waits_for_it(postgresql_url: str) -> None:
    """A house that was killed cannot end it: its end of the pipe is closed."""
    engine = connect(postgresql_url)
    environ = os.environ | {"PYTHONPATH": program.ROOT}
    asked = msgspec.json.encode(Question(postgresql_url, "00" * 32, None)) + b"\n"
    with (
        held_up(engine) as waits,
        subprocess.Popen(program.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as child,
    ):
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(asked)
        child.stdin.flush()
        soon(waits)
        assert child.poll() is None
        child.stdin.close()
        assert child.wait(60) == 1
        assert child.stdout.read() == b""
    engine.dispose()


def test_it_is_less_urgent_than_the_house_and_keeps_the_password_to_itself(postgresql_url: str) -> None:
    engine = connect(postgresql_url)
    process = program._started()
    assert process.stdin is not None and process.stdout is not None
    with process:
        with held_up(engine) as waits:
            process.stdin.write(msgspec.json.encode(Question(postgresql_url, "00" * 32, None)) + b"\n")
            soon(waits)
            seen = psutil.Process(process.pid)
            assert seen.nice() == min(19, psutil.Process().nice() + program.LATER)
            assert not any("postgresql" in word for word in (*seen.cmdline(), *seen.environ().values()))
        answer = msgspec.json.decode(process.stdout.read(), type=Answer)
    assert (answer.trouble, answer.total) == ("", 0)
    engine.dispose()


def test_a_question_that_never_comes(tmp_path: Path) -> None:
    environ = os.environ | {"PYTHONPATH": program.ROOT}
    done = subprocess.run(program.COMMAND, stdin=subprocess.DEVNULL, capture_output=True, env=environ, check=True)
    assert done.stdout == done.stderr == b""
