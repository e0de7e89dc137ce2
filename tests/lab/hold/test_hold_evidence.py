"""The sequential test: fair while the theory holds, exactly; false alarms as rare as stated; and faults found."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest

from pitboss.lab.hold.bands import LEVELS, in_cents, same_luck, spread
from pitboss.lab.hold.evidence import FRACTIONS, STARTS, Evidence, alarm_at
from pitboss.lab.hold.finding import searches
from pitboss.lab.hold.hands import HeldHand
from pitboss.lab.hold.ledger import HoldLedger
from pitboss.lab.hold.theory import Theory, TheoryLine

F = Fraction
RESULTS = ((F(-1), F(7, 10)), (F(1), F(1, 5)), (F(4), F(1, 10)))


def theory(*, decides: bool = False) -> Theory:
    lines = (
        TheoryLine("large", "side", "Large", F(1, 10), F(1), F(4)),
        TheoryLine("small", "side", "Small", F(1, 5), F(1), F(1)),
    )
    return Theory("side", "Side", "A", "side", RESULTS, decides, F(-1), F(1), lines, False)


def product_of(factors: list[Fraction]) -> Fraction:
    found = F(1)
    for factor in factors:
        found *= factor
    return found


def by_hand(drawn: list[Fraction]) -> Fraction:
    """The second way: the three bets in fractions, one round after the other."""
    mean, best = sum((n * p for n, p in RESULTS), F(0)), F(4)
    more = [product_of([1 + F(f) * (y - mean) / (mean + 1) for y in drawn]) for f in FRACTIONS]
    less = [product_of([1 - F(f) * (y - mean) / (best - mean) for y in drawn]) for f in FRACTIONS]
    results = []
    for start in STARTS:
        owned = F(1)
        for place, y in enumerate(drawn):
            chance = dict(RESULTS)[y]
            owned *= (F(start) * chance + drawn[:place].count(y)) / (F(start) + place) / chance
        results.append(owned)
    return F(sum((sum(way, F(0)) / len(way) for way in (more, less, results)), F(0))) / 3


def test_evidence_is_what_the_bets_come_to() -> None:
    the = theory()
    for drawn in product([net for net, _ in RESULTS], repeat=4):
        made = Evidence(decides=False)
        for net in drawn:
            made.take([(net, the)])
        assert made.total == pytest.approx(math.log(by_hand(list(drawn))), abs=1e-12)


def test_nobody_gains_on_average_while_the_theory_holds() -> None:
    """Over all sequences of four rounds, weighed by their chance, the bets return exactly what was put in."""
    chances = dict(RESULTS)
    total = sum(
        (math.prod(chances[y] for y in drawn) * by_hand(list(drawn)) for drawn in product(chances, repeat=4)), F(0)
    )
    assert total == 1


def test_hands_of_one_round_are_one_fair_bet_however_they_hang_together() -> None:
    """Two hands that always have the same result, and two that are independent: both return what was put in."""
    the, chances = theory(), dict(RESULTS)
    for joint in (
        {(y, y): p for y, p in chances.items()},
        {(x, y): chances[x] * chances[y] for x, y in product(chances, repeat=2)},
    ):
        returned = 0.0
        for first, second in product(joint, repeat=2):
            made = Evidence(decides=False)
            for pair in (first, second):
                made.take([(net, the) for net in pair])
            returned += float(joint[first] * joint[second]) * math.exp(made.total)
        assert returned == pytest.approx(1, abs=1e-12)


def test_false_alarms_are_as_rare_as_stated_and_no_test_for_show() -> None:
    """At one in ten of 400 tables of 300 rounds at most 40 alarms are to be expected; none at all would be a test that
    never speaks."""
    the, rng = theory(), random.Random(7)
    nets, weights = [n for n, _ in RESULTS], [float(p) for _, p in RESULTS]
    alarms = 0
    for _ in range(400):
        made = Evidence(decides=False)
        for net in rng.choices(nets, weights, k=300):
            made.take([(net, the)])
            if made.total >= alarm_at(F(1, 10)):
                alarms += 1
                break
    assert 3 <= alarms <= 40


def test_where_players_decide_playing_badly_is_no_alarm() -> None:
    the, made = theory(decides=True), Evidence(decides=True)
    for _ in range(2000):
        made.take([(F(-1), the)])
    assert set(made.ways) == {"more"} and made.total < 0


def test_a_house_that_keeps_too_much_is_found_where_nobody_decides() -> None:
    the, made = theory(), Evidence(decides=False)
    rounds = 0
    while made.total < alarm_at(F(1, 1000)):
        made.take([(F(-1), the)])
        rounds += 1
    assert 5 < rounds < 60


def test_an_impossible_result_is_beyond_all_evidence() -> None:
    the, made = theory(), Evidence(decides=False)
    made.take([(F(22, 5), the)])
    assert made.impossible and made.total == math.inf


def test_how_many_rounds_a_line_a_tenth_too_high_takes() -> None:
    """The large line pays 4.4 then, which nothing pays: seen at once. By money it takes as long as the bets say; played
    two hundred times the median is near it."""
    large, small = searches(theory(), F(1, 1000))
    assert (large.first_seen, small.first_seen) == (10.0, 5.0)
    assert large.seen_surely == pytest.approx(math.log(0.05) / math.log(0.9))
    assert large.by_money is not None and small.by_money is not None
    assert large.by_money < small.by_money
    the, rng = theory(decides=True), random.Random(11)
    one_way = next(iter(searches(the, F(1, 1000)))).by_money
    assert one_way is not None
    assert large.by_money / one_way == pytest.approx(
        math.log(3 * 12 * 1000) / math.log(12 * 1000)
    )  # a third on each way
    wrong = [(F(-1), 7), (F(1), 2), (F(4) + F(2, 5), 1)]
    nets, weights = [n for n, _ in wrong], [w for _, w in wrong]
    found = []
    for _ in range(12):
        made, rounds = Evidence(decides=True), 0
        while made.total < alarm_at(F(1, 1000)):
            for net in rng.choices(nets, weights, k=200):
                made.take([(net, the)])
            rounds += 200
        found.append(rounds)
    assert one_way / 2 < sorted(found)[6] < one_way * 2


def test_a_line_whose_wrong_amount_another_line_pays_is_not_seen_by_its_amount() -> None:
    lines = (
        TheoryLine("ten", "side", "Ten", F(1, 100), F(1), F(10)),
        TheoryLine("eleven", "side", "Eleven", F(1, 200), F(1), F(11)),
    )
    the = Theory("side", "Side", "A", "side", RESULTS, False, F(-1), F(1), lines, False)
    ten, eleven = searches(the, F(1, 1000))
    assert ten.first_seen is None and ten.seen_surely is None
    assert eleven.first_seen == 200


def test_where_only_one_result_can_be_there_is_nothing_to_bet_on() -> None:
    """A wager that only meters pay is lost, apart from them, with every deal."""
    lost = Theory("meter", "Meter", "A", "meter", ((F(-1), F(1)),), False, F(-1), F(1), (), True)
    made = Evidence(decides=False)
    for _ in range(3):
        made.take([(F(-1), lost)])
    assert made.total == pytest.approx(0) and not made.impossible
    made.take([(F(0), lost)])
    assert made.impossible


def test_hands_of_several_stakes_are_one_kind_of_round_by_what_lies_there_in_all() -> None:
    """In whichever seats it lies: the bands are those of hands that have the same luck, and the means add up."""
    the, ledger = theory(), HoldLedger(theory())
    for number, stakes in enumerate([(300, 500), (500, 300), (200, 200, 400)]):
        hands = [HeldHand(seat, "side", cents, -cents, cents) for seat, cents in enumerate(stakes, start=1)]
        ledger.take(number, [(hand, the) for hand in hands], [])
    found = ledger.result()
    known = spread({same_luck([in_cents(RESULTS, 300), in_cents(RESULTS, 500)]): 3})
    assert found.bands == tuple(known.band(level) for level in LEVELS)
    assert (found.hands, found.staked, found.win) == (7, 2400, 2400)
    assert found.expected == pytest.approx(float(-the.mean * 2400)) and found.edge == pytest.approx(float(-the.mean))
    assert found.standard_deviation == pytest.approx(math.sqrt(known.variance))
