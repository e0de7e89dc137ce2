"""How a house player decides: simply, not optimally."""

from collections import Counter

from pitboss.cards.deck import RANK, SUIT, Card

SIX, JACK = 6, 11
ENOUGH = {2: 2, 3: 3, 4: 4}
"""How many points keep a hand of so many cards in the round."""


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Three times the Ante on a hand that wins already, once on a pair, four to a flush or enough points, else fold.
    A jack or higher is worth two points, a six to a ten one."""
    cards = (*own, *board)
    ranks = [RANK[card] for card in cards]
    kinds = Counter(ranks)
    pairs = [rank for rank, count in kinds.items() if count > 1]
    if len(pairs) > 1 or max(kinds.values()) > 2 or any(rank >= (JACK if len(cards) > 2 else 2) for rank in pairs):
        return "3x"
    flush = len(cards) > 2 and len({SUIT[card] for card in cards}) == 1
    points = sum(2 if rank >= JACK else rank >= SIX for rank in ranks)
    return "1x" if pairs or flush or points >= ENOUGH[len(cards)] else "fold"
