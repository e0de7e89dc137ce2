"""From the number of an action to a choice at the table, and what `info` says of it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import Any, SupportsIndex

from pitboss.gym.layout import layout_of, least
from pitboss.lab.regret.table import BadDecision, DecisionTable
from pitboss.table.definition import Step

Info = dict[str, Any]


def action_number(action: object) -> int:
    """An action as a plain number; refuses what is no whole number."""
    try:
        if isinstance(action, SupportsIndex) and not isinstance(action, bool):
            return index(action)
    except TypeError:  # an array of several numbers, or of others
        pass
    raise BadDecision(f"action {action!r} is not allowed; an action is a whole number")


def no_choice(said: str, step: str, actions: Sequence[str], legal: Iterable[str]) -> BadDecision:
    """Says what can be chosen at a decision, by the numbers of the actions."""
    able = ", ".join(f"{actions.index(choice)} ({choice})" for choice in legal)
    return BadDecision(f"action {said} cannot be chosen at '{step}'; what can be: {able}")


class Acting:
    """Takes actions for whoever is asked at a table."""

    def __init__(self, table: DecisionTable, illegal: str, priced: bool) -> None:
        self._table, self._illegal, self._priced = table, illegal, priced
        self._layout = layout_of(table.rules)

    def choose(self, action: int) -> Info:
        """Makes the choice; whether it was none that could be made, and its exact cost in units of the base wager."""
        step = self._table.step
        assert step is not None
        choice, lawful = self._chosen(action, step)
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
            said = f"{action} ({name})" if name else str(action)
            raise no_choice(said, step.name, actions, legal)
        return least(step), False

    def result(self, cents: int) -> Info:
        """What a round that is over has brought: exactly, in units of the base wager, and in cents."""
        return {"net": Fraction(cents, self._table.stake), "net_cents": cents}
