"""Rounds of Dragon Poker, many at a time. What a hand is, what it pays for and whether it is played reach the kernel as
arrays; it only deals, looks up and compares."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, U64, deal_batch, room

KINDS = U64(8)
"""Kinds of card; a hand's index is its three kinds, whatever their order, written to this base."""


@kernel
def _hands(cards: Any, a: Any, b: Any, c: Any, deck: Any, hands: Any) -> None:
    for n in range(U64(cards.shape[1])):
        first, second, third = U64(deck[cards[a, n]]), U64(deck[cards[b, n]]), U64(deck[cards[c, n]])
        hands[n] = (first * KINDS + second) * KINDS + third


@kernel
def play_dragon(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, dealer_at: Any, height: Any,
                group: Any, ends: Any, sides: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    deck: the kind of every card. seat_at, dealer_at: where in the deal their cards are.
    height[hand]: its place in the order of hands. group[hand]: the row of `ends` for the hand as the player decides it.
    ends[group, 0, 1 or 2]: the main column's cell where the player's hand is lower, equal or higher.
    sides[hand, column]: the cells of the other columns."""
    rounds = cells.shape[0]
    seats = U64(cells.shape[1])
    columns = U64(sides.shape[1])
    size = np.int64(len(deck))
    batch = room(size)
    hands, others = np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint16)
    for begin in range(0, rounds, BATCH):
        count = U64(min(BATCH, rounds - begin))
        deal_batch(np.int64(first + begin), key_0, key_1, size, needed, batch)
        _hands(batch.cards, dealer_at[0], dealer_at[1], dealer_at[2], deck, others)
        for s in range(seats):
            _hands(batch.cards, seat_at[s, 0], seat_at[s, 1], seat_at[s, 2], deck, hands)
            for n in range(count):
                hand = hands[n]
                own, dealer = height[hand], height[others[n]]
                result = U64(own >= dealer) + U64(own > dealer)
                cells[U64(begin) + n, s, U64(0)] = ends[U64(group[hand]), result]
                for k in range(columns):
                    cells[U64(begin) + n, s, U64(1) + k] = sides[U64(hand), k]
