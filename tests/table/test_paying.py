"""What a wager is paid, in cents worked out by hand: every kind of payment, chips, parts of a cent, meters, limits."""

import pytest

from pitboss.rulebook.pays import Dollars, ForOne, Half, Lose, MeterShare, Pay, Push, Returned, ToOne
from pitboss.rulebook.terms import MICRO, LimitTerms, MeterTerms
from pitboss.table.paying import FractionOfACent, Payment, cut_by_limits, meter_after, payment, settle
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of


@pytest.mark.parametrize(
    ("pay", "won", "back"),
    [
        (ToOne(3, 2), 1_500, 1_000),
        (ToOne(500), 500_000, 1_000),
        (ForOne(4), 4_000, 0),
        (Push(), 0, 1_000),
        (Returned(), 0, 1_000),
        (Half(), 0, 500),
        (Lose(), 0, 0),
        (Dollars(7_500, stake_back=True), 7_500, 1_000),
        (Dollars(7_500, stake_back=False), 7_500, 0),
    ],
)
def test_ten_dollars(pay: Pay, won: int, back: int) -> None:
    assert payment(pay, 1_000) == Payment(won, back)


def test_of_an_odd_cent_the_player_keeps_the_larger_half() -> None:
    assert payment(Half(), 501) == Payment(0, 251)


def test_a_share_of_a_meter_is_paid_in_whole_cents() -> None:
    """Ten percent of $1,234.567 is $123.4567; with seven units in a cent both are in these units."""
    share = MeterShare("Progressive", 10)
    assert payment(share, 100, reading=123_456_700_000) == Payment(12_345, 0)
    assert payment(share, 700, reading=7 * 123_456_700_000, cent=7) == Payment(7 * 12_345, 0)
    assert payment(Dollars(200, stake_back=True), 700, cent=7) == Payment(1_400, 700)


@pytest.mark.parametrize(
    ("pay", "stake", "chip", "won"),
    [
        (ToOne(1), 250, 100, 300),  # $2.50 in dollar chips
        (ToOne(1), 300, 100, 300),
        (ToOne(3, 2), 500, 100, 800),  # $7.50
        (ToOne(3, 2), 501, 50, 800),  # $7.515
        (ToOne(6, 5), 500, 100, 600),
    ],
)
def test_odds_are_rounded_up_to_the_smallest_chip(pay: ToOne, stake: int, chip: int, won: int) -> None:
    assert payment(pay, stake, smallest_chip=chip).won == won


def test_a_part_of_a_cent_is_never_paid() -> None:
    with pytest.raises(FractionOfACent):
        payment(ToOne(3, 2), 501)


@pytest.mark.parametrize("cent", [1, 7])
def test_chips_grow_with_the_parts_of_a_cent(cent: int) -> None:
    """A straight pays the Blind 1 to 1: $12.50 is $13 in dollar chips, however finely it is counted."""
    rules = rules_of(UTH, breakage="up_to_chip", smallest_chip=1)
    finer = Rules(rules.game, rules.terms, cent)
    done = settle(finer, "blind", ("live", "higher", "straight"), 1_250 * cent, (), {})
    assert (done.paid, done.received) == (Payment(1_300 * cent, 1_250 * cent), 2_550 * cent)


# --- the meter after a payment --------------------------------------------------------------------------------------

METER = MeterTerms("Progressive", 50_000, 100_000, 100_000, "")
"""It begins at $1,000, and goes back there."""


@pytest.mark.parametrize("cent", [1, 7])
def test_a_full_hit_resets_the_meter_and_keeps_the_fraction_of_a_cent(cent: int) -> None:
    unit = MICRO * cent
    assert meter_after(123_456 * unit + 700_000, 123_456 * cent, 100, METER, "none", cent) == (
        100_000 * unit + 700_000,
        100_000 * unit,
    )


@pytest.mark.parametrize(
    ("floor", "left", "after", "added"),
    [
        ("none", 99_999, 99_999, 0),
        ("reset", 99_999, 100_000, 1),
        ("reset", 100_000, 100_000, 0),
        ("reset", 100_001, 100_001, 0),
    ],
)
def test_a_share_leaves_the_rest_or_as_much_as_the_operator_holds_there(
    floor: str, left: int, after: int, added: int
) -> None:
    """A tenth was paid, $100."""
    found = meter_after((left + 10_000) * MICRO, 10_000, 10, METER, floor)
    assert found == (after * MICRO, added * MICRO)


# --- payout limits --------------------------------------------------------------------------------------------------

ALL = LimitTerms("all", 50_000, ("ante", "play"))
PLAY = LimitTerms("play", 20_000, ("play",))


@pytest.mark.parametrize(
    ("gain", "wager", "won", "cuts", "totals"),
    [
        (50_000, "ante", (), [], (50_000, 0)),
        (50_001, "ante", (), [("all", 1)], (50_000, 0)),
        (10_000, "ante", (45_000, 0), [("all", 5_000)], (50_000, 0)),
        (10_000, "ante", (50_000, 0), [("all", 10_000)], (50_000, 0)),
        (60_000, "play", (0, 0), [("all", 10_000), ("play", 30_000)], (20_000, 20_000)),
        (20_000, "play", (30_000, 0), [], (50_000, 20_000)),
        (70_000, "trips", (10_000, 0), [], (10_000, 0)),
    ],
)
def test_each_limit_takes_what_is_above_it(
    gain: int, wager: str, won: tuple[int, ...], cuts: list[tuple[str, int]], totals: tuple[int, ...]
) -> None:
    assert cut_by_limits(gain, wager, won, (ALL, PLAY)) == (cuts, totals)


@pytest.mark.parametrize("cent", [1, 7])
def test_a_limit_grows_with_the_parts_of_a_cent(cent: int) -> None:
    cuts, totals = cut_by_limits(50_001 * cent, "ante", (), (ALL, PLAY), cent)
    assert (cuts, totals) == ([("all", cent)], (50_000 * cent, 0))


def test_a_wager_is_settled_under_the_limits() -> None:
    """A royal flush pays the Blind 500 to 1: $100,000 on $200. With the $200 that the Ante has won no more than $49,800
    of it may be paid, and the stake comes back. A Blind that is lost counts as nothing won."""
    rules = rules_of(UTH)
    before = (20_000, 20_000)
    royal = settle(rules, "blind", ("live", "higher", "royal_flush"), 20_000, before, {})
    assert royal.paid == Payment(10_000_000, 20_000)
    assert [cents for _, cents in royal.cuts] == [5_020_000]
    assert (royal.received, royal.totals) == (5_000_000, (5_000_000, 5_000_000))
    lost = settle(rules, "blind", ("live", "lower", "straight"), 20_000, before, {})
    assert (lost.paid, lost.cuts, lost.received, lost.totals) == (Payment(0, 0), [], 0, before)
