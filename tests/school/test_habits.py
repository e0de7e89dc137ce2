"""Mistakes that are made again and again: planted ones are found and named with their exact cost, and who has none
is told none. What is expected was worked out by hand."""

import random
from fractions import Fraction

import msgspec
import pytest

from pitboss.games import usual
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.school.habits import FEW, Habit, PlayedDecision, habits
from pitboss.wording.hand_kinds import habit_words, kinds
from pitboss.wording.translating import catalogue

SMALL, HIGH, ACE = ("pairs", "small pairs"), ("pairs", "high pairs"), ("no pair", "ace high")


def made(
    kinds: tuple[str, ...], choice: str, cost: object = 0, best: str = "raise", n: int = 1, **how: str
) -> list[PlayedDecision]:
    """So many decisions, each another event."""
    given = {"game": "g", "step": "s"} | how
    game, step, amount = given["game"], given["step"], Fraction(str(cost))
    return [PlayedDecision(game, step, kinds, choice, best, amount, (1, 1, seq)) for seq in range(n)]


def told(found: list[Habit]) -> list[tuple[str, str, str, int, int, Fraction]]:
    return [(h.kind, h.best, h.choice, h.times, h.cases, h.cost) for h in found]


def test_a_planted_habit_is_found_with_its_exact_cost() -> None:
    """Six small pairs checked at 1/3 of a cent each; high pairs and aces are raised."""
    played = [*made(SMALL, "check", "1/3", n=6), *made(HIGH, "raise", n=4), *made(ACE, "raise", n=9)]
    assert told(habits(played)) == [("small pairs", "raise", "check", 6, 6, Fraction(2))]


def test_who_plays_well_or_errs_here_and_there_is_told_none() -> None:
    assert habits([]) == []
    assert habits(made(SMALL, "raise", n=50)) == []
    chance = random.Random(5)
    wrong = [chance.random() < 0.2 for _ in range(400)]
    played = [
        made((SMALL, HIGH, ACE)[n % 3], *(("check", 10) if bad else ("raise", 0)))[0] for n, bad in enumerate(wrong)
    ]
    assert habits(played) == []


def test_two_habits_at_once_the_costlier_first() -> None:
    played = [*made(SMALL, "check", 10, n=5), *made(ACE, "check", 20, n=6), *made(HIGH, "raise", n=9)]
    assert told(habits(played)) == [
        ("ace high", "raise", "check", 6, 6, Fraction(120)),
        ("small pairs", "raise", "check", 5, 5, Fraction(50)),
    ]


def test_few_cases_are_no_habit() -> None:
    assert habits(made(SMALL, "check", 10, n=FEW - 1)) == []
    assert len(habits(made(SMALL, "check", 10, n=FEW))) == 1


@pytest.mark.parametrize(("right", "there"), [(3, True), (4, False)])
def test_two_thirds_of_the_cases_are_a_habit(right: int, there: bool) -> None:
    """Six of nine are, six of ten are not."""
    assert bool(habits([*made(SMALL, "check", 1, n=6), *made(SMALL, "raise", n=right)])) is there


def test_what_is_always_done_is_told_of_all_hands() -> None:
    played = [*made(SMALL, "check", 5, n=3), *made(ACE, "check", 5, n=3)]
    assert told(habits(played)) == [("", "raise", "check", 6, 6, Fraction(30))]


def test_the_wider_kind_is_told_where_all_of_it_is_played_so() -> None:
    played = [*made(SMALL, "check", 1, n=3), *made(HIGH, "check", 1, n=3), *made(ACE, "raise", n=8)]
    assert told(habits(played)) == [("pairs", "raise", "check", 6, 6, Fraction(6))]


def test_games_decisions_and_choices_are_kept_apart() -> None:
    played = [*made(SMALL, "check", 1, n=3), *made(SMALL, "fold", 1, n=3), *made(SMALL, "check", 1, n=3, step="t")]
    played += [*made(SMALL, "check", 1, n=3, game="h"), *made(SMALL, "check", 1, best="fold", n=3)]
    assert habits(played) == []


def test_a_choice_as_good_as_the_best_is_no_mistake() -> None:
    assert habits(made(SMALL, "check", 0, n=20)) == []


def test_hands_without_kinds_are_told_together() -> None:
    assert told(habits(made((), "fold", 7, best="play", n=5))) == [("", "play", "fold", 5, 5, Fraction(35))]


def test_examples_are_the_costliest() -> None:
    played = [each for n in range(6) for each in made(SMALL, "check", n + 1)]
    (habit,) = habits([msgspec.structs.replace(each, where=(1, n, 0)) for n, each in enumerate(played)])
    assert habit.examples == ((1, 5, 0), (1, 4, 0), (1, 3, 0))


# --- kinds of hands and sentences -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "cards", "expected"), [
    ("ultimate-texas-holdem", ("6h", "6d"), ("pairs", "small pairs (twos to sixes)")),
    ("ultimate-texas-holdem", ("7h", "7d"), ("pairs", "middle pairs (sevens to tens)")),
    ("ultimate-texas-holdem", ("Jh", "Jd"), ("pairs", "high pairs (jacks to aces)")),
    ("ultimate-texas-holdem", ("Qh", "2d"), ("no pair", "queen high")),
    ("ultimate-texas-holdem", ("Jh", "2d"), ("no pair", "jack high or lower")),
    ("three-card-poker", ("2h", "3h", "9h"), ("flush",)),
    ("let-it-ride", ("9h", "Th", "Jh"), ("no pair", "near a flush or a straight")),
    ("let-it-ride", ("2h", "2d", "9h"), ("pairs", "small pairs (twos to sixes)")),
    ("dragon-poker", ("TI", "TI", "RA"), ("pair", "pair of tigers")),
    ("dragon-poker", ("RD", "TI", "RA"), ("high card", "Dragon high")),
    ("top-five-poker", ("As", "Ks", "2c", "3c", "4c", "5c", "6d"), ("two cards",)),
])  # fmt: skip
def test_kinds_of_hands(game: str, cards: tuple[str, ...], expected: tuple[str, ...]) -> None:
    rules = usual(game)
    table = Table(rules, source=ScriptedPlaces(rules.deck, {"seat1": cards})).open()
    table.sit(1, "Ann")
    table.bet(1, **{w.id: "15" for w in rules.wagers if w.compulsory})
    table.close_bets()
    assert kinds(rules, table.view("player:Ann"), 1) == expected


def test_the_sentences() -> None:
    assert habit_words(1, "Play 4×", "Check", 6, 6) == (
        "At the first decision you never chose Play 4× when it was best: all 6 times you chose Check."
    )
    assert habit_words(0, "Play", "Fold", 5, 7) == "You chose Fold 5 of 7 times when Play was best."
    spanish = catalogue("es")
    assert spanish is not None
    assert spanish.said(habit_words(1, "Play 4×", "Check", 6, 6)) == (
        "En la primera decisión usted nunca eligió Play 4× cuando era lo mejor: las 6 veces eligió Pasar."
    )
    assert spanish.said(habit_words(0, "Play", "Fold", 5, 7)) == (
        "Usted eligió Retirarse 5 de 7 veces cuando lo mejor era Jugar."
    )
    assert spanish.said("small pairs (twos to sixes)") == "parejas bajas (doses a seises)"
