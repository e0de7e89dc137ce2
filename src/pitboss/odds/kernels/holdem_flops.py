"""The flop of two-card hands: the rivers of every turn and river card added up, for every hand at once. The words are
those of `holdem_rivers`."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.holdem_rivers import class_of, flush_suit, index5, pattern_of, triangle


@kernel
def _type_at(counts, mask, choose, at):
    """Where the sums of this type of board begin."""
    return at[index5(counts, choose), pattern_of(counts, mask)]


@kernel
def flop_terms(flop, kept, choose, at, whole, single):
    """What a flop has to add up, the cards left being `kept`. Returns the lengths of the two lists.

    whole: (offset of the type, suit or −1, how many pairs of turn and river make it), whoever holds these cards;
    single: (card, its class, offset, suit, how many other cards), the boards on which that one card lies."""
    counts = np.zeros(13, np.int64)
    of_suit = np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    for i in range(3):
        counts[flop[i] >> 2] += 1
        of_suit[flop[i] & 3] += 1
        masks[flop[i] & 3] |= 1 << (flop[i] >> 2)
    pairs = np.zeros((5, 26, 26), np.int64)
    ones = np.zeros((5, 26), np.int64)
    wholes = 0
    singles = 0
    for i in range(kept.shape[0]):
        a = kept[i]
        of_suit[a & 3] += 1
        ones[:] = 0
        for j in range(kept.shape[0]):
            if i == j:
                continue
            b = kept[j]
            of_suit[b & 3] += 1
            suit = flush_suit(of_suit)
            of_suit[b & 3] -= 1
            y = class_of(b, suit)
            ones[suit, y] += 1
            if i < j:
                x = class_of(a, suit)
                pairs[suit, min(x, y), max(x, y)] += 1
        counts[a >> 2] += 1
        for suit in range(-1, 4):
            x = class_of(a, suit)
            for y in range(26):
                if ones[suit, y]:
                    r = y if y < 13 else y - 13
                    mask = 0
                    if suit >= 0:
                        mask = masks[suit] | (1 << (a >> 2) if x >= 13 else 0) | (1 << r if y >= 13 else 0)
                    counts[r] += 1
                    single[singles, 0] = a
                    single[singles, 1] = x
                    single[singles, 2] = _type_at(counts, mask, choose, at)
                    single[singles, 3] = suit
                    single[singles, 4] = ones[suit, y]
                    singles += 1
                    counts[r] -= 1
        counts[a >> 2] -= 1
        of_suit[a & 3] -= 1
    for suit in range(-1, 4):
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
                    whole[wholes, 0] = _type_at(counts, mask, choose, at)
                    whole[wholes, 1] = suit
                    whole[wholes, 2] = pairs[suit, x, y]
                    wholes += 1
                    counts[rx] -= 1
                    counts[ry] -= 1
    return wholes, singles


@kernel
def _own_board(flop, a, b, choose, at, tri26):
    """The place in the sums of the player's two cards on the board that these same cards would make."""
    counts = np.zeros(13, np.int64)
    of_suit = np.zeros(4, np.int64)
    for card in (flop[0], flop[1], flop[2], a, b):
        counts[card >> 2] += 1
        of_suit[card & 3] += 1
    suit = flush_suit(of_suit)
    mask = 0
    if suit >= 0:
        for card in (flop[0], flop[1], flop[2], a, b):
            if card & 3 == suit:
                mask |= 1 << (card >> 2)
        return _type_at(counts, mask, choose, at) + tri26[class_of(a, suit), class_of(b, suit)]
    return _type_at(counts, mask, choose, at) + triangle(a >> 2, b >> 2, 13)


@kernel
def _left(deck, flop, kept):
    n = 0
    for card in deck:
        if card != flop[0] and card != flop[1] and card != flop[2]:
            kept[n] = card
            n += 1


@kernel
def _add_up(sums, whole, wholes, single, singles, tri13, tri26, plain, flushed, plain_with, flushed_with):
    """Adds the sums of all boards on a flop by class of hand, and those of the boards on which a given card lies."""
    plain[:] = 0
    flushed[:] = 0
    plain_with[:] = 0
    flushed_with[:] = 0
    for n in range(wholes):
        offset = whole[n, 0]
        times = whole[n, 2]
        if whole[n, 1] < 0:
            for q in range(91):
                plain[q] += times * sums[offset + q]
        else:
            row = flushed[whole[n, 1]]
            for q in range(351):
                row[q] += times * sums[offset + q]
    for n in range(singles):
        offset = single[n, 2]
        times = single[n, 4]
        if single[n, 3] < 0:
            index = tri13[single[n, 1]]
            row = plain_with[single[n, 0]]
            for y in range(13):
                row[y] += times * sums[offset + index[y]]
        else:
            index = tri26[single[n, 1]]
            row = flushed_with[single[n, 0], single[n, 3]]
            for y in range(26):
                row[y] += times * sums[offset + index[y]]


@kernel
def _of_hand(a, b, tri13, tri26, plain, flushed, plain_with, flushed_with):
    """The sum over turn and river for one hand: all boards, less those that meet its first card, less those that meet
    its second; the board that meets both has been taken off twice and is added by the caller."""
    total = plain[tri13[a >> 2, b >> 2]] - plain_with[a, b >> 2] - plain_with[b, a >> 2]
    for suit in range(4):
        x = class_of(a, suit)
        y = class_of(b, suit)
        total += flushed[suit, tri26[x, y]] - flushed_with[a, suit, y] - flushed_with[b, suit, x]
    return total


@kernel
def solve_flops(first, last, flops, deck, choose, at, tri13, tri26, checked, raised, decisions, before):
    """Every flop from `first` to `last`: whether to raise, for every hand.

    flops: [times, card, card, card]. decisions[flop, a, b] is 1 where raising is worth more, 2 where both are worth the
    same, 0 where checking is. before[…] as in `solve_rivers`: the sum of the better choices over flops and hands."""
    cards = deck.shape[0]
    kept = np.empty(cards - 3, np.int64)
    whole = np.empty((2000, 3), np.int64)
    single = np.empty((3000, 5), np.int64)
    plain = np.zeros((2, 91), np.int64)
    flushed = np.zeros((2, 4, 351), np.int64)
    plain_with = np.zeros((2, 52, 13), np.int64)
    flushed_with = np.zeros((2, 52, 4, 26), np.int64)
    for number in range(first, last):
        flop = flops[number, 1:]
        _left(deck, flop, kept)
        wholes, singles = flop_terms(flop, kept, choose, at, whole, single)
        _add_up(
            checked, whole, wholes, single, singles, tri13, tri26, plain[0], flushed[0], plain_with[0], flushed_with[0]
        )
        _add_up(
            raised, whole, wholes, single, singles, tri13, tri26, plain[1], flushed[1], plain_with[1], flushed_with[1]
        )
        for i in range(cards - 3):
            for j in range(i + 1, cards - 3):
                a = kept[i]
                b = kept[j]
                own = _own_board(flop, a, b, choose, at, tri26)
                check = checked[own] + _of_hand(
                    a, b, tri13, tri26, plain[0], flushed[0], plain_with[0], flushed_with[0]
                )
                bet = raised[own] + _of_hand(a, b, tri13, tri26, plain[1], flushed[1], plain_with[1], flushed_with[1])
                decisions[number, a, b] = 1 if bet > check else 2 if bet == check else 0
                high = max(a >> 2, b >> 2)
                small = min(a >> 2, b >> 2)
                if a & 3 != b & 3 and high != small:
                    high, small = small, high
                before[high, small] += flops[number, 0] * max(check, bet)


@kernel
def weigh_flops(first, step, flops, deck, choose, at, tri13, tri26, decisions, start, weights):
    """weights[type and class] += in how many of the flops `first`, `first + step`, … and hands the player, having
    waited, raises: the same sums as in `solve_flops`, read the other way round."""
    cards = deck.shape[0]
    kept = np.empty(cards - 3, np.int64)
    whole = np.empty((2000, 3), np.int64)
    single = np.empty((3000, 5), np.int64)
    plain = np.zeros(91, np.int64)
    flushed = np.zeros((4, 351), np.int64)
    plain_with = np.zeros((52, 13), np.int64)
    flushed_with = np.zeros((52, 4, 26), np.int64)
    for number in range(first, flops.shape[0], step):
        flop = flops[number, 1:]
        times = flops[number, 0]
        _left(deck, flop, kept)
        plain[:] = 0
        flushed[:] = 0
        plain_with[:] = 0
        flushed_with[:] = 0
        for i in range(cards - 3):
            for j in range(i + 1, cards - 3):
                a = kept[i]
                b = kept[j]
                ra = a >> 2
                rb = b >> 2
                same = a & 3 == b & 3 or ra == rb
                early = start[max(ra, rb), min(ra, rb)] if same else start[min(ra, rb), max(ra, rb)]
                if early or decisions[number, a, b] & 1 == 0:
                    continue
                plain[tri13[ra, rb]] += times
                plain_with[a, rb] += times
                plain_with[b, ra] += times
                for suit in range(4):
                    x = class_of(a, suit)
                    y = class_of(b, suit)
                    flushed[suit, tri26[x, y]] += times
                    flushed_with[a, suit, y] += times
                    flushed_with[b, suit, x] += times
                weights[_own_board(flop, a, b, choose, at, tri26)] += times
        wholes, singles = flop_terms(flop, kept, choose, at, whole, single)
        for n in range(wholes):
            offset = whole[n, 0]
            if whole[n, 1] < 0:
                for q in range(91):
                    weights[offset + q] += whole[n, 2] * plain[q]
            else:
                row = flushed[whole[n, 1]]
                for q in range(351):
                    weights[offset + q] += whole[n, 2] * row[q]
        for n in range(singles):
            offset = single[n, 2]
            if single[n, 3] < 0:
                row = plain_with[single[n, 0]]
                index = tri13[single[n, 1]]
                for y in range(13):
                    weights[offset + index[y]] -= single[n, 4] * row[y]
            else:
                row = flushed_with[single[n, 0], single[n, 3]]
                index = tri26[single[n, 1]]
                for y in range(26):
                    weights[offset + index[y]] -= single[n, 4] * row[y]
