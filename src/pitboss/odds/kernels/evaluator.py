"""Places of five, six or seven cards, in bulk and one hand at a time.

A card's number is 4 × rank + suit, ranks from 0 (the two), suits from 0 (clubs). Each rank has a 32-bit key, and they
are such that no two multisets of as many ranks have the same sum. A sum leads to its place through two small tables:
its upper bits choose a row, the row's shift plus its lower bits the place. Only hands with five cards of a suit, 3 % of
seven cards, need their suits; there the ranks held in that suit decide alone, for they leave no room for a better hand.

In bulk, hands lie in columns, one for every card: then the compiler adds the keys of many hands at once, which it can
because a key is computed from the number by a shift and never looked up.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel

Array = NDArray[Any]
U16, U32, U64 = np.uint16, np.uint32, np.uint64

SPREAD = 0xEA097626
KEPT = 0x7DF8D9DD
"""Found by random search; `pitboss.odds.evaluator` verifies that the sums differ whenever it builds its tables."""
ROWS = 1 << 13
ROW_SHIFT = 32 - 13
MOST_CARDS = 7
NO_CARD = 52
"""Fills the columns that a hand of five or six cards leaves empty."""

NO_CARDS = U64(0x3333)
"""The key of a hand before its first card: a counter of four bits for each suit, whose top bit says five or more."""
FIVE_SUITED = U64(0x8888)

BLOCK = 2048
"""Hands worked on together: their scratch space stays in the nearest cache."""


class Lookup(NamedTuple):
    """What a kernel needs to place hands of one size. A hand's key is the sum of NO_CARDS and `key` of its cards, its
    bits are the sum of `bit`; both are built up card by card, and a board's sums serve all the hands that share it."""

    key: Array
    """card → its rank's key in the upper 32 bits, one for its suit's counter in the lower"""
    bit: Array
    """card → its rank's bit among the sixteen of its suit"""
    rows: Array
    """row of a sum → shift"""
    places: Array
    """shift plus the sum, as far as the length of this table, a power of two → place"""
    suited: Array
    """set of ranks in one suit → place"""


@kernel
def rank_key(card: Any) -> Any:
    return U32(U32(U32(SPREAD) >> U32(U32(card >> 2) & U32(15))) & U32(KEPT))


@kernel
def _suit_counter(card: Any) -> Any:
    return U16(U16(1) << U16((card & 3) << 2))


@kernel
def _suit(flag: Any) -> Any:
    """The suit whose counter has its top bit set: 8, 128, 2048 and 32768 to 0, 1, 2 and 3."""
    return (flag >> U64(7) & U64(1)) | (flag >> U64(10) & U64(2)) | (flag >> U64(14) & U64(2)) | flag >> U64(15)


# --- One hand at a time ---------------------------------------------------------------------------------------------


@kernel
def is_suited(key: Any) -> Any:
    """Whether five or more of the cards are of one suit."""
    return (key & FIVE_SUITED) != U64(0)


@kernel
def place_by_ranks(key: Any, lookup: Lookup) -> Any:
    """The place of a hand that is not suited."""
    ranks = U32(key >> U64(32))
    last = U32(len(lookup.places) - 1)
    return lookup.places[U32(U32(lookup.rows[ranks >> U32(ROW_SHIFT)]) + ranks) & last]


@kernel
def place_by_suit(key: Any, bits: Any, lookup: Lookup) -> Any:
    """The place of a suited hand."""
    return lookup.suited[bits >> (_suit(key & FIVE_SUITED) << U64(4)) & U64(0x1FFF)]


@kernel
def place(key: Any, bits: Any, lookup: Lookup) -> Any:
    """The place of a hand of the lookup's size. `bits` matter only where the hand is suited: who finds them costly asks
    `is_suited` first."""
    if is_suited(key):
        return place_by_suit(key, bits, lookup)
    return place_by_ranks(key, lookup)


# --- In bulk --------------------------------------------------------------------------------------------------------


@kernel
def _add_ranks(a: Array, b: Array, c: Array, d: Array, e: Array, f: Array, g: Array, start: Any, sums: Array) -> None:
    """Sums and suits have a loop each, and columns come one by one: a loop with two results would need more checks that
    nothing overlaps than the compiler is ready to make, and would be compiled for one hand at a time."""
    for i in range(len(sums)):
        early = rank_key(a[i]) + rank_key(b[i]) + rank_key(c[i]) + rank_key(d[i])
        sums[i] = U32(start + early + rank_key(e[i]) + rank_key(f[i]) + rank_key(g[i]))


@kernel
def _count_suits(
    a: Array, b: Array, c: Array, d: Array, e: Array, f: Array, g: Array, start: Any, flags: Array
) -> None:
    for i in range(len(flags)):
        early = _suit_counter(a[i]) + _suit_counter(b[i]) + _suit_counter(c[i]) + _suit_counter(d[i])
        late = _suit_counter(e[i]) + _suit_counter(f[i]) + _suit_counter(g[i])
        flags[i] = U16(start + early + late) & U16(0x8888)


@kernel
def _look_up(sums: Array, flags: Array, rows: Array, places: Array, out: Array, suited: Array) -> Any:
    """Places by ranks alone; lists the hands with a flag, without a branch that would often be guessed wrong."""
    last = U32(len(places) - 1)
    found = U64(0)
    for i in range(len(sums)):
        ranks = sums[i]
        out[i] = places[U32(U32(rows[ranks >> U32(ROW_SHIFT)]) + ranks) & last]
        suited[found] = i
        found += U64(flags[i] != 0)
    return found


@kernel
def _rank_bit(card: Any, suit: Any) -> Any:
    return U64((U64(card) & U64(3)) == suit) << (U64(card) >> U64(2))


@kernel
def evaluate(columns: Array, size: int, lookup: Lookup, out: Array) -> None:
    """The places of as many hands as `out` is long; their first cards are columns[0], their second columns[1] …"""
    sums = np.empty(BLOCK, dtype=np.uint32)
    flags = np.empty(BLOCK, dtype=np.uint16)
    suited = np.empty(BLOCK + 1, dtype=np.uint16)
    nothing = np.full(BLOCK, NO_CARD, dtype=np.uint8)
    missing = MOST_CARDS - size
    start = U32(-missing * np.int64(rank_key(U32(NO_CARD))))
    counters = U16(0x3333 - missing)
    for first in range(0, len(out), BLOCK):
        end = min(first + BLOCK, len(out))
        n = end - first
        a, b, c, d = columns[0, first:end], columns[1, first:end], columns[2, first:end], columns[3, first:end]
        e = columns[4, first:end]
        f = columns[5, first:end] if size > 5 else nothing[:n]
        g = columns[6, first:end] if size > 6 else nothing[:n]
        here = out[first:end]
        _add_ranks(a, b, c, d, e, f, g, start, sums[:n])
        _count_suits(a, b, c, d, e, f, g, counters, flags[:n])
        found = _look_up(sums[:n], flags[:n], lookup.rows, lookup.places, here, suited)
        for k in range(found):
            i = suited[k]
            suit = _suit(U64(flags[i]))
            held = _rank_bit(a[i], suit) | _rank_bit(b[i], suit) | _rank_bit(c[i], suit) | _rank_bit(d[i], suit)
            held |= _rank_bit(e[i], suit) | _rank_bit(f[i], suit) | _rank_bit(g[i], suit)
            here[i] = lookup.suited[held & U64(0x1FFF)]


@kernel
def _turn(cards: Array, step: int, columns: Array, n: int) -> None:
    for j in range(step):
        column = columns[j, :n]
        for i in range(n):
            column[i] = cards[step * i + j]


@kernel
def turn(cards: Array, size: int, columns: Array, n: int) -> None:
    """Hands that lie one after the other, into columns; the steps are constants so that many bytes move at once."""
    if size == 7:
        _turn(cards, 7, columns, n)
    elif size == 6:
        _turn(cards, 6, columns, n)
    else:
        _turn(cards, 5, columns, n)


@kernel
def _faults(a: Array, b: Array, c: Array, d: Array, e: Array, f: Array, g: Array, strange: Any, faults: Array) -> None:
    """Bits that all differ add up to what they are together."""
    for i in range(len(faults)):
        p, q, r, s, t, u, v = _bit(a[i]), _bit(b[i]), _bit(c[i]), _bit(d[i]), _bit(e[i]), _bit(f[i]), _bit(g[i])
        together = p | q | r | s | t | u | v
        faults[i] = ((p + q + r + s + t + u + v) ^ together) | (together & strange)


@kernel
def _bit(card: Any) -> Any:
    return U64(1) << U64(min(card, np.uint8(63)))


@kernel
def first_fault(columns: Array, size: int, n: int) -> int:
    """The first of n hands with a card twice or with a number above 51, or -1."""
    faults = np.empty(BLOCK, dtype=np.uint64)
    sixth = np.full(BLOCK, NO_CARD, dtype=np.uint8)
    seventh = np.full(BLOCK, NO_CARD + 1, dtype=np.uint8)
    strange = ~U64((1 << 52) - 1) ^ U64(size < 6) << U64(NO_CARD) ^ U64(size < 7) << U64(NO_CARD + 1)
    for first in range(0, n, BLOCK):
        end = min(first + BLOCK, n)
        count = end - first
        a, b, c, d = columns[0, first:end], columns[1, first:end], columns[2, first:end], columns[3, first:end]
        e = columns[4, first:end]
        f = columns[5, first:end] if size > 5 else sixth[:count]
        g = columns[6, first:end] if size > 6 else seventh[:count]
        _faults(a, b, c, d, e, f, g, strange, faults[:count])
        any_fault = U64(0)
        for i in range(count):
            any_fault |= faults[i]
        if any_fault:
            for i in range(count):
                if faults[i]:
                    return first + i
    return -1


# --- The tables -----------------------------------------------------------------------------------------------------


@kernel
def displace(sums: Array, places: Array, starts: Array, order: Array, rows: Array, table: Array) -> bool:
    """Fills `rows` and `table`. The sums stand in the order of their rows, row r from starts[r] to starts[r + 1]; rows
    are taken in the given order, and each gets the first shift at which all its sums meet free entries."""
    last = U32(len(table) - 1)
    for r in order:
        begin, end = starts[r], starts[r + 1]
        shift = U32(0)
        i = begin
        while i < end:
            if table[U32(shift + sums[i]) & last] == 0:
                i += 1
            else:
                shift += U32(1)
                i = begin
                if shift > last:
                    return False
        rows[r] = shift
        for i in range(begin, end):
            entry = U32(shift + sums[i]) & last
            if table[entry] != 0:
                return False
            table[entry] = places[i]
    return True
