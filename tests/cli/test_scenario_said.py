"""What `pitboss scenario` prints and hands over as JSON."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch

WORKED = Path(__file__).parent.parent / "scenarios" / "hand_worked"
ROUND = """
game = "ultimate-texas-holdem"
[deck]
seat1 = "Qs 4h"
[seats.1]
wagers = { ante = 10, blind = 10 }
acts = ["check", "check", "fold"]
"""


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


def test_what_was_dealt_for_you(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND, encoding="utf-8")
    assert dispatch(["scenario", str(file)]) == 0
    assert "Dealt for you: Dealer 2♣ 2♦; Burned 2♥ 3♥; Community 2♠" in capsys.readouterr().out
    assert dispatch(["scenario", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["dealt_for_you"]["dealer"] == ["2c", "2d"] and "seat1" not in found["dealt_for_you"]
    assert dispatch(["scenario", str(WORKED / "ultimate-texas-holdem-1.toml"), "--json"]) == 0


def test_a_file_that_cannot_be_played_stands_in_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, gone = tmp_path / "bad.toml", tmp_path / "gone.toml"
    bad.write_text(ROUND.replace("Qs 4h", "Qs"), encoding="utf-8")
    good = WORKED / "dragon-poker-1.toml"
    assert dispatch(["scenario", str(bad), str(good), str(gone), "--json"]) == 2
    said = capsys.readouterr()
    first, second, third = json.loads(said.out)
    assert first == {"file": str(bad), "error": "[deck] seat1 names 1 card; the round deals 2 to position 1"}
    assert second["file"] == str(good) and "error" not in second
    assert third == {"file": str(gone), "error": "there is no such file"}
    assert f"pitboss: {bad}: [deck] seat1 names 1 card" in said.err


def test_envy_and_limits_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    envy, limit = str(WORKED / "let-it-ride-4.toml"), str(WORKED / "ultimate-texas-holdem-5.toml")
    assert dispatch(["scenario", envy, limit]) == 0
    flat = " ".join(capsys.readouterr().out.split())
    assert "7 Envy Bonus +$300 for position 4's straight flush" in flat
    assert "7 Envy Bonus +$1,000 for position 2's royal flush" in flat
    assert "Payout limit" in flat and "payout limit on Blind" in flat
    assert dispatch(["scenario", envy, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    lines = [(p["position"], p["holder"]) for p in found["payments"] if p["wager"] == "envy"]
    assert (7, 4) in lines and (7, 2) in lines and len(lines) == len(set(lines))


def test_differences_name_wagers_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND + "[expect.1]\nante = 10\n", encoding="utf-8")
    assert dispatch(["scenario", str(file)]) == 1
    said = capsys.readouterr().out
    assert "position 1, Ante: expected $10, paid -$10" in said
    assert "position 1, Blind: -$10 is not expected" in said


def test_the_example_of_the_format_plays_as_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    file = tmp_path / "example.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert dispatch(["scenario", str(file)]) == 0
    assert "As the file expects." in capsys.readouterr().out
