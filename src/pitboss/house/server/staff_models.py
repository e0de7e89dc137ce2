"""The shapes of what staff are told of their work: what is due, what can go wrong now, how the equipment stands."""

from pydantic import Field

from pitboss.house.server.models import Told


class Cited(Told):
    """A clause with what it asks, in our words."""

    clause: str
    text: str


class DutyShown(Told):
    do: str = Field(description="The act that is due, as acts are named.")
    by: str = Field(description="The role it belongs to.")
    guide: str = Field(description="The name of the step in the rulebook's data.")
    title: str
    clause: str
    text: str = Field(description="What the clause asks.")
    also: list[Cited] = Field(description="Clauses that are carried out with it.")
    reminders: list[Cited] = Field(description="What only people can do; no software records it.")
    deck: int = Field(description="The deck it is about; 0: none.")
    seat: int = Field(description="The position it is about; 0: none.")
    wager: str
    waits: bool = Field(description="Nothing forces it yet: wagers may still come, or nobody is at the table.")


class DeckShown(Told):
    number: int
    stage: str
    preshuffled: bool
    in_play: bool = Field(description="The deck in play, or the one that comes next.")
    in_play_at: int | None = Field(description="Since when, in milliseconds since 1970.")
    hours: int | None = Field(description="After how many hours it must be changed; null: no such rule.")


class ReportShown(Told):
    """What raised a matter, as it stands in the trail."""

    at: int = Field(description="When, in milliseconds since 1970.")
    by: str = Field(description="The role in which it was reported.")
    name: str = Field(description="Who reported it; empty where the house did.")
    title: str = Field(description="The irregularity, in the rulebook's words; empty where only chips were counted.")
    detail: str = Field(description="What was seen, in the words of whoever reported it.")
    chips: int | None = Field(description="Chips counted, where they are what does not agree.")
    expected: int | None = Field(description="Chips that should have been there.")


class MatterShown(Told):
    matter: str
    seat: int
    title: str
    report: ReportShown | None = Field(None, description="For those who may rule here; null for everybody else.")


class IrregularityShown(Told):
    kind: str
    kind_title: str = Field(description="One title for all cases of this kind.")
    title: str
    consequence: str
    clause: str
    text: str
    reading: str = Field(description="The reading by which the clause is understood here, where there is one.")
    by: list[str]
    during: list[str] = Field(description="The moments at which it can happen, in words.")
    now: bool = Field(description="Whether this is such a moment.")
    places: list[str] = Field(description="Where the cards lie, or which device it is.")
    compare: str = Field(description="few or many: fewer or more cards than there should be.")
    ruling: str = Field(description="The ruling with which it is reported, where it needs one.")
    missing: str = Field(description="Why it cannot be reported although this is its moment: no such device is there.")


class WorkShown(Told):
    """A table from the staff's side. No face-down card is in it."""

    seq: int
    moment: str = Field(description="The step the round is at, in words.")
    due: DutyShown | None = Field(description="Null while a player is to decide.")
    turn: int = Field(description="The position whose turn it is; 0: none.")
    procedure: str
    shuffler: str
    shoe: str
    idle: bool
    decks: list[DeckShown]
    deck_size: int
    stub: int = Field(description="Cards of the deck in play that have not left it, by the record.")
    uncounted: int = Field(description="Rounds since the stub was last counted.")
    places: dict[str, int] = Field(description="How many cards lie at each place, by the record.")
    matters: list[MatterShown]
    inventory: int | None = Field(description="Chips in the tray, for those who may see money; cents.")
    irregularities: list[IrregularityShown] = Field(description="All the rulebook knows under these terms.")


class WorkLine(Told):
    """A table in the list of the staff's work."""

    id: int
    name: str
    game: str
    title: str
    dealer: str
    cards: str
    round: int
    moment: str
    seats_taken: int
    seats: int
    due: DutyShown | None
    turn: int
    matters: list[MatterShown]


class SubmissionText(Told):
    submission: str = Field(description="The terms in force as a Rules Submission, TOML: a place to begin.")


class TableLine(Told):
    """A table in the record."""

    id: int
    name: str
    game: str
    open: bool
