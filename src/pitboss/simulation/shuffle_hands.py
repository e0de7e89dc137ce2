"""The hands that the first cards of a shuffle make, placed by the product's own evaluators, and how often each category
must come by combinatorics."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards.deck import STANDARD, Card
from pitboss.cards.fast import three_cards
from pitboss.games import rules_for
from pitboss.games.decks import deck as deck_of
from pitboss.odds.holdings import size
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.words import number
from pitboss.table.cells import OWN, Ranking, holdings

Array = NDArray[Any]
MOST_HANDS = 1_000_000
"""Orders of kinds of card of which a table is made."""

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


def hand_tests(deck: str) -> dict[str, HandTest]:
    """The hands that can be looked at in a deck."""
    if deck != STANDARD.id:
        return {f"hands_{deck}": test for game in games() if deck_of(game).id == deck for test in _own_hands(game)}
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


# --- decks of a game's own ------------------------------------------------------------------------------------------


class OwnDeckHand(Struct, frozen=True):
    """The player's hand in a game with a deck of its own."""

    contents: tuple[tuple[Card, int], ...]
    cards: int
    ranking: Ranking


def _own_hands(game: str) -> list[HandTest]:
    """The hand that the main wagers of a game compare, if its deck has few kinds of card."""
    own = _own_of(game)
    if own is None or len(own.contents) ** own.cards > MOST_HANDS:
        return []
    title = f"{book(game).title} hands of the first {number(own.cards)} cards"
    return [HandTest(title, _ways(own), lambda orders: _categories(own, orders))]


def _own_of(game: str) -> OwnDeckHand | None:
    terms = check_data(default_data(game)).terms
    assert terms is not None, "the default submission of a game has no faults"
    rules = rules_for(terms)
    fields = tuple(field for w in rules.wagers if w.compulsory or w.later for field in rules.fields[w.id])
    found = next((holding for holding in holdings(fields) if holding.sees == (OWN,)), None)
    return OwnDeckHand(rules.deck.contents, size(rules, found), found.ranking) if found else None


def _categories(own: OwnDeckHand, orders: Array) -> Array:
    kinds = np.repeat(np.arange(len(own.contents)), [count for _, count in own.contents])
    dealt = kinds[orders[:, : own.cards]]
    found: Array = _table(own)[tuple(dealt.T)]
    return found


@cache
def _ways(own: OwnDeckHand) -> dict[str, int]:
    """Cards of one kind are alike: products of binomial coefficients, the highest hand first."""
    held = dict(own.contents)
    ways: Counter[str] = Counter()
    highest: dict[str, tuple[int, ...]] = {}
    for kinds in combinations_with_replacement(held, own.cards):
        hand = own.ranking.of(kinds)
        ways[hand.name] += prod(comb(held[kind], count) for kind, count in Counter(kinds).items())
        highest[hand.name] = max(highest.get(hand.name, hand.key), hand.key)
    return {name: ways[name] for name in sorted(ways, key=highest.__getitem__, reverse=True)}


@cache
def _table(own: OwnDeckHand) -> Array:
    names, kinds, held = tuple(_ways(own)), [kind for kind, _ in own.contents], dict(own.contents)
    table = np.full((len(kinds),) * own.cards, -1, dtype=np.int8)
    for hand in product(range(len(kinds)), repeat=own.cards):
        cards = tuple(kinds[k] for k in hand)
        if all(cards.count(card) <= held[card] for card in cards):
            table[hand] = names.index(own.ranking.of(cards).name)
    return table
