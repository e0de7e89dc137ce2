"""One of the dealer's two cards is known, or none: every flop, every hand, every such card at once.

What a choice brings is counted as its difference from a *base*, one of the choices of the river, which everybody could
take with every hand: then it is enough to know the sum of a difference over boards and the dealer's other card, for
each choice before the river, and what the best choice of the river brings more than the base. The squares of results,
and in how many deals each choice of the river is taken, are added up beside them (the *columns* of `seen_sweep`).

On one type of board the hands are swept from the lowest to the highest; the known card is the lane. The number of
boards of a type that avoid h1, h2 and d is M − S(h1) − S(h2) − S(d) + P(h1 h2) + P(h1 d) + P(h2 d). So the rows of all
types of a flop are added up by class of hand, each M − S(d) times; those of boards with the card h1, each S(h1) − P(h1
d) times, by the class of the other card; both are put together for every hand. Where a suit counts, all cards of a
class meet as many boards of a type, so classes serve as lanes; where none does, the cards themselves are the lanes."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.seen_sweep import PAIRS, ROOM, sweep
from pitboss.odds.kernels.seen_types import (
    CLASSES,
    LANES,
    MOST_TYPES,
    class_on,
    holding,
    lane,
    list_types,
    read_type,
    sort_pairs,
)

DEALS = 0
"""The first column of a ledger; the others follow as in `seen_sweep`."""


@kernel
def list_hands(flop, deck, moves, hands, times, number_of):
    """hands[n] = (a, b): the player's hands on a flop, up to renamings of the suits that leave it as it is; times[n]:
    for how many each stands; number_of[holding]: n, or -1 where another stands for it. Returns how many."""
    count = np.zeros(1326, np.int64)
    stays = np.zeros(len(moves), np.bool_)
    for g in range(len(moves)):
        same = True
        for i in range(3):
            moved = flop[i] & ~3 | moves[g, flop[i] & 3]
            same &= moved == flop[0] or moved == flop[1] or moved == flop[2]
        stays[g] = same
    for i in range(len(deck)):
        for j in range(i):
            a = deck[i]
            b = deck[j]
            on = a == flop[0] or a == flop[1] or a == flop[2] or b == flop[0] or b == flop[1] or b == flop[2]
            if on:
                continue
            least = holding(a, b)
            for g in range(len(moves)):
                if stays[g]:
                    least = min(least, holding(a & ~3 | moves[g, a & 3], b & ~3 | moves[g, b & 3]))
            count[least] += 1
    found = 0
    for h in range(1326):
        number_of[h] = -1
    for i in range(len(deck)):
        for j in range(i):
            h = holding(deck[i], deck[j])
            if count[h]:
                hands[found, 0] = deck[i]
                hands[found, 1] = deck[j]
                times[found] = count[h]
                number_of[h] = found
                found += 1
    return found


@kernel
def _row_of(a, b, suit):
    x = class_on(a, suit)
    y = class_on(b, suit)
    return x * CLASSES + y if x <= y else y * CLASSES + x


@kernel
def _types_by_lane(flop, deck, type_of, type_at):
    """type_at[card, lane]: the type of the board with these two cards, -1 where there is none."""
    for i in range(52):
        for x in range(LANES):
            type_at[i, x] = -1
    for a in deck:
        for b in deck:
            lies = a == flop[0] or a == flop[1] or a == flop[2] or b == flop[0] or b == flop[1] or b == flop[2]
            if a != b and not lies:
                type_at[a, lane(b)] = type_of[a, b]


@kernel
def _lay(rows, row, suits, laid):
    """From classes to the lanes of cards, where no suit counts."""
    for j in range(rows.shape[1]):
        for s in range(suits):
            for x in range(16):
                laid[row, j, s, x] = rows[row, j, x]


@kernel
def _times(by_card, fixed, suit, suits, one, columns, times):
    """times[column and lane] = fixed − by_card[lane], the same for every column. Where a suit counts, lanes are
    classes, and a class has what any of its cards has."""
    width = 16 * suits if suit < 0 else CLASSES
    for x in range(width):
        times[x] = 0
    for s in range(4):
        to = 16 * s if suit < 0 else 16 if s == suit else 0
        if not one:
            for x in range(16):
                times[to + x] = max(times[to + x], by_card[16 * s + x])
    for x in range(width):
        times[x] = fixed - times[x]
    for j in range(1, columns):
        for x in range(width):
            times[j * width + x] = times[x]


@kernel
def _add(times, rows, row, into, to):
    for x in range(rows.shape[1]):
        into[to, x] += times[x] * rows[row, x]


@kernel
def _add_type(t, suit, suits, one, columns, keys, pairs, deck, boards, meets, type_at, rows, places, whole, with_card,
              times, beside):  # fmt: skip
    """Adds the rows of a type: whole[class of two cards] over all its boards that avoid the known card, with_card[card
    and class of the other] over those with the card."""
    _times(meets[t], boards, suit, suits, one, columns, times)
    for i in range(pairs):
        row = keys[0, i] & 1023
        _add(times, rows, row, whole, row)
    top = 16 if suit < 0 else CLASSES
    for i in range(len(deck)):
        card = deck[i]
        many = meets[t, lane(card)]
        if many:
            for x in range(LANES):
                beside[x] = 1 if type_at[card, x] == t else 0
            _times(beside, many, suit, suits, one, columns, times)
            c = class_on(card, suit)
            for other in range(top):
                if places[c, other]:
                    row = c * CLASSES + other if c <= other else other * CLASSES + c
                    _add(times, rows, row, with_card, card * CLASSES + other)


@kernel
def _take(a, b, suit, suits, columns, whole, with_card, room, sums, n):
    """Adds to a hand what is its own of the boards of one flush suit."""
    row = _row_of(a, b, suit)
    first = a * CLASSES + class_on(b, suit)
    second = b * CLASSES + class_on(a, suit)
    for x in range(whole.shape[1]):
        room[0, x] = whole[row, x] - with_card[first, x] - with_card[second, x]
    _to_lanes(room, 0, suit, suits, columns, sums, n)


@kernel
def _to_lanes(rows, row, suit, suits, columns, sums, n):
    """Adds a row of lanes, or of classes where a suit counts, to a hand."""
    if suit < 0:
        for x in range(columns * 16 * suits):
            sums[n, x] += rows[row, x]
        return
    for j in range(columns):
        for s in range(suits):
            shift = 16 if s == suit else 0
            source = rows[row, j * CLASSES + shift : j * CLASSES + shift + 16]
            into = sums[n, (j * suits + s) * 16 : (j * suits + s + 1) * 16]
            for x in range(16):
                into[x] += source[x]


@kernel
def subsets_of(flop, size, found):
    """The numbers of all sets of so many cards of a flop: 0 for none or all, the card, or the two cards' holding."""
    if size == 1:
        for i in range(3):
            found[i] = flop[i]
        return 3
    if size == 2:
        found[0] = holding(flop[0], flop[1])
        found[1] = holding(flop[0], flop[2])
        found[2] = holding(flop[1], flop[2])
        return 3
    found[0] = 0
    return 1


@kernel
def is_free(x, a, b, flop):
    """Whether the card of a lane is none of these."""
    card = (x & 15) * 4 + (x >> 4)
    return card != a and card != b and card != flop[0] and card != flop[1] and card != flop[2]


@kernel
def _label(sums, x, wide, linear, waits, scales, early, seen):
    """The best choice on the flop, 0 to wait, the smaller of equal ones; where the whole flop is known beforehand, the
    early ones come last."""
    best = np.int64(sums[x])
    taken = 0
    for c in range(len(scales)):
        value = np.int64(sums[(linear + scales[c, 0]) * wide + x]) * scales[c, 1]
        if (c == 0 and not waits[1]) or value > best:
            best = value
            taken = 1 + c
    if seen == 3:
        for c in range(len(early)):
            value = np.int64(sums[(linear + early[c, 0]) * wide + x]) * early[c, 1]
            if (c == 0 and not waits[0]) or value > best:
                best = value
                taken = 1 + len(scales) + c
    return taken


@kernel
def solve_flops(first, last, flops, deck, moves, choose, boards, deck_ranks, deck_has, by_ranks, suited, tri, low,
                kind_of, factors, finals, lanes, one, waits, scales, early, seen, groups, deals, ledger):  # fmt: skip
    """Flops from `first` to before `last`; flops[f] = (how many, card, card, card).

    lanes[x]: 1 where a known card can be. waits: whether one may wait before the flop, and on it; scales[c] = (row,
    times): what the choices of the flop bring, early[c]: those before it. seen: how many cards of the flop are known
    before it comes. groups[holding, lane, cards of the flop]: which spot before the flop; `deals`: how many deals one
    flop, hand and known card have.
    Written: ledger[spot, choice on the flop, column]: 0 to wait, else the number of the choice from 1; behind them the
    early ones, where the whole flop is known."""
    columns = factors.shape[1] - finals + 2
    suits = 1 if one else 4
    wide = 16 * suits
    keys = np.zeros(MOST_TYPES, np.int64)
    type_of = np.zeros((52, 52), np.int64)
    type_at = np.zeros((52, LANES), np.int64)
    times = np.zeros(MOST_TYPES, np.int64)
    meets = np.zeros((MOST_TYPES, LANES), factors.dtype)
    firsts = np.zeros(MOST_TYPES, np.int64)
    seconds = np.zeros(MOST_TYPES, np.int64)
    starts = np.zeros(MOST_TYPES + 1, np.int64)
    hands = np.zeros((1326, 2), np.int64)
    weight = np.zeros(1326, np.int64)
    number_of = np.zeros(1326, np.int64)
    held = np.zeros(CLASSES, factors.dtype)
    places = np.zeros((CLASSES, CLASSES), np.int32)
    order = np.zeros((2, PAIRS), np.int64)
    bucket = np.zeros(128, np.int64)
    room = np.zeros(ROOM, factors.dtype)
    counts = np.zeros((PAIRS, ROOM), factors.dtype)
    subsets = np.zeros(3, np.int64)
    total = len(deck) - 5 - 2 - 1
    rows = np.zeros((CLASSES * CLASSES, columns, CLASSES), factors.dtype)
    laid = np.zeros((16 * CLASSES, columns, suits, 16), factors.dtype)
    by_class = (rows.reshape(CLASSES * CLASSES, columns * CLASSES),
                np.zeros((CLASSES * CLASSES, columns * CLASSES), factors.dtype),
                np.zeros((52 * CLASSES, columns * CLASSES), factors.dtype))  # fmt: skip
    by_card = (laid.reshape(16 * CLASSES, columns * wide),
               np.zeros((16 * CLASSES, columns * wide), factors.dtype),
               np.zeros((52 * CLASSES, columns * wide), factors.dtype))  # fmt: skip
    often = np.zeros(columns * max(wide, CLASSES), factors.dtype)
    beside = np.zeros(LANES, factors.dtype)
    one_row = np.zeros((1, columns * max(wide, CLASSES)), factors.dtype)
    sums = np.zeros((1326, columns * wide), factors.dtype)
    for f in range(first, last):
        flop = flops[f, 1:]
        types = list_types(flop, deck, choose, keys, type_of, times, meets, firsts, seconds, starts)
        _types_by_lane(flop, deck, type_of, type_at)
        number = list_hands(flop, deck, moves, hands, weight, number_of)
        for n in range(number):
            for x in range(columns * wide):
                sums[n, x] = 0
        for suit in range(-1, 4):
            some_types = False
            source, whole, with_card = by_card if suit < 0 else by_class
            for t in range(types):
                if (keys[t] >> 13) % 5 - 1 != suit:
                    continue
                if not some_types:
                    some_types = True
                    whole[:] = 0
                    with_card[:] = 0
                read_type(keys[t], boards, deck_ranks, deck_has, by_ranks, suited, tri, held, places)
                pairs = sort_pairs(places, CLASSES if suit >= 0 else 16, order, bucket)
                sweep(order, pairs, low, total, held, places, kind_of, factors, finals, one, rows, room,
                      counts)  # fmt: skip
                if suit < 0:
                    for i in range(pairs):
                        _lay(rows, order[0, i] & 1023, suits, laid)
                _add_type(t, suit, suits, one, columns, order, pairs, deck, times[t], meets, type_at, source, places,
                          whole, with_card, often, beside)  # fmt: skip
                for i in range(starts[t], starts[t + 1]):
                    n = number_of[holding(firsts[i], seconds[i])]
                    row = _row_of(firsts[i], seconds[i], suit)
                    if n >= 0 and places[row >> 5, row & 31]:
                        _to_lanes(source, row, suit, suits, columns, sums, n)
            if some_types:
                for n in range(number):
                    _take(hands[n, 0], hands[n, 1], suit, suits, columns, whole, with_card, one_row, sums, n)
        some = subsets_of(flop, seen, subsets)
        for n in range(number):
            h = holding(hands[n, 0], hands[n, 1])
            for x in range(wide):
                if not lanes[x] or not is_free(x, hands[n, 0], hands[n, 1], flop):
                    continue
                label = _label(sums[n], x, wide, 2 + finals, waits, scales, early, seen)
                each = flops[f, 0] * weight[n]
                for i in range(some):
                    spot = groups[h, 0 if one else x, subsets[i]]
                    ledger[spot, label, DEALS] += each * deals
                    for j in range(columns):
                        ledger[spot, label, 1 + j] += each * np.int64(sums[n, j * wide + x])
