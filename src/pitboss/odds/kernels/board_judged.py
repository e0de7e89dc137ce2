"""Two cards each and five shared ones, played by given rules: what every choice is worth at every spot, and what the
rules cost. The words are those of `board_rivers`."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_flops import _add_up, _by_hand, _left, _own_boards, _suits, flop_terms
from pitboss.odds.kernels.board_numbers import class_of
from pitboss.odds.kernels.board_rivers import RESULTS, _sum, hands_of_type, river


@kernel
def flop_worths(first, last, flops, deck, choose, at, tri13, tri26, waits, checked, raised, worths, before):
    """worths[flop, hand, choice]: what every choice brings on the flops from `first` to `last`, over turn, river and
    the dealer's hands, the best choice of the river following; hands in the order (0, 1), (0, 2) … of the cards left.
    The choices are numbered as in `solve_flops`, 0 to wait; before[…] as there: the sum of the best ones."""
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
    found = np.empty((cards, cards), np.int64)
    for number in range(first, last):
        flop = flops[number, 1:]
        _left(deck, flop, kept)
        wholes, singles = flop_terms(flop, kept, choose, at, suit_of, where, whole, single)
        suits = of_flop[: _suits(flop, of_flop)]
        for k in range(suits.shape[0]):
            for i in range(cards):
                classes[k, i] = class_of(kept[i], suits[k])
        _own_boards(kept, suit_of, where, tri13, tri26, own)
        for choice in range(1 - waits, worths.shape[2]):
            sums = raised[choice - 1] if choice else checked
            for i in range(cards):
                for j in range(i + 1, cards):
                    found[i, j] = sums[own[i, j]]
            _add_up(sums, whole, wholes, single, singles, tri13, tri26, plain, flushed, plain_with, flushed_with)
            _by_hand(kept, suits, classes, tri13, tri26, plain, flushed, plain_with, flushed_with, row, rows, found)
            hand = 0
            for i in range(cards):
                for j in range(i + 1, cards):
                    worths[number, hand, choice] = found[i, j]
                    hand += 1
        hand = 0
        for i in range(cards):
            ra = kept[i] >> 2
            for j in range(i + 1, cards):
                rb = kept[j] >> 2
                most = worths[number, hand, 1 - waits]
                for choice in range(2 - waits, worths.shape[2]):
                    most = max(most, worths[number, hand, choice])
                if kept[i] & 3 == kept[j] & 3 or ra == rb:
                    before[rb, ra] += flops[number, 0] * most
                else:
                    before[ra, rb] += flops[number, 0] * most
                hand += 1


@kernel
def judge_rivers(first, last, types, offsets, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, plain,
                 plain_suited, nets, final, waits, weights, flops, ruled, does, found, losses, met,
                 best):  # fmt: skip
    """The types from `first` to `last`, played by rules. ruled[type and class]: the rule of the river that applies;
    does[rule]: its choice. waits, weights and flops as in `count_rivers`.

    Written: found[rule or, behind all rules, choice of the flop; kind, result] counts deals; from the
    first type on, for each type and class: losses (what is lost against the best choice, over all deals that come
    there), met (how many flops and hands come there) and best (the best choice)."""
    work = np.zeros((3, 128), np.int32)
    keys = np.zeros((2, 351), np.int32)
    held = np.zeros(26, np.int32)
    places = np.zeros(351, np.int32)
    results = np.zeros((351, RESULTS), np.int32)
    suited_hands = np.zeros(351, np.int64)
    other_hands = np.zeros(351, np.int64)
    rules = does.shape[0]
    begin = offsets[first]
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
            j = y if y < 13 else y - 13
            kind = kind_of[place]
            same = suited_hands[t]
            other = other_hands[t]
            left = flops * (waits[max(i, j), min(i, j)] * same + waits[min(i, j), max(i, j)] * other)
            if left == 0:
                continue
            for choice in range(weights.shape[0]):
                late = weights[choice, offset + t]
                left -= late
                for q in range(RESULTS):
                    found[rules + choice, kind, q] += late * results[t, q]
            if left == 0:
                continue
            rule = ruled[offset + t]
            taken = _sum(results, t, nets, does[rule], kind)
            most = taken
            best[offset + t - begin] = does[rule]
            for choice in range(final):
                worth = _sum(results, t, nets, choice, kind)
                if worth > most:
                    most = worth
                    best[offset + t - begin] = choice
            met[offset + t - begin] = left
            losses[offset + t - begin] = left * (most - taken)
            for q in range(RESULTS):
                found[rule, kind, q] += left * results[t, q]


@kernel
def sum_by_cells(first, last, types, offsets, shape, places_by_ranks, suited, low, kind_of, pairs13, pairs26, plain,
                 plain_suited, nets, final, waits, weights, flops, cells, found):  # fmt: skip
    """found[choice of the river, cell] += what the choice brings over all deals that come to the types and classes of
    the cell; behind the choices, the best one of each type and class. The arguments are those of `judge_rivers`."""
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
            if places[t] == 0:
                continue
            x = pairs[0, t] % 13
            y = pairs[1, t] % 13
            high = max(x, y)
            small = min(x, y)
            left = flops * (waits[high, small] * suited_hands[t] + waits[small, high] * other_hands[t])
            for choice in range(weights.shape[0]):
                left -= weights[choice, offset + t]
            if left == 0:
                continue
            kind = kind_of[places[t]]
            cell = cells[offset + t]
            most = _sum(results, t, nets, 0, kind)
            for choice in range(final):
                worth = _sum(results, t, nets, choice, kind)
                most = max(most, worth)
                found[choice, cell] += left * worth
            found[final, cell] += left * most


@kernel
def river_places(first, last, types, offsets, shape, places_by_ranks, suited, pairs13, pairs26, found):
    """found[type and class]: the place of the hand; 0 where it cannot be held."""
    held = np.zeros(26, np.int64)
    for number in range(first, last):
        mask = types[number, 1]
        flush = mask != 0
        for r in range(13):
            of_suit = mask >> r & 1
            cards = types[number, 2 + r]
            if flush:
                held[r] = (shape[0] - 1 - (cards - of_suit)) * shape[1 + r]
                held[13 + r] = (1 - of_suit) * shape[1 + r]
            else:
                held[r] = (shape[0] - cards) * shape[1 + r]
        pairs = pairs26 if flush else pairs13
        by_ranks = places_by_ranks[types[number, 0]]
        offset = offsets[number]
        for t in range(351 if flush else 91):
            x = pairs[0, t]
            y = pairs[1, t]
            place = 0
            if held[x] and held[y] and (x != y or held[x] > 1):
                place = by_ranks[pairs[2, t]]
                if flush:
                    place = max(place, suited[mask | pairs[3, t]])
            found[offset + t] = place


@kernel
def river_outs(first, last, types, offsets, shape, ranks6, suited, choose, pairs13, pairs26, places, found):
    """found[type and class]: how many cards that the player does not see would each make a higher hand with the board
    alone than his."""
    held = np.zeros(26, np.int64)
    one = np.zeros(26, np.int64)
    for number in range(first, last):
        mask = types[number, 1]
        flush = mask != 0
        kinds = 26 if flush else 13
        for r in range(13):
            of_suit = mask >> r & 1
            cards = types[number, 2 + r]
            if flush:
                held[r] = (shape[0] - 1 - (cards - of_suit)) * shape[1 + r]
                held[13 + r] = (1 - of_suit) * shape[1 + r]
            else:
                held[r] = (shape[0] - cards) * shape[1 + r]
            index = 0
            seen = 0
            for s in range(13):
                for _ in range(types[number, 2 + s] + (1 if s == r else 0)):
                    index += choose[s + seen, seen + 1]
                    seen += 1
            by_ranks = ranks6[index]
            one[r] = max(by_ranks, suited[mask])
            if flush:
                one[13 + r] = max(by_ranks, suited[mask | 1 << r])
        pairs = pairs26 if flush else pairs13
        offset = offsets[number]
        for t in range(351 if flush else 91):
            place = places[offset + t]
            if place == 0:
                continue
            outs = 0
            for c in range(kinds):
                if one[c] > place:
                    outs += held[c]
            if one[pairs[0, t]] > place:
                outs -= 1
            if one[pairs[1, t]] > place:
                outs -= 1
            found[offset + t] = outs


@kernel
def river_paired(first, last, types, offsets, pairs13, pairs26, found):
    """found[type and class]: the highest rank, from 2, of a pair with one of the player's cards; 0 for none."""
    for number in range(first, last):
        flush = types[number, 1] != 0
        pairs = pairs26 if flush else pairs13
        offset = offsets[number]
        for t in range(351 if flush else 91):
            x = pairs[0, t] % 13
            y = pairs[1, t] % 13
            best = 0
            if x == y or types[number, 2 + x]:
                best = x + 2
            if types[number, 2 + y]:
                best = max(best, y + 2)
            found[offset + t] = best


@kernel
def by_class(first, last, types, offsets, plain, flushed, found):
    """found[type and class]: what the class alone says, by the numbers of classes without and with a flush suit."""
    for number in range(first, last):
        each = flushed if types[number, 1] else plain
        for t in range(each.shape[0]):
            found[offsets[number] + t] = each[t]


@kernel
def by_type(first, last, types, offsets, each, found):
    """found[type and class]: what the type of board alone says."""
    for number in range(first, last):
        for t in range(351 if types[number, 1] else 91):
            found[offsets[number] + t] = each[number]
