"""What the rules ask for on a sign is read like the odds themselves, and a card for players has no small print."""

from typing import Any

import pytest

from paper.inks import sheets
from paper.letters import Word, pages_of_words
from paper.reading import every_wager
from pitboss.paper.placard import Size, placard, rack_card
from pitboss.paper.printing import Paper
from pitboss.table.rules import Rules
from support import DRAGON, GAMES, LIR, TOP5, UTH, rules

SMALL_PRINT = 7.49
"""Points; so large is the smallest letter of a card where there is room for it."""
NONE: dict[str, Any] = {"dragon": {"offered": False}, "three_card_bonus": {"offered": False}}


def little_to_say() -> Rules:
    """A table whose sign has much room left."""
    return rules(DRAGON, wagers=NONE)


def short(paper: Paper) -> Paper:
    """The same with one phrase, and no more than four lines of each table."""
    blocks = [block | {"rows": block["rows"][:4]} for block in paper.data["blocks"]]
    data = paper.data | {"phrases": paper.data["phrases"][:1], "blocks": blocks}
    return Paper(paper.source, data, paper.title, paper.files)


def letters(paper: Paper) -> tuple[float, list[float]]:
    """How large the odds are, and each part of the phrases."""
    words = pages_of_words(paper)[-1]
    odds = max(word.points for word in words if word.text.endswith((" to 1", " for 1")))
    begins = tuple(said.replace("'", "’").split()[0] + " " for said in paper.data["phrases"])
    low = min(word.high for word in words if word.points == odds)
    return odds, [word.points for word in words if word.high < low and word.text.startswith(begins)]


@pytest.mark.parametrize("size", ["a4", "letter", "sign"])
def test_phrases_are_as_large_as_any_remark(size: Size) -> None:
    paper = placard(little_to_say(), size)
    assert "Play Bet Must Equal Ante Bet" in paper.data["phrases"]
    odds, phrases = letters(paper)
    assert phrases and min(phrases) > 0.759 * odds > 14


def in_columns(paper: Paper, *columns: int) -> float:
    """How large the odds are where the tables may stand in so many columns."""
    return letters(Paper(paper.source, paper.data | {"columns": columns}, paper.title, paper.files))[0]


@pytest.mark.parametrize("size", ["letter", "sign"])
def test_tables_stand_in_the_columns_in_which_letters_are_largest(size: Size) -> None:
    """Whichever is tried first."""
    paper = placard(rules(TOP5), size)
    one, two = in_columns(paper, 1), in_columns(paper, 2)
    assert in_columns(paper, 1, 2) == in_columns(paper, 2, 1) == two > 1.1 * one


def test_phrases_grow_with_the_room_that_is_left() -> None:
    """Where the odds are as large as they may be: on a sign and on a card with one phrase."""
    for paper in (placard(little_to_say(), "sign"), rack_card(little_to_say())):
        odds, phrases = letters(short(paper))
        assert phrases and min(phrases) > 0.8 * odds > 13


@pytest.mark.parametrize(("game", "size"), [(DRAGON, "a4"), (LIR, "sign"), (UTH, "letter"), (UTH, "sign")])
def test_phrases_are_as_large_as_any_remark_on_a_full_sheet_too(game: str, size: Size) -> None:
    """Payout limits and what Cover All asks for are among them; none is smaller than it may be at least."""
    paper = placard(every_wager(game), size)
    odds, phrases = letters(paper)
    assert len(phrases) >= len(paper.data["phrases"])
    assert min(phrases) >= max(0.759 * odds, 9.49 if size == "sign" else 11.99)


def test_the_frame_of_the_phrases_stands_clear_of_the_last_line() -> None:
    """A letter that reaches below the line does not touch it."""
    sizes: tuple[Size, ...] = ("sign", "a4")
    for size in sizes:
        (sheet,) = sheets(short(placard(little_to_say(), size)))
        frame = max((f for f in sheet.frames if f.width > 0.5 * sheet.width), key=lambda f: f.top)
        assert frame.top - max(text.low for text in sheet.in_tables()) > 6


@pytest.mark.parametrize("game", GAMES)
def test_a_card_has_no_small_print(game: str) -> None:
    for bound in (rules(game), every_wager(game)):
        small: list[Word] = [w for page in pages_of_words(rack_card(bound)) for w in page if w.points < SMALL_PRINT]
        assert small == []


def test_a_card_with_too_much_to_say_has_smaller_letters_rather_than_none() -> None:
    paper = rack_card(every_wager(LIR))
    (first, *others) = paper.data["blocks"]
    more = first | {"rows": first["rows"] * 4}
    crowded = Paper(paper.source, paper.data | {"blocks": [more, *others]}, paper.title, paper.files)
    sizes = [word.points for word in pages_of_words(crowded)[-1]]
    assert 5.99 < min(sizes) < SMALL_PRINT
