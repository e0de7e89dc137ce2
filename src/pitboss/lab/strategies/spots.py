"""The spots of a decision: everything a player can know when he is asked, up to what makes no difference, measured in
the words of the vocabulary."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANKS, Card
from pitboss.cards.ranking import FIVE_CARDS, Hand
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.words import FROM, OF
from pitboss.odds.shapes.stages_sorts import runs
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, Array
from pitboss.table.definition import Step

Measures = dict[str, Callable[[], Array]]
"""Word → its number at every spot."""
NONE = 0
"""The rank of what is not there."""
_PLACES = ("highest", "second", "third", "fourth")


class DecisionSpots(Struct, frozen=True, dict=True):
    """All spots of one decision."""

    step: Step
    shape: tuple[int, ...]
    measures: Measures
    """Arrays that can be broadcast to the shape."""
    scales: Mapping[str, HandScale]
    """The hands that the words `hand` and `board` tell apart here."""
    possible: Array | None = None
    """Which spots can be dealt at all; None where every one can."""
    known: dict[str, Array] = {}
    """Words that were asked for."""

    def measure(self, word: str) -> Array:
        """The number of this word at every spot."""
        if word not in self.known:
            self.known[word] = self.measures[word]()
        return self.known[word]

    def choice(self, name: str) -> int:
        """The number of a choice; −1 where it is not offered."""
        return next((c for c, choice in enumerate(self.step.choices) if choice.name == name), -1)


class Ruled(Struct, frozen=True):
    """A strategy laid over the spots of a decision."""

    rule: Array
    """Which rule applies, counted from 0; the default comes behind the last."""
    does: tuple[int, ...]
    """The choice of each rule, the default's last."""

    @property
    def chosen(self) -> Array:
        """The choice at every spot."""
        found: Array = np.array(self.does, dtype=np.uint8)[self.rule]
        return found


# --- words of cards with ranks and suits ----------------------------------------------------------------------------


def own_measures(ranks: Array, suits: Array | None) -> Measures:
    """The words that look at a player's cards alone. `ranks` [spot, card] from 2 to 14, `suits` from 0 to 3; without
    suits the words that need them are left out."""
    count = ranks.shape[-1]
    ordered = -np.sort(-ranks.astype(np.int8), axis=-1)
    found: Measures = {name: _column(ordered, place) for place, name in enumerate(_PLACES[:count])}
    found["lowest"] = _column(ordered, count - 1)
    found["pair"] = lambda: highest_pair(ordered)
    found["spread"] = lambda: _spread(ordered)
    if suits is not None:
        found["suited"] = lambda: (suits == suits[..., :1]).all(axis=-1)
    for number, rank in enumerate(RANKS, start=LOWEST_RANK):
        found[FROM + rank] = _counter(ordered, number, np.greater_equal)
        found[OF + rank] = _counter(ordered, number, np.equal)
    return found


def _column(ordered: Array, place: int) -> Callable[[], Array]:
    return lambda: ordered[..., place]


def _counter(ordered: Array, rank: int, compare: Callable[[Array, int], Array]) -> Callable[[], Array]:
    return lambda: compare(ordered, rank).sum(axis=-1).astype(np.int8)


def highest_pair(ordered: Array) -> Array:
    """The highest rank that comes twice among cards in falling order, or none."""
    found = np.zeros(ordered.shape[:-1], dtype=np.int8)
    for place in range(ordered.shape[-1] - 1, 0, -1):
        same = ordered[..., place] == ordered[..., place - 1]
        found = np.where(same, ordered[..., place], found)
    return found


def _spread(ordered: Array) -> Array:
    """From the lowest to the highest card, the ace at that end which makes it shorter; 0 where ranks are equal."""
    count = ordered.shape[-1]
    high = ordered[..., 0] - ordered[..., -1] + 1
    if count > 1:
        low = np.where(ordered[..., 0] == LOWEST_RANK + RANK_COUNT - 1, ordered[..., 1], 15)
        high = np.minimum(high, low)
    return np.where(highest_pair(ordered) > NONE, 0, high).astype(np.int8)


def straights(ranks: Array) -> Array:
    """How many straights of five hold all these cards."""
    mask = np.bitwise_or.reduce(np.left_shift(1, ranks.astype(np.int32)), axis=-1)
    found = np.zeros(mask.shape, dtype=np.int8)
    for run in runs():
        found += (mask & ~sum(1 << rank for rank in run)) == 0
    ordered = -np.sort(-ranks.astype(np.int8), axis=-1)
    return np.where(highest_pair(ordered) > NONE, 0, found)


# --- hands of fewer cards than the ranking needs --------------------------------------------------------------------

_EQUALS = {(4,): "four_of_a_kind", (3,): "three_of_a_kind", (2, 2): "two_pair", (2,): "pair", (): "high_card"}


@cache
def _by_equals(ranks: tuple[int, ...]) -> Hand:
    """What a few cards make by equal ranks alone."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    sizes = tuple(size for size, _ in groups if size > 1)
    name = _EQUALS.get(sizes, "full_house")
    place = next(n for n, category in enumerate(reversed(FIVE_CARDS), start=1) if category.name == name)
    return Hand(name, (place, *(rank for _, rank in groups)))


def few_cards(ranks: Array) -> tuple[Array, HandScale]:
    """The number of the hand that fewer than five cards make, and the hands."""
    ordered = -np.sort(-ranks.astype(np.int64), axis=-1)
    code = (ordered << 4 * np.arange(ordered.shape[-1])).sum(axis=-1)
    different, back = np.unique(code, return_inverse=True)
    rows = [tuple(int(one) >> 4 * n & 15 for n in range(ordered.shape[-1])) for one in different]
    hands = [_by_equals(row) for row in rows]
    scale = sorted(dict.fromkeys(hands), key=lambda hand: hand.key)
    place = {hand: number for number, hand in enumerate(scale)}
    numbers = np.array([place[hand] for hand in hands], dtype=np.int16)
    return numbers[back.reshape(code.shape)], HandScale(tuple(scale))


def ordered(hands: Sequence[Hand]) -> tuple[Array, HandScale]:
    """The place of each of these hands from the lowest up, and the hands in that order."""
    scale = sorted(dict.fromkeys(hands), key=lambda hand: hand.key)
    place = {hand: number for number, hand in enumerate(scale)}
    return np.array([place[hand] for hand in hands], dtype=np.int16), HandScale(tuple(scale))


def counted(hands: Sequence[tuple[Card, ...]], card: Card) -> Array:
    """How many of each hand's cards are this one."""
    return np.array([cards.count(card) for cards in hands], dtype=np.int8)
