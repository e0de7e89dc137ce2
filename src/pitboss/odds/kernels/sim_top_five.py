"""Rounds of Top Five Poker, many at a time. What a hand is, what it pays for and whether it is played reach the kernel
as arrays; it only deals, adds up, looks up and compares.

Each card of the deck is a number such that the sum of seven says all that matters: its lower bits how many cards there
are of each rank that counts, to base 5, and its upper bits how many there are of each suit, three bits a suit."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import deal

BASE = 5
"""A rank has four cards."""
RANK_BITS = 12
SUIT_BITS = 3
SHAPES = 16
"""Room for the patterns of suits that a table tells apart."""
HAND_SIZE = 7


@kernel
def play_top_five(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, dealer_at: Any, shape: Any,
                  height: Any, group: Any, number: Any, row: Any, ends: Any, sides: Any,
                  cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    deck: the cards as numbers to be added. seat_at, dealer_at: where in the deal their cards are.
    shape[numbers of suits]: what matters of them; with the ranks it makes the index of a hand.
    height[hand]: its place in the order of hands. group[hand]: 0 if it is played, 1 if it is folded.
    number[height]: how many cards count. row[height]: 0 or 1, whether the dealer qualifies with it.
    ends[group, row, c]: the main column's cell, where c is 2, one more or less for a higher or lower hand, and one more
    or less for more or fewer cards. sides[height, column]: the cells of the other columns."""
    order = np.empty(len(deck), np.int64)
    ranks = (1 << RANK_BITS) - 1
    seats = cells.shape[1]
    columns = sides.shape[1]
    for n in range(cells.shape[0]):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        total = np.int64(0)
        for i in range(HAND_SIZE):
            total += order[dealer_at[i]]
        dealer = np.int64(height[(total & ranks) * SHAPES + shape[total >> RANK_BITS]])
        count = np.int64(number[dealer])
        at = row[dealer]
        for s in range(seats):
            total = np.int64(0)
            for i in range(HAND_SIZE):
                total += order[seat_at[s, i]]
            hand = (total & ranks) * SHAPES + shape[total >> RANK_BITS]
            own = np.int64(height[hand])
            held = np.int64(number[own])
            higher = np.int64(own > dealer) - np.int64(own < dealer)
            more = np.int64(held > count) - np.int64(held < count)
            cells[n, s, 0] = ends[group[hand], at, 2 + higher + more]
            for k in range(columns):
                cells[n, s, 1 + k] = sides[own, k]
