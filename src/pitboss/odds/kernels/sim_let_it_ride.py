"""Rounds of Let It Ride, many at a time. What hands are called and which bets ride reach the kernel as arrays; it only
deals, finds the places of hands and looks up. Cards are numbered as in the evaluator."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import deal
from pitboss.odds.kernels.evaluator import NO_CARDS, U64, Lookup, is_suited, place_by_ranks, place_by_suit

THREE, FIVE, SIX = 0, 1, 2
"""What a side wager looks at: the player's three cards; with the community cards; with the cards of the box."""
RANKS_OF_SUIT = U64(0x1FFF)


@kernel
def six_suited(key: Any, bits: Any, names: Any) -> Any:
    """The name of six cards of which five or six are of one suit."""
    suit = 0
    while not key >> U64(4 * suit) & U64(8):
        suit += 1
    return names[suit, bits >> U64(16 * suit) & RANKS_OF_SUIT]


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
    order = np.empty(len(deck), np.uint64)
    seats = cells.shape[1]
    columns = len(looks)
    for n in range(cells.shape[0]):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        shown = order[board_at[0]]
        last = order[board_at[1]]
        board = NO_CARDS + five.key[shown] + five.key[last]
        box = NO_CARDS
        for i in range(len(box_at)):
            box += six.key[order[box_at[i]]]
        for s in range(seats):
            a = order[seat_at[s, 0]]
            b = order[seat_at[s, 1]]
            c = order[seat_at[s, 2]]
            own = five.key[a] + five.key[b] + five.key[c]
            key = board + own
            if is_suited(key):
                bits = five.bit[a] + five.bit[b] + five.bit[c] + five.bit[shown] + five.bit[last]
                place = U64(place_by_suit(key, bits, five))
            else:
                place = U64(place_by_ranks(key, five))
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
            ride_1 = np.int64(rides_1[three])
            ride_2 = np.int64(rides_2[four]) >> ride_1 & 1
            cells[n, s, 0] = (2 * ride_1 + ride_2) * kinds + kind[place]
            for k in range(U64(columns)):
                if looks[k] == FIVE:
                    cells[n, s, U64(1) + k] = names[k, place]
                elif looks[k] == THREE:
                    cells[n, s, U64(1) + k] = names[k, three]
                else:
                    key = box + own
                    if is_suited(key):
                        bits = six.bit[a] + six.bit[b] + six.bit[c]
                        for i in range(len(box_at)):
                            bits += six.bit[order[box_at[i]]]
                        cells[n, s, U64(1) + k] = six_suited(key, bits, suited_names)
                    else:
                        cells[n, s, U64(1) + k] = names[k, place_by_ranks(key, six)]
