"""Rounds of Dragon Poker in bulk. A hand is three kinds of card out of eight, so everything there is to know of it fits
into tables of 8³ entries, filled by the game's own functions and by the solver."""

from itertools import product

import numpy as np

from pitboss.cards.deck import Card
from pitboss.games.dragon_poker.game import side_cell
from pitboss.odds.games import dragon_poker
from pitboss.odds.kernels import sim_dragon
from pitboss.odds.kernels.sim_dragon import play_dragon
from pitboss.odds.play_or_fold import Solved, Spot
from pitboss.odds.tables import Array
from pitboss.odds.tally import Part
from pitboss.simulation.setting import Column, Fast, Places, Setting, deck_of
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

KINDS = int(sim_dragon.KINDS)


def fast(setting: Setting, places: Places) -> Fast:
    rules = setting.rules
    finer, stake = setting.decided()
    solved = dragon_poker.solve(finer, rules.deck.contents, stake)
    hands = _hands(rules, solved)
    main = Column("main", (*(end.play for end in solved.ends), *(end.fold for end in solved.ends)))
    heights, groups, ends = _main(solved, hands, setting.strategy)
    columns = [_column(rules, w.id) for w in rules.wagers if not w.compulsory and not w.later]
    sides = np.zeros((KINDS**dragon_poker.HAND_SIZE, len(columns)), dtype=np.uint16)
    for hand, (cards, _) in hands.items():
        for k, column in enumerate(columns):
            cell = side_cell(column.wager, LIVE, cards)
            sides[hand, k] = column.endings.index((Part(column.wager, 1, cell),))
    deck = deck_of(rules)[0].astype(np.uint8)
    plan = (np.int64(places.needed), places.seats.astype(np.uint64), places.dealer.astype(np.uint64))

    def run(first: int, cells: Array) -> None:
        play_dragon(np.int64(first), *setting.key, deck, *plan, heights, groups, ends, sides, cells)

    return Fast((main, *columns), run)


def _hands(rules: Rules, solved: Solved) -> dict[int, tuple[tuple[Card, ...], Spot]]:
    """The kernel's index of a hand, in every order of its cards → the cards in the order of the pack, and the spot."""
    _, kinds = deck_of(rules)
    found = {}
    for index, three in enumerate(product(range(KINDS), repeat=dragon_poker.HAND_SIZE)):
        cards = tuple(kinds[k] for k in sorted(three))
        if cards in solved.deals.spots:
            found[index] = cards, solved.deals.spots[cards]
    return found


def _main(solved: Solved, hands: dict[int, tuple[tuple[Card, ...], Spot]], strategy: str) -> tuple[Array, Array, Array]:
    """Heights, groups and ends as the kernel wants them. A group is a name of hands, played or folded: hands of one
    name end alike, as the outcomes of the solver say, each by an example."""
    spots = [spot for _, spot in hands.values()]
    order = {key: place for place, key in enumerate(sorted({spot.hand.key for spot in spots}))}
    names = {name: place for place, name in enumerate(dict.fromkeys(spot.hand.name for spot in spots))}
    heights = np.zeros(KINDS**dragon_poker.HAND_SIZE, dtype=np.uint8)
    groups = np.zeros(KINDS**dragon_poker.HAND_SIZE, dtype=np.uint8)
    for index, (_, spot) in hands.items():
        plays = {"bold": True, "timid": False}[strategy] if strategy != "optimal" else solved.plays(spot)
        heights[index] = order[spot.hand.key]
        groups[index] = 2 * names[spot.hand.name] + (not plays)
    ends = np.zeros((2 * len(names), 3), dtype=np.uint16)
    for number, (hand, dealer) in enumerate(solved.deals.outcomes):
        own, other = order[hand.key], order[dealer.key]
        result = (own >= other) + (own > other)
        ends[2 * names[hand.name], result] = number
        ends[2 * names[hand.name] + 1, result] = len(solved.ends) + number
    return heights, groups, ends


def _column(rules: Rules, wager: str) -> Column:
    hands = rules.settlement.spaces[wager].values[1]
    return Column(wager, tuple((Part(wager, 1, (LIVE, hand)),) for hand in hands))
