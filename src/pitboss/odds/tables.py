"""Lookup tables for the kernels, derived from the declared ranking: every five-card hand gets its place in the order of
all hands, and more cards are worth the best five among them."""

from functools import cache
from math import comb
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards.deck import RANKS, SUITS
from pitboss.cards.ranking import FIVE_CARDS, Hand, rank

Array = NDArray[Any]
RANK_COUNT = len(RANKS)
LOWEST_RANK = 2
"""Kernels count ranks from 0 (the two) to 12 (the ace)."""


class Tables(Struct, frozen=True):
    """Places run from 1, the lowest hand, to 7,462, the royal flush; 0 stands for no hand."""

    hands: tuple[Hand, ...]
    """place → the declared hand (place 0 repeats the lowest)."""
    ranks: dict[int, Array]
    """5, 6 or 7 cards → place by ranks alone, at the row of the multiset in `multisets`."""
    suited: Array
    """set of ranks in one suit, as 13 bits → place; 0 for fewer than five cards."""
    category: Array
    """place → number of the category, 0 for the lowest (`categories` names them)."""
    categories: tuple[str, ...]
    choose: Array
    """choose[n, k], with which a kernel finds the row of a multiset: the sum of choose[r + i, i + 1] over its ranks r,
    the lowest first, i counted from 0."""


def multisets(size: int) -> Array:
    """Every multiset of ranks, one a row, each row ascending: ordered by the highest rank, then by the next."""
    ranks = np.arange(RANK_COUNT, dtype=np.int8)
    rows: Array = ranks[:, None]
    for k in range(2, size + 1):
        # Under each highest rank stand, in the same order, all smaller multisets of ranks up to it.
        below = [comb(r + k - 1, k - 1) for r in range(RANK_COUNT)]
        rows = np.column_stack([np.concatenate([rows[:n] for n in below]), np.repeat(ranks, below)])
    return rows


@cache
def tables() -> Tables:
    """The tables; made once in a process, in about a fifth of a second."""
    fives = [tuple(row) for row in multisets(5).tolist()]
    by_ranks = {row: _declared(row, suited=False) for row in fives if len(set(row)) > 1}
    by_suit = {row: _declared(row, suited=True) for row in fives if len(set(row)) == 5}
    keys = sorted({hand.key: hand for hand in (*by_ranks.values(), *by_suit.values())}.items())
    place = {key: number for number, (key, _) in enumerate(keys, start=1)}
    hands = (keys[0][1], *(hand for _, hand in keys))
    categories = tuple(category.name for category in reversed(FIVE_CARDS))
    ranks = {5: np.array([place[by_ranks[row].key] if row in by_ranks else 0 for row in fives], dtype=np.int16)}
    for size in (6, 7):
        ranks[size] = _best_without_one(size, ranks[size - 1])
    return Tables(
        hands=hands,
        ranks=ranks,
        suited=_suited({sum(1 << r for r in row): place[hand.key] for row, hand in by_suit.items()}),
        category=np.array([categories.index(hand.name) for hand in hands], dtype=np.int8),
        categories=categories,
        choose=np.array([[comb(n, k) for k in range(8)] for n in range(64)], dtype=np.int64),
    )


def _declared(ranks: tuple[int, ...], *, suited: bool) -> Hand:
    """The declared hand of cards with these ranks, of one suit or of no flush."""
    cards = []
    for place, r in enumerate(ranks):
        suit = 0 if suited else ranks[:place].count(r) if ranks.count(r) > 1 else place % 2
        cards.append(RANKS[r] + SUITS[suit])
    return rank(cards, FIVE_CARDS)


def _best_without_one(size: int, smaller: Array) -> Array:
    """The best hand of one card more: the best of what remains when any one of the cards is left out."""
    rows = multisets(size).astype(np.int64)
    choose = np.array([[comb(n, k) for k in range(size + 1)] for n in range(RANK_COUNT + size)], dtype=np.int64)
    best = np.zeros(len(rows), dtype=np.int16)
    for left_out in range(size):
        rest = np.delete(rows, left_out, axis=1)
        index = sum(choose[rest[:, i] + i, i + 1] for i in range(size - 1))
        best = np.maximum(best, smaller[index])
    counts = np.stack([(rows == r).sum(axis=1) for r in range(RANK_COUNT)])
    best[(counts > len(SUITS)).any(axis=0)] = 0
    return best


def _suited(fives: dict[int, int]) -> Array:
    places = np.zeros(1 << RANK_COUNT, dtype=np.int16)
    for mask in sorted(range(1 << RANK_COUNT), key=int.bit_count):
        if mask.bit_count() == 5:
            places[mask] = fives[mask]
        elif mask.bit_count() > 5:
            places[mask] = max(places[mask & ~(1 << r)] for r in range(RANK_COUNT) if mask >> r & 1)
    return places
