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

RESULTS = 6
"""Result (player higher, equal, lower) times two, plus one if the dealer qualifies."""


@kernel
def index5(counts, choose):
    """The index of the multiset of five ranks."""
    index = 0
    seen = 0
    for r in range(13):
        for _ in range(counts[r]):
            index += choose[r + seen, seen + 1]
            seen += 1
    return index


@kernel
def pattern_of(counts, mask):
    """Which of the distinct ranks, in ascending order, are in the mask."""
    pattern = 0
    bit = 1
    for r in range(13):
        if counts[r]:
            if mask >> r & 1:
                pattern |= bit
            bit <<= 1
    return pattern


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
def river(counts, mask, shape, by_ranks, suited, low, work, order, held, places, results):
    """One type of board: the place of every class of two cards, and against how many of the dealer's hands it is
    higher, equal or lower, qualified or not. Returns the number of classes of one card (13 or 26).

    counts: how many of each rank lie on the board; mask: the ranks of the flush suit.
    shape: [number of suits, then 1 for every rank in the pack]. by_ranks: the board's row of `pair_places`.
    low: the first place with which the dealer qualifies.
    held[x]: cards left of class x. places[t] and results[t] are written at the triangle's index t; place 0 = no such
    hand.
    """
    suits = shape[0]
    flush = mask != 0
    kinds = 26 if flush else 13
    for r in range(13):
        if flush:
            of_suit = mask >> r & 1
            held[r] = (suits - 1 - (counts[r] - of_suit)) * shape[1 + r]
            held[13 + r] = (1 - of_suit) * shape[1 + r]
        else:
            held[r] = (suits - counts[r]) * shape[1 + r]
    # The place of every class of two cards.
    number = 0
    t = 0
    for x in range(kinds):
        rx = x if x < 13 else x - 13
        with_x = mask | (1 << rx if x >= 13 else 0)
        for y in range(x, kinds):
            places[t] = 0
            if held[x] and held[y] and (x != y or held[x] > 1):
                ry = y if y < 13 else y - 13
                place = by_ranks[triangle(rx, ry, 13)]
                if flush:
                    of_suit = suited[with_x | (1 << ry if y >= 13 else 0)]
                    if of_suit > place:
                        place = of_suit
                places[t] = place
                order[number, 0] = t
                order[number, 1] = x
                order[number, 2] = y
                number += 1
            t += 1
    _by_place(order, number, places, work)
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
        if places[order[i, 0]] >= low:
            break
        below += _add(order[i, 1], order[i, 2], held, below_with)
    cards = 0
    for x in range(kinds):
        cards += held[x]
    all_hands = (cards - 2) * (cards - 3) // 2
    start = 0
    while start < number:
        place = places[order[start, 0]]
        end = start
        equal = 0
        while end < number and places[order[end, 0]] == place:
            equal += _add(order[end, 1], order[end, 2], held, equal_with)
            end += 1
        for i in range(start, end):
            x = order[i, 1]
            y = order[i, 2]
            beaten = lower - lower_with[x] - lower_with[y]
            tied = equal - equal_with[x] - equal_with[y] + 1
            out = results[order[i, 0]]
            if place >= low:
                unqualified = below - below_with[x] - below_with[y]
                out[0] = unqualified
                out[1] = beaten - unqualified
                out[2] = 0
                out[3] = tied
                out[4] = 0
                out[5] = all_hands - beaten - tied
            else:
                unqualified = below - below_with[x] - below_with[y] + 1
                out[0] = beaten
                out[1] = 0
                out[2] = tied
                out[3] = 0
                out[4] = unqualified - beaten - tied
                out[5] = all_hands - unqualified
        for i in range(start, end):
            equal_with[order[i, 1]] = 0
            equal_with[order[i, 2]] = 0
            lower += _add(order[i, 1], order[i, 2], held, lower_with)
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
def _by_place(order, number, places, work):
    """Sorts the classes by place: two passes of seven bits."""
    bucket = work[0]
    spare = order[number:]
    for shift in (0, 7):
        for b in range(128):
            bucket[b] = 0
        for i in range(number):
            bucket[places[order[i, 0]] >> shift & 127] += 1
        at = 0
        for b in range(128):
            n = bucket[b]
            bucket[b] = at
            at += n
        for i in range(number):
            b = places[order[i, 0]] >> shift & 127
            j = bucket[b]
            bucket[b] += 1
            spare[j, 0] = order[i, 0]
            spare[j, 1] = order[i, 1]
            spare[j, 2] = order[i, 2]
        for i in range(number):
            order[i, 0] = spare[i, 0]
            order[i, 1] = spare[i, 1]
            order[i, 2] = spare[i, 2]


@kernel
def _sum(results, nets):
    return (
        results[0] * nets[0] + results[1] * nets[1] + results[2] * nets[2]
        + results[3] * nets[3] + results[4] * nets[4] + results[5] * nets[5]
    )  # fmt: skip


@kernel
def boards_alike(counts, mask, shape, plain, plain_suited):
    """How many boards are of a type, and, in `alike[i, j]` for two off-suit ranks, in how many pairs of board and suit
    both ranks still have a card of that suit (the starting hand then is suited).

    plain, plain_suited: the same for boards without a flush suit, by the composition of the counts."""
    suits = shape[0]
    alike = np.zeros((13, 13), np.int64)
    if mask == 0:
        code = 0
        position = np.full(13, -1, np.int64)
        distinct = 0
        for r in range(13):
            if counts[r]:
                code = code * 5 + counts[r]
                position[r] = distinct
                distinct += 1
        boards = plain[code]
        for i in range(13):
            for j in range(13):
                if i != j:
                    if position[i] >= 0 and position[j] >= 0:
                        alike[i, j] = plain_suited[code, position[i], position[j]]
                    else:
                        alike[i, j] = boards * (suits - max(counts[i], counts[j]))
        return boards, alike
    boards = suits
    off = np.zeros(13, np.int64)
    for r in range(13):
        off[r] = counts[r] - (mask >> r & 1)
        if off[r] == 1:
            boards *= suits - 1
        elif off[r] == 2:
            boards *= (suits - 1) * (suits - 2) // 2
    for i in range(13):
        for j in range(13):
            if i != j:
                if off[i] and off[j]:
                    # One off-suit card of each rank, in the same suit once in (suits − 1) boards.
                    same = boards // (suits - 1)
                    alike[i, j] = same * (suits - 2) + (boards - same) * (suits - 3)
                else:
                    alike[i, j] = boards * (suits - 1 - max(off[i], off[j]))
    return boards, alike


@kernel
def solve_rivers(first, last, types, offsets, shape, places_by_ranks, suited, low, category, plain, plain_suited, nets,
                 checked, raised, before):  # fmt: skip
    """Every type of board from `first` to `last`.

    types: [index of its ranks, mask, counts…]. nets[choice, category, result]: what the endings bring, as integers;
    choice 0 folds, 1 plays on the river, 2 has raised on the flop, the others have raised before it.
    Written: checked (the better of folding and playing) and raised (the flop's raise) at offsets[type] + triangle, both
    summed over the dealer's hands; before[choice, higher rank, lower rank], with the ranks the other way round for
    off-suit hands, summed over boards, hands and dealer's hands."""
    work = np.zeros((3, 128), np.int64)
    order = np.zeros((702, 3), np.int64)
    held = np.zeros(26, np.int64)
    places = np.zeros(351, np.int64)
    results = np.zeros((351, RESULTS), np.int64)
    early = nets.shape[0] - 3
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        kinds = river(counts, mask, shape, by_ranks, suited, low, work, order, held, places, results)
        boards, alike = boards_alike(counts, mask, shape, plain, plain_suited)
        offset = offsets[number]
        t = 0
        for x in range(kinds):
            i = x if x < 13 else x - 13
            for y in range(x, kinds):
                place = places[t]
                if place:
                    kind = category[place]
                    out = results[t]
                    checked[offset + t] = max(_sum(out, nets[0, kind]), _sum(out, nets[1, kind]))
                    raised[offset + t] = _sum(out, nets[2, kind])
                    same, other = hands_alike(x, y, held, boards, alike)
                    j = y if y < 13 else y - 13
                    for k in range(early):
                        worth = _sum(out, nets[3 + k, kind])
                        before[k, max(i, j), min(i, j)] += same * worth
                        before[k, min(i, j), max(i, j)] += other * worth
                t += 1


@kernel
def count_rivers(first, last, types, offsets, shape, places_by_ranks, suited, low, category, plain, plain_suited, nets,
                 start, weights, flops, found):  # fmt: skip
    """The cells in which rounds end: found[choice, category, result] counts deals, with the choices of `solve_rivers`.

    start[higher rank, lower rank] (the other way round for off-suit hands): 0 where the player waits for the flop, else
    the number of the early raise, from 1. weights: in how many (flop, hand) of a type and class he raises on the flop.
    flops: how many flops are in a board."""
    work = np.zeros((3, 128), np.int64)
    order = np.zeros((702, 3), np.int64)
    held = np.zeros(26, np.int64)
    places = np.zeros(351, np.int64)
    results = np.zeros((351, RESULTS), np.int64)
    for number in range(first, last):
        mask = types[number, 1]
        counts = types[number, 2:]
        by_ranks = places_by_ranks[types[number, 0]]
        kinds = river(counts, mask, shape, by_ranks, suited, low, work, order, held, places, results)
        boards, alike = boards_alike(counts, mask, shape, plain, plain_suited)
        offset = offsets[number]
        t = 0
        for x in range(kinds):
            i = x if x < 13 else x - 13
            for y in range(x, kinds):
                place = places[t]
                if place:
                    kind = category[place]
                    out = results[t]
                    j = y if y < 13 else y - 13
                    same, other = hands_alike(x, y, held, boards, alike)
                    waits = 0
                    for hands, early in ((same, start[max(i, j), min(i, j)]), (other, start[min(i, j), max(i, j)])):
                        if early:
                            for q in range(RESULTS):
                                found[2 + early, kind, q] += flops * hands * out[q]
                        else:
                            waits += flops * hands
                    late = weights[offset + t]
                    on = 1 if _sum(out, nets[1, kind]) > _sum(out, nets[0, kind]) else 0
                    for q in range(RESULTS):
                        found[2, kind, q] += late * out[q]
                        found[on, kind, q] += (waits - late) * out[q]
                t += 1


@kernel
def hands_alike(x, y, held, boards, alike):
    """Boards of the type times hands of the class, suited hands and others apart; a pair counts as suited (it has a
    place of its own in the grid)."""
    if x == y:
        return boards * (held[x] * (held[x] - 1) // 2), 0
    if x >= 13:
        return boards, 0
    if y >= 13:
        if y - 13 == x:
            return boards * held[x] * held[y], 0
        return 0, boards * held[x] * held[y]
    return alike[x, y], boards * held[x] * held[y] - alike[x, y]


@kernel
def class_of(card, suit):
    return (card >> 2) + (13 if card & 3 == suit else 0)


@kernel
def triangle(x, y, size):
    """The number of an unordered pair of classes."""
    if x > y:
        x, y = y, x
    return x * size - x * (x - 1) // 2 + y - x


@kernel
def flush_suit(of_suit):
    """The suit of three or more cards, or −1."""
    for suit in range(4):
        if of_suit[suit] > 2:
            return suit
    return -1


@kernel
def list_types(boards, shape, plain, types, offsets, at):
    """Every type of board in the pack, where its sums begin, and how long they are together."""
    suits = shape[0]
    counts = np.zeros(13, np.int64)
    distinct = np.zeros(5, np.int64)
    number = 0
    size = 0
    for board in range(boards.shape[0]):
        counts[:] = 0
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
                types[number, 2:] = counts
                offsets[number] = size
                at[board, pattern] = size
                size += 351 if pattern else 91
                number += 1
    return number, size


@kernel
def spot(board, a, b, deck, shape, places_by_ranks, suited, low, category, choose, nets, found):
    """One hand on one flop or river; after a flop, turn and river are dealt one by one. found[choice, category, result]
    counts deals: raising on the flop (choice 2), and checking it (0 folds, 1 plays on the river). On a river it counts
    both folding and playing."""
    work = np.zeros((3, 128), np.int64)
    order = np.zeros((702, 3), np.int64)
    held = np.zeros(26, np.int64)
    places = np.zeros(351, np.int64)
    results = np.zeros((351, RESULTS), np.int64)
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
    cards[:known] = board
    for i in range(left if known == 3 else 1):
        for j in range(i + 1, left if known == 3 else i + 2):
            if known == 3:
                cards[3] = kept[i]
                cards[4] = kept[j]
            counts[:] = 0
            masks[:] = 0
            of_suit[:] = 0
            for card in cards:
                counts[card >> 2] += 1
                masks[card & 3] |= 1 << (card >> 2)
                of_suit[card & 3] += 1
            suit = flush_suit(of_suit)
            mask = masks[suit] if suit >= 0 else 0
            by_ranks = places_by_ranks[index5(counts, choose)]
            kinds = river(counts, mask, shape, by_ranks, suited, low, work, order, held, places, results)
            t = triangle(class_of(a, suit), class_of(b, suit), kinds)
            kind = category[places[t]]
            out = results[t]
            plays = _sum(out, nets[1, kind]) > _sum(out, nets[0, kind])
            for q in range(RESULTS):
                found[2, kind, q] += out[q]
                if known == 5 or not plays:
                    found[0, kind, q] += out[q]
                if known == 5 or plays:
                    found[1, kind, q] += out[q]
