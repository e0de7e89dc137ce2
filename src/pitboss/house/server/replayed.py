"""A round that is told again, with the table as it lay after each event. The engine folds the events as one reader may
know them, so that nothing else can be seen; a page only draws what is told here."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards.deck import Card
from pitboss.house.audit.queries import HandLine
from pitboss.house.audit.refolded import seated
from pitboss.messages.rounds import CardsLaid, ResultKind, ResultLaid, SeatLaid, TableLaid
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE, OUT, Seat, State
from pitboss.wording.money_events import PaidEvent, became, title
from pitboss.wording.things import hand_made

_NO_CARDS = CardsLaid()
_BARE: dict[str, Any] = {
    "player": "", "wagers": {}, "lammers": (), "cards": _NO_CARDS, "hand": "", "out": False, "results": (), "net": 0,
}  # fmt: skip
"""A position at which nothing lies, and nobody sits."""
_ENDED = e.TableCleared | e.TableIdle | e.TermsAdopted
"""From here on the table is shown as the round has left it, not as it lies empty."""


class Replay:
    """The table of one round. `hands` are the positions that were dealt in, with the names that the reader may know."""

    def __init__(self, rules: Rules, hands: Iterable[HandLine]) -> None:
        self._rules = rules
        played = tuple(hands)
        self._state = seated(rules, played)
        self._shown = {hand.seat for hand in played}
        self._paid: dict[int, list[tuple[PaidEvent, int]]] = {}
        self._nets: dict[int, int] = {}
        self._hands: dict[int, str] = {}
        self._told: dict[int, dict[str, Any]] = {}
        self._places: dict[str, Any] = dict.fromkeys(("dealer", "community", "box", "burn", "aside"), _NO_CARDS)
        self._places["dealer_hand"] = ""
        self._over = False

    def after(self, event: e.AnyEvent, net: int | None) -> TableLaid:
        """What lies otherwise after this event, which brought its position so much."""
        self._over = self._over or isinstance(event, _ENDED)
        # The opening of a step moves nothing: it is the heading of what follows.
        if not self._over and not isinstance(event, e.StepOpened):
            self._state = evolve(self._rules, self._state, event)
            self._note(event, net)
        return self._changed()

    def _note(self, event: e.AnyEvent, net: int | None) -> None:
        """What an event says that the state of a table does not keep."""
        seat = getattr(event, "seat", 0)
        if seat:
            self._shown.add(seat)
            self._nets[seat] = self._nets.get(seat, 0) + (net or 0)
        if isinstance(event, e.SeatLeft) and not self._state.seat(seat).cards:
            self._shown.discard(seat)
            for kept in (self._paid, self._nets, self._hands):
                kept.pop(seat, None)
        elif isinstance(event, e.HandTurned) or (isinstance(event, e.CardsShown) and event.place == "dealer"):
            self._hands[seat] = hand_made(self._rules.book, event.hand) if event.hand else ""
        elif isinstance(event, PaidEvent):
            before = self._paid.get(seat, [])
            if isinstance(event, e.WagerReturned):  # it may have been collected
                before = [one for one in before if not _same(one[0], event)]
            self._paid[seat] = [*before, (event, net or 0)]

    def _changed(self) -> TableLaid:
        """What is not as it was told before."""
        places = _places(self._state, self._hands.get(0, ""))
        moved = {name: now for name, now in places.items() if now != self._places[name]}
        self._places = places
        shown = sorted(self._shown)
        seats = [self._seat(number) for number in shown]
        gone = sorted(set(self._told) - self._shown)
        for number in gone:
            del self._told[number]
        return TableLaid(seats=tuple(seat for seat in seats if seat is not None), gone=tuple(gone), **moved)

    def _seat(self, number: int) -> SeatLaid | None:
        before = self._told.get(number)
        now = _lying(self._rules, self._state.seat(number))
        now["hand"] = self._hands.get(number, "")
        now["results"] = tuple(_result(self._rules, *paid) for paid in self._paid.get(number, ()))
        now["net"] = self._nets.get(number, 0)
        self._told[number] = now
        changed = {name: value for name, value in now.items() if value != (before or _BARE)[name]}
        return SeatLaid(number=number, **changed) if changed or before is None else None


def _lying(rules: Rules, seat: Seat) -> dict[str, Any]:
    lammers = [i for i, wager in enumerate(rules.wagers) if wager.taken and seat.taken[i]]
    lies = {w.id: seat.stakes[i] or seat.taken[i] for i, w in enumerate(rules.wagers) if seat.stakes[i] or i in lammers}
    return {
        "player": seat.player,
        "wagers": lies,
        "lammers": tuple(rules.wagers[i].id for i in lammers),
        "cards": _laid(seat.cards, up=seat.up, places=seat.open),
        "out": seat.standing not in (OUT, LIVE),
    }


def _places(state: State, dealer_hand: str) -> dict[str, Any]:
    return {
        "dealer": _laid(state.dealer, up=state.dealer_up, places=state.dealer_open),
        "dealer_hand": dealer_hand,
        "community": _laid(state.community, places=range(state.community_up)),
        "box": _laid(state.box, up=state.box_up),
        "burn": _laid(state.burned),
        "aside": _laid(state.aside, up=True),
    }


def _laid(cards: tuple[Card, ...], *, up: bool = False, places: Iterable[int] = ()) -> CardsLaid:
    """Cards of which all lie face up, or those at some places."""
    lie_open = range(len(cards)) if up else places
    return CardsLaid(cards, tuple(place for place in range(len(cards)) if place not in lie_open))


def _same(paid: PaidEvent, returned: e.WagerReturned) -> bool:
    return isinstance(paid, e.WagerCollected) and paid.wager == returned.wager


def _result(rules: Rules, event: PaidEvent, net: int) -> ResultLaid:
    wager = "" if isinstance(event, e.EnvyPaid) else event.wager
    brought = 0 if isinstance(event, e.WagerReturned) else net  # what goes back was never lost
    return ResultLaid(wager, title(event, rules), became(event, rules), _kind(event, brought), brought)


def _kind(event: PaidEvent, net: int) -> ResultKind:
    if isinstance(event, e.PayoutCut):
        return "cut"
    return "won" if net > 0 else "lost" if net < 0 else "even"
