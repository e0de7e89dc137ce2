"""Which two-card hands reach a category, board by board, as graphs on the cards that are left.

On a board only two things about a card matter: its rank, and whether it has the suit of which the board shows three or
more. Cards that are alike in both, or that join the same others, form one class, and most boards lead to the same few
graphs; so each different graph is kept once, with the number of boards it stands for."""

import numpy as np

from pitboss.odds.kernels import kernel

CLASSES = 26
"""At most: thirteen ranks, with and without the flush suit."""
KEY = 1 + 2 * CLASSES
"""A graph in one row: number of classes, then the size of each class and its neighbours as bits. A class whose cards
join one another is its own neighbour."""


@kernel
def graphs_by_category(boards, copies, by_ranks, suited, category, choose, graphs, slots, weights):
    """Fills `graphs`, and `weights` (graph, category → boards on which exactly its edges reach the category).

    `boards`: multisets of five ranks; `copies`: how many cards of each rank the pack holds; `slots`, all -1, becomes a
    hash table of the rows of `graphs`. Returns the number of different graphs, or -1 if there is no room for them.
    A category that no hand reaches has no graph, and those that every hand reaches have a complete one."""
    none = np.int64(0)  # a bare 0 as an argument would mean to compile the function called for that one value, too
    suits, found, row = 0, none, 0
    for r in range(13):
        suits = max(suits, copies[r])
    held = np.zeros(13, np.int64)
    reach = np.zeros((13, 13), np.int64)
    size = np.zeros(CLASSES, np.int64)
    exact = np.zeros((weights.shape[1], CLASSES), np.int64)
    near = np.zeros(CLASSES, np.int64)
    scratch = np.zeros((5, CLASSES), np.int64)
    key = np.zeros(KEY, np.int64)
    for board in range(len(boards)):
        for r in range(13):
            held[r] = 0
        for i in range(5):
            held[boards[board, i]] += 1
        shown, left = none, 1
        for r in range(13):
            left *= choose[copies[r], held[r]]
            if held[r]:
                shown |= 1 << r
        if left == 0:
            continue
        _reached_by_ranks(boards, board, by_ranks, category, choose, reach)
        # First the boards with three or more cards of a suit, by the ranks of these; what is left has no such suit.
        flush = shown
        more = True
        while more:
            ways = left
            if flush:
                ways = suits if _bits(flush) >= 3 else 0
                for r in range(13):
                    if ways and held[r]:
                        ways *= choose[copies[r] - 1, held[r] - (flush >> r & 1)]
                left -= ways
            if ways:
                n = _classes(flush, held, copies, reach, suited, category, size, exact)
                for i in range(n):
                    near[i] = 0
                best = -1
                for wanted in range(weights.shape[1] - 1, 0, -1):
                    new = 0
                    for i in range(n):
                        new |= exact[wanted, i]
                        near[i] |= exact[wanted, i]
                    if new:
                        best = wanted
                        _shorten(n, size, near, scratch, key)
                        row = _row(key, graphs, slots, found)
                        if row == len(graphs):
                            return -1
                        if row == found:
                            found += 1
                    if best > 0:
                        weights[row, wanted] += ways
            more = flush != 0
            flush = (flush - 1) & shown
    return found


@kernel
def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def _reached_by_ranks(boards, board, by_ranks, category, choose, reach):
    """The category of board and hole cards by their ranks alone."""
    for a in range(13):
        for b in range(a, 13):
            index, place, x, y = 0, 0, a, b
            for i in range(5):
                r = boards[board, i]
                while x <= r:
                    index += choose[x + place, place + 1]
                    place += 1
                    x, y = y, 13
                index += choose[r + place, place + 1]
                place += 1
            while x < 13:
                index += choose[x + place, place + 1]
                place += 1
                x, y = y, 13
            reach[a, b] = category[by_ranks[index]]


@kernel
def _classes(flush, held, copies, reach, suited, category, size, exact):
    """The classes of the cards left beside one board, and which pairs of them make which category. `flush`: the ranks
    the board shows in its flush suit, 0 without one."""
    n = 0
    rank = np.zeros(CLASSES, np.int64)
    bit = np.zeros(CLASSES, np.int64)
    for r in range(13):
        others = copies[r] - held[r]
        if flush and copies[r] and not flush >> r & 1:
            size[n] = 1
            rank[n] = r
            bit[n] = 1 << r
            n += 1
            others -= 1
        if others > 0:
            size[n] = others
            rank[n] = r
            bit[n] = 0
            n += 1
    for c in range(exact.shape[0]):
        for i in range(n):
            exact[c, i] = 0
    for i in range(n):
        for j in range(i, n):
            if i == j and size[i] == 1:
                continue
            reached = reach[rank[i], rank[j]]
            if flush:
                place = suited[flush | bit[i] | bit[j]]
                if place:
                    reached = max(reached, category[place])
            exact[reached, i] |= 1 << j
            exact[reached, j] |= 1 << i
    return n


@kernel
def _shorten(n, size, near, scratch, key):
    """Writes the graph into `key`: cards without neighbours left out, classes with the same neighbours made one, and
    the classes in an order that depends on the graph and hardly ever on the board."""
    order, many, around, colour, finer = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    left = 0
    for i in range(n):
        if near[i]:
            order[left] = i
            many[i] = size[i]
            around[i] = near[i]
            left += 1
    again = True
    while again:
        again = False
        a = 0
        while a < left:
            i = order[a]
            kept = a + 1
            for b in range(a + 1, left):
                j = order[b]
                joined = around[i] >> j & 1
                alike = (around[i] ^ around[j]) & ~(1 << i | 1 << j) == 0
                if alike and many[i] > 1:
                    alike = around[i] >> i & 1 == joined
                if alike and many[j] > 1:
                    alike = around[j] >> j & 1 == joined
                if alike:
                    many[i] += many[j]
                    around[i] |= joined << i
                    again = True
                    for c in range(left):
                        around[order[c]] &= ~(1 << j)
                else:
                    order[kept] = j
                    kept += 1
            left = kept
            a += 1
    for a in range(left):
        i = order[a]
        colour[i] = 2 * many[i] + (around[i] >> i & 1)
    for _ in range(3):
        for a in range(left):
            i = order[a]
            total = 0
            for b in range(left):
                j = order[b]
                total += (around[i] >> j & 1) * (colour[j] * colour[j] + 31)
            finer[i] = (colour[i] * 1000003 + total * 7919) & 0xFFFFF
        for a in range(left):
            colour[order[a]] = finer[order[a]]
    for a in range(1, left):
        i, b = order[a], a
        while b and colour[order[b - 1]] > colour[i]:
            order[b] = order[b - 1]
            b -= 1
        order[b] = i
    key[0] = left
    for a in range(left):
        i = order[a]
        key[1 + 2 * a] = many[i]
        joined = 0
        for b in range(left):
            joined |= (around[i] >> order[b] & 1) << b
        key[2 + 2 * a] = joined


@kernel
def _row(key, graphs, slots, found):
    """The row of this graph, which is the next one if the graph is new; the number of rows if there is no more room."""
    length = 1 + 2 * key[0]
    where = 0
    for i in range(length):
        where = (where * 1000003 + key[i]) & 0xFFFFFFFF
    where ^= where >> 13
    while True:
        where &= len(slots) - 1
        row = slots[where]
        if row < 0:
            if found < len(graphs):
                slots[where] = found
                for i in range(length):
                    graphs[found, i] = key[i]
            return found
        same = True
        for i in range(length):
            same = same and graphs[row, i] == key[i]
        if same:
            return row
        where += 1
