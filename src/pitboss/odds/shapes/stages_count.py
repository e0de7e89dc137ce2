"""What becomes of the cards that a player has seen. No payment enters, so one count of a pack serves every paytable."""

from functools import cache
from itertools import pairwise
from math import factorial, prod

import numpy as np
from msgspec import Struct

from pitboss.cards.ranking import Hand
from pitboss.odds.card_sets import sides
from pitboss.odds.kernels.stages import last_cards
from pitboss.odds.kinds import kinds
from pitboss.odds.layers import Layers, UpToSuits, layers
from pitboss.odds.rankings import is_best_five
from pitboss.odds.shapes.stages_tree import Tree
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Pack
from pitboss.table.cells import Fields, Ranking


class Ends(Struct, frozen=True):
    """What the cards that are still to come make of sets of one size: counts[set, kind] ways lead to each kind of hand;
    or, where no card is to come, kind[set]."""

    number: int
    """How many kinds there are."""
    counts: Array | None = None
    kind: Array | None = None

    def sums(self, each: Array) -> Array:
        """For every set the sum of what each kind of hand has."""
        found: Array = each[self.kind] if self.kind is not None else self.counts @ each
        return found

    def shares(self, deals: Array) -> Array:
        """How many deals end with each kind, if so many reach the sets."""
        if self.kind is not None:
            found = np.zeros(self.number, dtype=np.int64)
            np.add.at(found, self.kind, deals)
            return found
        shared: Array = deals @ self.counts
        return shared


class Count(Struct, frozen=True):
    """All sets of cards from the first decision on, and what their last cards make of them."""

    layers: Layers
    sizes: tuple[int, ...]
    """Cards seen at every decision."""
    top: int
    """The size of the sets whose endings are counted."""
    ends: Ends
    kinds: tuple[Hand, ...]
    """An example of each kind, highest first. Hands of one kind are in the same cells of all main wagers."""
    cards: int
    """Cards in the pack."""
    full: int
    """Cards of a hand."""

    def above(self, stage: int) -> int:
        """The size of the sets at the next decision, or of those whose endings are counted."""
        return self.sizes[stage + 1] if stage + 1 < len(self.sizes) else self.top

    def down(self, values: Array, above: int, below: int) -> Array:
        """What sets of `below` cards have, if those of `above` cards have these values."""
        for size in range(above, below, -1):
            values = self.layers.layer(size).sums(values)
        return values

    def up(self, deals: Array, below: int, above: int) -> Array:
        """How many deals reach sets of `above` cards, if so many reach those of `below` cards."""
        for size in range(below + 1, above + 1):
            deals = self.layers.layer(size).shares(deals)
        return deals

    def orders(self, stage: int) -> int:
        """In how many orders cards can come that a player sees at once, from a decision on. Counts have all of them."""
        seen = (*self.sizes[stage:], self.full)
        return prod(factorial(b - a) for a, b in pairwise(seen))

    def ways(self, stage: int) -> int:
        """In how many ways the cards that are to come at a decision can come, in all orders."""
        return prod(range(self.cards - self.full + 1, self.cards - self.sizes[stage] + 1))


def count(tree: Tree, pack: Pack) -> Count:
    """Everything that can become of the cards; some 30 ms for five of 52 cards once the kernels are compiled."""
    sizes = tuple(stage.seen for stage in tree.stages) or (tree.cards - 1,)
    return _count(pack, tree.fields, tree.holding.ranking, sizes, tree.cards)


@cache
def _count(pack: Pack, fields: tuple[Fields, ...], ranking: Ranking, sizes: tuple[int, ...], full: int) -> Count:
    cards = sum(number for _, number in pack)
    if cards < full:
        raise ValueError(f"the pack has {cards} cards; a hand and the community cards need {full}")
    found = layers(pack, ranking)
    top = max(full - 1, *sizes)
    if top < full and isinstance(found, UpToSuits) and is_best_five(ranking, full):
        ends, some = _best_fives(pack, fields, found, full)
    else:
        ends, some = _by_function(fields, ranking, found, top, full)
    return Count(found, sizes, top, ends, some, cards, full)


def _best_fives(pack: Pack, fields: tuple[Fields, ...], found: UpToSuits, full: int) -> tuple[Ends, tuple[Hand, ...]]:
    table = tables()
    numbers, some = kinds(fields, table.hands)
    ranks, suits = sides(pack)
    codes = found.layer(full - 1).codes
    counts = np.zeros((len(codes), len(some)), dtype=np.int64)
    every, kind = np.array(ranks, dtype=np.int64), np.array(numbers, dtype=np.int64)
    last_cards(codes, full, every, len(suits), kind, table.ranks[full], table.suited, table.choose, counts)
    return Ends(len(some), counts), some


def _by_function(
    fields: tuple[Fields, ...], ranking: Ranking, found: Layers, top: int, full: int
) -> tuple[Ends, tuple[Hand, ...]]:
    """By the hand of every set of all cards."""
    which, hands = found.hands(ranking, full)
    numbers, some = kinds(fields, hands)
    kind = np.array(numbers, dtype=np.int64)[which]
    if top == full:
        return Ends(len(some), kind=kind), some
    last = found.layer(full)
    counts = np.zeros((len(last.place), len(some)), dtype=np.int64)
    for column in range(last.place.shape[1]):
        ways = 1 if last.weight is None else last.weight[:, column]
        counts[np.arange(len(counts)), kind[last.place[:, column]]] += ways
    return Ends(len(some), counts), some
