"""Rounds of Dragon Poker, many at a time. What a hand is, what it pays for and whether it is played reach the kernel as
arrays; it only deals, looks up and compares."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import deal

KINDS = 8
"""Kinds of card; a hand's index is its three kinds, whatever their order, written to this base."""


@kernel
def play_dragon(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, dealer_at: Any, height: Any,
                group: Any, ends: Any, sides: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    deck: the kind of every card. seat_at, dealer_at: where in the deal their cards are.
    height[hand]: its place in the order of hands. group[hand]: the row of `ends` for the hand as the player decides it.
    ends[group, 0, 1 or 2]: the main column's cell where the player's hand is lower, equal or higher.
    sides[hand, column]: the cells of the other columns."""
    order = np.empty(len(deck), np.int64)
    seats = cells.shape[1]
    columns = sides.shape[1]
    for n in range(cells.shape[0]):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        hand = (order[dealer_at[0]] * KINDS + order[dealer_at[1]]) * KINDS + order[dealer_at[2]]
        dealer = height[hand]
        for s in range(seats):
            hand = (order[seat_at[s, 0]] * KINDS + order[seat_at[s, 1]]) * KINDS + order[seat_at[s, 2]]
            own = height[hand]
            result = np.int64(own >= dealer) + np.int64(own > dealer)
            cells[n, s, 0] = ends[group[hand], result]
            for k in range(columns):
                cells[n, s, 1 + k] = sides[hand, k]
