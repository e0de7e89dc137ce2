"""Bands by number of rounds against what can be worked out otherwise: the binomial distribution in whole numbers, and
every sequence of a few rounds dealt out."""

from fractions import Fraction
from itertools import product
from math import comb, isclose, prod

import pytest

import pitboss
from pitboss.odds import bands as module
from pitboss.odds.bands import LEVELS, bands, outcomes
from pitboss.odds.figures import Figures
from support import LIR, THREE, UTH

Points = tuple[tuple[Fraction, Fraction], ...]


def figures(points: Points) -> Figures:
    ev = sum((net * p for net, p in points), Fraction(0))
    square = sum((net * net * p for net, p in points), Fraction(0))
    won = sum((p for net, p in points if net > 0), Fraction(0))
    return Figures(ev, square - ev * ev, Fraction(1), won, points, ())


def quantile(points: list[tuple[Fraction, Fraction]], level: Fraction) -> Fraction:
    total = Fraction(0)
    for net, p in points:
        total += p
        if total >= level:
            return net
    raise AssertionError("probabilities add up to 1")


def known(points: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The bands of a distribution whose probabilities are exact."""
    return [
        (quantile(points, Fraction(100 - level, 200)), quantile(points, Fraction(100 + level, 200))) for level in LEVELS
    ]


@pytest.mark.parametrize("rounds", [1, 2, 7, 30, 1000])
def test_even_money_is_a_binomial_distribution(rounds: int) -> None:
    won = Fraction(244, 495)
    points = ((Fraction(-1), 1 - won), (Fraction(1), won))
    found = bands(figures(points), rounds)
    numerator = [comb(rounds, k) * 244**k * 251 ** (rounds - k) for k in range(rounds + 1)]
    exact = [(Fraction(2 * k - rounds), Fraction(n, 495**rounds)) for k, n in enumerate(numerator)]
    assert [(band.low, band.high) for band in found.bands] == known(exact)
    assert isclose(found.ahead, float(sum(p for net, p in exact if net > 0)), abs_tol=1e-12)
    assert isclose(found.even, float(sum((p for net, p in exact if net == 0), Fraction(0))), abs_tol=1e-12)
    assert isclose(found.behind, float(sum(p for net, p in exact if net < 0)), abs_tol=1e-12)
    assert found.mean == rounds * (2 * won - 1) and found.method == ("exact" if rounds == 1 else "transform")


@pytest.mark.parametrize(
    ("level", "below", "low", "high"),
    [(50, "1/4", -1, 0), (95, "1/40", -1, 0), (99, "1/200", -1, 0)],
)
def test_a_result_reaches_to_its_own_bound(level: int, below: str, low: int, high: int) -> None:
    """Exactly as much lies below the band as may lie there, and exactly as much above: both bounds belong to it."""
    tail = Fraction(below)
    points = ((Fraction(-1), tail), (Fraction(0), 1 - 2 * tail), (Fraction(1), tail))
    band = next(each for each in bands(figures(points), 1).bands if each.level == level)
    assert (band.low, band.high) == (Fraction(low), Fraction(high))


@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_a_few_rounds_dealt_out(rounds: int) -> None:
    """Results with halves, a push, and a grid that misses 0 for some numbers of rounds."""
    points = tuple(
        (Fraction(net), Fraction(p, 100)) for net, p in (("-1", 55), ("0", 5), ("1/2", 20), ("3/2", 15), ("40", 5))
    )
    sums: dict[Fraction, Fraction] = {}
    for dealt in product(points, repeat=rounds):
        net = sum((n for n, _ in dealt), Fraction(0))
        sums[net] = sums.get(net, Fraction(0)) + prod((p for _, p in dealt), start=Fraction(1))
    found = bands(figures(points), rounds)
    exact = sorted(sums.items())
    assert [(band.low, band.high) for band in found.bands] == known(exact)
    assert isclose(found.behind, float(sum(p for net, p in exact if net < 0)), abs_tol=1e-12)
    assert isclose(found.even, float(sums.get(Fraction(0), Fraction(0))), abs_tol=1e-12)


def test_results_that_can_never_come_out_even() -> None:
    points = ((Fraction(-1), Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2)))
    found = bands(figures(points), 2)
    assert isclose(found.behind, 0.25) and found.even == 0.0 and isclose(found.ahead, 0.75)


def test_a_window_gives_the_same_as_all_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many rounds only the sums near the mean are kept; they must be those of the whole."""
    (row,) = pitboss.exact_odds(THREE, wager="pair_plus", paytable="A")
    whole = bands(row.figures, 20_000)
    monkeypatch.setattr(module, "_WHOLE", 0)
    part = bands(row.figures, 20_000)
    assert part.bands == whole.bands
    assert isclose(part.ahead, whole.ahead, abs_tol=1e-9) and isclose(part.behind, whole.behind, abs_tol=1e-9)


def test_many_rounds_come_near_the_normal_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = pitboss.exact_odds(LIR, wager="main", paytable="A")
    whole = bands(row.figures, 10**8)
    monkeypatch.setattr(module, "_MOST_POINTS", 10)
    near = bands(row.figures, 10**8)
    assert whole.method == "transform" and near.method == "normal" and near.mean == whole.mean
    for one, other in zip(whole.bands, near.bands, strict=True):  # rare large payments leave it a little askew
        assert abs(one.low - other.low) < whole.sd / 25 and abs(one.high - other.high) < whole.sd / 25


@pytest.mark.parametrize("rounds", [0, -1, 10**8 + 1])
def test_numbers_of_rounds_that_are_not_worked_out(rounds: int) -> None:
    with pytest.raises(ValueError, match="1 to 100,000,000 rounds"):
        bands(figures(((Fraction(-1), Fraction(1)),)), rounds)


def test_what_always_happens() -> None:
    found = bands(figures(((Fraction(-1), Fraction(1)),)), 5)
    assert [(b.low, b.high) for b in found.bands] == [(Fraction(-5), Fraction(-5))] * 3 and found.behind == 1.0


def test_win_push_and_lose_apart() -> None:
    """A third street bet that pushes with a middle pair, and a blind that pushes: counted elsewhere, added up here."""
    (row,) = pitboss.exact_odds(UTH, wager="trips", paytable="A")
    won, same, lost = outcomes(row.figures)
    assert won == row.figures.hit_frequency and same == 0 and won + lost == 1
    (main,) = pitboss.exact_odds("mississippi-stud", wager="main")
    won, same, lost = outcomes(main.figures)
    assert won + same + lost == 1 and same > 0
    assert same == dict(main.figures.distribution)[Fraction(0)]
