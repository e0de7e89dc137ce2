"""How a house player decides: simply, not optimally."""

from pitboss.cards.deck import Card
from pitboss.games.dragon_poker.hands import dragon_hand


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play a pair or better, any dragon, or a Phoenix with a Tiger or a Panda; fold the rest."""
    hand = dragon_hand(own)
    if hand.name != "high_card" or {"RD", "BD", "GD"} & set(own):
        return "play"
    return "play" if "PH" in own and {"TI", "PA"} & set(own) else "fold"
