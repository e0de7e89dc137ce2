"""A wager's odds as a record: for the library, for the cache and for JSON."""

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from pitboss.frames.showing import html_of
from pitboss.odds.figures import Figures, LineFigure, PartFigure
from pitboss.odds.request_terms import family_of
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import words

if TYPE_CHECKING:
    import pyarrow

EXACT = "exact"


class WagerOdds(Struct, frozen=True, kw_only=True):
    """One wager by one paytable. Values are in units of `base`."""

    game: str
    wager: str
    title: str
    paytable: str | None
    base: str
    """The wager that is the unit: the first compulsory one, one of several equal bets, or the wager itself."""
    stake: int
    """Cents of the base, where amounts in dollars, meters or payout limits make it matter."""
    players: int
    meters: dict[str, int]
    """Readings in cents."""
    figures: Figures
    deals: int
    """How many equally likely deals were counted."""
    reading: dict[str, str]
    method: str = EXACT
    standard_error: float | None = None
    break_even: dict[str, int | None] = {}
    """Meter → the lowest reading, in cents, at which the wager does not lose; None where there is none."""
    notes: tuple[str, ...] = ()
    seconds: float

    @property
    def by_hands(self) -> bool:
        """Whether `paytable` is a number of hands: the wager looks at the whole table."""
        return book(self.game).by_hands(self.wager)

    @property
    def ev(self) -> Fraction:
        """The expected value for each unit of the base wagered."""
        return self.figures.ev

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit of the base wagered, exactly."""
        return -self.figures.ev

    @property
    def lines(self) -> tuple[LineFigure, ...]:
        """The lines of the table that decides: of the wager itself, or of the one among several made together that has
        a table of hands."""
        return self.deciding.lines

    @property
    def deciding(self) -> PartFigure:
        """The part of the wager by whose paytable it is asked."""
        the_book, family = book(self.game), family_of(self.game, self.wager)
        alike = {w.id for w in the_book.wagers if w.family == family}
        return next((part for part in self.figures.parts if part.wager in alike), self.figures.parts[0])

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self, table: Literal["figures", "lines", "distribution"] = "lines") -> "pyarrow.Table":
        """One of its tables as a frame of Apache Arrow, which polars, pandas and DuckDB read as it is."""
        from pitboss.frames.arrow import arrow_table
        from pitboss.odds.frames import ODDS_TABLES

        return arrow_table(ODDS_TABLES[table]([self]))


def root(value: Fraction, digits: int = 17) -> float:
    """The square root, right to the last digit a float can hold."""
    grown = isqrt(value.numerator * value.denominator * 10 ** (2 * digits))
    return float(Fraction(grown, value.denominator * 10**digits))


def exactly(value: Fraction) -> str:
    """A fraction as text, always with its denominator."""
    return f"{value.numerator}/{value.denominator}"


def as_json(row: WagerOdds) -> dict[str, Any]:
    """The row as `pitboss odds --json` prints it: exact values as text, rounded ones as numbers."""
    found = row.figures
    shown: dict[str, Any] = {
        "game": row.game,
        "wager": row.wager,
        "paytable": row.paytable,
        "ev": exactly(found.ev),
        "base": row.base,
        "house_edge": float(-found.ev),
        "element_of_risk": float(found.element_of_risk),
        "average_at_risk": exactly(found.at_risk),
        "variance": exactly(found.variance),
        "standard_deviation": root(found.variance),
        "hit_frequency": float(found.hit_frequency),
        "exact": {
            "house_edge": exactly(-found.ev),
            "element_of_risk": exactly(found.element_of_risk),
            "hit_frequency": exactly(found.hit_frequency),
        },
        "lines": [_line(line) for line in row.lines],
        "distribution": [{"net": exactly(net), "probability": exactly(p)} for net, p in found.distribution],
        "method": row.method,
        "reading": row.reading,
        "stake": row.stake / 100 if row.stake % 100 else row.stake // 100,
        "players": row.players,
        "deals": row.deals,
        "seconds": row.seconds,
    }
    if row.standard_error is not None:
        shown["standard_error"] = row.standard_error
    if len(found.parts) > 1 or row.wager == "main":
        shown["parts"] = [
            {
                "wager": part.wager,
                "ev": exactly(part.ev),
                "average_at_risk": exactly(part.at_risk),
                "lines": [_line(line) for line in part.lines],
            }
            for part in found.parts
        ]
    if row.meters:
        shown["meters"] = {name: cents / 100 for name, cents in row.meters.items()}
        shown["break_even"] = {n: None if c is None else c / 100 for n, c in row.break_even.items()}
    if row.notes:
        shown["notes"] = list(row.notes)
    return shown


def _line(line: LineFigure) -> dict[str, Any]:
    return {
        "hand": line.hand,
        "pays": words(line.pay),
        "clause": line.clause,
        "probability": exactly(line.probability),
        "value": exactly(line.value),
    }


def encode(row: WagerOdds) -> bytes:
    """For the cache."""
    return msgspec.json.encode(row, enc_hook=_written)


def decode(content: bytes) -> WagerOdds | None:
    """From the cache; None where the file is damaged, so that the figures are worked out again."""
    try:
        return msgspec.json.decode(content, type=WagerOdds, dec_hook=lambda kind, text: kind(text))
    except (msgspec.DecodeError, ValueError, ArithmeticError):
        return None


def _written(value: Any) -> str:
    if isinstance(value, Fraction):
        return exactly(value)
    raise NotImplementedError(type(value).__name__)  # how msgspec wants to be told that a type cannot be written
