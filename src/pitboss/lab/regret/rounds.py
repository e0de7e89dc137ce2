"""Rounds played by a policy, with the exact cost of each of its decisions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import DecisionTable
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.rulebook.folders import bring, games
from pitboss.simulation.api import default_terms
from pitboss.table.rules import Rules

SpotPolicy = Callable[[ScoredSpot], str]
"""Whoever decides: sees a spot and names one of its choices."""


class ScoredDecision(Struct, frozen=True):
    """One answer of a policy."""

    spot: ScoredSpot
    choice: str
    cost: Fraction
    """In units of the base wager."""


class ScoredRound(Struct, frozen=True):
    """One round of a policy."""

    number: int
    decisions: tuple[ScoredDecision, ...]
    net: Fraction
    """What the round brought, in units of the base wager."""

    @property
    def cost(self) -> Fraction:
        """What all decisions of the round gave away."""
        return sum((each.cost for each in self.decisions), Fraction(0))


def usual_rules(game: str | Path) -> Rules:
    """The rules of a game, named by its id or by the path of its folder, under its default submission."""
    name = bring(game)
    if name not in games():
        raise LookupError(f"no game '{game}'; the games are {', '.join(games())}")
    return rules_for(default_terms(name))


def best(spot: ScoredSpot) -> str:
    """The best play."""
    return spot.advice.best.choice


def cards_for(rules: Rules, seed: object, number: int) -> ShuffledDecks:
    """The cards of one round: the same seed and number give the same round."""
    return ShuffledDecks(rules.deck, seeded_stream(f"pitboss rounds\n{seed}\n{number}"))


def scored_rounds(table: DecisionTable, policy: SpotPolicy = best, *, seed: object = 0) -> Iterator[ScoredRound]:
    """Rounds without end; all positions that are decided from outside follow the policy."""
    number = 0
    while True:
        table.deal(cards_for(table.rules, seed, number))
        made = []
        while table.turn:
            spot = table.spot()
            choice = policy(spot)
            cost = spot.cost(choice)
            table.choose(choice)
            made.append(ScoredDecision(spot, choice, cost))
        net = sum(table.net(seat) for seat in table.decided)
        yield ScoredRound(number, tuple(made), Fraction(net, table.stake))
        number += 1
