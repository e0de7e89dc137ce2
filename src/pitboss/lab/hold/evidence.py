"""A test that may be looked at after every round, for ever, without its false alarms adding up.

Somebody bets against the theory, with one unit to begin with, at prices at which he cannot gain on average as long as
the theory holds. What he owns is the evidence. By Ville's inequality the probability that it ever reaches 1/a is at
most a, however long is played and however often one looks. So an alarm at 1000 is a false one in at most one of a
thousand tables that are all in order.

He has three ways to bet, and puts a third of his unit on each (or less, where a way is not open):

more      that players receive more than they should. Of each result y he gets 1 + f (y - m) / (m - worst), with m the
          exact mean; for twelve fractions f from 1/2 down to 1/4096, since a small fault needs small bets and a large
          one is found sooner with large ones. This holds for whatever play: nobody who knows only his own cards has a
          higher mean than the best play.
less      that they receive less: 1 - f (y - m) / (best - m). Only where players decide nothing: whoever plays badly
          receives less, and nothing is wrong.
results   that results come more or less often than they should: he bets on each result as often as it has come so far,
          with the theory itself as a start (of 10, 100 and 1000 results). Again only where players decide nothing.

Hands of one round share cards. So a round is one bet: the mean of what its hands give. This is fair however they hang
together."""

import math
from collections.abc import Sequence
from fractions import Fraction

from pitboss.lab.hold.theory import Theory

FRACTIONS = tuple(2.0**-k for k in range(1, 13))
STARTS = (10.0, 100.0, 1000.0)
"""So many results the theory stands for before the first has come."""


class _Shares:
    """What the results of one theory give, worked out once for each result that comes."""

    def __init__(self, theory: Theory) -> None:
        self._mean, self._worst = theory.mean, theory.worst
        self._best = max(net for net, _ in theory.results)
        self._chances = {net: float(p) for net, p in theory.results}
        self._kept: dict[Fraction, tuple[tuple[float, ...], tuple[float, ...], float]] = {}

    def of(self, net: Fraction) -> tuple[tuple[float, ...], tuple[float, ...], float]:
        """For one result: the factors of `more` and of `less`, and its chance."""
        found = self._kept.get(net)
        if found is None:
            above = _part(max(net, self._worst) - self._mean, self._mean - self._worst)
            below = _part(min(net, self._best) - self._mean, self._best - self._mean)
            more, less = (tuple(1 + f * z for f in FRACTIONS) for z in (above, -below))
            found = self._kept[net] = (more, less, self._chances.get(net, 0.0))
        return found


def _part(gained: Fraction, risked: Fraction) -> float:
    """What a bet gains of what it risks; where only one result can be, there is nothing to bet on."""
    return float(gained / risked) if risked else 0.0


class Evidence:
    """The bets on one wager at one table. Logarithms to the base e."""

    def __init__(self, *, decides: bool) -> None:
        self._both = not decides
        self._more = [0.0] * len(FRACTIONS)
        self._less = [0.0] * len(FRACTIONS)
        self._results = [0.0] * len(STARTS)
        self._seen: dict[tuple[int, Fraction], int] = {}
        self._hands: dict[int, int] = {}
        self._shares: dict[int, tuple[Theory, _Shares]] = {}
        self.impossible = False
        """A result came that the theory rules out: no evidence is larger."""

    def take(self, hands: Sequence[tuple[Fraction, Theory]]) -> None:
        """One round: the result of each of its hands in units of its base, with the theory of its stake."""
        drawn = [(net, id(theory), self._of(theory).of(net)) for net, theory in hands]
        _multiply(self._more, [share[0] for _, _, share in drawn])
        if self._both:
            _multiply(self._less, [share[1] for _, _, share in drawn])
            self._bet_on_results([(net, key, share[2]) for net, key, share in drawn])

    def _of(self, theory: Theory) -> _Shares:
        found = self._shares.get(id(theory))
        if found is None:
            found = self._shares[id(theory)] = (theory, _Shares(theory))
        return found[1]

    def _bet_on_results(self, drawn: list[tuple[Fraction, int, float]]) -> None:
        if any(not chance for _, _, chance in drawn):
            self.impossible = True
            return
        for place, start in enumerate(STARTS):
            got = [
                (start * chance + self._seen.get((key, net), 0)) / (start + self._hands.get(key, 0)) / chance
                for net, key, chance in drawn
            ]
            self._results[place] += math.log(sum(got) / len(got))
        for net, key, _ in drawn:
            self._seen[key, net] = self._seen.get((key, net), 0) + 1
            self._hands[key] = self._hands.get(key, 0) + 1

    @property
    def ways(self) -> dict[str, float]:
        """What each way of betting has come to."""
        found = {"more": _mean(self._more)}
        if self._both:
            found |= {"less": _mean(self._less), "results": _mean(self._results)}
        return found

    @property
    def total(self) -> float:
        """What he owns; infinite where the impossible has happened."""
        return math.inf if self.impossible else _mean(list(self.ways.values()))


def _multiply(owned: list[float], factors: list[tuple[float, ...]]) -> None:
    if len(factors) == 1:
        (one,) = factors
        for place, factor in enumerate(one):
            owned[place] += math.log(factor)
        return
    for place, column in enumerate(zip(*factors, strict=True)):
        owned[place] += math.log(sum(column) / len(column))


def _mean(logarithms: Sequence[float]) -> float:
    """The logarithm of the mean."""
    most = max(logarithms)
    return most + math.log(sum(math.exp(each - most) for each in logarithms) / len(logarithms))


def alarm_at(false_alarm: Fraction) -> float:
    """The evidence at which there is an alarm."""
    return math.log(1 / false_alarm)
