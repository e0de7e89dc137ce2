"""The engine's face: `decide` says what follows from an act, `evolve` applies it. Nothing else changes a state."""

from pitboss.rulebook.roles import ROLES
from pitboss.table import actions as a
from pitboss.table.acts import ACTS, ActRow
from pitboss.table.draft import Draft, Trial
from pitboss.table.events import AnyEvent
from pitboss.table.people import role
from pitboss.table.refusals import Refusal, RefusedAct
from pitboss.table.rules import Rules
from pitboss.table.state import State


def step(rules: Rules, state: State, act: a.Act) -> tuple[tuple[AnyEvent, ...], State] | Refusal:
    """What follows from the act and the state it leads to, or why it is refused."""
    draft = Draft(rules, state, act.by, act.at)
    refusal = _handle(draft, act.action, ACTS[type(act.action)])
    return refusal if refusal is not None else (tuple(draft.events), draft.state)


def decide(rules: Rules, state: State, act: a.Act) -> tuple[AnyEvent, ...] | Refusal:
    """The events that follow from the act, or a refusal that changes nothing."""
    row = ACTS[type(act.action)]
    kind = Trial if row.checked_first else Draft
    draft = kind(rules, state, act.by, act.at)
    refusal = _handle(draft, act.action, row)
    return refusal if refusal is not None else tuple(draft.events)


def _handle(draft: Draft, action: a.AnyAction, row: ActRow) -> Refusal | None:
    if role(draft.by) not in ROLES:
        return Refusal("wrong_role", "unknown role", given=draft.by, allowed=", ".join(ROLES))
    if draft.at < 0:
        return Refusal("time", "an act has a time", given=str(draft.at), allowed="0 or later")
    if draft.state.called is not None and not row.while_called:
        waits = "a matter waits for a ruling"
        return Refusal("pending", waits, given=draft.state.matters[0][0], allowed="a ruling")
    try:
        draft.who = row.admits(draft.rules, action)
        row.does(draft, action)
    except RefusedAct as refused:
        return refused.refusal
    return None
