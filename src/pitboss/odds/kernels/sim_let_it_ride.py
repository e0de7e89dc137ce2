"""Rounds of Let It Ride, many at a time. What hands are called and which bets ride reach the kernel as arrays; it only
deals, finds the places of hands and looks up. Cards are numbered as in the evaluator."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, deal_batch, name, room
from pitboss.odds.kernels.evaluator import U64, Lookup
from pitboss.odds.kernels.sim_hands import add_to, add_up, found, place, place_by_ranks, ranks_in, suit_of, sums

THREE, FIVE, SIX = 0, 1, 2
"""What a side wager looks at: the player's three cards; with the community cards; with the cards of the box."""


@kernel
def _choose(cards: Any, at: Any, shown_at: Any, pairs: Any, triples: Any, fours: Any, rides_1: Any, rides_2: Any,
            threes: Any, choices: Any) -> None:  # fmt: skip
    """The number of the player's three cards, and what is done about bets 1 and 2."""
    p, q, r = at[0], at[1], at[2]
    for n in range(U64(cards.shape[1])):
        a, b, c, shown = U64(cards[p, n]), U64(cards[q, n]), U64(cards[r, n]), U64(cards[shown_at, n])
        low = min(a, min(b, c))
        high = max(a, max(b, c))
        middle = a + b + c - low - high
        three = triples[high] + pairs[middle] + low
        # The card shown finds its place among the three.
        up = max(low, shown)
        low = min(low, shown)
        top = max(middle, up)
        middle = min(middle, up)
        four = fours[max(high, top)] + triples[min(high, top)] + pairs[middle] + low
        ride_1 = U64(rides_1[three])
        threes[n] = three
        choices[n] = U64(2) * ride_1 + (U64(rides_2[four]) >> ride_1 & U64(1))


@kernel
def _write(names: Any, numbers: Any, cells: Any, first: Any, count: Any, s: Any, k: Any) -> None:
    for n in range(count):
        cells[first + n, s, k] = names[U64(numbers[n])]


@kernel
def play_let_it_ride(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, board_at: Any,
                     box_at: Any, five: Lookup, six: Lookup, pairs: Any, triples: Any, fours: Any, rides_1: Any,
                     rides_2: Any, kind: Any, kinds: Any, looks: Any, names: Any, suited_names: Any,
                     cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    seat_at, board_at, box_at: where in the deal their cards are.
    rides_1[three cards]: whether bet 1 rides. rides_2[four cards]: whether bet 2 rides, bit 0 where bet 1 was
    withdrawn, bit 1 where it rides. Sets of cards have the number of their colexicographic order, found by pairs[card],
    triples[card] and fours[card]: how many such sets there are of lower cards. Indices are unsigned, for with signed
    ones the compiler checks each whether it counts from the end, which took a fifth of the time.
    kind[place]: the kind of a five-card hand; there are `kinds`. The main column's cell is its kind, after all kinds
    for each of the choices before: (withdraw, withdraw), (withdraw, ride), (ride, withdraw), (ride, ride).
    looks[column], names[column, three cards or place]: what a further column looks at, and its cell.
    suited_names[suit, ranks]: for the column that looks at six, its cell where five or six are of this suit."""
    rounds, seats = cells.shape[0], U64(cells.shape[1])
    size = np.int64(len(deck))
    batch = room(size)
    cards = batch.cards
    board, box, added = sums(), sums(), sums()
    hands = found()
    threes, choices = np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint8)
    for begin in range(0, rounds, BATCH):
        start, count = U64(begin), U64(min(BATCH, rounds - begin))
        deal_batch(np.int64(first + begin), key_0, key_1, size, needed, batch)
        name(deck, needed, batch)
        add_up(cards, board_at, board)
        add_up(cards, box_at, box)
        for s in range(seats):
            _choose(cards, seat_at[s], board_at[0], pairs, triples, fours, rides_1, rides_2, threes, choices)
            add_to(board, cards, seat_at[s], added)
            place(cards, np.concatenate((seat_at[s], board_at)), added, five, hands)
            for n in range(count):
                cells[start + n, s, U64(0)] = U64(choices[n]) * U64(kinds) + U64(kind[U64(hands.places[n])])
            for k in range(U64(len(looks))):
                column = U64(1) + k
                if looks[k] == FIVE:
                    _write(names[k], hands.places, cells, start, count, s, column)
                elif looks[k] == THREE:
                    _write(names[k], threes, cells, start, count, s, column)
            for k in range(U64(len(looks))):
                if looks[k] == SIX:
                    column = U64(1) + k
                    add_to(box, cards, seat_at[s], added)
                    suited = place_by_ranks(added, six, hands)
                    _write(names[k], hands.places, cells, start, count, s, column)
                    rows = np.concatenate((seat_at[s], box_at))
                    for i in range(suited):
                        hit = U64(hands.suited[i])
                        if hit < count:
                            suit = suit_of(hands, hit)
                            cells[start + hit, s, column] = suited_names[suit, ranks_in(cards, rows, hit, suit)]
