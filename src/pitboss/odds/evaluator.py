"""The evaluator: places of many hands of five, six or seven cards at once, from 1, the lowest, to 7,462, royal flush,
as `tables()` numbers them. Its lookups are made from those tables: the declared ranking alone says what beats what."""

from collections.abc import Iterable
from functools import cache
from math import comb

import numpy as np

from pitboss.cards.deck import RANKS, STANDARD, SUITS, BadCard, Card
from pitboss.odds.kernels import evaluator as k
from pitboss.odds.tables import Array, tables

SIZES = (5, 6, 7)
NUMBER: dict[Card, int] = {r + s: 4 * i + j for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}
"""A card's number: 4 × rank + suit, ranks from 0 (the two), suits from 0 (clubs)."""
CARDS: tuple[Card, ...] = tuple(NUMBER)
"""number → card"""
CHUNK = 1 << 16
"""Rows turned into columns at a time: they stay in the second cache."""
_ENTRIES = {5: 1 << 13, 6: 1 << 15, 7: 1 << 16}


def numbers(cards: Iterable[Card]) -> Array:
    """The cards' numbers."""
    try:
        return np.array([NUMBER[card] for card in cards], dtype=np.uint8)
    except KeyError as unknown:
        raise BadCard(
            f"'{unknown.args[0]}' is not a card; cards are {' '.join(c for c, _ in STANDARD.contents)}"
        ) from None


@cache
def lookup(size: int) -> k.Lookup:
    """What the kernels need to place hands of this many cards."""
    _check_size(size)
    keys = np.array([k.rank_key(np.uint32(4 * r)) for r in range(len(RANKS))], dtype=np.uint32)
    held = tables().ranks[size] > 0
    sums = _sums(keys, size)[held]
    places = tables().ranks[size][held].astype(np.uint16)
    row = sums >> np.uint32(k.ROW_SHIFT)
    by_row = np.argsort(row, kind="stable")
    in_row = np.bincount(row, minlength=k.ROWS)
    starts = np.concatenate(([0], np.cumsum(in_row)))
    rows = np.zeros(k.ROWS, dtype=np.uint16)
    table = np.zeros(_ENTRIES[size], dtype=np.uint16)
    fullest_first = np.argsort(-in_row, kind="stable")
    if not k.displace(sums[by_row], places[by_row], starts, fullest_first, rows, table):
        raise AssertionError(f"two multisets of {size} ranks have the same key, or a row finds no room")
    return k.Lookup(
        key=np.array([int(keys[c >> 2]) << 32 | 1 << 4 * (c & 3) for c in range(len(CARDS))], dtype=np.uint64),
        bit=np.array([1 << 16 * (c & 3) + (c >> 2) for c in range(len(CARDS))], dtype=np.uint64),
        rows=rows,
        places=table,
        suited=tables().suited.astype(np.uint16),
    )


def _sums(keys: Array, size: int) -> Array:
    """The sum of the keys of every multiset, in the order of `multisets`: those with highest rank r are r added to
    every smaller multiset of ranks up to r, and these come first in their own list."""
    sums = np.zeros(1, dtype=np.uint32)
    for n in range(1, size + 1):
        sums = np.concatenate([sums[: comb(r + n - 1, n - 1)] + key for r, key in enumerate(keys)])
    return sums


def places(hands: Array, *, checked: bool = True, out: Array | None = None) -> Array:
    """The places of hands given as numbers, one hand a row. `checked=False` trusts that the cards of every hand are
    different; the kernels themselves read nothing outside their tables whatever the numbers are."""
    given = _numbers(hands, "one hand a row: (how many, 5 to 7)", axis=1)
    n, size = given.shape
    result = _result(n, out)
    columns = np.empty((size, min(n, CHUNK)), dtype=np.uint8)
    for first in range(0, n, CHUNK):
        some = given[first : first + CHUNK]
        k.turn(some.reshape(-1), size, columns, len(some))
        if checked:
            _refuse(k.first_fault(columns, size, len(some)), some.T, first)
        k.evaluate(columns, size, lookup(size), result[first : first + CHUNK])
    return result


def places_of_columns(columns: Array, *, checked: bool = True, out: Array | None = None) -> Array:
    """The same for hands that lie in columns, all first cards in columns[0], all second cards in columns[1] …: the way
    in which they are placed fastest, because neighbouring bytes belong to neighbouring hands."""
    given = _numbers(columns, "one card of every hand a row: (5 to 7, how many)", axis=0)
    size, n = given.shape
    result = _result(n, out)
    if checked:
        _refuse(k.first_fault(given, size, n), given)
    k.evaluate(given, size, lookup(size), result)
    return result


def place(cards: Iterable[Card]) -> int:
    """The place of one hand."""
    return int(places(numbers(cards)[None, :])[0])


def _check_size(size: int) -> None:
    if size not in SIZES:
        raise ValueError(f"a hand has 5, 6 or 7 cards, not {size}")


def _numbers(given: Array, wanted: str, axis: int) -> Array:
    array = np.asarray(given)
    if array.ndim != 2:
        raise ValueError(f"the shape is {array.shape}; wanted is {wanted}")
    _check_size(array.shape[axis])
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"the numbers of cards are whole numbers from 0 to 51, not {array.dtype}")
    if array.dtype != np.uint8:
        if array.size and not 0 <= array.min() <= array.max() < len(CARDS):
            raise ValueError(f"the numbers of cards are 0 to 51; given are {array.min()} to {array.max()}")
        array = array.astype(np.uint8)
    return np.require(array, requirements=("C_CONTIGUOUS", "WRITEABLE"))


def _refuse(at: int, columns: Array, before: int = 0) -> None:
    if at < 0:
        return
    held = [int(c) for c in columns[:, at]]
    which = f"hand {before + at} (counted from 0)"
    strange = [c for c in held if c >= len(CARDS)]
    if strange:
        raise ValueError(f"{which} holds number {strange[0]}; the numbers of cards are 0 to 51")
    again = next(c for c in held if held.count(c) > 1)
    raise ValueError(f"{which} holds {CARDS[again]}, number {again}, {held.count(again)} times; a deck holds it once")


def _result(n: int, out: Array | None) -> Array:
    if out is None:
        return np.empty(n, dtype=np.uint16)
    if out.shape != (n,) or out.dtype != np.uint16 or not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError(
            f"out has shape {out.shape} of {out.dtype}; wanted is ({n},) of uint16, contiguous and writeable"
        )
    return out
