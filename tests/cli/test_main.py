"""The command line as a whole: help, exit statuses, one-sentence errors, no traceback."""

import os
import re
import signal
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from docs_site.commands import commands
from pitboss import __version__
from pitboss.cli.help_text import FOLDER
from pitboss.cli.main import COMMANDS, dispatch

PITBOSS = [sys.executable, "-m", "pitboss"]
PLAIN = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80"}


def pitboss(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PITBOSS, *arguments], input=stdin, capture_output=True, encoding="utf-8", env=PLAIN, timeout=60, check=False
    )


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_the_help_page_teaches(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(arguments) == 0
    said = capsys.readouterr().out
    order = [said.index(f"\n  {command} ") for command in COMMANDS]
    assert order == sorted(order), "in the order in which a newcomer needs them"
    assert "Examples" in said and "Exit status" in said


def test_the_help_page_fits_and_loads_nothing() -> None:
    code = (
        "import sys; from pitboss.cli.main import dispatch; dispatch(['--help']); "
        "heavy = [m for m in ('cyclopts', 'rich', 'pydantic', 'numpy') if m in sys.modules]; assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=PLAIN, check=False)
    assert done.returncode == 0, done.stderr
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["--version"]) == 0
    assert capsys.readouterr().out == f"pitboss {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch([command, "--help"]) == 0
    assert f"pitboss {command}" in capsys.readouterr().out


def test_the_help_explains_every_parameter_and_no_other() -> None:
    """A parameter that help names wrongly would stand there without a word."""
    explained = {path.stem for path in FOLDER.iterdir()}
    for name, command in commands().items():
        said = (FOLDER / f"{name}.md").read_text(encoding="utf-8").partition("Parameters\n----------\n")[2]
        assert re.findall(r"(?m)^(\w+)$", said) == list(signature(command).parameters), name
    assert explained == set(commands())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["plya"], "Did you mean 'play'?"),
        (["--colour"], "there is no option '--colour'"),
        (["check"], "FILE is missing"),
        (["check", "a", "b"], "too many arguments: b"),
        (["play", "dragon-poker", "--nope"], "unknown option: --nope"),
        (["play", "dragon-poker", "--seats", "many"], "--seats"),
        (["play", "dragn-poker"], "Did you mean 'dragon-poker'?"),
        (["play", "dragon-poker", "--seats", "7"], "room for 1 to 6 players"),
        (["play", "dragon-poker", "--position", "0"], "positions 1 to 6"),
        (["play", "dragon-poker", "--stake", "trips=5"], "there is no wager 'trips' here"),
        (["play", "dragon-poker", "--submission", "no-such-file.toml"], "there is no such file"),
        (["rules", "dragn-poker"], "Did you mean 'dragon-poker'?"),
        (["rules", "MD-LIR 11.C(1)(z)"], "did you mean MD-LIR 11.C(1)(b)"),
        (["rules", "--readings", "Z-99"], "there is no reading and no game 'Z-99'"),
        (["rules", "--json"], "--json goes with --coverage"),
        (["rules", "let-it-ride", "--dealing", "foot"], "manual_shoe, hand, automated_shoe"),
        (["scenario"], "at least one scenario file"),
        (["replay"], "LOG is missing"),
        (["replay", "no-such-log"], "there is no such file"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(arguments) == 2
    said = capsys.readouterr()
    assert says in said.err, said.err
    assert said.err.startswith("pitboss: ") and said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_an_unexpected_mistake_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(arguments: list[str]) -> int:
        raise RuntimeError("the cards fell off the table")

    monkeypatch.setattr("pitboss.cli.main._call", broken)
    monkeypatch.delenv("PITBOSS_TRACEBACK", raising=False)
    assert dispatch(["games"]) == 2
    said = capsys.readouterr().err
    assert "the cards fell off the table" in said and "Traceback" not in said


def test_ctrl_c_leaves_as_q_does_with_status_130() -> None:
    running = subprocess.Popen(
        [*PITBOSS, "play", "dragon-poker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=PLAIN,
    )
    assert running.stdin is not None and running.stdout is not None and running.stderr is not None
    running.stdin.write("\n")
    running.stdin.flush()
    for line in running.stdout:
        if "2 fold" in line:
            break
    running.send_signal(signal.SIGINT)  # while it works or while it waits for the answer
    shown, said = running.communicate(timeout=60)
    assert running.returncode == 130 and said == ""
    assert "One round; you" in shown


def test_a_closed_pipe_is_quiet() -> None:
    running = subprocess.Popen(
        [*PITBOSS, "rules", "let-it-ride"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN
    )
    assert running.stdout is not None and running.stderr is not None
    running.stdout.read(10)
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(timeout=60) == 0


def test_no_screen_character_breaks_an_ascii_terminal() -> None:
    done = subprocess.run(
        [*PITBOSS, "play", "dragon-poker", "--shuffle-seed", "a"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**PLAIN, "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == b""
    done.stdout.decode("ascii")


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["games"]) == 0
    said = capsys.readouterr().out
    for fact in (
        "dragon-poker",
        "Massachusetts Gaming Commission",
        "1 Gold Dragon",
        "up to 7 (MD-LIR 2.A(1))",
        "Trips",
    ):
        assert fact in said
    assert max(len(line) for line in said.splitlines()) <= 80


def test_check_and_new_are_reached(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    assert dispatch(["new", "let-it-ride", "--output", str(file)]) == 0
    assert dispatch(["check", str(file)]) == 0
    file.write_text(file.read_text(encoding="utf-8").replace("positions = 7", "positions = 9"), encoding="utf-8")
    assert dispatch(["check", str(file)]) == 1
    assert dispatch(["play", "--submission", str(file)]) == 2
    assert "pitboss check" in capsys.readouterr().err


def test_ctrl_c_while_a_class_is_being_made(tmp_path: Path) -> None:
    """Python makes some classes by `exec` of a text, and remembers an interrupt that came through it: the process must
    end with its own status all the same, not by the signal."""
    program = """
from pitboss.cli import main
main.dispatch = lambda words: exec("raise KeyboardInterrupt")
main.run()
"""
    (tmp_path / "interrupted.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "interrupted"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "pitboss: interrupted\n")
