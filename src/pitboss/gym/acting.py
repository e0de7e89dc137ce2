"""From the number of an action to a choice at the table, and what `info` says of it."""

from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.gym.layout import layout_of, least
from pitboss.lab.regret.table import BadDecision, DecisionTable
from pitboss.table.definition import Step

Info = dict[str, Any]


class Acting:
    """Takes actions for whoever is asked at a table."""

    def __init__(self, table: DecisionTable, illegal: str, priced: bool) -> None:
        self._table, self._illegal, self._priced = table, illegal, priced
        self._layout = layout_of(table.rules)

    def choose(self, action: np.integer[Any] | int) -> Info:
        """Makes the choice; whether it was none that could be made, and its exact cost in units of the base wager."""
        step = self._table.step
        assert step is not None
        choice, lawful = self._chosen(int(action), step)
        info: Info = {} if lawful else {"illegal": True}
        if self._priced:
            cost = self._table.spot().cost(choice)
            info |= {"regret": cost, "regret_float": float(cost)}
        self._table.choose(choice)
        return info

    def _chosen(self, action: int, step: Step) -> tuple[str, bool]:
        """What an action chooses, and whether it can be chosen."""
        actions, legal = self._layout.actions, self._table.legal
        name = actions[action] if 0 <= action < len(actions) else ""
        if name in legal:
            return name, True
        if self._illegal == "raise":
            able = ", ".join(f"{actions.index(choice)} ({choice})" for choice in legal)
            said = f"{action} ({name})" if name else str(action)
            raise BadDecision(f"action {said} cannot be chosen at '{step.name}'; what can be: {able}")
        return least(step), False

    def result(self, cents: int) -> Info:
        """What a round that is over has brought: exactly, in units of the base wager, and in cents."""
        return {"net": Fraction(cents, self._table.stake), "net_cents": cents}
