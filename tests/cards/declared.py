"""The best hand by the declared ranking: every choice of cards is ranked."""

from collections.abc import Sequence
from itertools import combinations

from pitboss.cards.deck import Card
from pitboss.cards.ranking import FIVE_CARDS, Category, Hand, rank


def best(cards: Sequence[Card], categories: Sequence[Category] = FIVE_CARDS, size: int = 5) -> Hand:
    """The highest hand of `size` cards among `cards`."""
    return max((rank(some, categories) for some in combinations(cards, size)), key=lambda hand: hand.key)
