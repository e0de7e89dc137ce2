"""The hands that the first cards of a shuffle make, placed by the product's own evaluators, and how often each category
must come by combinatorics."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards.deck import STANDARD, Deck
from pitboss.cards.fast import three_cards
from pitboss.games.decks import deck as deck_of
from pitboss.games.dragon_poker.hands import dragon_hand

Array = NDArray[Any]

FIVE = {
    "royal_flush": 4,
    "straight_flush": 9 * 4,
    "four_of_a_kind": 13 * 48,
    "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": 4 * (comb(13, 5) - 10),
    "straight": 10 * (4**5 - 4),
    "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "two_pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
    "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
    "high_card": (comb(13, 5) - 10) * (4**5 - 4),
}
"""Category → how many hands of five cards make it, highest first."""
SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}
"""The same for the best five of seven cards: known counts over all 133,784,560 hands."""
THREE = {
    "straight_flush": 12 * 4,
    "three_of_a_kind": 13 * comb(4, 3),
    "straight": 12 * (4**3 - 4),
    "flush": 4 * (comb(13, 3) - 12),
    "pair": 13 * comb(4, 2) * 48,
    "high_card": (comb(13, 3) - 12) * (4**3 - 4),
}


class HandTest(Struct, frozen=True):
    """Hands of the top cards."""

    title: str
    ways: dict[str, int]
    """Category → number of hands, in the order of the ranking."""
    categories: Callable[[Array], Array]
    """Orders (one a row, labels of cards) → the number of the category of each, as `ways` lists them."""


def _dragon_deck() -> Deck:
    return deck_of("dragon-poker")


def hand_tests(deck: str) -> dict[str, HandTest]:
    """The hands that can be looked at in a deck."""
    if deck == _dragon_deck().id:
        return {"hands_dragon": HandTest("Dragon Poker hands of the first three cards", _dragon_ways(), _dragon)}
    return {
        "hands_3": HandTest("three-card hands of the first three cards", THREE, _three),
        "hands_5": HandTest("five-card hands of the first five cards", FIVE, lambda orders: _best(orders, 5, FIVE)),
        "hands_7": HandTest("best five of the first seven cards", SEVEN, lambda orders: _best(orders, 7, SEVEN)),
    }


def _best(orders: Array, size: int, ways: dict[str, int]) -> Array:
    from pitboss.odds.evaluator import numbers, places_of_columns
    from pitboss.odds.tables import tables

    names = tuple(ways)
    as_listed = np.array([names.index(name) for name in tables().categories])
    columns = np.ascontiguousarray(numbers(STANDARD.cards)[orders[:, :size].T])
    return as_listed[tables().category[places_of_columns(columns, checked=False)]]


def _three(orders: Array) -> Array:
    return _three_table()[orders[:, 0], orders[:, 1], orders[:, 2]]


@cache
def _three_table() -> Array:
    names, cards = tuple(THREE), STANDARD.cards
    table = np.zeros((len(cards),) * 3, dtype=np.int8)
    for hand in combinations(range(len(cards)), 3):
        category = names.index(three_cards(tuple(cards[c] for c in hand)).name)
        for dealt in permutations(hand):
            table[dealt] = category
    return table


def _dragon(orders: Array) -> Array:
    kinds = np.repeat(np.arange(len(_dragon_deck().contents)), [count for _, count in _dragon_deck().contents])
    dealt = kinds[orders[:, :3]]
    return _dragon_table()[dealt[:, 0], dealt[:, 1], dealt[:, 2]]


def _dragon_ways() -> dict[str, int]:
    """Cards of one kind are alike: products of binomial coefficients, the highest hand first."""
    held = dict(_dragon_deck().contents)
    ways: Counter[tuple[tuple[int, ...], str]] = Counter()
    for kinds in _dragon_hands():
        counts = Counter(kinds)
        hand = dragon_hand(kinds)
        number = 1
        for kind, count in counts.items():
            number *= comb(held[kind], count)
        ways[hand.key[:2] if hand.key[0] > 1 else (1,), hand.name] += number
    return {name: number for (_, name), number in sorted(ways.items(), reverse=True)}


def _dragon_hands() -> list[tuple[str, ...]]:
    kinds = [kind for kind, _ in _dragon_deck().contents]
    return [hand for hand in product(kinds, repeat=3) if list(hand) == sorted(hand, key=kinds.index)]


@cache
def _dragon_table() -> Array:
    names, kinds = tuple(_dragon_ways()), [kind for kind, _ in _dragon_deck().contents]
    held = dict(_dragon_deck().contents)
    table = np.full((len(kinds),) * 3, -1, dtype=np.int8)
    for hand in product(range(len(kinds)), repeat=3):
        cards = tuple(kinds[k] for k in hand)
        if all(cards.count(card) <= held[card] for card in cards):
            table[hand] = names.index(dragon_hand(cards).name)
    return table
