"""A round told again: how the table lay after each of its events."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from pitboss.cards.deck import Card

ResultKind = Literal["won", "lost", "even", "cut"]
"""`cut`: what a payout limit takes off."""


class CardsLaid(Struct, frozen=True, omit_defaults=True):
    """The cards at a place."""

    cards: tuple[Card, ...] = ()
    """Faces as this reader may know them, `??` for the others."""
    down: tuple[int, ...] = ()
    """The places of those that lie face down, counted from 0."""


class ResultLaid(Struct, frozen=True, omit_defaults=True):
    """What a wager came to."""

    wager: str
    """Empty where it is paid for the hand of somebody else."""
    title: str
    said: str
    """The odds as the table stated them, or what else became of it, in short."""
    kind: ResultKind
    net: int = 0
    """What it brought the position, in cents."""


class SeatLaid(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position: of what is not named here, everything is as it was one event before."""

    number: int
    player: str | UnsetType = UNSET
    wagers: dict[str, int] | UnsetType = UNSET
    """What lies on each area, in cents."""
    lammers: tuple[str, ...] | UnsetType = UNSET
    """Those of the wagers that were collected beforehand and are still alive."""
    cards: CardsLaid | UnsetType = UNSET
    hand: str | UnsetType = UNSET
    """What the cards make, in words, once they are shown."""
    out: bool | UnsetType = UNSET
    """Folded, void, forfeited or left."""
    results: tuple[ResultLaid, ...] | UnsetType = UNSET
    net: int | UnsetType = UNSET
    """What the round has brought the position so far, in cents."""


class TableLaid(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the table lies after an event, as one reader may know it: what is not named here lies as it did before."""

    seats: tuple[SeatLaid, ...] = ()
    gone: tuple[int, ...] = ()
    """Positions that were left, and at which nothing lies."""
    dealer: CardsLaid | UnsetType = UNSET
    dealer_hand: str | UnsetType = UNSET
    """What the dealer's cards make, in words, once they are shown."""
    community: CardsLaid | UnsetType = UNSET
    box: CardsLaid | UnsetType = UNSET
    burn: CardsLaid | UnsetType = UNSET
    aside: CardsLaid | UnsetType = UNSET
