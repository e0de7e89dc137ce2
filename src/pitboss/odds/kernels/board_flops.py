"""The flop of two-card hands: the rivers of every turn and river card added up, for every hand at once. The words are
those of `board_rivers`."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_numbers import class_of, flush_suit, index5, pattern_of

TIE = 128
"""Added to a decision where another choice is worth as much."""
CHOICE = TIE - 1
"""What of a decision is the number of the choice: 0 to wait."""


@kernel
def flop_terms(flop, kept, choose, at, suit_of, where, whole, single):
    """What a flop has to add up, the cards left being `kept`. Returns the lengths of the two lists.

    suit_of[suit, suit]: the flush suit if turn and river have these suits, or −1.
    where[suit, class, class]: where the sums of the type of board that these two cards make begin (suit −1 is the
    last). whole: (offset of the type, suit, how many pairs of turn and river make it), whoever holds these cards;
    single: (card, its class, offset, suit, how many other cards), the boards on which that one card lies."""
    counts = np.zeros(13, np.int64)
    of_suit = np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    for i in range(3):
        counts[flop[i] >> 2] += 1
        of_suit[flop[i] & 3] += 1
        masks[flop[i] & 3] |= 1 << (flop[i] >> 2)
    for s in range(4):
        for z in range(4):
            of_suit[s] += 1
            of_suit[z] += 1
            suit_of[s, z] = flush_suit(of_suit)
            of_suit[s] -= 1
            of_suit[z] -= 1
    pairs = np.zeros((5, 26, 26), np.int64)
    for i in range(kept.shape[0]):
        a = kept[i]
        for j in range(i + 1, kept.shape[0]):
            b = kept[j]
            suit = suit_of[a & 3, b & 3]
            x = class_of(a, suit)
            y = class_of(b, suit)
            pairs[suit, min(x, y), max(x, y)] += 1
    wholes = 0
    for suit in range(-1, 4):
        if suit >= 0 and of_suit[suit] == 0:
            continue
        for x in range(26):
            for y in range(x, 26):
                if pairs[suit, x, y]:
                    rx = x if x < 13 else x - 13
                    ry = y if y < 13 else y - 13
                    mask = 0
                    if suit >= 0:
                        mask = masks[suit] | (1 << rx if x >= 13 else 0) | (1 << ry if y >= 13 else 0)
                    counts[rx] += 1
                    counts[ry] += 1
                    offset = at[index5(counts, choose), pattern_of(counts, mask)]
                    counts[rx] -= 1
                    counts[ry] -= 1
                    where[suit, x, y] = offset
                    where[suit, y, x] = offset
                    whole[wholes, 0] = offset
                    whole[wholes, 1] = suit
                    whole[wholes, 2] = pairs[suit, x, y]
                    wholes += 1
    singles = 0
    ones = np.zeros((5, 26), np.int64)
    for a in kept:
        for suit in range(5):
            for y in range(26):
                ones[suit, y] = 0
        for b in kept:
            if a != b:
                suit = suit_of[a & 3, b & 3]
                ones[suit, class_of(b, suit)] += 1
        for suit in range(-1, 4):
            if suit >= 0 and of_suit[suit] == 0:
                continue
            x = class_of(a, suit)
            for y in range(26):
                if ones[suit, y]:
                    single[singles, 0] = a
                    single[singles, 1] = x
                    single[singles, 2] = where[suit, x, y]
                    single[singles, 3] = suit
                    single[singles, 4] = ones[suit, y]
                    singles += 1
    return wholes, singles


@kernel
def _suits(flop, found):
    """The suits of a flop, which alone can make a flush; how many they are."""
    n = 0
    for card in flop:
        known = False
        for i in range(n):
            known = known or found[i] == card & 3
        if not known:
            found[n] = card & 3
            n += 1
    return n


@kernel
def _left(deck, flop, kept):
    n = 0
    for card in deck:
        if card != flop[0] and card != flop[1] and card != flop[2]:
            kept[n] = card
            n += 1


@kernel
def _clear(plain, flushed, plain_with, flushed_with):
    for q in range(91):
        plain[q] = 0
    for suit in range(4):
        for q in range(351):
            flushed[suit, q] = 0
    for card in range(52):
        for y in range(13):
            plain_with[card, y] = 0
        for suit in range(4):
            for y in range(26):
                flushed_with[card, suit, y] = 0


@kernel
def _add_up(sums, whole, wholes, single, singles, tri13, tri26, plain, flushed, plain_with, flushed_with):
    """Adds the sums of all boards on a flop by class of hand, and those of the boards on which a given card lies."""
    _clear(plain, flushed, plain_with, flushed_with)
    for n in range(wholes):
        offset = whole[n, 0]
        times = np.int32(whole[n, 2])
        if whole[n, 1] < 0:
            for q in range(91):
                plain[q] += times * sums[offset + q]
        else:
            suit = whole[n, 1]
            for q in range(351):
                flushed[suit, q] += times * sums[offset + q]
    for n in range(singles):
        offset = single[n, 2]
        times = np.int32(single[n, 4])
        a = single[n, 0]
        x = single[n, 1]
        if single[n, 3] < 0:
            for y in range(13):
                plain_with[a, y] += times * sums[offset + tri13[x, y]]
        else:
            suit = single[n, 3]
            for y in range(26):
                flushed_with[a, suit, y] += times * sums[offset + tri26[x, y]]


@kernel
def _by_hand(kept, suits, classes, tri13, tri26, plain, flushed, plain_with, flushed_with, row, rows, found):
    """found[i, j] += the sum over turn and river for the hand of kept[i] and kept[j], but for the one board that these
    same two cards would make: all boards, less those that meet its first card, less those that meet its second."""
    cards = kept.shape[0]
    for i in range(cards):
        a = kept[i]
        r = a >> 2
        # All boards less those that meet the first card, by class of the second.
        for y in range(13):
            row[y] = plain[tri13[r, y]] - plain_with[a, y]
        for k in range(suits.shape[0]):
            suit = suits[k]
            x = classes[k, i]
            for y in range(26):
                rows[k, y] = flushed[suit, tri26[x, y]] - flushed_with[a, suit, y]
        for j in range(i + 1, cards):
            b = kept[j]
            total = row[b >> 2] - plain_with[b, r]
            for k in range(suits.shape[0]):
                total += rows[k, classes[k, j]] - flushed_with[b, suits[k], classes[k, i]]
            found[i, j] += total


@kernel
def _own_boards(kept, suit_of, where, tri13, tri26, own):
    """own[i, j]: the place in the sums of two cards on the board that these same cards would make. Such a board meets
    both cards and has been taken off twice, so it is added once."""
    for i in range(kept.shape[0]):
        a = kept[i]
        for j in range(i + 1, kept.shape[0]):
            b = kept[j]
            suit = suit_of[a & 3, b & 3]
            x = class_of(a, suit)
            y = class_of(b, suit)
            own[i, j] = where[suit, x, y] + (tri13[x, y] if suit < 0 else tri26[x, y])


@kernel
def solve_flops(first, last, flops, deck, choose, at, tri13, tri26, waits, checked, raised, decisions, before):
    """Every flop from `first` to `last`: what to choose, for every hand.

    flops: [times, card, card, card]. waits: 1 where one may wait for the river. decisions[flop, a, b]: 0 where waiting
    is worth most, else the first choice that is, from 1, and TIE added where another is worth as much. before[…] as in
    `solve_rivers`: the sum of the best choices over flops and hands."""
    cards = deck.shape[0] - 3
    kept = np.empty(cards, np.int64)
    whole = np.empty((2000, 3), np.int64)
    single = np.empty((3000, 5), np.int64)
    suit_of = np.empty((4, 4), np.int64)
    where = np.empty((5, 26, 26), np.int64)
    of_flop = np.empty(3, np.int64)
    classes = np.empty((3, cards), np.int64)
    plain = np.zeros(91, checked.dtype)
    flushed = np.zeros((4, 351), checked.dtype)
    plain_with = np.zeros((52, 13), checked.dtype)
    flushed_with = np.zeros((52, 4, 26), checked.dtype)
    row = np.empty(13, np.int64)
    rows = np.empty((3, 26), np.int64)
    own = np.empty((cards, cards), np.int64)
    worth = np.empty((1 + raised.shape[0], cards, cards), np.int64)
    for number in range(first, last):
        flop = flops[number, 1:]
        _left(deck, flop, kept)
        wholes, singles = flop_terms(flop, kept, choose, at, suit_of, where, whole, single)
        suits = of_flop[: _suits(flop, of_flop)]
        for k in range(suits.shape[0]):
            for i in range(cards):
                classes[k, i] = class_of(kept[i], suits[k])
        _own_boards(kept, suit_of, where, tri13, tri26, own)
        for choice in range(1 - waits, worth.shape[0]):
            sums = raised[choice - 1] if choice else checked
            found = worth[choice]
            for i in range(cards):
                for j in range(i + 1, cards):
                    found[i, j] = sums[own[i, j]]
            _add_up(sums, whole, wholes, single, singles, tri13, tri26, plain, flushed, plain_with, flushed_with)
            _by_hand(kept, suits, classes, tri13, tri26, plain, flushed, plain_with, flushed_with, row, rows, found)
        for i in range(cards):
            a = kept[i]
            for j in range(i + 1, cards):
                b = kept[j]
                best = 1 - waits
                most = worth[best, i, j]
                equal = 0
                for choice in range(best + 1, worth.shape[0]):
                    other = worth[choice, i, j]
                    if other > most:
                        best = choice
                        most = other
                        equal = 0
                    elif other == most:
                        equal = TIE
                decisions[number, a, b] = best | equal
                high = max(a >> 2, b >> 2)
                small = min(a >> 2, b >> 2)
                if a & 3 != b & 3 and high != small:
                    high, small = small, high
                before[high, small] += flops[number, 0] * most


@kernel
def weigh_flops(first, step, flops, deck, choose, at, tri13, tri26, decisions, start, wanted, weights):
    """weights[type and class] += in how many of the flops `first`, `first + step`, … and hands the player, having
    waited, takes the choice `wanted`: the same sums as in `solve_flops`, read the other way round."""
    cards = deck.shape[0]
    kept = np.empty(cards - 3, np.int64)
    whole = np.empty((2000, 3), np.int64)
    single = np.empty((3000, 5), np.int64)
    suit_of = np.empty((4, 4), np.int64)
    where = np.empty((5, 26, 26), np.int64)
    of_flop = np.empty(3, np.int64)
    plain = np.zeros(91, np.int64)
    flushed = np.zeros((4, 351), np.int64)
    plain_with = np.zeros((52, 13), np.int64)
    flushed_with = np.zeros((52, 4, 26), np.int64)
    own = np.empty((cards - 3, cards - 3), np.int64)
    for number in range(first, flops.shape[0], step):
        flop = flops[number, 1:]
        alike = flops[number, 0]
        _left(deck, flop, kept)
        wholes, singles = flop_terms(flop, kept, choose, at, suit_of, where, whole, single)
        suits = of_flop[: _suits(flop, of_flop)]
        _own_boards(kept, suit_of, where, tri13, tri26, own)
        _clear(plain, flushed, plain_with, flushed_with)
        for i in range(cards - 3):
            for j in range(i + 1, cards - 3):
                a = kept[i]
                b = kept[j]
                ra = a >> 2
                rb = b >> 2
                same = a & 3 == b & 3 or ra == rb
                early = start[max(ra, rb), min(ra, rb)] if same else start[min(ra, rb), max(ra, rb)]
                if early or decisions[number, a, b] & CHOICE != wanted:
                    continue
                plain[tri13[ra, rb]] += alike
                plain_with[a, rb] += alike
                plain_with[b, ra] += alike
                for suit in suits:
                    x = class_of(a, suit)
                    y = class_of(b, suit)
                    flushed[suit, tri26[x, y]] += alike
                    flushed_with[a, suit, y] += alike
                    flushed_with[b, suit, x] += alike
                weights[own[i, j]] += alike
        for n in range(wholes):
            offset = whole[n, 0]
            times = whole[n, 2]
            if whole[n, 1] < 0:
                for q in range(91):
                    weights[offset + q] += times * plain[q]
            else:
                suit = whole[n, 1]
                for q in range(351):
                    weights[offset + q] += times * flushed[suit, q]
        for n in range(singles):
            a = single[n, 0]
            x = single[n, 1]
            offset = single[n, 2]
            times = single[n, 4]
            if single[n, 3] < 0:
                for y in range(13):
                    weights[offset + tri13[x, y]] -= times * plain_with[a, y]
            else:
                suit = single[n, 3]
                for y in range(26):
                    weights[offset + tri26[x, y]] -= times * flushed_with[a, suit, y]
