"""The ranking of hands, declared as the rulebooks declare it: categories from the highest to the lowest, and inside a
category the ranks that break a tie. Slow and readable on purpose; `fast.py` is derived from it and compared with it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card

Key = tuple[int, ...]
"""Hands compare by their keys: category first, then the ranks in the order in which the rules compare them."""


class Hand(Struct, frozen=True, gc=False):
    """What the cards make: the name of the category and the key that compares it with other hands."""

    name: str
    key: Key


class HandShape(Struct, frozen=True):
    """What the categories look at."""

    groups: tuple[tuple[int, int], ...]
    """(how many, of which rank), larger groups first, higher ranks first."""
    ranks: tuple[int, ...]
    """All ranks, highest first."""
    flush: bool
    straight: int
    """The highest rank of the sequence, or 0; with the ace low it is the rank below the ace's neighbours' top."""


class Category(Struct, frozen=True):
    """One line of a ranking: the ranks that break ties, or None where the cards do not make the hand."""

    name: str
    holds: Callable[[HandShape], Key | None]


def _sequence(ranks: Sequence[int]) -> int:
    """The top of a run of consecutive ranks; the ace may stand below the two, and nowhere else."""
    n = len(ranks)
    if len(set(ranks)) != n:
        return 0
    if ranks[0] - ranks[-1] == n - 1:
        return ranks[0]
    low = [14, *range(n, 1, -1)]
    return n if list(ranks) == low else 0


def shape(cards: Iterable[Card]) -> HandShape:
    ordered = tuple(sorted((RANK[c] for c in cards), reverse=True))
    suits = {SUIT[c] for c in cards}
    groups = tuple(sorted(((n, r) for r, n in Counter(ordered).items()), reverse=True))
    return HandShape(groups=groups, ranks=ordered, flush=len(suits) == 1, straight=_sequence(ordered) if ordered else 0)


def _counts(*counts: int) -> Callable[[HandShape], Key | None]:
    """A hand whose largest groups have these sizes; ties by the groups' ranks, then the other cards."""

    def holds(s: HandShape) -> Key | None:
        sizes = tuple(n for n, _ in s.groups[: len(counts)])
        return tuple(r for _, r in s.groups) if sizes == counts else None

    return holds


FIVE_CARDS = (
    Category("royal_flush", lambda s: () if s.flush and s.straight == 14 else None),
    Category("straight_flush", lambda s: (s.straight,) if s.flush and s.straight else None),
    Category("four_of_a_kind", _counts(4, 1)),
    Category("full_house", _counts(3, 2)),
    Category("flush", lambda s: s.ranks if s.flush else None),
    Category("straight", lambda s: (s.straight,) if s.straight else None),
    Category("three_of_a_kind", _counts(3, 1, 1)),
    Category("two_pair", _counts(2, 2, 1)),
    Category("pair", _counts(2, 1, 1, 1)),
    Category("high_card", lambda s: s.ranks),
)
"""Five-card poker; the royal flush stands above the other straight flushes."""

THREE_CARDS = (
    Category("straight_flush", lambda s: (s.straight,) if s.flush and s.straight else None),
    Category("three_of_a_kind", _counts(3)),
    Category("straight", lambda s: (s.straight,) if s.straight else None),
    Category("flush", lambda s: s.ranks if s.flush else None),
    Category("pair", _counts(2, 1)),
    Category("high_card", lambda s: s.ranks),
)
"""Three-card hands: the straight above the flush, A-2-3 a straight."""


def rank(cards: Sequence[Card], categories: Sequence[Category]) -> Hand:
    """The first category, reading downwards, that the cards make."""
    seen = shape(cards)
    for place, category in enumerate(categories):
        ties = category.holds(seen)
        if ties is not None:
            return Hand(category.name, (len(categories) - place, *ties))
    raise AssertionError(f"no category holds {cards}")
