"""Every figure of a book stands in our wording of its clause: what a regulator reads is what the table pays."""

import re
from collections.abc import Iterator

import pytest

from pitboss.rulebook.book import Book, EnvyTable, Paytable, book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, ToOne
from support import SHIPPED

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LEAST = {"let-it-ride": 190, "ultimate-texas-holdem": 65, "dragon-poker": 30, "top-five-poker": 30}
"""How many figures there are at least."""


def numbers(wording: str) -> list[int]:
    """All numbers in a wording, in digits or in words; references to readings are none."""
    text = re.sub(r"\[[^\]]*\]", "", wording)
    digits = [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]
    return digits + [WORDS.index(word) for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS]


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
    tables: list[Paytable | EnvyTable] = [*the_book.paytables, *the_book.envy]
    for table in tables:
        for line in table.lines:
            yield line.clause, paid(line.pay)
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


def test_numbers_are_read_in_digits_and_in_words() -> None:
    assert numbers("At most seven pay 1,000 to 1. [L-06]") == [1000, 1, 7]
