"""The best play of a game with one decision: the deals are counted without a look at payments, then every ending is
settled by the table's own rules, and at every spot the best choice is found."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds.advice import Advice, Alternative
from pitboss.odds.figures import net
from pitboss.odds.shapes.against_game import Contest, Met, Outcomes, ending
from pitboss.odds.tables import Array
from pitboss.odds.tally import Tally
from pitboss.odds.tally import tally as added_up
from pitboss.table.rules import Rules

INT64 = 2**63 - 1
AT_ONCE = 1 << 15
"""Spots that are looked at together, so that they stay in a near cache."""


class Deals(NamedTuple):
    """All deals of a pack. A spot is what the player knows: his cards, as far as they matter, and the dealer's cards
    that lie open; [hand, open] numbers them."""

    names: tuple[Hashable, ...]
    """What the player's cards are, as far as it matters; the counter knows what it means."""
    hands: tuple[tuple[Hand, ...], ...]
    """What the player's cards can make, one for each ranking."""
    made: Array
    """[hand]: the number of what they make."""
    ways: Array
    """[hand, open], or [hand, 1] where it is the same for all: in how many ways the spot is dealt."""
    counts: Array
    """[hand, open, run]: how many of the dealer's hands lead to each outcome; all 0 where nobody can be."""
    ends: Array
    """[made, run]: the outcome."""
    limits: Array
    """[made, …]: the first of the dealer's hands in each run but the first; behind all hands where there is none."""
    his: tuple[Hand, ...]
    """The dealer's hands, from the lowest to the highest."""
    met: tuple[Met, ...]
    """For each outcome an example."""
    most: int
    """No spot has more of the dealer's hands than these."""


class AgainstSpot(NamedTuple):
    """One spot: what the player's cards make, and with how many of the dealer's hands each outcome comes."""

    mine: tuple[Hand, ...]
    against: tuple[tuple[Met, int], ...]


def table_of(outcomes: Outcomes, different: Sequence[tuple[Hand, ...]]) -> tuple[Array, Array]:
    """[made, run]: the outcomes, and where the runs begin (see `Deals`); runs that a hand has not got repeat its
    first."""
    runs = [outcomes.runs(mine) for mine in different]
    width = max(len(run.outcomes) for run in runs)
    ends = np.zeros((len(runs), width), dtype=np.int32)
    limits = np.full((len(runs), width - 1), len(outcomes.hands), dtype=np.int64)
    for number, run in enumerate(runs):
        ends[number] = run.outcomes[0]
        ends[number, : len(run.outcomes)] = run.outcomes
        limits[number, : len(run.limits)] = run.limits
    return ends, limits


def spot_at(deals: Deals, number: int, open_: int = 0) -> AgainstSpot:
    made = int(deals.made[number])
    row = zip(deals.ends[made].tolist(), deals.counts[number, open_].tolist(), strict=True)
    return AgainstSpot(deals.hands[made], tuple((deals.met[end], n) for end, n in row if n))


class Solved:
    """One game under one set of rules: every ending settled at a base of `stake` cents, every decision made."""

    def __init__(self, rules: Rules, game: Contest, deals: Deals, stake: int, meters: Mapping[str, int]) -> None:
        self.rules = rules
        self.game = game
        self.deals = deals
        self.stake = stake
        self.ends = [[ending(game, choice, met) for met in deals.met] for choice in range(len(game.choices))]
        """[choice][outcome]."""
        self.nets = [[net(rules, end, stake, meters) for end in ends] for ends in self.ends]
        """[choice][outcome], in cents."""

    @cached_property
    def unit(self) -> int:
        """The largest number of cents of which all results are multiples."""
        return gcd(*(cents for nets in self.nets for cents in nets)) or 1

    def _units(self, power: int) -> Array:
        """[choice, outcome]: results, or their squares, in units; as Python's own integers where sums would not fit."""
        found = [[(cents // self.unit) ** power for cents in nets] for nets in self.nets]
        largest = max(abs(n) for nets in found for n in nets)
        most = self.deals.most
        return np.array(found, dtype=np.int64 if 2 * largest * most <= INT64 else object)

    @cached_property
    def results(self) -> Array:
        """[choice, outcome], in units."""
        return self._units(1)

    @cached_property
    def _squares(self) -> Array:
        return self._units(2)

    @cached_property
    def chosen(self) -> Array:
        """[hand, open]: the best choice. Among equals the one with the least variance, then the smallest wager."""
        found = np.zeros(self.deals.counts.shape[:2], dtype=np.uint8)
        if len(self.game.choices) > 1:
            for some in self.pieces():
                found[some] = self._choose(some)
        return found

    def sums(self, units: Array, some: slice) -> Array:
        """[choice, hand, open]: the sum of so many units over the dealer's hands."""
        counts, ends = self.deals.counts[some], self.deals.ends[self.deals.made[some]]
        found = np.zeros((len(units), *counts.shape[:2]), dtype=units.dtype)
        for run in range(counts.shape[2]):
            found += units[:, ends[:, run], None] * counts[:, :, run]
        return found

    def _choose(self, some: slice) -> Array:
        values = self.sums(self.results, some)
        equal = values == values.max(axis=0)
        if not ((equal.sum(axis=0) > 1) & (self.deals.counts[some].sum(axis=2) > 0)).any():
            only: Array = equal.argmax(axis=0)
            return only
        squares = self.sums(self._squares, some)  # of equal means, the smaller sum of squares varies less
        order = sorted(range(len(self.game.choices)), key=self.game.more)
        found: Array = np.full(equal.shape[1:], order[0])
        least, known = np.zeros_like(squares[0]), np.zeros(equal.shape[1:], dtype=bool)
        for choice in order:
            taken = equal[choice] & (~known | (squares[choice] < least))
            found[taken], least[taken] = choice, squares[choice][taken]
            known |= taken
        return found

    def best(self) -> Tally:
        """The endings of the main wagers when every hand is played as well as it can be."""
        return self.endings(self.chosen)

    def endings(self, chosen: Array) -> Tally:
        """The endings when these choices are made, [hand, open]."""
        deals = self.deals
        found = np.zeros((len(self.game.choices), len(deals.met)), dtype=np.int64)
        for some in self.pieces():
            ends = deals.ends[deals.made[some]]
            for choice in range(len(found)):
                times = np.where(chosen[some] == choice, deals.ways[some], 0)
                for run in range(deals.counts.shape[2]):
                    np.add.at(found[choice], ends[:, run], (deals.counts[some, :, run] * times).sum(axis=1))
        pairs = [
            (end, int(n)) for ends, row in zip(self.ends, found, strict=True) for end, n in zip(ends, row, strict=True)
        ]
        return added_up(pairs)

    def pieces(self) -> Iterator[slice]:
        """Hands that are looked at together."""
        hands, shown, _ = self.deals.counts.shape
        step = max(1, AT_ONCE // shown)
        return (slice(first, first + step) for first in range(0, hands, step))


def worth(
    rules: Rules, game: Contest, spot: AgainstSpot, stake: int, cards: tuple[Card, ...], dealer: tuple[Card, ...]
) -> Advice:
    """The worth of every choice at one spot."""
    total = sum(n for _, n in spot.against)
    found = []
    for number, choice in enumerate(game.choices):
        nets = [(net(rules, ending(game, number, met), stake, {}), n) for met, n in spot.against]
        value = Fraction(sum(cents * n for cents, n in nets), total * stake)
        square = Fraction(sum(cents**2 * n for cents, n in nets), total * stake**2)
        found.append(Alternative(choice.name, value, square - value**2, game.more(number)))
    step, clause = (game.step.name, game.step.clause) if game.step else ("", "")
    return Advice(rules.game.id, step, clause, cards, (), game.base, tuple(found), dealer)
