"""How a house player decides: simply, not optimally."""

from collections import Counter

from pitboss.cards.deck import RANK, SUIT, Card

ACE = 14


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """A few rules of thumb that a person could remember."""
    return "ride" if (_ride_four if board else _ride_three)((*own, *board[:1])) else "withdraw"


def _ride_three(cards: tuple[Card, ...]) -> bool:
    """Three cards: a paying hand, three to a royal flush, or three to a straight flush close together."""
    if _paid_already(cards):
        return True
    if len({SUIT[c] for c in cards}) > 1:
        return False
    ranks = sorted(RANK[c] for c in cards)
    if ranks[0] >= 10:
        return True
    spread, high = ranks[-1] - ranks[0], sum(1 for r in ranks if r >= 10)
    return (spread == 2 and ranks[0] >= 3) or (spread == 3 and high >= 1) or (spread == 4 and high >= 2)


def _ride_four(cards: tuple[Card, ...]) -> bool:
    """Four cards: a paying hand, four to a flush, or four to an outside straight with a ten or higher."""
    if _paid_already(cards) or len({SUIT[c] for c in cards}) == 1:
        return True
    ranks = sorted({RANK[c] for c in cards})
    outside = len(ranks) == 4 and ranks[-1] - ranks[0] == 3 and ranks[-1] < ACE
    return outside and ranks[-1] >= 10


def _paid_already(cards: tuple[Card, ...]) -> bool:
    """A pair of tens or better is there whatever comes."""
    groups = Counter(RANK[c] for c in cards)
    pairs = [rank for rank, count in groups.items() if count >= 2]
    return len(pairs) >= 2 or any(rank >= 10 or groups[rank] >= 3 for rank in pairs)
