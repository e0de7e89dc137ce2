"""Decks of few kinds of card: copies of one card cannot be told apart, so hands are multisets of kinds, and each stands
for a product of binomial coefficients."""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from pitboss.cards.deck import Card
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes.against_best import AgainstSpot, Deals, spot_at, table_of
from pitboss.odds.shapes.against_game import AgainstSight, Outcomes
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack

MOST = 50_000_000
"""So many pairs of a spot and a dealer's hand are counted one by one."""

Kinds = tuple[Card, ...]
"""A hand, its cards in the order of the pack."""


def ways(held: dict[Card, int], cards: Kinds) -> int:
    """In how many ways so many cards of each kind deal this hand."""
    return prod(comb(held[card], n) for card, n in Counter(cards).items())


@lru_cache(maxsize=32)
def hands(pack: Pack, size: int) -> dict[Kinds, int]:
    """Every hand of so many cards, kinds only, and in how many ways the pack deals it."""
    held = dict(pack)
    kinds = [card for card, n in pack if n]
    found = {cards: ways(held, cards) for cards in combinations_with_replacement(kinds, size)}
    return {cards: number for cards, number in found.items() if number}


def pairs(pack: Pack, sight: AgainstSight) -> int:
    """How many spots meet how many of the dealer's hands."""
    kinds = sum(1 for _, n in pack if n)
    sizes = (sight.own, sight.shown, sight.dealer - sight.shown)
    return prod(comb(kinds + size - 1, size) for size in sizes)


def ordered(pack: Pack, cards: tuple[Card, ...]) -> Kinds:
    """The cards in the order of the pack."""
    order = [card for card, _ in pack]
    return tuple(sorted(cards, key=order.index))


def count(pack: Pack, sight: AgainstSight, progress: Progress = silent) -> Deals:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    return _count(pack, sight)


@lru_cache(maxsize=16)
def _count(pack: Pack, sight: AgainstSight) -> Deals:
    held, own = dict(pack), hands(pack, sight.own)
    shown, hidden = tuple(hands(pack, sight.shown)), tuple(hands(pack, sight.dealer - sight.shown))
    his = [[sight.his.of(ordered(pack, (*some, *rest))) for rest in hidden] for some in shown]
    met_in_turn = list(dict.fromkeys(hand for row in his for hand in row))
    ascending = sorted(met_in_turn, key=lambda hand: hand.key)
    place = {hand: number for number, hand in enumerate(ascending)}
    outcomes = Outcomes(sight, ascending, [place[hand] for hand in met_in_turn])
    made = [tuple(ranking.of(cards) for ranking in sight.mine) for cards in own]
    different = tuple(dict.fromkeys(made))
    ends, limits = table_of(outcomes, different)
    number_of = {mine: number for number, mine in enumerate(different)}
    which = np.array([number_of[mine] for mine in made], dtype=np.int32)
    heights = np.array([[place[hand] for hand in row] for row in his], dtype=np.int64)
    counts = np.zeros((len(own), len(shown), ends.shape[1]), dtype=np.int64)
    times = np.zeros((len(own), len(shown)), dtype=np.int64)
    dealt = np.array([[rest.count(kind) for kind in held] for rest in hidden], dtype=np.int64)
    choose = np.array([[comb(n, k) for k in range(sight.dealer + 1)] for n in range(max(held.values()) + 1)])
    for number, (cards, number_of_ways) in enumerate(own.items()):
        left = {card: n - cards.count(card) for card, n in held.items()}
        for open_, some in enumerate(shown):
            times[number, open_] = number_of_ways * ways(left, some)
            if times[number, open_]:
                rest = np.array([n - some.count(card) for card, n in left.items()], dtype=np.int64)
                each = choose[rest[None, :], dealt].prod(axis=1)
                run = np.searchsorted(limits[which[number]], heights[open_], side="right")
                np.add.at(counts[number, open_], run, each)
    return Deals(
        names=tuple(own),
        hands=different,
        made=which,
        ways=times,
        counts=counts,
        ends=ends,
        limits=limits,
        his=tuple(ascending),
        met=tuple(outcomes.met),
        most=comb(sum(held.values()), sight.dealer),
    )


def spot(pack: Pack, sight: AgainstSight, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> AgainstSpot:
    """These cards against a dealer who shows those."""
    deals = count(pack, sight)
    number = deals.names.index(ordered(pack, cards))
    open_ = tuple(hands(pack, sight.shown)).index(ordered(pack, dealer))
    return spot_at(deals, number, open_)


def cards_at(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """The cards of a hand of the player."""
    return tuple(hands(pack, sight.own))[hand]


def pictured(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """The cards of a hand as they are drawn."""
    return cards_at(pack, sight, hand)


def but_for_suits(pack: Pack, sight: AgainstSight) -> Array:
    """[hand]: a number; hands that differ by their suits alone have the same."""
    return np.arange(len(hands(pack, sight.own)))


def shown_sets(pack: Pack, sight: AgainstSight) -> list[tuple[Card, ...]]:
    """What the dealer can show."""
    return list(hands(pack, sight.shown))


def holds(pack: Pack, sight: AgainstSight, card: Card) -> Array:
    """[hand]: whether it holds a card like this."""
    return np.array([card in cards for cards in hands(pack, sight.own)])
