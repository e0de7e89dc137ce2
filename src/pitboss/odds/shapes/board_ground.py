"""What a pack makes of five shared cards: its types of boards, its flops, and the tables by which hands are placed."""

from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.odds.kernels import board_rivers
from pitboss.odds.suits import compositions, suit_patterns
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import Pack


class BoardGround(Struct, frozen=True):
    """All that depends on the pack alone."""

    deck: Array
    shape: Array
    types: Array
    offsets: Array
    at: Array
    size: int
    flops: Array
    plain: Array
    plain_suited: Array
    places: Array
    suited: Array
    choose: Array
    tri13: Array
    tri26: Array
    pairs13: Array
    pairs26: Array
    """What `river` needs to know at each index of a triangle (see `_pairs`)."""

    def river_arguments(self, low: int, kind: Array) -> tuple[Any, ...]:
        """`low`: the first place with which the dealer qualifies; `kind`: the kind of the hand at each place."""
        return (self.types, self.offsets, *self.tables(low, kind), self.plain, self.plain_suited)

    def tables(self, low: int, kind: Array) -> tuple[Any, ...]:
        return (self.shape, self.places, self.suited, low, kind, self.pairs13, self.pairs26)

    def flop_arguments(self) -> tuple[Any, ...]:
        return (self.flops, self.deck, self.choose, self.at, self.tri13, self.tri26)


def number(card: Card) -> int:
    """Kernels number cards by rank, then suit."""
    return 4 * (RANK[card] - 2) + SUIT[card]


@cache
def ground(pack: Pack) -> BoardGround:
    """The types of boards, the flops and the tables for a pack of ranks × suits."""
    deck = np.array(sorted(number(card) for card, _ in pack), dtype=np.int64)
    ranks, suits = {int(c) >> 2 for c in deck}, 1 + max(int(c) & 3 for c in deck)
    if suits < 2 or len(deck) != len(ranks) * suits or any(count != 1 for _, count in pack):
        raise ValueError(
            "the pack must hold every one of its ranks once in every one of its suits, two or more, clubs first"
        )
    known = tables()
    shape = np.array([suits, *(int(r in ranks) for r in range(13))], dtype=np.int64)
    tri13, tri26 = _triangle(13), _triangle(26)
    boards = multisets(5)
    places = np.zeros((len(boards), 91), dtype=np.int16)
    board_rivers.pair_places(boards, known.ranks[7], known.choose, tri13, places)
    plain, plain_suited = _plain_boards(suits)
    types = np.zeros((len(boards) * 8, 15), dtype=np.int64)
    offsets = np.zeros(len(types), dtype=np.int64)
    at = np.zeros((len(boards), 32), dtype=np.int64)
    count, size = board_rivers.list_types(boards, shape, plain, types, offsets, at)
    return BoardGround(
        deck=deck,
        shape=shape,
        types=types[:count],
        offsets=offsets[:count],
        at=at,
        size=size,
        flops=_flops(sorted(ranks), suits),
        plain=plain,
        plain_suited=plain_suited,
        places=places,
        suited=known.suited,
        choose=known.choose,
        tri13=tri13,
        tri26=tri26,
        pairs13=_pairs(13),
        pairs26=_pairs(26),
    )


def _pairs(size: int) -> Array:
    """For each index of a triangle: the two classes of card, the index of their ranks alone, the flush suit's bits."""
    ranks = {pair: n for n, pair in enumerate((x, y) for x in range(13) for y in range(x, 13))}
    rows = []
    for x in range(size):
        for y in range(x, size):
            bits = sum(1 << k - 13 for k in {x, y} if k >= 13)
            low, high = sorted((x % 13, y % 13))
            rows.append((x, y, ranks[low, high], bits))
    return np.array(rows, dtype=np.int32).T.copy()


def _triangle(size: int) -> Array:
    found = np.zeros((size, size), dtype=np.int64)
    for index, (x, y) in enumerate(_pairs(size)[:2].T):
        found[x, y] = found[y, x] = index
    return found


def _plain_boards(suits: int) -> tuple[Array, Array]:
    """Boards on which no suit comes three times, by the composition of their ranks (`hands_of_type` reads them)."""
    plain = np.zeros(5**5, dtype=np.int64)
    shared = np.zeros((5**5, 5, 5), dtype=np.int64)
    for counts in compositions(5, suits):
        code = 0
        for n in counts:
            code = code * 5 + n
        for masks, times in suit_patterns(counts, suits):
            if any(sum(mask >> s & 1 for mask in masks) > 2 for s in range(suits)):
                continue
            plain[code] += times
            for i, first in enumerate(masks):
                for j, second in enumerate(masks):
                    shared[code, i, j] += times * (suits - (first | second).bit_count())
    return plain, shared


def _flops(ranks: list[int], suits: int) -> Array:
    """[how many flops, card, card, card] for every flop up to a renaming of the suits."""
    rows = []
    for row in multisets(3).tolist():
        distinct = sorted(set(row))
        counts = tuple(row.count(r) for r in distinct)
        if set(distinct) <= set(ranks) and max(counts) <= suits:
            for masks, times in suit_patterns(counts, suits):
                cards = [4 * r + s for r, mask in zip(distinct, masks, strict=True) for s in range(4) if mask >> s & 1]
                rows.append((times, *cards))
    return np.array(rows, dtype=np.int64)
