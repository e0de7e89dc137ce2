"""Bytes made from shuffles, for test suites of random bits. How, exactly:

1. An order of n cards is written in its digits: for the card in place i from the top (counted from 0), how many cards
   below it come earlier in the new deck, a number from 0 to n − 1 − i. In uniformly random orders the digits are
   independent and each is uniform.
2. From the top, digits are gathered into eight groups; a group is closed as soon as it has at least 2²¹ values. Its
   number is written with the topmost digit in front: (d0·r1 + d1)·r2 + d2 …, r being how many values a digit has. What
   is left below the eighth group is not used.
3. A group with P values gives a word of 16 bits: its number divided by q = ⌊P / 2¹⁶⌋, rounded down. A number from
   2¹⁶·q upwards belongs to no word; then the whole order is thrown away (about one in twenty-five).
4. The eight words of an order are written one after the other, each with its lower byte first: 16 bytes an order.

So each word has exactly q numbers and every bit is fair if the shuffle is. Nothing is mixed: what is wrong with a place
of the deck stays in its word, and the words lie where test suites look for them."""

from collections.abc import Generator
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.shuffle_source import CHUNK, ShufflePlan, chunks
from pitboss.simulation.shuffle_tests import digits

Array = NDArray[Any]
WORDS = 8
FRAME = 2 * WORDS
"""Bytes an order gives."""
_WORD = 1 << 16
_ENOUGH = 1 << 21
_ENDLESS = 10**18


@cache
def groups(cards: int) -> tuple[tuple[int, ...], ...]:
    """How many values each digit has, top card first, in their groups."""
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    for values in range(cards, 1, -1):
        group.append(values)
        if prod(group) >= _ENOUGH and len(found) < WORDS:
            found.append(tuple(group))
            group = []
    assert len(found) == WORDS, "too few cards"
    return tuple(found)


def frames(orders: Array) -> bytes:
    """Sixteen bytes for each order (a row) that is not thrown away."""
    digit = digits(orders).astype(np.int64)
    kept = np.ones(len(orders), dtype=bool)
    words = np.empty((len(orders), WORDS), dtype="<u2")
    at = 0
    for place, group in enumerate(groups(orders.shape[1])):
        number = np.zeros(len(orders), dtype=np.int64)
        for values in group:
            number = number * values + digit[at]
            at += 1
        each = prod(group) // _WORD
        kept &= number < each * _WORD
        words[:, place] = number // each & _WORD - 1
    return words[kept].tobytes()


def shuffle_bytes(cards: int, seed: str | None, plant: str = "", workers: int = 1) -> Generator[bytes, None, None]:
    """Bytes without end, in pieces."""
    for block in chunks(ShufflePlan(cards, _ENDLESS, seed, plant), workers):
        yield frames(np.frombuffer(block, dtype=np.uint8).reshape(-1, cards))


def useful_workers(count: int | None, workers: int) -> int:
    """No more workers than there are chunks to be made for so many bytes."""
    return workers if count is None else min(workers, -(-count // (FRAME * CHUNK)))
