"""All sets of cards of a pack, size by size: which there are, for how many each stands, and what each becomes with one
card more. Where the names of the suits do not matter, sets that differ only by them are one; so are, in a pack with
copies of a card, sets of the same kinds."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Protocol

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds import card_sets
from pitboss.odds.card_sets import is_rectangle
from pitboss.odds.evaluator import CARDS, NUMBER
from pitboss.odds.kernels.card_sets import grow
from pitboss.odds.rankings import asked, tabulated
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.cells import Ranking


class Layer(Struct, frozen=True):
    """All sets of one size. A set is an integer; they stand in ascending order."""

    codes: Array
    ways: Array
    """How many sets of single cards each stands for."""
    place: Array
    """[set of one card less, column] → where the set is that it becomes with one card more."""
    weight: Array | None
    """[set of one card less, column] → how many cards do that; None for one each."""

    def sums(self, values: Array) -> Array:
        """What the sets of one card less have, if these sets have these values, over all cards that may come."""
        grown = values[self.place]
        found: Array = grown.sum(axis=1) if self.weight is None else (grown * self.weight).sum(axis=1)
        return found

    def shares(self, deals: Array) -> Array:
        """How many deals reach these sets, if so many reach the sets of one card less."""
        found = np.zeros(len(self.codes), dtype=np.int64)
        each = np.broadcast_to(deals[:, None], self.place.shape)
        np.add.at(found, self.place, each if self.weight is None else each * self.weight)
        return found


class Layers(Protocol):
    """The sets of a pack."""

    def __hash__(self) -> int: ...

    def layer(self, size: int) -> Layer:
        """All sets of this size."""

    def code(self, cards: Sequence[Card]) -> int:
        """The set of these cards."""

    def codes(self, rows: Array, cards: Sequence[Card]) -> Array:
        """The sets of many cards, one a row, as numbers of these cards. What the pack lacks is no set of it."""

    def cards(self, code: int, size: int) -> tuple[Card, ...]:
        """An example of a set of this size."""

    def hands(self, ranking: Ranking, size: int) -> tuple[Array, tuple[Hand, ...]]:
        """For every set of this size the number of the hand that it makes, and the hands."""


def layers(pack: Pack, ranking: Ranking) -> Layers:
    """The sets of the pack as far as this ranking can tell them apart."""
    if is_rectangle(pack) and ranking.suits_alike:
        return UpToSuits(pack)
    return Every(pack) if all(number <= 1 for _, number in pack) else CardKinds(pack)


class UpToSuits(Struct, frozen=True):
    """A pack of every rank in every suit, whose names do not matter."""

    pack: Pack

    def layer(self, size: int) -> Layer:
        return Layer(*card_sets.sets(self.pack, size), None)

    def code(self, cards: Sequence[Card]) -> int:
        return card_sets.set_of(tuple(cards))

    def codes(self, rows: Array, cards: Sequence[Card]) -> Array:
        return card_sets.up_to_suits(np.array([NUMBER[card] for card in cards], dtype=np.uint8)[rows])

    def cards(self, code: int, size: int) -> tuple[Card, ...]:
        return card_sets.cards_of(code)

    def hands(self, ranking: Ranking, size: int) -> tuple[Array, tuple[Hand, ...]]:
        table = tabulated(ranking, size)
        return table.numbers(card_sets.examples(self.layer(size).codes, size)), table.hands


class Every(Struct, frozen=True):
    """A pack in which every card is another: a set is its number in colexicographic order."""

    pack: Pack

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards of the pack, one after the other."""
        return tuple(card for card, number in self.pack if number)

    def layer(self, size: int) -> Layer:
        return _every(len(self.held), size)

    def code(self, cards: Sequence[Card]) -> int:
        places = np.array([[self.held.index(card) for card in cards]], dtype=np.int64).reshape(1, len(cards))
        return int(card_sets.colex_numbers(places)[0])

    def codes(self, rows: Array, cards: Sequence[Card]) -> Array:
        return card_sets.colex_numbers(_places(self.held, cards)[rows])

    def cards(self, code: int, size: int) -> tuple[Card, ...]:
        return tuple(self.held[place] for place in card_sets.colex(size, len(self.held))[code])

    def hands(self, ranking: Ranking, size: int) -> tuple[Array, tuple[Hand, ...]]:
        rows, held = card_sets.colex(size, len(self.held)), self.held
        if all(card in NUMBER for card in held):
            table = tabulated(ranking, size)
            return table.numbers(np.array([NUMBER[card] for card in held], dtype=np.uint8)[rows]), table.hands
        return asked(ranking, held, rows)


def _places(held: tuple[Card, ...], cards: Sequence[Card]) -> Array:
    place = {card: number for number, card in enumerate(held)}
    return np.array([place.get(card, 0) for card in cards], dtype=np.int64)


@cache
def _every(cards: int, size: int) -> Layer:
    if cards > len(CARDS):
        raise ValueError(f"a pack of {cards} different cards cannot be counted; {len(CARDS)} is the most")
    number = comb(cards, size)
    place = np.zeros((0, 0), dtype=np.int64)
    if size:
        lower = np.stack([card_sets.lower_sets(n + 1) for n in range(size)])
        place = grow(card_sets.colex(size - 1, cards), cards, lower)
    return Layer(np.arange(number), np.ones(number, dtype=np.int64), place, None)


_BASE = 64
"""A set of kinds is a number with a digit for each card, the lowest kind last; digits begin with 1."""


class CardKinds(Struct, frozen=True):
    """A pack with copies, which cannot be told apart."""

    pack: Pack

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The different cards of the pack."""
        return tuple(card for card, number in self.pack if number)

    def layer(self, size: int) -> Layer:
        return _layer(self.pack, size)

    def code(self, cards: Sequence[Card]) -> int:
        digits = sorted(self.kinds.index(card) + 1 for card in cards)
        return sum(digit * _BASE**place for place, digit in enumerate(digits))

    def codes(self, rows: Array, cards: Sequence[Card]) -> Array:
        return _codes(_places(self.kinds, cards)[rows])

    def cards(self, code: int, size: int) -> tuple[Card, ...]:
        return tuple(self.kinds[code // _BASE**place % _BASE - 1] for place in range(size))

    def hands(self, ranking: Ranking, size: int) -> tuple[Array, tuple[Hand, ...]]:
        return asked(ranking, self.kinds, _rows(self.layer(size).codes, size))


@cache
def _layer(pack: Pack, size: int) -> Layer:
    if size == 0:
        nothing = np.zeros((0, 0), dtype=np.int64)
        return Layer(np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), nothing, nothing)
    numbers = [number for _, number in pack if number]
    if len(numbers) >= _BASE:
        raise ValueError(f"the pack has {len(numbers)} kinds of card; fewer than {_BASE} can be counted")
    smaller = _layer(pack, size - 1)
    rows = _rows(smaller.codes, size - 1)
    grown = np.empty((len(rows), len(numbers)), dtype=np.int64)
    weight = np.empty_like(grown)
    for kind, number in enumerate(numbers):
        weight[:, kind] = number - (rows == kind).sum(axis=1)
        grown[:, kind] = _codes(np.column_stack([rows, np.full(len(rows), kind)]))
    codes = np.unique(grown[weight > 0])
    place = np.where(weight > 0, np.searchsorted(codes, grown), 0)
    total = np.zeros(len(codes), dtype=np.int64)
    np.add.at(total, place, smaller.ways[:, None] * weight)
    return Layer(codes, total // size, place, weight)  # a set arises once from each of its cards


def _rows(codes: Array, size: int) -> Array:
    """The kinds of each set, one set a row, each row ascending."""
    found: Array = np.floor_divide(codes[:, None], _BASE ** np.arange(size)) % _BASE - 1
    return found


def _codes(rows: Array) -> Array:
    found: Array = ((np.sort(rows, axis=1) + 1) * _BASE ** np.arange(rows.shape[1])).sum(axis=1)
    return found
