"""What stands in the rows of a table: acts with their events, and what the house does around them.

A card dealt face down enters a row only as a salted digest (`#index:digest`). Whoever holds the seed of its shuffle,
which is revealed once the round is cleared, can open it; nobody else can."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.house.trail.rows import Row
from pitboss.play.log import Record
from pitboss.rulebook.edition import Edition
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e


class Body(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The base of all bodies."""


class Opened(Body, frozen=True):
    """The table's first row."""

    name: str
    terms: Terms
    dealer: str
    cards: str
    links: dict[str, str]
    """Meters shared with other tables: the table's name of each and the house's."""
    practice: bool = False
    """Its chips are practice chips, in accounts of their own. Before there were such accounts no table had this."""
    scheme: Literal[1, 2] = 1
    """How its commitments are made (`house/fair/scheme.py`)."""
    edition: Edition | None = None
    """The folder of the game that it was opened with; tables of before have none."""


HouseReason = Literal["", "automatic", "clock", "absent", "feed", "terms"]
"""Why the house acted by itself: its automatic staff, the clock, a player whose page is closed, a shoe that feeds the
table, terms that two people agreed on; empty where a person acted."""


class ActDone(Body, frozen=True):
    """An act and its events. `seq` numbers the first event in the table's log."""

    seq: int
    act: a.AnyAction
    events: tuple[e.AnyEvent, ...]
    house: HouseReason = ""
    reserves: dict[str, int] = {}
    """Cents that came out of a meter's reserve when it was reset; the rest came from the cage."""
    state: str = ""
    """After a round is cleared: a fingerprint of the state, which a restart begins from."""
    version: str = ""
    """The version of the program that opened the round."""


class Commitment(Body, frozen=True):
    shuffle: int
    deck: int
    commitment: str


class OwnSeed(Body, frozen=True):
    """A player's own part of the seed; every seat can add one until the shuffle begins."""

    shuffle: int
    deck: int
    seat: int
    player: str
    seed: str


class Reveal(Body, frozen=True):
    """The seed of a shuffle whose cards are out of play; `ending` is settled or voided."""

    shuffle: int
    deck: int
    ending: str
    seed: str


class Ready(Body, frozen=True):
    seat: int


class Chips(Body, frozen=True):
    """A fill or a credit."""

    cents: int
    reason: str = ""


class Practice(Body, frozen=True):
    """A practice table from before practice chips had accounts of their own: from here on it uses them. What it had in
    its tray and on its layout is there as practice chips."""

    inventory: int
    layout: int


class Parked(Body, frozen=True):
    what: str
    """`parked`, `aside` (its game failed) or `resumed`."""


class Closed(Body, frozen=True):
    reason: str = ""


OF_TABLE: dict[str, type[Body]] = {
    "opened": Opened, "act": ActDone, "commitment": Commitment, "seed": OwnSeed, "reveal": Reveal, "ready": Ready,
    "fill": Chips, "credit": Chips, "practice": Practice,
    "parked": Parked, "closed": Closed,
}  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODERS = {kind: msgspec.json.Decoder(body) for kind, body in OF_TABLE.items()}


def encode(body: Body) -> bytes:
    return _ENCODER.encode(body)


def decode(row: Row) -> Body:
    return _DECODERS[row.kind].decode(row.body)


def close_faces(
    act: a.AnyAction, events: tuple[e.AnyEvent, ...], places: tuple[int, ...], mask: Callable[[int, Card], str]
) -> tuple[a.AnyAction, tuple[e.AnyEvent, ...]]:
    """The act and its events with every card that lies face down as a digest; `places` are the cards' places in the
    deck, in the order of the delivery."""
    if not isinstance(act, a.DealCards):
        return act, events
    closed: list[e.AnyEvent] = []
    brought: list[Card] = []
    for event in events:
        if isinstance(event, e.CardsDealt):
            here = places[len(brought) : len(brought) + len(event.cards)]
            cards = tuple(
                card if event.up or card == UNKNOWN else mask(place, card)
                for place, card in zip(here, event.cards, strict=True)
            )
            brought.extend(cards)
            event = replace(event, cards=cards)
        closed.append(event)
    assert len(brought) == len(act.cards), "every card brought was dealt"
    return a.DealCards(tuple(brought)), tuple(closed)


def open_faces(body: ActDone, unmask: Callable[[str], Card]) -> ActDone:
    """The body with its faces, as it was before `close_faces`."""
    if not isinstance(body.act, a.DealCards):
        return body
    act = a.DealCards(tuple(unmask(card) for card in body.act.cards))
    events = tuple(
        replace(event, cards=tuple(unmask(card) for card in event.cards)) if isinstance(event, e.CardsDealt) else event
        for event in body.events
    )
    return replace(body, act=act, events=events)


def records(row: Row, body: ActDone) -> list[Record]:
    """The row as records of the table's log."""
    return [
        Record(body.seq + place, row.at, row.by, event, body.act if place == 0 else None)
        for place, event in enumerate(body.events)
    ]
