"""Figures, wagers and values in the words of the papers, and what the caller brings: how the screen tells events, tests
of the shuffle and comparisons, so that paper and screen say the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.result import WagerOdds, root
from pitboss.odds.words import against, chance, grouped, net, one_in, percent, signed
from pitboss.paper.words import listed, meter_title, number, sentence, wager_title
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import MAIN
from pitboss.table.events import AnyEvent
from pitboss.table.rules import Rules
from pitboss.wording.plainly import plain

if TYPE_CHECKING:
    from pitboss.simulation.shuffle_tests import ShuffleFindings

__all__ = [
    "MAIN",
    "ScreenWords",
    "against",
    "chance",
    "deviation",
    "edge",
    "grouped",
    "listed",
    "many",
    "meter_title",
    "money",
    "more_money",
    "net",
    "one_in",
    "own_clause",
    "percent",
    "plain",
    "points",
    "rate_words",
    "row_title",
    "sentence",
    "signed",
    "silent",
    "table_name",
    "table_named",
    "the",
    "wager_title",
]

DIGITS = 4
"""Of a percentage on paper: hundredths of a basis point."""


@dataclass(frozen=True)
class ScreenWords:
    """How the command line tells what happened."""

    event: Callable[[Rules, AnyEvent], str]
    cards: Callable[[Rules, Sequence[str]], str]
    shuffle: "Callable[[ShuffleFindings], tuple[list[list[str]], str, list[str]]]"
    """The rows of the table, the verdict, and what else is to be said."""
    engine: Callable[[Sequence[str], int], list[str]]
    """The differences between simulation and engine, and how many rounds were compared."""


def edge(value: Fraction) -> str:
    """`2.1850%`."""
    return percent(value, DIGITS)


def points(value: Fraction) -> str:
    """A difference of two percentages: `+0.0512`, in percentage points."""
    return percent(value, DIGITS, "+").removesuffix("%")


def deviation(variance: Fraction) -> str:
    """The standard deviation that belongs to a variance."""
    return f"{root(variance):,.6f}"


def money(cents: Fraction) -> str:
    """An amount that was worked out, to the cent: `$218.50`."""
    shown = dollars(round(cents))
    return shown if "." in shown else f"{shown}.00"


def more_money(cents: Fraction) -> str:
    """A difference in money, with its sign."""
    return f"+{money(cents)}" if round(cents) > 0 else money(cents)


def silent(what: str, done: float) -> None:
    """Progress that nobody watches."""


def rate_words(pace: Fraction) -> str:
    """`40`, `37.5`."""
    return f"{float(pace):,g}"


def many(count: int, noun: str) -> str:
    """`one deck`, `two decks`."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def table_name(row: WagerOdds) -> str:
    """Which paytable a row of the odds stands for; empty where there is nothing to choose."""
    return table_named(row.paytable, by_hands=row.by_hands)


def table_named(paytable: str | None, *, by_hands: bool) -> str:
    """The name of a paytable in all papers: its letter, `own`, or for how many hands it is."""
    return f"{paytable} hands" if by_hands else plain(paytable or "")


def row_title(row: WagerOdds) -> str:
    """What the wager of a row of the odds is called."""
    return wager_title(book(row.game), row.wager)


def the(title: str) -> str:
    """The base as a sentence names it."""
    return title if title[-1:].isdigit() else f"the {title}"


def own_clause(the_book: Book, clause: str) -> str:
    """The clause, or several, without the name of the document, where the paper says which rulebook it is about."""
    return clause.replace(f"{the_book.document} ", "")
