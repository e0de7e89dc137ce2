"""The deck as kernels number it, and all sets of its cards in the order of their numbers."""

from collections.abc import Callable
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds.card_sets import colex
from pitboss.odds.evaluator import CARDS, NUMBER
from pitboss.odds.tables import Array
from pitboss.simulation.setting import deck_of
from pitboss.table.rules import Rules

MOST_CARDS = 7
_MOST_KINDS = 256


class NumberedDeck(Struct, frozen=True):
    """A deck. A set of its cards has the number of its colexicographic order, as if it had every card."""

    cards: Array
    """place in the deck → number of the card there."""
    names: tuple[Card, ...]
    """number → card."""
    copies: bool
    """Some cards are there more than once, so that sets may be too."""

    def lower(self) -> Array:
        """[n, card] → how many sets of n + 1 cards there are of lower ones."""
        found = np.zeros((MOST_CARDS, _MOST_KINDS), dtype=np.uint32)
        for n in range(MOST_CARDS):
            each = [comb(card + (n if self.copies else 0), n + 1) for card in range(len(self.names))]
            found[n, : len(each)] = each
        return found

    def over(self, size: int, work: Callable[[Array], Array]) -> Array:
        """The work done on all sets of so many cards, one an ascending row: what it gives for each. Many sets are
        worked on by their highest card."""
        if size < 2:
            return work(self.sets(size))
        smaller = self.sets(size - 1)
        parts = []
        for card in range(len(self.names)):
            below = smaller[: comb(card + (size - 1 if self.copies else 0), size - 1)]
            parts.append(np.column_stack([below, np.full(len(below), card, dtype=np.uint8)]))
        if sum(map(len, parts)) < 1 << 20:
            parts = [np.concatenate(parts)]
        return np.concatenate([work(rows) for rows in parts if len(rows)])

    def sets(self, size: int) -> Array:
        """All sets of so many cards, one an ascending row."""
        rows = colex(size, len(self.names) + (max(size - 1, 0) if self.copies else 0))
        return rows - np.arange(size, dtype=np.uint8) if self.copies else rows


def numbered(rules: Rules) -> NumberedDeck:
    """The deck of a game. Standard cards have the numbers of the evaluator."""
    deck, names = deck_of(rules)
    copies = len(set(deck.tolist())) < len(deck)
    if all(card in NUMBER for card in names):
        return NumberedDeck(np.array([NUMBER[names[card]] for card in deck.tolist()], dtype=np.uint8), CARDS, copies)
    return NumberedDeck(deck.astype(np.uint8), names, copies)
