"""The staff's work: what is due, what can go wrong now, how the equipment stands."""

from msgspec import field

from pitboss.messages.base import AnswerBody, Asked
from pitboss.table.actions import AnyAction, Called
from pitboss.table.naming import CardNamed
from pitboss.table.offers import Offer


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
    flows: bool
    """It asks nothing of whoever does it: it may be done together with what came before it."""


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
    player: str = ""
    """Who sits at the position that it is about; empty where it is about none."""
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
    named: list[CardNamed]
    """The cards that the act which is due brings, in their order, where people name them: at a physical deck that no
    shoe has read."""
    left: dict[str, int] | None
    """Where people name cards: how many of each have not been seen. Null where they do not."""


class ForeseenAsked(Asked):
    """An act that is not done yet."""

    do: AnyAction
    as_: str | None = field(name="as", default=None)
    """The role in which it would be done, where one has several."""


class Foreseen(AnswerBody):
    """What would follow from an act."""

    grave: bool
    """Whether a deck would leave the table, or a round, a hand or wagers would be lost."""
    follows: list[str]
    """Each of these in words, in the order in which they would come."""


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
    offers: list[Offer]
    """The rulings that you may give here now."""
    rulings: dict[str, str]
    """Every ruling in words, by its name; empty where nothing waits."""
    absent: list[int]
    """Positions whose players have no page of this table open."""
    decks: list[DeckShown]
    shuffler: str
    shoe: str
    uncounted: int
    """Rounds since the stub was last counted."""
    meters: dict[str, int]
    """What each meter of the table shows, in cents."""
    practice: bool
    proposals: int
    """New terms that wait for somebody's approval."""


class BusinessLine(AnswerBody):
    """What a table did in a stretch of time; cents."""

    table: int
    name: str
    practice: bool
    """Its amounts are practice chips."""
    rounds: int
    last_hour: int
    """Rounds cleared within the last hour."""
    wagered: int
    win: int
    """Wagers less what came back, less what went to meters, and what meters paid."""


class BusinessSum(AnswerBody):
    """All tables of one kind of chips; cents."""

    practice: bool
    rounds: int
    wagered: int
    win: int
    walk_ins: int
    """Of the win, what players without an account lost: their chips are not bought here."""
    drop: int
    """Money that became chips, at the cage; of practice chips, what was given out."""
    paid_out: int
    """Chips that became money."""
    hold: float | None
    """Win from players with an account against the drop; null where nothing was dropped."""


class BusinessShown(AnswerBody):
    at: int
    """Until when: milliseconds since 1970."""
    tables: list[BusinessLine]
    sums: list[BusinessSum]


class ExpectedLine(AnswerBody):
    """What the wagers of a table were to bring, for the rounds that can be held against something; cents."""

    table: int
    practice: bool
    expected: float
    win: int
    """What the same wagers brought: payout limits and what meters pay are left out."""


class ExpectedShown(AnswerBody):
    at: int
    """When it was looked at: milliseconds since 1970."""
    tables: list[ExpectedLine]


class PatronFound(AnswerBody):
    """Somebody who plays, found by the beginning of a name."""

    handle: str
    balance: int
    """Real chips, in cents."""
    seats: list[str]
    """The tables at which he sits."""


class SubmissionText(AnswerBody):
    submission: str
    """The terms in force as a Rules Submission, TOML: a place to begin."""
