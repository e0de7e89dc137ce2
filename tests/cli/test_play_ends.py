"""An evening that ends otherwise than planned: signals, a lost screen, a log that cannot be written any more."""

import io
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.play.log import read_log
from pitboss.play.replay import replay
from pitboss.table import events as e

PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]
PLAIN = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "PYTHONUNBUFFERED": "1"}


def rounds_in(log: Path) -> int:
    """The rounds of a log that is whole and ends between rounds."""
    terms, records = read_log(log.read_bytes())
    done = list(replay(terms, records))
    assert done[-1].state.step <= 0, "no round is left in the middle"
    return sum(isinstance(r.event, e.TableCleared) for r in records)


# --- signals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize(
    ("more", "answers", "until"),
    [((), "\n", "2 fold"), ((), "\n!\n", "What went wrong?"), (("--pause",), "\n", "No more bets")],
    ids=["decision", "menu", "pause"],
)
def test_a_signal_leaves_as_q_does(
    number: str, status: int, more: tuple[str, ...], answers: str, until: str, tmp_path: Path
) -> None:
    log = tmp_path / "evening.log"
    running = subprocess.Popen(
        [*PITBOSS, "play", "dragon-poker", "--log", str(log), *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=PLAIN,
    )
    assert running.stdin is not None and running.stdout is not None
    running.stdin.write(answers)
    running.stdin.flush()
    for line in running.stdout:
        if until in line:
            break
    running.send_signal(getattr(signal, number))  # while it works or while it waits for the answer
    shown, said = running.communicate(timeout=60)
    assert running.returncode == status and said == ""
    assert "your hand is played out by the rules" in " ".join(shown.split())
    assert "You leave the table." in shown and "One round; you" in shown
    assert rounds_in(log) == 1


def interrupting(answers: io.StringIO) -> Callable[..., str]:
    """Answers, line by line, then Ctrl-C."""
    readline = answers.readline

    def line_or_interrupt(size: int = -1) -> str:
        line = readline(size)
        if not line:
            raise KeyboardInterrupt
        return line

    return line_or_interrupt


@pytest.mark.parametrize("answers", ["", "\n", "\n!\n", "\n!\n3\n"])
def test_ctrl_c_at_any_prompt(
    answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.log"
    stdin = io.StringIO(answers + "v\n")
    monkeypatch.setattr(stdin, "readline", interrupting(stdin))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert dispatch(["play", "ultimate-texas-holdem", "--shuffle-seed", "a", "--log", str(log)]) == 130
    assert "You leave the table." in capsys.readouterr().out
    assert rounds_in(log) == bool(answers)


def test_the_second_ctrl_c_ends_at_once() -> None:
    from rich.console import Console

    from pitboss.cli.keyboard import Keyboard

    keys = Keyboard(Console())
    with keys.listening():
        os.kill(os.getpid(), signal.SIGINT)
        assert keys.stopped == signal.SIGINT and keys.ask("> ") is None
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_terminal_that_goes_away(tmp_path: Path) -> None:
    """The screen is lost together with the keyboard: the round is played out and recorded all the same."""
    import pty

    log = tmp_path / "evening.log"
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        [*PITBOSS, "play", "dragon-poker", "--log", str(log)],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**PLAIN, "TERM": "dumb"},
        start_new_session=True,
    )
    os.close(follower)
    said, answered = b"", False
    while b"you> " not in said:
        said += os.read(leader, 4096)
        if b"wagers> " in said and not answered:
            answered = True
            os.write(leader, b"\n")
    os.close(leader)
    running.wait(timeout=60)
    assert rounds_in(log) == 1


# --- output that cannot be written ----------------------------------------------------------------------------------


def shell(command: str) -> subprocess.CompletedProcess[str]:
    whole = command.replace("pitboss", f"{sys.executable} -m pitboss.cli.main")
    return subprocess.run(
        ["sh", "-c", whole], capture_output=True, encoding="utf-8", env=PLAIN, timeout=60, check=False
    )


@pytest.mark.parametrize(
    "command", ["games", "--help", "rules --coverage", "rules --coverage --json", "new let-it-ride"]
)
@pytest.mark.parametrize(
    ("where", "cause"), [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")]
)
def test_standard_output_that_takes_nothing(command: str, where: str, cause: str) -> None:
    done = shell(f"pitboss {command} {where}")
    assert done.returncode == 2
    assert done.stderr == f"pitboss: standard output: cannot be written: {cause}\n"


@pytest.mark.parametrize("command", ["pitboss games >&- 2>&-", "pitboss plya 2>&-", "pitboss plya 2>/dev/full"])
def test_nowhere_to_complain(command: str) -> None:
    assert shell(command).returncode == 2


def test_a_lost_screen_does_not_lose_the_round(tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    done = shell(f"printf '\\nfold\\n' | pitboss play dragon-poker --log {log} >/dev/full")
    assert done.returncode == 2 and "No space left on device" in done.stderr
    assert rounds_in(log) == 0
    log.unlink()
    done = shell(f"(printf '\\n'; sleep 1) | pitboss play dragon-poker --log {log} | head -c 2600 >/dev/null")
    assert done.stderr == "" and rounds_in(log) == 1


# --- a log that cannot be written any more --------------------------------------------------------------------------


def test_a_log_that_cannot_grow(tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    done = subprocess.run(
        [*PITBOSS, "play", "dragon-poker", "--log", str(log)],
        input="\nplay\n" * 5,
        capture_output=True,
        encoding="utf-8",
        env=PLAIN,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000)),
    )
    assert done.returncode == 2
    _, records = read_log(log.read_bytes())
    assert done.stderr == (
        f"pitboss: {log}: the log cannot be written: File too large; it holds the first {len(records)} records, "
        "and the round is played out without it\n"
    )
    assert "mistake in pitboss" not in done.stderr
    assert "Round 1 is over" in done.stdout and "One round; you" in done.stdout
    assert "The log is not whole" in done.stdout


def test_a_log_that_cannot_even_begin(tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    done = shell(f"ulimit -f 0; pitboss play dragon-poker --log {log} </dev/null")
    assert done.returncode == 2 and "File too large; nothing was recorded" in done.stderr
    assert not log.exists()


@pytest.mark.parametrize(
    ("name", "says"), [("", "this is a directory"), (".", "this is a directory"), ("/dev/null", "this is a device")]
)
def test_what_is_no_place_for_a_log(name: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["play", "dragon-poker", "--log", name]) == 2
    assert says in capsys.readouterr().err
