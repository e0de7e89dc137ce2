"""Rounds of two hands that share the community cards, many at a time. Decisions and the places of cards reach the
kernel as arrays."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.board_rivers import RESULTS
from pitboss.odds.kernels.deals import BATCH, deal_batch, name, room
from pitboss.odds.kernels.evaluator import ROW_SHIFT, U32, U64, Lookup
from pitboss.odds.kernels.sim_hands import add_to, add_up, found, place, sums

PAIRS = U32(52 * 51 // 2)
CARDS = U64(52)
TWO_OF_EACH = U32(0x2222)
FULL = U32(0x8888)
NO_SUIT = U32(4)
PATTERNS = U32(32)
TRIANGLE = U32(26)
THIRD = U32(21846)
"""Of a third of 2¹⁶, rounded up: gives a third of any multiple of three below 98,304."""
SEVEN, FLOP, TABLE, TWO = 1, 2, 3, 4
"""What a side wager looks at: the seven cards; two cards and the flop; the highest hand at the table; two cards."""


# --- decisions ------------------------------------------------------------------------------------------------------
# What can be computed is computed for all rounds at once; what must be looked up in large tables has short loops of its
# own, over the rounds that need it, so that many looks are under way together.


@kernel
def _number_flops(cards: Any, p: Any, q: Any, r: Any, numbers: Any) -> None:
    """The number of the flop in the colexicographic order of all sets of three cards."""
    for n in range(cards.shape[1]):
        a, b, c = U32(cards[p, n]), U32(cards[q, n]), U32(cards[r, n])
        low = min(a, min(b, c))
        high = max(a, max(b, c))
        middle = a + b + c - low - high
        thrice = U32(U32(high * (high - U32(1))) >> U32(1)) * (high - U32(2))
        triples = U32(thrice * THIRD) >> U32(16)
        numbers[n] = U32(triples + (U32(middle * (middle - U32(1))) >> U32(1)) + low)


@kernel
def _look(table: Any, numbers: Any, found: Any) -> None:
    for n in range(U64(len(numbers))):
        found[n] = table[numbers[n]]


@kernel
def _before_the_flop(cards: Any, a: Any, b: Any, start: Any, choices: Any, waiting: Any) -> Any:
    """Chooses, and lists the rounds in which the player waits; their number."""
    found = U64(0)
    for n in range(U64(cards.shape[1])):
        early = start[U64(cards[a, n]) * CARDS + U64(cards[b, n])]
        choices[n] = early
        waiting[found] = n
        found += U64(early == 0)
    return found


@kernel
def _number_flop_hands(cards: Any, a: Any, b: Any, flops: Any, numbers: Any) -> None:
    """The number of the flop and two cards, suits renamed."""
    for n in range(cards.shape[1]):
        flop, x, y = flops[n], U32(cards[a, n]), U32(cards[b, n])
        x = (x & U32(60)) | (flop >> ((x & U32(3)) << U32(1)) & U32(3))
        y = (y & U32(60)) | (flop >> ((y & U32(3)) << U32(1)) & U32(3))
        upper = max(x, y)
        numbers[n] = U32((flop >> U32(8)) * PAIRS + (upper * (upper - U32(1)) >> U32(1)) + min(x, y))


@kernel
def _unpacked(table: Any, width: Any, number: Any) -> Any:
    """The entry with this number of a table whose entries have 2^width bits."""
    bit = U32(number << width)
    return U32(table[bit >> U32(3)]) >> (bit & U32(7)) & U32((U32(1) << (U32(1) << width)) - U32(1))


@kernel
def _on_the_flop(numbers: Any, flop: Any, width: Any, final: Any, waiting: Any, count: Any, choices: Any,
                 checked: Any) -> Any:  # fmt: skip
    """Chooses for the players who waited, and lists the rounds in which they wait again; their number."""
    found = U64(0)
    for k in range(U64(count)):
        n = U64(waiting[k])
        chosen = _unpacked(flop, width, numbers[n])
        choices[n] = final - U32(1) + chosen
        checked[found] = n
        found += U64(chosen == U32(0))
    return found


@kernel
def _flush_suits(suits: Any, flush: Any) -> None:
    """The suit of three or more cards of the board, or NO_SUIT. At most one counter has its top bit set: 8, 128, 2048
    or 32768."""
    for n in range(len(suits)):
        flag = U32(U32(suits[n]) + TWO_OF_EACH) & FULL
        suit = (flag >> U32(7) & U32(1)) | (flag >> U32(10) & U32(2)) | (flag >> U32(14) & U32(2)) | flag >> U32(15)
        flush[n] = suit if flag else NO_SUIT


@kernel
def _rank(card: Any) -> Any:
    return U32(1) << (U32(card) >> U32(2))


@kernel
def _rank_in(card: Any, suit: Any) -> Any:
    return U32((U32(card) & U32(3)) == suit) << (U32(card) >> U32(2))


@kernel
def _patterns(cards: Any, p: Any, q: Any, r: Any, s: Any, t: Any, flush: Any, patterns: Any) -> None:
    """Which of the board's distinct ranks, from the lowest up, have a card of the flush suit."""
    for n in range(cards.shape[1]):
        a, b, c, d, e, suit = cards[p, n], cards[q, n], cards[r, n], cards[s, n], cards[t, n], U32(flush[n])
        left = _rank(a) | _rank(b) | _rank(c) | _rank(d) | _rank(e)
        held = _rank_in(a, suit) | _rank_in(b, suit) | _rank_in(c, suit) | _rank_in(d, suit) | _rank_in(e, suit)
        # The lowest bit that is left goes, five times.
        one = left & (~left + U32(1))
        left ^= one
        two = left & (~left + U32(1))
        left ^= two
        three = left & (~left + U32(1))
        left ^= three
        four = left & (~left + U32(1))
        left ^= four
        early = U32((held & one) != U32(0)) | U32((held & two) != U32(0)) << U32(1)
        late = U32((held & three) != U32(0)) << U32(2) | U32((held & four) != U32(0)) << U32(3)
        patterns[n] = early | late | U32((held & left) != U32(0)) << U32(4)


@kernel
def _number_boards(ranks: Any, patterns: Any, five: Lookup, boards: Any, wanted: Any, count: Any, numbers: Any) -> None:
    """boards: slot of the ranks in the lookup of five cards → the number of their multiset."""
    last = U32(len(five.places) - 1)
    for k in range(U64(count)):
        n = U64(wanted[k])
        slot = U32(U32(five.rows[ranks[n] >> U32(ROW_SHIFT)]) + ranks[n]) & last
        numbers[n] = U32(boards[slot]) * PATTERNS + U32(patterns[n])


@kernel
def _look_listed(table: Any, wanted: Any, count: Any, numbers: Any) -> None:
    """Numbers become what the table says of them."""
    for k in range(U64(count)):
        n = U64(wanted[k])
        numbers[n] = table[numbers[n]]


@kernel
def _number_hands(cards: Any, a: Any, b: Any, offsets: Any, flush: Any, triangles: Any, checked: Any, count: Any,
                  numbers: Any) -> None:  # fmt: skip
    """The number of the board's type and the class of the hand on it; cards of the flush suit are 13 higher."""
    for k in range(U64(count)):
        n = U64(checked[k])
        suit, x, y = U32(flush[n]), U32(cards[a, n]), U32(cards[b, n])
        row = (x >> U32(2)) + U32(13) * U32((x & U32(3)) == suit)
        column = (y >> U32(2)) + U32(13) * U32((y & U32(3)) == suit)
        kind = (U32(suit != NO_SUIT) * TRIANGLE + row) * TRIANGLE + column
        numbers[k] = offsets[n] + U32(triangles[kind])


@kernel
def _on_the_river(numbers: Any, last: Any, width: Any, checked: Any, count: Any, choices: Any) -> None:
    """Chooses for the players who waited twice."""
    for k in range(U64(count)):
        choices[U64(checked[k])] = _unpacked(last, width, numbers[k])


@kernel
def _list(flags: Any, listed: Any) -> Any:
    count = U64(0)
    for n in range(U64(len(flags))):
        listed[count] = n
        count += U64(flags[n])
    return count


@kernel
def _number_pairs(cards: Any, a: Any, b: Any, numbers: Any) -> None:
    for n in range(cards.shape[1]):
        numbers[n] = U32(cards[a, n]) * U32(CARDS) + U32(cards[b, n])


# --- whole rounds ---------------------------------------------------------------------------------------------------


@kernel
def _settle(mine: Any, dealer: Any, low: Any, kind_of: Any, kinds: Any, choices: Any, cells: Any, first: Any,
            count: Any, s: Any, highest: Any) -> None:  # fmt: skip
    for n in range(count):
        own, other = mine[n], dealer[n]
        highest[n] = max(highest[n], own)
        result = U64(2) * (U64(other >= own) + U64(other > own)) + U64(other >= low)
        cells[first + n, s, U64(0)] = (U64(choices[n]) * kinds + U64(kind_of[U64(own)])) * U64(RESULTS) + result


@kernel
def _write(kind_of: Any, places: Any, cells: Any, first: Any, count: Any, s: Any, k: Any) -> None:
    for n in range(count):
        cells[first + n, s, k] = kind_of[U64(places[n])]


@kernel
def play_board(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, dealer_at: Any, board_at: Any,
               seven: Lookup, five: Lookup, kind_of: Any, kinds: Any, low: Any, start: Any, canonical: Any, flop: Any,
               flop_width: Any, boards: Any, at: Any, triangles: Any, last: Any, last_width: Any, final: Any, side: Any,
               side_kinds: Any, side_pairs: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    start[two cards]: the choice before the flop, 0 to wait. flop, last: what to do on the flop (0 to wait, else the
    number of the choice from 1) and on the river, packed into 2^width bits for each flop and two cards, for each type
    of board and class of hand. final: how many choices the river has; choices are numbered from those of the river on.
    canonical[flop]: its number up to a renaming of suits, and in the lowest eight bits what each suit is renamed to.
    triangles[is there a flush suit, card, card]: the class of a hand on a board; cards of that suit are 13 higher.
    side: which further columns there are; side_kinds[column, place]: the cell of a hand there, or
    side_pairs[column, two cards].
    The main column's cell is (choice × kinds + kind) × results + result; kind_of[place] is the kind of a hand."""
    rounds, seats = cells.shape[0], U64(cells.shape[1])
    size = np.int64(len(deck))
    batch = room(size)
    cards = batch.cards
    p, q, r, t, u = board_at[0], board_at[1], board_at[2], board_at[3], board_at[4]
    board, added = sums(), sums()
    dealer, mine, flop_hand = found(), found(), found()
    waiting, reached = np.empty(BATCH + 1, np.uint16), np.empty(BATCH + 1, np.uint16)
    choices = np.zeros((cells.shape[1], BATCH), np.uint8)
    checked = np.empty((cells.shape[1], BATCH + 1), np.uint16)
    counts = np.zeros(cells.shape[1], np.uint64)
    numbers, flops, offsets = np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32)
    river, flush, patterns = np.empty(BATCH, np.uint8), np.empty(BATCH, np.uint8), np.empty(BATCH, np.uint8)
    highest = np.empty(BATCH, dealer.places.dtype)
    for begin in range(0, rounds, BATCH):
        count = U64(min(BATCH, rounds - begin))
        deal_batch(np.int64(first + begin), key_0, key_1, size, needed, batch)
        name(deck, needed, batch)
        add_up(cards, board_at, board)
        add_to(board, cards, dealer_at, added)
        place(cards, np.concatenate((dealer_at, board_at)), added, seven, dealer)
        highest[:] = dealer.places
        _number_flops(cards, p, q, r, numbers)
        _look(canonical, numbers, flops)
        river[:] = 0
        for s in range(seats):
            a, b = seat_at[s, 0], seat_at[s, 1]
            waited = _before_the_flop(cards, a, b, start, choices[s], waiting)
            _number_flop_hands(cards, a, b, flops, numbers)
            counts[s] = _on_the_flop(numbers, flop, flop_width, final, waiting, waited, choices[s], checked[s])
            for k in range(counts[s]):
                river[U64(checked[s, k])] = 1
        boards_reached = _list(river, reached)
        _flush_suits(board.suits, flush)
        _patterns(cards, p, q, r, t, u, flush, patterns)
        _number_boards(board.ranks, patterns, five, boards, reached, boards_reached, offsets)
        _look_listed(at, reached, boards_reached, offsets)
        for s in range(seats):
            _number_hands(
                cards, seat_at[s, 0], seat_at[s, 1], offsets, flush, triangles, checked[s], counts[s], numbers
            )
            _on_the_river(numbers, last, last_width, checked[s], counts[s], choices[s])
            add_to(board, cards, seat_at[s], added)
            place(cards, np.concatenate((seat_at[s], board_at)), added, seven, mine)
            _settle(mine.places, dealer.places, low, kind_of, kinds, choices[s], cells, U64(begin), count, s, highest)
            for k in range(U64(len(side))):
                if side[k] == SEVEN:
                    _write(side_kinds[k], mine.places, cells, U64(begin), count, s, U64(1) + k)
                elif side[k] == FLOP:
                    hand = np.concatenate((seat_at[s], board_at[:3]))
                    add_up(cards, hand, added)
                    place(cards, hand, added, five, flop_hand)
                    _write(side_kinds[k], flop_hand.places, cells, U64(begin), count, s, U64(1) + k)
                elif side[k] == TWO:
                    _number_pairs(cards, seat_at[s, 0], seat_at[s, 1], numbers)
                    _write(side_pairs[k], numbers, cells, U64(begin), count, s, U64(1) + k)
        for k in range(U64(len(side))):
            if side[k] == TABLE:
                for s in range(seats):
                    _write(side_kinds[k], highest, cells, U64(begin), count, s, U64(1) + k)
