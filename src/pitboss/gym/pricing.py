"""What choices cost at many tables: the same cards at the same decision are looked up once."""

from fractions import Fraction
from functools import lru_cache

from pitboss.cards.deck import Card
from pitboss.gym.layout import AgentLayout, least
from pitboss.lab.regret.bulk import BulkRounds
from pitboss.odds.coach import advice_at
from pitboss.odds.tables import Array

REMEMBERED = 1 << 17
"""Spots."""


class ActionCosts:
    """The exact cost of every action at every spot of a game."""

    def __init__(self, bulk: BulkRounds, layout: AgentLayout) -> None:
        self._bulk, self._layout = bulk, layout
        self._draws = [bulk.draws(number) for number in range(len(bulk.paths.nodes))]
        self._spot = lru_cache(maxsize=REMEMBERED)(self._costs)

    def cost(self, node: int, cards: Array, action: int) -> float:
        """What this action gives away, in units of the base wager: the exact fraction, rounded once."""
        own, dealer, community = (
            tuple(sorted(self._bulk.named(cards[self._draws[node].get(where, [])])))
            for where in ("own", "dealer", "community")
        )
        costs = self._spot(node, own, dealer, community)
        return costs[action] if 0 <= action < len(self._layout.actions) else costs[-1]

    def _costs(
        self, node: int, own: tuple[Card, ...], dealer: tuple[Card, ...], community: tuple[Card, ...]
    ) -> tuple[float, ...]:
        """For every action, and last for what is none; what cannot be chosen costs as much as the least choice."""
        asked = self._bulk.paths.nodes[node]
        advice = advice_at(self._bulk.rules, asked.step, own, community, dealer, asked.wagers)
        costs: dict[str, Fraction] = {choice: advice.cost(choice) for choice in asked.choices}
        usual = costs[least(self._layout.steps[self._layout.number(asked.step)])]
        return (*(float(costs.get(action, usual)) for action in self._layout.actions), float(usual))
