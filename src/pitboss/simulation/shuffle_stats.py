"""The statistics of a shuffle: exact distributions that uniformly random orders have, and chi-square statistics whose
scale is right although the cards of one shuffle hang together.

An order is a permutation of n cards. Where one shuffle fills several cells of a table, the cells are not independent,
and the textbook statistic would be wrong. Below, each is rescaled by the covariance that uniform permutations have, so
that it follows the chi-square law with the stated degrees of freedom; its mean over all n! orders is exactly that
number, which the tests prove by enumeration."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array = NDArray[Any]
FEWEST = 20
"""Categories expected less often than this are joined with their neighbours: the law is only approximate for them."""


class Statistic(Struct, frozen=True):
    value: float
    freedom: int


def position_by_card(counts: Array, sizes: Sequence[int] | None = None) -> Statistic:
    """How often each card (or kind of card, of which there are `sizes`) lay in each place: counts[place, kind].

    Every shuffle puts one card into each place and each card into one place. The covariance is then 1/(n − 1) times the
    projection on tables without row and column sums, hence the factor (n − 1)/n and (n − 1)(kinds − 1) degrees of
    freedom."""
    n, kinds = counts.shape
    each = np.array(sizes if sizes is not None else [1] * n, dtype=np.float64)
    expected = int(counts[0].sum()) * each / n
    pearson = float(((counts - expected) ** 2 / expected).sum())
    return Statistic(pearson * (n - 1) / n, (n - 1) * (kinds - 1))


def evenly(counts: Array) -> Statistic:
    """One cell a shuffle, all equally likely: one place, or one card."""
    expected = int(counts.sum()) / len(counts)
    return Statistic(float(((counts - expected) ** 2).sum() / expected), len(counts) - 1)


def followers(counts: Array) -> Statistic:
    """How often card b lay directly behind card a: counts[a, b], the bottom card followed by the top one, so that a cut
    changes nothing.

    A ring of cards is a uniformly random cycle. Its covariance has two eigenvalues on tables with an empty diagonal and
    no row and column sums: 1/(n − 1) on the symmetric ones (n(n − 3)/2 dimensions) and n/((n − 1)(n − 2)) on the
    antisymmetric ones ((n − 1)(n − 2)/2 dimensions)."""
    n = len(counts)
    shuffles = int(counts[0].sum())
    deviation = counts - shuffles / (n - 1)
    np.fill_diagonal(deviation, 0.0)
    even, odd = (deviation + deviation.T) / 2, (deviation - deviation.T) / 2
    value = (n - 1) * (even**2).sum() + (n - 1) * (n - 2) / n * (odd**2).sum()
    return Statistic(float(value) / shuffles, n * n - 3 * n + 1)


def goodness(counts: Sequence[int], ways: Sequence[int]) -> Statistic:
    """Counts of categories against the exact number of ways of each; neighbours are joined while one is too rare."""
    shuffles, total = sum(int(c) for c in counts), sum(ways)
    joined: list[tuple[int, Fraction]] = []
    seen, expected = 0, Fraction(0)
    for count, way in zip(counts, ways, strict=True):
        seen, expected = seen + int(count), expected + Fraction(shuffles * way, total)
        if expected >= FEWEST:
            joined.append((seen, expected))
            seen, expected = 0, Fraction(0)
    if joined and expected:
        last = joined.pop()
        joined.append((last[0] + seen, last[1] + expected))
    value = sum(((seen - expected) ** 2 / expected for seen, expected in joined), Fraction(0))
    return Statistic(float(value), len(joined) - 1)


# --- exact distributions --------------------------------------------------------------------------------------------


def fixed_points(n: int) -> list[int]:
    """In how many orders exactly k cards lie where they lay before, k from 0 to n."""
    none = [1, 0]
    for k in range(2, n + 1):
        none.append((k - 1) * (none[-1] + none[-2]))
    return [comb(n, k) * none[n - k] for k in range(n + 1)]


def eulerian(n: int) -> list[int]:
    """In how many orders exactly k cards lie behind a higher one, k from 0 to n − 1: also k + 1 rising sequences."""
    row = [1]
    for size in range(2, n + 1):
        row = [(k + 1) * (row[k] if k < size - 1 else 0) + (size - k) * (row[k - 1] if k else 0) for k in range(size)]
    return row


def mahonian(n: int) -> list[int]:
    """In how many orders exactly k pairs of cards lie in reverse, k from 0 to n(n − 1)/2."""
    row = [1]
    for size in range(2, n + 1):
        longer = [0] * (len(row) + size - 1)
        for k, ways in enumerate(row):
            for more in range(size):
                longer[k + more] += ways
        row = longer
    return row


# --- tails ----------------------------------------------------------------------------------------------------------


def tails(found: Statistic) -> tuple[float, float]:
    """The chance of a value as small, and of one as large."""
    from scipy.special import gammainc, gammaincc

    half = found.freedom / 2
    return float(gammainc(half, found.value / 2)), float(gammaincc(half, found.value / 2))


def two_sided(found: Statistic) -> float:
    """The chance of a value as far out on either side: cards that come too evenly are not random either."""
    return min(1.0, 2 * min(tails(found)))


def worst_cell(counts: Array, shuffles: int, chance: float, cells: int) -> tuple[float, float]:
    """The cell that is farthest out, in standard deviations, and the chance that any of `cells` is as far out (exact
    binomial tail, times the number of cells)."""
    from scipy.special import betainc

    expected, spread = shuffles * chance, (shuffles * chance * (1 - chance)) ** 0.5
    flat = counts[counts >= 0]
    seen = int(flat[np.abs(flat - expected).argmax()])
    z = (seen - expected) / spread
    if z > 0:
        tail = betainc(seen, shuffles - seen + 1, chance)
    else:
        tail = betainc(shuffles - seen, seen + 1, 1 - chance)
    return z, min(1.0, 2 * cells * float(tail))


def smallest_found(shuffles: int, chance: float, cells: int, tests: int, level: float) -> float:
    """By how much one cell's probability must be off, so that `worst_cell` rejects it 99 times in 100."""
    from scipy.special import ndtri

    needed = -float(ndtri(level / (2 * cells * tests))) - float(ndtri(0.01))
    spread: float = (chance * (1 - chance) / shuffles) ** 0.5
    return needed * spread


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction: each chance as it stands after so many tests, whatever their dependence."""
    adjusted = [0.0] * len(chances)
    highest = 0.0
    for done, at in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        highest = max(highest, min(1.0, (len(chances) - done) * chances[at]))
        adjusted[at] = highest
    return adjusted
