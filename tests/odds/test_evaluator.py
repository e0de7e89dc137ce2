"""The evaluator against the declared ranking, against phevaluator, against an ordering written differently here, and
against the known numbers of hands of each category."""

from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import phevaluator
import pytest

from cards.declared import best
from pitboss.cards.deck import STANDARD, BadCard
from pitboss.cards.ranking import FIVE_CARDS, rank
from pitboss.odds import evaluator
from pitboss.odds.kernels import evaluator as kernels
from pitboss.odds.tables import tables

FIVE = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108,
    "straight": 10200, "three_of_a_kind": 54912, "two_pair": 123552, "pair": 1098240, "high_card": 1302540,
}  # fmt: skip
SIX = {
    "royal_flush": 188, "straight_flush": 1656, "four_of_a_kind": 14664, "full_house": 165984, "flush": 205792,
    "straight": 361620, "three_of_a_kind": 732160, "two_pair": 2532816, "pair": 9730740, "high_card": 6612900,
}  # fmt: skip
SEVEN = {
    "royal_flush": 4324, "straight_flush": 37260, "four_of_a_kind": 224848, "full_house": 3473184, "flush": 4047644,
    "straight": 6180020, "three_of_a_kind": 6461620, "two_pair": 31433400, "pair": 58627800, "high_card": 23294460,
}  # fmt: skip
"""Numbers of hands (Wikipedia, "Poker probability", for five and seven; B. Alspach, "6-card poker hands", 2000)."""


@cache
def all_fives() -> Any:
    """Every hand of five cards in columns, in descending order of the lowest card: those above a given card lead."""
    columns = np.zeros((0, 1), dtype=np.uint8)
    for size in range(1, 6):
        parts = []
        for low in range(51, -1, -1):
            above = columns[:, : comb(51 - low, size - 1)]
            parts.append(np.vstack([np.full((1, above.shape[1]), low, dtype=np.uint8), above]))
        columns = np.hstack(parts)
    assert columns.shape == (5, 2_598_960)
    return columns


def counted(more: int) -> Any:
    """How often each place comes among all hands of five cards and so many more, the more being the lowest cards."""
    fives = all_fives()
    found = np.zeros(len(tables().hands), dtype=np.int64)
    columns = np.empty((5 + more, fives.shape[1]), dtype=np.uint8)
    for lowest in combinations(range(52), more):
        n = comb(51 - lowest[-1], 5) if lowest else fives.shape[1]
        hands = np.ascontiguousarray(columns[:, :n]) if n < fives.shape[1] else columns
        hands[:more] = np.array(lowest, dtype=np.uint8)[:, None]
        hands[more:] = fives[:, :n]
        found += np.bincount(evaluator.places_of_columns(hands, checked=False), minlength=len(found))
    return found


def by_category(found: Any) -> dict[str, int]:
    category = tables().category
    return {name: int(found[category == c].sum()) for c, name in enumerate(tables().categories)}


def dealt(n: int, size: int, seed: int) -> list[list[str]]:
    random = Random(seed)
    return [random.sample(evaluator.CARDS, size) for _ in range(n)]


def rows_of(hands: list[list[str]]) -> Any:
    return np.array([evaluator.numbers(hand) for hand in hands])


def test_numbers() -> None:
    assert evaluator.numbers(["2c", "2d", "2h", "2s", "3c", "As"]).tolist() == [0, 1, 2, 3, 4, 51]
    assert sorted(evaluator.CARDS) == sorted(STANDARD.cards)
    assert evaluator.numbers(evaluator.CARDS).tolist() == list(range(52))
    with pytest.raises(BadCard, match="'1c' is not a card; cards are As Ah"):
        evaluator.numbers(["1c"])


@pytest.mark.parametrize(("more", "known", "classes"), [(0, FIVE, 7462), (1, SIX, 6075)])
def test_numbers_of_five_and_six_card_hands(more: int, known: dict[str, int], classes: int) -> None:
    found = counted(more)
    assert found[0] == 0
    assert by_category(found) == known
    assert np.count_nonzero(found) == classes


def test_numbers_of_seven_card_hands() -> None:
    """All 133,784,560."""
    found = counted(2)
    assert by_category(found) == SEVEN
    assert np.count_nonzero(found) == 4824


def test_five_cards_are_ordered_as_another_description_orders_them() -> None:
    """All 2,598,960, by a key written in arithmetic: the ranks sorted by how often they come, after a number for the
    kind of hand; the places must be the numbers of the keys in ascending order."""
    cards = all_fives()
    ranks = np.sort(cards >> 2, axis=0)
    often = np.stack([(ranks == r).sum(axis=0, dtype=np.uint8) for r in ranks])
    by_weight = np.sort(often * 16 + ranks, axis=0)[::-1]
    pairs = (often.sum(axis=0, dtype=np.uint8) - 5) // 2  # 0 none, 1 pair, 2 two pair, 3 three, 4 full house, 6 four
    kind = np.array([0, 1, 2, 3, 6, -1, 7], dtype=np.int32)[pairs]
    wheel = (ranks == np.array([[0], [1], [2], [3], [12]])).all(axis=0)
    straight = (pairs == 0) & ((ranks[4] - ranks[0] == 4) | wheel)
    flush = ((cards & 3) == (cards[0] & 3)).all(axis=0)
    kind = np.where(straight & flush, 8, np.where(flush, 5, np.where(straight, 4, kind)))
    key = kind
    for row in by_weight & 15:
        key = key * 16 + row
    key[wheel] = (kind[wheel] * 16 + 3) << 16
    _, place = np.unique(key, return_inverse=True)
    assert (evaluator.places_of_columns(cards) == place + 1).all()


def test_every_five_card_hand_is_the_declared_one() -> None:
    """All 2,598,960. The declared ranking looks at the ranks and at whether there is one suit, at nothing else: hands
    alike in both must have one place, and the first, the middle and the last of them are ranked as declared."""
    cards, names, hands = all_fives(), evaluator.CARDS, tables().hands
    flush = ((cards & 3) == (cards[0] & 3)).all(axis=0)
    alike = flush.astype(np.int64)
    for row in np.sort(cards >> 2, axis=0):
        alike = alike * 16 + row
    places = evaluator.places_of_columns(cards)
    order = np.argsort(alike, kind="stable")
    _, first, many = np.unique(alike[order], return_index=True, return_counts=True)
    assert len(first) == 7462 and many.sum() == 2_598_960
    assert (places[order] == np.repeat(places[order[first]], many)).all()
    for chosen in (first, first + many // 2, first + many - 1):
        for hand in order[chosen].tolist():
            held = [names[c] for c in cards[:, hand]]
            assert hands[places[hand]] == rank(held, FIVE_CARDS), held


@pytest.mark.parametrize(("size", "n"), [(5, 4000), (6, 2000), (7, 2000)])
def test_random_hands_are_the_declared_ones(size: int, n: int) -> None:
    hands = dealt(n, size, seed=size)
    places = evaluator.places(rows_of(hands))
    assert [tables().hands[place] for place in places] == [best(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_suited_hands_are_the_declared_ones(size: int) -> None:
    """Random hands seldom show them: five, six or seven cards of one suit, the others of any, in any order."""
    random = Random(size)
    hands = []
    for number in range(600):
        suit = "cdhs"[number % 4]
        of_suit = random.sample([c for c in evaluator.CARDS if c[1] == suit], 5 + number // 4 % (size - 4))
        others = random.sample([c for c in evaluator.CARDS if c not in of_suit], size - len(of_suit))
        hands.append(random.sample(of_suit + others, size))
    places = evaluator.places(rows_of(hands))
    assert [tables().hands[place] for place in places] == [best(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    """Its numbers run the other way, from 1 for the royal flush to 7,462."""
    hands = dealt(20_000, size, seed=100 + size)
    theirs = [phevaluator.evaluate_cards(*hand) for hand in hands]
    assert (evaluator.places(rows_of(hands)) + np.array(theirs) == 7463).all()


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("n", [0, 1, 7, 2047, 2048, 2049, 65536 + 2049])
def test_rows_and_columns_and_any_number_of_hands(size: int, n: int) -> None:
    """Blocks end everywhere: places do not depend on where in the bulk a hand stands."""
    few = rows_of(dealt(97, size, seed=size))
    alone = np.array([evaluator.place([evaluator.CARDS[c] for c in hand]) for hand in few], dtype=np.uint16)
    hands = few[np.arange(n) % len(few)]
    expected = alone[np.arange(n) % len(few)]
    columns = np.ascontiguousarray(hands.T)
    for checked in (True, False):
        assert (evaluator.places(hands, checked=checked) == expected).all()
        assert (evaluator.places_of_columns(columns, checked=checked) == expected).all()
    assert (evaluator.places(hands.astype(np.int64)) == expected).all()
    assert (evaluator.places(columns.T) == expected).all()
    out = np.zeros(n, dtype=np.uint16)
    assert evaluator.places(hands, out=out) is out
    assert (out == expected).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_one_hand_at_a_time_by_adding_cards(size: int) -> None:
    """A board's sums plus two cards, as kernels use them; half the hands are suited."""
    lookup = evaluator.lookup(size)
    hands = dealt(400, size, seed=size)
    clubs = [c for c in evaluator.CARDS if c[1] == "c"]
    hands += [
        Random(n).sample(clubs, 5) + [c for c in hand if c not in clubs][: size - 5] for n, hand in enumerate(hands)
    ]
    hands = [hand for hand in hands if len(hand) == size]
    suited = 0
    for hand in hands:
        numbers = evaluator.numbers(hand)
        board = lookup.key[numbers[2:]].sum()
        key = np.array([kernels.NO_CARDS, board, *lookup.key[numbers[:2]]], dtype=np.uint64).sum()
        bits = lookup.bit[numbers].sum()
        assert tables().hands[kernels.place(key, bits, lookup)] == best(hand), hand
        assert kernels.is_suited(key) == any(sum(c[1] == s for c in hand) >= 5 for s in "cdhs")
        suited += bool(kernels.is_suited(key))
    assert suited > 300


def test_one_hand_by_its_cards() -> None:
    royal = ["As", "Ks", "Qs", "Js", "Ts", "2c", "2d"]
    assert evaluator.place(royal) == 7462
    assert tables().hands[evaluator.place(royal)].name == "royal_flush"
    assert evaluator.place(["2c", "3d", "4c", "5d", "7c"]) == 1


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="a hand has 5, 6 or 7 cards, not 4"):
        evaluator.places(np.zeros((3, 4), dtype=np.uint8))
    with pytest.raises(ValueError, match="a hand has 5, 6 or 7 cards, not 8"):
        evaluator.places_of_columns(np.zeros((8, 3), dtype=np.uint8), checked=False)
    with pytest.raises(ValueError, match=r"the shape is \(7,\); wanted is one hand a row"):
        evaluator.places(np.arange(7, dtype=np.uint8))
    with pytest.raises(ValueError, match="a hand has 5, 6 or 7 cards, not 3"):
        evaluator.place(["As", "Ks", "Qs"])
    with pytest.raises(ValueError, match="a hand has 5, 6 or 7 cards, not 2"):
        evaluator.lookup(2)
    with pytest.raises(ValueError, match="whole numbers from 0 to 51, not float64"):
        evaluator.places(np.zeros((3, 5)))
    with pytest.raises(ValueError, match=r"wanted is \(3,\) of uint16"):
        evaluator.places(rows_of(dealt(3, 5, seed=1)), out=np.zeros(3, dtype=np.int64))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_impossible_hands_are_refused(size: int) -> None:
    hands = rows_of(dealt(70_000, size, seed=1))
    for at in (0, 2500, 69_999):
        for one, other in combinations(range(size), 2):
            wrong = hands.copy()
            wrong[at, one] = wrong[at, other]
            card = evaluator.CARDS[wrong[at, one]]
            for call, given in ((evaluator.places, wrong), (evaluator.places_of_columns, wrong.T)):
                with pytest.raises(ValueError, match=rf"hand {at} \(counted from 0\) holds {card}.* 2 times"):
                    call(given)
    for number in (52, 53, 54, 63, 64, 116, 255):
        for column in range(size):
            wrong = hands[:10].copy()
            wrong[4, column] = number
            for call, given in ((evaluator.places, wrong), (evaluator.places_of_columns, wrong.T)):
                with pytest.raises(ValueError, match=rf"hand 4 .* holds number {number}; .* 0 to 51"):
                    call(given)
    for number in (-1, 52, 256):
        signed = hands[:10].astype(np.int64)
        signed[4, 2] = number
        with pytest.raises(ValueError, match="the numbers of cards are 0 to 51; given are"):
            evaluator.places(signed)


def test_unchecked_nonsense_reads_nothing_outside_the_tables() -> None:
    nonsense = np.random.default_rng(1).integers(0, 256, (10_000, 7), dtype=np.uint8)
    assert (evaluator.places(nonsense, checked=False) <= 7462).all()
