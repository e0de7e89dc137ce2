"""How a game is played, told from its declaration alone."""

import pytest

from made_up import OPEN_STUD, STREET_STUD, terms_of
from pitboss.cards.fast import best_five, three_cards
from pitboss.games import rules_for
from pitboss.table.cells import least_words
from pitboss.wording.how_to_play import steps


def test_a_game_against_the_dealer() -> None:
    assert steps(rules_for(terms_of(OPEN_STUD))) == [
        "Make the First wager.",
        "You receive five cards and the dealer receives five, one of them face up.",
        "Make the Second wager, two times the First, or fold and give up what you have wagered on the main game.",
        (
            "Your hand is compared with the dealer's. He needs ace and king or better. "
            "What each wager pays stands in its table."
        ),
    ]


def test_a_game_in_stages() -> None:
    street = "wager, one, two or three times the Entry, or fold and give up what you have wagered on the main game."
    assert steps(rules_for(terms_of(STREET_STUD))) == [
        "Make the Entry wager.",
        "You receive two cards and three community cards are for everybody.",
        f"Make the Third Street {street}",
        "One community card is turned up.",
        f"Make the Fourth Street {street}",
        "One community card is turned up.",
        f"Make the Fifth Street {street}",
        "One community card is turned up.",
        "Your hand is paid by the table of each wager.",
    ]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("As Kh 4d 3c 2s", "ace and king"), ("As Kh 6d 3c 2s", "ace, king and six"), ("2s 2h 5d 4c 3s", "a pair"),
        ("2s 2h 3d 3c 4s", "two pair"), ("2s 2h 2d 3c 4s", "three of a kind"), ("As 2h 3d 4c 5s", "a straight"),
    ],
)  # fmt: skip
def test_the_lowest_hand_of_the_dealer_in_words(cards: str, said: str) -> None:
    assert least_words(best_five(tuple(cards.split()))) == said


def test_the_lowest_of_three_cards() -> None:
    assert least_words(three_cards(("Qs", "3h", "2d"))) == "queen high"
