"""House players: they fill the other positions of a practice table.

Their play is *simple*, not optimal: a few rules of thumb for each game that a person could remember. They know only
what anybody in their seat may know, their own `view` of the table and the `offers` made to them.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from pitboss.cards.deck import RANK, SUIT, UNKNOWN, Card
from pitboss.cards.fast import best_five, dragon_hand, three_cards, top_five_hand
from pitboss.rulebook.book import book
from pitboss.table import actions as a
from pitboss.table.offers import Offer
from pitboss.table.views import View

JACK, QUEEN, KING, ACE = 11, 12, 13, 14

NAMES = ("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal")
"""Who sits at the other positions."""


def wagers(view: View, offers: Sequence[Offer]) -> tuple[a.PlaceWager, ...]:
    """The compulsory wagers at the table's minimum, in the order in which the game wants them."""
    (seat,) = view.mine
    least = {o.example.wager: o.minimum for o in offers if isinstance(o.example, a.PlaceWager) and o.minimum}
    compulsory = [w for w in book(view.game).wagers if w.compulsory]
    amount = max((least[w.id] for w in compulsory if w.id in least), default=0)
    return tuple(a.PlaceWager(seat, w.id, amount) for w in compulsory) if amount else ()


def decide(view: View, offers: Sequence[Offer]) -> a.Decide | None:
    """The decision this player takes now, or None where none is asked of him."""
    asked = next((o for o in offers if isinstance(o.example, a.Decide)), None)
    if asked is None or not isinstance(asked.example, a.Decide):
        return None
    number = asked.example.seat
    own = view.seats[number - 1].cards
    board = tuple(c for c in view.community if c != UNKNOWN)
    think = _STRATEGY.get(view.game)
    choice = think(own, board) if think and UNKNOWN not in own else ""
    if choice not in asked.values:
        choice = next(c for c in (*_STAY, *asked.values) if c in asked.values)
    return a.Decide(number, choice)


_STAY = ("check", "ride")
"""What costs nothing, where a rule of thumb gives no permitted answer."""


# --- Dragon Poker ---------------------------------------------------------------------------------------------------


def dragon_poker(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play a pair or better, any dragon, or a Phoenix with a Tiger or a Panda; fold the rest."""
    hand = dragon_hand(own)
    if hand.name != "high_card" or {"RD", "BD", "GD"} & set(own):
        return "play"
    return "play" if "PH" in own and {"TI", "PA"} & set(own) else "fold"


# --- Top Five Poker -------------------------------------------------------------------------------------------------


def top_five_poker(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play three cards or more from ace to ten; of two, only a pair or an ace."""
    hand = top_five_hand(own, True)
    count = hand.key[0]
    if count != 2:
        return "play" if count > 2 else "fold"
    return "play" if hand.name != "high_card" or any(RANK[c] == ACE for c in own) else "fold"


# --- Let It Ride ----------------------------------------------------------------------------------------------------


def let_it_ride(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
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


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------------------------


def ultimate_texas_holdem(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
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


_STRATEGY: dict[str, Callable[[tuple[Card, ...], tuple[Card, ...]], str]] = {
    "dragon-poker": dragon_poker,
    "top-five-poker": top_five_poker,
    "let-it-ride": let_it_ride,
    "ultimate-texas-holdem": ultimate_texas_holdem,
}
