"""At which reading of a meter a wager stops losing."""

from collections.abc import Mapping

from pitboss.odds.figures import lines_of, net
from pitboss.odds.tally import Ending, EndingPart, Tally
from pitboss.odds.tally import tally as added
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO
from pitboss.table.rules import Rules

HIGHEST = 10**14
"""A trillion dollars: no meter reads more."""


def break_even(
    rules: Rules, counted: Tally, wager: str, stake: int, meters: Mapping[str, int]
) -> dict[str, int | None]:
    """For each meter that pays the wager the lowest reading in whole cents when settlement begins, the others as given
    (in millionths of a cent), at which the expected value is not negative; None where none is high enough."""
    named = dict.fromkeys(line.pay.meter for line in lines_of(rules, wager) if isinstance(line.pay, MeterShare))
    alike = _settled_alike(rules, counted, wager)
    return {name: _lowest(rules, alike, stake, meters, name) for name in named}


def _settled_alike(rules: Rules, counted: Tally, wager: str) -> Tally:
    """The same without others' payments that the player's own payment does not feel."""
    pairs: list[tuple[Ending, int]] = []
    for ending, count in counted.endings.items():
        own = next(part for part in ending if part.wager == wager and not part.other)
        mine = _meter(rules, own)
        kept = (part for part in ending if not part.other or (mine and _meter(rules, part) == mine))
        pairs.append((tuple(kept), count))
    return added(pairs)


def _meter(rules: Rules, part: EndingPart) -> str:
    pay = rules.settlement.outcome(part.wager, part.cell).pay
    return pay.meter if isinstance(pay, MeterShare) else ""


def _lowest(rules: Rules, counted: Tally, stake: int, meters: Mapping[str, int], name: str) -> int | None:
    """A higher meter never pays less, so halving finds it."""
    feels = {e: n for e, n in counted.endings.items() if any(_meter(rules, part) == name for part in e)}
    fixed = sum(n * net(rules, e, stake, meters) for e, n in counted.endings.items() if e not in feels)

    def loses(cents: int) -> bool:
        readings = {**meters, name: cents * MICRO}
        return fixed + sum(n * net(rules, ending, stake, readings) for ending, n in feels.items()) < 0

    low, high = -1, HIGHEST
    if loses(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if loses(middle) else (low, middle)
    return high
