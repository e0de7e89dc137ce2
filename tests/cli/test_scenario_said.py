"""What `pitboss scenario` prints and hands over as JSON."""

import json
from pathlib import Path
from typing import Any

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
    assert "Dealt for you: Dealer 4♦ 9♣; Burned 2♥ 3♥; Community 2♠ 5♣ 7♣ 3♠ 8♣" in capsys.readouterr().out
    assert dispatch(["scenario", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["dealt_for_you"]["dealer"] == ["4d", "9c"] and "seat1" not in found["dealt_for_you"]
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


# --- every figure is a field ----------------------------------------------------------------------------------------


def as_json(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    file = tmp_path / "round.toml"
    file.write_text(text, encoding="utf-8")
    assert dispatch(["scenario", str(file), "--json"]) in (0, 1)
    (found,) = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


PAID = """
game = "ultimate-texas-holdem"
[deck]
seat1 = "9s 9d"
seat2 = "As Kd"
dealer = "7s 6d"
burn = "4c 4d"
community = "9h Qh 3c 3d 5s"
[seats.1]
wagers = { ante = 10, blind = 10, trips = 5 }
acts = ["check", "check", "play_1x"]
[seats.2]
wagers = { ante = 10, blind = 10, trips = 5 }
acts = ["check", "check", "fold"]
"""


def test_stakes_winnings_and_outcomes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A full house: even money on Ante and Play, 3 to 1 on the Blind, 9 to 1 on Trips (table A)."""
    found = as_json(PAID, tmp_path, capsys)
    lines = {(p["position"], p["wager"]): p for p in found["payments"]}
    told = {key: (p["stake_cents"], p["winnings_cents"], p["net_cents"], p["outcome"]) for key, p in lines.items()}
    assert told == {
        (1, "ante"): (1000, 1000, 1000, "win"),
        (1, "blind"): (1000, 3000, 3000, "win"),
        (1, "play"): (1000, 1000, 1000, "win"),
        (1, "trips"): (500, 4500, 4500, "win"),
        (2, "ante"): (1000, 0, -1000, "lose"),
        (2, "blind"): (1000, 0, -1000, "lose"),
        (2, "trips"): (500, 0, -500, "lose"),
    }
    assert lines[1, "trips"]["hand"] == "full house" and lines[2, "trips"]["hand"] == "pair"
    assert found["reports"] == found["refused"] == [] and found["void"] is False


def test_hands_and_the_stub(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(PAID, tmp_path, capsys)
    assert found["hands"] == {
        "dealer": {"cards": ["7s", "6d"], "hand": "pair"},
        "seat1": {"cards": ["9s", "9d"], "hand": "full house"},
        "seat2": {"cards": ["As", "Kd"], "hand": "pair"},
    }
    assert found["stub"]["verdict"] == "put away" and found["stub"]["clause"].startswith("MA-UTH ")
    wrong = PAID + '[[report]]\nkind = "stub_count"\nat = "stub"\ncount = 40\n'
    counted = as_json(wrong, tmp_path, capsys)["stub"]
    assert (counted["verdict"], counted["counted"], counted["expected"]) == ("not misdealt", 40, 39)
    assert counted["clause"] == "MA-UTH 7(f)(2)/3"


def test_what_follows_from_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PAID + '[[report]]\nkind = "dealer_card_exposed"\nat = "preflop"\n'
    found = as_json(text, tmp_path, capsys)
    (told,) = found["reports"]
    assert (told["kind"], told["consequence"], told["clause"]) == (
        "dealer_card_exposed",
        "void_spare",
        "MA-UTH 15(a)/1",
    )
    assert told["reading"] == "U-33" and "Trips is settled on the full board" in told["follows"]
    assert found["void"] is True
    ends = {(p["position"], p["wager"]): p["outcome"] for p in found["payments"]}
    assert (ends[1, "ante"], ends[1, "trips"], ends[2, "trips"]) == ("returned", "win", "lose")


def test_each_cut_is_a_field_of_its_wager(capsys: pytest.CaptureFixture[str]) -> None:
    """The wager shows what its odds give and what each limit takes off; the cut has a line of its own as well."""
    assert dispatch(["scenario", str(WORKED / "ultimate-texas-holdem-5.toml"), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    cut = [p for p in found["payments"] if p["cuts"]]
    lines = [p for p in found["payments"] if p["wager"] == "limit"]
    assert cut and len(lines) == sum(len(p["cuts"]) for p in cut)
    for line in lines:
        assert line["outcome"] == "cut" and line["winnings_cents"] == 0
        (of,) = (p for p in cut if (p["position"], p["wager"]) == (line["position"], line["cut_of"]))
        assert {"cents": -line["net_cents"], "clause": line["clause"]} in of["cuts"]
    assert all(p["net_cents"] == p["winnings_cents"] for p in cut), "before the limit"


def test_a_push_and_what_is_withdrawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
game = "let-it-ride"
[deck]
seat1 = "Ts Th 4d"
community = "2c 7h"
[seats.1]
wagers = { let_it_ride = 5 }
acts = ["withdraw", "ride"]
"""
    ends = {p["wager"]: p["outcome"] for p in as_json(text, tmp_path, capsys)["payments"]}
    assert ends == {"bet_1": "returned", "bet_2": "win", "bet_3": "win"}
    tie = PAID.replace("9s 9d", "2s 2d").replace("9h Qh 3c 3d 5s", "Ah Kh Qc Jd Ts").replace("As Kd", "8s 8d")
    lines = as_json(tie, tmp_path, capsys)["payments"]
    assert {p["outcome"] for p in lines if p["position"] == 1 and p["wager"] != "trips"} == {"push"}
