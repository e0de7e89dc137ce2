"""What staff have to do next. A shell performs these by itself, shows them to a dealer, or teaches them."""

from msgspec import Struct

from pitboss.table import actions as a
from pitboss.table.betting import deck_hours, deck_in_turn
from pitboss.table.counts import count_due, rack_uncounted
from pitboss.table.devices import by_device_only
from pitboss.table.flow import current, targets_due, turn
from pitboss.table.rules import Rules
from pitboss.table.state import State, TableDeck

HOUR = 3_600_000


class Duty(Struct, frozen=True):
    """The next act of the staff and its clause; `guide` names the step in the rulebook's data. Whose duty it is, the
    row of the act says (`acts.ActRow.usual`)."""

    do: type[a.Action]
    guide: str
    clause: str
    deck: int = 0
    seat: int = 0
    wager: str = ""
    waits: bool = False
    """Nothing forces it yet: players may still place their wagers, or nobody has come to an idle table."""


_OPENING: dict[str, tuple[type[a.Action], str]] = {
    "absent": (a.ReceiveCards, "receive"),
    "received": (a.InspectCards, "inspect"),
    "inspected": (a.VerifyCards, "verify"),
    "verified": (a.SpreadCards, "spread"),
    "face_down": (a.SpreadCards, "spread"),
    "spread": (a.LookAtCards, "look"),
    "looked": (a.WashCards, "wash"),
    "washed": (a.StackCards, "stack"),
    "stacked": (a.ShuffleCards, "shuffle"),
    "used": (a.ShuffleCards, "shuffle"),
}
_IN_ROUND: dict[str, type[a.Action]] = {
    "take": a.TakeWagers,
    "collect": a.CollectFolded,
    "show": a.ShowCards,
    "post": a.PostContributions,
    "settle": a.SettleHand,
    "table": a.SettleTable,
    "clear": a.ClearTable,
}


def duty(rules: Rules, state: State, at: int = 0) -> Duty | None:
    """The next duty, or None while a player is to decide."""
    if state.matters:
        return Duty(a.Rule, "ruling", "", seat=state.matters[0][1])
    step = current(rules, state)
    if step is None:
        return _between(rules, state, at)
    deck = state.decks[state.deck - 1]
    due = targets_due(rules, state) if step.kind == "deal" or state.owing else []
    if due and deck.stage == "shuffled":
        return _prepare(rules, state, deck)
    if due:
        return Duty(a.DealCards, step.name, due[0][0].clause)
    if step.kind == "bets":
        if _late(rules, state, deck, at):
            return Duty(a.RemoveDeck, "deck_change", rules.cite("deck_change"), deck.number)
        blocked = _equipment(rules, state)
        if blocked is not None:
            return blocked
        if deck.stage != "ready":
            return _prepare(rules, state, deck)
        return Duty(a.CloseBets, "close_bets", rules.cite("no_more_bets", state.procedure), waits=True)
    if step.kind == "stub":
        do, key = (a.CountStub, "stub_count") if count_due(rules, state) else (a.RemoveStub, "stub_to_rack")
        return Duty(do, step.name, rules.cite(key, state.procedure))
    if step.kind == "ask":
        return None
    wager = step.wagers[0] if step.wagers else ""
    return Duty(_IN_ROUND[step.kind], step.name, step.clause, seat=turn(rules, state), wager=wager)


def _equipment(rules: Rules, state: State) -> Duty | None:
    """What must be done about devices before cards are shuffled or dealt (X-13, X-14)."""
    if "failed" in (state.shuffler, state.shoe):
        return Duty(a.SetDeviceAside, "device", rules.cite("device_failed"))
    present = [deck.number for deck in state.decks if deck.stage != "absent"]
    if len(present) > 1 and state.shuffler != "working":
        spare = next(n for n in present if n != deck_in_turn(state).number)
        return Duty(a.RemoveDeck, "deck_change", rules.cite("two_decks"), spare)
    needs_shuffler = state.procedure == "hand" or (
        state.procedure == "automated_shoe" and rules.book.shoe_needs_shuffler
    )
    if (needs_shuffler and state.shuffler != "working") or (
        state.procedure == "automated_shoe" and state.shoe != "working"
    ):
        return Duty(a.ChangeProcedure, "procedure", rules.cite("other_method"))
    return None


def _between(rules: Rules, state: State, at: int) -> Duty:
    blocked = _equipment(rules, state)
    if blocked is not None:
        return blocked
    if rack_uncounted(rules, state):
        return Duty(a.CountStub, "stub", rules.cite("stub_count", state.procedure))
    for deck in state.decks:
        if _late(rules, state, deck, at):
            return Duty(a.RemoveDeck, "deck_change", rules.cite("deck_change"), deck.number)
    first = deck_in_turn(state)
    others = [x for x in state.decks if x.number != first.number and state.shuffler == "working"]
    for deck in (first, *others):
        if deck.stage != "ready":
            return _prepare(rules, state, deck)
    return Duty(a.OpenRound, "open_round", rules.cite("no_more_bets", state.procedure))


def _late(rules: Rules, state: State, deck: TableDeck, at: int) -> bool:
    """Whether the deck's hours are over (X-08)."""
    hours = deck_hours(rules, state, deck.number)
    return hours is not None and deck.in_play_at >= 0 and at - deck.in_play_at >= hours * HOUR


def _prepare(rules: Rules, state: State, deck: TableDeck) -> Duty:
    """The next step of one deck on its way to the shoe."""
    if deck.stage == "received" and deck.preshuffled:
        do, guide = (a.ShuffleCards, "shuffle") if by_device_only(rules, state) else (a.CutCards, "cut")
        return Duty(do, guide, rules.cite(guide), deck.number)
    if deck.stage == "shuffled":
        if deck.by_device:
            return Duty(a.DeviceCountsCards, "device_count", rules.cite("device_count"), deck.number)
        return Duty(a.CutCards, "cut", rules.cite("cut"), deck.number)
    act, guide = _OPENING[deck.stage]
    nobody = state.idle and not any(seat.player for seat in state.seats)
    return Duty(act, guide, rules.cite(guide), deck.number, waits=nobody)
