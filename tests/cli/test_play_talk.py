"""What the table says to somebody who asks, errs or hesitates."""

import io
import sys
from typing import Protocol

import pytest

from pitboss.cli.main import dispatch
from support import GAMES, rules

DRAGON, TOP5, LIR, UTH = GAMES


class Play(Protocol):
    def __call__(self, *arguments: str, answers: str = "", status: int = 0) -> str: ...


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, answers: str = "", status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        assert dispatch(["play", *arguments]) == status
        said = capsys.readouterr()
        return " ".join((said.out + said.err).split())

    return run


@pytest.mark.parametrize("game", GAMES)
def test_irregularities_of_the_deal_are_pointed_to(game: str, play: Play) -> None:
    where = "(a card face up, a card drawn in error, cards that run out) can be reported"
    for key in ("h", "!"):
        for before in ("", "\n"):
            said = play(game, answers=f"{before}{key}\n\nq\n")
            assert where in said and "start with --pause" in said
    assert "start with --pause" not in play(game, "--pause", answers="!\nq\n")


@pytest.mark.parametrize("game", GAMES)
def test_the_help_page_speaks_of_this_game(game: str, play: Play) -> None:
    said = play(game, answers="h\nq\n")
    last = [x for x in rules(game).wagers if not x.later and not x.equal_to][-1]
    assert f"{last.title.lower()} 1 change another wager" in said
    assert "trips 5" not in said


@pytest.mark.parametrize("game", GAMES)
def test_a_question_at_the_wagers_lists_them_all(game: str, play: Play) -> None:
    said = play(game, answers="?\nq\n")
    for wager in rules(game).wagers:
        assert (f"You may wager on {wager.title}: " in said) is not wager.later


def test_enter_at_a_decision_shows_the_choices_once(play: Play) -> None:
    said = play(DRAGON, "--shuffle-seed", "a", answers="\n" * 6 + "fold\nq\n")
    assert said.count("A decision must be made") == 1 and said.count("1 play make the Play wager") == 2
    assert said.count("you>") == 6 and "Type a number" not in said


@pytest.mark.parametrize(
    ("stakes", "says"),
    [
        (["ante=7"], "Ante is made in whole steps; given: $7"),
        (["ante=5000"], "Ante is outside the table's limits"),
        (["dragon=0.50"], "Dragon Bet is outside the table's limits"),
        (["ante=0", "dragon=5"], "Dragon Bet is made on top of other wagers"),
    ],
)
def test_stakes_are_checked_at_the_start(stakes: list[str], says: str, play: Play) -> None:
    said = play(DRAGON, *(x for stake in stakes for x in ("--stake", stake)), answers="\nfold\nq\n", status=2)
    assert said.startswith("pitboss: --stake ") and f"refused: {says}" in said and "MD-DRAGON" in said


def test_what_stands_on_a_wager_comes_off_with_it(play: Play) -> None:
    said = play(DRAGON, answers="dragon 5\nante 0\nante 10\n\nfold\nq\n")
    assert "Dragon Bet comes off too: it stands on Ante. MD-DRAGON 7.F(3)" in said
    assert "Your wagers now: nothing." in said and "Refused" not in said
    assert "Your wagers now: Ante $10, Ante Bonus $10." in said


def test_piped_answers_choose_the_game(play: Play) -> None:
    assert "Let It Ride, Maryland Let It Ride 1" in play(answers="3\nq\n")
    assert "Top Five Poker, Maryland Top Five" in play(answers="chess\ntop-five\nq\n")
    assert "no game was chosen" in play(answers="chess\n", status=2)
    assert "That was a demonstration." in play(answers="")


def test_a_void_names_the_wagers_it_spares_only_where_somebody_has_one(play: Play) -> None:
    menu = play(UTH, "--shuffle-seed", "a", answers="\n!\n\nq\n")
    number = next(n for n in range(1, 20) if f" {n} community cards are dealt before all have decided" in menu)
    for stake, spared in (("1", True), ("0", False)):
        said = play(UTH, "--shuffle-seed", "a", "--stake", f"trips={stake}", answers=f"\n!\n{number}\n\nq\n")
        assert "The round is void" in said
        assert ("only Trips will be settled" in said) is spared
