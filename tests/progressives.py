"""Progressive wagers for tests: an operator's own, with common hands that win part of a meter, and Let It Ride's by
their letters."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.rulebook.terms import MICRO
from second_books import METERED, SecondBooks
from support import DRAGON, LIR, UTH

METER = "Progressive"
SHARES = {
    DRAGON: (1, "three", ("three_dragons", "pair_of_dragons", "pair_of_phoenix", "pair_of_tigers", "high_card")),
    UTH: (5, "seven", ("royal_flush", "straight_flush", "flush", "two_pair", "pair")),
}
"""The operator's own: its amount in dollars, its cards, and the hands that win: the first the whole meter, the others
three percent of it."""
LETTERED = {
    **dict.fromkeys("ABC", (METER,)),
    "D": ("Major Progressive", "Minor Progressive"),
    **dict.fromkeys("EF", ("Mega Progressive", "Major Progressive", "Minor Progressive")),
}
"""The meters of Let It Ride's tables."""
WITH_METERS = (DRAGON, LIR, UTH)


def progressive(game: str, rates: Mapping[str, str], *, initial: int = 20_000, letter: str = "A") -> dict[str, Any]:
    """The part of a submission that offers a progressive wager with these meters, each of which begins again with half
    of what it began with."""
    meters = {name: {"rate": rate, "initial": initial, "reset": initial // 2} for name, rate in rates.items()}
    if game == LIR:
        return {"wagers": {METERED: {"offered": True, "paytable": letter}}, "meters": meters}
    amount, cards, hands = SHARES[game]
    (meter,) = rates
    lines = [
        {"hand": hand, "pays": 3 if place else 100, "unit": "meter", "meter": meter} for place, hand in enumerate(hands)
    ]
    return {"wagers": {METERED: {"amount": amount, "cards": cards, "lines": lines}}, "meters": meters}


def second_books(rates: Mapping[str, str], *, initial: int = 20_000) -> SecondBooks:
    """Of a table that opens with `progressive`."""
    resets = dict.fromkeys(rates, initial // 2)
    readings = dict.fromkeys(rates, initial * 100 * MICRO)
    return SecondBooks({name: Fraction(rate) for name, rate in rates.items()}, resets, readings)
