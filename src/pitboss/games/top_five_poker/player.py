"""How a house player decides: simply, not optimally."""

from pitboss.cards.deck import RANK, Card
from pitboss.games.top_five_poker.hands import top_five_hand

ACE = 14


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play three cards or more from ace to ten; of two, only a pair or an ace."""
    hand = top_five_hand(own, True)
    count = hand.key[0]
    if count != 2:
        return "play" if count > 2 else "fold"
    return "play" if hand.name != "high_card" or any(RANK[c] == ACE for c in own) else "fold"
