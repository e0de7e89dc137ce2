"""`pitboss scenario` and `pitboss replay`: what they print, and what they say to bad files."""

import io
import json
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch

WORKED = Path(__file__).parent.parent / "scenarios" / "hand_worked"


# --- scenario -------------------------------------------------------------------------------------------------------


def test_a_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["scenario", str(WORKED / "let-it-ride-2.toml")]) == 0
    said = capsys.readouterr().out
    flat = " ".join(said.split())
    assert "Position 2 A♥ K♥ Q♥" in flat and "Six Card box 3♣ 4♦ 2♥" in flat
    assert "Bet Number 1 +$2,500 500 to 1 MD-LIR 12.A(2)(a)" in flat
    assert "The Progressive meter reads $1,000" in said
    assert "As the file expects." in said
    assert max(len(line) for line in said.splitlines()) <= 80


def test_all_worked_scenarios_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(map(str, WORKED.glob("*.toml")))
    assert dispatch(["scenario", *files]) == 0
    assert f"{len(files)} scenarios: {len(files)} as expected." in capsys.readouterr().out


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["scenario", str(WORKED / "let-it-ride-2.toml"), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["game"] == "let-it-ride" and found["differences"] == []
    assert found["cards"]["seat2"] == ["Ah", "Kh", "Qh"]
    told = {"position", "player", "wager", "stake_cents", "outcome", "winnings_cents", "cuts", "net_cents", "hand"}
    assert told | {"reason", "clause"} == set(found["payments"][0])
    assert found["meters"]["Progressive"].startswith("1000.0")


def test_a_difference_is_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (WORKED / "dragon-poker-1.toml").read_text(encoding="utf-8")
    file = tmp_path / "wrong.toml"
    file.write_text(
        text.replace("[expect.2]", "[expect.2]\nplay = -999\n#", 1).replace("\nplay = -10\n", "\n"), "utf-8"
    )
    assert dispatch(["scenario", str(file)]) == 1
    said = capsys.readouterr().out
    assert "Differs from what the file expects:" in said and "expected -$999" in said


def test_every_bad_file_is_told_and_the_good_ones_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {
        "binary.toml": b"\xff\x00\xfe",
        "syntax.toml": b"title = ",
        "game.toml": b'game = "dragn-poker"\n',
        "shape.toml": b'game = "dragon-poker"\nseats = 5\n',
        "shape2.toml": b'game = "dragon-poker"\n[seats]\n1 = 5\n',
        "cards.toml": b'game = "dragon-poker"\n[deck]\nseat1 = "GD GD RA"\n[seats.1]\nwagers = { ante = 10 }\n',
        "wager.toml": b'game = "dragon-poker"\n[seats.1]\nwagers = { trips = 10 }\nacts = ["play"]\n',
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    files = [str(tmp_path / name) for name in (*bad, "missing.toml")]
    assert dispatch(["scenario", *files, str(WORKED / "dragon-poker-1.toml")]) == 2
    said = capsys.readouterr()
    for file in files:
        assert file in said.err
    assert "did you mean 'dragon-poker'?" in said.err
    assert "9 scenarios: 1 as expected, 8 could not be played." in said.out
    assert "Traceback" not in said.err


# --- replay ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "evening.log"
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nride\nride\n\nride\nwithdraw\nq\n"))
    arguments = ["play", "let-it-ride", "--shuffle-seed", "demo", "--stake", "progressive=1", "--log", str(path)]
    assert dispatch(arguments) == 0
    capsys.readouterr()
    return path


def test_a_round_is_printed_again_with_clauses_in_words(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", str(log), "--round", "1"]) == 0
    said = capsys.readouterr().out
    flat = " ".join(said.split())
    assert "Every act was decided again: all agree." in flat
    assert "Round 1" in said and "Round 2" not in said
    assert "Position 4 shows Q♣ Q♥ 8♣: full house" in flat
    assert "Settlement: the dealer opens the player's three cards" in flat, "the clause in words"
    assert "$0.05 goes to the Progressive meter" in flat
    assert max(len(line) for line in said.splitlines()) <= 80


def test_all_rounds_and_what_lies_between(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", str(log)]) == 0
    said = capsys.readouterr().out
    assert "Between rounds" in said and "Round 1" in said and "Round 2" in said


def test_replay_as_json(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", str(log), "--round", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "let-it-ride"
    assert {row["round"] for row in found["records"]} == {2}
    settled = [row for row in found["records"] if row["event"]["is"] == "WagerSettled"]
    assert settled and all(row["clause"] and row["wording"] and row["text"] for row in settled)


def test_a_round_that_is_not_there(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", str(log), "--round", "9"]) == 2
    assert "there is no round 9 in this log; it has rounds 1 to 2" in capsys.readouterr().err


def test_an_edited_payment_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    place = next(i for i, line in enumerate(lines) if '"won":11000' in line)
    lines[place] = lines[place].replace('"won":11000', '"won":12000')
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert dispatch(["replay", str(log), "--round", "1"]) == 1
    said = capsys.readouterr()
    assert f'record {place} does not follow from the rules: it says "Position 4: Bet Number 1 $10 wins $120' in said.err
    assert 'where the rules give "Position 4: Bet Number 1 $10 wins $110 at 11 to 1' in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"do":"CloseBets"', '"do":"ClearTable"'),
        ('"choice":"ride"', '"choice":"withdraw"'),
        ('"by":"dealer"', '"by":"player:You"'),
        ('"table":"Let It Ride 1"', '"table":"Let It Ride 2"'),
        ('"positions":7', '"positions":2'),
        ('"meter":"Progressive"', '"meter":"Regressive"'),
    ],
)
def test_any_other_edit_is_found(old: str, new: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = log.read_text(encoding="utf-8")
    assert old in text
    log.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert dispatch(["replay", str(log)]) in (1, 2)
    said = capsys.readouterr().err
    assert "record " in said or "line 1: the terms are not lawful" in said
    assert "Traceback" not in said and said.count("\n") == 1


def test_a_removed_record_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    del lines[20]
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert dispatch(["replay", str(log)]) == 2
    assert "record 21 stands where 20 was expected" in capsys.readouterr().err


def test_a_cut_log_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:41])[:-5])
    assert dispatch(["replay", str(log)]) == 1
    assert "line 41 is torn" in capsys.readouterr().err
    dealt = next(i for i, line in enumerate(lines) if b'"do":"DealCards"' in line)
    log.write_bytes(b"".join(lines[: dealt + 2]))
    assert dispatch(["replay", str(log)]) in (1, 2)
    assert f"middle of an act (record {dealt})" in capsys.readouterr().err
    decided = next(i for i, line in enumerate(lines) if b'"is":"Decided"' in line)
    log.write_bytes(b"".join(lines[:decided]))
    assert dispatch(["replay", str(log)]) in (1, 2)
    assert f"ends in the middle of round 1, after record {decided - 1}" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\x00\xff\n", b"{}\n", b"hello\n", b'{"pitboss":99}\n', b"[" * 5000 + b"\n"])
def test_what_is_no_log(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.log"
    path.write_bytes(content)
    assert dispatch(["replay", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("pitboss: ") and said.count("\n") == 1 and "Traceback" not in said
