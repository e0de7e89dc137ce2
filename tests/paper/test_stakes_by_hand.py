"""What papers print of stakes other than the least, from a few made-up deals: every figure below was worked out on
paper."""

from fractions import Fraction as F
from typing import Any

import pytest
from msgspec.structs import replace

from paper.made_up_deals import DOLLAR, TRIPS, main, one, row_of, together, trips
from pitboss.games import rules_for
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.odds.tally import Ending
from pitboss.paper import paid, stakes
from pitboss.paper.stakes_together import ALONE, TOGETHER
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.rules import Rules
from support import LIR, UTH, rules

LIMIT = "$50,000 a hand on Ante, Blind, Play and Trips (11(e))"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals at whatever stake is asked for."""

    def odds(request: Request, progress: object) -> list[WagerOdds]:
        assert request.terms is not None and request.stake is not None
        counts = {"trips": TRIPS, "main": FLUSH}.get(str(request.wager), SIX)
        return [row_of(rules_for(request.terms), counts, str(request.wager), request.stake)]

    monkeypatch.setattr(stakes, "odds", odds)


SIX: dict[Ending, int] = {
    one("six_card_bonus", "super_royal_other_suit"): 1,
    one("six_card_bonus", "royal_flush"): 1,
    one("six_card_bonus", "pair"): 99_998,
}
"""$100,000, and 1,000 to 1."""
FLUSH: dict[Ending, int] = {main(4, "higher", "flush"): 1, main(1, "lower", "flush"): 9}
"""The Blind is paid 3 to 2."""


def six(limit: int, most: int, *more: int) -> tuple[Rules, WagerOdds]:
    """The Six Card Bonus from $5, under payout limits of so many dollars, each for another wager too."""
    beside = ("five_card_bonus", "three_card_bonus")
    cuts = tuple(
        LimitTerms("MD-LIR 2.B(10)", cents * DOLLAR, ("six_card_bonus", other))
        for cents, other in zip((limit, *more), beside, strict=False)
    )
    bound = rules_for(replace(rules(LIR, **limits("six_card_bonus", 5, most)).terms, limits=cuts))
    return bound, row_of(bound, SIX, "six_card_bonus", 500)


def limits(wager: str, least: int, most: int) -> dict[str, Any]:
    return {"wagers": {wager: {"minimum": least, "maximum": most}}}


@pytest.mark.usefixtures("counted")
def test_a_limit_that_cuts_at_the_greatest_stake() -> None:
    """50 to 1 reaches $50,000 at $1,000. At $2,000 three lines are cut to 25 to 1: (98 − 193) / 200; the squares are
    1,875 + 155 + 193."""
    terms = limits("trips", 5, 2_000)
    bound, row = rules(UTH, **terms), trips(500, **terms)
    assert stakes.reached(bound, row) == 100_000
    found = stakes.where_it_matters(bound.terms, [row])
    (one_of,) = found
    assert (one_of.to, one_of.greatest.stake) == (100_000, 200_000)
    shown = stakes.section(bound.terms, found, [row])
    assert shown["rows"] == [
        ["Trips", "$5 to $1,000", "25.0000%", "5.165027", "+50", ""],
        ["Trips", "$2,000", "47.5000%", "3.299905", "+25", f"A payout limit cuts: {LIMIT}"],
    ]
    assert shown["warnings"] == [] and ALONE not in shown["said"]
    assert shown["said"].endswith("at other stakes, up to the greatest it permits: Trips.")
    assert "Those of the other wagers hold" in stakes.section(bound.terms, found, [row, together(500)])["said"]
    greatest = stakes.at_greatest(bound.terms, [row, together(500, **terms)], found)
    assert [(each.stake, each.house_edge) for each in greatest] == [
        (200_000, F(95, 200)),
        (bound.limits("ante").maximum, F(-101, 2)),
    ]


@pytest.mark.usefixtures("counted")
def test_a_limit_that_is_just_reached_cuts_nothing() -> None:
    for most, differs in ((1_000, False), (1_005, True)):
        terms = limits("trips", 5, most)
        bound, row = rules(UTH, **terms), trips(500, **terms)
        assert bool(stakes.where_it_matters(bound.terms, [row])) is differs
    alone = limits("trips", 2_000, 2_000)
    assert stakes.where_it_matters(rules(UTH, **alone).terms, [trips(200_000, **alone)]) == [], (
        "there is no other stake"
    )


@pytest.mark.usefixtures("counted")
def test_a_limit_that_cuts_at_the_least_stake_already() -> None:
    """Of $100,000 it leaves $50,000: 10,000 times $5."""
    bound, row = six(50_000, 25)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert paid.highest(row) == (F(10_000), F(1, 100_000)) and stakes.reached(bound, row) == 500
    assert found.at_least.startswith("A payout limit cuts already at this stake: $50,000")
    assert found.why == "Sums in dollars are the same at every stake; the same limit cuts more here"


@pytest.mark.usefixtures("counted")
def test_a_limit_is_named_where_it_cuts_and_the_lowest_one() -> None:
    """$100,000 stay below $150,000 at every stake; 1,000 to 1 does up to $150."""
    bound, row = six(150_000, 150, 160_000)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert found.why == "Sums in dollars are the same at every stake"
    bound, row = six(150_000, 155, 160_000)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert found.why.startswith("Sums in dollars are the same at every stake; a payout limit cuts: $150,000")


@pytest.mark.usefixtures("counted")
def test_payments_that_are_rounded_are_counted_at_the_next_stake_too() -> None:
    """3 to 2 of $5 is $7.50, paid as $8; of $10 it is $15; of $25 it is $37.50, paid as $38."""
    bound = rules(UTH, breakage="up_to_chip", smallest_chip=1, **limits("ante", 5, 25))
    row = row_of(bound, FLUSH, "main", 500, base="ante")
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert [each.stake for each in (found.least, *found.others)] == [500, 1_000, 2_500] and found.to == 500
    assert [each.ev - F(5 - 27, 10) for each in (found.least, *found.others)] == [
        F(160, 1_000),
        F(150, 1_000),
        F(152, 1_000),
    ]


def test_what_cannot_differ_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(request: Request, progress: object) -> list[WagerOdds]:
        raise AssertionError(request)

    monkeypatch.setattr(stakes, "odds", nobody)
    for least, most in ((5, 1_000), (2_000, 2_000)):
        terms = limits("trips", least, most)
        assert stakes.where_it_matters(rules(UTH, **terms).terms, [trips(least * DOLLAR, **terms)]) == []


def test_a_wager_that_wins_nothing_reaches_no_limit() -> None:
    for ending in (main(4, "equal", "straight"), main(4, "lower", "straight")):
        assert stakes.reached(rules(UTH), row_of(rules(UTH), {ending: 1}, "main", 500, base="ante")) is None


@pytest.mark.usefixtures("counted")
def test_sums_in_dollars_weigh_less_on_a_greater_stake() -> None:
    """$100,000 once in 100,000 deals are a dollar: a fifth of $5, a twenty-fifth of $25. 1,000 to 1 is a hundredth."""
    terms = limits("six_card_bonus", 5, 25)
    bound = rules(LIR, **terms)
    row = row_of(bound, SIX, "six_card_bonus", 500)
    (found,) = stakes.where_it_matters(bound.terms, [row])
    assert (found.to, found.greatest.stake, found.at_least) == (500, 2_500, "")
    assert found.why == "Sums in dollars are the same at every stake"
    assert [row.house_edge, found.greatest.house_edge] == [
        F(98_998, 100_000) - F(1, 5),
        F(98_998, 100_000) - F(1, 25),
    ]


def test_a_payment_is_rounded_where_it_is_no_whole_number_of_chips() -> None:
    """3 to 2 of $5 is $7.50."""
    chips = rules(UTH, breakage="up_to_chip", smallest_chip=1)
    for bound, row, stake, rounded in (
        (chips, together(500), 500, True),
        (chips, together(500), 600, False),
        (chips, together(500), 650, True),
        (chips, trips(500), 500, False),
        (rules(UTH), together(500), 500, False),
    ):
        assert stakes._rounded(bound, row, stake) is rounded


def test_wagers_that_share_a_limit_are_counted_together() -> None:
    """At $500 a royal flush is cut, and a straight flush, $25,000 + $500 + $2,000 + $4,000, is not."""
    bound = rules(UTH)
    said = stakes.section(bound.terms, [], [together(500), trips(500)])["said"]
    assert said.startswith(
        f"{stakes.EVERYWHERE} {TOGETHER} At the greatest stakes that this submission permits (Ante $500,"
    )
    # 1 royal flush in 30,940, less 1 in 649,740 that lies on the board: 1 in 32,487
    assert "Trips $100), all counted together, it cuts one hand in 32,487 and takes" in said
    assert stakes.section(bound.terms, [], [trips(500), trips(500)])["said"] == stakes.EVERYWHERE


def test_the_best_play_at_other_stakes_is_named() -> None:
    bound, least, greatest = rules(UTH), together(500), together(20_000)
    everywhere = stakes.best_play_words(bound, least, [], "x.toml")
    assert stakes.EVERY in everywhere["said"] and everywhere["command"] == ""
    for to, said, which in ((500, "Ante $5:", "other"), (9_900, "Ante $5, and up to $99:", "higher")):
        found = [stakes.AtStakes(trips(), 100, (trips(),), ""), stakes.AtStakes(least, to, (greatest,), "")]
        told = stakes.best_play_words(bound, least, found, "x.toml")
        assert said in told["said"] and f"At {which} stakes" in told["said"]
        assert "-2,500.0000% at $200," in told["said"]
        assert told["command"] == "pitboss strategy x.toml --stake 200"
