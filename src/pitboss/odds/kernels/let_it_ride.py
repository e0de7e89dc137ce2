"""Kernels for Let It Ride: sets of cards up to a renaming of the suits, and the five-card hands they grow into.

A set of cards is one integer: 13 bits for each suit, the suits in descending order. Ranks run from 0 (two) to 12."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel

Array = NDArray[Any]
BITS = 13


@kernel
def extend(sets: Array, size: int, ranks: Array, suits: int) -> Array:
    """Every set with one more card of the pack: a row for each set, the suits in descending order again."""
    found = np.empty((len(sets), len(ranks) * suits - size), dtype=np.int64)
    mask = np.empty(suits, dtype=np.int64)
    for row in range(len(sets)):
        column = 0
        for suit in range(suits):
            for rank in ranks:
                if sets[row] >> (BITS * suit + rank) & 1:
                    continue
                for s in range(suits):
                    mask[s] = sets[row] >> (BITS * s) & ((1 << BITS) - 1)
                mask[suit] |= 1 << rank
                place = suit
                while place > 0 and mask[place] > mask[place - 1]:
                    mask[place], mask[place - 1] = mask[place - 1], mask[place]
                    place -= 1
                packed = 0
                for s in range(suits):
                    packed |= mask[s] << (BITS * s)
                found[row, column] = packed
                column += 1
    return found


@kernel
def _by_ranks(cards: Array, room: Array, places: Array, choose: Array) -> Any:
    """The place of a hand with these five ranks and no flush; `room` is where they are sorted."""
    for i in range(5):
        j = i
        while j > 0 and room[j - 1] > cards[i]:
            room[j] = room[j - 1]
            j -= 1
        room[j] = cards[i]
    index = 0
    for i in range(5):
        index += choose[room[i] + i, i + 1]
    return places[index]


@kernel
def last_cards(
    sets: Array, ranks: Array, suits: int, kinds: int, kind: Array, places: Array, suited: Array, choose: Array
) -> Array:
    """For every set of four cards how many of the remaining cards complete each kind of hand; `kind` is by place."""
    found = np.zeros((len(sets), kinds), dtype=np.int64)
    five, room = np.empty(5, dtype=np.int64), np.empty(5, dtype=np.int64)
    for row in range(len(sets)):
        mask, cards = sets[row] & ((1 << BITS) - 1), 0
        one_suit = mask == sets[row]
        for bit in range(BITS * suits):
            if sets[row] >> bit & 1:
                five[cards] = bit % BITS
                cards += 1
        for rank in ranks:
            left = 0
            for suit in range(suits):
                left += 1 - (sets[row] >> (BITS * suit + rank) & 1)
            if one_suit and not mask >> rank & 1:
                found[row, kind[suited[mask | 1 << rank]]] += 1
                left -= 1
            if left:
                five[4] = rank
                found[row, kind[_by_ranks(five, room, places, choose)]] += left
    return found


@kernel
def triples_on(boards: Array, pack: Array, kind: Array, places: Array, suited: Array, choose: Array) -> Array:
    """The kind of hand that each three cards of the pack make with each two of the board, −1 where a card is in both.
    Triples stand in ascending order of the places of their cards in `pack`."""
    n = len(pack)
    found = np.empty((len(boards), n * (n - 1) * (n - 2) // 6), dtype=np.int8)
    cube = np.empty((BITS, BITS, BITS), dtype=np.int8)
    five, room = np.empty(5, dtype=np.int64), np.empty(5, dtype=np.int64)
    for row in range(len(boards)):
        mask, cards = boards[row] & ((1 << BITS) - 1), 3
        one_suit = mask == boards[row]
        for card in pack:
            if boards[row] >> card & 1:
                five[cards] = card % BITS
                cards += 1
        for a in range(BITS):
            for b in range(a, BITS):
                for c in range(b, BITS):
                    five[0], five[1], five[2] = a, b, c
                    cell = kind[_by_ranks(five, room, places, choose)]
                    cube[a, b, c] = cube[a, c, b] = cube[b, a, c] = cell
                    cube[b, c, a] = cube[c, a, b] = cube[c, b, a] = cell
        column = 0
        for i in range(n):
            for j in range(i + 1, n):
                for k in range(j + 1, n):
                    used = (1 << pack[i]) | (1 << pack[j]) | (1 << pack[k])
                    if boards[row] & used:
                        found[row, column] = -1
                    elif one_suit and used < 1 << BITS:
                        found[row, column] = kind[suited[mask | used]]
                    else:
                        found[row, column] = cube[pack[i] % BITS, pack[j] % BITS, pack[k] % BITS]
                    column += 1
    return found


@kernel
def without(kinds: Array, triples: Array, boards: Array, removed: Array, number: int) -> Array:
    """For each set of removed cards how many of the other triples make each kind of hand on its board; `triples` and
    `removed` are sets of cards, `boards` says which row of `kinds` belongs to each."""
    found = np.zeros((len(removed), number), dtype=np.int64)
    for row in range(len(removed)):
        of, gone = kinds[boards[row]], removed[row]
        for column in range(len(triples)):
            if of[column] >= 0 and not triples[column] & gone:
                found[row, of[column]] += 1
    return found
