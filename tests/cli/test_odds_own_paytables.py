"""`pitboss odds` of a table that somebody set up: a submission, or a paytable typed into a file."""

from fractions import Fraction
from pathlib import Path

import pytest

from cli.calls import Data, Refused, Said
from cli.odds_contract import check_row
from pitboss.rulebook.submission import default_submission
from support import GAMES

COMMAND = "odds"
DRAGON, TOP5, LIR, UTH = GAMES
TRIPS = """\
lines = [
  { hand = "royal_flush", pays = 50, unit = "to" },
  { hand = "straight_flush", pays = 40, unit = "to" },
  { hand = "four_of_a_kind", pays = 30, unit = "to" },
  { hand = "full_house", pays = 8, unit = "to" },
  { hand = "flush", pays = 6, unit = "to" },
  { hand = "straight", pays = 5, unit = "to" },
  { hand = "three_of_a_kind", pays = 3, unit = "to" },
]
"""
"""Trips B, typed in."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("holdem.toml").write_text(
        default_submission(UTH).replace('paytable = "A"', 'paytable = "C"'), encoding="utf-8"
    )
    Path("faulty.toml").write_text(default_submission(UTH).replace("positions = 6", "positions = 9"), encoding="utf-8")
    Path("trips.toml").write_text(TRIPS, encoding="utf-8")
    return tmp_path


def test_a_submission(files: Path, data: Data, refused: Refused) -> None:
    (row,) = data("--submission", "holdem.toml", "--wager", "trips")
    assert row["paytable"] == "C" and round(row["house_edge"], 4) == 0.0350
    assert data(UTH, "--submission", "holdem.toml", "--wager", "Trips") == [row]
    assert "is for ultimate-texas-holdem, not for dragon-poker" in refused(DRAGON, "--submission", "holdem.toml")
    assert "does not offer 'cover_all'" in refused("--submission", "holdem.toml", "--wager", "cover_all")
    assert "there is no such file" in refused("--submission", "nowhere.toml")
    faults = refused("--submission", "faulty.toml", status=1)
    assert "positions: is out of range; given 9; permitted: 1 to 6" in faults and "one fault" in faults


def test_a_paytable_of_your_own(files: Path, data: Data, said: Said, refused: Refused) -> None:
    (own,) = data(UTH, "--wager", "trips", "--paytable", "trips.toml")
    (letter,) = data(UTH, "--wager", "trips", "--paytable", "B")
    assert own["paytable"] == "custom" and own["ev"] == letter["ev"]
    assert "paytable of your own" in said(UTH, "--wager", "trips", "--paytable", "trips.toml")
    assert "belongs to a wager" in refused(UTH, "--paytable", "trips.toml")
    assert "there is no such file" in refused(UTH, "--wager", "trips", "--paytable", "nowhere.toml")
    assert "no table of hands" in refused(TOP5, "--wager", "main", "--paytable", "trips.toml")
    assert "no wager 'blnd'" in refused(UTH, "--wager", "blnd", "--paytable", "trips.toml")
    part = refused(UTH, "--wager", "blind", "--paytable", "trips.toml")
    assert "'blind' is part of the main game; ask for the wager main" in part


def test_all_faults_of_a_typed_paytable(files: Path, refused: Refused) -> None:
    bad = TRIPS.replace('"full_house"', '"ful_house"').replace("pays = 6", "pays = 0")
    Path("bad.toml").write_text(bad, encoding="utf-8")
    lines = refused(UTH, "--wager", "trips", "--paytable", "bad.toml").splitlines()
    assert len(lines) == 3
    assert 'bad.toml: line 5: lines[4].hand: is no hand of this wager; given "ful_house"' in lines[0]
    assert 'did you mean "full_house"?' in lines[0]
    assert "bad.toml: line 6: lines[5].pays: is out of range; given 0" in lines[1]
    assert "2 faults" in lines[2]


def test_a_typed_progressive_says_what_it_assumed(files: Path, data: Data, said: Said) -> None:
    Path("pot.toml").write_text(
        'lines = [{ hand = "three_dragons", pays = 100, unit = "meter", meter = "Pot" }]', encoding="utf-8"
    )
    asked = [DRAGON, "--wager", "progressive", "--paytable", "pot.toml"]
    (row,) = data(*asked)
    assert row["meters"] == {"Pot": 0} and row["ev"] == "-1/1"
    assert row["notes"] == [
        "No reading was given for the Pot meter, which is taken as $0; give it with --meter NAME=AMOUNT."
    ]
    assert "Note: No reading was given for the Pot meter" in said(*asked)
    (row,) = data(*asked, "--meter", "pot=1000")
    assert "notes" not in row


def test_meters_of_the_rulebook_in_a_typed_progressive(files: Path, data: Data, said: Said) -> None:
    """The royal flush, 4 of 2,598,960 hands, takes the Mega meter, which is never below $10,000."""
    lines = [("royal_flush", "Mega Progressive"), ("straight_flush", "Pot")]
    text = ", ".join(f'{{ hand = "{h}", pays = 100, unit = "percent_of_meter", meter = "{m}" }}' for h, m in lines)
    Path("mega.toml").write_text(f"lines = [{text}]", encoding="utf-8")
    asked = [LIR, "--wager", "progressive", "--paytable", "mega.toml"]
    (row,) = data(*asked)
    assert row["meters"] == {"Mega Progressive": 10000, "Pot": 0}
    assert Fraction(row["ev"]) == Fraction(4 * 10000, 2598960) - 1
    assert row["notes"] == [
        (
            "Taken at the rulebook's lowest reset: the Mega Progressive meter at $10,000; "
            "give a reading with --meter NAME=AMOUNT."
        ),
        "No reading was given for the Pot meter, which is taken as $0; give it with --meter NAME=AMOUNT.",
        "A table of your own has no envy bonus.",
    ]
    (row,) = data(*asked, "--meter", "mega progressive=5,000", "--meter", "pot=1")
    assert row["meters"] == {"Mega Progressive": 5000, "Pot": 1}
    assert row["notes"] == ["A table of your own has no envy bonus."]
    submission = default_submission(LIR)
    Path("lir.toml").write_text(submission, encoding="utf-8")
    Path("one.toml").write_text(Path("mega.toml").read_text().replace("Mega Progressive", "Progressive"))
    (row,) = data("--submission", "lir.toml", "--wager", "progressive", "--paytable", "one.toml")
    assert f"reset = {row['meters']['Progressive']:.0f}" in submission, "a submission's own reset"


def test_a_typed_table_for_every_winner(files: Path, data: Data, refused: Refused) -> None:
    lines = [f'{{ hand = "{hand}", pays = 30, unit = "to1" }}' for hand in ("three_dragons", "trips")]
    Path("bonus.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(DRAGON, "--wager", "main", "--paytable", "bonus.toml")
    assert "no line says what a winning hand gets with pair_of_dragons" in err
    assert '{ hand = "winning_hand", unit = "push" }' in err
    lines.append('{ hand = "winning_hand", label = "Winning Hand", pays = 0, unit = "push", clause = "x" }')
    Path("bonus.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    (row,) = data(DRAGON, "--wager", "main", "--paytable", "bonus.toml")
    check_row(row)


def test_cover_all_below_a_full_house(files: Path, data: Data, refused: Refused) -> None:
    """Which hands count then depends on a reading."""
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")
    lines = [f'{{ hand = "{hand}", pays = 2, unit = "to" }}' for hand in hands]
    Path("cover.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    asked = [UTH, "--wager", "cover_all", "--players", "1", "--paytable", "cover.toml"]
    err = refused(*asked)
    assert "cover_all_hands=all_dealt" in err and err.count("\n") == 1
    (row,) = data(*asked, "--reading", "cover_all_hands=all_dealt")
    check_row(row)


def test_payments_that_cannot_be_added_up(files: Path, refused: Refused) -> None:
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "less_than_straight")
    pers = (999_983, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917)
    lines = [
        f'{{ hand = "{hand}", pays = 999999999, per = {per}, unit = "to" }}'
        for hand, per in zip(hands, pers, strict=True)
    ]
    Path("huge.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(UTH, "--wager", "main", "--paytable", "huge.toml")
    assert "too large, or their odds too odd, to be added up exactly" in err and err.count("\n") == 1


def test_the_stake_of_a_submission(files: Path, data: Data, said: Said, refused: Refused) -> None:
    """Its minimum; what it does not take is refused."""
    Path("high.toml").write_text(
        default_submission(UTH).replace("minimum = 5\n", "minimum = 25\n", 1), encoding="utf-8"
    )
    arguments = ["--submission", "high.toml", "--wager", "main"]
    (row,) = data(*arguments)
    assert row["stake"] == 25
    assert "ante $25" in said(*arguments)
    assert "takes no ante wager of $1" in refused(*arguments, "--stake", "1")


def test_what_cannot_be_counted_is_said(files: Path, refused: Refused) -> None:
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
    lines = [f'{{ hand = "{hand}", pays = 1, unit = "meter", meter = "Pot" }}' for hand in hands]
    Path("pot.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(LIR, "--wager", "progressive", "--paytable", "pot.toml", "--players", "7")
    assert "fewer players or rarer hands can be counted" in err
