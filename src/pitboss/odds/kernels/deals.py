"""Random deals that can be asked for by number: round n of a seed is always the same, whoever works it out and in which
order. The stream is Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011), keyed by the seed and counted by round and
block; cards are drawn by Fisher–Yates from the front, each place by multiplication with rejection (Lemire, 2019)."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel

U32, U64 = np.uint32, np.uint64
LOW = U64(0xFFFFFFFF)
BITS = U64(32)
MULTIPLY_0, MULTIPLY_1 = U64(0xD2511F53), U64(0xCD9E8D57)
WEYL_0, WEYL_1 = U64(0x9E3779B9), U64(0xBB67AE85)
ROUNDS = 10


@kernel
def philox(a: Any, b: Any, c: Any, d: Any, key_0: Any, key_1: Any) -> Any:
    """The four words of one counter; every value is below 2³²."""
    for _ in range(ROUNDS):
        first = MULTIPLY_0 * a
        second = MULTIPLY_1 * c
        a, b, c, d = (second >> BITS) ^ b ^ key_0, second & LOW, (first >> BITS) ^ d ^ key_1, first & LOW
        key_0 = (key_0 + WEYL_0) & LOW
        key_1 = (key_1 + WEYL_1) & LOW
    return a, b, c, d


@kernel
def deal(number: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, order: Any) -> None:
    """order[:needed]: the first cards of round `number`, drawn from `deck` (the numbers of all cards)."""
    size = len(deck)
    for i in range(size):
        order[i] = deck[i]
    block = U64(0)
    a = b = c = d = U64(0)
    have = 0
    for i in range(needed):
        left = U64(size - i)
        while True:
            if have == 0:
                a, b, c, d = philox(U64(number) & LOW, U64(number) >> BITS, block, U64(0), key_0, key_1)
                block += U64(1)
                have = 4
            word = a
            a = b
            b = c
            c = d
            have -= 1
            product = word * left
            low = product & LOW
            if low >= left or low >= U64(4294967296) % left:  # the second question is rarely asked
                break
        pick = i + np.int64(product >> BITS)
        taken = order[pick]
        order[pick] = order[i]
        order[i] = taken


@kernel
def deals(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, found: Any) -> None:
    """found[n, :needed]: the first cards of round first + n. For the real engine, and for whoever wants to look."""
    order = np.empty(len(deck), np.int64)
    for n in range(found.shape[0]):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        for i in range(needed):
            found[n, i] = order[i]


@kernel
def gather(cells: Any, nets: Any, counts: Any, sums: Any) -> None:
    """Adds up a block: counts[seat, column, cell], and of each column's total over the seats of a round the sum and the
    sum of squares: sums[column] = (sum, upper and lower 32 bits of the squares' sums)."""
    rounds, seats, columns = cells.shape
    for k in range(columns):
        total = np.int64(0)
        upper = np.int64(0)
        lower = np.int64(0)
        for n in range(rounds):
            result = np.int64(0)
            for s in range(seats):
                cell = cells[n, s, k]
                counts[s, k, cell] += 1
                result += nets[k, cell]
            total += result
            square = result * result
            upper += square >> 32
            lower += square & np.int64(0xFFFFFFFF)
        sums[k, 0] += total
        sums[k, 1] += upper
        sums[k, 2] += lower
