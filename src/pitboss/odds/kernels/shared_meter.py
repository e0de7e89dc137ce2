"""Hands that several players can hold beside each other."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel

Array = NDArray[Any]


@kernel
def without(kinds: Array, hands: Array, boards: Array, removed: Array, number: int) -> Array:
    """For each set of removed cards how many of the other hands are of each kind on its board; `hands` and `removed`
    are sets of cards, `boards` says which row of `kinds` belongs to each."""
    found = np.zeros((len(removed), number), dtype=np.int64)
    for row in range(len(removed)):
        of, gone = kinds[boards[row]], removed[row]
        for column in range(len(hands)):
            if of[column] >= 0 and not hands[column] & gone:
                found[row, of[column]] += 1
    return found
