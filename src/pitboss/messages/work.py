"""The staff's work: what is due, what can go wrong now, how the equipment stands."""

from pitboss.messages.base import AnswerBody
from pitboss.table.actions import Called


class ClauseShown(AnswerBody):
    """A clause with what it asks, in our words."""

    clause: str
    text: str


class DutyShown(AnswerBody):
    do: str
    """The act that is due, as acts are named."""
    by: str
    """The role it belongs to."""
    yours: bool
    """Whether one of your roles may do it."""
    guide: str
    """The name of the step in the rulebook's data."""
    title: str
    clause: str
    text: str
    """What the clause asks."""
    also: list[ClauseShown]
    """Clauses that are carried out with it."""
    reminders: list[ClauseShown]
    """What only people can do; no software records it."""
    deck: int
    """The deck it is about; 0: none."""
    seat: int
    """The position it is about; 0: none."""
    wager: str
    waits: bool
    """Nothing forces it yet: wagers may still come, or nobody is at the table."""


class DeckShown(AnswerBody):
    number: int
    stage: str
    preshuffled: bool
    in_play: bool
    """The deck in play, or the one that comes next."""
    in_play_at: int | None
    """Since when, in milliseconds since 1970."""
    hours: int | None
    """After how many hours it must be changed; null: no such rule."""


class ReportShown(AnswerBody):
    """What raised a matter, as it stands in the trail."""

    at: int
    """When, in milliseconds since 1970."""
    by: str
    """The role in which it was reported."""
    name: str
    """Who reported it; empty where the house did."""
    title: str
    """The irregularity, in the rulebook's words; empty where only chips or cards were counted."""
    said: str
    """The same as a sentence: what was reported or counted."""
    detail: str
    """What was seen, in the words of whoever reported it."""
    chips: int | None
    """Chips counted, where they are what does not agree."""
    expected: int | None
    """Chips that should have been there."""
    about: Called | None = None
    """What the dealer has put before the floorperson, as an act; null where a matter came up in another way."""


class MatterShown(AnswerBody):
    matter: str
    seat: int
    title: str
    report: ReportShown | None = None
    """For those who may rule here; null for everybody else."""


class IrregularityShown(AnswerBody):
    kind: str
    kind_title: str
    """One title for all cases of this kind."""
    title: str
    consequence: str
    clause: str
    text: str
    reading: str
    """The reading by which the clause is understood here, where there is one."""
    by: list[str]
    during: list[str]
    """The moments at which it can happen, in words."""
    now: bool
    """Whether this is such a moment."""
    places: list[str]
    """Where the cards lie, or which device it is."""
    compare: str
    """few or many: fewer or more cards than there should be."""
    ruling: str
    """The ruling with which it is reported, where it needs one."""
    missing: str
    """Why it cannot be reported although this is its moment: no such device is there."""


class WorkShown(AnswerBody):
    """A table from the staff's side. No face-down card is in it."""

    seq: int
    moment: str
    """The step the round is at, in words."""
    due: DutyShown | None
    """Null while a player is to decide."""
    turn: int
    """The position whose turn it is; 0: none."""
    procedure: str
    shuffler: str
    shoe: str
    idle: bool
    decks: list[DeckShown]
    deck_size: int
    stub: int
    """Cards of the deck in play that have not left it, by the record."""
    uncounted: int
    """Rounds since the stub was last counted."""
    places: dict[str, int]
    """How many cards lie at each place, by the record."""
    absent: list[int]
    """Positions whose players have no page of this table open; somebody without an account needs none."""
    matters: list[MatterShown]
    inventory: int | None
    """Chips in the tray, for those who may see money; cents."""
    irregularities: list[IrregularityShown]
    """All the rulebook knows under these terms."""
    rulings: dict[str, str]
    """Every ruling in words, by its name; and what follows where nobody rules, by the kind of irregularity."""


class WorkLine(AnswerBody):
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


class SubmissionText(AnswerBody):
    submission: str
    """The terms in force as a Rules Submission, TOML: a place to begin."""
