"""The hands of a batch of rounds, placed many at a time. Rows are draws and columns rounds, as `deal_batch` leaves
them; row numbers and indices are unsigned, for of signed ones the compiler asks whether they count from the end."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, U32, U64
from pitboss.odds.kernels.evaluator import U16, Lookup, _look_up, _rank_bit, _suit, _suit_counter, rank_key

Array = NDArray[Any]
NO_SUITS = U16(0x3333)
"""A counter of four bits for each suit, whose top bit says five or more."""
FIVE_OR_MORE = U16(0x8888)
RANKS_OF_SUIT = U64(0x1FFF)


class Sums(NamedTuple):
    """What the cards of some hands, one a round, add up to."""

    ranks: Array
    suits: Array


class Found(NamedTuple):
    """Where hands are put when they are placed."""

    places: Array
    flags: Array
    """The suit of which a hand has five or more: the top bit of its counter, or 0."""
    suited: Array
    """The rounds with a flag."""


@kernel
def sums() -> Any:
    return Sums(np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint16))


@kernel
def found() -> Any:
    return Found(np.empty(BATCH, np.uint16), np.empty(BATCH, np.uint16), np.empty(BATCH + 1, np.uint16))


@kernel
def _start(ranks: Any, suits: Any) -> None:
    for n in range(len(ranks)):
        ranks[n] = U32(0)
    for n in range(len(suits)):
        suits[n] = NO_SUITS


@kernel
def _copy(old: Any, new: Any) -> None:
    for n in range(len(new)):
        new[n] = old[n]


@kernel
def _add_ranks(cards: Any, row: Any, ranks: Any) -> None:
    for n in range(len(ranks)):
        ranks[n] = U32(ranks[n] + rank_key(cards[row, n]))


@kernel
def _add_suits(cards: Any, row: Any, suits: Any) -> None:
    for n in range(len(suits)):
        suits[n] = U16(suits[n] + _suit_counter(cards[row, n]))


@kernel
def add_up(cards: Any, rows: Any, result: Sums) -> None:
    """The sums of the cards in these rows."""
    _start(result.ranks, result.suits)
    for i in range(U64(len(rows))):
        _add_ranks(cards, rows[i], result.ranks)
        _add_suits(cards, rows[i], result.suits)


@kernel
def add_to(shared: Sums, cards: Any, rows: Any, result: Sums) -> None:
    """The sums of cards that hands share, and those in these rows."""
    _copy(shared.ranks, result.ranks)
    _copy(shared.suits, result.suits)
    for i in range(U64(len(rows))):
        _add_ranks(cards, rows[i], result.ranks)
        _add_suits(cards, rows[i], result.suits)


@kernel
def _flag(suits: Any, flags: Any) -> None:
    for n in range(len(flags)):
        flags[n] = U16(suits[n] & FIVE_OR_MORE)


@kernel
def place_by_ranks(added: Sums, lookup: Lookup, hands: Found) -> Any:
    """The places of hands as if no suit mattered; how many rounds are listed in which one does."""
    _flag(added.suits, hands.flags)
    return _look_up(added.ranks, hands.flags, lookup.rows, lookup.places, hands.places, hands.suited)


@kernel
def ranks_in(cards: Any, rows: Any, n: Any, suit: Any) -> Any:
    """The set of ranks that a round's cards in these rows have in this suit."""
    held = U64(0)
    for i in range(U64(len(rows))):
        held |= _rank_bit(cards[rows[i], n], suit)
    return held & RANKS_OF_SUIT


@kernel
def suit_of(hands: Found, n: Any) -> Any:
    """The suit of which this round's hand has five or more."""
    return _suit(U64(hands.flags[n]))


@kernel
def place(cards: Any, rows: Any, added: Sums, lookup: Lookup, hands: Found) -> Any:
    """The places of the hands whose cards, all in these rows, are added up already; how many rounds are listed in which
    a suit mattered."""
    count = place_by_ranks(added, lookup, hands)
    for k in range(count):
        n = U64(hands.suited[k])
        hands.places[n] = lookup.suited[ranks_in(cards, rows, n, suit_of(hands, n))]
    return count
