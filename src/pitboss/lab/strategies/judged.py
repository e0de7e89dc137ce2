"""What a strategy was found to cost: what each shape of game returns, before and after it is made into figures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.lab.strategies.spots import DecisionSpots, Ruled
from pitboss.odds.tables import Array
from pitboss.odds.tally import Tally

MOST_HANDS = 10
"""Costliest hands that are told."""


class RuleSums(Struct, frozen=True):
    """For each rule of a decision, the default last."""

    shares: tuple[Fraction, ...]
    """Of all deals, in how many it is applied."""
    costs: tuple[Fraction, ...]
    """What that loses against the best choices, the best play following, in units of the base and over all deals."""


class CostlyHand(Struct, frozen=True):
    """A hand that the strategy plays otherwise than the best play."""

    decision: str
    cards: tuple[Card, ...]
    """The player's; an example, for suits that make no difference are named anyhow."""
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    rule: int
    """Counted from 0, the default behind the last."""
    does: str
    best: str
    share: Fraction
    """How often it comes, with all that differ from it by the names of suits."""
    cost: Fraction
    """What it adds to the cost of the strategy."""

    @property
    def loss(self) -> Fraction:
        """What is lost each time."""
        return self.cost / self.share


class JudgedStrategy(Struct, frozen=True):
    """A strategy laid beside the best play."""

    tally: Tally
    """How rounds end that are played by it."""
    best: Fraction
    """The expected value of the best play."""
    rules: Mapping[str, RuleSums]
    """By decision."""
    hands: tuple[CostlyHand, ...]


class JudgedGame(Protocol):
    """A game whose best play is known at every spot."""

    @property
    def decisions(self) -> Sequence[DecisionSpots]:
        """In the order in which they are made."""

    def judge(self, ruled: Mapping[str, Ruled]) -> JudgedStrategy:
        """What these rules bring, and what each costs."""

    def sums(self, decision: int, cells: Array, number: int) -> Array:
        """[choice, cell], and in the last row the best choice of every spot: what each brings over all deals in which
        the best play comes to the spots of a cell, as whole numbers. `cells` has the shape of the spots."""

    @property
    def unit(self) -> int:
        """What a one of `sums` is worth, in the money of `whole`."""

    def lookup(self, ruled: Mapping[str, Ruled]) -> Any:
        """The decisions as a simulation of this shape of game looks them up."""

    @property
    def whole(self) -> int:
        """All deals times the stake: what sums over all deals are divided by."""


def costliest(hands: Sequence[CostlyHand]) -> tuple[CostlyHand, ...]:
    """The hands that cost most, the worst first."""
    return tuple(sorted(hands, key=lambda hand: -hand.cost)[:MOST_HANDS])
