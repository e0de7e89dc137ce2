"""Bytes made from shuffles, for test suites of random bits. How, exactly:

1. An order of n cards is written in its digits: for the card in place i from the top (counted from 0), how many cards
   below it come earlier in the new deck, a number from 0 to n − 1 − i. In uniformly random orders the digits are
   independent and each is uniform.
2. From the top, digits are gathered into four groups; a group is closed as soon as it has at least the fourth root of
   n! values, and the fourth takes the rest. A group's number is d0 + r0·(d1 + r1·(d2 + …)), the topmost digit d0 counting
   least, r being the number of values of each digit.
3. A group with P values gives a word of 32 bits: its number modulo 2³², unless the number is in the last, incomplete
   round (not below P − P mod 2³²). If any of the four is, the whole order is thrown away (about once in 10,000 or less).
4. The four words of an order are written one after the other, each with its lowest byte first: 16 bytes an order.

So every bit is fair if the shuffle is, every card but the last (which is no choice) has its say, the first card dealt
stands in the lowest bits of the first word, and words lie where test suites look for them."""

from collections.abc import Iterator
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.shuffle_source import CHUNK, Plan, chunks
from pitboss.simulation.shuffle_tests import digits

Array = NDArray[Any]
WORDS = 4
FRAME = 4 * WORDS
"""Bytes an order gives."""
_ROUND = 1 << 32
_ENDLESS = 10**18


@cache
def groups(cards: int) -> tuple[tuple[int, ...], ...]:
    """How many values each digit has, top card first, in its four groups."""
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    product = 1
    for values in range(cards, 1, -1):
        group.append(values)
        product *= values
        if product**WORDS >= factorial(cards) and len(found) < WORDS - 1:
            found.append(tuple(group))
            group, product = [], 1
    return (*found, tuple(group))


def frames(orders: Array) -> bytes:
    """Sixteen bytes for each order (a row) that is not thrown away."""
    digit = digits(orders).astype(np.uint64)
    kept = np.ones(len(orders), dtype=bool)
    words = np.empty((len(orders), WORDS), dtype="<u4")
    at = 0
    for number, group in enumerate(groups(orders.shape[1])):
        value = np.zeros(len(orders), dtype=np.uint64)
        weight = 1
        for values in group:
            value += digit[at] * np.uint64(weight)
            weight *= values
            at += 1
        kept &= value < np.uint64(weight - weight % _ROUND)
        words[:, number] = value & np.uint64(_ROUND - 1)
    return words[kept].tobytes()


def shuffle_bytes(cards: int, seed: str | None, plant: str = "", workers: int = 1) -> Iterator[bytes]:
    """Bytes without end, in pieces."""
    for block in chunks(Plan(cards, _ENDLESS, seed, plant), workers):
        yield frames(np.frombuffer(block, dtype=np.uint8).reshape(-1, cards))


def useful_workers(count: int | None, workers: int) -> int:
    """No more workers than there are chunks to be made for so many bytes."""
    return workers if count is None else min(workers, -(-count // (FRAME * CHUNK)))
