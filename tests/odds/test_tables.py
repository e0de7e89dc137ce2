"""The lookup tables against the declared ranking and against numbers known from combinatorics."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cards.declared import best
from pitboss.cards.deck import RANKS, SUITS
from pitboss.cards.fast import best_five
from pitboss.cards.ranking import FIVE_CARDS, rank
from pitboss.odds.tables import multisets, tables

CLASSES = {
    "high_card": 1277, "pair": 2860, "two_pair": 858, "three_of_a_kind": 858, "straight": 10, "flush": 1277,
    "full_house": 156, "four_of_a_kind": 156, "straight_flush": 9, "royal_flush": 1,
}  # fmt: skip
"""Hands that differ in value, by category: 7,462 in all (K. Suffecool, "Cactus Kev's Poker Hand Evaluator")."""


def test_every_class_of_hands_once_in_ascending_order() -> None:
    hands = tables().hands
    assert len(hands) == 7463
    keys = [hand.key for hand in hands[1:]]
    assert keys == sorted(set(keys))
    assert hands[0] == hands[1]
    assert Counter(hand.name for hand in hands[1:]) == CLASSES
    assert tables().categories == tuple(CLASSES)
    assert [tables().categories[c] for c in tables().category[1:]] == [hand.name for hand in hands[1:]]


def test_the_ends_of_the_order() -> None:
    first, last = tables().hands[1], tables().hands[-1]
    assert first == rank(["2c", "3d", "4c", "5d", "7c"], FIVE_CARDS)
    assert last == rank(["Ts", "Js", "Qs", "Ks", "As"], FIVE_CARDS)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_multisets_stand_at_their_index(size: int) -> None:
    rows = [tuple(int(r) for r in row) for row in multisets(size)]
    assert len(set(rows)) == len(rows) == comb(13 + size - 1, size)
    assert all(list(row) == sorted(row) for row in rows)
    choose = tables().choose
    found = [sum(int(choose[r + i, i + 1]) for i, r in enumerate(row)) for row in rows]
    assert found == list(range(len(rows)))


@pytest.mark.parametrize(("size", "possible"), [(5, 6175), (6, 18395), (7, 49205)])
def test_places_by_ranks_are_those_of_the_fast_ranking(size: int, possible: int) -> None:
    """Every multiset of ranks, dealt so that no suit comes three times."""
    places = tables().ranks[size]
    seen = 0
    for place, row in zip(places.tolist(), multisets(size).tolist(), strict=True):
        if max(Counter(row).values()) > 4:
            assert place == 0
            continue
        seen += 1
        cards = tuple(RANKS[r] + SUITS[i % 4] for i, r in enumerate(row))
        assert tables().hands[place] == best_five(cards), cards
    assert seen == possible


def test_places_of_one_suit_are_the_declared_ones() -> None:
    suited = tables().suited
    assert suited.shape == (1 << 13,)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            declared = best([RANKS[r] + "h" for r in ranks])
            assert tables().hands[suited[sum(1 << r for r in ranks)]] == declared, ranks
    few = [mask for mask in range(1 << 13) if mask.bit_count() < 5]
    assert not suited[few].any()


def test_binomials_for_kernels() -> None:
    choose = tables().choose
    assert choose.dtype == np.int64
    assert choose[52, 5] == 2_598_960
    assert choose[52, 7] == 133_784_560
    assert choose[3, 5] == 0
