"""`pitboss check` and `pitboss new`: what a person sees, and that no traceback ever reaches him."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.check import check
from pitboss.cli.main import dispatch
from pitboss.cli.new import FILING, new
from pitboss.rulebook.submission import default_submission
from support import GAMES


@pytest.fixture(autouse=True)
def wide_plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize("game", GAMES)
def test_new_writes_what_check_accepts(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert dispatch(["new", game, "-o", "mine.toml"]) == 0
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == default_submission(game) + FILING
    assert check(Path("mine.toml")) == 0
    said = capsys.readouterr().out
    assert "Wrote mine.toml" in said
    assert "The submission is valid" in said
    assert "practice, not approved for gaming" in said


def test_check_shows_the_terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    assert new("let-it-ride", output=file) == 0
    assert check(file) == 0
    said = capsys.readouterr().out
    for words in ("Bet Number 1", "royal flush 1,000 to 1", "MD-LIR 12.F(2)(a)", "5%", "$1,000", "at_settlement"):
        assert words in said


def test_check_shows_every_fault_with_line_and_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    text = (
        default_submission("let-it-ride")
        .replace("initial = 1000", "initial = 999")
        .replace("positions = 7", "positions = 8")
    )
    file.write_text(text, encoding="utf-8")
    assert check(file) == 1
    said = capsys.readouterr().out
    assert "2 faults" in said
    line = text.splitlines().index("initial = 999") + 1
    assert f"{file}:{line}: meters.Progressive.initial: is below the minimum of this meter" in said
    assert "MD-LIR 12.F(2)(a): Progressive table A: the meter starts and resets at $1,000 or more." in said
    assert "$999" in said
    assert "$1,000 or more" in said
    assert "MD-LIR 2.A(1)" in said


def test_check_prints_notices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "off.toml"
    text = default_submission("let-it-ride")
    head, tail = text.split("[wagers.progressive]", 1)
    file.write_text(
        head + "[wagers.progressive]" + tail.replace("offered = true", "offered = false", 1), encoding="utf-8"
    )
    assert check(file) == 0
    assert "notice: meters.Progressive" in capsys.readouterr().out


def test_brackets_and_escapes_in_a_file_are_shown_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('game = "[red]dragon[/red]"\n"\\u001b[31m" = 1\n', encoding="utf-8")
    assert check(file) == 1
    said = capsys.readouterr().out
    assert "[red]dragon[/red]" in said
    assert "\x1b" not in said


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfe\x00binary", "not a UTF-8 text file"), (None, "directory"), (b"", "game: is missing")],
)
def test_files_that_are_no_submission(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    assert check(file) == (1 if content == b"" else 2)
    said = capsys.readouterr()
    assert words in (said.out if content == b"" else said.err)


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path / "nowhere.toml") == 2
    said = capsys.readouterr()
    assert "no such file" in said.err and not said.out
    assert check(Path("a\0b")) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "bom.toml"
    file.write_bytes(b"\xef\xbb\xbf" + default_submission("dragon-poker").encode())
    assert check(file) == 0


def test_windows_line_ends_keep_the_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "crlf.toml"
    text = default_submission("dragon-poker").replace("positions = 6", "positions = 9")
    file.write_bytes(text.replace("\n", "\r\n").encode())
    assert check(file) == 1
    line = next(n for n, x in enumerate(text.splitlines(), 1) if x.startswith("positions = 9"))
    assert f"{file}:{line}: positions:" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_without_a_file_new_prints_the_submission_and_nothing_else(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert dispatch(["new", game]) == 0
    said = capsys.readouterr()
    assert said.out == default_submission(game) + FILING and said.err == ""
    assert not list(tmp_path.iterdir())


def test_what_new_prints_is_utf_8_whatever_the_screen_has() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "new", "ultimate-texas-holdem"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert done.stdout.decode("utf-8") == default_submission("ultimate-texas-holdem") + FILING


def _refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What is said on the error stream, and only there."""
    assert dispatch(["new", *map(str, arguments)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("pitboss: ") and said.err.count("\n") == 1
    return said.err


def test_new_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("mine", encoding="utf-8")
    assert "already such a file" in _refused(capsys, "dragon-poker", "-o", file)
    assert file.read_text(encoding="utf-8") == "mine"


def test_new_says_what_stands_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for output, words in (
        (tmp_path, "directory"),
        (tmp_path / "nowhere" / "x.toml", "does not exist"),
        (tmp_path / "file" / "x.toml", "not a directory"),
        (Path("a\0b"), "cannot be written"),
        (tmp_path / ("x" * 300), "cannot be written"),
    ):
        assert words in _refused(capsys, "dragon-poker", "--output", output)


def test_new_in_a_directory_without_permission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = Path.open

    def denied(path: Path, mode: str = "r", **more: Any) -> Any:
        if "x" in mode:
            raise PermissionError(13, "Permission denied")
        return really_open(path, mode, **more)

    monkeypatch.setattr(Path, "open", denied)
    assert "may not write" in _refused(capsys, "dragon-poker", "-o", tmp_path / "x.toml")


def test_new_suggests_the_game_meant(capsys: pytest.CaptureFixture[str]) -> None:
    said = _refused(capsys, "dragon_pocker")
    assert "Did you mean 'dragon-poker'?" in said and "ultimate-texas-holdem" in said
    _refused(capsys, "../../etc/passwd")
