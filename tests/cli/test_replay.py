"""`pitboss replay` and logs that are torn, foreign, empty or edited: plain words, and what is whole is shown."""

import io
import json
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "evening.log"
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nplay\n\nfold\nq\n"))
    assert dispatch(["play", "dragon-poker", "--shuffle-seed", "demo", "--log", str(path)]) == 0
    capsys.readouterr()
    return path


def again(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    status = dispatch(["replay", str(path), *more])
    said = capsys.readouterr()
    assert said.err.count("\n") <= 1
    for inside in ("Traceback", "Object missing", "JSON", "(seat=", "Struct", "clause='"):
        assert inside not in said.err
    return status, said.out, said.err


def test_a_torn_last_line(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    cleared = next(n for n, line in enumerate(lines) if b'"is":"TableCleared"' in line)
    log.write_bytes(b"".join(lines[: cleared + 1]) + lines[cleared + 1][:20])
    status, out, err = again(log, capsys)
    assert status == 1
    assert f"line {cleared + 2} is torn" in err and f"what is whole ends with record {cleared}" in err
    assert "Round 1 is over" in out and "one round." in out
    status, out, _ = again(log, capsys, "--json")
    assert status == 1 and json.loads(out)["records"][-1]["seq"] == cleared


def test_a_torn_line_in_the_middle_of_an_act(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    dealt = next(n for n, line in enumerate(lines) if b'"do":"DealCards"' in line)
    log.write_bytes(b"".join(lines[: dealt + 2])[:-3])
    status, out, err = again(log, capsys)
    assert status == 1 and f"line {dealt + 2} is torn" in err
    assert f"middle of an act (record {dealt}); what is whole ends with record {dealt - 1}" in err
    assert "No more bets" in out


def test_only_the_header(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    status, out, err = again(log, capsys)
    assert (status, err) == (0, "") and "no round" in out and "all agree" not in out
    status, _, err = again(log, capsys, "--round", "1")
    assert status == 2 and "it has no round" in err


def test_rounds_are_counted_as_play_counts_them(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = again(log, capsys)
    assert status == 0 and "two rounds." in out and "Round 3\n" not in out
    assert again(log, capsys, "--round", "3")[0] == 2 and again(log, capsys, "--round", "0")[0] == 2


@pytest.mark.parametrize("content", [b"", b"hello", b"hello\n", b"{}\n", b'{"pitboss":1}\n', b"\x00\xff", b"[1]\n"])
def test_what_is_no_log(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.log"
    path.write_bytes(content)
    status, out, err = again(path, capsys)
    assert status == 2 and out == "" and "this is not a Pitboss log" in err


@pytest.mark.parametrize("line", [b"{}", b"hello", b'{"seq":5}', b"\xff", b""])
def test_a_line_that_is_no_record(line: bytes, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_bytes().splitlines()
    lines[5] = line
    log.write_bytes(b"\n".join(lines) + b"\n")
    status, _, err = again(log, capsys)
    assert status == 2 and err.endswith(": line 6 is not a record of a Pitboss log\n")


def test_an_edit_that_the_sentence_does_not_tell(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The words of both events are the same: the particular that differs is named, not the whole structure."""
    text = log.read_text(encoding="utf-8")
    place = next(n for n, line in enumerate(text.splitlines()) if '"is":"WagerSettled"' in line)
    row = json.loads(text.splitlines()[place])
    row["event"]["back"] = row["event"]["back"] + 100
    lines = text.splitlines()
    lines[place] = json.dumps(row)
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, _, err = again(log, capsys)
    assert status == 1 and f"record {place} does not follow from the rules: it says" in err
    assert "where the rules give back" in err


def test_a_refused_act(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = log.read_text(encoding="utf-8").replace('"do":"CloseBets"', '"do":"ClearTable"', 1)
    log.write_text(text, encoding="utf-8")
    status, _, err = again(log, capsys)
    assert status == 1 and "does not follow from the rules: they refuse this act" in err


def test_names_from_a_log_cannot_move_the_cursor(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = log.read_text(encoding="utf-8").replace("Dot", "D\\u001b[2J\\u009b\\u202et\\n")
    assert "u202e" in text
    log.write_text(text, encoding="utf-8")
    _, out, err = again(log, capsys)
    assert not set("\x1b\x9b\u202e") & set(out + err)


def test_json_keeps_every_character_as_an_escape(capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli.screen import print_json

    evil = "\x1b[2J\x9b\u202e\U000e0001 ♠\n"
    print_json({"reason": evil})
    said = capsys.readouterr().out
    assert json.loads(said) == {"reason": evil} and "♠" in said
    assert not set("\x1b\x9b\u202e\U000e0001") & set(said)


def test_reasons_in_events_cannot_move_the_cursor() -> None:
    from pitboss.cli.explain import say
    from pitboss.table import events as e
    from support import rules

    event = e.DeckRemoved(1, "torn\x1b[2J\x9b\u202e\nRound 2", "MD-DRAGON 3.A")
    assert "(torn?[2J???Round 2)" in say(rules("dragon-poker"), event)
