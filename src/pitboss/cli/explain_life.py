"""The events around the rounds in plain English: cards, devices, seats, absences and rulings."""

from collections.abc import Callable

from pitboss.cli import wording as w
from pitboss.table import events as e
from pitboss.table.rules import Rules

_STAGES = {
    "inspected": "The dealer inspects deck {}",
    "verified": "A floorperson verifies the inspection of deck {}",
    "spread": "Deck {} is spread face up on the table",
    "looked": "The first player has had the opportunity to look at deck {}",
    "washed": "Deck {} is turned face down and washed",
    "stacked": "Deck {} is stacked",
}


def _received(rules: Rules, event: e.CardsReceived) -> str:
    return f"Deck {event.deck} is received{', inspected and shuffled beforehand' if event.preshuffled else ''}"


def _moved(rules: Rules, event: e.DeckMoved) -> str:
    return _STAGES.get(event.stage, "Deck {} is " + event.stage).format(event.deck)


def _shuffled(rules: Rules, event: e.CardsShuffled) -> str:
    return f"Deck {event.deck} is shuffled {'by the shuffler' if event.device else 'by hand'}"


def _counted(rules: Rules, event: e.DeviceCounted) -> str:
    return f"The shuffler counts {event.count} cards in deck {event.deck}"


def _cut(rules: Rules, event: e.CardsCut) -> str:
    return f"Deck {event.deck} is cut after {event.depth} cards"


def _recut(rules: Rules, event: e.RecutOrdered) -> str:
    return f"A new cut of deck {event.deck} is ordered{_because(event.reason)}"


def _reshuffle(rules: Rules, event: e.ShuffleOrdered) -> str:
    return f"A new shuffle of deck {event.deck} is ordered{_because(event.reason)}"


def _idle(rules: Rules, event: e.TableIdle) -> str:
    return f"Nobody plays: the cards lie spread face {'up' if event.face_up else 'down'}"


def _removed(rules: Rules, event: e.DeckRemoved) -> str:
    return f"Deck {event.deck} leaves the table{_because(event.reason)}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _failed(rules: Rules, event: e.DeviceFailed) -> str:
    return f"The {event.device} cannot be used any more"


def _set_aside(rules: Rules, event: e.DeviceSetAside) -> str:
    done = {"marked": 'marked "out of order"', "removed": "taken off the table"}.get(event.measure, event.measure)
    return f"The {event.device} is {done}"


def _restored(rules: Rules, event: e.DeviceRestored) -> str:
    return f"The {event.device} works again"


def _procedure(rules: Rules, event: e.ProcedureChanged) -> str:
    return f"From now on the cards are dealt {w.PROCEDURES.get(event.procedure, event.procedure)}"


def _terms(rules: Rules, event: e.TermsAdopted) -> str:
    return f"New terms are in force: {event.terms.table}, version {event.terms.version}"


def _seated(rules: Rules, event: e.SeatTaken) -> str:
    return f"Position {event.seat} is taken by {event.player}"


def _left(rules: Rules, event: e.SeatLeft) -> str:
    return f"Position {event.seat} is left by {event.player}"


def _away(rules: Rules, event: e.PlayerAway) -> str:
    end = "the hand is played out" if event.ruling == "played_out" else "the wagers count as lost"
    return f"Position {event.seat}: the player has left; {end}"


def matter(name: str, seat: int) -> str:
    """What waits for a ruling."""
    where = f" at position {seat}" if seat else ""
    if name.startswith("chips:"):
        return f"the number of chips collected for {w.underscored(name.removeprefix('chips:'))}"
    return {"player_left": "a player who has left", "violation": "a violation"}.get(name, w.underscored(name)) + where


def _raised(rules: Rules, event: e.MatterRaised) -> str:
    return f"A floorperson must decide about {matter(event.matter, event.seat)}"


def _ruled(rules: Rules, event: e.MatterSettled) -> str:
    return f"The floorperson has decided about {matter(event.matter, event.seat)}: {w.underscored(event.ruling)}"


LIFE: dict[type, Callable[..., str]] = {
    e.CardsReceived: _received,
    e.DeckMoved: _moved,
    e.CardsShuffled: _shuffled,
    e.DeviceCounted: _counted,
    e.CardsCut: _cut,
    e.DeckReady: lambda rules, event: f"Deck {event.deck} is ready to be dealt",
    e.RecutOrdered: _recut,
    e.ShuffleOrdered: _reshuffle,
    e.TableIdle: _idle,
    e.DeckRemoved: _removed,
    e.DeviceFailed: _failed,
    e.DeviceSetAside: _set_aside,
    e.DeviceRestored: _restored,
    e.ProcedureChanged: _procedure,
    e.TermsAdopted: _terms,
    e.SeatTaken: _seated,
    e.SeatLeft: _left,
    e.PlayerAway: _away,
    e.MatterRaised: _raised,
    e.MatterSettled: _ruled,
}
