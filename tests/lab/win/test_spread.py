"""Sums, bands and depths against brute force in plain fractions, on small made-up distributions."""

from fractions import Fraction as F
from itertools import product
from math import comb

import numpy as np
import pytest

from pitboss.lab.win.spread import (
    Spread,
    TableRound,
    added,
    clipped,
    deepest,
    gridded,
    mean,
    mixed,
    summed,
    unit_of,
    variance,
)

GAME: Spread = {F(-300): F(1, 2), F(0): F(1, 8), F(150): F(1, 4), F(900): F(1, 8)}
"""Loses $3 half of the time; the mean is exactly 0."""
BAD: Spread = {F(-250): F(3, 5), F(500): F(2, 5)}


def by_hand(spread: Spread, rounds: int) -> dict[F, F]:
    """Every sequence of results, one by one."""
    found: dict[F, F] = {}
    for some in product(spread.items(), repeat=rounds):
        chance = F(1)
        for _, p in some:
            chance *= p
        total = sum((x for x, _ in some), F(0))
        found[total] = found.get(total, F(0)) + chance
    return found


def chances(found: dict[F, F], first: int, cell: float, cells: int) -> list[float]:
    made = [0.0] * cells
    for x, p in found.items():
        made[round(float(x) / cell) - first] += float(p)
    return made


def test_moments_units_mixtures_and_sums_by_hand() -> None:
    assert mean(GAME) == 0 and variance(GAME) == 45_000 + 5_625 + 101_250
    assert unit_of(GAME) == 150 and unit_of({F(1, 3): F(1), F(1, 2): F(0)}) == F(1, 6)
    assert mixed([(F(1, 2), {F(1): F(1)}), (F(1, 2), {F(1): F(1, 2), F(2): F(1, 2)})]) == {F(1): F(3, 4), F(2): F(1, 4)}
    assert added(BAD, BAD) == {F(-500): F(9, 25), F(250): F(12, 25), F(1000): F(4, 25)}


@pytest.mark.parametrize("spread", [GAME, BAD])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_sum_of_rounds_is_what_every_sequence_comes_to(spread: Spread, rounds: int) -> None:
    found = summed(TableRound(spread, F(1)), rounds)
    exact = chances(by_hand(spread, rounds), found.first, found.cell, len(found.chances))
    assert found.chances == pytest.approx(exact, abs=1e-12)
    assert found.error < 1e-12 and found.blur == 0


def test_bands_of_a_fair_coin_are_those_of_the_binomial_distribution() -> None:
    """After 100 tosses of $1: the chance of at most k heads is a sum of binomials, and the bands lie where it passes
    1/4, 1/40 and 1/200."""
    coin: Spread = {F(-100): F(1, 2), F(100): F(1, 2)}
    found = summed(TableRound(coin, F(1)), 100)

    def quantile(part: F) -> int:
        below = F(0)
        for k in range(101):
            below += F(comb(100, k), 2**100)
            if below >= part:
                return 100 * (2 * k - 100)
        raise AssertionError

    for band in (F(1, 2), F(19, 20), F(99, 100)):
        assert found.band(float(band)) == (quantile((1 - band) / 2), quantile((1 + band) / 2))
    heads = sum(comb(100, k) for k in range(50))
    assert found.chance_below(0) == pytest.approx(heads / 2**100, abs=1e-12)


def test_seats_that_are_independent_are_as_many_rounds() -> None:
    three = summed(TableRound(GAME, F(3)), 2)
    assert three.chances == pytest.approx(
        chances(by_hand(GAME, 6), three.first, three.cell, len(three.chances)), abs=1e-12
    )


def test_half_a_seat_is_there_in_half_of_the_rounds() -> None:
    found = summed(TableRound(BAD, F(3, 2)), 1)
    exact = mixed([(F(1, 2), BAD), (F(1, 2), added(BAD, BAD))])
    assert found.chances == pytest.approx(chances(exact, found.first, found.cell, len(found.chances)), abs=1e-12)


@pytest.mark.parametrize("together", [0.0, 0.1, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("spread", [GAME, BAD])
def test_seats_that_go_together_have_the_variance_of_their_correlation(spread: Spread, together: float) -> None:
    """Var = n σ² (1 + (n − 1) ρ); the mean is that of single seats."""
    table = TableRound(spread, F(4), together)
    found = summed(table, 1)
    places = (found.first + np.arange(len(found.chances))) * found.cell
    average = float((places * found.chances).sum())
    assert average == pytest.approx(float(4 * mean(spread)), abs=1e-6)
    spread_out = float((places**2 * found.chances).sum()) - average**2
    assert spread_out == pytest.approx(float(4 * variance(spread)) * (1 + 3 * together), rel=1e-9)
    assert table.variance == pytest.approx(spread_out, rel=1e-9)


def test_a_coarser_grid_keeps_the_mean_and_tells_what_it_adds_to_the_variance() -> None:
    fine: Spread = {F(-7): F(1, 2), F(3): F(1, 3), F(15): F(1, 6)}
    grid = gridded(fine, F(5))
    places = grid.places * grid.cell
    assert float((places * grid.chances).sum()) == pytest.approx(float(mean(fine)))
    widened = float((places**2 * grid.chances).sum()) - float(mean(fine)) ** 2
    assert widened - grid.blur == pytest.approx(float(variance(fine)))
    assert grid.blur > 0 and gridded(fine, F(1)).blur == 0


def test_the_rarest_results_are_moved_and_their_chance_is_told() -> None:
    rare: Spread = {F(-1_000_000): F(1, 10**9), F(-100): F(1, 2), F(100): F(1, 2) - F(1, 10**9)}
    kept, moved = clipped(rare, 1_000, 1e-4)
    assert kept == {F(-100): F(1, 2) + F(1, 10**9), F(100): F(1, 2) - F(1, 10**9)}
    assert moved == pytest.approx(1e-6)
    assert clipped(rare, 10**6, 1e-4) == (rare, 0.0)


def deepest_by_hand(spread: Spread, rounds: int) -> dict[F, F]:
    found: dict[F, F] = {}
    for some in product(spread.items(), repeat=rounds):
        total, low, chance = F(0), F(0), F(1)
        for x, p in some:
            total += x
            low = min(low, total)
            chance *= p
        found[-low] = found.get(-low, F(0)) + chance
    return found


@pytest.mark.parametrize("spread", [GAME, BAD])
@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_the_deepest_point_is_that_of_every_sequence(spread: Spread, rounds: int) -> None:
    found = deepest(TableRound(spread, F(1)), rounds)
    exact = deepest_by_hand(spread, rounds)
    assert found.chances == pytest.approx(chances(exact, 0, found.cell, len(found.chances)), abs=1e-12)
    for depth in (0, 249, 250, 300, 700):
        assert found.deeper(depth) == pytest.approx(float(sum(p for low, p in exact.items() if low > depth)), abs=1e-12)


def test_ruin_of_a_coin_tosser_by_the_reflection_principle() -> None:
    """Of 20 tosses of $1: to be $4 down at some time is as likely as to end $4 down or further, and $5 down or further
    once more."""
    coin: Spread = {F(-100): F(1, 2), F(100): F(1, 2)}
    found = deepest(TableRound(coin, F(1)), 20)
    ends = {20 - 2 * k: comb(20, k) for k in range(21)}
    down = sum(n for at, n in ends.items() if at <= -4) + sum(n for at, n in ends.items() if at < -4)
    assert found.deeper(300) == pytest.approx(down / 2**20, abs=1e-12)
    enough = found.enough(down / 2**20)
    assert enough == 300 and found.deeper(enough) <= down / 2**20 + 1e-12 < found.deeper(enough - 100)
