"""Every figure of a book stands in our wording of its clause, and such a wording has no other: what a regulator reads
is what the table pays."""

import re
from collections.abc import Iterator

import pytest

from pitboss.rulebook.book import Book, book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, ToOne
from support import SHIPPED

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LEAST = {"let-it-ride": 190, "ultimate-texas-holdem": 65, "dragon-poker": 30, "top-five-poker": 30}
"""How many figures there are at least."""


def numbers(wording: str) -> list[int]:
    """All numbers in a wording, in digits or in words; references to readings are none."""
    text = re.sub(r"\[[^\]]*\]", "", wording)
    return digits(text) + [WORDS.index(word) for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS]


def digits(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


NO_FIGURES = re.compile(r"\[[^\]]*\]|\b(to|for) 1\b|\bace to 10\b|\b\d+\([a-z]\)")
"""Readings, the unit of odds, ranks of cards, other clauses."""


def paid(pay: Pay) -> list[int]:
    match pay:
        case ToOne(pays, per):
            return [pays] if per == 1 else [pays, per]
        case ForOne(pays):
            return [pays]
        case Dollars(cents, _):
            return [cents // 100]
        case MeterShare(_, percent):
            return [percent]
        case _:
            return []


def figures(the_book: Book) -> Iterator[tuple[str, list[int]]]:
    """Each clause with the figures that the book takes from it."""
    yield the_book.positions_clause, [the_book.positions_max]
    if not the_book.per_player_must_be_stated or {1} < set(numbers(clauses()[the_book.per_player_clause].wording)):
        yield the_book.per_player_clause, [the_book.per_player_max]
    for table in the_book.paytables:
        for line in table.lines:
            yield line.clause, [*paid(line.pay), *([table.column] if table.column else ())]
    for envy in the_book.envy:
        for line in envy.lines:
            yield line.clause, [*paid(line.pay), envy.wager // 100]
    for meter in the_book.meters:
        yield meter.clause, [meter.minimum // 100]
    for limit in the_book.limits:
        yield limit.clause, [limit.cents // 100]


@pytest.mark.parametrize("game", SHIPPED)
def test_the_wording_of_a_clause_has_the_figures_of_the_book(game: str) -> None:
    held = list(figures(book(game)))
    assert len(held) >= LEAST.get(game, 15)
    missing = [
        (clause, wanted) for clause, wanted in held if not set(wanted) <= set(numbers(clauses()[clause].wording))
    ]
    assert missing == []


@pytest.mark.parametrize("game", SHIPPED)
def test_such_a_wording_has_no_other_figures(game: str) -> None:
    taken: dict[str, set[int]] = {}
    for clause, wanted in figures(book(game)):
        taken.setdefault(clause, set()).update(wanted)
    other = {
        clause: found
        for clause, wanted in taken.items()
        if (found := set(digits(NO_FIGURES.sub("", clauses()[clause].wording))) - wanted)
    }
    assert other == {}


@pytest.mark.parametrize("game", SHIPPED)
def test_the_hours_of_a_deck_are_those_of_the_clauses(game: str) -> None:
    """By hand and from a shoe each has a clause; where the book has no hours, no clause of the change names any."""
    the_book = book(game)
    guide = the_book.guide("deck_change", "manual_shoe")
    cited = [clauses()[clause].wording for clause in (guide.clause, *guide.also)]
    said = {found for wording in cited for found in re.findall(r"by hand.* (\d+) hours|shoe.* (\d+) hours", wording)}
    due = the_book.deck_hours
    assert ({by for by, _ in said if by}, {shoe for _, shoe in said if shoe}) == (
        {str(due[how]) for how in ("hand",) if how in due},
        {str(due[how]) for how in ("manual_shoe", "automated_shoe") if how in due},
    )


def test_numbers_are_read_in_digits_and_in_words() -> None:
    assert numbers("At most seven pay 1,000 to 1. [L-06]") == [1000, 1, 7]
