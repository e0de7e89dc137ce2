"""How a house player decides: simply, not optimally."""

from collections import Counter

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.cards.fast import best_five, three_cards

JACK, QUEEN, KING, ACE = 11, 12, 13, 14


def rule_of_thumb(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """A few rules of thumb that a person could remember."""
    if not board:
        return "play_4x" if _raise_before_flop(own) else "check"
    if len(board) < 5:
        return "play_2x" if _raise_on_flop(own, board) else "check"
    return "play_1x" if _stay_at_end(own, board) else "fold"


def _raise_before_flop(own: tuple[Card, ...]) -> bool:
    """Any ace, a pair of threes or better, and kings, queens and jacks with a good enough second card."""
    high, low = sorted((RANK[c] for c in own), reverse=True)
    suited = SUIT[own[0]] == SUIT[own[1]]
    if high == low:
        return high >= 3
    least = {ACE: (2, 2), KING: (2, 5), QUEEN: (6, 8), JACK: (8, 10)}.get(high)
    return least is not None and low >= least[0 if suited else 1]


def _raise_on_flop(own: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Two pair or better, a pair made with an own card, or four to a flush with an own ten or higher."""
    hand = best_five((*own, *board))
    if hand.name not in ("high_card", "pair"):
        return not _on_board(board, hand.name)
    if _paired(own, board):
        return True
    suits = Counter(SUIT[c] for c in (*own, *board))
    return any(suits[SUIT[c]] == 4 and RANK[c] >= 10 for c in own)


def _stay_at_end(own: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """A pair made with an own card or better; with a pair on the board a king, otherwise an ace."""
    mine, common = best_five((*own, *board)), best_five(board)
    if mine.name != common.name or _paired(own, board):
        return True
    highest = max(RANK[c] for c in own)
    return highest >= (KING if common.name != "high_card" else ACE)


def _paired(own: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    ranks = [RANK[c] for c in board]
    first, second = (RANK[c] for c in own)
    return first == second or first in ranks or second in ranks


def _on_board(board: tuple[Card, ...], name: str) -> bool:
    """Whether the board alone makes the hand, so that everybody has it."""
    return len(board) == 3 and three_cards(board).name == name
