"""Rounds of Ultimate Texas Hold 'Em, many at a time. Decisions and the places of cards reach the kernel as arrays."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import deal
from pitboss.odds.kernels.evaluator import NO_CARDS, ROW_SHIFT, U16, U32, U64, Lookup, place
from pitboss.odds.kernels.holdem_rivers import RESULTS, river

BITS_OF_SUIT = U64(0x1FFF)
PAIRS = 52 * 51 // 2


@kernel
def list_plays(first, last, types, offsets, shape, places_by_ranks, suited, low, category, pairs13, pairs26, plain,
               plain_suited, nets, plays):  # fmt: skip
    """plays[offset of the type + class]: 1 where playing on the river is worth more than folding."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        pairs = pairs26 if mask else pairs13
        kinds = river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results)
        for t in range(351 if kinds == 26 else 91):
            if places[t]:
                kind = category[places[t]]
                worth = np.int64(0)
                dealers = np.int64(0)
                for q in range(RESULTS):
                    worth += results[t, q] * nets[1, kind, q]
                    dealers += results[t, q]
                plays[offsets[number] + t] = worth > nets[0, kind, 0] * dealers


@kernel
def board_type(key: Any, bits: Any, boards: Any, at: Any, five: Lookup) -> Any:
    """Where the classes of hands on a board of this key begin, and its flush suit or −1.

    boards: slot of the ranks in the lookup of five cards → index of the multiset; at: that and the pattern of the flush
    suit among the distinct ranks → the beginning."""
    ranks = U32(key >> U64(32))
    slot = U32(U32(five.rows[ranks >> U32(ROW_SHIFT)]) + ranks) & U32(len(five.places) - 1)
    suit = -1
    for s in range(4):
        if key >> U64(4 * s) & U64(15) >= U64(6):  # counters begin at three
            suit = s
    pattern = 0
    if suit >= 0:
        mask = bits >> U64(16 * suit) & BITS_OF_SUIT
        distinct = (bits | bits >> U64(16) | bits >> U64(32) | bits >> U64(48)) & BITS_OF_SUIT
        bit = 1
        while distinct:
            lowest = distinct & (~distinct + U64(1))
            if mask & lowest:
                pattern |= bit
            bit <<= 1
            distinct ^= lowest
    return np.int64(at[boards[slot], pattern]), suit


@kernel
def flop_number(a: Any, b: Any, c: Any, choose: Any) -> Any:
    """The number of a set of three cards among all sets."""
    low = min(a, min(b, c))
    high = max(a, max(b, c))
    middle = a + b + c - low - high
    return choose[high, 3] + choose[middle, 2] + choose[low, 1]


@kernel
def play_holdem(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, dealer_at: Any, board_at: Any,
                seven: Lookup, five: Lookup, category: Any, low: Any, start: Any, canonical: Any, renamed: Any,
                raises: Any, boards: Any, at: Any, tri13: Any, tri26: Any, plays: Any, choose: Any,
                side: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    start: what to do before the flop (0 waits). raises, plays: what to do on the flop and on the river, one bit for
    each flop and two cards, for each type of board and class of hand.
    canonical[flop], renamed[flop, suit]: the flop's number up to a renaming of suits, and the renaming.
    side: which further columns there are: 1 the category of seven cards, 2 that of two cards and the flop, 3 the
    highest category at the table.
    The main column's cell is (choice × categories + category) × results + result."""
    rounds = cells.shape[0]
    seats = cells.shape[1]
    order = np.empty(len(deck), np.int64)
    categories = 10
    for n in range(rounds):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        key = NO_CARDS
        bits = U64(0)
        for i in range(3):
            card = order[board_at[i]]
            key += five.key[card]
            bits += five.bit[card]
        flop_key = key
        flop_bits = bits
        for i in range(3, 5):
            card = order[board_at[i]]
            key += five.key[card]
            bits += five.bit[card]
        d0 = order[dealer_at[0]]
        d1 = order[dealer_at[1]]
        dealer = np.int64(place(key + seven.key[d0] + seven.key[d1], bits + seven.bit[d0] + seven.bit[d1], seven))
        qualified = 1 if dealer >= low else 0
        highest = category[dealer]
        flop = -1
        offset = np.int64(-1)
        suit = -1
        for s in range(seats):
            a = order[seat_at[s, 0]]
            b = order[seat_at[s, 1]]
            mine = np.int64(place(key + seven.key[a] + seven.key[b], bits + seven.bit[a] + seven.bit[b], seven))
            kind = category[mine]
            highest = max(highest, kind)
            result = (0 if mine > dealer else 2 if mine == dealer else 4) + qualified
            ra = a >> 2
            rb = b >> 2
            if (a & 3) == (b & 3) or ra == rb:
                early = start[max(ra, rb), min(ra, rb)]
            else:
                early = start[min(ra, rb), max(ra, rb)]
            if early:
                choice = 2 + early
            else:
                if flop < 0:
                    flop = flop_number(order[board_at[0]], order[board_at[1]], order[board_at[2]], choose)
                x = (a & ~3) | renamed[flop, a & 3]
                y = (b & ~3) | renamed[flop, b & 3]
                lower = min(x, y)
                upper = max(x, y)
                pair = np.int64(canonical[flop]) * PAIRS + (upper * (upper - 1) >> 1) + lower
                if raises[pair >> 3] >> (pair & 7) & 1:
                    choice = 2
                else:
                    if offset < 0:
                        offset, suit = board_type(key, bits, boards, at, five)
                    if suit < 0:
                        pair = offset + np.int64(tri13[ra, rb])
                    else:
                        x = ra + (13 if (a & 3) == suit else 0)
                        y = rb + (13 if (b & 3) == suit else 0)
                        pair = offset + np.int64(tri26[x, y])
                    choice = plays[pair >> 3] >> (pair & 7) & 1
            cells[n, s, 0] = (choice * categories + kind) * RESULTS + result
            for k in range(len(side)):
                if side[k] == 1:
                    cells[n, s, 1 + k] = U16(kind)
                elif side[k] == 2:
                    held = flop_key + five.key[a] + five.key[b]
                    cells[n, s, 1 + k] = category[place(held, flop_bits + five.bit[a] + five.bit[b], five)]
        for k in range(len(side)):
            if side[k] == 3:
                for s in range(seats):
                    cells[n, s, 1 + k] = U16(highest)
