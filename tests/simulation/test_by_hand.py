"""The figures of a report, worked out by hand from counts that were made up: both how large they are and how large they
are not."""

from fractions import Fraction
from math import erfc, exp, sqrt

import pytest

from pitboss.odds.figures import Figures
from pitboss.rulebook.terms import MICRO
from pitboss.simulation import api, report
from pitboss.simulation.blocks import BLOCK, Hit, tools, work
from pitboss.simulation.meters import endings, round_result, running
from pitboss.simulation.setting import CellColumn
from simulation.conduct import fixed_cents

LIR = "let-it-ride"


def known(*distribution: tuple[int, str]) -> Figures:
    """Exact figures of which only the distribution matters."""
    chances = tuple((Fraction(net), Fraction(chance)) for net, chance in distribution)
    none = Fraction(0)
    return Figures(none, none, none, none, chances, ())


# --- the chi-square -------------------------------------------------------------------------------------------------


def test_two_degrees_of_freedom() -> None:
    """(60 − 50)² / 50 + (25 − 30)² / 30 + (15 − 20)² / 20. With two degrees the chance of more is exp(−x / 2)."""
    found = report.chi_square({-10: 60, 10: 25, 20: 15}, 10, 100, known((-1, "1/2"), (1, "3/10"), (2, "1/5")))
    assert found is not None and found.degrees == 2
    assert found.statistic == pytest.approx(2 + 5 / 6 + 5 / 4, rel=1e-12)
    assert found.p_value == pytest.approx(exp(-(2 + 5 / 6 + 5 / 4) / 2), rel=1e-9)


def test_one_degree_of_freedom() -> None:
    """With one degree the chance of more is that of a normal deviate beyond the root."""
    found = report.chi_square({-1: 60, 1: 40}, 1, 100, known((-1, "1/2"), (1, "1/2")))
    assert found is not None and found.degrees == 1 and found.statistic == pytest.approx(4.0)
    assert found.p_value == pytest.approx(erfc(sqrt(4 / 2)), rel=1e-9)


@pytest.mark.parametrize(
    ("chances", "counts", "degrees", "statistic"),
    [
        # 2 and 2 are expected: too few even together, so they join the 46.
        (("1/2", "23/50", "1/50", "1/50"), (60, 30, 6, 4), 1, 100 / 50 + 100 / 50),
        # 3 and 3 are expected: together they are enough for a group of their own.
        (("1/2", "11/25", "3/100", "3/100"), (60, 30, 6, 4), 2, 100 / 50 + 14**2 / 44 + 4**2 / 6),
        # 2 and a half and as many again are expected: together just enough.
        (("1/2", "9/20", "1/40", "1/40"), (60, 30, 6, 4), 2, 100 / 50 + 15**2 / 45 + 5**2 / 5),
        # 5 and 5 are expected: each is enough.
        (("1/2", "2/5", "1/20", "1/20"), (60, 30, 6, 4), 3, 100 / 50 + 10**2 / 40 + 1 / 5 + 1 / 5),
        # 5 are expected, which is enough.
        (("1/2", "9/20", "1/20"), (60, 30, 10), 2, 100 / 50 + 15**2 / 45 + 5**2 / 5),
    ],
)
def test_rare_results_are_put_together(
    chances: tuple[str, ...], counts: tuple[int, ...], degrees: int, statistic: float
) -> None:
    nets = dict(enumerate(counts))
    found = report.chi_square(nets, 1, 100, known(*enumerate(chances)))
    assert found is not None and found.degrees == degrees
    assert found.statistic == pytest.approx(statistic, rel=1e-12)


def test_one_group_says_nothing_and_an_impossible_result_everything() -> None:
    assert report.chi_square({0: 100}, 1, 100, known((0, "1"))) is None
    found = report.chi_square({0: 50, 1: 49, 2: 1}, 1, 100, known((0, "1/2"), (1, "1/2")))
    assert found is not None and found.p_value == 0


# --- the error ------------------------------------------------------------------------------------------------------


def test_the_standard_error_of_rounds() -> None:
    """Totals 1, 2, 3 and 6 of four rounds: their mean is 3, their variance (4 + 1 + 0 + 9) / 3."""
    assert report.standard_error(12, 50, 4, 1) == pytest.approx(sqrt(14 / 3 / 4), rel=1e-12)
    assert report.standard_error(12, 50, 4, 10) == pytest.approx(sqrt(14 / 3 / 4) / 10, rel=1e-12)
    assert report.standard_error(12, 144, 1, 1) == 0


@pytest.mark.parametrize("players", [1, 7])
def test_the_least_error_is_that_of_so_many_independent_hands(players: int) -> None:
    """The rarest hand of the Six Card Bonus pays a million and does not come: the error is the exact standard deviation
    over the root of all hands, those of every seat, and no more."""
    prepared = api.with_exact(api.prepare(api.default_terms(LIR), players=players, seed="rare"))
    row = next(r for r in api.found(prepared, work(prepared.job, 0)) if r.wager == "six_card_bonus")
    assert row.lines[0].count == 0 and row.rounds == BLOCK
    variance = prepared.exact["six_card_bonus"].figures.variance
    assert row.standard_error == pytest.approx(sqrt(variance / (BLOCK * players)), rel=1e-9)


# --- the meters -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prepared() -> api.Prepared:
    return api.prepare(api.default_terms(LIR), players=3, seed="meters")


def hands(column: CellColumn, *names: str) -> tuple[int, ...]:
    """A cell of each hand."""
    held = [ending[0].cell[-1] for ending in column.endings]
    return tuple(held.index(name) for name in names)


def test_hits_are_paid_from_the_dealers_right(prepared: api.Prepared) -> None:
    """Three wagers of a dollar add 15 cents a round to $1,000. In the third round, with $1,000.45, position 3 is paid
    before position 2, and that before position 1: a royal flush wins all, a straight flush a tenth of what is there."""
    rules, column = prepared.job.setting.rules, tools(prepared.job).fast.columns[-1]
    royal_last = hands(column, "royal_flush", "straight_flush", "royal_flush")
    found = running(rules, column, [Hit(2, royal_last)], 10, 3, 100)
    told = [(p.round, p.seat, p.hand, p.paid, p.before, p.after) for p in found.payments]
    assert told == [
        (2, 3, "royal_flush", 100_045, 100_045, 100_000),
        (2, 2, "straight_flush", 10_000, 100_000, 90_000),
        (2, 1, "royal_flush", 90_000, 90_000, 100_000),
    ]
    assert found.readings == {"Progressive": 100_000 + 7 * 15}
    assert found.highest == {"Progressive": 100_000 + 7 * 15}
    assert (found.counts, found.paid) == ({"Progressive": 3}, {"Progressive": 200_045})


def test_what_each_seat_wins_with_the_meter_held(prepared: api.Prepared) -> None:
    """With the meter at $1,000 for every round: positions 3 and 2 win a tenth each, position 1 what they left, and
    everybody the envy bonuses for the hands of the others."""
    rules, column = prepared.job.setting.rules, tools(prepared.job).fast.columns[-1]
    envy = {line.hands[0]: fixed_cents(line.pay) for line in rules.terms.envy}
    royal, straight = envy["royal_flush"], envy["straight_flush"]
    hit = Hit(0, hands(column, "royal_flush", "straight_flush", "straight_flush"))
    third = 10_000 - 100 + royal + straight
    second = 9_000 - 100 + royal + straight
    first = 81_000 - 100 + 2 * straight
    seats = endings(rules, column, hit)
    readings = {"Progressive": 100_000 * MICRO}
    alone = [round_result(rules, column, hit, 100, readings)]
    assert alone == [first + second + third]
    assert [len([part for part in ending if getattr(part, "other", False)]) for ending in seats] == [2, 1, 0]
