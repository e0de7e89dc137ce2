"""Figures made from tallies small enough to be worked out on paper, as every number below was."""

from fractions import Fraction as F
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.figures import Figures, LineFigure, RestFigure, figures, in_whole_units, net, no_line, usual_stake
from pitboss.odds.tally import Ending, EndingPart, Tally, tally
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.terms import MICRO
from pitboss.table.rules import Rules
from support import DRAGON, LIR, THREE, UTH
from support import rules as rules_of

DOLLAR = 100


def line(found: Figures, hand: str, wager: str = "") -> LineFigure:
    part = next(p for p in found.parts if wager in ("", p.wager))
    return next(x for x in part.lines if x.hand == hand)


def one(wager: str, hand: str) -> Ending:
    """A side wager alone, the hand not folded."""
    return (EndingPart(wager, 1, ("live", hand)),)


def uth(times: int, dealer: str, result: str, hand: str) -> Ending:
    """The main wagers with a play wager of so many times the ante; folded where it is none."""
    standing = "live" if times else "folded"
    parts = (
        EndingPart("ante", 1, (standing, dealer, result)),
        EndingPart("blind", 1, (standing, result, hand)),
        EndingPart("play", times, (standing, dealer, result)),
    )
    return parts if times else parts[:2]


# --- odds to 1 ------------------------------------------------------------------------------------------------------


def test_a_side_wager() -> None:
    """Trips A: full house 9 to 1 in 1 deal, straight 4 to 1 in 2, a pair loses in 9 of 12 deals.
    9 + 2·4 − 9 = 8; squares 81 + 2·16 + 9 = 122."""
    tally = Tally({one("trips", "full_house"): 1, one("trips", "straight"): 2, one("trips", "pair"): 9})
    found = figures(rules_of(UTH), tally, DOLLAR, {})
    assert found.ev == F(2, 3)
    assert found.variance == F(61, 6) - F(4, 9)
    assert found.at_risk == 1
    assert found.element_of_risk == F(-2, 3)
    assert found.hit_frequency == F(1, 4)
    assert found.distribution == ((F(-1), F(3, 4)), (F(4), F(1, 6)), (F(9), F(1, 12)))
    (part,) = found.parts
    assert (part.wager, part.ev, part.at_risk) == ("trips", F(2, 3), F(1))
    paid = {x.hand: (x.probability, x.value) for x in part.lines}
    assert paid["full_house"] == (F(1, 12), F(3, 4))
    assert paid["straight"] == (F(1, 6), F(2, 3))
    assert paid["royal_flush"] == (F(0), F(0))
    assert line(found, "straight").pay == ToOne(4)
    assert part.rest == (RestFigure("loses", F(3, 4), F(-3, 4)),)


def test_wagers_made_together() -> None:
    """Three deals in eight win 4x with a flush against a pair: ante 1, blind 3 to 2, play 4, together 6.5. Two lose at
    2x to a dealer with a pair: −1 −1 −2 = −4. One ends equal at 1x: 0. One wins 1x with a pair against a dealer below a
    pair: the ante is a push, the blind a push, play 1. One folds: −2.
    Sum 19.5 − 8 + 0 + 1 − 2 = 10.5; squares 3·42.25 + 2·16 + 1 + 4 = 163.75.
    At risk 3·6 + 2·4 + 3 + 3 + 2 = 34."""
    tally = Tally(
        {
            uth(4, "pair_or_better", "higher", "flush"): 3,
            uth(2, "pair_or_better", "lower", "two_pair"): 2,
            uth(1, "pair_or_better", "equal", "straight"): 1,
            uth(1, "below_pair", "higher", "pair"): 1,
            uth(0, "pair_or_better", "lower", "high_card"): 1,
        }
    )
    found = figures(rules_of(UTH), tally, DOLLAR, {})
    assert found.ev == F(21, 16)
    assert found.variance == F(655, 32) - F(441, 256)
    assert found.at_risk == F(34, 8)
    assert found.element_of_risk == F(-21, 68)
    assert found.hit_frequency == F(1, 2)
    assert found.distribution == (
        (F(-4), F(1, 4)),
        (F(-2), F(1, 8)),
        (F(0), F(1, 8)),
        (F(1), F(1, 8)),
        (F(13, 2), F(3, 8)),
    )
    parts = {p.wager: (p.ev, p.at_risk) for p in found.parts}
    assert parts == {"ante": (F(0), F(1)), "blind": (F(3, 16), F(1)), "play": (F(9, 8), F(9, 4))}
    assert (line(found, "flush", "blind").probability, line(found, "flush", "blind").value) == (F(3, 8), F(9, 16))
    rest = {p.wager: [(x.result, x.probability, x.value) for x in p.rest] for p in found.parts}
    assert rest == {  # beating the dealer and "less than a straight" are lines; the play wager is not made in one deal
        "ante": [("push", F(1, 4), F(0)), ("loses", F(3, 8), F(-3, 8))],
        "blind": [("push", F(1, 8), F(0)), ("loses", F(3, 8), F(-3, 8))],
        "play": [("push", F(1, 8), F(0)), ("loses", F(1, 4), F(-1, 2))],
    }


def test_counts_only_matter_in_proportion() -> None:
    few = Tally({one("trips", "flush"): 1, one("trips", "pair"): 4})
    many = Tally({one("trips", "flush"): 10**30, one("trips", "pair"): 4 * 10**30})
    assert figures(rules_of(UTH), few, DOLLAR, {}) == figures(rules_of(UTH), many, DOLLAR, {})


def test_equal_endings_are_added_up_and_what_never_happens_is_left_out() -> None:
    flush, pair = one("trips", "flush"), one("trips", "pair")
    assert tally([(flush, 2), (pair, 3), (flush, 5), (one("trips", "straight"), 0)]).endings == {flush: 7, pair: 3}


def with_trips(pay: ToOne, **changes: Any) -> Rules:
    rules = rules_of(UTH, **changes)
    wagers = tuple(
        replace(x, lines=tuple(replace(y, pay=pay) for y in x.lines)) if x.id == "trips" else x
        for x in rules.terms.wagers
    )
    return rules_for(replace(rules.terms, wagers=wagers))


def test_odds_in_fractions_are_counted_in_parts_of_a_cent() -> None:
    """3 to 8 on a dollar is 37 and a half cents: half cents are counted. 3 to 7 on 33 cents needs sevenths, 6 to 8 on
    33 cents, which is 3 to 4, quarters."""
    for pay, stake, cent in ((ToOne(3, 8), 100, 2), (ToOne(3, 7), 33, 7), (ToOne(6, 8), 33, 4), (ToOne(3, 2), 100, 1)):
        finer, units = in_whole_units(with_trips(pay), stake, "trips")
        assert (finer.cent, units) == (cent, stake * cent)
        assert figures(finer, Tally({one("trips", "flush"): 1}), units, {}).ev == F(pay.pays, pay.per)


def test_what_is_counted_finely_enough_is_counted_no_finer() -> None:
    """33 cents in sevenths are 231 units, and 3 to 7 of them a whole number."""
    finer, units = in_whole_units(with_trips(ToOne(3, 7)), 33, "trips")
    assert in_whole_units(finer, 33, "trips") == (finer, units)
    assert (finer.cent, units) == (7, 231)


def test_only_the_odds_of_the_wager_matter() -> None:
    """The blind's 3 to 2 is no part of a cent on a dollar, whatever Trips pays; on 33 cents it is half a cent."""
    rules = with_trips(ToOne(3, 7))
    assert [in_whole_units(rules, stake)[0].cent for stake in (100, 33)] == [1, 2]
    assert in_whole_units(rules, 100, "trips")[0].cent == 7


def test_limits_and_dollars_grow_with_the_units() -> None:
    """A royal flush at $100 wins no more than $50,000, 500 antes, in whatever parts the cents are counted; the million
    of the Six Card Bonus is 200,000 times five dollars."""
    royal = uth(4, "pair_or_better", "higher", "royal_flush")
    million = one("six_card_bonus", "super_royal_diamonds")
    for cent in (1, 7):
        fine, ride = rules_of(UTH), rules_of(LIR)
        fine, ride = Rules(fine.game, fine.terms, cent), Rules(ride.game, ride.terms, cent)
        assert figures(fine, Tally({royal: 1}), 100 * DOLLAR * cent, {}).ev == 500
        assert figures(ride, Tally({million: 1}), 5 * DOLLAR * cent, {}).ev == 200_000
        share = figures(ride, Tally({one("progressive", "straight_flush"): 1}), DOLLAR * cent, meter(1234))
        assert share.ev == F(12240, 100), "ten percent of the meter less the dollar"


def test_the_usual_stake_is_the_least_the_table_takes() -> None:
    rules = rules_of(UTH, wagers={"ante": {"minimum": 25}})
    assert usual_stake(rules) == 2500
    assert in_whole_units(rules) == (rules, 2500)


def test_a_result_of_nothing_is_no_win() -> None:
    """Dragon Poker, ante, ante bonus and play: an equal hand gives all three back."""
    cells = (("ante", ("live", "equal")), ("ante_bonus", ("live", "equal", "high_card")), ("play", ("live", "equal")))
    push = tuple(EndingPart(wager, 1, cell) for wager, cell in cells)
    found = figures(rules_of(DRAGON), Tally({push: 5}), DOLLAR, {})
    assert (found.ev, found.variance, found.hit_frequency, found.at_risk) == (F(0), F(0), F(0), F(3))
    assert found.element_of_risk == 0
    assert found.distribution == ((F(0), F(1)),)


# --- sums of dollars, odds for 1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "hand", "stake", "ev"),
    [
        # Six Card Bonus A pays $1,000,000 for the Super Royal in diamonds whatever the stake, which comes back.
        ("six_card_bonus", "super_royal_diamonds", 100, 1_000_000),
        ("six_card_bonus", "super_royal_diamonds", 500, 200_000),
        # 1,000 to 1 for a royal flush: the same at any stake.
        ("six_card_bonus", "royal_flush", 500, 1_000),
        # Five Card Bonus A pays $20,000 on its dollar, which is kept.
        ("five_card_bonus", "royal_flush", 100, 19_999),
        # Progressive A pays three of a kind 9 for 1: eight more than the stake.
        ("progressive", "three_of_a_kind", 100, 8),
        ("progressive", "three_of_a_kind", 500, 8),
        ("progressive", "two_pair", 100, -1),
    ],
)
def test_dollars_and_for_one(wager: str, hand: str, stake: int, ev: int) -> None:
    found = figures(rules_of(LIR), Tally({one(wager, hand): 1}), stake, {"Progressive": 0})
    assert found.ev == ev
    assert found.at_risk == 1
    if ev > 0:
        assert line(found, hand).value == ev


# --- meters ---------------------------------------------------------------------------------------------------------


def meter(dollars: int) -> dict[str, int]:
    return {"Progressive": dollars * DOLLAR * MICRO}


def test_a_share_of_a_meter() -> None:
    """All of $1,234 less the dollar; 10 percent of it is $123.40; the stake is not returned with it."""
    rules = rules_of(LIR)
    tally = Tally({one("progressive", "royal_flush"): 1, one("progressive", "straight_flush"): 3})
    found = figures(rules, tally, DOLLAR, meter(1234))
    assert found.distribution == ((F(12240, 100), F(3, 4)), (F(1233), F(1, 4)))
    assert found.ev == (F(12240, 100) * 3 + 1233) / 4


def test_a_share_is_paid_in_whole_cents() -> None:
    """10 percent of $1,000.09 is $100.009: $100.00 is paid."""
    found = figures(
        rules_of(LIR), Tally({one("progressive", "straight_flush"): 1}), DOLLAR, {"Progressive": 100_009 * MICRO}
    )
    assert found.ev == 99


def test_another_player_emptied_the_meter_before() -> None:
    """His royal flush takes $5,000 and resets the meter to $1,000, of which this player's straight flush gets 10
    percent. His straight flush leaves $4,500 of $5,000: this player's gets $450."""
    rules = rules_of(LIR)

    def after(hand: str) -> Ending:
        return (EndingPart("progressive", 1, ("live", hand), other=True), *one("progressive", "straight_flush"))

    assert net(rules, after("royal_flush"), DOLLAR, meter(5000)) == 9_900
    assert net(rules, after("straight_flush"), DOLLAR, meter(5000)) == 44_900
    assert net(rules, after("two_pair"), DOLLAR, meter(5000)) == 49_900
    found = figures(rules, Tally({after("royal_flush"): 1, after("straight_flush"): 1}), DOLLAR, meter(5000))
    assert found.ev == F(548, 2)
    assert found.at_risk == 1, "the other's wager is not this player's"
    assert line(found, "straight_flush").probability == 1
    assert line(found, "royal_flush").probability == 0, "the other's hand is not on this player's lines"


def test_a_meter_held_at_its_reset_amount() -> None:
    """$1,100 less 10 percent would be $990; the house holds it at $1,000, so the next share is $100 and not $99."""
    second = (
        EndingPart("progressive", 1, ("live", "straight_flush"), other=True),
        *one("progressive", "straight_flush"),
    )
    for floor, cents in (("none", 9_800), ("reset", 9_900)):
        rules = rules_of(LIR, readings={"meter_floor": floor})
        assert net(rules, second, DOLLAR, meter(1100)) == cents


def test_the_meters_given_are_not_changed() -> None:
    given = meter(5000)
    figures(rules_of(LIR), Tally({one("progressive", "royal_flush"): 1}), DOLLAR, given)
    assert given == meter(5000)


def test_envy_costs_nothing_and_adds_to_the_result() -> None:
    """A lost dollar and two envy bonuses: $1,000 for a royal flush, $300 for a straight flush."""
    ending = (
        *one("progressive", "pair"),
        EndingPart("envy", 0, ("live", "royal_flush")),
        EndingPart("envy", 0, ("live", "straight_flush")),
    )
    found = figures(rules_of(LIR), Tally({ending: 1, one("progressive", "pair"): 9}), DOLLAR, meter(1000))
    assert found.ev == F(1300 - 10, 10)
    assert found.at_risk == 1
    assert found.hit_frequency == F(1, 10)
    assert line(found, "royal_flush", "envy").value == 100
    assert [p.wager for p in found.parts] == ["progressive", "envy"]


# --- payout limits --------------------------------------------------------------------------------------------------


def test_a_limit_cuts_what_one_hand_wins() -> None:
    """A royal flush at an ante of $100 and 4x: ante $100, blind $50,000, play $400. The ante wins first, so that the
    blind is cut to $49,900 and nothing is left for the play wager: $50,000, 500 antes."""
    royal = uth(4, "pair_or_better", "higher", "royal_flush")
    rules = rules_of(UTH)
    found = figures(rules, Tally({royal: 1}), 100 * DOLLAR, {})
    assert found.ev == 500
    assert {p.wager: p.ev for p in found.parts} == {"ante": 1, "blind": 499, "play": 0}
    # At $99 nothing is cut: 99 · (1 + 500 + 4) = 49,995.
    assert net(rules, royal, 99 * DOLLAR, {}) == 49_995 * DOLLAR
    # With the limit of $75,000 alone $100 is not enough to reach it, $150 is: 150 · 505 = 75,750.
    wide = rules_of(UTH, readings={"payout_cap_mode": "75000_only"})
    assert net(wide, royal, 100 * DOLLAR, {}) == 50_500 * DOLLAR
    assert net(wide, royal, 150 * DOLLAR, {}) == 75_000 * DOLLAR


def test_a_limit_counts_winnings_only() -> None:
    """At an ante of $30,000 even money on ante and play at 1x: $30,000 and $20,000, the stakes come back beside it."""
    pair = uth(1, "pair_or_better", "higher", "pair")
    assert net(rules_of(UTH), pair, 30_000 * DOLLAR, {}) == 50_000 * DOLLAR


def test_cover_all_has_a_column_for_each_number_of_hands() -> None:
    """Only the lines of its column are listed. A full house pays 12 to 1 with two hands dealt, 8 with three."""
    rules = rules_of(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})
    pays = {}
    for column in "23":
        found = figures(rules, Tally({(EndingPart("cover_all", 1, ("live", column, "full_house")),): 1}), DOLLAR, {})
        hands = [x.hand for x in found.parts[0].lines]
        assert len(hands) == len(set(hands))
        pays[column] = found.ev
    assert pays == {"2": 12, "3": 8}


# --- a bonus beside the wager ---------------------------------------------------------------------------------------


def test_a_bonus_is_a_line_of_its_own_beside_the_wager() -> None:
    """Three Card Poker, the Ante in 10 deals: 4 times 1 to 1 alone, once with the straight flush's 5 to 1 beside it,
    once the same bonus beside an Ante that is lost, 4 times lost. The bonus brings 2 · 5, the wager itself 5 − 5."""
    counted = Tally(
        {
            (EndingPart("ante", 1, ("live", "qualified", "higher", "none")),): 4,
            (EndingPart("ante", 1, ("live", "qualified", "higher", "straight_flush")),): 1,
            (EndingPart("ante", 1, ("live", "qualified", "lower", "straight_flush")),): 1,
            (EndingPart("ante", 1, ("live", "qualified", "lower", "none")),): 4,
        }
    )
    rules = rules_of(THREE)
    found = figures(rules, counted, DOLLAR, {})
    assert found.ev == F(10, 10)
    beats, flush = line(found, "beats_dealer"), line(found, "straight_flush")
    assert (beats.probability, beats.value, beats.staked) == (F(5, 10), F(5, 10), F(5, 10))
    assert (flush.probability, flush.value, flush.staked) == (F(2, 10), F(10, 10), F(2, 10))
    assert no_line(rules, found.parts[0]) == F(5, 10), "the bonus pays beside another line, or beside none"
