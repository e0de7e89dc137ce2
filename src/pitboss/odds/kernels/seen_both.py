"""Both of the dealer's cards are known: every flop, every hand, the dealer's two cards being the lane.

How a hand fares against another on the boards of a flop is counted in parts. First all boards as if suits did not
matter: then only ranks count, and classes of two cards are pairs of ranks. Then, for each suit of the flop, the boards
with three or more cards of it once more, as they are, less what ranks alone made of them; that differs only where one
of the two hands has a flush. A *class* of card is its rank, plus 13 for cards of that suit; every card of a class
counts alike, so the boards of a type (the classes of turn and river) that avoid both hands are as many as what is left
of the two classes, multiplied.

For one class of hands (a *row*) all lanes are gone through for each type. What a board adds depends on whether the
dealer's hand is at least as high, higher, qualified: these are counted apart for each *slot*, the player's kind of hand
and whether it would qualify. Then several *fields* (what each choice brings, its squares …) are made of the counts at
once, packed into one number."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_numbers import index5
from pitboss.odds.kernels.seen_one import list_hands

RANKS = 13
PAIRS = 91
CARDS = 26
PLAIN = 128
"""Lanes for two ranks. What is left over beyond a multiple of 128 lanes would not be done by vectors."""
WIDE = 384
"""Lanes for two classes where a suit counts: both cards of the suit, one, none. No hand has the last lanes."""
BOTH_SUITED, ONE_SUITED = 128, 256
"""Before these lanes stand all hands that have a flush on boards with three, with four cards of the suit."""
HOLDINGS = 1344
"""The dealer's hands, by their number; the last are none."""
TWO, ONE = CARDS, CARDS + RANKS
"""Rows of cards left: behind those of the classes, in how many ways two of a rank can be taken; and a row of ones."""
MOST = 400
"""Types of boards with a suit."""


@kernel
def _add_type(width, places, of, row, spare, x, y, sign, low, counts):
    """counts[lane]: how many boards there are, then on how many the dealer is at least as high, higher, qualified. A
    type is counted as often as cards are left of its two classes. (Whole arrays and indices are passed: a view of a row
    would cost as much as the row.)"""
    zero = np.int16(0)
    p = places[of, row]
    for i in range(width):
        w = np.int16(spare[x, i] * spare[y, i] * sign)
        u = places[of, i]
        counts[i] += w
        counts[WIDE + i] += w if u >= p else zero
        counts[2 * WIDE + i] += w if u > p else zero
        counts[3 * WIDE + i] += w if u >= low else zero


@kernel
def _add_difference(width, places, of, by_ranks, row, spare, x, y, low, counts):
    """The same for boards as they are less what ranks alone make of them, where the player's hand is as high on
    both."""
    zero = np.int16(0)
    p = places[of, row]
    for i in range(width):
        w = np.int16(spare[x, i] * spare[y, i])
        u = places[of, i]
        v = places[by_ranks, i]
        counts[WIDE + i] += (w if u >= p else zero) - (w if v >= p else zero)
        counts[2 * WIDE + i] += (w if u > p else zero) - (w if v > p else zero)
        counts[3 * WIDE + i] += (w if u >= low else zero) - (w if v >= low else zero)


@kernel
def _pack(width, counts, at_least, higher, qualified, every, into, at):
    for i in range(width):
        more = at_least * counts[WIDE + i] + higher * counts[2 * WIDE + i] + qualified * counts[3 * WIDE + i]
        into[at + i] += every * counts[i] + more


@kernel
def _clear(width, counts):
    for k in range(4):
        for i in range(width):
            counts[k * WIDE + i] = 0


@kernel
def _leave(row, width, top, held, dealt, first, second, left, spare):
    """spare[class, lane]: the cards left when a hand of this row and one of the lane are dealt; spare[TWO + class]: in
    how many ways two can be taken; left[class]: without the lane's."""
    for c in range(top):
        left[c] = held[c] - (first[row] == c) - (second[row] == c)
        n = np.int16(left[c])
        for i in range(width):
            spare[c, i] = n - dealt[c, i]
        if left[c] > 1 and c < RANKS:
            for i in range(width):
                spare[TWO + c, i] = spare[c, i] * (spare[c, i] - 1) // 2


@kernel
def _add_row(row, width, types, kinds, left, spare, places, low, kind_of, coefficients, room, counts, into):
    """into[word, row * WIDE + lane]: a row. kinds[t] = (class, class, cards of the suit on the board or 0, the row of
    its places, the row of its places by ranks or -1)."""
    members, lengths, widths, used = room
    some = 0
    for t in range(types):
        x = kinds[t, 0]
        y = kinds[t, 1]
        boards = left[x] * (left[y] - (x == y))
        if left[x] <= 0 or left[y] <= 0 or boards == 0:
            continue
        p = places[kinds[t, 3], row]
        by_ranks = kinds[t, 4] >= 0
        alike = by_ranks and places[kinds[t, 4], row] == p
        widths[t] = width
        if alike and kinds[t, 2] < 5:
            widths[t] = BOTH_SUITED if kinds[t, 2] == 3 else ONE_SUITED
        for k in range(2 if by_ranks and not alike else 1):
            p = places[kinds[t, 3 + k], row]
            s = 2 * kind_of[p] + (1 if p >= low else 0)
            if lengths[s] == 0:
                used[some] = s
                some += 1
            members[s, lengths[s]] = 4 * t + (2 if alike else k)
            lengths[s] += 1
    for n in range(some):
        s = used[n]
        _clear(width, counts)
        for m in range(lengths[s]):
            t = members[s, m] >> 2
            k = members[s, m] & 3
            x = kinds[t, 0]
            y = kinds[t, 1]
            if x == y:
                x += TWO
                y = ONE
            if k == 2:
                _add_difference(widths[t], places, kinds[t, 3], kinds[t, 4], row, spare, x, y, low, counts)
            else:
                _add_type(widths[t], places, kinds[t, 3 + k], row, spare, x, y, np.int16(1 - 2 * k), low, counts)
        lengths[s] = 0
        for word in range(len(coefficients)):
            c = coefficients[word, s & 1, s >> 1]
            _pack(width, counts, c[0], c[1], c[2], c[3], into[word], row * WIDE)


@kernel
def _ranks_only(flop, deck_ranks, choose, by_ranks, tri, held, places, kinds):
    """held[rank]: cards left; places[two ranks, lane]: the dealer's hand on boards with these two ranks more; kinds:
    see `_add_row`. Returns how many types there are."""
    counts = np.zeros(RANKS, np.int64)
    for i in range(3):
        counts[flop[i] >> 2] += 1
    for r in range(RANKS):
        held[r] = deck_ranks[r] - counts[r]
    types = 0
    for x in range(RANKS):
        for y in range(x, RANKS):
            if held[x] > 0 and held[y] > 0 and (x != y or held[x] > 1):
                counts[x] += 1
                counts[y] += 1
                source = by_ranks[index5(counts, choose)]
                counts[x] -= 1
                counts[y] -= 1
                to = tri[x, y]
                for i in range(PAIRS):
                    places[to, i] = source[i]
                kinds[types, 0] = x
                kinds[types, 1] = y
                kinds[types, 2] = 0
                kinds[types, 3] = to
                kinds[types, 4] = -1
                types += 1
    return types


@kernel
def _with_suit(suit, flop, deck_has, suited, tri, held, first, second, bits, by_ranks, places, kinds):
    """The same for the boards with three or more cards of a suit: places[two ranks] by ranks alone, then those of each
    type. bits[lane]: the ranks of its cards of the suit. held[class] is that of ranks, on entry."""
    on_flop = 0
    lie = 0
    for i in range(3):
        if flop[i] & 3 == suit:
            on_flop |= 1 << (flop[i] >> 2)
            lie += 1
    for r in range(RANKS):
        held[RANKS + r] = 1 if deck_has[4 * r + suit] and not on_flop >> r & 1 else 0
        held[r] -= held[RANKS + r]
    for t in range(PAIRS):
        for i in range(WIDE):
            places[t, i] = by_ranks[t, tri[first[i] % RANKS, second[i] % RANKS]]
    types = 0
    for x in range(CARDS):
        for y in range(x, CARDS):
            cards = lie + (x >= RANKS) + (y >= RANKS)
            if cards < 3 or held[x] <= 0 or held[y] <= 0 or (x == y and held[x] < 2):
                continue
            mask = on_flop
            if x >= RANKS:
                mask |= 1 << (x - RANKS)
            if y >= RANKS:
                mask |= 1 << (y - RANKS)
            ranks = tri[x % RANKS, y % RANKS]
            to = PAIRS + types
            for i in range(WIDE):
                places[to, i] = max(places[ranks, i], suited[mask | bits[i]])
            kinds[types, 0] = x
            kinds[types, 1] = y
            kinds[types, 2] = cards
            kinds[types, 3] = to
            kinds[types, 4] = ranks
            types += 1
    return types


@kernel
def _class(card, suit):
    return (card >> 2) + (RANKS if card & 3 == suit else 0)


@kernel
def _list_lanes(flop, deck, moved, suit, lane_of, at):
    """at[renaming, the dealer's hand]: the lane of its classes before the renaming; the last lane where he cannot hold
    it."""
    at[:] = (PLAIN if suit < 0 else WIDE) - 1
    for i in range(len(deck)):
        x = deck[i]
        if x == flop[0] or x == flop[1] or x == flop[2]:
            continue
        for j in range(i):
            y = deck[j]
            if y == flop[0] or y == flop[1] or y == flop[2]:
                continue
            here = lane_of[_class(x, suit), _class(y, suit)]
            h = x * (x - 1) // 2 + y
            for g in range(len(moved)):
                at[g, moved[g, h]] = here


@kernel
def _gather(table, begin, at, first, sums):
    """Adds a row to what each of the dealer's hands has."""
    row = table[begin : begin + WIDE]
    if first:
        for i in range(HOLDINGS):
            sums[i] = row[at[i]]
        return
    for i in range(HOLDINGS):
        sums[i] += row[at[i]]


@kernel
def _unpack(sums, bias, shift, mask, offset, free, each, values, into):
    """The values of one field, which are booked for whatever is chosen on the flop."""
    for i in range(HOLDINGS):
        value = (((sums[i] + bias) >> shift & mask) - offset) * free[i]
        values[i] = value
        into[i] += value * each


@kernel
def _choose(value, times, must, choice, top, taken):
    """Takes a choice where it brings more than what was best before."""
    if must:
        for i in range(HOLDINGS):
            top[i] = value[i] * times
            taken[i] = choice
        return
    for i in range(HOLDINGS):
        more = value[i] * times
        better = more > top[i]
        top[i] = more if better else top[i]
        taken[i] = choice if better else taken[i]


@kernel
def _book(values, each, into):
    for i in range(HOLDINGS):
        into[i] += values[i] * each


@kernel
def _book_taken(values, each, taken, choice, into):
    for i in range(HOLDINGS):
        into[i] += values[i] * each if taken[i] == choice else 0


@kernel
def _decide(values, waits, scales, early, whole, top, taken):
    """taken[the dealer's hand]: the best choice on the flop, 0 to wait, the smaller of equal ones; where the whole flop
    is known, the early ones come last."""
    for i in range(HOLDINGS):
        top[i] = values[0, i]
        taken[i] = 0
    for c in range(len(scales)):
        _choose(values[1 + scales[c, 0]], scales[c, 1], c == 0 and not waits[1], 1 + c, top, taken)
    if whole:
        for c in range(len(early)):
            choice = 1 + len(scales) + c
            _choose(values[1 + early[c, 0]], early[c, 1], c == 0 and not waits[0], choice, top, taken)


@kernel
def both_flops(first, last, flops, deck, moves, choose, boards, deck_ranks, deck_has, by_ranks, suited, tri, low,
               kind_of, moved, holders, renaming, free, lanes, lane_of, bits, coefficients, bias, fields, waits, scales,
               early, whole, ledger):  # fmt: skip
    """Flops from `first` to before `last`. moved[renaming, hand]: what a hand becomes; holders[hand]: the place of the
    ledger for all hands that differ by the names of suits, renaming[hand]: what makes it that one; free[place, hand]: 1
    where the dealer can hold a hand besides. lanes = the two classes of each lane and how many cards it has of each
    class, without a suit and with one; lane_of[class, class] with one; bits: see `_with_suit`. fields[j] = (word,
    shift, mask, offset). waits, scales, early: as in `seen_one`.

    Written: ledger[place, choice, column, the dealer's hand]: choice 0 has everything, whatever is chosen on the flop,
    the others from 1 what they are chosen for; column 0 how many flops, then the fields."""
    words = len(coefficients)
    many = len(fields)
    hands = np.zeros((1326, 2), np.int64)
    weight = np.zeros(1326, np.int64)
    number_of = np.zeros(1326, np.int64)
    held = np.zeros(CARDS, np.int64)
    left = np.zeros(CARDS, np.int64)
    plain = np.zeros((PAIRS, WIDE), np.int16)
    places = np.zeros((PAIRS + MOST, WIDE), np.int16)
    kinds = np.zeros((MOST, 5), np.int64)
    spare = np.zeros((ONE + 1, WIDE), np.int16)
    spare[ONE] = 1
    counts = np.zeros(4 * WIDE, np.int16)
    slots = 2 * coefficients.shape[2]
    room = (np.zeros((slots, 2 * MOST), np.int64), np.zeros(slots, np.int64), np.zeros(MOST, np.int64),
            np.zeros(slots, np.int64))  # fmt: skip
    tables = np.zeros((4, words, WIDE * WIDE), np.int64)
    needed = np.zeros(WIDE, np.bool_)
    at = np.zeros((4, len(moved), HOLDINGS), np.int64)
    suits = np.zeros(4, np.int64)
    sums = np.zeros((words, HOLDINGS), np.int64)
    values = np.zeros((many, HOLDINGS), np.int64)
    able = np.zeros(HOLDINGS, np.int64)
    top = np.zeros(HOLDINGS, np.int64)
    taken = np.zeros(HOLDINGS, np.int64)
    least = np.int16(low)
    for f in range(first, last):
        flop = flops[f, 1:]
        hands_here = list_hands(flop, deck, moves, hands, weight, number_of)
        families = 0
        for suit in range(-1, 4):
            if suit >= 0 and flop[0] & 3 != suit and flop[1] & 3 != suit and flop[2] & 3 != suit:
                continue
            width = PLAIN if suit < 0 else WIDE
            top_class = RANKS if suit < 0 else CARDS
            pairs, dealt = lanes[0] if suit < 0 else lanes[1]
            here = tri if suit < 0 else lane_of
            types = _ranks_only(flop, deck_ranks, choose, by_ranks, tri, held, plain, kinds)
            source = plain
            if suit >= 0:
                types = _with_suit(suit, flop, deck_has, suited, tri, held, pairs[0], pairs[1], bits, plain, places,
                                   kinds)  # fmt: skip
                source = places
            needed[:] = False
            for n in range(hands_here):
                needed[here[_class(hands[n, 0], suit), _class(hands[n, 1], suit)]] = True
            table = tables[families]
            for row in range(WIDE):
                if needed[row]:
                    for word in range(words):
                        table[word, row * WIDE : row * WIDE + WIDE] = 0
                    _leave(row, width, top_class, held, dealt, pairs[0], pairs[1], left, spare)
                    _add_row(row, width, types, kinds, left, spare, source, least, kind_of, coefficients, room,
                             counts, table)  # fmt: skip
                    for word in range(words):
                        table[word, row * WIDE + width - 1] = 0
            _list_lanes(flop, deck, moved, suit, here, at[families])
            suits[families] = suit
            families += 1
        for n in range(hands_here):
            a = hands[n, 0]
            b = hands[n, 1]
            h = a * (a - 1) // 2 + b
            g = renaming[h]
            place = holders[h]
            for k in range(families):
                here = tri if k == 0 else lane_of
                begin = here[_class(a, suits[k]), _class(b, suits[k])] * WIDE
                for word in range(words):
                    _gather(tables[k, word], begin, at[k, g], k == 0, sums[word])
            for i in range(HOLDINGS):
                able[i] = free[place, i] if at[0, g, i] != PLAIN - 1 else 0
            each = flops[f, 0] * weight[n]
            into = ledger[0 if whole else place]
            _book(able, each, into[0, 0])
            for j in range(many):
                word = fields[j, 0]
                _unpack(sums[word], bias[word], fields[j, 1], fields[j, 2], fields[j, 3], able, each, values[j],
                        into[0, 1 + j])  # fmt: skip
            _decide(values, waits, scales, early, whole, top, taken)
            for choice in range(1, into.shape[0]):
                _book_taken(able, each, taken, choice, into[choice, 0])
                for j in range(many):
                    _book_taken(values[j], each, taken, choice, into[choice, 1 + j])
