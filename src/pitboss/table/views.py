"""What each person may see and be told. Everything is built from what is open; nothing is made by leaving out."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.frames.showing import html_of
from pitboss.rulebook.roles import PLAYER
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.actions import Report
from pitboss.table.flow import current, turn
from pitboss.table.people import SPECTATOR, name, role
from pitboss.table.rules import Rules
from pitboss.table.state import COUNT, OUT, Seat, State, faces


class SeatView(Struct, frozen=True):
    number: int
    player: str
    wagers: dict[str, int]
    """What lies on each area, in cents."""
    lammers: tuple[str, ...]
    """Wagers collected beforehand that are still alive."""
    standing: str
    cards: tuple[Card, ...]
    """Faces where they may be seen, `??` for the others."""
    net: int
    in_rack: bool = False
    """The cards lie in the discard rack, no longer at the position."""


class View(Struct, frozen=True):
    """The table as one person sees it."""

    game: str
    table: str
    practice: bool
    round: int
    step: str
    clause: str
    turn: int
    deck: str
    seats: tuple[SeatView, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    box: tuple[Card, ...]
    burned: int
    set_aside: tuple[Card, ...]
    void: bool
    meters: dict[str, int]
    """What each meter shows, in cents."""
    mine: tuple[int, ...]
    column: int = 0
    """The hands dealt, the dealer's included, where odds depend on their number: once the device has counted them."""
    matters: tuple[tuple[str, int], ...] = ()
    """What waits for a floorperson's ruling, each with its position."""

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)


def view(rules: Rules, state: State, who: str) -> View:
    """The table as this person may see it now."""
    return seen_by(rules, state, open_view(rules, state), who)


def seen_by(rules: Rules, state: State, everybody: View, who: str) -> View:
    """What everybody sees, and of his own positions what this person may see besides."""
    mine = tuple(s.number for s in state.seats if owns(who, s))
    if not mine:
        return everybody
    seats = list(everybody.seats)
    for number in mine:
        seats[number - 1] = _seat(rules, state, state.seats[number - 1], who)
    return replace(everybody, seats=tuple(seats), mine=mine)


def open_view(rules: Rules, state: State) -> View:
    """The table as everybody may see it now."""
    step = current(rules, state)
    return View(
        game=rules.game.id,
        table=rules.terms.table,
        practice=rules.terms.practice,
        round=state.round,
        step=step.name if step else "",
        clause=step.clause if step else "",
        turn=turn(rules, state),
        deck=state.decks[state.deck - 1].stage,
        seats=tuple(_seat(rules, state, seat, SPECTATOR) for seat in state.seats),
        dealer=faces(state.dealer, state.dealer_up, state.dealer_open),
        community=(*state.community[: state.community_up], *_backs(state.community[state.community_up :])),
        box=state.box if state.box_up else _backs(state.box),
        burned=len(state.burned),
        set_aside=state.aside,
        void=state.void,
        meters={meter: reading // MICRO for meter, reading in state.meters},
        mine=(),
        column=state.hands_dealt + 1 if rules.by_hands_dealt and state.examined else 0,
        matters=state.matters,
    )


def owns(who: str, seat: Seat) -> bool:
    return role(who) == PLAYER and bool(seat.player) and seat.player == name(who)


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


@cache
def _empty(number: int) -> SeatView:
    return SeatView(number, "", {}, (), "", (), 0)


def _seat(rules: Rules, state: State, seat: Seat, who: str) -> SeatView:
    if not seat.player:
        return _empty(seat.number)
    up = seat.up or (owns(who, seat) and may_look(rules, state, seat))
    return SeatView(
        number=seat.number,
        player=seat.player,
        wagers={w.id: seat.stakes[i] for i, w in enumerate(rules.wagers) if seat.stakes[i]},
        lammers=tuple(w.id for i, w in enumerate(rules.wagers) if w.taken and seat.taken[i]),
        standing="" if seat.standing == OUT else seat.standing,
        cards=faces(seat.cards, up, seat.open),
        net=seat.net,
        in_rack=seat.discarded or seat.collected,
    )


def may_look(rules: Rules, state: State, seat: Seat) -> bool:
    """A player examines his cards once the deal is done; several hands at once or one after the other (X-11); where the
    script puts his cards down, until he has answered there."""
    if not state.examined or any(s.cards_down and s.name == seat.acted for s in rules.script(state.procedure)):
        return False
    if rules.terms.readings.get("multi_position_look") != "in_turn":
        return True
    earlier = [s for s in state.playing if s.player == seat.player and s.number < seat.number]
    step = current(rules, state)
    if step is None or step.kind != "ask":
        return True
    return not any(s.standing == "live" and not s.acted for s in earlier)


class Told(Struct, frozen=True, omit_defaults=True):
    """An event as one person may know it."""

    event: str
    facts: dict[str, Any]
    said: str = ""
    """In words for this person; empty where an earlier one of the same run says it as well."""
    pays: str = ""
    """Of a payment: the odds as this table states them, or what else it is for."""
    net: int | None = None
    """What it brings the position, in cents: winnings, or what is lost."""
    hand: str = ""
    """What the position has come to, in short: the hand that it shows, that it has folded or forfeited its wagers."""
    outcome: str = ""
    """Of a wager of the main game that is settled: how the hand ended, in one sentence."""


def tell(event: e.AnyEvent, who: str) -> Told | None:
    """The event as this person may hear of it; None unless its kind is listed."""
    how = _TOLD.get(type(event))
    return None if how is None else Told(type(event).__name__, how(event))


def known(event: e.AnyEvent) -> e.AnyEvent:
    """The event without what nobody may know of it: faces of cards that are dealt face down, and what a reporter
    wrote."""
    match event:
        case e.CardsDealt():
            return _closed(event)
        case e.Irregularity():
            return replace(event, detail="")
        case e.FloorCalled(about=Report() as about):
            return replace(event, about=replace(about, detail=""))
        case _:
            return event


def _closed(event: e.CardsDealt) -> e.CardsDealt:
    """As everybody sees it dealt: faces only where they lie face up."""
    return event if event.up else replace(event, cards=_backs(event.cards))


def _all(event: e.AnyEvent) -> dict[str, Any]:
    return {key: value for key, value in msgspec.structs.asdict(event).items() if value not in ("", (), 0, None)}


def _dealt(event: e.CardsDealt) -> dict[str, Any]:
    """Where cards went and how many; their faces only where they lie face up."""
    return {"to": event.to, "seat": event.seat, "cards": _closed(event).cards, "clause": event.clause}


def _reported(event: e.Irregularity) -> dict[str, Any]:
    """What was reported, without what the reporter wrote: his own words may name a card or a person."""
    return _all(known(event))


def _called(event: e.FloorCalled) -> dict[str, Any]:
    """What was put before the floorperson, without what was written."""
    about = event.about
    if isinstance(about, Report):
        return {
            "kind": about.kind,
            "seat": about.seat,
            "place": about.place,
            "count": about.count,
            "clause": event.clause,
        }
    return {"kind": COUNT, "count": about.stub, "clause": event.clause}


_TOLD: dict[type, Callable[[Any], dict[str, Any]]] = {
    e.CardsDealt: _dealt,
    e.Irregularity: _reported,
    e.FloorCalled: _called,
    **dict.fromkeys(
        (
            e.CardsReceived,
            e.DeckMoved,
            e.CardsShuffled,
            e.DeviceCounted,
            e.CardsCut,
            e.DeckReady,
            e.RecutOrdered,
            e.ShuffleOrdered,
            e.TableIdle,
            e.DeckRemoved,
            e.DeviceFailed,
            e.DeviceSetAside,
            e.DeviceRestored,
            e.ProcedureChanged,
            e.TermsAdopted,
            e.SeatTaken,
            e.SeatLeft,
            e.WagerPlaced,
            e.WagerNotAccepted,
            e.WagerReturned,
            e.RoundOpened,
            e.StepOpened,
            e.BetsClosed,
            e.WagerTaken,
            e.ChipsCounted,
            e.CardSetAside,
            e.StubRemoved,
            e.StubCounted,
            e.Decided,
            e.WagerCollected,
            e.HandDiscarded,
            e.CardsShown,
            e.ContributionPosted,
            e.ContributionReversed,
            e.HandTurned,
            e.WagerSettled,
            e.PayoutCut,
            e.MeterPaid,
            e.EnvyPaid,
            e.HandCollected,
            e.TableSettled,
            e.TableCleared,
            e.RoundVoided,
            e.HandVoided,
            e.HandCorrected,
            e.Owed,
            e.WagersForfeited,
            e.PlayerAway,
            e.PlayerBack,
            e.MatterRaised,
            e.MatterSettled,
        ),
        _all,
    ),
}
