"""Trips and the operator's progressive: the category of one hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.cards.fast import best_five
from pitboss.odds import sides
from pitboss.odds.figures import figures
from pitboss.odds.tally import EndingPart, Pack, Tally
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of

# https://en.wikipedia.org/wiki/Poker_probability, best five of seven cards and five cards, no wild cards.
SEVEN_CARDS = {
    "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620, "two_pair": 31_433_400,
    "pair": 58_627_800, "high_card": 23_294_460,
}  # fmt: skip
FIVE_CARDS = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744, "flush": 5_108,
    "straight": 10_200, "three_of_a_kind": 54_912, "two_pair": 123_552, "pair": 1_098_240, "high_card": 1_302_540,
}  # fmt: skip

PACKS = (("cdhs", "238"), ("cs", "2457 9JK"), ("cdh", "TJQKA"), ("dhs", "A23456"), ("h", "79TJQKA"), ("sc", "89TJQKA"))


def trips(rules: Rules, pack: Pack | None = None) -> Tally:
    return sides.tally(rules, "trips", pack=pack)


def progressive(rules: Rules, pack: Pack | None = None) -> Tally:
    return sides.tally(rules, "progressive", pack=pack)


def pack_of(suits: str, ranks: str) -> Pack:
    return tuple((r + s, 1) for r in ranks.replace(" ", "") for s in suits)


def with_progressive(cards: str, lines: list[dict[str, Any]]) -> Rules:
    return rules_of(UTH, wagers={"progressive": {"amount": 5, "cards": cards, "lines": lines}}, meters=METERS)


LINES = [
    {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Jackpot"},
    {"hand": "full_house", "pays": 10, "unit": "for"},
    {"hand": "flush", "pays": 6, "unit": "to"},
]
METERS = {"Jackpot": {"rate": "10", "initial": 500, "reset": 400}}


def hands(tally: Tally, wager: str) -> dict[str, int]:
    """Category → count; every ending must be this one wager, made once, on a live hand."""
    found = {}
    for ending, count in tally.endings.items():
        ((made, times, (standing, hand), other),) = ending
        assert (made, times, standing, other) == (wager, 1, "live", False)
        found[hand] = count
    return found


def test_trips_counts_every_set_of_seven_cards() -> None:
    assert hands(trips(rules_of(UTH)), "trips") == SEVEN_CARDS


@pytest.mark.parametrize(("suits", "ranks"), PACKS)
@pytest.mark.parametrize("cards", ["seven", "hole_and_flop"])
def test_small_packs_card_by_card(suits: str, ranks: str, cards: str) -> None:
    pack = pack_of(suits, ranks)
    size = 7 if cards == "seven" else 5
    plain = Counter(best_five(some).name for some in combinations([card for card, _ in pack], size))
    rules = with_progressive(cards, LINES)
    assert hands(progressive(rules, pack), "progressive") == plain
    if size == 7:
        assert hands(trips(rules, pack), "trips") == plain


def test_the_small_packs_show_every_category() -> None:
    shown = {hand for suits, ranks in PACKS for hand in hands(trips(rules_of(UTH), pack_of(suits, ranks)), "trips")}
    assert shown == set(SEVEN_CARDS)


@pytest.mark.parametrize(("paytable", "edge"), [("A", "0.90"), ("B", "1.90"), ("C", "3.50"), ("D", "6.18")])
def test_trips_has_the_published_house_edge(paytable: str, edge: str) -> None:
    """https://wizardofodds.com/games/ultimate-texas-hold-em/, "Trips": 0.90 %, 1.90 %, 3.50 % and 6.18 %."""
    rules = rules_of(UTH, wagers={"trips": {"paytable": paytable}})
    assert f"{float(-100 * figures(rules, trips(rules), 100, {}).ev):.2f}" == edge


def test_trips_a_by_hand() -> None:
    """The pays of table A, typed from the rulebook, on the published counts."""
    pays = {
        "royal_flush": 50,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 9,
        "flush": 7,
        "straight": 4,
        "three_of_a_kind": 3,
    }
    total = sum(SEVEN_CARDS.values())
    ev = Fraction(sum(n * pays.get(hand, -1) for hand, n in SEVEN_CARDS.items()), total)
    square = Fraction(sum(n * pays.get(hand, -1) ** 2 for hand, n in SEVEN_CARDS.items()), total)
    rules = rules_of(UTH, wagers={"trips": {"paytable": "A"}})
    found = figures(rules, trips(rules), 100, {})
    assert (found.ev, found.variance) == (ev, square - ev**2)
    assert found.hit_frequency == Fraction(sum(SEVEN_CARDS[hand] for hand in pays), total)


def test_the_progressive_looks_at_the_cards_its_definition_names() -> None:
    """$5 for the meter of $700, 10 for 1, 6 to 1 (the wager comes back as well)."""
    for cards, counts in (("seven", SEVEN_CARDS), ("hole_and_flop", FIVE_CARDS)):
        rules = with_progressive(cards, LINES)
        found = progressive(rules)
        assert hands(found, "progressive") == counts
        won = 700 * counts["royal_flush"] + 50 * counts["full_house"] + 35 * counts["flush"]
        ev = Fraction(won, 5 * sum(counts.values())) - 1
        assert figures(rules, found, 500, {"Jackpot": 70_000 * 1_000_000}).ev == ev


def test_the_whole_pack_is_what_is_counted_unless_another_is_given() -> None:
    rules = rules_of(UTH)
    assert trips(rules, pack_of("cdhs", "23456789TJQKA")) == trips(rules)
    assert EndingPart("trips", 1, ("live", "royal_flush")) in {
        part for ending in trips(rules).endings for part in ending
    }


def test_a_pack_that_lacks_cards_is_counted_hand_by_hand_or_refused() -> None:
    rules = rules_of(UTH)
    few = pack_of("cdh", "2479K")[1:]
    plain = Counter(best_five(some).name for some in combinations([card for card, _ in few], 7))
    assert hands(trips(rules, few), "trips") == plain
    with pytest.raises(ValueError, match="exact odds need one that is the best five cards, or fewer cards"):
        trips(rules, pack_of("cdhs", "23456789TJQKA")[1:])
