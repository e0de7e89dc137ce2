"""Rounds of games that are decided in stages, many at a time. What is seen when, what is answered, what that does to
the wagers and what hands are called reach the kernel as arrays; it only deals, sorts, numbers and looks up.

A set of cards has the number of its colexicographic order: the sum over its cards, in ascending order, of how many
smaller sets there are of lower cards. Indices are unsigned, for with signed ones the compiler checks each whether it
counts from the end, which took a fifth of the time; loops have one result each, so that many cards move at once."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, deal_batch, name, room
from pitboss.odds.kernels.evaluator import U64, Lookup
from pitboss.odds.kernels.sim_hands import Found, Sums, add_to, add_up, found, place, ranks_in, suit_of, sums

Array = NDArray[Any]
U8, U32 = np.uint8, np.uint32
PLACE, NUMBER, SEEN = 0, 1, 2
"""How the cards of a holding are looked up: by the place of the best five; by their number; by the number that the
cards seen at a decision have."""
MOST_CARDS = 7


class Decisions(NamedTuple):
    """What is done at every decision."""

    seen: Array
    """decision → how many cards are seen."""
    start: Array
    """decision → where its answers begin in `answers`."""
    groups: Array
    """decision → how many groups of states of the wagers it tells apart."""
    group: Array
    """[decision, state] → group."""
    answers: Array
    """[number of the cards seen, group], decision after decision → answer."""
    after: Array
    """[decision, state, answer] → the state of the wagers afterwards."""


class Looks(NamedTuple):
    """The holdings that wagers look at. The first is that of the main wagers."""

    kind: Array
    """PLACE, NUMBER or SEEN."""
    own: Array
    """How many cards of one's own."""
    shared: Array
    """[look, n] → the draw of a card that all share."""
    many: Array
    """How many of these."""
    stage: Array
    """SEEN: at which decision; otherwise the number after that of the last one."""


class Names(NamedTuple):
    """What the hands of each column are called. The first column is that of the main wagers."""

    look: Array
    """column → what it looks at."""
    start: Array
    """column → where its cells begin in `cells`."""
    cells: Array
    """[place or number], column after column → cell."""
    suited: Array
    """[column, suit, set of ranks] → cell where five or more are of this suit."""
    special: Array
    """column → whether `suited` says more than the place."""


class Kit(NamedTuple):
    """Room for ascending cards, one row after the other."""

    held: Array
    other: Array
    carried: Array
    more: Array


@kernel
def _start(cards: Any, row: Any, carried: Any) -> None:
    for n in range(U64(BATCH)):
        carried[n] = cards[row, n]


@kernel
def _lower(a: Any, b: Any, found: Any) -> None:
    for n in range(U64(BATCH)):
        found[n] = a[n] if a[n] < b[n] else b[n]


@kernel
def _upper(a: Any, b: Any, found: Any) -> None:
    for n in range(U64(BATCH)):
        found[n] = a[n] if a[n] > b[n] else b[n]


@kernel
def insert(cards: Any, row: Any, size: Any, held: Any, other: Any, kit: Kit) -> None:
    """One more card finds its place among `size` ascending ones of each round; `other` has all of them then."""
    _start(cards, row, kit.carried)
    for j in range(size):
        _lower(held[j], kit.carried, other[j])
        _upper(held[j], kit.carried, kit.more)
        for n in range(U64(BATCH)):
            kit.carried[n] = kit.more[n]
    for n in range(U64(BATCH)):
        other[size, n] = kit.carried[n]


@kernel
def number(held: Any, size: Any, lower: Any, numbers: Any) -> None:
    """The numbers of sets of ascending cards."""
    if size == U64(2):
        a, b = held[U64(0)], held[U64(1)]
        for n in range(U64(BATCH)):
            numbers[n] = U32(a[n]) + lower[U64(1), U64(b[n])]
    elif size == U64(3):
        a, b, c = held[U64(0)], held[U64(1)], held[U64(2)]
        for n in range(U64(BATCH)):
            numbers[n] = U32(a[n]) + lower[U64(1), U64(b[n])] + lower[U64(2), U64(c[n])]
    elif size == U64(4):
        a, b, c, d = held[U64(0)], held[U64(1)], held[U64(2)], held[U64(3)]
        for n in range(U64(BATCH)):
            early = U32(a[n]) + lower[U64(1), U64(b[n])]
            numbers[n] = early + lower[U64(2), U64(c[n])] + lower[U64(3), U64(d[n])]
    else:
        for n in range(U64(BATCH)):
            numbers[n] = U32(0)
        for j in range(size):
            row = held[j]
            for n in range(U64(BATCH)):
                numbers[n] += lower[j, U64(row[n])]


@kernel
def _answer(numbers: Any, i: Any, d: Decisions, states: Any) -> None:
    """The states of the wagers after decision i."""
    groups, start = U64(d.groups[i]), U64(d.start[i])
    group, after, answers = d.group[i], d.after[i], d.answers
    if groups == U64(1):
        for n in range(U64(BATCH)):
            states[n] = after[U64(states[n]), U64(answers[start + U64(numbers[n])])]
    else:
        for n in range(U64(BATCH)):
            state = U64(states[n])
            states[n] = after[state, U64(answers[start + U64(numbers[n]) * groups + U64(group[state])])]


@kernel
def number_rows(cards: Any, rows: Any, lower: Any, kit: Kit, numbers: Any) -> None:
    """The numbers of the sets of cards in these rows."""
    held, other, size = kit.held, kit.other, U64(0)
    for row in rows:
        insert(cards, row, size, held, other, kit)
        held, other = other, held
        size += U64(1)
    number(held, size, lower, numbers)


@kernel
def _decide(cards: Any, own: Any, order: Any, lower: Any, d: Decisions, kit: Kit, numbers: Any,
            states: Any) -> None:  # fmt: skip
    """Sees card after card, and answers where one is asked. numbers[i] are the cards seen at decision i."""
    for n in range(U64(BATCH)):
        states[n] = 0
    held, other, size = kit.held, kit.other, U64(0)
    for i in range(U64(len(d.seen))):
        while size < U64(d.seen[i]):
            row = own[U64(order[size])] if order[size] >= 0 else U64(-order[size] - 1)
            insert(cards, row, size, held, other, kit)
            held, other = other, held
            size += U64(1)
        number(held, size, lower, numbers[i])
        _answer(numbers[i], i, d, states)


@kernel
def _write(which: Any, column: Any, names: Names, cells: Any, first: Any, count: Any, s: Any) -> None:
    """The cells of a column by places or numbers."""
    start = U64(names.start[column])
    for n in range(count):
        cells[first + n, s, column] = names.cells[start + U64(which[n])]


@kernel
def _write_main(which: Any, states: Any, kinds: Any, names: Names, cells: Any, first: Any, count: Any, s: Any) -> None:
    """The cells of the first column: all kinds of hands for one state of the wagers after the other."""
    start = U64(names.start[U64(0)])
    for n in range(count):
        cells[first + n, s, U64(0)] = U64(states[n]) * kinds + U64(names.cells[start + U64(which[n])])


@kernel
def _write_suited(cards: Any, rows: Any, hands: Found, hits: Any, column: Any, names: Names, cells: Any, first: Any,
                  count: Any, s: Any) -> None:  # fmt: skip
    """The same where five or more are of one suit."""
    for k in range(hits):
        n = U64(hands.suited[k])
        if n < count:
            suit = suit_of(hands, n)
            cells[first + n, s, column] = names.suited[column, suit, ranks_in(cards, rows, n, suit)]


@kernel
def play_stages(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, seat_at: Any, order: Any, lower: Any,
                decisions: Decisions, looks: Looks, names: Names, five: Lookup, six: Lookup, seven: Lookup,
                kinds: Any, cells: Any) -> None:  # fmt: skip
    """Plays rounds `first`, `first + 1`, … and writes their cells.

    seat_at: where in the deal the players' cards are. order[n]: the n-th card that a player sees, one of his own or,
    below 0, the draw −n − 1. lower[n, card]: how many sets of n + 1 cards there are of those below a card. The main
    column's cell is the kind of its hand, of which there are `kinds`, after all kinds for each state of the wagers
    before."""
    rounds, seats, columns = cells.shape[0], U64(cells.shape[1]), U64(len(names.look))
    size, most = np.int64(len(deck)), U64(len(looks.kind))
    batch, added, hands, hits = room(size), sums(), found(), U64(0)
    cards = batch.cards
    ranks, suits = np.empty((most, BATCH), np.uint32), np.empty((most, BATCH), np.uint16)
    kit = Kit(np.empty((MOST_CARDS, BATCH), U8), np.empty((MOST_CARDS, BATCH), U8), np.empty(BATCH, U8),
              np.empty(BATCH, U8))  # fmt: skip
    numbers = np.empty((len(decisions.seen) + 1, BATCH), np.uint32)
    states = np.empty(BATCH, np.uint16)
    for begin in range(0, rounds, BATCH):
        start, count = U64(begin), U64(min(BATCH, rounds - begin))
        deal_batch(np.int64(first + begin), key_0, key_1, size, needed, batch)
        name(deck, needed, batch)
        for k in range(most):
            if looks.kind[k] == PLACE:
                add_up(cards, looks.shared[k, : looks.many[k]], Sums(ranks[k], suits[k]))
        for s in range(seats):
            _decide(cards, seat_at[s], order, lower, decisions, kit, numbers, states)
            for k in range(most):
                own = seat_at[s, : looks.own[k]]
                rows = np.concatenate((own, looks.shared[k, : looks.many[k]]))
                which = U64(looks.stage[k])
                if looks.kind[k] == PLACE:
                    add_to(Sums(ranks[k], suits[k]), cards, own, added)
                    look = five if len(rows) == 5 else six if len(rows) == 6 else seven
                    hits = place(cards, rows, added, look, hands)
                elif looks.kind[k] == NUMBER:
                    number_rows(cards, rows, lower, kit, numbers[which])
                for column in range(columns):
                    if names.look[column] != k:
                        continue
                    if column == U64(0) and looks.kind[k] == PLACE:
                        _write_main(hands.places, states, U64(kinds), names, cells, start, count, s)
                    elif column == U64(0):
                        _write_main(numbers[which], states, U64(kinds), names, cells, start, count, s)
                    elif looks.kind[k] == PLACE:
                        _write(hands.places, column, names, cells, start, count, s)
                        if names.special[column]:
                            _write_suited(cards, rows, hands, hits, column, names, cells, start, count, s)
                    else:
                        _write(numbers[which], column, names, cells, start, count, s)
