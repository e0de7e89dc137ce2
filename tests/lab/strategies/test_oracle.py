"""What a written strategy brings and what each of its rules costs equals, exactly, a plain walk over every deal of a
small pack that is decided by a function and settled by the engine."""

from functools import cache

import pytest

from lab.strategies.spoken import (
    Said,
    against,
    agree,
    best_five,
    costed,
    one_suit,
    outs,
    pairs,
    ranks,
    shared,
    staged,
    straights,
)
from odds import declared_games
from odds.walker import Cards, pack_of
from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.fast import three_cards
from pitboss.cards.ranking import FIVE_CARDS
from pitboss.odds.tally import Pack
from support import LIR, UTH
from support import rules as rules_of

CATEGORIES = [category.name for category in reversed(FIVE_CARDS)]

# --- against the dealer ---------------------------------------------------------------------------------------------

THREE = """
strategy = "three cards"
[decision.decide]
default = "fold"
[[decision.decide.rule]]
do = "play"
hand = "pair of nines or better"
[[decision.decide.rule]]
do = "fold"
cards_of_K = 1
suited = false
[[decision.decide.rule]]
do = "play"
highest = ["9", "K"]
second = "4 to 6"
[[decision.decide.rule]]
do = "play"
spread = "5 or less"
pair = false
"""


def says_three(step: str, own: Cards, board: Cards, dealer: Cards) -> Said:
    high, second, low = ranks(own)
    hand = three_cards(own)
    if hand.name not in ("high_card", "pair") or (hand.name == "pair" and hand.key[1] >= 9):
        return 1, "play"
    if ranks(own).count(13) == 1 and not one_suit(own):
        return 2, "fold"
    if high in (9, 13) and second in (4, 5, 6):
        return 3, "play"
    spread = min(high - low + 1, second) if high == 14 else high - low + 1
    if len({high, second, low}) == 3 and spread <= 5:
        return 4, "play"
    return 0, "fold"


def test_a_hand_against_the_dealers() -> None:
    rules, pack = declared_games.rules("three_against_three"), pack_of("2469KA", "cd")
    agree(costed(rules, THREE, pack), against(rules, pack, says_three, 3, 3, 0))


FIVE = """
strategy = "five cards, one of the dealer's open"
[decision.decide]
default = "fold"
[[decision.decide.rule]]
do = "call"
hand = "pair or better"
[[decision.decide.rule]]
do = "call"
hand = "A-K or better"
matches_dealer = "1 or more"
[[decision.decide.rule]]
do = "call"
dealer_card = "9 or lower"
above_dealer = "4 or more"
[[decision.decide.rule]]
do = "call"
dealer_suit = "4 or more"
fourth = "4 or better"
"""


def says_five(step: str, own: Cards, board: Cards, dealer: Cards) -> Said:
    hand, shown = best_five(own), RANK[dealer[0]]
    if hand.name != "high_card":
        return 1, "call"
    if ranks(own)[:2] == [14, 13] and shown in ranks(own):
        return 2, "call"
    if shown <= 9 and sum(rank > shown for rank in ranks(own)) >= 4:
        return 3, "call"
    if sum(SUIT[card] == SUIT[dealer[0]] for card in own) >= 4 and ranks(own)[3] >= 4:
        return 4, "call"
    return 0, "fold"


def test_a_hand_against_the_dealers_of_which_a_card_lies_open() -> None:
    pack = pack_of("248KA9", "cd")
    rules = rules_of("caribbean-stud")
    agree(costed(rules, FIVE, pack), against(rules, pack, says_five, 5, 5, 1))


# --- stages ---------------------------------------------------------------------------------------------------------

RIDE = """
strategy = "stages"
[decision.decide_1]
default = "withdraw"
[[decision.decide_1.rule]]
do = "ride"
hand = "pair of T or better"
[[decision.decide_1.rule]]
do = "ride"
suited = true
straights = "2 or more"
[[decision.decide_1.rule]]
do = "ride"
lowest = "J or better"
[decision.decide_2]
default = "withdraw"
[[decision.decide_2.rule]]
do = "ride"
hand = "two pair or better"
[[decision.decide_2.rule]]
do = "ride"
staked = 3
pair = "J or better"
[[decision.decide_2.rule]]
do = "ride"
straights = 1
cards_from_T = "3 or more"
flush_cards = "2 or fewer"
"""


def says_ride(step: str, own: Cards, board: Cards, dealer: Cards) -> Said:
    cards = (*own, *board)
    held = [ranks(cards).count(rank) for rank in {*ranks(cards)}]
    if step == "decide_1":
        return _first(cards, held)
    if sorted(held)[-2:] == [2, 2] or max(held) > 2:
        return 1, "ride"
    if _first(own, [ranks(own).count(rank) for rank in {*ranks(own)}])[1] == "ride" and pairs(cards, ()) >= 11:
        return 2, "ride"
    most = max([SUIT[card] for card in cards].count(suit) for suit in range(4))
    if straights(cards) == 1 and sum(rank >= 10 for rank in ranks(cards)) >= 3 and most <= 2:
        return 3, "ride"
    return 0, "withdraw"


def _first(cards: Cards, held: list[int]) -> Said:
    if max(held) == 3 or pairs(cards, ()) >= 10:
        return 1, "ride"
    if one_suit(cards) and straights(cards) >= 2:
        return 2, "ride"
    return (3, "ride") if min(ranks(cards)) >= 11 else (0, "withdraw")


def test_stages() -> None:
    rules, pack = rules_of(LIR), (*pack_of("TJQK", "ds"), ("Ad", 1))
    agree(costed(rules, RIDE, pack), staged(rules, pack, says_ride))


# --- a shared board -------------------------------------------------------------------------------------------------

BOARD = """
strategy = "a shared board"
[decision.preflop]
default = "check"
[[decision.preflop.rule]]
do = "play_4x"
pair = "K or better"
[[decision.preflop.rule]]
do = "play_3x"
suited = true
highest = "A"
[decision.postflop]
default = "check"
[[decision.postflop.rule]]
do = "play_2x"
hidden = true
hand = "two pair or better"
[[decision.postflop.rule]]
do = "play_2x"
paired = "Q or better"
board = "high card"
[[decision.postflop.rule]]
do = "play_2x"
flush_cards = 4
flush_own = "J or better"
[decision.final]
default = "fold"
[[decision.final.rule]]
do = "play_1x"
hidden = true
[[decision.final.rule]]
do = "play_1x"
outs = 0
[[decision.final.rule]]
do = "play_1x"
paired = true
board = "two pair or better"
[[decision.final.rule]]
do = "play_1x"
highest = "K or better"
lowest = "2 or better"
"""


def equals(cards: Cards) -> int:
    """The category of a few cards by equal ranks alone."""
    held = sorted((ranks(cards).count(rank) for rank in {*ranks(cards)}), reverse=True)
    name = "three_of_a_kind" if held[0] == 3 else "pair" if held[0] == 2 else "high_card"
    return CATEGORIES.index(name)


@cache
def category(cards: Cards) -> int:
    return CATEGORIES.index(best_five(cards).name)


def on_flop(own: Cards, board: Cards) -> Said:
    made = category((*own, *board))
    if made > equals(board) and made >= CATEGORIES.index("two_pair"):
        return 1, "play_2x"
    if pairs(own, board) >= 12 and equals(board) == 0:
        return 2, "play_2x"
    suits = [SUIT[card] for card in (*own, *board)]
    high = max((RANK[card] for card in own if suits.count(SUIT[card]) == 4), default=0)
    return (3, "play_2x") if high >= 11 else (0, "check")


def on_river(pack: Pack, own: Cards, board: Cards) -> Said:
    if category((*own, *board)) > category(board):
        return 1, "play_1x"
    if outs(pack, own, board) == 0:
        return 2, "play_1x"
    if pairs(own, board) and category(board) >= CATEGORIES.index("two_pair"):
        return 3, "play_1x"
    return (4, "play_1x") if ranks(own)[0] >= 13 else (0, "fold")


@pytest.mark.parametrize("pack", [pack_of("9TJQKA", "cd"), pack_of("2JKA", "cdh")], ids=["two suits", "three suits"])
def test_a_shared_board(pack: Pack) -> None:
    known: dict[tuple[Cards, Cards], Said] = {}

    def says(step: str, own: Cards, board: Cards, dealer: Cards) -> Said:
        if (own, board) not in known:
            if not board:
                pair, suited = ranks(own)[0] == ranks(own)[1], one_suit(own)
                first = (1, "play_4x") if pair and ranks(own)[0] >= 13 else (0, "check")
                known[own, board] = (2, "play_3x") if suited and ranks(own)[0] == 14 else first
            else:
                known[own, board] = on_flop(own, board) if len(board) == 3 else on_river(pack, own, board)
        return known[own, board]

    rules = rules_of(UTH)
    agree(costed(rules, BOARD, pack), shared(rules, pack, says, ("preflop", "postflop", "final")))
