"""Let It Ride's progressive with envy at a table of several players, against plain dealing of every round."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards.deck import SUIT, Card
from pitboss.cards.fast import best_five, three_cards
from pitboss.games import rules_for
from pitboss.odds.break_even import break_even
from pitboss.odds.figures import figures
from pitboss.odds.shapes.stages import tally
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import Dollars
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import MICRO, Line
from pitboss.table.rules import Rules

METERS = {
    **{key: {"Progressive": 1000} for key in "ABC"},
    "D": {"Major Progressive": 1000, "Minor Progressive": 250},
    **{key: {"Mega Progressive": 10000, "Major Progressive": 1000, "Minor Progressive": 250} for key in "EF"},
}
"""Resets in dollars."""
PAYS: dict[str, dict[str, Any]] = {
    "A": {"royal_flush": ("Progressive", 100), "straight_flush": ("Progressive", 10), "four_of_a_kind": 300,
          "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9},
    "B": {"akq_spades": ("Progressive", 100), "akq_other": 500, "straight_flush": 70, "three_of_a_kind": 60,
          "straight": 6},
    "D": {"royal_flush": ("Major Progressive", 100), "straight_flush": ("Minor Progressive", 100),
          "four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9},
    "E": {"royal_flush": ("Mega Progressive", 100), "straight_flush": ("Major Progressive", 100),
          "four_of_a_kind": ("Minor Progressive", 100), "full_house": 50, "flush": 40, "straight": 30,
          "three_of_a_kind": 10},
}  # fmt: skip
ENVY = {
    **{key: {"royal_flush": 1000, "straight_flush": 300} for key in "ADEF"},
    **{key: {"akq_spades": 100, "akq_other": 25} for key in "BC"},
}


def table(letter: str, amount: int = 1, **readings: str) -> Rules:
    data = default_data("let-it-ride")
    data["meters"] = {name: {"rate": "5", "initial": reset, "reset": reset} for name, reset in METERS[letter].items()}
    changes = {"wagers": {"progressive": {"paytable": letter, "amount": amount}}, "readings": readings}
    terms = check_data(merge(data, changes)).terms
    assert terms is not None
    return rules_for(terms)


def pack_of(ranks: str, suits: str) -> Pack:
    return tuple((r + s, 1) for r in ranks for s in suits)


def meters(letter: str, cents: int = 7) -> dict[str, int]:
    """Each a little above its reset."""
    return {name: (100 * reset + cents) * MICRO for name, reset in METERS[letter].items()}


def name(letter: str, board: tuple[Card, ...], three: tuple[Card, ...]) -> str:
    if letter not in "BC":
        return best_five((*board, *three)).name
    hand = three_cards(three)
    if hand.name == "straight_flush" and hand.key[1] == 14:
        return "akq_spades" if SUIT[three[0]] == 3 else "akq_other"
    return hand.name


def rounds(letter: str, pack: Pack, players: int) -> Iterator[tuple[str, ...]]:
    """The hands of the players in the order of settlement, of every deal."""
    cards = [card for card, _ in pack]

    def deal(left: list[Card], more: int) -> Iterator[tuple[str, ...]]:
        if not more:
            yield ()
            return
        for three in combinations(left, 3):
            rest = [card for card in left if card not in three]
            for others in deal(rest, more - 1):
                yield (names[three], *others)

    for board in combinations(cards, 0 if letter in "BC" else 2):
        left = [card for card in cards if card not in board]
        names = {three: name(letter, board, three) for three in combinations(left, 3)}
        yield from deal(left, players)


def nets(letter: str, hands: tuple[str, ...], readings: Mapping[str, int], floor: bool) -> Iterator[int]:
    """What each player of a round wins on a wager of one dollar, in cents, settled one after the other."""
    now = {meter: micro // MICRO for meter, micro in readings.items()}
    for own, hand in enumerate(hands):
        pay = PAYS[letter].get(hand, 0)
        if isinstance(pay, tuple):
            meter, percent = pay
            paid = now[meter] * percent // 100
            reset = 100 * METERS[letter][meter]
            now[meter] = reset if percent == 100 else now[meter] - paid
            if floor:
                now[meter] = max(now[meter], reset)
        else:
            paid = 100 * pay
        envy = sum(ENVY[letter].get(other, 0) for place, other in enumerate(hands) if place != own)
        yield paid + 100 * envy - 100


@pytest.mark.parametrize(
    ("letter", "ranks", "suits", "players", "floor"),
    [
        ("A", "789TJQKA", "s", 2, "none"),  # a royal and a straight flush on one board
        ("A", "789TJQKA", "s", 2, "reset"),
        ("A", "456789TJQKA", "s", 3, "none"),
        ("A", "9TJQKA", "sh", 2, "none"),
        ("D", "A23456789", "h", 2, "none"),
        ("E", "78T", "cdhs", 2, "none"),  # two fours of a kind on one board
        ("E", "TJQKA", "cs", 2, "none"),
        ("E", "78T", "cdhs", 3, "none"),
        ("B", "QKA", "dhs", 3, "none"),
        ("B", "QKA", "cds", 2, "none"),
        ("B", "2QKA", "dhs", 2, "none"),
        ("B", "QKA", "cdhs", 4, "none"),
    ],
)
def test_every_round_dealt(letter: str, ranks: str, suits: str, players: int, floor: str) -> None:
    pack, rules, readings = pack_of(ranks, suits), table(letter, meter_floor=floor), meters(letter)
    expected: Counter[int] = Counter()
    for hands, times in Counter(rounds(letter, pack, players)).items():
        for net in nets(letter, hands, readings, floor == "reset"):
            expected[net] += times
    counted = tally(rules, "progressive", players=players, pack=pack)
    found = figures(rules, counted, 100, readings).distribution
    total = sum(expected.values())
    assert counted.total == total
    assert found == tuple((Fraction(net, 100), Fraction(n, total)) for net, n in sorted(expected.items()))


def test_one_player_alone() -> None:
    """A royal flush takes the meter, a straight flush a tenth; no envy. Frequencies of 2,598,960 and of 22,100."""
    rules = table("A")
    ev = figures(rules, tally(rules, "progressive"), 100, {"Progressive": 100_000 * MICRO}).ev
    paid = 4 * 1000 + 36 * 100 + 624 * 300 + 3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * 9
    assert ev == Fraction(paid, 2598960) - 1
    rules = table("C")
    ev = figures(rules, tally(rules, "progressive"), 100, {"Progressive": 100_000 * MICRO}).ev
    assert ev == Fraction(1000 + 3 * 500 + 44 * 100 + 52 * 90, 22100) - 1


@pytest.mark.parametrize("letter", "ABCDEF")
@pytest.mark.parametrize("amount", [1, 5])
def test_envy_adds_the_same_for_every_other_player(letter: str, amount: int) -> None:
    """Each other player's hand is as likely as one's own; where nobody else empties a meter that is already at its
    reset, envy is all that others change. (Tables A: a straight flush may find a meter that a tenth has left.)"""
    rules = table(letter, amount)
    readings = meters(letter, 0)
    alone = figures(rules, tally(rules, "progressive"), 100 * amount, readings).ev
    envy = ENVY[letter]
    if letter in "BC":
        each = Fraction(envy["akq_spades"] + 3 * envy["akq_other"], 22100)
    else:
        each = Fraction(4 * envy["royal_flush"] + 36 * envy["straight_flush"], 2598960)
    for players in (2, 4, 7):
        counted = tally(rules, "progressive", players=players)
        ev = figures(rules, counted, 100 * amount, readings).ev
        if letter == "A":
            assert 0 < alone + (players - 1) * each - ev < Fraction(1, 10**6)
        else:
            assert ev == alone + (players - 1) * each


def test_total_counts_deals_and_seats() -> None:
    from math import comb, prod

    for letter, board in (("A", 2), ("B", 0)):
        total = comb(52, board) * prod(comb(52 - board - 3 * i, 3) for i in range(5)) * 5
        assert tally(table(letter), "progressive", players=5).total == total


@pytest.mark.parametrize(("letter", "players"), [("A", 1), ("A", 7), ("B", 3), ("D", 2), ("E", 5), ("F", 7)])
def test_break_even_meters(letter: str, players: int) -> None:
    """Not negative there, negative one cent below."""
    rules, readings = table(letter), meters(letter, 12345)
    counted = tally(rules, "progressive", players=players)
    found = break_even(rules, counted, "progressive", 100, readings)
    assert set(found) == set(METERS[letter])
    for meter, cents in found.items():
        assert cents is not None
        for reading, fair in ((cents, True), (cents - 1, False)):
            ev = figures(rules, counted, 100, {**readings, meter: reading * MICRO}).ev
            assert (ev >= 0) == fair


def test_break_even_worked_by_hand() -> None:
    """Table B: 22,100 dollars must come back; all but the meter bring 1500 + 44·70 + 52·60 + 720·6 = 12,020."""
    rules = table("B")
    counted = tally(rules, "progressive")
    assert break_even(rules, counted, "progressive", 100, meters("B")) == {"Progressive": 100 * (22100 - 12020)}


def test_break_even_of_a_meter_that_never_or_always_does() -> None:
    few = pack_of("2468T", "cdh")
    rules = table("B")
    for pack, cents in ((few, None), (pack_of("A", "cdhs"), 0)):
        counted = tally(rules, "progressive", pack=pack)
        assert break_even(rules, counted, "progressive", 100, meters("B")) == {"Progressive": cents}


def test_envy_for_common_hands() -> None:
    """Envy for a full house is counted for two players and refused where it would take too long."""
    rules = table("A")
    more = Line("full_house", ("full_house",), Dollars(1000, False), "MD-LIR 12.I(1)(a)")
    rules = rules_for(replace(rules.terms, envy=(*rules.terms.envy, more)))
    counted = tally(rules, "progressive", players=2)
    envied = {part.cell[1] for ending in counted.endings for part in ending if part.wager == "envy"}
    assert envied == {"royal_flush", "straight_flush", "full_house"}
    houses = sum(n for ending, n in counted.endings.items() if ending[-1][:3] == ("envy", 0, ("live", "full_house")))
    assert Fraction(houses, counted.total) == Fraction(3744, 2598960)
    with pytest.raises(ValueError, match="fewer players or rarer hands"):
        tally(rules, "progressive", players=7)


def test_bad_numbers() -> None:
    with pytest.raises(ValueError, match="0 players were given; 1 to 7 can play"):
        tally(table("A"), "progressive", players=0)
    with pytest.raises(ValueError, match="8 players were given; 1 to 7 can play"):
        tally(table("A"), "progressive", players=8)
    with pytest.raises(ValueError, match="the pack has 12 cards; 4 players need 14"):
        tally(table("A"), "progressive", players=4, pack=pack_of("9TJQKA", "sh"))
