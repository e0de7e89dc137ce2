"""Tables: what they are, and what is asked of them beside acts."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from pitboss.messages.base import AnswerBody, OnlyId, Reason
from pitboss.messages.socket import Coming
from pitboss.messages.terms_form import ChangeShown
from pitboss.rulebook.terms import Terms
from pitboss.table.actions import AnyAction
from pitboss.table.layout import LaidOut, WagerSign
from pitboss.table.views import View

LONGEST_SUBMISSION = 60_000


class Seats(AnswerBody):
    taken: int
    all: int


class WagerLimits(AnswerBody):
    wager: str
    title: str
    """What the wager is called at the table."""
    minimum: int
    maximum: int
    increment: int


class TableShown(AnswerBody):
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
    """automatic or person"""
    cards: str
    """shuffle or feed"""
    practice: bool
    """For practice only: no regulator has approved these terms."""


class TableListed(TableShown):
    """A table in the list of tables, with what helps to choose one."""

    brief: str
    """What the game is about, in one sentence."""
    cloth: list[str]
    """The colour of its cloth in the middle and at the rail."""
    easy: int
    """How easy its game is for somebody who has never played, as its folder says: 2 very, 1 rather, 0 not said."""
    asked: str
    """Who has to decide now; empty where nobody has."""
    left: int | None
    """Milliseconds until the clock closes the bets or decides for a player; null where none runs."""


class LayoutShown(LaidOut, frozen=True):
    """The layout of a table."""

    signs: tuple[WagerSign, ...] | UnsetType = UNSET
    """What each wager pays, and its limits; left out where the question was `brief`."""


class TableDetails(TableShown, kw_only=True):
    terms: Terms | UnsetType = UNSET
    """Left out where the question was `brief`."""
    layout: LayoutShown
    view: View
    seq: int
    fair: list[Coming]
    """The commitments whose shuffles are still to come."""


class TableAsked(OnlyId):
    submission: Annotated[str, Meta(min_length=1, max_length=LONGEST_SUBMISSION)]
    """A Rules Submission, as TOML text."""
    dealer: Literal["automatic", "person"] = "automatic"
    cards: Literal["shuffle", "feed"] = "shuffle"
    links: Annotated[dict[str, str], Meta(max_length=8)] = field(default_factory=dict)
    """Meters shared with other tables: the table's name of each and the name under which all feed it. The own meter of
    a closed table, as 12/Progressive, is taken over with what is in it."""


class CloseAsked(OnlyId):
    reason: Reason = ""


class SeedAsked(OnlyId):
    deck: Annotated[int, Meta(ge=1, le=9)]
    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class ReadyAsked(OnlyId):
    seat: Annotated[int, Meta(ge=1, le=20)]


class FeedAsked(OnlyId):
    cards: Annotated[list[Annotated[str, Meta(min_length=2, max_length=3)]], Meta(min_length=1, max_length=60)]
    face_up: bool = False
    """These cards were found face up in the shoe: an irregularity, no deal."""
    turned_up: Literal["", "ShowCards", "SettleHand", "SettleTable"] = ""
    """These cards lie on the table, some of them unread, and are turned up now by this act of the dealer's: the faces
    of all of them."""
    seats: Annotated[list[Annotated[int, Meta(ge=1, le=20)]], Meta(max_length=20)] = field(default_factory=list)
    """Whose cards are turned up: one position for SettleHand, those that count for SettleTable."""


class FeedKey(AnswerBody):
    key: str
    """Shown this once. The shoe sends it as `Authorization: Feed KEY`."""


class ProposalAsked(OnlyId):
    submission: Annotated[str, Meta(min_length=1, max_length=LONGEST_SUBMISSION)]


class ProposalShown(AnswerBody):
    id: int
    table: int
    status: str
    proposed_by: str
    proposed_at: int
    approved_by: str
    approved_at: int
    digest: str
    terms: Terms
    changes: list[ChangeShown]
    """What it has otherwise than the terms in force, field by field."""


class ActAsked(OnlyId):
    """An act at a table."""

    do: AnyAction
    as_: str | None = field(name="as", default=None)
    """The role in which it is done, where one has several."""
