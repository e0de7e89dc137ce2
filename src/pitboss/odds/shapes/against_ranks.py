"""Long hands of which only some ranks count. What a player knows is how many cards of each of these ranks he holds,
whether one suit holds all of them, and in how many suits he holds none, because only there can the dealer have a suit
with all of them. Suits matter to nothing else, so everything follows from binomial coefficients."""

from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds import ranks_that_count
from pitboss.odds.charts_svg import BLANK
from pitboss.odds.counting import Progress, silent
from pitboss.odds.ranks_that_count import Suits, Vector, all_ranks, example, hands, held, seen, vectors
from pitboss.odds.shapes.against_best import AgainstSpot, Deals, spot_at, table_of
from pitboss.odds.shapes.against_game import AgainstSight, Outcomes
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack


def fits(sight: AgainstSight) -> bool:
    """Whether every ranking says that only the same ranks count, and no card of the dealer's lies open."""
    only = {ranking.only for ranking in (*sight.mine, sight.his)}
    largest = max(sight.own, sight.dealer)
    return len(only) == 1 and ranks_that_count.fits(sight.his.only, largest) and not sight.shown


def cards_at(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """Cards that count, of a hand of the player: as many suits as it has, the highest rank first."""
    cards = seen(pack, sight.his.only)
    spot = tuple(hands(cards, sight.own))[hand]
    ranks = [
        [tuple(r + s for s in some) for some in combinations(cards.suits, n)]
        for r, n in zip(cards.counting, spot.vector, strict=True)
    ]
    each = (tuple(card for some in reversed(given) for card in some) for given in product(*ranks))
    return next(given for given in each if held(cards, given) == spot)


def pictured(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """The cards of a hand as they are drawn: the highest first, suits in turn unless all are of one; those that do not
    count are blank."""
    cards = seen(pack, sight.his.only)
    spot = tuple(hands(cards, sight.own))[hand]
    ranks = [rank for rank, n in zip(cards.counting, spot.vector, strict=True) for _ in range(n)][::-1]
    used: dict[str, int] = {}
    found = []
    for place, rank in enumerate(ranks):
        suit = used.get(rank, 0 if spot.whole else place)
        used[rank] = suit + 1
        found.append(rank + cards.suits[::-1][suit % len(cards.suits)])
    return (*found, *[BLANK] * (sight.own - len(found)))


def but_for_suits(pack: Pack, sight: AgainstSight) -> Array:
    """[hand]: a number; hands that differ by their suits alone have the same."""
    spots = hands(seen(pack, sight.his.only), sight.own)
    number = {key: place for place, key in enumerate(dict.fromkeys((spot.vector, spot.whole) for spot in spots))}
    return np.array([number[spot.vector, spot.whole] for spot in spots])


def shown_sets(pack: Pack, sight: AgainstSight) -> list[tuple[Card, ...]]:
    """No card of the dealer's is shown."""
    return [()]


# --- the deals ------------------------------------------------------------------------------------------------------


class Columns(NamedTuple):
    """The dealer's hands as far as they matter, from the lowest to the highest."""

    hands: tuple[Hand, ...]
    vectors: Array
    """[hand, rank]"""
    whole: Array
    """[hand]: whether one suit has all ranks."""
    able: Array
    """[hand]: whether one suit could have all of its ranks."""


def columns(pack: Suits, sight: AgainstSight) -> Columns:
    """All hands that the dealer can have."""
    every = vectors(pack, sight.dealer)
    each = [(v, whole) for v in every for whole in (False, True) if all_ranks(pack, v) or not whole]
    hand = {column: sight.his.of(example(pack, *column)) for column in each}
    each = sorted(each, key=lambda column: hand[column].key)
    return Columns(
        hands=tuple(hand[column] for column in each),
        vectors=np.array([v for v, _ in each], dtype=np.int64),
        whole=np.array([whole for _, whole in each]),
        able=np.array([all_ranks(pack, v) for v, _ in each]),
    )


class DealerRanks(NamedTuple):
    """The dealer's hands, one a column, and how many of them each vector of the player leaves him (one a row), as
    running sums that start with 0."""

    hands: tuple[Hand, ...]
    row: dict[Vector, int]
    all_suits: Array
    """Without a look at suits."""
    a_suit: Array
    """What a suit that the player has not touched adds: hands with all ranks in it, taken from the plain hands of the
    same ranks."""


def _dealer(pack: Suits, sight: AgainstSight) -> DealerRanks:
    own, size = sight.own, sight.dealer
    rows, (hands, his, whole, able) = vectors(pack, own), columns(pack, sight)
    mine = np.array(rows, dtype=np.int64)
    suits = range(len(pack.suits) + 1)
    choose = np.array([[comb(n, k) for k in suits] for n in suits], dtype=np.int64)
    lows = [[comb(max(pack.low - n, 0), k) for k in range(size + 1)] for n in range(own + 1)]
    low = np.array(lows, dtype=np.int64)[own - mine.sum(axis=1)][:, size - his.sum(axis=1)]
    plain, suited = low.copy(), low.copy()
    for i, many in enumerate(pack.many):
        # Below 0 there is nothing to choose from: then the player has touched every suit, and no whole suit counts.
        plain *= choose[many - mine[:, i]][:, his[:, i]]
        suited *= choose[np.maximum(many - 1 - mine[:, i], 0)][:, np.maximum(his[:, i] - 1, 0)]
    plain[:, whole] = 0
    suited[:, ~able] = 0
    suited[:, able & ~whole] *= -1
    return DealerRanks(hands, {v: i for i, v in enumerate(rows)}, _running(plain), _running(suited))


def _running(counts: Array) -> Array:
    return np.concatenate([np.zeros((len(counts), 1), dtype=np.int64), counts.cumsum(axis=1)], axis=1)


def count(pack: Pack, sight: AgainstSight, progress: Progress = silent) -> Deals:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    return _count(pack, sight)


@lru_cache(maxsize=16)
def _count(pack: Pack, sight: AgainstSight) -> Deals:
    cards = seen(pack, sight.his.only)
    own, dealer = hands(cards, sight.own), _dealer(cards, sight)
    outcomes = Outcomes(sight, dealer.hands)
    made = [tuple(ranking.of(example(cards, spot.vector, spot.whole)) for ranking in sight.mine) for spot in own]
    different = tuple(dict.fromkeys(made))
    number_of = {mine: number for number, mine in enumerate(different)}
    ends, limits = table_of(outcomes, different)
    counts = np.zeros((len(own), 1, ends.shape[1]), dtype=np.int64)
    for number, (spot, mine) in enumerate(zip(own, made, strict=True)):
        row = dealer.row[spot.vector]
        until = np.append(limits[number_of[mine]], len(dealer.hands))
        below = dealer.all_suits[row, until] + spot.untouched * dealer.a_suit[row, until]
        counts[number, 0] = np.diff(below, prepend=0)
    return Deals(
        names=tuple(own),
        hands=different,
        made=np.array([number_of[mine] for mine in made], dtype=np.int32),
        ways=np.array(list(own.values()), dtype=np.int64)[:, None],
        counts=counts,
        ends=ends,
        limits=limits,
        his=dealer.hands,
        met=tuple(outcomes.met),
        most=comb(sum(n for _, n in pack), sight.dealer),
    )


def spot(pack: Pack, sight: AgainstSight, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> AgainstSpot:
    """These cards against any dealer."""
    deals = count(pack, sight)
    return spot_at(deals, deals.names.index(held(seen(pack, sight.his.only), cards)))
