"""One spot of a game with a shared board, whatever is known of it: everything that can follow is dealt out.

nets[choice, kind, result]: what the endings bring; the first `final` choices are those of the river, then come those of
the flop, then those before it. Results are numbered as in `board_rivers`."""

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.evaluator import NO_CARDS, is_suited, place_by_ranks, place_by_suit

U64 = np.uint64


@kernel
def _place(key, bits, lookup):
    if is_suited(key):
        return place_by_suit(key, bits, lookup)
    return place_by_ranks(key, lookup)


@kernel
def _add_result(mine, his, low, counts):
    qualified = 1 if his >= low else 0
    if mine > his:
        counts[qualified] += 1
    elif mine == his:
        counts[2 + qualified] += 1
    else:
        counts[4 + qualified] += 1


@kernel
def at_river(own, board, dealer, left, lookup, low, kind_of, nets, sums, counts):
    """sums[choice]: over all that the dealer may hold beside the cards of his that are known; `left` are the cards that
    may be his. Returns how many hands these are."""
    key, bits = U64(NO_CARDS), U64(0)
    for i in range(5):
        key += lookup.key[board[i]]
        bits += lookup.bit[board[i]]
    mine_key, mine_bits = key, bits
    for i in range(2):
        mine_key += lookup.key[own[i]]
        mine_bits += lookup.bit[own[i]]
    mine = _place(mine_key, mine_bits, lookup)
    for r in range(6):
        counts[r] = 0
    for i in range(len(dealer)):
        key += lookup.key[dealer[i]]
        bits += lookup.bit[dealer[i]]
    hands = 1
    if len(dealer) == 2:
        _add_result(mine, _place(key, bits, lookup), low, counts)
    elif len(dealer) == 1:
        hands = len(left)
        for i in range(len(left)):
            _add_result(mine, _place(key + lookup.key[left[i]], bits + lookup.bit[left[i]], lookup), low, counts)
    else:
        hands = len(left) * (len(left) - 1) // 2
        for i in range(len(left)):
            first = key + lookup.key[left[i]]
            more = bits + lookup.bit[left[i]]
            for j in range(i):
                his = _place(first + lookup.key[left[j]], more + lookup.bit[left[j]], lookup)
                _add_result(mine, his, low, counts)
    kind = kind_of[mine]
    for c in range(len(sums)):
        total = np.int64(0)
        for r in range(6):
            total += counts[r] * nets[c, kind, r]
        sums[c] = total
    return hands


@kernel
def _without(cards, a, b, found):
    """The cards but these two; returns how many."""
    n = 0
    for card in cards:
        if card != a and card != b:
            found[n] = card
            n += 1
    return n


@kernel
def on_flop(own, board, rivers, dealer, left, lookup, low, kind_of, nets, final, sums, room, counts):
    """The same on the flop, board[0] to board[2]; `rivers` of the two cards after it are known and stand behind it.
    sums[0]: with the best choice on the river, sums[choice] of later choices: over all cards that can come. Returns how
    many deals."""
    deals = 0
    for c in range(len(sums)):
        sums[c] = 0
    each = np.zeros(len(sums), np.int64)
    n = len(left)
    for i in range(n if rivers < 2 else 1):
        for j in range(i if rivers == 0 else 1):
            a = b = -1
            if rivers == 1:
                a = left[i]
                board[4] = a
            elif rivers == 0:
                a = left[i]
                b = left[j]
                board[3] = a
                board[4] = b
            some = _without(left, a, b, room)
            deals += at_river(own, board, dealer, room[:some], lookup, low, kind_of, nets, each, counts)
            best = each[0]
            for c in range(1, final):
                best = max(best, each[c])
            sums[0] += best
            for c in range(final, len(sums)):
                sums[c] += each[c]
    return deals


@kernel
def before_flop(own, board, flops, rivers, dealer, left, lookup, low, kind_of, nets, final, later, waits, sums):
    """The same before the flop, `flops` cards of which are known and stand first: sums[0] with the best play from the
    flop on, sums[choice] of the choices before it. Returns how many deals."""
    n = len(left)
    rest = np.empty(52, np.int64)
    room = np.empty(52, np.int64)
    counts = np.zeros(6, np.int64)
    each = np.zeros(len(sums), np.int64)
    missing = 3 - flops
    picked = np.zeros(3, np.int64)
    for i in range(missing):
        picked[i] = i
    for c in range(len(sums)):
        sums[c] = 0
    deals = 0
    while True:
        for i in range(missing):
            board[flops + i] = left[picked[i]]
        some = 0
        for i in range(n):
            taken = False
            for j in range(missing):
                taken |= picked[j] == i
            if not taken:
                rest[some] = left[i]
                some += 1
        deals += on_flop(own, board, rivers, dealer, rest[:some], lookup, low, kind_of, nets, final, each, room, counts)
        best = each[0]
        for c in range(final, final + later):
            if (c == final and not waits) or each[c] > best:
                best = each[c]
        sums[0] += best
        for c in range(final + later, len(sums)):
            sums[c] += each[c]
        at = missing - 1
        while at >= 0 and picked[at] == n - missing + at:
            at -= 1
        if at < 0:
            break
        picked[at] += 1
        for i in range(at + 1, missing):
            picked[i] = picked[i - 1] + 1
    return deals
