"""Sets of cards up to a renaming of the suits. A set is one integer: 13 bits for each suit, the suits in descending
order. Ranks run from 0 (two) to 12."""

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
def grow(rows: Array, cards: int, lower: Array) -> Array:
    """For every set of cards, one an ascending row, the numbers of the sets that it becomes with one more of so many
    cards; lower[n, card] is how many sets of n + 1 cards there are of those below a card."""
    size = rows.shape[1]
    found = np.empty((len(rows), cards - size), dtype=np.int32)
    for row in range(len(rows)):
        column, before, above = 0, 0, 0
        for n in range(size):
            above += lower[n + 1, rows[row, n]]
        at = 0
        for card in range(cards):
            if at < size and rows[row, at] == card:
                before += lower[at, card]
                above -= lower[at + 1, card]
                at += 1
            else:
                found[row, column] = before + lower[at, card] + above
                column += 1
    return found
