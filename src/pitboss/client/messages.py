"""The messages of a table's socket, and the answers of the API that the client reads."""

from typing import Any

import msgspec
from msgspec import Struct

from pitboss.table.offers import Offer
from pitboss.table.views import Told, View


class Clock(Struct, frozen=True):
    """What runs out, for which position (0: everybody), in how many milliseconds."""

    what: str
    seat: int
    ms: int


class You(Struct, frozen=True):
    handle: str | None
    role: str


class Hello(Struct, frozen=True, tag="hello", tag_field="type", kw_only=True):
    """The first message of a connection: how the table is now, and what was missed."""

    seq: int
    told: list[Told]
    fair: list[dict[str, Any]]
    ready: list[int]
    clock: Clock | None
    view: View
    offers: list[Offer]
    balance: int | None
    you: You
    gap: bool
    later: str = ""
    """While wagers are made: that the chips left do not reach for a wager that may follow, where it is so."""
    waits: list[str] = []
    """What waits for a floorperson's ruling, in words."""


class Change(Struct, frozen=True, tag="change", tag_field="type", kw_only=True):
    """Something happened: what was told, the table as you see it now, and what you may do."""

    seq: int
    told: list[Told]
    fair: list[dict[str, Any]]
    ready: list[int]
    clock: Clock | None
    view: View
    offers: list[Offer]
    balance: int | None
    gap: bool = False
    """After a break so much was missed that it is not told again; the view is whole."""
    later: str = ""
    """While wagers are made: that the chips left do not reach for a wager that may follow, where it is so."""
    waits: list[str] = []
    """What waits for a floorperson's ruling, in words."""


class Meters(Struct, frozen=True, tag="meters", tag_field="type"):
    """Meters that another table feeds."""

    meters: dict[str, int]


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    id: str
    seq: int
    again: bool = False


class NotDone(Struct, frozen=True, tag="refused", tag_field="type"):
    id: str | None
    code: str
    message: str
    clause: str = ""
    given: str = ""
    allowed: str = ""


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    code: str
    message: str


Message = Hello | Change | Meters | Done | NotDone | Bye
MESSAGE = msgspec.json.Decoder(Message)


class Seats(Struct, frozen=True):
    taken: int
    all: int


class WagerLimits(Struct, frozen=True):
    wager: str
    title: str
    minimum: int
    maximum: int
    increment: int


class TableInfo(Struct, frozen=True):
    """A table in the list of the house; amounts are cents."""

    id: int
    name: str
    game: str
    title: str
    limits: list[WagerLimits]
    seats: Seats
    meters: dict[str, int]
    step: str
    round: int
    paytables: dict[str, str]
    dealer: str
    cards: str
    practice: bool
    """Guests play here, and nowhere else."""


class Me(Struct, frozen=True):
    handle: str
    roles: list[str]
    guest: bool
    balance: int
    """Real chips; of a guest, who has no others, practice chips. Cents."""
    seats: list[dict[str, int]]
    practice: int = 0
    """Practice chips, which count at practice tables and nowhere else; cents."""


class Entered(Struct, frozen=True):
    token: str
    handle: str
    roles: list[str]
    balance: int
