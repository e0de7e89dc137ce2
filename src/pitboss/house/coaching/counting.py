"""The statistics of a session: how often the best choice was missed, what that cost, and what came of it all."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from pitboss.house.coaching.watching import Judged


class Statistics(Struct, frozen=True):
    """Money in cents."""

    decisions: int
    mistakes: int
    cost: Fraction
    staked: int
    """The units of all decisions together."""
    rounds: int
    expected: Fraction
    actual: int


def statistics(judged: Iterable[Judged]) -> Statistics:
    """Sums them up. A round's expected result is the worth of its first choice, played well from there on, less what
    the later choices gave away: so every round counts once, and luck with the cards is not in it. Rounds that are not
    over yet, or were void, have no result to compare it with."""
    decisions = mistakes = staked = 0
    cost = Fraction(0)
    hands: dict[int, tuple[Judged, Fraction]] = {}
    for made in judged:
        decisions += 1
        mistakes += made.cost > 0
        cost += made.cost
        staked += made.stake
        if made.hand.over and not made.hand.void:
            key = id(made.hand)
            first, expected = hands.get(key, (made, made.value + made.cost))
            hands[key] = (first, expected - made.cost)
    return Statistics(
        decisions,
        mistakes,
        cost,
        staked,
        len(hands),
        sum((e for _, e in hands.values()), Fraction(0)),
        sum(first.hand.net for first, _ in hands.values()),
    )
