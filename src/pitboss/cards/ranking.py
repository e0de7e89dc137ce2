"""The ranking of hands, declared as the rulebooks declare it: categories from the highest to the lowest, and inside a
category the ranks that break a tie. Slow and readable on purpose; `fast.py` is derived from it and compared with it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card

Key = tuple[int, ...]
"""Hands compare by their keys: category first, then the ranks in the order in which the rules compare them."""


class Hand(Struct, frozen=True, gc=False):
    """What the cards make: the name of the category and the key that compares it with other hands."""

    name: str
    key: Key


class Shape(Struct, frozen=True):
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
    holds: Callable[[Shape], Key | None]


def _sequence(ranks: Sequence[int]) -> int:
    """The top of a run of consecutive ranks; the ace may stand below the two, and nowhere else."""
    n = len(ranks)
    if len(set(ranks)) != n:
        return 0
    if ranks[0] - ranks[-1] == n - 1:
        return ranks[0]
    low = [14, *range(n, 1, -1)]
    return n if list(ranks) == low else 0


def shape(cards: Iterable[Card]) -> Shape:
    ordered = tuple(sorted((RANK[c] for c in cards), reverse=True))
    suits = {SUIT[c] for c in cards}
    groups = tuple(sorted(((n, r) for r, n in Counter(ordered).items()), reverse=True))
    return Shape(groups=groups, ranks=ordered, flush=len(suits) == 1, straight=_sequence(ordered) if ordered else 0)


def _counts(*counts: int) -> Callable[[Shape], Key | None]:
    """A hand whose largest groups have these sizes; ties by the groups' ranks, then the other cards."""

    def holds(s: Shape) -> Key | None:
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
"""Five-card poker (MD-LIR 6.C, MA-UTH 5(b)); the royal flush stands above the other straight flushes (U-13)."""

THREE_CARDS = (
    Category("straight_flush", lambda s: (s.straight,) if s.flush and s.straight else None),
    Category("three_of_a_kind", _counts(3)),
    Category("straight", lambda s: (s.straight,) if s.straight else None),
    Category("flush", lambda s: s.ranks if s.flush else None),
    Category("pair", _counts(2, 1)),
    Category("high_card", lambda s: s.ranks),
)
"""Three-card hands (MD-LIR 6.D): the straight above the flush (L-16), A-2-3 a straight (L-15)."""


def rank(cards: Sequence[Card], categories: Sequence[Category]) -> Hand:
    """The first category, reading downwards, that the cards make."""
    seen = shape(cards)
    for place, category in enumerate(categories):
        ties = category.holds(seen)
        if ties is not None:
            return Hand(category.name, (len(categories) - place, *ties))
    raise AssertionError(f"no category holds {cards}")


def best(cards: Sequence[Card], categories: Sequence[Category] = FIVE_CARDS, size: int = 5) -> Hand:
    """The highest hand of `size` cards among `cards`."""
    return max((rank(some, categories) for some in combinations(cards, size)), key=lambda hand: hand.key)


# --- Dragon Poker ---------------------------------------------------------------------------------------------------

CHARACTER: dict[Card, int] = {"RD": 6, "BD": 6, "PH": 5, "TI": 4, "PA": 3, "MO": 2, "RA": 1}
"""Dragon, Phoenix, Tiger, Panda, Monkey, Rabbit, highest to lowest (MD-DRAGON 6.A)."""
GOLD = "GD"
_PLURALS = ("dragons", "phoenix", "tigers", "pandas", "monkeys", "rabbits")


def dragon_hand(cards: Sequence[Card]) -> Hand:
    """Trips, pair or high card; the Gold Dragon becomes whatever makes the highest hand (MD-DRAGON 6.A(1), 6.B)."""
    if GOLD in cards:
        others = [c for c in cards if c != GOLD]
        return max((_dragon_hand([*others, stand_in]) for stand_in in CHARACTER), key=lambda hand: hand.key)
    return _dragon_hand(cards)


def _dragon_hand(cards: Sequence[Card]) -> Hand:
    ranks = sorted((CHARACTER[c] for c in cards), reverse=True)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    most, of = groups[0]
    key = (most, *(r for _, r in groups))
    if most == 1:
        return Hand("high_card", key)
    return Hand(("three_" if most == 3 else "pair_of_") + _PLURALS[6 - of], key)


def dragons_held(cards: Sequence[Card]) -> str:
    """The Dragon cards as they were dealt, whatever the Gold Dragon does in the hand (D-07 … D-10)."""
    reds, blues, gold = cards.count("RD"), cards.count("BD"), cards.count(GOLD)
    total = reds + blues + gold
    if total == 3:
        if gold:
            return "three_dragons_with_gold_dragon"
        return {3: "three_red_dragons", 0: "three_blue_dragons"}.get(reds, "three_dragons_mixed")
    if total == 2:
        return "pair_of_dragons"
    return "gold_dragon" if gold else "none"


# --- Top Five Poker -------------------------------------------------------------------------------------------------

LOWEST_THAT_COUNTS = 10


def remaining(cards: Iterable[Card]) -> tuple[Card, ...]:
    """What is left when the twos to nines are taken away (MD-TOP5 11.B(4), 11.C), highest first."""
    return tuple(sorted((c for c in cards if RANK[c] >= LOWEST_THAT_COUNTS), key=lambda c: (-RANK[c], c)))


def top_five_hand(cards: Sequence[Card], *, extra_cards_break_ties: bool = True) -> Hand:
    """The best hand of the remaining cards, of whatever number; its key begins with the number (T-07).

    Straight and royal flush need five cards (T-09). After the category's own ranks all other remaining cards break
    ties, or with `extra_cards_break_ties=False` only those that fill five (T-10).
    """
    left = remaining(cards)
    ranks = [RANK[c] for c in left]
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    name, strength, used = _top_five_category(left, groups)
    rest = sorted(ranks, reverse=True)
    for r in used:
        rest.remove(r)
    ordered = [*used, *rest]
    if not extra_cards_break_ties:
        ordered = ordered[:5]
    return Hand(name, (len(left), strength, *ordered))


def _top_five_category(left: Sequence[Card], groups: Sequence[tuple[int, int]]) -> tuple[str, int, tuple[int, ...]]:
    """Name, strength and the ranks that make the hand, most important first (MD-TOP5 6.C)."""
    sizes = tuple(n for n, _ in groups)
    tops = [r for _, r in groups]
    if any(len({RANK[c] for c in left if SUIT[c] == suit}) == 5 for suit in range(4)):
        return "royal_flush", 8, (14, 13, 12, 11, 10)
    if sizes[:1] == (4,):
        return "four_of_a_kind", 7, (tops[0],) * 4
    if sizes[:1] == (3,) and len(sizes) > 1 and sizes[1] >= 2:
        return "full_house", 6, (tops[0],) * 3 + (tops[1],) * 2
    if len(groups) == 5:
        return "straight", 5, (14, 13, 12, 11, 10)
    if sizes[:1] == (3,):
        return "three_of_a_kind", 4, (tops[0],) * 3
    if sizes[:2] == (2, 2):
        return "two_pair", 3, (tops[0],) * 2 + (tops[1],) * 2
    if sizes[:1] == (2,):
        pair = {14: "pair_of_aces", 13: "pair_of_kings"}.get(tops[0], "pair_below_kings")
        return pair, 2, (tops[0],) * 2
    return "high_card", 1, ()
