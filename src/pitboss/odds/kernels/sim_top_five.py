"""Rounds of Top Five Poker, many at a time. What a hand is, what it pays for and whether it is played reach the kernel
as arrays; it only deals, adds up, looks up and compares.

Each card of the deck is a number such that the sum of seven says all that matters: its lower bits how many cards there
are of each rank that counts, to base 5, and its upper bits how many there are of each suit, three bits a suit."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, U64, deal_batch, room

BASE = 5
"""A rank has four cards."""
RANK_BITS = 12
SUIT_BITS = 3
SHAPES = 16
"""Room for the patterns of suits that a table tells apart."""


@kernel
def _hands(cards: Any, at: Any, deck: Any, shape: Any, hands: Any) -> None:
    """The indices of the hands whose seven cards are at these places."""
    a, b, c, d, e, f, g = at[0], at[1], at[2], at[3], at[4], at[5], at[6]
    ranks = U64((1 << RANK_BITS) - 1)
    for n in range(U64(cards.shape[1])):
        early = deck[cards[a, n]] + deck[cards[b, n]] + deck[cards[c, n]] + deck[cards[d, n]]
        total = U64(early + deck[cards[e, n]] + deck[cards[f, n]] + deck[cards[g, n]])
        hands[n] = (total & ranks) * U64(SHAPES) + U64(shape[total >> U64(RANK_BITS)])


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
    rounds = cells.shape[0]
    seats = U64(cells.shape[1])
    columns = U64(sides.shape[1])
    size = np.int64(len(deck))
    batch = room(size)
    hands, dealer = np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint16)
    for begin in range(0, rounds, BATCH):
        count = U64(min(BATCH, rounds - begin))
        deal_batch(np.int64(first + begin), key_0, key_1, size, needed, batch)
        _hands(batch.cards, dealer_at, deck, shape, dealer)
        for n in range(BATCH):
            dealer[n] = height[dealer[n]]
        for s in range(seats):
            _hands(batch.cards, seat_at[s], deck, shape, hands)
            for n in range(count):
                hand, other = U64(hands[n]), U64(dealer[n])
                own = U64(height[hand])
                held, there = number[own], number[other]
                higher = np.int64(own > other) - np.int64(own < other)
                more = np.int64(held > there) - np.int64(held < there)
                ending = ends[U64(group[hand]), U64(row[other]), U64(2 + higher + more)]
                cells[U64(begin) + n, s, U64(0)] = ending
                for k in range(columns):
                    cells[U64(begin) + n, s, U64(1) + k] = sides[own, k]
