"""The engine's face: `decide` says what follows from an act, `evolve` applies it. Nothing else changes a state."""

from collections.abc import Callable
from typing import Any

from pitboss.table import actions as a
from pitboss.table import betting, dealing, life, mishaps, settling
from pitboss.table.draft import Draft, Trial
from pitboss.table.events import AnyEvent
from pitboss.table.people import ROLES, role
from pitboss.table.refusals import Refusal, Refused
from pitboss.table.rules import Rules
from pitboss.table.state import State

_HANDLERS: dict[type, Callable[[Draft, Any], None]] = {
    a.ReceiveCards: life.receive,
    a.InspectCards: life.inspect,
    a.VerifyCards: life.opening_step,
    a.SpreadCards: life.opening_step,
    a.LookAtCards: life.opening_step,
    a.WashCards: life.opening_step,
    a.StackCards: life.opening_step,
    a.ShuffleCards: life.shuffle,
    a.DeviceCountsCards: life.device_count,
    a.CutCards: life.cut,
    a.OrderRecut: life.order_recut,
    a.OrderShuffle: life.order_shuffle,
    a.GoIdle: life.go_idle,
    a.RemoveDeck: life.remove_deck,
    a.SetDeviceAside: life.set_device_aside,
    a.RestoreDevice: life.restore_device,
    a.ChangeProcedure: life.change_procedure,
    a.AdoptTerms: life.adopt_terms,
    a.TakeSeat: betting.take_seat,
    a.LeaveSeat: betting.leave_seat,
    a.PlaceWager: betting.place_wager,
    a.OpenRound: betting.open_round,
    a.CloseBets: betting.close_bets,
    a.TakeWagers: betting.take_wagers,
    a.PostContributions: betting.post_contributions,
    a.DealCards: dealing.deal_cards,
    a.RemoveStub: dealing.remove_stub,
    a.CountStub: dealing.count_stub,
    a.Decide: dealing.decide_hand,
    a.CollectFolded: dealing.collect,
    a.ShowCards: dealing.show_cards,
    a.SettleHand: settling.settle_hand,
    a.SettleTable: settling.settle_table,
    a.ClearTable: settling.clear_table,
    a.Report: mishaps.report,
    a.Rule: betting.rule,
}


_CHECKED_FIRST = frozenset((a.TakeSeat, a.LeaveSeat, a.PlaceWager))
"""Acts whose checks all come before their first event: to try one, the state it leads to is not needed."""


def step(rules: Rules, state: State, act: a.Act) -> tuple[tuple[AnyEvent, ...], State] | Refusal:
    """What follows from the act and the state it leads to, or why it is refused."""
    draft = Draft(rules, state, act.by, act.at)
    refusal = _handle(draft, act.action)
    return refusal if refusal is not None else (tuple(draft.events), draft.state)


def decide(rules: Rules, state: State, act: a.Act) -> tuple[AnyEvent, ...] | Refusal:
    """The events that follow from the act, or a refusal that changes nothing."""
    kind = Trial if type(act.action) in _CHECKED_FIRST else Draft
    draft = kind(rules, state, act.by, act.at)
    refusal = _handle(draft, act.action)
    return refusal if refusal is not None else tuple(draft.events)


def _handle(draft: Draft, action: a.AnyAction) -> Refusal | None:
    if role(draft.by) not in ROLES:
        return Refusal("wrong_role", "unknown role", given=draft.by, allowed=", ".join(ROLES))
    if draft.at < 0:
        return Refusal("time", "an act has a time", given=str(draft.at), allowed="0 or later")
    try:
        _HANDLERS[type(action)](draft, action)
    except Refused as refused:
        return refused.refusal
    return None
