"""After how many rounds a wrong payment is found. For each line of a paytable: it pays a tenth too much."""

import math
from collections.abc import Iterable
from fractions import Fraction

from pitboss.lab.hold.evidence import FRACTIONS
from pitboss.lab.hold.records import Search
from pitboss.lab.hold.theory import Theory, TheoryLine

TOO_HIGH = Fraction(11, 10)
LIKELY = Fraction(95, 100)


def searches(theory: Theory, false_alarm: Fraction) -> tuple[Search, ...]:
    """For every line whose odds can be raised."""
    return tuple(_search(theory, line, false_alarm) for line in theory.lines if line.odds)


def _search(theory: Theory, line: TheoryLine, false_alarm: Fraction) -> Search:
    assert line.odds is not None
    others = {other.odds for other in theory.lines if other.family == line.family}
    seen = None if line.odds * TOO_HIGH in others else float(1 / line.probability)
    surely = None if seen is None else math.log(1 - float(LIKELY)) / math.log1p(-1 / seen) if seen > 1 else 1.0
    more = line.staked * line.odds * (TOO_HIGH - 1)
    return Search(
        hand=line.hand,
        family=line.family,
        words=line.words,
        first_seen=seen,
        seen_surely=surely,
        by_money=_by_money(theory, line.probability, more, false_alarm),
    )


def _by_money(theory: Theory, probability: Fraction, more: Fraction, false_alarm: Fraction) -> float | None:
    """How fast the bet on `more` grows, at its best fraction, where so much is paid beyond what is due with this
    probability. What is paid too much is taken as independent of the rest of the result."""
    ways = 1 if theory.decides else 3
    growth = max(_growth(theory, fraction, float(probability), more) for fraction in FRACTIONS)
    return math.log(ways * len(FRACTIONS) / false_alarm) / growth if growth > 0 else None


def _growth(theory: Theory, fraction: float, probability: float, more: Fraction) -> float:
    mean, worst = theory.mean, theory.worst
    return math.fsum(
        share * float(p) * math.log1p(fraction * float((net + extra - mean) / (mean - worst)))
        for net, p in theory.results
        for extra, share in _two(probability, more)
    )


def _two(probability: float, more: Fraction) -> Iterable[tuple[Fraction, float]]:
    return ((Fraction(0), 1 - probability), (more, probability))
