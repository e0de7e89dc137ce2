"""Kernels for Let It Ride: the five-card hands that sets of cards up to a renaming of the suits grow into."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.card_sets import BITS

Array = NDArray[Any]


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
