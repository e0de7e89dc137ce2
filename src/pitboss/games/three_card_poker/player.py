"""How a house player decides: simply, not optimally."""

from pitboss.cards.deck import RANK, Card
from pitboss.cards.fast import three_cards

QUEEN = RANK["Qs"]


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play a queen or better, as the dealer does; fold the rest."""
    high = three_cards(own).name == "high_card"
    return "play" if not high or max(RANK[card] for card in own) >= QUEEN else "fold"
