"""What a sum of many equal and independent results can be: exact distributions on a grid of money, convolved.

A distribution is given exactly (whole numbers of a unit, with fractions for probabilities). Its sum over many rounds is
the convolution of it with itself, made by Fourier transform in floating point; `Sum.error` says how far the result is
from being a distribution. Where the grid would be too large it is made coarser: each result is split between its two
neighbours so that the mean stays the same, and `Sum.blur` says what that adds to the variance. Results so rare that the
whole sum hardly ever has one are moved to the largest of the others; `Sum.error` contains their chance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from math import ceil, gcd, lcm, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Spread = Mapping[Fraction, Fraction]
"""Result in cents → probability."""

MOST_CELLS = 1 << 21
"""Cells of a grid."""
FAR = 12
"""Standard deviations that a grid reaches to each side of the mean."""
RARE = 1e-4
"""With this probability a sum may contain a result that was moved."""
TOP = 3
"""So many of the largest single results must fit beyond the mean as well."""


def mean(spread: Spread) -> Fraction:
    return sum((x * p for x, p in spread.items()), Fraction(0))


def variance(spread: Spread) -> Fraction:
    return sum((x * x * p for x, p in spread.items()), Fraction(0)) - mean(spread) ** 2


def mixed(parts: Sequence[tuple[Fraction, Spread]]) -> dict[Fraction, Fraction]:
    """One of several distributions, each with its weight."""
    found: dict[Fraction, Fraction] = {}
    for weight, spread in parts:
        for x, p in spread.items() if weight else ():
            found[x] = found.get(x, Fraction(0)) + weight * p
    return found


def added(first: Spread, second: Spread) -> dict[Fraction, Fraction]:
    """The sum of two independent results."""
    found: dict[Fraction, Fraction] = {}
    for x, p in first.items():
        for y, q in second.items():
            found[x + y] = found.get(x + y, Fraction(0)) + p * q
    return found


def unit_of(spread: Spread) -> Fraction:
    """The largest amount of which all results are multiples."""
    below = lcm(*(x.denominator for x in spread)) if spread else 1
    above = reduce(gcd, (int(x * below) for x in spread), 0)
    return Fraction(above or 1, below)


def clipped(spread: Spread, hands: float, chance: float) -> tuple[Spread, float]:
    """The same without its largest results, won or lost, as far as so many hands have one of them with no more than
    this probability: they are moved to the largest of the others. And the probability that was moved."""
    order = sorted(spread.items(), key=lambda item: abs(item[0]), reverse=True)
    gone = float(order[0][1])
    number = 0
    while number < len(order) - 1 and gone * hands <= chance:
        number += 1
        gone += float(order[number][1])
    if not number:
        return spread, 0.0
    most = abs(order[number][0])
    kept = mixed([(Fraction(1), dict(order[number:]))])
    for x, p in order[:number]:
        at = most if x > 0 else -most
        kept[at] = kept.get(at, Fraction(0)) + p
    return kept, float(sum(p for _, p in order[:number])) * hands


class Grid(Struct, frozen=True):
    """A distribution as chances of whole numbers of cells."""

    cell: float
    """Cents."""
    places: NDArray[np.int64]
    chances: Floats
    blur: float
    """Variance that a coarser cell adds, in square cents."""


def gridded(spread: Spread, least: Fraction | float = 0) -> Grid:
    """On cells of at least so many cents; of the unit of the results itself where that is large enough."""
    unit = unit_of(spread)
    if unit >= least:
        items = sorted(spread.items())
        places = np.array([int(x / unit) for x, _ in items], dtype=np.int64)
        return Grid(float(unit), places, np.array([float(p) for _, p in items]), 0.0)
    cell = Fraction(least)
    split: dict[int, Fraction] = {}
    blur = Fraction(0)
    for x, p in spread.items():
        low = x // cell
        part = x / cell - low
        split[low] = split.get(low, Fraction(0)) + p * (1 - part)
        split[low + 1] = split.get(low + 1, Fraction(0)) + p * part
        blur += p * part * (1 - part) * cell * cell
    kept = sorted((place, p) for place, p in split.items() if p)
    places = np.array([place for place, _ in kept], dtype=np.int64)
    return Grid(float(cell), places, np.array([float(p) for _, p in kept]), float(blur))


class TableRound(Struct, frozen=True, dict=True):
    """A round of a table: so many seats, each with the same distribution of results, each pair with this correlation.

    Only the correlation of pairs is known. Half of the rounds are taken to be good for the house and half to be bad: in
    a good one all seats lose more often and win less often, in a bad one the other way round, as much as makes the
    correlation right, and otherwise they are independent. What one seat wins, the mean and the variance of the table
    are then right. Where that is not enough, all seats have the same result in some of the rounds."""

    seat: Spread
    seats: Fraction
    """On average; between two whole numbers rounds have the one or the other."""
    together: float = 0.0

    @property
    def numbers(self) -> list[tuple[int, float]]:
        """How many seats, and in which part of the rounds."""
        low = int(self.seats)
        part = float(self.seats - low)
        return [(n, w) for n, w in ((low, 1 - part), (low + 1, part)) if w > 0]

    @cached_property
    def mean(self) -> Fraction:
        return self.seats * mean(self.seat)

    @cached_property
    def variance(self) -> float:
        one, average = float(variance(self.seat)), float(mean(self.seat))
        squares = sum(w * (n * one * (1 + (n - 1) * self.together) + (n * average) ** 2) for n, w in self.numbers)
        return squares - (float(self.seats) * average) ** 2

    @property
    def largest(self) -> float:
        """The largest result of a round, won or lost."""
        most = max(float(abs(x)) for x in self.seat)
        return most * (self.numbers[-1][0] if self.together else 1)


class Sum(Struct, frozen=True):
    """The sum of the results of many rounds, in cents."""

    rounds: int
    first: int
    """The place of the first chance, in cells."""
    cell: float
    chances: Floats
    error: float
    """The most by which a chance is below 0, or their sum is not 1, or that was moved with the rarest results."""
    blur: float
    """The part of its variance that a coarser grid has added."""

    def below(self, part: float) -> float:
        """The smallest sum in cents that is reached or stayed below with this probability."""
        place = int(np.searchsorted(np.cumsum(self.chances), part - 1e-12))
        return (self.first + min(place, len(self.chances) - 1)) * self.cell

    def band(self, part: float) -> tuple[float, float]:
        """The middle of the distribution that holds this part of it."""
        return self.below((1 - part) / 2), self.below((1 + part) / 2)

    def chance_below(self, cents: float) -> float:
        """The probability of a sum below so many cents."""
        place = ceil(cents / self.cell - 1e-9) - self.first
        return float(self.chances[: max(0, place)].sum())


def summed(whole: TableRound, rounds: int, most: int = MOST_CELLS) -> Sum:
    """What so many rounds of a table come to."""
    seat, moved = clipped(whole.seat, float(whole.seats) * rounds, RARE)
    table = TableRound(seat, whole.seats, whole.together)
    deviation = sqrt(table.variance * rounds)
    reach = FAR * deviation + TOP * table.largest
    grid = gridded(table.seat, _least(table.seat, 2 * reach, most))
    cells = 1 << max(4, (ceil(2 * reach / grid.cell) - 1).bit_length())
    transformed = _round(table, grid, cells)
    chances = np.fft.irfft(transformed**rounds, cells)
    first = round(float(table.mean) * rounds / grid.cell) - cells // 2
    chances = np.roll(chances, -first % cells)
    error = max(abs(1.0 - float(chances.sum())), -float(chances.min())) + moved
    blur = grid.blur * float(table.seats) * rounds / max(deviation**2, 1e-300)
    return Sum(rounds, first, grid.cell, np.maximum(chances, 0.0), error, blur)


def _least(spread: Spread, width: float, most: int) -> Fraction:
    """The smallest cell, a whole number of units, with which the grid is not too large."""
    unit = unit_of(spread)
    return unit * max(1, ceil(width / float(unit) / most))


def _round(table: TableRound, grid: Grid, cells: int) -> NDArray[np.complex128]:
    """The transform of the chances of one round, on a ring of so many cells."""
    lean, same = _lean(table, grid)
    found = np.zeros(cells // 2 + 1, dtype=np.complex128)
    for sign in (1, -1) if lean.any() else (0,):
        seat = np.fft.rfft(_ring(grid.places, grid.chances * (1 + sign * lean), cells))
        for n, weight in table.numbers:
            found += weight * (1 - same) * seat**n / (2 if sign else 1)
    for n, weight in table.numbers if same else ():
        found += weight * same * np.fft.rfft(_ring(grid.places * n, grid.chances, cells))
    return found


def _lean(table: TableRound, grid: Grid) -> tuple[Floats, float]:
    """By how much each result comes more often in a good round, and in which part of all rounds the seats have the same
    result. The covariance of two seats is the square of what the good rounds win more than the average."""
    up, down = grid.places > 0, grid.places < 0
    wins, losses = float(grid.chances[up].sum()), float(grid.chances[down].sum())
    if not table.together or not wins or not losses:
        return np.zeros(len(grid.places)), table.together
    lean = np.where(up, min(1.0, losses / wins), np.where(down, -min(1.0, wins / losses), 0.0))
    more = float((grid.places * grid.chances * lean).sum()) * grid.cell
    one = float(variance(table.seat))
    largest = more * more / one
    if table.together <= largest:
        return lean * sqrt(table.together / largest), 0.0
    return lean, (table.together - largest) / (1 - largest) if largest < 1 else 0.0


def _ring(places: NDArray[np.int64], chances: Floats, cells: int) -> Floats:
    found = np.zeros(cells)
    np.add.at(found, places % cells, chances)
    return found


# --- the deepest point ----------------------------------------------------------------------------------------------


class Deepest(Struct, frozen=True):
    """How deep a sum falls below its start within so many rounds, looked at after every round."""

    rounds: int
    cell: float
    chances: Floats
    """Of a depth of 0, 1, 2, … cells."""
    error: float
    """The chance that was moved with the rarest results, or lies beyond the grid."""

    def deeper(self, cents: float) -> float:
        """The probability that it falls deeper than so many cents."""
        place = int(cents / self.cell + 1e-9)
        return float(self.chances[place + 1 :].sum()) if cents >= 0 else 1.0

    def enough(self, chance: float) -> float:
        """The least amount in cents below which it falls with no more than this probability."""
        beyond = 1.0 - np.cumsum(self.chances)
        return float(np.argmax(beyond <= chance + 1e-12)) * self.cell


def deepest(whole: TableRound, rounds: int, chance: float = RARE, most: int = 1 << 15) -> Deepest:
    """The distribution of the deepest point, exactly (but for floating point, the grid and the rarest results, one of
    which comes with no more than this probability).

    Read backwards, the rounds are as likely as forwards, and the deepest point of a sum is then the depth of one that
    begins anew whenever it rises above its start: one convolution a round gives it for every depth."""
    seat, moved = clipped(whole.seat, float(whole.seats) * rounds, chance)
    table = TableRound(seat, whole.seats, whole.together)
    deviation = sqrt(table.variance * rounds)
    loss = max(0.0, -float(min(table.seat))) * (table.numbers[-1][0] if table.together else 1)
    fallen = max(0.0, -float(table.mean)) * rounds
    cap = fallen + FAR * deviation + 2 * loss
    grid = gridded(table.seat, _least(table.seat, cap, most))
    depth = ceil(cap / grid.cell) + 1
    reach = int(max(abs(grid.places))) * table.numbers[-1][0]
    ring = 1 << (depth + 2 * reach).bit_length()
    down = np.conj(_round(table, grid, ring))  # a loss takes it deeper
    chances = np.zeros(depth)
    chances[0], error = 1.0, moved
    for _ in range(rounds):
        after = np.fft.irfft(np.fft.rfft(chances, ring) * down, ring)
        np.maximum(after, 0.0, out=after)
        kept = after[:depth].copy()
        kept[0] += after[ring - reach :].sum()
        beyond = float(after[depth : ring - reach].sum())
        kept[-1] += beyond
        error += beyond
        chances = kept
    return Deepest(rounds, grid.cell, chances, error)
