"""The automatic staff: which acts software may perform by itself, and how a duty becomes an act (`table/acts.py`)."""

from pitboss.table import actions as a
from pitboss.table.acts import ACTS
from pitboss.table.automatic import Draw, Task, plain
from pitboss.table.duties import Duty
from pitboss.table.rules import Rules
from pitboss.table.state import State

STAFF_ACTS: frozenset[type[a.Action]] = frozenset(act for act, row in ACTS.items() if row.automatic is not None)
"""Everything the staff do except announcing "no more bets" and ruling on disputes."""


def fulfil(rules: Rules, state: State, due: Duty, draw: Draw, meters: a.Readings) -> a.AnyAction:
    """The act of a duty with what only the shell knows: cards, counts, the depth of a cut, what the meters read."""
    perform = ACTS[due.do].automatic or plain
    return perform(Task(rules, state, due, draw, meters))
