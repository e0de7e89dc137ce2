"""The boards of one flop, put together: on boards of one *type* (the same ranks and, where three or more cards are of
one suit, the same ranks of that suit) all hands of a class fare alike.

Cards are numbered by rank, then suit, as everywhere. A *lane* of a card is 16 × suit + rank; a *class* on a board is
the rank, plus 16 for cards of the flush suit: so the lanes of a suit are a row of classes."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_rivers import by_place

LANES = 64
CLASSES = 32
MOST_TYPES = 1326


@kernel
def lane(card):
    return (card & 3) * 16 + (card >> 2)


@kernel
def class_on(card, suit):
    """The class of a card where `suit` is the flush suit; -1 where there is none."""
    return (card >> 2) + (16 if card & 3 == suit else 0)


@kernel
def holding(a, b):
    """The number of two cards."""
    if a < b:
        a, b = b, a
    return a * (a - 1) // 2 + b


@kernel
def _board_key(flop, a, b, choose, room):
    """The row of the ranks among the multisets of five, the flush suit and its ranks, in one number."""
    for i in range(3):
        room[i] = flop[i]
    room[3] = a
    room[4] = b
    suit = -1
    mask = 0
    for s in range(4):
        found = 0
        ranks = 0
        for i in range(5):
            if room[i] & 3 == s:
                found += 1
                ranks |= 1 << (room[i] >> 2)
        if found >= 3:
            suit = s
            mask = ranks
    for i in range(1, 5):
        card = room[i]
        j = i
        while j > 0 and room[j - 1] >> 2 > card >> 2:
            room[j] = room[j - 1]
            j -= 1
        room[j] = card
    index = 0
    for i in range(5):
        index += choose[(room[i] >> 2) + i, i + 1]
    return (index * 5 + suit + 1) << 13 | mask


@kernel
def list_types(flop, deck, choose, keys, type_of, times, meets, firsts, seconds, starts):
    """The types of all boards with this flop; returns how many.

    keys[type]; type_of[a, b]: the type of the board with these two cards; times[type]: how many boards it has;
    meets[type, lane]: how many of them hold this card; firsts, seconds: the two cards of every board, those of a type
    from starts[type] to starts[type + 1]."""
    n = len(deck)
    room = np.empty(5, np.int64)
    found = np.empty(n * n, np.int64)
    number = 0
    for i in range(n):
        a = deck[i]
        if a == flop[0] or a == flop[1] or a == flop[2]:
            continue
        for j in range(i):
            b = deck[j]
            if b == flop[0] or b == flop[1] or b == flop[2]:
                continue
            found[number] = _board_key(flop, a, b, choose, room) << 12 | a << 6 | b
            number += 1
    found = np.sort(found[:number])
    types = -1
    last = -1
    for i in range(number):
        key = found[i] >> 12
        if key != last:
            types += 1
            last = key
            keys[types] = key
            times[types] = 0
            starts[types] = i
            for x in range(LANES):
                meets[types, x] = 0
        a = found[i] >> 6 & 63
        b = found[i] & 63
        times[types] += 1
        meets[types, lane(a)] += 1
        meets[types, lane(b)] += 1
        type_of[a, b] = types
        type_of[b, a] = types
        firsts[i] = a
        seconds[i] = b
    starts[types + 1] = number
    return types + 1


@kernel
def read_type(key, boards, deck_ranks, deck_has, by_ranks, suited, tri, held, places):
    """held[class]: cards left of it on such a board; places[x, y]: the place of a hand of two cards of these classes
    (0 where there is none). Returns the flush suit, -1 for none.

    boards: the multisets of five ranks; deck_ranks[r]: how many cards of the rank the pack has; deck_has[card]."""
    mask = key & 8191
    suit = (key >> 13) % 5 - 1
    index = (key >> 13) // 5
    for x in range(CLASSES):
        held[x] = 0
    for r in range(13):
        held[r] = deck_ranks[r]
    for i in range(5):
        held[boards[index, i]] -= 1
    if suit >= 0:
        for r in range(13):
            if deck_has[4 * r + suit]:
                on_board = mask >> r & 1
                held[16 + r] = 1 - on_board
                held[r] -= 1 - on_board
    top = CLASSES if suit >= 0 else 16
    for x in range(top):
        i = x & 15
        for y in range(x, top):
            place = 0
            j = y & 15
            if i < 13 and j < 13 and held[x] > 0 and held[y] > 0 and (x != y or held[x] > 1):
                place = by_ranks[index, tri[i, j]]
                if suit >= 0:
                    ranks = mask
                    if x >= 16:
                        ranks |= 1 << i
                    if y >= 16:
                        ranks |= 1 << j
                    place = max(place, suited[ranks])
            places[x, y] = place
            places[y, x] = place
    return suit


@kernel
def sort_pairs(places, top, keys, bucket):
    """keys[0]: place << 10 | x << 5 | y of every class of two cards, in ascending order; returns how many."""
    number = 0
    for x in range(top):
        for y in range(x, top):
            if places[x, y]:
                keys[0, number] = places[x, y] << 10 | x << 5 | y
                number += 1
    by_place(keys, number, bucket, 10)
    return number
