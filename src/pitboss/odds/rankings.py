"""Which hand every one of many sets of cards makes. A ranking is a function of cards; here it is asked as seldom as
possible: never where the evaluator knows the answer, and once for sets that differ only by the names of the suits."""

from collections.abc import Callable, Sequence
from functools import cache
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import STANDARD, Card
from pitboss.cards.fast import best_five
from pitboss.cards.ranking import Hand
from pitboss.odds.card_sets import colex, colex_numbers, examples, sets, up_to_suits
from pitboss.odds.evaluator import CARDS, SIZES, numbers, places
from pitboss.odds.tables import Array, tables
from pitboss.table.cells import Ranking

MOST = 3_000_000
"""So often a ranking is asked at most; that takes some ten seconds."""
_ROWS = 1 << 16
LARGEST = 7
"""Of more cards than these no sets are listed."""


class TooMany(ValueError):
    """More sets of cards than a ranking written as a function can be asked for."""

    def __init__(self, ranking: Ranking, size: int) -> None:
        super().__init__(
            f"the ranking '{ranking.id}' of {size} cards would have to be asked for more than {MOST:,} hands; exact "
            "odds need one that is the best five cards, or fewer cards, or suits whose names do not matter"
        )


def is_best_five(ranking: Ranking, size: int) -> bool:
    """Whether so many cards make the best five among them, sets with names of their own apart."""
    return (ranking.plain or ranking).of is best_five and size in SIZES


class Ranked(Struct, frozen=True):
    """A ranking of so many cards, tabulated."""

    hands: tuple[Hand, ...]
    numbers: Callable[[Array], Array]
    """For every row of cards, all of them different, the number of the hand it makes."""


@cache
def tabulated(ranking: Ranking, size: int) -> Ranked:
    """The ranking of so many standard cards."""
    if ranking.plain is not None:
        return _with_names(ranking, tabulated(ranking.plain, size), size)
    if is_best_five(ranking, size):
        return Ranked(tables().hands, lambda rows: places(rows, checked=False))
    if ranking.suits_alike and size < LARGEST:
        known = sets(STANDARD.contents, size)[0]
        found, hands = asked(ranking, CARDS, examples(known, size))
        return Ranked(hands, lambda rows: found[np.searchsorted(known, up_to_suits(rows))])
    if comb(len(CARDS), size) > MOST:
        raise TooMany(ranking, size)
    found, hands = asked(ranking, CARDS, colex(size))
    return Ranked(hands, lambda rows: found[colex_numbers(rows)])


def asked(ranking: Ranking, cards: Sequence[Card], rows: Array) -> tuple[Array, tuple[Hand, ...]]:
    """For every row, of numbers of these cards, the number of the hand it makes, and the hands: by the ranking
    itself."""
    if len(rows) > MOST:
        raise TooMany(ranking, rows.shape[1])
    hands: dict[Hand, int] = {}
    found = np.empty(len(rows), dtype=np.int64)
    for start in range(0, len(rows), _ROWS):  # a list of all of them would be large
        some = (ranking.of(tuple([cards[number] for number in row])) for row in rows[start : start + _ROWS].tolist())
        found[start : start + _ROWS] = [hands.setdefault(hand, len(hands)) for hand in some]
    return found, tuple(hands)


def _with_names(ranking: Ranking, plain: Ranked, size: int) -> Ranked:
    """The same, where some sets of cards have names of their own."""
    apart = [tuple(sorted(cards)) for cards, _ in ranking.apart if len(cards) == size]
    if not apart:
        return plain
    each = np.sort(np.array([numbers(cards) for cards in apart]), axis=1)

    def named(rows: Array) -> Array:
        found, every = plain.numbers(rows).astype(np.int64), np.sort(rows, axis=1)
        for place, cards in enumerate(each):
            found[(every == cards).all(axis=1)] = len(plain.hands) + place
        return found

    return Ranked((*plain.hands, *(ranking.of(cards) for cards in apart)), named)
