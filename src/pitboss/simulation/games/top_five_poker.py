"""Rounds of Top Five Poker in bulk. A hand is what the solver calls `Held`: how many cards of each rank that counts,
whether they hold a royal flush, and how many suits are untouched. The tables are filled by the game's own functions and
by the solver."""

from itertools import product

import numpy as np

from pitboss.cards.deck import RANK, SUIT
from pitboss.games.top_five_poker.game import QUALIFIED, main_cell, side_cell
from pitboss.games.top_five_poker.hands import LOWEST_THAT_COUNTS
from pitboss.odds.games import top_five_poker
from pitboss.odds.games.top_five_poker import Held
from pitboss.odds.kernels import sim_top_five as k
from pitboss.odds.play_or_fold import Solved, Spot
from pitboss.odds.tables import Array
from pitboss.odds.tally import Part
from pitboss.simulation.setting import Column, Fast, Places, Setting, deck_of
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

SUIT_COUNT = 4
ROYAL = 5
"""Cards of a suit that count: all of them are a royal flush."""


def fast(setting: Setting, places: Places) -> Fast:
    rules = setting.rules
    finer, stake = setting.decided()
    solved = top_five_poker.solve(finer, rules.deck.contents, stake)
    spots = _spots(solved)
    hands = sorted({spot.hand.key: spot.hand for spot in spots.values()}.values(), key=lambda hand: hand.key)
    main = Column("main", (*(end.play for end in solved.ends), *(end.fold for end in solved.ends)))
    columns = [_column(rules, w.id) for w in rules.wagers if not w.compulsory and not w.later]
    sides = np.zeros((len(hands), len(columns)), dtype=np.uint16)
    for height, hand in enumerate(hands):
        for c, column in enumerate(columns):
            cell = side_cell(column.wager, LIVE, hand)
            sides[height, c] = column.endings.index((Part(column.wager, 1, cell),))
    order = {hand.key: height for height, hand in enumerate(hands)}
    number = np.array([hand.key[0] for hand in hands], dtype=np.uint8)
    row = np.array([main_cell(LIVE, hand, hand)[1] == QUALIFIED for hand in hands], dtype=np.uint8)
    looked_up = (_shapes(), *_by_spot(solved, spots, order, setting.strategy), number, row)
    ends = _ends(solved, order, number, row)
    plan = (np.int64(places.needed), places.seats.astype(np.uint64), places.dealer.astype(np.uint64))
    deck = _deck(rules)

    def run(first: int, cells: Array) -> None:
        k.play_top_five(np.int64(first), *setting.key, deck, *plan, *looked_up, ends, sides, cells)

    return Fast((main, *columns), run)


def _deck(rules: Rules) -> Array:
    """The deck, each card as the kernel adds it up."""
    numbers, names = deck_of(rules)
    values = []
    for card in names:
        rank, suit = RANK[card] - LOWEST_THAT_COUNTS, SUIT[card]
        values.append(k.BASE**rank + (1 << k.RANK_BITS + k.SUIT_BITS * suit) if rank >= 0 else 0)
    return np.array(values, dtype=np.uint32)[numbers]


def _shape(royal: bool, untouched: int) -> int:
    return untouched + (SUIT_COUNT + 1) * royal


def _shapes() -> Array:
    """How many counting cards of each suit → the part of the index that speaks of suits."""
    found = np.zeros(1 << k.SUIT_BITS * SUIT_COUNT, dtype=np.uint8)
    for counts in product(range(ROYAL + 1), repeat=SUIT_COUNT):
        index = sum(n << k.SUIT_BITS * suit for suit, n in enumerate(counts))
        found[index] = _shape(ROYAL in counts, counts.count(0))
    return found


def _spots(solved: Solved) -> dict[int, Spot]:
    """The kernel's index of a hand → its spot."""
    found = {}
    for held, spot in solved.deals.spots.items():
        assert isinstance(held, Held)
        ranks = sum(n * k.BASE**rank for rank, n in enumerate(held.vector))
        found[ranks * k.SHAPES + _shape(held.royal, held.untouched)] = spot
    return found


def _by_spot(
    solved: Solved, spots: dict[int, Spot], order: dict[tuple[int, ...], int], strategy: str
) -> tuple[Array, Array]:
    """Heights, and whether the hand is folded."""
    height = np.zeros(k.BASE**ROYAL * k.SHAPES, dtype=np.uint16)
    folded = np.zeros(k.BASE**ROYAL * k.SHAPES, dtype=np.uint8)
    for index, spot in spots.items():
        plays = {"bold": True, "timid": False}[strategy] if strategy != "optimal" else solved.plays(spot)
        height[index] = order[spot.hand.key]
        folded[index] = not plays
    return height, folded


def _ends(solved: Solved, order: dict[tuple[int, ...], int], number: Array, row: Array) -> Array:
    """Each outcome of the solver stands, by its example, where the kernel will look for it."""
    found = np.zeros((2, 2, 5), dtype=np.uint16)
    for end, (hand, dealer) in enumerate(solved.deals.outcomes):
        own, other = order[hand.key], order[dealer.key]
        more = int(np.sign(int(number[own]) - int(number[other])))
        result = 2 + (own > other) - (own < other) + more
        found[0, row[other], result] = end
        found[1, row[other], result] = len(solved.ends) + end
    return found


def _column(rules: Rules, wager: str) -> Column:
    hands = rules.settlement.spaces[wager].values[1]
    return Column(wager, tuple((Part(wager, 1, (LIVE, hand)),) for hand in hands))
