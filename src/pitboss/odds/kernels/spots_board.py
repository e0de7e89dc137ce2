"""Many spots of a game with a shared board at once, on the flop and on the river, whatever is known of the dealer's
cards.

The boards that can come on one flop are put together by *type*: boards with the same ranks and, where three or more
cards are of one suit, the same ranks of that suit. On one type all hands of a class fare alike (a class is the rank of
a card, plus 16 where it is of the flush suit), so a spot is counted over some 320 types instead of 1,081 boards, and
the dealer's unknown cards by their classes. Cards are numbered by rank, then suit; results as in `board_rivers`.

nets[choice, kind, result]: what the endings bring; the first `final` choices are those of the river."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_numbers import index5
from pitboss.odds.kernels.evaluator import NO_CARDS, place

U64 = np.uint64
CLASSES = 32
MOST_TYPES = 1326
RESULTS = 6


@kernel
def _class(card, suit):
    return (card >> 2) + (16 if card & 3 == suit else 0)


@kernel
def _read_board(t, suit, counts, mask, ranks, has, choose, by_ranks, suited, tri, held, places):
    """held[t, class]: the cards that are left of it; places[t, x, y]: the place of a hand of two cards of these classes
    on this board. ranks[r]: how many cards of the rank the pack has; has[card]."""
    for x in range(CLASSES):
        held[t, x] = 0
    for r in range(13):
        held[t, r] = ranks[r] - counts[r]
        if suit >= 0:
            left = has[4 * r + suit] - (mask >> r & 1)
            held[t, 16 + r] = left
            held[t, r] -= left
    index = index5(counts, choose)
    for i in range(13):
        for j in range(i, 13):
            found = by_ranks[index, tri[i, j]]
            if suit < 0:
                places[t, i, j] = found
                places[t, j, i] = found
                continue
            high = suited[mask]
            best = max(found, high)
            places[t, i, j] = best
            places[t, j, i] = best
            best = max(found, suited[mask | 1 << i])
            places[t, 16 + i, j] = best
            places[t, j, 16 + i] = best
            best = max(found, suited[mask | 1 << j])
            places[t, i, 16 + j] = best
            places[t, 16 + j, i] = best
            best = max(found, suited[mask | 1 << i | 1 << j])
            places[t, 16 + i, 16 + j] = best
            places[t, 16 + j, 16 + i] = best


@kernel
def _read_flop(flop, deck, ranks, has, choose, by_ranks, suited, tri, type_of, times, meets, suits, held, places):
    """All types of board with this flop; returns how many. type_of[a, b]: that of the board with these two cards;
    times[t]: how many boards it has; meets[t, card]: how many of them hold the card; suits[t]: the flush suit or -1."""
    counts = np.zeros(13, np.int64)
    of_suit = np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    known = np.full((5, CLASSES, CLASSES), -1, np.int64)
    for i in range(3):
        counts[flop[i] >> 2] += 1
        of_suit[flop[i] & 3] += 1
        masks[flop[i] & 3] |= 1 << (flop[i] >> 2)
    number = 0
    for i in range(len(deck)):
        a = deck[i]
        if a == flop[0] or a == flop[1] or a == flop[2]:
            continue
        for j in range(i):
            b = deck[j]
            if b == flop[0] or b == flop[1] or b == flop[2]:
                continue
            suit = -1
            for s in range(4):
                if of_suit[s] + (a & 3 == s) + (b & 3 == s) >= 3:
                    suit = s
            x = _class(a, suit)
            y = _class(b, suit)
            t = known[suit + 1, min(x, y), max(x, y)]
            if t < 0:
                t = number
                number += 1
                known[suit + 1, min(x, y), max(x, y)] = t
                times[t] = 0
                suits[t] = suit
                for card in range(52):
                    meets[t, card] = 0
                mask = 0
                if suit >= 0:
                    mask = masks[suit] | (1 << (a >> 2) if x >= 16 else 0) | (1 << (b >> 2) if y >= 16 else 0)
                counts[a >> 2] += 1
                counts[b >> 2] += 1
                _read_board(t, suit, counts, mask, ranks, has, choose, by_ranks, suited, tri, held, places)
                counts[a >> 2] -= 1
                counts[b >> 2] -= 1
            type_of[a, b] = t
            type_of[b, a] = t
            times[t] += 1
            meets[t, a] += 1
            meets[t, b] += 1
    return number


@kernel
def _list_free(own, dealer, river, flop, deck, types, type_of, times, meets, free):
    """free[t]: how many boards of the type can come, where these cards are known; `river`: those of the board."""
    for t in range(types):
        free[t] = 0
    if len(river) == 2:
        free[type_of[river[0], river[1]]] = 1
        return
    if len(river) == 1:
        for card in deck:
            taken = card == river[0] or card in (own[0], own[1]) or card in (flop[0], flop[1], flop[2])
            for i in range(len(dealer)):
                taken |= card == dealer[i]
            if not taken:
                free[type_of[river[0], card]] += 1
        return
    for t in range(types):
        free[t] = times[t] - meets[t, own[0]] - meets[t, own[1]]
        for i in range(len(dealer)):
            free[t] -= meets[t, dealer[i]]
    free[type_of[own[0], own[1]]] += 1
    for i in range(len(dealer)):
        free[type_of[own[0], dealer[i]]] += 1
        free[type_of[own[1], dealer[i]]] += 1
        for j in range(i):
            free[type_of[dealer[i], dealer[j]]] += 1


@kernel
def _beside(t, x, a, b, c, mine, low, held, places):
    """With how many cards a card of class x makes a hand of the dealer's that is lower than `mine`, equal (times 2^8),
    below `low` (times 2^16): one sum, which the compiler makes vectors of. a, b, c: classes of cards that are gone."""
    found = np.int64(0)
    for y in range(CLASSES):
        u = places[t, x, y]
        found += held[t, y] * ((u < mine) + 256 * (u == mine) + 65536 * (u < low))
    for y in (a, b, c):
        u = places[t, x, y]
        found -= (u < mine) + 256 * (u == mine) + 65536 * (u < low)
    return found


@kernel
def _against(t, suit, own, dealer, mine, low, cards, held, places, results):
    """results: how many of the dealer's hands on a board of the type come to each result; `cards` are left when the
    board lies. Returns how many hands these are."""
    a = _class(own[0], suit)
    b = _class(own[1], suit)
    lower = np.int64(0)
    equal = np.int64(0)
    below = np.int64(0)
    if len(dealer) == 2:
        u = places[t, _class(dealer[0], suit), _class(dealer[1], suit)]
        lower += u < mine
        equal += u == mine
        below += u < low
        total = 1
    elif len(dealer) == 1:
        c = _class(dealer[0], suit)
        some = _beside(t, c, a, b, c, mine, low, held, places)
        lower += some & 255
        equal += some >> 8 & 255
        below += some >> 16
        total = cards - 3
    else:
        for x in range(CLASSES if suit >= 0 else 16):
            n = np.int64(held[t, x]) - (x == a) - (x == b)
            if n > 0:
                some = _beside(t, x, a, b, x, mine, low, held, places)
                lower += n * (some & 255)
                equal += n * (some >> 8 & 255)
                below += n * (some >> 16)
        lower //= 2
        equal //= 2
        below //= 2
        total = (cards - 2) * (cards - 3) // 2
    _by_result(mine >= low, lower, equal, below, total, results)
    return total


@kernel
def _by_result(qualifies, lower, equal, below, total, results):
    """From so many lower, equal and unqualified hands of so many."""
    for q in range(RESULTS):
        results[q] = 0
    if qualifies:
        results[0] = below
        results[1] = lower - below
        results[3] = equal
        results[5] = total - lower - equal
    else:
        results[0] = lower
        results[2] = equal
        results[4] = below - lower - equal
        results[5] = total - below


@kernel
def _best(results, nets, final, kind):
    """What the best choice of the river brings."""
    best = np.int64(0)
    for c in range(final):
        value = np.int64(0)
        for q in range(RESULTS):
            value += results[q] * nets[c, kind, q]
        if c == 0 or value > best:
            best = value
    return best


@kernel
def flop_spots(first, last, flops, starts, own, dealer, river, deck, ranks, has, choose, by_ranks, suited, tri, low,
               kind_of, nets, final, sums, deals):  # fmt: skip
    """Spots on the flops from `first` to before `last`; those of flop f stand from starts[f] to before starts[f + 1].
    own[spot], dealer[spot] and river[spot]: the player's cards, those of the dealer's and those still to come that he
    knows. sums[spot, 0]: the sum of results over all that can come, with the best choice on the river; sums[spot,
    choice] of those that are no choices of the river; deals[spot]: over how many deals."""
    type_of = np.zeros((52, 52), np.int64)
    times = np.zeros(MOST_TYPES, np.int64)
    meets = np.zeros((MOST_TYPES, 52), np.int64)
    suits = np.zeros(MOST_TYPES, np.int64)
    held = np.zeros((MOST_TYPES, CLASSES), np.int32)
    places = np.zeros((MOST_TYPES, CLASSES, CLASSES), np.int32)
    free = np.zeros(MOST_TYPES, np.int64)
    results = np.zeros(RESULTS, np.int64)
    ends = np.zeros((nets.shape[1], RESULTS), np.int64)
    cards = len(deck) - 5
    for f in range(first, last):
        flop = flops[f]
        types = _read_flop(flop, deck, ranks, has, choose, by_ranks, suited, tri, type_of, times, meets, suits, held,
                           places)  # fmt: skip
        for n in range(starts[f], starts[f + 1]):
            _list_free(own[n], dealer[n], river[n], flop, deck, types, type_of, times, meets, free)
            ends[:] = 0
            waiting = np.int64(0)
            number = np.int64(0)
            for t in range(types):
                if free[t] <= 0:
                    continue
                suit = suits[t]
                mine = places[t, _class(own[n, 0], suit), _class(own[n, 1], suit)]
                kind = kind_of[mine]
                total = _against(t, suit, own[n], dealer[n], mine, low, cards, held, places, results)
                waiting += free[t] * _best(results, nets, final, kind)
                number += free[t] * total
                for q in range(RESULTS):
                    ends[kind, q] += free[t] * results[q]
            sums[n, 0] = waiting
            deals[n] = number
            for c in range(final, len(nets)):
                value = np.int64(0)
                for kind in range(nets.shape[1]):
                    for q in range(RESULTS):
                        value += ends[kind, q] * nets[c, kind, q]
                sums[n, c] = value


@kernel
def river_spots(first, last, own, board, dealer, deck, lookup, low, kind_of, nets, sums, deals):
    """Spots where all of the board lies open, from `first` to before `last`: sums[spot, choice] over all that the
    dealer may hold beside the cards of his that are known; deals[spot]: how many hands these are."""
    left = np.zeros(52, np.int64)
    results = np.zeros(RESULTS, np.int64)
    for n in range(first, last):
        key = U64(NO_CARDS)
        bits = U64(0)
        for i in range(5):
            key += lookup.key[board[n, i]]
            bits += lookup.bit[board[n, i]]
        mine = place(
            key + lookup.key[own[n, 0]] + lookup.key[own[n, 1]],
            bits + lookup.bit[own[n, 0]] + lookup.bit[own[n, 1]],
            lookup,
        )
        known = dealer.shape[1]
        for i in range(known):
            key += lookup.key[dealer[n, i]]
            bits += lookup.bit[dealer[n, i]]
        some = 0
        for card in deck:
            taken = card in (own[n, 0], own[n, 1])
            for i in range(5):
                taken |= card == board[n, i]
            for i in range(known):
                taken |= card == dealer[n, i]
            if not taken:
                left[some] = card
                some += 1
        lower = equal = below = 0
        total = 0
        for i in range(some if known < 2 else 1):
            for j in range(i if known == 0 else 1):
                his_key = key
                his_bits = bits
                if known < 2:
                    his_key += lookup.key[left[i]]
                    his_bits += lookup.bit[left[i]]
                if known == 0:
                    his_key += lookup.key[left[j]]
                    his_bits += lookup.bit[left[j]]
                his = place(his_key, his_bits, lookup)
                total += 1
                lower += his < mine
                equal += his == mine
                below += his < low
        _by_result(mine >= low, lower, equal, below, total, results)
        deals[n] = total
        kind = kind_of[mine]
        for c in range(len(nets)):
            value = np.int64(0)
            for q in range(RESULTS):
                value += results[q] * nets[c, kind, q]
            sums[n, c] = value
