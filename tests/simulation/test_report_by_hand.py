"""A report of ten made-up rounds, without playing any: what two seats won on a progressive, added up on paper.

The meter of $1,000 gets 5 cents of every dollar. A royal flush wins it, a straight flush a tenth, a full house 50 for
1; everybody else gets an envy bonus of $1,000 for a royal flush and of $300 for a straight flush."""

from fractions import Fraction as F
from math import sqrt
from statistics import variance
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.odds.figures import figures
from pitboss.odds.result import WagerOdds
from pitboss.odds.tally import Ending, EndingPart, Tally
from pitboss.rulebook.terms import MICRO
from pitboss.simulation import meters, report
from pitboss.simulation.blocks import BlockSums, Hit
from pitboss.simulation.meters import MeterPayment, endings, round_result, running
from pitboss.simulation.report import SimulatedWager
from pitboss.simulation.setting import CellColumn
from pitboss.simulation.verdict import (
    AGREES,
    CHANCE,
    DIFFERS,
    NEAR,
    NEAR_P,
    VerdictLimits,
    comparisons,
    judged,
    limits,
    verdict,
)
from support import LIR, rules

HANDS = ("royal_flush", "straight_flush", "full_house", "pair")
ROYAL, STRAIGHT, FULL, PAIR = range(4)


def one(hand: str) -> Ending:
    return (EndingPart("progressive", 1, ("live", hand)),)


COLUMN = CellColumn("progressive", tuple(map(one, HANDS)))
NETS = (0, 0, 4_900, -100)
"""What a dollar brings, meters and envy bonuses apart."""
TOGETHER = (90_000 - 100 + 30_000) + (10_000 - 100 + 100_000)
"""The second seat is paid a tenth, the first what is left, and each the bonus for the other's hand."""
ROUNDS = [4_800, *[-200] * 8, TOGETHER]
"""A full house against a pair; eight rounds of two pairs; a royal flush and a straight flush in round 4."""


def sums(**changes: Any) -> BlockSums:
    counts = [[{ROYAL: 1, FULL: 1, PAIR: 8}], [{STRAIGHT: 1, PAIR: 9}]]
    apart = [4_800, *[-200] * 8]
    made = BlockSums(10, counts, [sum(apart)], [sum(n * n for n in apart)], [Hit(4, (ROYAL, STRAIGHT))], {"0 0 1": 1})
    return replace(made, **changes)


def known(**counts: int) -> WagerOdds:
    tally = Tally({one(hand): count for hand, count in counts.items()})
    found = figures(rules(LIR), tally, 100, {"Progressive": 100_000 * MICRO})
    return WagerOdds(
        game=LIR,
        wager="progressive",
        title="",
        paytable="A",
        base="progressive",
        stake=100,
        players=2,
        meters={"Progressive": 100_000},
        figures=found,
        deals=tally.total,
        reading={},
        seconds=0.0,
    )


@pytest.fixture(autouse=True)
def _no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = SimpleNamespace(fast=SimpleNamespace(columns=(COLUMN,)), nets=[NETS])
    monkeypatch.setattr(report, "tools", lambda job: kit)


def told(found: BlockSums, exact: WagerOdds | None = None) -> SimulatedWager:
    job: Any = SimpleNamespace(setting=SimpleNamespace(rules=rules(LIR)), stakes={"progressive": 100}, seats=2)
    (row,) = report.report(job, found, {"progressive": exact} if exact else {})
    return row


# --- the report -----------------------------------------------------------------------------------------------------


def test_mean_and_error_are_those_of_the_rounds() -> None:
    row = told(sums())
    assert row.mean == F(sum(ROUNDS), 10 * 2 * 100)
    assert row.standard_error == pytest.approx(sqrt(variance(ROUNDS) / 10) / 200, rel=1e-12)
    assert (row.exact, row.z, row.chi_square, row.base, row.paytable) == (None, None, None, "progressive", None)
    assert (row.rounds, row.seats, row.stake) == (10, 2, 100)


def test_hits_of_the_same_kind_are_counted_as_often_as_they_came() -> None:
    counts = [[{ROYAL: 2, PAIR: 8}], [{STRAIGHT: 2, PAIR: 8}]]
    row = told(sums(counts=counts, totals=[-1_600], squares=[320_000], special={"0 0 1": 1, "1 0 1": 1}))
    rounds = [TOGETHER, TOGETHER, *[-200] * 8]
    assert row.mean == F(sum(rounds), 2_000)
    assert row.standard_error == pytest.approx(sqrt(variance(rounds) / 10) / 200, rel=1e-12)
    assert dict(row.distribution) == {F(-1): 8, F(1_199): 1, F(1_099): 1}, "the first seat in one, the second in one"
    assert row.running is not None and row.running.rounds == 5, "of the second hit it is not known when it came"


def test_what_a_hit_has_beside_it_is_counted_once() -> None:
    """A royal flush beside a full house: $999, and $49 with the bonus for the royal flush."""
    beside = 99_900 + 4_900 + 100_000
    counts = [[{ROYAL: 1, PAIR: 9}], [{FULL: 1, PAIR: 9}]]
    apart = [4_900, *[-200] * 9]
    squares = [sum(n * n for n in apart)]
    row = told(sums(counts=counts, totals=[sum(apart)], squares=squares, special={"0 0 2": 1}, hits=[Hit(4, (0, 2))]))
    rounds = [beside, *[-200] * 9]
    assert row.mean == F(sum(rounds), 2_000)
    assert row.standard_error == pytest.approx(sqrt(variance(rounds) / 10) / 200, rel=1e-12)


def test_other_wagers_know_nothing_of_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Five Card Bonus pays a full house $75 and a royal flush $20,000, whoever else holds one."""
    five = CellColumn("five_card_bonus", tuple((EndingPart("five_card_bonus", 1, ("live", hand)),) for hand in HANDS))
    kit = SimpleNamespace(fast=SimpleNamespace(columns=(five,)), nets=[(1_999_900, 199_900, 7_400, -100)])
    monkeypatch.setattr(report, "tools", lambda job: kit)
    job: Any = SimpleNamespace(setting=SimpleNamespace(rules=rules(LIR)), stakes={"five_card_bonus": 100}, seats=2)
    (row,) = report.report(job, sums(), {})
    assert dict(row.distribution) == {F(-1): 8, F(74): 1, F(19_999): 1} and row.running is None


def test_two_rounds_have_an_error() -> None:
    """1 and 3: their variance is 2, and that of their mean 1."""
    assert report.standard_error(4, 10, 2, 1) == 1


def test_lines_are_counted_over_all_seats() -> None:
    assert {x.hand: (x.count, x.expected) for x in told(sums()).lines} == {
        "royal_flush": (1, None),
        "straight_flush": (1, None),
        "four_of_a_kind": (0, None),
        "full_house": (1, None),
        "flush": (0, None),
        "straight": (0, None),
        "three_of_a_kind": (0, None),
    }
    exact = known(royal_flush=1, straight_flush=1, full_house=2, pair=4)
    assert [(x.hand, x.count, x.expected) for x in told(sums(), exact).lines if x.expected] == [
        ("royal_flush", 1, 2.5),
        ("straight_flush", 1, 2.5),
        ("full_house", 1, 5.0),
    ]


def test_one_seat_s_results_have_what_the_others_took_before() -> None:
    """In the round of the hit the first seat has $900 less its dollar, and $300 for the other's straight flush."""
    assert dict(told(sums()).distribution) == {F(-1): 8, F(49): 1, F(1_199): 1}


def test_the_deviation_is_in_errors_of_which_the_larger_counts() -> None:
    """A sample in which the rare hands came knows more of their variance than an exact one without them; and the other
    way round, it is the exact one's, for twenty hands."""
    few, many = known(full_house=1, pair=19), known(royal_flush=1, pair=1)
    own = sqrt(variance(ROUNDS) / 10) / 200
    row = told(sums(), few)
    assert row.standard_error == pytest.approx(own, rel=1e-12)
    assert row.exact == few.ev == F(49 - 19, 20)
    assert row.z == pytest.approx(float(row.mean - F(3, 2)) / own, rel=1e-12)
    plain = sums(counts=[[{PAIR: 10}], [{PAIR: 10}]], totals=[-2_000], squares=[400_000], hits=[], special={})
    row = told(plain, many)
    assert row.standard_error == pytest.approx(500 / sqrt(20), rel=1e-12), "999 or −1: the deviation is 500"
    assert row.mean == -1 and row.z == pytest.approx((-1 - 499) / (500 / sqrt(20)), rel=1e-12)
    assert row.running is not None and row.running.rounds == 10


def test_how_many_rounds_tell_a_difference() -> None:
    """(5 · 2 / 0.1)² are ten thousand; a little more precision takes a round more."""
    assert report.rounds_for(F(1, 10), 2.0) == 10_000
    assert report.rounds_for(F(99_999, 1_000_000), 2.0) == 10_001


def test_amounts_are_printed_in_dollars() -> None:
    shown = report.as_json(told(sums(), known(full_house=1, pair=19)), 1.5, 2.5)
    assert (shown["stake"], shown["exact_fraction"], shown["seconds"], shown["win_per_hour"]) == (1, "3/2", 1.5, 2.5)
    assert shown["meters"]["payments"] == [
        {"round": 4, "seat": 2, "meter": "Progressive", "hand": "straight_flush", "paid": 100.05, "before": 1_000.5,
         "after": 900.45},
        {"round": 4, "seat": 1, "meter": "Progressive", "hand": "royal_flush", "paid": 900.45, "before": 900.45,
         "after": 1_000},
    ]  # fmt: skip
    assert shown["meters"]["at_the_end"] == {"Progressive": 1_000.5} == shown["meters"]["highest"]
    assert (shown["meters"]["count"], shown["meters"]["paid"]) == ({"Progressive": 2}, {"Progressive": 1_000.5})
    assert report.as_json(told(sums()), 1.5, 2.5)["exact"] is None


# --- the meters -----------------------------------------------------------------------------------------------------


def test_hits_are_paid_from_the_dealers_right() -> None:
    """Three wagers of a dollar add 15 cents a round. In the third, with $1,000.45, position 3 is paid first."""
    found = running(rules(LIR), COLUMN, [Hit(2, (ROYAL, STRAIGHT, ROYAL))], 10, 3, 100)
    assert found.payments == (
        MeterPayment(2, 3, "Progressive", "royal_flush", 100_045, 100_045, 100_000),
        MeterPayment(2, 2, "Progressive", "straight_flush", 10_000, 100_000, 90_000),
        MeterPayment(2, 1, "Progressive", "royal_flush", 90_000, 90_000, 100_000),
    )
    assert found.readings == found.highest == {"Progressive": 100_000 + 7 * 15}
    assert (found.counts, found.paid, found.rounds) == ({"Progressive": 3}, {"Progressive": 200_045}, 10)


def test_the_highest_reading_may_have_been_before_a_hit() -> None:
    found = running(rules(LIR), COLUMN, [Hit(9, (ROYAL,))], 11, 1, 100)
    assert (found.highest, found.readings) == ({"Progressive": 100_050}, {"Progressive": 100_005})


def test_only_the_largest_payments_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of seven tenths of a meter that only falls the first two are the largest; of two equal ones the earlier."""
    monkeypatch.setattr(meters, "MOST_PAYMENTS", 2)
    hits = [Hit(n, (STRAIGHT,)) for n in range(7)]
    found = running(rules(LIR), COLUMN, hits, 7, 1, 100)
    assert [(p.round, p.paid) for p in found.payments] == [(0, 10_000), (1, 9_001)]
    assert found.counts == {"Progressive": 7}
    late = running(rules(LIR), COLUMN, [Hit(0, (STRAIGHT,)), Hit(3, (ROYAL,)), Hit(5, (ROYAL,))], 7, 1, 100)
    assert [(p.round, p.paid) for p in late.payments] == [(3, 90_020), (5, 100_010)], "in the order in which they came"


def test_what_each_seat_wins_with_the_meter_held() -> None:
    hit, held = Hit(0, (ROYAL, STRAIGHT, PAIR)), {"Progressive": 100_000 * MICRO}
    assert round_result(rules(LIR), COLUMN, hit, 100, held) == TOGETHER + (-100 + 130_000)
    parts = [[(part.wager, part.other) for part in ending] for ending in endings(rules(LIR), COLUMN, hit)]
    own, before, envy = ("progressive", False), ("progressive", True), ("envy", False)
    assert parts == [[before, own, envy], [own, envy], [own, envy, envy]]


# --- the verdict ----------------------------------------------------------------------------------------------------


def test_each_comparison_is_allowed_its_part() -> None:
    """Two comparisons of a wager with exact odds, one where there is no chi-square, none without."""
    row = told(sums(), known(full_house=1, pair=19))
    rows = [replace(row, chi_square=report.ChiSquare(1.0, 1, 0.5)), replace(row, chi_square=None), told(sums())]
    assert comparisons(rows) == 3
    assert limits(4).p == 0.001 / 4 and limits(0).p == 0.001
    assert limits(1).z == pytest.approx(3.290527, abs=1e-6), "half a thousandth beyond it on either side"
    allowed, said = judged(rows)
    assert allowed == limits(3) and said[2] == "-"


@pytest.mark.parametrize(
    ("z", "p", "said"),
    [
        (NEAR, NEAR_P, AGREES),
        (-NEAR, None, AGREES),
        (None, NEAR_P, AGREES),
        (NEAR + 0.01, 1.0, CHANCE),
        (0.0, NEAR_P - 0.0001, CHANCE),
        (4.0, 0.001, CHANCE),
        (-4.01, 1.0, DIFFERS),
        (0.0, 0.0009, DIFFERS),
        (None, None, "-"),
    ],
)
def test_a_verdict_on_both_sides_of_every_limit(z: float | None, p: float | None, said: str) -> None:
    assert verdict(z, p, VerdictLimits(1, 4.0, 0.001)) == said
