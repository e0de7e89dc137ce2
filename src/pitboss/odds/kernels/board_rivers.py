"""Two cards each and five shared ones: every deal counted without dealing every one.

Words used here:
- a *type* of board is its ranks and, where three or more of its cards share a suit, which ranks are of that suit;
- a *class* of card on a board is its rank, plus 13 if it is of that flush suit; classes of two cards are numbered
  as a triangle (`tri`), 91 without and 351 with a flush suit;
- *places* are the order of all hands (odds/tables.py).

On one type, all hands of a class fare alike. So a river is solved once for each of the 42,783 types; a flop adds up the
rivers of every turn and river card, and takes off those that meet the player's own cards.
"""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_numbers import class_of, flush_suit, index5, triangle

RESULTS = 6
"""Result (player higher, equal, lower) times two, plus one if the dealer qualifies."""


@kernel
def pair_places(boards, ranks7, choose, tri, found):
    """found[board, pair]: the place by ranks alone of every multiset of five ranks with two more."""
    ranks = np.empty(7, np.int64)
    for number in range(boards.shape[0]):
        for x in range(13):
            for y in range(x, 13):
                n = 0
                took_x = False
                took_y = False
                for i in range(5):
                    r = boards[number, i]
                    if not took_x and x <= r:
                        ranks[n] = x
                        n += 1
                        took_x = True
                    if not took_y and y <= r:
                        ranks[n] = y
                        n += 1
                        took_y = True
                    ranks[n] = r
                    n += 1
                if not took_x:
                    ranks[n] = x
                    n += 1
                if not took_y:
                    ranks[n] = y
                index = 0
                for i in range(7):
                    index += choose[ranks[i] + i, i + 1]
                found[number, tri[x, y]] = ranks7[index]


@kernel
def river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results):
    """One type of board: the place of every class of two cards, and against how many of the dealer's hands it is
    higher, equal or lower, qualified or not. Returns the number of classes of one card (13 or 26).

    counts: how many of each rank lie on the board; mask: the ranks of the flush suit.
    shape: [number of suits, then 1 for every rank in the pack]. by_ranks: the board's row of `pair_places`.
    low: the first place with which the dealer qualifies. pairs: at each index of the triangle the two classes, the
    index of their ranks alone, and the ranks of those of the flush suit as bits.
    held[x]: cards left of class x. places[t] and results[t] are written at the triangle's index t; place 0 = no hand.
    """
    suits = shape[0]
    flush = mask != 0
    kinds = 26 if flush else 13
    cards = 0
    for r in range(13):
        if flush:
            of_suit = mask >> r & 1
            held[r] = (suits - 1 - (counts[r] - of_suit)) * shape[1 + r]
            held[13 + r] = (1 - of_suit) * shape[1 + r]
            cards += held[13 + r]
        else:
            held[r] = (suits - counts[r]) * shape[1 + r]
        cards += held[r]
    # The place of every class of two cards, packed with its index so that sorting moves one number.
    number = 0
    for t in range(351 if flush else 91):
        x = pairs[0, t]
        y = pairs[1, t]
        place = 0
        if held[x] and held[y] and (x != y or held[x] > 1):
            place = by_ranks[pairs[2, t]]
            if flush:
                of_suit = suited[mask | pairs[3, t]]
                if of_suit > place:
                    place = of_suit
            keys[0, number] = place << 9 | t
            number += 1
        places[t] = place
    by_place(keys, number, work[0], 9)
    # Sweep upwards, group by group of equal places. A hand's own two cards are not the dealer's.
    lower = 0
    below = 0
    lower_with = work[0]
    equal_with = work[1]
    below_with = work[2]
    for x in range(kinds):
        lower_with[x] = 0
        equal_with[x] = 0
        below_with[x] = 0
    for i in range(number):
        if keys[0, i] >> 9 >= low:
            break
        t = keys[0, i] & 511
        below += _add(pairs[0, t], pairs[1, t], held, below_with)
    all_hands = (cards - 2) * (cards - 3) // 2
    start = 0
    while start < number:
        place = keys[0, start] >> 9
        end = start
        equal = 0
        while end < number and keys[0, end] >> 9 == place:
            t = keys[0, end] & 511
            equal += _add(pairs[0, t], pairs[1, t], held, equal_with)
            end += 1
        for i in range(start, end):
            t = keys[0, i] & 511
            x = pairs[0, t]
            y = pairs[1, t]
            beaten = lower - lower_with[x] - lower_with[y]
            tied = equal - equal_with[x] - equal_with[y] + 1
            if place >= low:
                unqualified = below - below_with[x] - below_with[y]
                results[t, 0] = unqualified
                results[t, 1] = beaten - unqualified
                results[t, 2] = 0
                results[t, 3] = tied
                results[t, 4] = 0
                results[t, 5] = all_hands - beaten - tied
            else:
                unqualified = below - below_with[x] - below_with[y] + 1
                results[t, 0] = beaten
                results[t, 1] = 0
                results[t, 2] = tied
                results[t, 3] = 0
                results[t, 4] = unqualified - beaten - tied
                results[t, 5] = all_hands - unqualified
        for i in range(start, end):
            t = keys[0, i] & 511
            equal_with[pairs[0, t]] = 0
            equal_with[pairs[1, t]] = 0
            lower += _add(pairs[0, t], pairs[1, t], held, lower_with)
        start = end
    return kinds


@kernel
def _add(x, y, held, with_card):
    """The number of hands in a class; `with_card` counts those that hold one given card of each class."""
    if x == y:
        with_card[x] += held[x] - 1
        return held[x] * (held[x] - 1) // 2
    with_card[x] += held[y]
    with_card[y] += held[x]
    return held[x] * held[y]


@kernel
def by_place(keys, number, bucket, lowest):
    """Sorts keys[0] by the place in its bits from `lowest` on: two passes of seven bits, forth and back."""
    for step in range(2):
        shift = lowest + 7 * step
        source = keys[step]
        target = keys[1 - step]
        for b in range(128):
            bucket[b] = 0
        for i in range(number):
            bucket[source[i] >> shift & 127] += 1
        at = 0
        for b in range(128):
            n = bucket[b]
            bucket[b] = at
            at += n
        for i in range(number):
            b = source[i] >> shift & 127
            target[bucket[b]] = source[i]
            bucket[b] += 1


@kernel
def _sum(results, t, nets, choice, kind):
    """What a class of hands brings with this choice, over all hands of the dealer. (Whole arrays and indices are
    passed, for a view of a row would cost more than the row.)"""
    return (
        results[t, 0] * nets[choice, kind, 0] + results[t, 1] * nets[choice, kind, 1]
        + results[t, 2] * nets[choice, kind, 2] + results[t, 3] * nets[choice, kind, 3]
        + results[t, 4] * nets[choice, kind, 4] + results[t, 5] * nets[choice, kind, 5]
    )  # fmt: skip


@kernel
def hands_of_type(counts, mask, shape, pairs, held, plain, plain_suited, suited_hands, other_hands):
    """For every class of two cards: boards of the type times hands of the class, suited hands and others apart; a pair
    counts as suited (it has a place of its own in the grid).

    plain: the boards without a flush suit by the composition of their counts; plain_suited: for two of their ranks, in
    how many pairs of such a board and a suit both ranks still have a card of that suit."""
    suits = shape[0]
    off = np.zeros(13, np.int64)  # the board's cards of a rank that are not of the flush suit
    position = np.zeros(13, np.int64)  # the place of a rank among the distinct ones
    boards = suits
    code = 0
    distinct = 0
    for r in range(13):
        off[r] = counts[r] - (mask >> r & 1)
        if counts[r]:
            code = code * 5 + counts[r]
            position[r] = distinct
            distinct += 1
        if off[r] == 1:
            boards *= suits - 1
        elif off[r] == 2:
            boards *= (suits - 1) * (suits - 2) // 2
    free = suits - 1  # suits that an off-suit card can have
    if mask == 0:
        boards = plain[code]
        free = suits
    # One off-suit card of each of two ranks lies on a flush board in the same suit once in (suits − 1) boards.
    same = boards // (suits - 1)
    met = same * (suits - 2) + (boards - same) * (suits - 3)
    for t in range(351 if mask else 91):
        x = pairs[0, t]
        y = pairs[1, t]
        suited_hands[t] = 0
        other_hands[t] = 0
        if x == y:
            suited_hands[t] = boards * (held[x] * (held[x] - 1) // 2)
        elif x >= 13 or y == x + 13:
            suited_hands[t] = boards * held[x] * held[y]
        elif y >= 13:
            other_hands[t] = boards * held[x] * held[y]
        else:
            if off[x] == 0 or off[y] == 0:
                alike = boards * (free - max(off[x], off[y]))
            elif mask:
                alike = met
            else:
                alike = plain_suited[code, position[x], position[y]]
            suited_hands[t] = alike
            other_hands[t] = boards * held[x] * held[y] - alike


@kernel
def solve_rivers(first, last, types, offsets, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, plain,
                 plain_suited, nets, final, checked, raised, starting):  # fmt: skip
    """Every type of board from `first` to `last`.

    types: [index of its ranks, mask, counts…]. nets[choice, kind, result]: what the endings bring, as integers; the
    first `final` choices are those of the river, then come those of the flop.
    Written: checked (the best choice of the river) and raised (for each choice of the flop) at offsets[type] +
    triangle, both summed over the dealer's hands; starting[higher rank, lower rank, kind, result], the ranks the other
    way round for off-suit hands: in how many deals a starting hand ends so, if it is played to the end."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    suited_hands = np.zeros(351, np.int64)
    other_hands = np.zeros(351, np.int64)
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        pairs = pairs26 if mask else pairs13
        kinds = river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results)
        hands_of_type(counts, mask, shape, pairs, held, plain, plain_suited, suited_hands, other_hands)
        offset = offsets[number]
        for t in range(351 if kinds == 26 else 91):
            place = places[t]
            if place == 0:
                continue
            x = pairs[0, t]
            y = pairs[1, t]
            i = x if x < 13 else x - 13
            kind = kind_of[place]
            most = _sum(results, t, nets, 0, kind)
            for choice in range(1, final):
                most = max(most, _sum(results, t, nets, choice, kind))
            checked[offset + t] = most
            for choice in range(raised.shape[0]):
                raised[choice, offset + t] = _sum(results, t, nets, final + choice, kind)
            same = suited_hands[t]
            other = other_hands[t]
            j = y if y < 13 else y - 13
            high = max(i, j)
            small = min(i, j)
            if same:
                for q in range(RESULTS):
                    starting[high, small, kind, q] += same * results[t, q]
            if other:
                for q in range(RESULTS):
                    starting[small, high, kind, q] += other * results[t, q]


@kernel
def count_rivers(first, last, types, offsets, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, plain,
                 plain_suited, nets, final, waits, weights, flops, found):  # fmt: skip
    """The cells in which rounds of players end who waited for the flop: found[choice, kind, result] counts deals, with
    the choices of `solve_rivers`.

    waits[higher rank, lower rank] (the other way round for off-suit hands): 1 where the player waits. weights: for each
    choice of the flop in how many (flop, hand) of a type and class he takes it. flops: how many flops a board has."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    suited_hands = np.zeros(351, np.int64)
    other_hands = np.zeros(351, np.int64)
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        pairs = pairs26 if mask else pairs13
        kinds = river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results)
        hands_of_type(counts, mask, shape, pairs, held, plain, plain_suited, suited_hands, other_hands)
        offset = offsets[number]
        for t in range(351 if kinds == 26 else 91):
            place = places[t]
            if place == 0:
                continue
            x = pairs[0, t]
            y = pairs[1, t]
            i = x if x < 13 else x - 13
            kind = kind_of[place]
            j = y if y < 13 else y - 13
            same = suited_hands[t]
            other = other_hands[t]
            waiting = waits[max(i, j), min(i, j)] * same + waits[min(i, j), max(i, j)] * other
            if waiting:
                left = flops * waiting
                for choice in range(weights.shape[0]):
                    late = weights[choice, offset + t]
                    left -= late
                    for q in range(RESULTS):
                        found[final + choice, kind, q] += late * results[t, q]
                on = best_final(results, t, nets, final, kind)
                for q in range(RESULTS):
                    found[on, kind, q] += left * results[t, q]


@kernel
def best_final(results, t, nets, final, kind):
    """The choice on the river: the first of those that are worth most."""
    best = 0
    most = _sum(results, t, nets, 0, kind)
    for choice in range(1, final):
        worth = _sum(results, t, nets, choice, kind)
        if worth > most:
            best = choice
            most = worth
    return best


@kernel
def list_finals(first, last, types, offsets, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, plain,
                plain_suited, nets, final, chosen):  # fmt: skip
    """chosen[offset of the type + class]: the best of the `final` choices of the river."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        pairs = pairs26 if mask else pairs13
        kinds = river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results)
        for t in range(351 if kinds == 26 else 91):
            if places[t]:
                chosen[offsets[number] + t] = best_final(results, t, nets, final, kind_of[places[t]])


@kernel
def list_types(boards, shape, plain, types, offsets, at):
    """Every type of board in the pack, where its sums begin, and how long they are together."""
    suits = shape[0]
    counts = np.zeros(13, np.int64)
    distinct = np.zeros(5, np.int64)
    number = 0
    size = 0
    for board in range(boards.shape[0]):
        for r in range(13):
            counts[r] = 0
        lawful = True
        for i in range(5):
            r = boards[board, i]
            counts[r] += 1
            lawful = lawful and shape[1 + r] == 1
        kinds = 0
        code = 0
        for r in range(13):
            if counts[r]:
                lawful = lawful and counts[r] <= suits
                code = code * 5 + counts[r]
                distinct[kinds] = r
                kinds += 1
        if not lawful:
            continue
        for pattern in range(1 << kinds):
            mask = 0
            bits = 0
            possible = pattern > 0 or plain[code] > 0
            for i in range(kinds):
                chosen = pattern >> i & 1
                mask |= chosen << distinct[i]
                bits += chosen
                possible = possible and (pattern == 0 or counts[distinct[i]] - chosen <= suits - 1)
            if possible and (pattern == 0 or bits > 2):
                types[number, 0] = board
                types[number, 1] = mask
                for r in range(13):
                    types[number, 2 + r] = counts[r]
                offsets[number] = size
                at[board, pattern] = size
                size += 351 if pattern else 91
                number += 1
    return number, size


@kernel
def spot(board, a, b, deck, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, choose, nets, final, found):
    """One hand on one flop or river; after a flop, turn and river are dealt one by one. found[choice, kind, result]
    counts deals: for each choice of the flop, and for those of the river (the first `final`) who waits takes the best
    one. On a river it counts every one."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    counts = np.zeros(13, np.int64)
    masks = np.zeros(4, np.int64)
    of_suit = np.zeros(4, np.int64)
    known = board.shape[0]
    cards = np.zeros(5, np.int64)
    kept = np.zeros(deck.shape[0], np.int64)
    left = 0
    for card in deck:
        free = card != a and card != b
        for lies in board:
            free = free and card != lies
        if free:
            kept[left] = card
            left += 1
    for i in range(known):
        cards[i] = board[i]
    for i in range(left if known == 3 else 1):
        for j in range(i + 1, left if known == 3 else i + 2):
            if known == 3:
                cards[3] = kept[i]
                cards[4] = kept[j]
            for r in range(13):
                counts[r] = 0
            for s in range(4):
                masks[s] = 0
                of_suit[s] = 0
            for card in cards:
                counts[card >> 2] += 1
                masks[card & 3] |= 1 << (card >> 2)
                of_suit[card & 3] += 1
            suit = flush_suit(of_suit)
            mask = masks[suit] if suit >= 0 else 0
            by_ranks = places_by_ranks[index5(counts, choose)]
            pairs = pairs26 if mask else pairs13
            kinds = river(counts, mask, shape, by_ranks, suited, low, pairs, work, keys, held, places, results)
            t = triangle(class_of(a, suit), class_of(b, suit), kinds)
            kind = kind_of[places[t]]
            on = best_final(results, t, nets, final, kind)
            for choice in range(found.shape[0]):
                if choice == on or choice >= final or known == 5:
                    for q in range(RESULTS):
                        found[choice, kind, q] += results[t, q]
