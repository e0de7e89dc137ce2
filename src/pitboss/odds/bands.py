"""What many rounds bring together: within which bounds the result lies, and how often the player is ahead.

The distribution of the sum of independent rounds is the power of a polynomial, worked out by a Fourier transform in
double precision; its probabilities are right to about a billionth. One round is exact."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor, gcd, isqrt, lcm
from typing import Literal

import numpy as np
from msgspec import Struct

from pitboss.odds.figures import Figures
from pitboss.odds.result import root

LEVELS = (50, 95, 99)
"""Percent of all cases that a band holds, as many left out below it as above."""
MOST_ROUNDS = 10**8
_MOST_POINTS = 1 << 22
_WHOLE = 1 << 20
"""Where all sums together are no more than so many, all of them are kept."""
_SPREADS = 24
"""Otherwise the results within so many standard deviations, and a few of the highest single result."""


class ResultBand(Struct, frozen=True):
    """Between these results lie so many percent of all cases, in units of the base."""

    level: int
    low: Fraction
    high: Fraction


class ManyRounds(Struct, frozen=True):
    """The result of so many rounds, for the player, in units of the base."""

    rounds: int
    mean: Fraction
    sd: float
    bands: tuple[ResultBand, ...]
    ahead: float
    even: float
    behind: float
    method: Literal["exact", "transform", "normal"]
    """transform: the whole distribution in double precision. normal: its results lie on too fine a grid, and the normal
    distribution with the same mean and deviation stands for it."""


def outcomes(figures: Figures) -> tuple[Fraction, Fraction, Fraction]:
    """How often one round is won, pushed and lost."""
    found = [Fraction(0)] * 3
    for net, probability in figures.distribution:
        found[0 if net > 0 else 1 if net == 0 else 2] += probability
    return found[0], found[1], found[2]


def bands(figures: Figures, rounds: int) -> ManyRounds:
    """The bands after so many rounds, each with the same wagers."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"bands are worked out for 1 to {MOST_ROUNDS:,} rounds, not for {rounds:,}")
    mean, variance = figures.ev * rounds, figures.variance * rounds
    if rounds == 1:
        points = list(figures.distribution)
        won, same, lost = outcomes(figures)
        found = tuple(_band(level, points) for level in LEVELS)
        return ManyRounds(1, mean, root(variance), found, float(won), float(same), float(lost), "exact")
    grid = _Grid(figures, rounds)
    if grid.points > _MOST_POINTS:
        return _normal(rounds, mean, variance)
    first, chances = grid.sums()
    values = np.cumsum(chances)
    found = tuple(
        ResultBand(level, *(grid.value(first + int(np.searchsorted(values, q))) for q in _ends(level)))
        for level in LEVELS
    )
    zero = grid.place(Fraction(0)) - first
    behind = min(1.0, float(chances[: max(0, ceil(zero))].sum()))
    even = float(chances[int(zero)]) if zero.denominator == 1 and 0 <= zero < len(chances) else 0.0
    ahead = max(0.0, 1.0 - behind - even)
    return ManyRounds(rounds, mean, root(variance), found, ahead, even, behind, "transform")


def _ends(level: int) -> tuple[float, float]:
    return (100 - level) / 200, (100 + level) / 200


def _band(level: int, points: Iterable[tuple[Fraction, Fraction]]) -> ResultBand:
    """Of a distribution whose probabilities are exact."""
    low = high = None
    total = Fraction(0)
    net = Fraction(0)
    for net, probability in points:
        total += probability
        if low is None and total >= Fraction(100 - level, 200):
            low = net
        if high is None and total >= Fraction(100 + level, 200):
            high = net
    return ResultBand(level, net if low is None else low, net if high is None else high)


class _Grid:
    """The results of one round as whole steps above the lowest."""

    def __init__(self, figures: Figures, rounds: int) -> None:
        nets = [net for net, _ in figures.distribution]
        unit = lcm(*(net.denominator for net in nets))
        self.lowest = nets[0]
        steps = [int((net - self.lowest) * unit) for net in nets]
        self.step = Fraction(gcd(*steps) or 1, unit)
        self.rounds = rounds
        self.steps = [int((net - self.lowest) / self.step) for net in nets]
        self.chances = [float(probability) for _, probability in figures.distribution]
        every = self.steps[-1] * rounds + 1
        spread = isqrt(floor(figures.variance * rounds / self.step**2)) + 1
        near = _SPREADS * spread + 4 * self.steps[-1] + 1
        self.all = every <= max(_WHOLE, near)
        self.points = 1 << (every if self.all else near).bit_length()
        self.middle = self.place(figures.ev * rounds)

    def place(self, result: Fraction) -> Fraction:
        """How many steps a result of all rounds lies above the lowest."""
        return (result - self.lowest * self.rounds) / self.step

    def value(self, place: int) -> Fraction:
        return self.lowest * self.rounds + place * self.step

    def sums(self) -> "tuple[int, np.ndarray[tuple[int], np.dtype[np.float64]]]":
        """The place of the first sum, and the probability of each from there on."""
        one = np.zeros(self.points)
        np.add.at(one, np.array([step % self.points for step in self.steps]), self.chances)
        found = np.fft.irfft(np.fft.rfft(one) ** self.rounds, n=self.points).clip(min=0.0)
        if self.all:
            return 0, found
        first = max(0, floor(self.middle) - self.points // 2)
        return first, np.roll(found, -(first % self.points))


def _normal(rounds: int, mean: Fraction, variance: Fraction) -> ManyRounds:
    from scipy.special import ndtr, ndtri

    sd = root(variance)
    found = tuple(
        ResultBand(
            level, *(Fraction(float(mean) + float(ndtri(q)) * sd).limit_denominator(10**6) for q in _ends(level))
        )
        for level in LEVELS
    )
    behind = float(ndtr(-float(mean) / sd)) if sd else 0.0
    return ManyRounds(rounds, mean, sd, found, 1.0 - behind, 0.0, behind, "normal")
