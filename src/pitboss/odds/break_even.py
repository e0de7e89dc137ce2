"""At which reading of a meter a wager stops losing."""

from collections.abc import Mapping

from pitboss.odds.figures import figures
from pitboss.odds.tally import Tally
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO
from pitboss.table.rules import Rules

HIGHEST = 10**14
"""A trillion dollars: no meter reads more."""


def break_even(
    rules: Rules, counted: Tally, wager: str, stake: int, meters: Mapping[str, int]
) -> dict[str, int | None]:
    """For each meter that pays the wager the lowest reading in whole cents, the others as given, at which the expected
    value is not negative; None where none is high enough. A higher meter never pays less, so halving finds it."""
    held = rules.terms.wager(wager)
    named = dict.fromkeys(x.pay.meter for x in held.lines if isinstance(x.pay, MeterShare)) if held else {}
    return {name: _lowest(rules, counted, stake, meters, name) for name in named}


def _lowest(rules: Rules, counted: Tally, stake: int, meters: Mapping[str, int], name: str) -> int | None:
    def good(cents: int) -> bool:
        return figures(rules, counted, stake, {**meters, name: cents * MICRO}).ev >= 0

    if not good(HIGHEST):
        return None
    low, high = -1, HIGHEST
    while high - low > 1:
        middle = (low + high) // 2
        if good(middle):
            high = middle
        else:
            low = middle
    return high
