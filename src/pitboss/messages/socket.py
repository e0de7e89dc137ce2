"""What is said at the socket of a table, by a client and by the house; docs/api.md tells when."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from pitboss.messages.base import Done
from pitboss.table.actions import AnyAction
from pitboss.table.offers import Offer
from pitboss.table.refusals import Refusal
from pitboss.table.views import Told, View

Speed = Literal["slow", "usual", "quick"]

# --- what a client says -----------------------------------------------------------------------------------------------


class SeedSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own part of the seed of a coming shuffle."""

    deck: int
    seed: str


class ReadySaid(Struct, frozen=True, forbid_unknown_fields=True):
    """No more wagers follow from this position."""

    seat: int


class RecallSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """What was told of the round of this row, up to it, is to be told again."""

    until: int


class Said(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A message from a client: its id and exactly one of `do`, `seed`, `ready`, `ping`, `recall` and `speed`."""

    id: str
    """Made by the client, new for every message: an act that is sent twice is done once."""
    do: AnyAction | UnsetType = UNSET
    as_: str | UnsetType = field(name="as", default=UNSET)
    """The role in which it is done, where one has several."""
    seed: SeedSaid | UnsetType = UNSET
    ready: ReadySaid | UnsetType = UNSET
    ping: Literal[True] | UnsetType = UNSET
    recall: RecallSaid | UnsetType = UNSET
    speed: Speed | UnsetType = UNSET
    """How quickly the automatic dealer works while nobody else sits at the table."""


# --- what the house says ----------------------------------------------------------------------------------------------


class Coming(Struct, frozen=True):
    """A commitment whose shuffle is still to come."""

    deck: int
    shuffle: int
    commitment: str
    seats: list[int]
    """Positions whose players have added a seed of their own."""


class Clock(Struct, frozen=True):
    """What runs out, for which position (0: everybody), in how many milliseconds."""

    what: str
    seat: int
    ms: int


class You(Struct, frozen=True):
    handle: str | None
    role: str


class Betting(Struct, frozen=True, kw_only=True):
    """While wagers are made: how it stands with those of a player who sits here."""

    chips: int
    """All your chips in cents, with those that lie on your positions."""
    short: bool
    """Nothing lies there, and your chips do not reach for the least wagers of a hand."""
    complete: bool
    """A hand can be dealt, and nothing lies on a position that would be left out."""
    lacks: str
    """What a position with wagers still needs for a hand, in words; empty where it needs nothing."""
    later: str
    """That the chips left do not reach for a wager that may follow the deal, in words; empty where they do."""


class HandInWords(Struct, frozen=True):
    """What the cards of a position make, as far as you see them; position 0 is the dealer."""

    seat: int
    words: str


class TableMessage(Struct, frozen=True, kw_only=True):
    """What was told, the table as you see it now, and what you may do."""

    seq: int
    told: list[Told]
    fair: list[Coming]
    ready: list[int]
    """Positions from which no more wagers follow."""
    clock: Clock | None
    view: View
    offers: list[Offer]
    balance: int | None
    """Your chips in cents; null for those who do not play."""
    betting: Betting | UnsetType = UNSET
    """While wagers are made, for those who play."""
    waits: list[str] | UnsetType = UNSET
    """What waits for a floorperson's ruling, in words, where something does."""
    hands: list[HandInWords] | UnsetType = UNSET
    """The hands of which you see something, in words: your own as far as it goes, the dealer's when it lies open."""


class Hello(TableMessage, frozen=True, tag="hello", tag_field="type", kw_only=True):
    """The first message of a connection: how the table is now, and what was missed."""

    gap: bool
    """So much was missed that it is not told again; the view is whole."""
    you: You


class Change(TableMessage, frozen=True, tag="change", tag_field="type", kw_only=True):
    """Something happened."""


class Meters(Struct, frozen=True, tag="meters", tag_field="type"):
    """Meters that another table feeds."""

    meters: dict[str, int]


class Accepted(Done, frozen=True, tag="done", tag_field="type", kw_only=True):
    """An act was accepted and is kept; its change came before."""

    id: str


class NotDone(Refusal, frozen=True, tag="refused", tag_field="type", kw_only=True):
    """An act was not accepted."""

    id: str | None
    """Null where the message could not be read so far."""


class Recalled(Struct, frozen=True, tag="recalled", tag_field="type"):
    """What was told of a round up to a row, told again."""

    id: str
    told: list[Told]
    gap: bool
    """The round is longer than is told again; nothing of it is told."""


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """Said before the house closes the connection."""

    code: str
    message: str


Message = Hello | Change | Meters | Accepted | NotDone | Recalled | Bye
