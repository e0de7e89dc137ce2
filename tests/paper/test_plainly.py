"""A regulator's paper is in words: no key of a submission and no name of a step of the program stands in it."""

import re

import pytest

from paper.par_cases import everything, lines_of, terms_of
from pitboss.paper.submission import submission
from pitboss.rulebook.readings import options, readings
from pitboss.wording.plainly import about, plain, plainly
from support import GAMES

KEY = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:SETTLE|PREFLOP|POSTFLOP|EXAMINE|FINAL|REVEAL|CUT|[A-Z]+_[A-Z]+)\b|\b(?:true|false)\b"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "With meter_floor = reset the share",
            "With the choice “Floor of a meter after a percentage payment: reset” the share",
        ),
        ("With extra_cards_break_ties = false it", "With the choice “Sixth and seventh card break ties: no” it"),
        ("posted before SETTLE opens", "posted before the settlement opens"),
        ("it may count the cards (shuffler_counts_cards)", "it may count the cards"),
        ("unless deck_change_hours is set", "unless “Hours after which a deck must be changed” is set"),
        ("Expected stub = deck size - cards delivered", "Expected stub = deck size - cards delivered"),
        ("played_out preset", "played out preset"),
        ("As written in 10.H.", "As written in 10.H."),
    ],
)
def test_keys_become_words(text: str, said: str) -> None:
    assert plainly(text) == said


def test_values_become_words() -> None:
    assert [plain(v) for v in ("manual_shoe", True, "false", "3x_or_4x")] == [
        "manual shoe", "yes", "no", "3 times or 4 times",
    ]  # fmt: skip
    assert about("preflop_raise") == "Play wager before the flop"
    assert about("cover_all_lowest") == "Lowest winning Cover All hand"


def test_no_reading_and_no_choice_keeps_a_key() -> None:
    said = [part for r in readings().values() for part in (r.title, r.choice, r.reason)] + [o.title for o in options()]
    assert [text for text in said if KEY.search(plainly(text))] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_key_stands_in_a_submission(game: str) -> None:
    lines = lines_of(submission(terms_of(everything(game))))
    assert [line for line in lines if KEY.search(line)] == []
