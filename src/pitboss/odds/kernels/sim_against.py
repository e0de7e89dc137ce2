"""Rounds of games that set the player's hand against the dealer's, many at a time. What a hand is, how high it is, how
it is decided and what it pays for reach the kernel as arrays; it only deals, looks up and compares."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, U8, U32, U64, deal_batch, name, room

Array = NDArray[Any]


class Numbers(NamedTuple):
    """How cards become the number of a hand. Either each card adds something, by where it comes in the hand, and the
    sum says all that matters: its lower bits as they are, its upper bits by a table. Or the set of cards is numbered
    in colexicographic order."""

    of_sets: Any
    """Whether sets are numbered."""
    adds: Array
    """[place in the hand, card]"""
    bits: Any
    """How many lower bits the sum has."""
    upper: Array
    """upper bits → what matters of them"""
    width: Any
    """Above all that matters of them."""
    choose: Array
    """[card, place in the set from 1]: of sets"""
    kinds: Array
    """Number of the set → the hand's number."""
    renaming: Array
    """Number of the set → which renaming makes it the first set of its kind."""


class AgainstTable(NamedTuple):
    """Where cards go, and what hands are."""

    needed: Any
    seats: Array
    """[seat, place in the hand]: which draw."""
    dealer: Array
    shown: Array
    """The dealer's cards that lie open when the player decides."""
    height: Array
    """dealer's hand → its place in the order of hands"""
    rows: Array
    """[player's hand, set of open cards]: what it makes and how it is decided, as one number."""
    limits: Array
    """[row, …]: the heights at which another outcome begins."""
    ends: Array
    """[row, outcome]: the main column's cell."""
    renamed: Array
    """[renaming, card]: its new number."""


@kernel
def _add_up(cards: Any, at: Any, adds: Any, total: Any) -> None:
    """total[n]: the sum over the cards in these rows."""
    first, second, third = at[0], at[min(1, len(at) - 1)], at[min(2, len(at) - 1)]
    a, b, c = adds[0], adds[1], adds[2]
    for n in range(U64(cards.shape[1])):
        total[n] = a[cards[first, n]] + b[cards[second, n]] + c[cards[third, n]]
    for i in range(3, len(at), 2):
        p, q = at[i], at[min(i + 1, len(at) - 1)]
        d, e = adds[i], adds[i + 1]
        for n in range(U64(cards.shape[1])):
            total[n] += d[cards[p, n]] + e[cards[q, n]]


@kernel
def _number_sums(total: Any, numbers: Numbers, hands: Any) -> None:
    low, bits, width = (U64(1) << U64(numbers.bits)) - U64(1), U64(numbers.bits), U64(numbers.width)
    for n in range(U64(len(total))):
        whole = U64(total[n])
        hands[n] = U32((whole & low) * width + U64(numbers.upper[whole >> bits]))


@kernel
def _order(one: Any, other: Any, its_place: Any, other_place: Any) -> None:
    """The higher of two cards comes behind the other."""
    for n in range(len(one)):
        higher = U8(one[n] > other[n])
        its_place[n] += higher
        other_place[n] += U8(1) - higher


@kernel
def _number_sets(cards: Any, at: Any, choose: Any, sets: Any) -> None:
    """The number of the set of cards in these rows: every card adds to it by its place among them, the lowest first."""
    places = np.ones((len(at), BATCH), U8)
    for i in range(U64(len(at))):
        for j in range(i):
            _order(cards[at[i]], cards[at[j]], places[i], places[j])
    for n in range(U64(BATCH)):
        sets[n] = U32(0)
    for i in range(U64(len(at))):
        card, place = cards[at[i]], places[i]
        for n in range(U64(BATCH)):
            sets[n] += choose[U64(card[n]), U64(place[n])]


@kernel
def _look_up(table: Any, numbers: Any, found: Any) -> None:
    for n in range(U64(len(numbers))):
        found[n] = table[U64(numbers[n])]


@kernel
def number(cards: Any, at: Any, numbers: Numbers, sets: Any, hands: Any) -> None:
    """hands[n]: the number of the hand in these rows; sets[n]: of its set, where sets are numbered."""
    if numbers.of_sets:
        _number_sets(cards, at, numbers.choose, sets)
        _look_up(numbers.kinds, sets, hands)
    else:
        _add_up(cards, at, numbers.adds, sets)
        _number_sums(sets, numbers, hands)


@kernel
def _decide(cards: Any, own: Numbers, table: AgainstTable, sets: Any, hands: Any, rows: Any) -> None:
    """What each hand makes and how it is decided, seen what the dealer shows."""
    shown = len(table.shown)
    lies = np.empty(shown + 1, np.uint8)
    for n in range(U64(len(hands))):
        new = table.renamed[U64(own.renaming[U64(sets[n])])] if own.of_sets else table.renamed[U64(0)]
        for i in range(shown):
            card = new[cards[table.shown[i], n]]
            j = i
            while j > 0 and lies[j - 1] > card:
                lies[j] = lies[j - 1]
                j -= 1
            lies[j] = card
        lying = U64(0)
        for i in range(shown):
            lying += U64(own.choose[lies[i], i + 1])
        rows[n] = table.rows[U64(hands[n]), lying]


@kernel
def _settle(rows: Any, heights: Any, table: AgainstTable, begin: Any, count: Any, s: Any, cells: Any) -> None:
    """The main column's cells of one seat."""
    limits, ends = table.limits, table.ends
    for n in range(count):
        row, height, run = U64(rows[n]), heights[n], U64(0)
        for j in range(U64(limits.shape[1])):
            run += U64(height >= limits[row, j])
        cells[begin + n, s, U64(0)] = ends[row, run]


@kernel
def play_against(first: Any, key_0: Any, key_1: Any, deck: Any, own: Numbers, his: Numbers, table: AgainstTable,
                 sides: Any, on_dealer: Any, dealer_sides: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    deck: the number of every card. sides[player's hand, column], or dealer_sides[dealer's hand, column] where
    on_dealer[column]: the cells of the other columns."""
    rounds, seats, columns = cells.shape[0], U64(cells.shape[1]), U64(len(on_dealer))
    size = np.int64(len(deck))
    batch = room(size)
    sets, hands, others = np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32)
    heights, rows = np.empty(BATCH, table.height.dtype), np.empty(BATCH, table.rows.dtype)
    for start in range(0, rounds, BATCH):
        begin, count = U64(start), U64(min(BATCH, rounds - start))
        deal_batch(np.int64(first + start), key_0, key_1, size, table.needed, batch)
        if own.of_sets:
            name(deck, table.needed, batch)
        number(batch.cards, table.dealer, his, sets, others)
        _look_up(table.height, others, heights)
        for s in range(seats):
            number(batch.cards, table.seats[s], own, sets, hands)
            if len(table.shown):
                _decide(batch.cards, own, table, sets, hands, rows)
            else:
                _look_up(table.rows[:, 0], hands, rows)
            _settle(rows, heights, table, begin, count, s, cells)
            for k in range(columns):
                if on_dealer[k]:
                    for n in range(count):
                        cells[begin + n, s, U64(1) + k] = dealer_sides[U64(others[n]), k]
                else:
                    for n in range(count):
                        cells[begin + n, s, U64(1) + k] = sides[U64(hands[n]), k]
