"""What sets of cards up to a renaming of the suits become with their last card."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.card_sets import BITS

Array = NDArray[Any]


@kernel
def _by_ranks(cards: Array, size: int, room: Array, places: Array, choose: Array) -> Any:
    """The place of the best five among cards of these ranks, no five of one suit; `room` is where they are sorted."""
    for i in range(size):
        j = i
        while j > 0 and room[j - 1] > cards[i]:
            room[j] = room[j - 1]
            j -= 1
        room[j] = cards[i]
    index = 0
    for i in range(size):
        index += choose[room[i] + i, i + 1]
    return places[index]


@kernel
def last_cards(
    sets: Array, size: int, ranks: Array, suits: int, kind: Array, places: Array, suited: Array, choose: Array,
    found: Array,
) -> None:  # fmt: skip
    """found[set, kind]: how many of the remaining cards complete each kind of hand, the best five of `size` cards.
    `sets` have one card less; `kind` is by place. At most one suit of them can reach five cards, and these leave no
    room for a higher hand."""
    full, room = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    for row in range(len(sets)):
        held = 0
        for bit in range(BITS * suits):
            if sets[row] >> bit & 1:
                full[held] = bit % BITS
                held += 1
        flush, mask, many = -1, 0, 0
        for suit in range(suits):
            these, count = sets[row] >> (BITS * suit) & ((1 << BITS) - 1), 0
            for rank in range(BITS):
                count += these >> rank & 1
            if count >= 4:
                flush, mask, many = suit, these, count
        for rank in ranks:
            left = 0
            for suit in range(suits):
                left += 1 - (sets[row] >> (BITS * suit + rank) & 1)
            if flush >= 0 and not mask >> rank & 1:
                found[row, kind[suited[mask | 1 << rank]]] += 1
                left -= 1
            if left:
                if many >= 5:
                    found[row, kind[suited[mask]]] += left
                else:
                    full[size - 1] = rank
                    found[row, kind[_by_ranks(full, size, room, places, choose)]] += left
