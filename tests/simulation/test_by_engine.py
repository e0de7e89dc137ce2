"""What rounds of the engine add up to, from two made-up rounds of two seats: every figure was worked out on paper."""

from collections import Counter
from fractions import Fraction

import pytest

from pitboss.api import exact_odds
from pitboss.play.log import Record
from pitboss.play.table import Table
from pitboss.rulebook.words import MAIN
from pitboss.simulation import by_engine
from pitboss.simulation.blocks import Job
from pitboss.simulation.by_engine import found_by_engine, rounds_by_engine
from pitboss.table import events as e
from support import LIR, rules

SIDE = "five_card_bonus"
PAID, LOST = ("live", "two_pair"), ("live", "none")
SETTLED = [
    [(1, "bet_1", PAID, 1000), (1, "bet_2", PAID, 1000), (1, "bet_3", PAID, 1000), (1, SIDE, PAID, 500)],
    [(2, "bet_1", LOST, -500), (2, "bet_2", LOST, -500), (2, "bet_3", LOST, -500), (2, SIDE, LOST, -100)],
]
NOTHING = [
    (seat, wager, LOST, cents)
    for seat in (1, 2)
    for wager, cents in (("bet_1", -500), ("bet_2", -500), ("bet_3", -500), (SIDE, -100))
]
ROUNDS = [([*SETTLED[0], *SETTLED[1]], [3500, -1600]), (NOTHING, [-1600, -1600])]
"""What is settled in each, and what each seat has won in all. The first brings both seats 3,000 − 1,500 on the main
game and 500 − 100 on the side, the second twice −1,500 and −100."""


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    bound, coming = rules(LIR), iter(ROUNDS)

    def played(table: Table, _: Job) -> list[int]:
        settled, nets = next(coming)
        for seat, wager, cell, net in settled:
            stake = 100 if wager == SIDE else 500
            pay = bound.settlement.outcome(wager, cell).pay
            won, back = (net, stake) if net > 0 else (0, 0)
            event = e.WagerSettled(seat, wager, stake, pay, won, back, "", cell)
            table.log.append(Record(len(table.log) + 1, 0, "dealer", event))
        return nets

    monkeypatch.setattr(by_engine, "_round", played)
    return Job(bound.terms, 2, "optimal", "by hand", {MAIN: 500, SIDE: 100})


def test_a_round_is_the_sum_of_its_seats(job: Job) -> None:
    """Seats see the same cards: what counts for the error is what a round brings all of them, not each seat by
    itself."""
    sums = rounds_by_engine(job, 2)
    assert (sums.rounds, sums.totals) == (2, {MAIN: 1500 - 3000, SIDE: 400 - 200})
    assert sums.squares == {MAIN: 1500**2 + 3000**2, SIDE: 400**2 + 200**2}
    assert sums.nets == {MAIN: Counter({3000: 1, -1500: 1}), SIDE: Counter({500: 1, -100: 1})}, "of the first seat"


def test_a_hand_counts_once_however_many_wagers_lie_on_it(job: Job) -> None:
    sums = rounds_by_engine(job, 2)
    assert sums.lines == {MAIN: Counter({"two_pair": 1}), SIDE: Counter({"two_pair": 1})}


def test_the_mean_and_its_error(job: Job) -> None:
    """Of the main game −1,500 on 2 · 2 · $5; the rounds are 4,500 apart, so the mean of the two is 2,250 off. Of the
    side wager 200 on 2 · 2 · $1; 600 apart, 300 off."""
    main, side = found_by_engine(job, rounds_by_engine(job, 2), {})
    assert (main.mean, side.mean) == (Fraction(-3, 4), Fraction(1, 2))
    assert main.standard_error == pytest.approx(2250 / (2 * 500), rel=1e-12)
    assert side.standard_error == pytest.approx(300 / (2 * 100), rel=1e-12)
    assert (main.exact, main.z, main.chi_square) == (None, None, None)
    assert {line.hand: line.count for line in side.lines if line.count} == {"two_pair": 1}


def test_how_far_the_mean_lies_from_the_exact_odds(job: Job) -> None:
    """In errors: the mean of the side wager is a half, its error one and a half."""
    (known,) = exact_odds(LIR, wager=SIDE, paytable="A")
    main, side = found_by_engine(job, rounds_by_engine(job, 2), {SIDE: known})
    assert side.exact == known.ev and known.ev is not None and known.ev < 0
    assert side.z == pytest.approx((0.5 - float(known.ev)) / 1.5, rel=1e-12)
    assert main.z is None and main.exact is None
