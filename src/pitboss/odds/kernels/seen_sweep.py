"""The hands on one type of board, swept from the lowest to the highest; a known card of the dealer's is the lane (see
`seen_one`). The compiler makes vectors of a loop over lanes only where no index can be negative: so a row is an index
of its own, or begins at a place that is known beforehand."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.seen_types import CLASSES, read_type, sort_pairs

PAIRS = 351
LOWER, EQUAL, BELOW = 0, CLASSES, 2 * CLASSES
ROOM = 3 * CLASSES
"""Where rows begin: with how many cards a card of each class makes a hand that is lower, equal, unqualified."""
UNDER, EVEN, UNQUALIFIED = 0, CLASSES, 2 * CLASSES
"""The same for one class of the player's hands."""


@kernel
def _with_cards(x, y, held, room, row):
    """room[row + x]: with how many cards a card of class x makes a hand; adds the hands of classes x and y."""
    if x == y:
        room[row + x] += held[x] - 1
    else:
        room[row + x] += held[y]
        room[row + y] += held[x]


@kernel
def _group(keys, start, number, held, room):
    """The end of the hands of one place; they are put in the row EQUAL."""
    for x in range(CLASSES):
        room[EQUAL + x] = 0
    place = keys[0, start] >> 10
    end = start
    while end < number and keys[0, end] >> 10 == place:
        _with_cards(keys[0, end] >> 5 & 31, keys[0, end] & 31, held, room, EQUAL)
        end += 1
    return end


@kernel
def _fill_below(keys, number, low, held, room):
    """The hands that do not qualify, in the row BELOW."""
    for x in range(CLASSES):
        room[BELOW + x] = 0
    for i in range(number):
        if keys[0, i] >> 10 >= low:
            break
        _with_cards(keys[0, i] >> 5 & 31, keys[0, i] & 31, held, room, BELOW)


@kernel
def _own_off(room, places, a, b, place, low, counts, i):
    """counts[i]: how many cards make the dealer's hand lower, equal, unqualified, for each class of his known card; the
    player's own are none of them."""
    for x in range(CLASSES):
        u = places[a, x]
        v = places[b, x]
        counts[i, UNDER + x] = room[LOWER + x] - np.int32(u < place) - np.int32(v < place)
        counts[i, EVEN + x] = room[EQUAL + x] - np.int32(u == place) - np.int32(v == place)
        counts[i, UNQUALIFIED + x] = room[BELOW + x] - np.int32(u < low) - np.int32(v < low)


@kernel
def _summed(a, b, held, counts, i):
    """Nothing is known of the dealer: the sums over his first card, where no card is."""
    lower = 0
    equal = 0
    unqualified = 0
    for x in range(CLASSES):
        n = held[x] - (x == a) - (x == b)
        lower += n * counts[i, UNDER + x]
        equal += n * counts[i, EVEN + x]
        unqualified += n * counts[i, UNQUALIFIED + x]
    for x in (15, 31):
        counts[i, UNDER + x] = lower
        counts[i, EVEN + x] = equal
        counts[i, UNQUALIFIED + x] = unqualified


@kernel
def _weigh(counts, keys, start, end, factors, side, row, kind, cards, rows, column):
    """rows[hand, column, x], for hands of one kind: what each lower, equal and unqualified hand counts, and each
    hand."""
    first = factors[side, row, kind, 0]
    second = factors[side, row, kind, 1]
    third = factors[side, row, kind, 2]
    fixed = factors[side, row, kind, 3] * cards
    for i in range(start, end):
        hand = keys[0, i] & 1023
        for x in range(CLASSES):
            some = first * counts[i, UNDER + x] + second * counts[i, EVEN + x] + third * counts[i, UNQUALIFIED + x]
            rows[hand, column, x] = some + fixed


@kernel
def _river(counts, keys, start, end, factors, finals, row, side, kind, cards, rows):
    """A choice of the river is taken where it is not worse than the best so far, at first than the base: what it brings
    more in column 0, its squares in column 1, the number of hands in column 2 for the first choice, then 3 …"""
    first = factors[side, row, kind, 0]
    second = factors[side, row, kind, 1]
    third = factors[side, row, kind, 2]
    fixed = factors[side, row, kind, 3] * cards
    a = factors[side, finals + row, kind, 0]
    b = factors[side, finals + row, kind, 1]
    c = factors[side, finals + row, kind, 2]
    d = factors[side, finals + row, kind, 3] * cards
    for i in range(start, end):
        hand = keys[0, i] & 1023
        if row == finals - 1:
            for x in range(CLASSES):
                under = counts[i, UNDER + x]
                even = counts[i, EVEN + x]
                unqualified = counts[i, UNQUALIFIED + x]
                some = first * under + second * even + third * unqualified + fixed
                square = a * under + b * even + c * unqualified + d
                rows[hand, 0, x] = some if some >= 0 else 0
                rows[hand, 1, x] = square if some >= 0 else 0
                rows[hand, 2, x] = cards if some >= 0 else 0
            continue
        for x in range(CLASSES):
            under = counts[i, UNDER + x]
            even = counts[i, EVEN + x]
            unqualified = counts[i, UNQUALIFIED + x]
            some = first * under + second * even + third * unqualified + fixed
            better = some >= rows[hand, 0, x]
            if better:
                rows[hand, 0, x] = some
                rows[hand, 1, x] = a * under + b * even + c * unqualified + d
                for other in range(row + 1, finals):
                    rows[hand, 1 + finals - other, x] = 0
            rows[hand, 1 + finals - row, x] = cards if better else 0


@kernel
def sweep(keys, number, low, total, held, places, kind_of, factors, finals, one, rows, room, counts):
    """rows[a * 32 + b, column, x]: for every class of two cards of the player and every class x
    of the known card, the sums over the dealer's other card. The columns are: what the best choice of the river brings
    more than the base, the smaller of equal ones; its squares, less those of the base; in how many hands each choice of
    the river but the base is taken, the largest first; and a column for every linear row.

    factors[qualified side, row, kind] (see `_weigh`): the choices of the river but the base, `finals` of them, their
    squares, the linear rows. Where nothing of the dealer's is known, `one` is set and x = 15 (no card has it) has the
    sum over all his hands, twice."""
    least = np.int32(low)
    cards = total * (held.sum() - 2) if one else total
    _fill_below(keys, number, low, held, room)
    for x in range(CLASSES):
        room[LOWER + x] = 0
    start = 0
    while start < number:
        place = np.int32(keys[0, start] >> 10)
        end = _group(keys, start, number, held, room)
        for i in range(start, end):
            a = keys[0, i] >> 5 & 31
            b = keys[0, i] & 31
            _own_off(room, places, a, b, place, least, counts, i)
            if one:
                _summed(a, b, held, counts, i)
        for x in range(CLASSES):
            room[LOWER + x] += room[EQUAL + x]
        start = end
    linear = factors.shape[1] - 2 * finals
    start = 0
    while start < number:
        place = keys[0, start] >> 10
        side = 1 if place >= low else 0
        kind = kind_of[place]
        end = start + 1
        while end < number and kind_of[keys[0, end] >> 10] == kind and (keys[0, end] >> 10 >= low) == (side == 1):
            end += 1
        for row in range(finals - 1, -1, -1):
            _river(counts, keys, start, end, factors, finals, row, side, kind, cards, rows)
        for j in range(linear):
            _weigh(counts, keys, start, end, factors, side, 2 * finals + j, kind, cards, rows, 2 + finals + j)
        start = end


@kernel
def _hands(held, room, row):
    """How many hands a row has, every one of which is there under both of its cards."""
    found = 0
    for x in range(CLASSES):
        found += held[x] * room[row + x]
    return found // 2


@kernel
def count_types(keys, times, boards, deck_ranks, deck_has, by_ranks, suited, tri, low, kind_of, found):
    """found[kind, result]: how often each kind of hand meets each result, whatever is chosen, on boards of these types,
    each so many times. The results are numbered as in `board_rivers`."""
    held = np.zeros(CLASSES, np.int64)
    places = np.zeros((CLASSES, CLASSES), np.int32)
    order = np.zeros((2, PAIRS), np.int64)
    bucket = np.zeros(128, np.int64)
    room = np.zeros(ROOM, np.int64)
    for t in range(len(keys)):
        suit = read_type(keys[t], boards, deck_ranks, deck_has, by_ranks, suited, tri, held, places)
        number = sort_pairs(places, CLASSES if suit >= 0 else 16, order, bucket)
        _fill_below(order, number, low, held, room)
        for x in range(CLASSES):
            room[LOWER + x] = 0
        below = _hands(held, room, BELOW)
        left = held.sum() - 2
        every = left * (left - 1) // 2
        lower = 0
        start = 0
        while start < number:
            place = order[0, start] >> 10
            kind = kind_of[place]
            end = _group(order, start, number, held, room)
            equal = _hands(held, room, EQUAL)
            for i in range(start, end):
                a = order[0, i] >> 5 & 31
                b = order[0, i] & 31
                weight = times[t] * (held[a] * (held[a] - 1) // 2 if a == b else held[a] * held[b])
                under = lower - room[LOWER + a] - room[LOWER + b]
                even = equal - room[EQUAL + a] - room[EQUAL + b] + 1
                unqualified = below - room[BELOW + a] - room[BELOW + b]
                if place >= low:
                    found[kind, 0] += weight * unqualified
                    found[kind, 1] += weight * (under - unqualified)
                    found[kind, 3] += weight * even
                    found[kind, 5] += weight * (every - under - even)
                else:
                    unqualified += 1
                    found[kind, 0] += weight * under
                    found[kind, 2] += weight * even
                    found[kind, 4] += weight * (unqualified - under - even)
                    found[kind, 5] += weight * (every - unqualified)
            lower += equal
            for x in range(CLASSES):
                room[LOWER + x] += room[EQUAL + x]
            start = end
