"""What `pitboss check` prints: within the width of the screen, errors on the error stream."""

from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.rulebook.submission import default_submission


@pytest.fixture(autouse=True)
def narrow_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setenv("NO_COLOR", "1")


def test_faults_keep_within_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = default_submission("let-it-ride").replace("initial = 1000", "initial = 999") + "\nmeter_flor = 'reset'\n"
    Path("bad.toml").write_text(text, encoding="utf-8")
    assert dispatch(["check", "bad.toml"]) == 1
    said = capsys.readouterr().out
    assert max(len(line) for line in said.splitlines()) <= 70
    line = text.splitlines().index("initial = 999") + 1
    assert f"bad.toml:{line}: meters.Progressive.initial: is below the minimum" in said
    assert "MD-LIR 12.F(2)(a): Progressive table A: the meter starts and resets at" in " ".join(said.split())


@pytest.mark.parametrize("game", ["let-it-ride", "ultimate-texas-holdem"])
def test_terms_keep_within_the_screen(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.toml"
    head, progressive, tail = default_submission(game).partition("[wagers.progressive]")
    text = head + progressive + tail.replace('paytable = "A"', 'paytable = "B"', 1)
    limit = "payout_limit = 1000000"
    if game == "let-it-ride" and "[limits]" in text:
        text = "".join(limit + "\n" if line.startswith("payout_limit") else line for line in text.splitlines(True))
        assert limit in text
    file.write_text(text, encoding="utf-8")
    assert dispatch(["check", str(file)]) == 0
    said = capsys.readouterr().out
    assert max(len(line) for line in said.splitlines()) <= 70
    assert "bet_1" not in said and "akq" not in said
    assert game != "let-it-ride" or ("ace, king, queen of spades" in " ".join(said.split()) and "$1,000,000" in said)


def test_an_unreadable_file_is_told_on_the_error_stream(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "nowhere.toml", tmp_path / "binary"):
        assert dispatch(["check", str(path)]) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith(f"pitboss: {path}: ") and said.err.count("\n") == 1
