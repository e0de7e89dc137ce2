"""What happens to decks and devices, in words, and what the house itself does at a table."""

from typing import assert_never

from pitboss.table import events as e
from pitboss.wording import things as w
from pitboss.wording.reader import Reader

DeckEvent = (
    e.CardsReceived | e.DeckMoved | e.CardsShuffled | e.DeviceCounted | e.CardsCut | e.DeckReady | e.RecutOrdered
    | e.ShuffleOrdered | e.TableIdle | e.DeckRemoved
)  # fmt: skip
DeviceEvent = e.DeviceFailed | e.DeviceSetAside | e.DeviceRestored | e.ProcedureChanged | e.TermsAdopted

_STAGES = {
    "inspected": "The dealer inspects deck {}",
    "verified": "A floorperson verifies the inspection of deck {}",
    "spread": "Deck {} is spread face up on the table",
    "looked": "The first player has had the opportunity to look at deck {}",
    "washed": "Deck {} is turned face down and washed",
    "stacked": "Deck {} is stacked",
}
_MEASURES = {"marked": 'marked "out of order"', "removed": "taken off the table"}


def of_deck(event: DeckEvent) -> str:
    match event:
        case e.CardsReceived():
            return f"Deck {event.deck} is received{', inspected and shuffled beforehand' if event.preshuffled else ''}"
        case e.DeckMoved():
            return _STAGES.get(event.stage, "Deck {} is " + event.stage).format(event.deck)
        case e.CardsShuffled():
            return f"Deck {event.deck} is shuffled {'by the shuffler' if event.device else 'by hand'}"
        case e.DeviceCounted():
            return f"The shuffler counts {event.count} cards in deck {event.deck}"
        case e.CardsCut():
            return f"Deck {event.deck} is cut after {event.depth} cards"
        case e.DeckReady():
            return f"Deck {event.deck} is ready to be dealt"
        case e.RecutOrdered():
            return f"A new cut of deck {event.deck} is ordered{w.because(event.reason)}"
        case e.ShuffleOrdered():
            return f"A new shuffle of deck {event.deck} is ordered{w.because(event.reason)}"
        case e.TableIdle():
            return f"Nobody plays: the cards lie spread face {'up' if event.face_up else 'down'}"
        case e.DeckRemoved():
            return f"Deck {event.deck} leaves the table{w.because(event.reason)}"
        case _:
            assert_never(event)


def of_device(event: DeviceEvent) -> str:
    match event:
        case e.DeviceFailed():
            return f"The {event.device} cannot be used any more"
        case e.DeviceSetAside():
            return f"The {event.device} is {_MEASURES.get(event.measure, event.measure)}"
        case e.DeviceRestored():
            return f"The {event.device} works again"
        case e.ProcedureChanged():
            return f"From now on the cards are dealt {w.PROCEDURES.get(event.procedure, event.procedure)}"
        case e.TermsAdopted():
            return f"New terms are in force: {event.terms.table}, version {event.terms.version}"
        case _:
            assert_never(event)


_HOUSE = {
    "HouseDecided": "The time ran out: the house acts",
    "CommitmentPublished": "The house publishes its promise for the coming shuffle",
    "SeedRevealed": "The house opens the seed of a shuffle",
    "TableParked": "The house pauses this table",
    "TableSetAside": "The house sets this table aside: its game fails",
    "TableResumed": "The table goes on",
    "TableClosed": "The table is closed",
}
_PLAYERS = {"SeedAdded": "adds a seed to the coming shuffle", "PlayerReady": "is ready for the deal"}


def of_house(name: str, seat: int, reader: Reader) -> str:
    """What is told of a table and is no event of its game."""
    return _HOUSE[name] if name in _HOUSE else reader.does(seat, _PLAYERS[name])
