"""Figures of a paper read as numbers: a figure is right where its last digit is the rounded one. The arithmetic and the
words stand here a second time, and none of the paper's own are asked."""

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pitboss
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, Push, ToOne

PACKAGE = Path(pitboss.__file__).parent
DATA = PACKAGE / "rulebook" / "data"
DOCUMENTS = {
    "dragon-poker": "MD-DRAGON",
    "top-five-poker": "MD-TOP5",
    "let-it-ride": "MD-LIR",
    "ultimate-texas-holdem": "MA-UTH",
}
COUNTED = 10**15
"""Of so many deals and more nobody prints the ways."""
RAREST = Fraction(1, 10**6)
"""0.0001 percent; what comes less often is said to do so."""


def folder(game: str) -> Path:
    """Where the files of a game lie."""
    return PACKAGE / "games" / game.replace("-", "_")


@cache
def rulebook(game: str) -> dict[str, Any]:
    """The file of a game's rulebook as it lies on the disk."""
    return tomllib.loads((folder(game) / "book.toml").read_text(encoding="utf-8"))


# --- figures --------------------------------------------------------------------------------------------------------


def says(text: str, value: Fraction) -> bool:
    """Whether a number in print is this value, rounded to its last digit."""
    plain = text.replace(",", "").replace("−", "-")
    half = Fraction(1, 2 * 10 ** len(plain.partition(".")[2]))
    return abs(Fraction(plain) - value) <= half * Fraction(1_000_001, 1_000_000)


def says_odds(text: str, probability: Fraction) -> bool:
    """Whether these are the true odds of a probability: what does not happen against what does, by three digits."""
    if probability in (0, 1):
        return text == ("never", "always")[int(probability)]
    one, _, other = text.partition(" to ")
    fair = (1 - probability) / probability
    if fair < 1:
        return one == "1" and _digits(other) >= 3 and says(other, 1 / fair)
    return other == "1" and _digits(one) >= 3 and says(one, fair)


def _digits(text: str) -> int:
    return sum(letter.isdigit() for letter in text)


def says_chance(text: str, probability: Fraction) -> bool:
    if not probability:
        return text == "never"
    if probability < RAREST:
        return text == "<0.0001%"
    return text.endswith("%") and says(text[:-1], 100 * probability)


def ways(probability: Fraction, deals: int) -> str:
    """In how many of the deals."""
    count = probability * deals
    assert count.denominator == 1
    return f"{int(count):,}" if deals < COUNTED else ""


def amount(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"${whole:,}.{rest:02d}" if rest else f"${whole:,}"


# --- words ----------------------------------------------------------------------------------------------------------


def stated(game: str, pay: Pay, wager: int) -> str:
    """A payment as the paper of this game must state it: Massachusetts knows no "for", and what is won there is without
    the wager of so many cents."""
    massachusetts = game == "ultimate-texas-holdem"
    match pay:
        case ToOne(pays, per):
            return f"{pays:,} to {per}"
        case ForOne(pays):
            return f"{pays - 1:,} to 1" if massachusetts else f"{pays:,} for 1"
        case Dollars(cents, _):
            return f"win {amount(cents - wager)}" if massachusetts else amount(cents)
        case MeterShare(meter, percent):
            return f"{'win ' if massachusetts else ''}{percent} percent of the {meter} meter"
        case Push():
            return "push"
    raise AssertionError(pay)


def own(game: str, clause: str) -> str:
    """A clause as a paper about one rulebook cites it."""
    return clause.removeprefix(f"{DOCUMENTS[game]} ")
