"""How a house player decides: simply, not optimally."""

from pitboss.cards.deck import RANK, Card
from pitboss.cards.fast import best_five

ACE, KING = RANK["As"], RANK["Ks"]


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Call with what the dealer needs to play: ace and king, or a pair or better; fold the rest."""
    high = best_five(own).name == "high_card"
    return "call" if not high or {ACE, KING} <= {RANK[card] for card in own} else "fold"
