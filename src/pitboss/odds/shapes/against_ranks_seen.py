"""Long hands of which only some ranks count, where some of the dealer's cards are known. What matters of these is how
many they have of each rank that counts, and, for every suit that the player has not touched and that may still come
whole, which of its ranks they have (`ShownRanks`). In how many ways they are dealt, and how the dealer's other cards
come, follows from binomial coefficients."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import RANKS, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.odds.counting import NoShape
from pitboss.odds.ranks_that_count import HeldCards, Suits, Vector, example, hands, held, seen, vectors
from pitboss.odds.shapes.against_best import AgainstSpot, Deals, table_of
from pitboss.odds.shapes.against_game import AgainstSight, Outcomes
from pitboss.odds.shapes.against_ranks import Columns, columns
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack

PACK = len(RANKS) * len(SUITS)
Ranks = frozenset[int]
"""Some of the ranks that count, by their places."""


class ShownRanks(NamedTuple):
    """The dealer's known cards, as far as they matter to one hand of the player."""

    vector: Vector
    near: tuple[Ranks, ...]
    """What they have of each untouched suit of which they have so much that the dealer can still have it whole."""


def least(cards: Suits, sight: AgainstSight) -> int:
    """How many cards of a suit must be known, so that the others can still make it whole; more than there are where the
    pack has not all of them."""
    if len(cards.counting) < len(cards.only):
        return len(cards.only) + 1
    return len(cards.only) - (sight.dealer - sight.shown)


def some_ranks(cards: Suits, sizes: range) -> list[Ranks]:
    """All sets of so many of the ranks that count."""
    return [frozenset(some) for n in sizes for some in combinations(range(len(cards.counting)), n)]


def every_shown(cards: Suits, sight: AgainstSight) -> Iterator[ShownRanks]:
    """All that can be known of the dealer's."""
    parts = some_ranks(cards, range(max(1, least(cards, sight)), len(cards.only) + 1))
    all_vectors = vectors(cards, sight.shown)
    for number in range(len(cards.suits) + 1):
        for near in combinations_with_replacement(parts, number):
            inside = Counter(rank for part in near for rank in part)
            for vector in all_vectors:
                if all(vector[rank] >= n for rank, n in inside.items()):
                    yield ShownRanks(vector, near)


def shown_ways(cards: Suits, sight: AgainstSight, own: list[HeldCards], shown: list[ShownRanks]) -> Array:
    """[hand, shown]: in how many ways these cards are dealt beside that hand."""
    most, suits = sight.shown + 1, len(cards.suits)
    small = some_ranks(cards, range(1, max(1, least(cards, sight))))
    rest = np.array([_rest(each) for each in shown], dtype=np.int64)
    at = (rest * most ** np.arange(len(cards.counting))).sum(axis=1)
    parts = np.array([len(each.near) for each in shown])
    orders = np.array([[_orders(each.near, free) for each in shown] for free in range(suits + 1)], dtype=np.int64)
    blank = np.array([sight.shown - sum(each.vector) for each in shown])
    found = np.zeros((len(own), len(shown)), dtype=np.int64)
    for place, hand in enumerate(own):
        touched = suits - hand.untouched
        inside = _from_touched([touched - n for n in hand.vector], most)
        low = cards.low - (sight.own - sum(hand.vector))
        lows = np.array([comb(max(low, 0), n) for n in range(most)], dtype=np.int64)[blank]
        for used in range(hand.untouched, -1, -1):
            here = parts == used
            found[place, here] = inside.ravel()[at[here]] * orders[hand.untouched, here] * lows[here]
            inside = inside + sum(_moved(inside, part) for part in small)
    return found


def _rest(shown: ShownRanks) -> list[int]:
    """The cards of each rank that are not in the suits told apart."""
    return [n - sum(rank in part for part in shown.near) for rank, n in enumerate(shown.vector)]


def _orders(near: tuple[Ranks, ...], free: int) -> int:
    """In how many ways these stand in so many suits."""
    if len(near) > free:
        return 0
    return factorial(free) // factorial(free - len(near)) // prod(factorial(n) for n in Counter(near).values())


def _from_touched(left: list[int], most: int) -> Array:
    """[…, second rank, first rank]: in how many ways so many of each rank come from the suits that are touched."""
    found = np.ones((), dtype=np.int64)
    for n in left:
        found = np.multiply.outer([comb(n, k) for k in range(most)], found)
    return np.asarray(found)


def _moved(ways: Array, part: Ranks) -> Array:
    """The same with one more of each of these ranks."""
    for rank in part:
        axis = ways.ndim - 1 - rank
        ways = np.roll(ways, 1, axis=axis)
        ways[(slice(None),) * axis + (0,)] = 0
    return ways


# --- how the dealer's other cards come ------------------------------------------------------------------------------


class Completed(NamedTuple):
    """How many of the dealer's hands there are at each place, the lowest first, as running sums that start with 0;
    [vector of the player, place]."""

    places: Array
    """The places, among all of the dealer's hands, that can come."""
    known: Array
    untouched: Array
    """What every suit adds of which nobody has a card that counts."""


def completed(cards: Suits, sight: AgainstSight, mine: Array, shown: ShownRanks, his: Columns) -> Completed:
    """All that the dealer can have who shows this, for every vector of the player (one a row)."""
    need = sight.dealer - sight.shown
    more = his.vectors - np.array(shown.vector)
    places = np.flatnonzero((more >= 0).all(axis=1) & (more.sum(axis=1) <= need))
    more, whole, able = more[places], his.whole[places], his.able[places]
    left = len(cards.suits) - mine - np.array(shown.vector)
    low = cards.low - (sight.own - mine.sum(axis=1)) - (sight.shown - sum(shown.vector))
    lows = _choose(low, np.arange(need + 1))[:, need - more.sum(axis=1)]
    plain = _ways(left, more, lows)
    suited = np.zeros_like(plain)
    every = frozenset(range(len(cards.counting)))
    for part in shown.near:
        suited += _ways(left, more, lows, every - part)
    fresh = _ways(left, more, lows, every) if least(cards, sight) <= 0 else np.zeros_like(plain)
    for each in (suited, fresh):
        each[:, ~able] = 0
    plain[:, whole] = 0
    known = plain + np.where(whole, suited, -suited)
    return Completed(places, _running(known), _running(np.where(whole, fresh, -fresh)))


def _ways(left: Array, more: Array, lows: Array, fixed: Ranks = frozenset()) -> Array:
    """[row, place]: in how many ways the other cards come, where one of each of the fixed ranks is a certain card."""
    found = lows
    for rank in range(left.shape[1]):
        sure = rank in fixed
        found = found * _choose(left[:, rank] - sure, more[:, rank] - sure)
    return found


@cache
def _table() -> Array:
    """[n + 1, k + 1]: binomial coefficients of every number of cards; row and column 0 are for what is below 0."""
    found = np.zeros((PACK + 2, PACK + 2), dtype=np.int64)
    found[1:, 1:] = [[comb(n, k) for k in range(PACK + 1)] for n in range(PACK + 1)]
    return found


def _choose(several: Array, some: Array) -> Array:
    """[row, place]: binomial coefficients; 0 where either is below 0."""
    found: Array = _table()[np.maximum(several, -1)[:, None] + 1, np.maximum(some, -1)[None, :] + 1]
    return found


def _running(counts: Array) -> Array:
    return np.concatenate([np.zeros((len(counts), 1), dtype=np.int64), counts.cumsum(axis=1)], axis=1)


class RanksGround(NamedTuple):
    """What all spots of a pack share."""

    cards: Suits
    his: Columns
    outcomes: Outcomes
    own: dict[HeldCards, int]
    made: dict[HeldCards, tuple[Hand, ...]]
    """What each hand of the player's makes."""


@lru_cache(maxsize=16)
def ground(pack: Pack, sight: AgainstSight) -> RanksGround:
    cards = seen(pack, sight.his.only)
    own, his = hands(cards, sight.own), columns(cards, sight)
    outcomes = Outcomes(sight, his.hands)
    made = {s: tuple(ranking.of(example(cards, s.vector, s.whole)) for ranking in sight.mine) for s in own}
    for mine in dict.fromkeys(made.values()):  # here, so that later nothing is numbered: threads may ask then
        outcomes.runs(mine)
    return RanksGround(cards, his, outcomes, own, made)


def met(g: RanksGround, sight: AgainstSight, shown: ShownRanks, own: Sequence[HeldCards], until: Array) -> Array:
    """[hand, run]: how many of the dealer's hands there are in each run, who shows this; `until` are their ends."""
    rows = {vector: row for row, vector in enumerate(dict.fromkeys(hand.vector for hand in own))}
    found = completed(g.cards, sight, np.array(list(rows), dtype=np.int64), shown, g.his)
    at, row = np.searchsorted(found.places, until), np.array([[rows[hand.vector]] for hand in own])
    free = np.array([[max(hand.untouched - len(shown.near), 0)] for hand in own])
    return np.diff(found.known[row, at] + free * found.untouched[row, at], prepend=0, axis=1)


def count(pack: Pack, sight: AgainstSight) -> Deals:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    g = ground(pack, sight)
    if set(g.cards.many) != {len(g.cards.suits)}:
        raise NoShape("with cards dead, hands this long are counted only where nothing is seen")
    names, different = list(g.own), tuple(dict.fromkeys(g.made.values()))
    number_of = {mine: number for number, mine in enumerate(different)}
    ends, limits = table_of(g.outcomes, different)
    which = np.array([number_of[g.made[name]] for name in names], dtype=np.int32)
    shown = list(every_shown(g.cards, sight))
    ways = shown_ways(g.cards, sight, names, shown)
    can_be = np.flatnonzero(ways.any(axis=0))
    ways = ways[:, can_be]
    until = np.column_stack([limits[which], np.full(len(names), len(g.his.hands))])
    counts = np.zeros((len(names), len(can_be), ends.shape[1]), dtype=np.int64)
    for place, each in enumerate(can_be):
        counts[:, place] = met(g, sight, shown[each], names, until) * (ways[:, place, None] > 0)
    return Deals(
        names=tuple(names),
        hands=different,
        made=which,
        ways=ways * np.array(list(g.own.values()), dtype=np.int64)[:, None],
        counts=counts,
        ends=ends,
        limits=limits,
        his=g.his.hands,
        met=tuple(g.outcomes.met),
        most=comb(sum(n for _, n in pack) - sight.shown, sight.dealer - sight.shown),
    )


def spot(
    pack: Pack, sight: AgainstSight, own: tuple[Card, ...], dealer: tuple[Card, ...], gone: tuple[Card, ...]
) -> AgainstSpot:
    """These cards against a dealer who has those, where others are gone."""
    cards, his, outcomes, _, made_of = ground(pack, sight)
    left = {card for card, n in pack if n}.difference(own, dealer, gone)
    there = np.array([[sum(rank + suit in left for suit in cards.suits) for rank in cards.counting]])
    more = his.vectors - np.array(held(cards, dealer).vector)
    rest = sight.dealer - len(dealer) - more.sum(axis=1)
    lows = _choose(np.array([len(left) - int(there.sum())]), rest)
    plain, suited = _ways(there, more, lows)[0], np.zeros(len(more), dtype=np.int64)
    for suit in cards.suits:
        missing = [place for place, rank in enumerate(cards.counting) if rank + suit not in dealer]
        if all(cards.counting[place] + suit in left for place in missing):
            suited += _ways(there, more, lows, frozenset(missing))[0]
    counts = np.where(his.whole, suited, plain - suited) * his.able + plain * ~his.able
    made = made_of[held(cards, own)]
    runs = outcomes.runs(made)
    each = np.add.reduceat(counts, (0, *runs.limits)).tolist()
    return AgainstSpot(made, tuple((outcomes.met[end], n) for end, n in zip(runs.outcomes, each, strict=True) if n))
