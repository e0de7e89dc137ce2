"""Bands and tails against plain convolution in fractions."""

import math
from collections.abc import Mapping
from fractions import Fraction

import pytest

from pitboss.lab.hold import bands
from pitboss.lab.hold.bands import LEVELS, Money, in_cents, same_luck, spread

HALF = Fraction(1, 2)
COIN: Money = ((-100, HALF), (100, HALF))
PAYS: Money = ((-1500, Fraction(1, 50)), (-300, Fraction(7, 50)), (500, Fraction(42, 50)))


def convolved(rounds: Mapping[Money, int]) -> dict[int, Fraction]:
    """The second way: every sum of every result, one round after the other."""
    found = {0: Fraction(1)}
    for money, n in rounds.items():
        for _ in range(n):
            after: dict[int, Fraction] = {}
            for total, p in found.items():
                for cents, q in money:
                    after[total + cents] = after.get(total + cents, Fraction(0)) + p * q
            found = after
    return found


@pytest.mark.parametrize(
    "rounds",
    [{COIN: 1}, {COIN: 20}, {PAYS: 3}, {PAYS: 25}, {COIN: 7, PAYS: 12}, {((-7, HALF), (3, HALF)): 5, COIN: 2}],
    ids=["coin", "coins", "pays", "more", "mixed", "odd"],
)
def test_bands_and_tails_are_those_of_plain_convolution(rounds: Mapping[Money, int]) -> None:
    made, exact = spread(rounds), convolved(rounds)
    assert made.exact
    assert made.mean == sum(c * p for c, p in exact.items())
    assert made.variance == sum(c * c * p for c, p in exact.items()) - made.mean**2
    for cents, p in exact.items():
        assert made.chances[cents // made.unit - made.first] == pytest.approx(float(p), abs=1e-13)
        below = sum((q for c, q in exact.items() if c <= cents), Fraction(0))
        above = sum((q for c, q in exact.items() if c >= cents), Fraction(0))
        assert made.tail(cents) == pytest.approx(float(min(Fraction(1), 2 * min(below, above))), abs=1e-12)
    for level in LEVELS:
        left, band = (1 - level) / 2, made.band(level)
        below = sum((q for c, q in exact.items() if c < band.low), Fraction(0))
        above = sum((q for c, q in exact.items() if c > band.high), Fraction(0))
        assert below <= left and above <= left, "nothing more lies outside"
        assert below + exact[band.low] > left and above + exact[band.high] > left, "nothing narrower will do"


def test_too_many_units_are_put_on_coarser_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean stays, and every band moves by less than a few units."""
    rounds: dict[Money, int] = {
        ((-1_000_003, Fraction(1, 1000)), (-701, Fraction(3, 10)), (997, Fraction(699, 1000))): 200
    }
    fine = spread(rounds)
    monkeypatch.setattr(bands, "MOST", 1 << 16)
    coarse = spread(rounds)
    assert not coarse.exact and coarse.unit > fine.unit
    assert coarse.mean == fine.mean and coarse.variance == fine.variance
    assert coarse.chances.sum() == pytest.approx(1, abs=1e-9)
    for level in LEVELS:
        one, other = fine.band(level), coarse.band(level)
        assert abs(one.low - other.low) <= 60 * coarse.unit and abs(one.high - other.high) <= 60 * coarse.unit


def test_rounds_of_many_kinds_have_fewer_units_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every stake is a kind of its own. The work stays the same, and bands move by less than a tenth of a deviation."""
    rare, usual = Fraction(1, 50), Fraction(49, 50)
    rounds: dict[Money, int] = {((-40 * stake, rare), (stake, usual)): 3 for stake in range(500, 700)}
    monkeypatch.setattr(bands, "MOST", 1 << 15)
    fine = spread(rounds)
    monkeypatch.setattr(bands, "ALL", 1 << 18)
    coarse = spread(rounds)
    assert (len(fine.chances), len(coarse.chances)) == (bands.MOST, bands.LEAST) and fine.unit < 100 < coarse.unit
    deviation = math.sqrt(fine.variance)
    for level in LEVELS:
        one, other = fine.band(level), coarse.band(level)
        assert abs(one.low - other.low) < deviation / 10 and abs(one.high - other.high) < deviation / 10


def test_hands_of_one_round_have_the_same_luck() -> None:
    """Two hands of the same kind are one of twice the stake; of different kinds both are low or both are high."""
    assert same_luck([COIN, COIN]) == ((-200, HALF), (200, HALF))
    assert same_luck([COIN]) == COIN
    other: Money = ((-7, Fraction(1, 4)), (3, Fraction(3, 4)))
    assert same_luck([COIN, other]) == ((-107, Fraction(1, 4)), (-97, Fraction(1, 4)), (103, HALF))
    mixed = same_luck([PAYS, PAYS, other])
    assert sum(p for _, p in mixed) == 1
    assert sum(c * p for c, p in mixed) == sum(c * p for hand in (PAYS, PAYS, other) for c, p in hand)


def test_what_the_house_wins_is_what_the_player_loses() -> None:
    results = ((Fraction(-1), Fraction(3, 4)), (Fraction(5, 2), Fraction(1, 4)))
    assert in_cents(results, 500) == ((-1250, Fraction(1, 4)), (500, Fraction(3, 4)))
