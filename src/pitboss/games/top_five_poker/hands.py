"""The ranking of Top Five Poker: what remains of seven cards without the twos to nines."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.cards.ranking import Hand

LOWEST_THAT_COUNTS = 10


def remaining(cards: Iterable[Card]) -> tuple[Card, ...]:
    """What is left when the twos to nines are taken away (MD-TOP5 11.B(4), 11.C), highest first."""
    return tuple(sorted((c for c in cards if RANK[c] >= LOWEST_THAT_COUNTS), key=lambda c: (-RANK[c], c)))


@lru_cache(maxsize=65536)
def top_five_hand(cards: tuple[Card, ...], extra_cards_break_ties: bool = True) -> Hand:
    """The best hand of the remaining cards, of whatever number; its key begins with the number (T-07).

    Straight and royal flush need five cards (T-09). After the category's own ranks all other remaining cards break
    ties, or with `extra_cards_break_ties=False` only those that fill five (T-10).
    """
    left = remaining(cards)
    ranks = [RANK[c] for c in left]
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    name, strength, used = _category(left, groups)
    rest = sorted(ranks, reverse=True)
    for r in used:
        rest.remove(r)
    ordered = [*used, *rest]
    if not extra_cards_break_ties:
        ordered = ordered[:5]
    return Hand(name, (len(left), strength, *ordered))


def _category(left: Sequence[Card], groups: Sequence[tuple[int, int]]) -> tuple[str, int, tuple[int, ...]]:
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
