"""The distribution of what many rounds bring together, and the bands in which it lies.

Rounds are independent, so the distributions of single rounds are folded with each other: by one Fourier transform over
whole units of money, exact but for the last digits of the arithmetic (about 1e-13). Where there would be too many
units, results are put on coarser ones, each shared between its two neighbours so that the mean stays the same; the unit
is said. That is so too where rounds are of very many kinds, for each kind is a transform of its own.

The hands of one round share cards, and how they hang together is another matter for each game. Their sum is taken as if
all of them had the same luck: no other connection spreads it wider. With one hand in each round nothing of this is
needed, and the bands are exact."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.lab.hold.records import HoldBand

Money = tuple[tuple[int, Fraction], ...]
"""(cents, probability), the lowest first."""
LEVELS = (Fraction(95, 100), Fraction(99, 100), Fraction(999, 1000))
MOST = 1 << 20
"""Units that one transform holds."""
LEAST = 1 << 12
ALL = 1 << 25
"""Units of all transforms together: where rounds are of many kinds, each has fewer units, but never less than the
least."""
WIDE = 14
"""So many standard deviations to each side are looked at where not everything fits, and the largest single result."""


class Spread(Struct, frozen=True):
    """The distribution of a sum."""

    mean: Fraction
    variance: Fraction
    unit: int
    """Cents."""
    first: int
    """The units of the first probability."""
    chances: NDArray[np.float64]
    exact: bool
    """Nothing was put on coarser units."""

    def band(self, level: Fraction) -> HoldBand:
        left = float((1 - level) / 2)
        below = np.cumsum(self.chances)
        above = np.cumsum(self.chances[::-1])[::-1]
        # The least value at which more than `left` lies at or below, and likewise from above.
        low = int(np.searchsorted(below, left, side="right"))
        high = len(above) - 1 - int(np.searchsorted(above[::-1], left, side="right"))
        return HoldBand(float(level), (self.first + low) * self.unit, (self.first + high) * self.unit)

    def tail(self, cents: int) -> float:
        """How likely a result so far out, or farther, is: twice the smaller side."""
        place = -(-cents // self.unit) - self.first
        below = float(self.chances[: max(0, cents // self.unit - self.first + 1)].sum())
        above = float(self.chances[max(0, place) :].sum())
        return min(1.0, 2 * min(below, above))


def in_cents(results: Sequence[tuple[Fraction, Fraction]], stake: int) -> Money:
    """What the house wins on one hand at this base. A part of a cent is kept as long as it can be: it never is one."""
    return tuple(sorted((-_whole(net * stake), p) for net, p in results))


def _whole(cents: Fraction) -> int:
    return cents.numerator if cents.denominator == 1 else round(cents)


def same_luck(hands: Sequence[Money]) -> Money:
    """The sum of several hands that are all as lucky as each other."""
    if len(hands) == 1:
        return hands[0]
    steps = sorted({total for hand in hands for total in _running(hand)})
    places = [_running(hand) for hand in hands]
    found: dict[int, Fraction] = {}
    before = Fraction(0)
    for step in steps:
        cents = sum(hand[bisect_left(place, step)][0] for hand, place in zip(hands, places, strict=True))
        found[cents] = found.get(cents, Fraction(0)) + step - before
        before = step
    return tuple(sorted(found.items()))


def _running(hand: Money) -> list[Fraction]:
    total, found = Fraction(0), []
    for _, p in hand:
        total += p
        found.append(total)
    return found


def spread(rounds: Mapping[Money, int]) -> Spread:
    """The sum over all rounds: the distribution of one round and how many had it."""
    mean = sum((n * _mean(money) for money, n in rounds.items()), Fraction(0))
    variance = sum((n * _variance(money) for money, n in rounds.items()), Fraction(0))
    unit = reduce(gcd, (cents for money in rounds for cents, _ in money), 0) or 1
    low = sum(n * money[0][0] for money, n in rounds.items()) // unit
    high = sum(n * money[-1][0] for money, n in rounds.items()) // unit
    exact = True
    most = min(MOST, max(LEAST, 1 << (ALL // len(rounds)).bit_length() - 1))
    if high - low >= most:
        reach = WIDE * (isqrt(int(variance)) + 1) + max(max(-money[0][0], money[-1][0]) for money in rounds)
        coarser = -(-2 * reach // (most - 2))
        if coarser > unit:
            unit, exact = coarser, False
        low, high = (int(mean) - reach) // unit, (int(mean) + reach) // unit
        size = most
    else:
        size = 1 << (high - low).bit_length()
    chances = _folded(rounds, unit, low, size)
    return Spread(mean, variance, unit, low, chances, exact)


def _folded(rounds: Mapping[Money, int], unit: int, low: int, size: int) -> NDArray[np.float64]:
    waves = np.ones(size // 2 + 1, dtype=np.complex128)
    for money, n in rounds.items():
        one = np.zeros(size)
        for cents, p in money:
            place, over = divmod(cents, unit)
            one[place % size] += float(p) * (1 - over / unit)
            if over:
                one[(place + 1) % size] += float(p) * over / unit
        waves *= np.fft.rfft(one) ** n
    found = np.fft.irfft(waves, size)
    moved = np.roll(found, -(low % size))
    return np.clip(moved, 0.0, None)


def _mean(money: Money) -> Fraction:
    return sum((cents * p for cents, p in money), Fraction(0))


def _variance(money: Money) -> Fraction:
    return sum((cents * cents * p for cents, p in money), Fraction(0)) - _mean(money) ** 2
