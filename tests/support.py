"""Tables for tests: any game, any procedure, any cards, at any moment of the round."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from pitboss.games import rules_for
from pitboss.play.sources import CardSource, ScriptedOrder, ScriptedPlaces
from pitboss.play.staff import STAFF_ACTS
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Step
from pitboss.table.duties import Duty, duty
from pitboss.table.flow import current
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules

DRAGON, TOP5, LIR, UTH = "dragon-poker", "top-five-poker", "let-it-ride", "ultimate-texas-holdem"
GAMES = (DRAGON, TOP5, LIR, UTH)
MARYLAND = (DRAGON, TOP5, LIR)
THREE, CARIBBEAN, MISSISSIPPI = "three-card-poker", "caribbean-stud", "mississippi-stud"
HOUSE_RULES = (THREE, CARIBBEAN, MISSISSIPPI)
SHIPPED = (*GAMES, *HOUSE_RULES)
"""The games with rulebooks of regulators, and those with rules of our own."""
PROCEDURES = ("manual_shoe", "hand", "automated_shoe")
DOCUMENT = {
    DRAGON: "MD-DRAGON", TOP5: "MD-TOP5", LIR: "MD-LIR", UTH: "MA-UTH", THREE: "TCP", CARIBBEAN: "CSP",
    MISSISSIPPI: "MST",
}  # fmt: skip

DEALING: dict[str, dict[str, Any]] = {
    "manual_shoe": {"procedure": "manual_shoe", "shuffler": "none"},
    "hand": {"procedure": "hand", "shuffler": "automated"},
    "automated_shoe": {"procedure": "automated_shoe", "shuffler": "automated"},
}

PLAIN: dict[str, dict[str, int]] = {
    DRAGON: {"ante": 10, "ante_bonus": 10},
    TOP5: {"ante": 10},
    LIR: {"bet_1": 10, "bet_2": 10, "bet_3": 10},
    UTH: {"ante": 10, "blind": 10},
    THREE: {"ante": 10},
    CARIBBEAN: {"ante": 10},
    MISSISSIPPI: {"ante": 10},
}
"""The compulsory wagers of each game, in dollars."""

STAY: dict[str, str] = {
    "decide": "play", "decide_1": "ride", "decide_2": "ride", "preflop": "check", "postflop": "check",
    "final": "play_1x", "third": "1x", "fourth": "1x", "fifth": "1x",
}  # fmt: skip
"""A decision for every step that keeps the hand in the round."""


def stay(step: Step) -> str:
    """A decision that keeps the hand in the round; the first that is offered where the step has choices of its own."""
    names = [choice.name for choice in step.choices]
    return STAY[step.name] if STAY.get(step.name) in names else names[0]


Event = TypeVar("Event", bound=e.Event)


def rules(game: str, procedure: str = "manual_shoe", **overrides: Any) -> Rules:
    """The game under its default submission with these overrides, dealt by this procedure."""
    return _rules(game, procedure, json.dumps(overrides, sort_keys=True))


@cache
def _rules(game: str, procedure: str, overrides: str) -> Rules:
    data = merge(default_data(game), {"dealing": DEALING[procedure]})
    checked = check_data(merge(data, json.loads(overrides)))
    assert checked.terms is not None, [str(f) for f in checked.faults]
    return rules_for(checked.terms)


def table(
    game: str,
    procedure: str = "manual_shoe",
    *,
    cards: Mapping[str, str] | None = None,
    order: str = "",
    meters: dict[str, int] | None = None,
    open_bets: bool = True,
    at: int = 0,
    **overrides: Any,
) -> Table:
    """A table with open bets. `cards` by place ("seat1": "Ah Kd"), or `order`; `at` is the clock in milliseconds."""
    bound = rules(game, procedure, **overrides)
    source: CardSource
    if order:
        source = ScriptedOrder(bound.deck, bound.deck.read_all(order))
    else:
        source = ScriptedPlaces(bound.deck, {k: bound.deck.read_all(v) for k, v in (cards or {}).items()})
    made = Table(bound, source=source, meters=meters, clock=Clock(at))
    return made.open() if open_bets else made


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


def seated(t: Table, *seats: int, **wagers: int) -> Table:
    """Players P1, P2 … at these seats with the compulsory wagers and these more (dollars); bets stay open."""
    game = t.rules.game.id
    for seat in seats:
        if not t.state.seat(seat).player:
            t.sit(seat, f"P{seat}")
        t.bet(seat, **{**PLAIN[game], **wagers})
    return t


def to(t: Table, step: str, choices: Mapping[int, Mapping[str, str]] | None = None) -> Table:
    """Closes the bets if they are open and goes on until `step` is the open step. `choices`: seat → step → choice."""
    if t.step_name == "bets" and step != "bets":
        accepted(t, "dealer", a.CloseBets())
    while t.step_name != step:
        now = current(t.rules, t.state)
        assert now is not None, f"the round is over and never came to '{step}'"
        if now.kind == "ask" and duty(t.rules, t.state) is None:
            seat = t.turn
            choice = (choices or {}).get(seat, {}).get(now.name, stay(now))
            accepted(t, f"player:{t.state.seat(seat).player}", a.Decide(seat, choice))
        else:
            assert t.perform(), f"nobody acts at '{now.name}'"
    return t


def finish(t: Table, choices: Mapping[int, Mapping[str, str]] | None = None) -> Table:
    """Plays the round to its end, up to the moment before the table is cleared."""
    return to(t, "clear", choices)


def accepted(t: Table, by: str, action: a.AnyAction) -> tuple[e.AnyEvent, ...]:
    """The act must be accepted; returns its events."""
    outcome = t.apply(by, action)
    assert not isinstance(outcome, Refusal), str(outcome)
    return outcome


def refused(t: Table, by: str, action: a.AnyAction, *, clause: str = "", code: str = "") -> Refusal:
    """The act must be refused, by this clause if given, and must change nothing."""
    state, logged = t.state, len(t.log)
    outcome = t.apply(by, action)
    assert isinstance(outcome, Refusal), f"accepted: {outcome}"
    assert t.state is state and len(t.log) == logged, "a refusal changes nothing"
    if clause:
        assert outcome.clause == clause, f"refused under {outcome.clause}: {outcome}"
    if code:
        assert outcome.code == code, f"refused as {outcome.code}: {outcome}"
    return outcome


def events(t: Table, kind: type[Event]) -> list[Event]:
    """Every event of this kind so far."""
    return [r.event for r in t.log if isinstance(r.event, kind)]


def net(t: Table, seat: int, wager: str) -> int:
    """What this wager has brought the position so far, in cents (negative: lost, or still lying on the layout)."""
    total = 0
    for record in t.log:
        ev = record.event
        match ev:
            case e.WagerPlaced() if (ev.seat, ev.wager) == (seat, wager):
                total += ev.before - ev.cents
            case e.WagerReturned() if (ev.seat, ev.wager) == (seat, wager):
                total += ev.cents
            case e.WagerSettled() if (ev.seat, ev.wager) == (seat, wager):
                total += ev.won + ev.back
            case e.PayoutCut() if (ev.seat, wager) == (seat, "limit"):
                total -= ev.cents
            case e.EnvyPaid() if (ev.seat, wager) == (seat, "envy"):
                total += ev.cents
            case _:
                pass
    return total


def duty_of(t: Table) -> Duty:
    """What the staff is to do next; there must be something."""
    due = duty(t.rules, t.state)
    assert due is not None, f"nobody has a duty at '{t.step_name}'"
    return due


def by_hand(t: Table) -> Table:
    """The same table without an automatic dealer: every duty waits for an act."""
    t.automate = frozenset()
    return t


def automatic(t: Table) -> Table:
    t.automate = STAFF_ACTS
    return t


def own(rest: str) -> dict[str, str]:
    """`own("2.9")`: the games by house rules of our own, with a clause that has the same number in each."""
    return dict.fromkeys(HOUSE_RULES, rest)


def clause_of(game: str, rest: str) -> str:
    """`clause_of(DRAGON, "4.A")` → `MD-DRAGON 4.A`."""
    return f"{DOCUMENT[game]} {rest}"


FOLLOWS: dict[str, tuple[type[e.Event], ...]] = {
    "record": (),
    "use_next": (),
    "replace": (e.CardSetAside,),
    "complete_later": (e.CardSetAside, e.Owed),
    "complete": (e.HandCorrected, e.Owed),
    "void": (e.RoundVoided, e.WagerReturned),
    "void_remove": (e.RoundVoided, e.WagerReturned, e.DeckRemoved),
    "void_spare": (e.RoundVoided, e.WagerReturned),
    "void_hand": (e.HandVoided, e.WagerReturned),
    "remove_deck": (e.DeckRemoved,),
    "set_aside_device": (e.DeviceFailed,),
}
"""What must have happened for each consequence, beside the report itself."""


def follows(consequence: str, happened: tuple[e.AnyEvent, ...]) -> None:
    """The consequence is not only named: it was carried out, and nothing like it otherwise."""
    kinds = {type(ev) for ev in happened}
    wanted = FOLLOWS.get(consequence)
    if wanted is not None:
        assert kinds >= set(wanted), f"{consequence} is only a word: {sorted(k.__name__ for k in kinds)}"
        assert (e.RoundVoided in kinds) == (e.RoundVoided in wanted)
