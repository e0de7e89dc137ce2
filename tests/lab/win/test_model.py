"""The file that describes a table: what it says, what is written to begin with, and what is wrong with it."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.lab.win.model import BadModel, TablePlay, WagerModel, read, usual
from pitboss.lab.win.starting import starting_file
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check, default_submission
from pitboss.simulation.api import default_terms

TEXAS = """
game = "ultimate-texas-holdem"
seats = 4.5
rounds_per_hour = 35
hours_per_day = 12
days_per_year = 300
[wagers.main]
average = 15
[wagers.trips]
average = 5
share = 0.1
[drop]
buy_in = 300
hours = 1.5
[player]
bankroll = 600
hours = 3
wagers = ["trips"]
[house]
confidence = 0.99
"""


def test_every_figure_is_read_as_it_is_written() -> None:
    model = read(TEXAS)
    assert [model.seats, model.pace, model.hours, model.days] == [Fraction(9, 2), 35, 12, 300]
    assert model.wagers == {"main": WagerModel(1500), "trips": WagerModel(500, Fraction(1, 10))}
    assert [model.buy_in, model.stay, model.bankroll, model.sitting] == [30_000, Fraction(3, 2), 60_000, 3]
    assert model.makes == ("trips",) and model.confidence == Fraction(99, 100)


@pytest.mark.parametrize("game", games())
def test_the_file_to_begin_with_says_what_is_taken_where_nothing_is_said(game: str) -> None:
    terms = check(default_submission(game)).terms
    assert terms is not None
    text = starting_file(terms)
    assert read(text) == usual(terms)
    assert "Gaming Today" in text and "COMAR 36.05.03.25" in text and "assumption" in text


def test_a_submission_beside_the_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(default_submission("three-card-poker"), encoding="utf-8")
    model = read('submission = "mine.toml"\n[wagers.pair_plus]\nshare = 0.3', tmp_path)
    assert model.terms.game == "three-card-poker" and model.wagers["pair_plus"].share == Fraction(3, 10)
    with pytest.raises(BadModel, match=r"gone\.toml cannot be read"):
        read('submission = "gone.toml"', tmp_path)


FAULTS = {
    "": "say which table",
    'game = "ultimate-texas-holdem"\nsubmission = "a.toml"': "say which table",
    'game = "ultimate-texas"': "there is no game 'ultimate-texas'",
    "game = 5": "not a name in quotes",
    "game = ": "this is not valid TOML",
    f"game = {'[' * 5000}": "at most 16 levels",
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_names_no_table_is_refused(text: str) -> None:
    with pytest.raises(BadModel, match=FAULTS[text]):
        read(text)


def test_all_faults_are_told_at_once() -> None:
    text = """
game = "ultimate-texas-holdem"
seats = 9
rounds_per_hour = "fast"
pace = 30
[wagers.main]
average = 1
share = 1
[wagers.trips]
average = 2.505
share = 50
chair = 1
[wagers.tripps]
average = 1
[player]
wagers = ["tripps"]
[house]
confidence = 1
[drop]
buy_in = -5
"""
    with pytest.raises(BadModel) as caught:
        read(text)
    said = "\n".join(caught.value.faults)
    for words in (
        "seats: '9' is not a number from 1 to 6",
        "rounds_per_hour: 'fast' is not a number",
        "pace: this is not known here",
        "wagers.main.average: this table takes $5 to $500, not $1",
        "wagers.trips.average: '2.505' is no whole number of cents",
        "wagers.trips.share: '50' is not a number from 0 to 1",
        "wagers.trips.chair: this is not known here",
        "wagers.tripps: this table has no such wager",
        "did you mean 'trips'?",
        "player.wagers: ['tripps'] are not side wagers",
        "house.confidence: '1' is not a number from 0.5 to 0.999999",
        "drop.buy_in: '-5' is not a number",
    ):
        assert words in said


def test_a_small_table_is_full_with_its_own_positions() -> None:
    terms = replace(default_terms("three-card-poker"), positions=4)
    assert usual(terms).seats == read("", terms=terms).seats == 4
    assert read(starting_file(terms), terms=terms) == usual(terms)


def test_a_table_that_is_not_known_hides_no_other_fault_and_makes_none_up() -> None:
    with pytest.raises(BadModel) as caught:
        read('game = "ultimate-texas"\nseats = 0\nrounds_per_hour = 9\n[drop]\nbuy_in = 5\nhour = 2\n[wagers.trips]\n')
    first, second, third = caught.value.faults
    assert "there is no game 'ultimate-texas'" in first
    assert second == "seats: '0' is not a number from 1 to 100"
    assert third == "drop.hour: this is not known here; known are buy_in, hours"


def test_every_wager_that_the_table_has_not_is_told_and_each_fault_once() -> None:
    with pytest.raises(BadModel) as caught:
        read('game = "three-card-poker"\n[wagers]\nmain = 5\n[wagers.tripps]\n[wagers.pair_pluss]\n')
    assert [fault.partition(":")[0] for fault in caught.value.faults] == [
        "wagers.tripps",
        "wagers.pair_pluss",
        "wagers.main",
    ]


@pytest.mark.parametrize("number", ["nan", "inf", "1e30", "true"])
def test_numbers_that_are_none(number: str) -> None:
    with pytest.raises(BadModel, match=r"seats: .* is not a number from 1 to"):
        read(f'game = "three-card-poker"\nseats = {number}')


def test_the_play_of_a_model_serves_other_tables() -> None:
    play = read(TEXAS).play
    assert play.of("main") == WagerModel(1500) and play.bets("main") == Fraction(9, 2) * 35
    assert play.bets("trips") == Fraction(9, 2) * 35 / 10 and play.bets("other") == 0
    assert TablePlay().bets("main") == 180 and TablePlay().bets("any") == 90


def test_every_wager_that_is_offered_stands_in_the_usual_model() -> None:
    model = usual(default_terms("let-it-ride"))
    assert set(model.sides) == {"five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive"}
    assert model.wagers["main"] == WagerModel(500)
