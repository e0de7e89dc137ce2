"""Long hands of which only some ranks count (`Ranking.only`). What a player knows is how many cards of each of these
ranks he holds, whether one suit holds all of them, and in how many suits he holds none, because only there can the
dealer have a suit with all of them. Suits matter to nothing else, so everything follows from binomial coefficients."""

from functools import cache, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import RANKS, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes.against_best import Deals, Spot, ends_of, spot_at
from pitboss.odds.shapes.against_game import Outcomes, Sight
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack

Vector = tuple[int, ...]
"""How many cards of each counting rank that the pack has, lowest rank first."""


class Held(NamedTuple):
    """All that a player's cards say of the deal."""

    vector: Vector
    whole: bool
    """One suit holds every rank that counts."""
    untouched: int
    """Suits of which he holds no counting card."""


class Suits(NamedTuple):
    """A pack as this count sees it."""

    suits: str
    only: str
    """The ranks that count, lowest first."""
    counting: str
    """Those of them that the pack has."""
    low: int
    """How many cards do not count."""


def fits(sight: Sight) -> bool:
    """Whether every ranking says that only the same ranks count, and no two suits can hold all of them."""
    only = {ranking.only for ranking in (*sight.mine, sight.his)}
    return len(only) == 1 and max(sight.own, sight.dealer) < 2 * len(only.pop()) and not sight.shown


@cache
def seen(pack: Pack, only: str) -> Suits:
    ranks = "".join(r for r in RANKS if any(card[0] == r for card, n in pack if n))
    suits = "".join(s for s in SUITS if any(card[1] == s for card, n in pack if n))
    if {card: n for card, n in pack if n} != {r + s: 1 for r in ranks for s in suits}:
        raise ValueError(f"the pack is not one card of each of the ranks {ranks} in each of the suits {suits}")
    ordered = "".join(r for r in RANKS if r in only)
    counting = "".join(r for r in ranks if r in only)
    return Suits(suits, ordered, counting, (len(ranks) - len(counting)) * len(suits))


def held(pack: Suits, cards: tuple[Card, ...]) -> Held:
    """What these cards say of the deal."""
    ranks = {suit: {card[0] for card in cards if card[1] == suit} & set(pack.only) for suit in pack.suits}
    vector = tuple(sum(rank in ranks[suit] for suit in pack.suits) for rank in pack.counting)
    return Held(vector, any(len(r) == len(pack.only) for r in ranks.values()), sum(not r for r in ranks.values()))


def example(pack: Suits, vector: Vector, whole: bool) -> tuple[Card, ...]:
    """Counting cards with these ranks, with all of them in one suit or without (where there is a way without)."""
    suits, cards, gap = pack.suits, [], 0
    for rank, n in zip(pack.counting, vector, strict=True):
        # The suits left out follow each other around, so that soon no suit is common to all ranks.
        left_out = set() if whole else {(gap + i) % len(suits) for i in range(len(suits) - n)}
        gap += len(left_out)
        cards += [rank + suit for i, suit in enumerate(suits) if i not in left_out][:n]
    return tuple(cards)


def cards_at(pack: Pack, sight: Sight, hand: int) -> tuple[Card, ...]:
    """Cards that count, of a hand of the player: as many suits as it has, the highest rank first."""
    cards = seen(pack, sight.his.only)
    spot = tuple(hands(cards, sight.own))[hand]
    ranks = [
        [tuple(r + s for s in some) for some in combinations(cards.suits, n)]
        for r, n in zip(cards.counting, spot.vector, strict=True)
    ]
    each = (tuple(card for some in reversed(given) for card in some) for given in product(*ranks))
    return next(given for given in each if held(cards, given) == spot)


def but_for_suits(pack: Pack, sight: Sight) -> Array:
    """[hand]: a number; hands that differ by their suits alone have the same."""
    spots = hands(seen(pack, sight.his.only), sight.own)
    number = {key: place for place, key in enumerate(dict.fromkeys((spot.vector, spot.whole) for spot in spots))}
    return np.array([number[spot.vector, spot.whole] for spot in spots])


def shown_sets(pack: Pack, sight: Sight) -> list[tuple[Card, ...]]:
    """No card of the dealer's is shown."""
    return [()]


@cache
def _vectors(pack: Suits, size: int) -> tuple[Vector, ...]:
    each = product(range(len(pack.suits) + 1), repeat=len(pack.counting))
    return tuple(v for v in each if sum(v) <= size)


def _all_ranks(pack: Suits, vector: Vector) -> bool:
    return len(vector) == len(pack.only) and all(vector)


@cache
def hands(pack: Suits, size: int) -> dict[Held, int]:
    """Every hand of so many cards as far as it matters, and in how many ways the pack deals it."""
    suits = len(pack.suits)
    found: dict[Held, int] = {}
    for vector in _vectors(pack, size):
        low = comb(pack.low, size - sum(vector))
        within = [prod(comb(n, k) for k in vector) for n in range(suits + 1)]
        able = _all_ranks(pack, vector)
        wholes = [n * prod(comb(n - 1, k - 1) for k in vector) if n and able else 0 for n in range(suits + 1)]
        for touched in range(suits + 1):
            whole = comb(suits, touched) * _exactly(wholes, touched)
            both = comb(suits, touched) * _exactly(within, touched)
            found[Held(vector, True, suits - touched)] = low * whole
            found[Held(vector, False, suits - touched)] = low * (both - whole)
    return {held: ways for held, ways in found.items() if ways}


def _exactly(within: list[int], n: int) -> int:
    """Ways that touch all of `n` given suits, from the ways that touch none but `m` given suits."""
    return sum((-1) ** (n - m) * comb(n, m) * within[m] for m in range(n + 1))


# --- the deals ------------------------------------------------------------------------------------------------------


class Dealer(NamedTuple):
    """The dealer's hands from the lowest to the highest, one a column, and how many of them each vector of the player
    leaves him (one a row), as running sums that start with 0."""

    hands: tuple[Hand, ...]
    row: dict[Vector, int]
    all_suits: Array
    """Without a look at suits."""
    a_suit: Array
    """What a suit that the player has not touched adds: hands with all ranks in it, taken from the plain hands of the
    same ranks."""


def _dealer(pack: Suits, sight: Sight) -> Dealer:
    own, size, suits = sight.own, sight.dealer, len(pack.suits)
    vectors = _vectors(pack, own)
    columns = [(v, whole) for v in _vectors(pack, size) for whole in (False, True) if _all_ranks(pack, v) or not whole]
    hand = {column: sight.his.of(example(pack, *column)) for column in columns}
    columns = sorted(columns, key=lambda column: hand[column].key)
    mine, his = np.array(vectors, dtype=np.int64), np.array([v for v, _ in columns], dtype=np.int64)
    whole = np.array([whole for _, whole in columns])
    able = np.array([_all_ranks(pack, v) for v, _ in columns])
    choose = np.array([[comb(n, k) for k in range(suits + 1)] for n in range(suits + 1)], dtype=np.int64)
    lows = [[comb(max(pack.low - n, 0), k) for k in range(size + 1)] for n in range(own + 1)]
    low = np.array(lows, dtype=np.int64)[own - mine.sum(axis=1)][:, size - his.sum(axis=1)]
    plain, suited = low.copy(), low.copy()
    for i in range(len(pack.counting)):
        # Below 0 there is nothing to choose from: then the player has touched every suit, and no whole suit counts.
        plain *= choose[suits - mine[:, i]][:, his[:, i]]
        suited *= choose[np.maximum(suits - 1 - mine[:, i], 0)][:, np.maximum(his[:, i] - 1, 0)]
    plain[:, whole] = 0
    suited[:, ~able] = 0
    suited[:, able & ~whole] *= -1
    hands = tuple(hand[column] for column in columns)
    return Dealer(hands, {v: i for i, v in enumerate(vectors)}, _running(plain), _running(suited))


def _running(counts: Array) -> Array:
    return np.concatenate([np.zeros((len(counts), 1), dtype=np.int64), counts.cumsum(axis=1)], axis=1)


def count(pack: Pack, sight: Sight, progress: Progress = silent) -> Deals:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    return _count(pack, sight)


@lru_cache(maxsize=16)
def _count(pack: Pack, sight: Sight) -> Deals:
    cards = seen(pack, sight.his.only)
    own, dealer = hands(cards, sight.own), _dealer(cards, sight)
    outcomes = Outcomes(sight, dealer.hands)
    made = [tuple(ranking.of(example(cards, spot.vector, spot.whole)) for ranking in sight.mine) for spot in own]
    width = max(len(outcomes.runs(mine).outcomes) for mine in made)
    counts = np.zeros((len(own), 1, width), dtype=np.int64)
    for number, (spot, mine) in enumerate(zip(own, made, strict=True)):
        row = dealer.row[spot.vector]
        limits = np.array((*outcomes.runs(mine).limits, len(dealer.hands)))
        below = dealer.all_suits[row, limits] + spot.untouched * dealer.a_suit[row, limits]
        counts[number, 0, : len(limits)] = np.diff(below, prepend=0)
    different = tuple(dict.fromkeys(made))
    number_of = {mine: number for number, mine in enumerate(different)}
    return Deals(
        names=tuple(own),
        hands=different,
        made=np.array([number_of[mine] for mine in made], dtype=np.int32),
        ways=np.array(list(own.values()), dtype=np.int64)[:, None],
        counts=counts,
        ends=ends_of(outcomes, different, width),
        met=tuple(outcomes.met),
        most=comb(sum(n for _, n in pack), sight.dealer),
    )


def spot(pack: Pack, sight: Sight, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> Spot:
    """These cards against any dealer."""
    deals = count(pack, sight)
    return spot_at(deals, deals.names.index(held(seen(pack, sight.his.only), cards)))


def dealt(pack: Pack, sight: Sight) -> list[tuple[tuple[Card, ...], int]]:
    """Each hand of the player as far as it matters, by those of its cards that count, and in how many ways it is
    dealt."""
    cards = seen(pack, sight.his.only)
    return [(example(cards, spot.vector, spot.whole), ways) for spot, ways in hands(cards, sight.own).items()]
