"""What one wants to know after a round: its decisions with what they were worth, and what was luck and what was not.
Exact figures are fractions, written as text; those for a chart are numbers."""

from typing import Literal

from pitboss.messages.base import AnswerBody
from pitboss.messages.odds import Worth

MarkName = Literal["good", "small", "costly"]
"""A small mistake gives away less than a tenth of the base, a costly one more."""
Counting = Literal["ready", "working", "unknown"]
"""`unknown`: the worth cannot be counted."""


class DecisionMarked(AnswerBody):
    """One of your own decisions."""

    seq: int
    """The event of the round that it is; 0 where it is told at once."""
    seat: int
    step: str
    choice: str
    label: str
    clock: bool
    """Whether the clock chose, because you had not."""
    cards: list[str]
    """Your own, as you saw them then."""
    board: list[str]
    """The community cards that lay open then."""
    state: Counting
    unit: str
    """What the values are parts of, in words."""
    stake: int
    """What lay on it, in cents."""
    mark: MarkName | None
    best: str
    """The best choice, in words."""
    cost: str
    """What the choice gave away, in units of the base, exactly."""
    cost_percent: float
    cost_cents: float
    choices: list[Worth]
    """What you could choose, each with its exact worth by what you saw then."""


class DecisionVerdict(AnswerBody, tag="ready", tag_field="state"):
    """Your last decision at a table."""

    round: int
    decision: DecisionMarked


class RoundDecisions(AnswerBody):
    on: bool
    """Whether this house has a coach: otherwise nothing is valued."""
    waiting: int
    """Decisions that are still being counted; ask again."""
    decisions: list[DecisionMarked]


class RoundReckoned(AnswerBody):
    """One of your rounds. Amounts in cents, your own positions together."""

    table: int
    name: str
    """Of the table."""
    game: str
    title: str
    """Of the game."""
    round: int
    at: int
    """When it was cleared."""
    void: bool
    practice: bool
    irregularities: int
    wagered: int
    returned: int
    net: int
    """What came back less what was wagered."""
    cards: list[list[str]]
    """Those of your positions, one after the other, as you saw them at the end."""
    dealer: list[str]
    """Those of the dealer's that were turned up."""
    community: list[str]
    state: Counting
    """`unknown`: what it was to bring is not compared, since it was void or unusual or cannot be counted."""
    decisions: int
    mistakes: int
    worst: MarkName | None
    cost: str
    """What mistakes gave away, exactly."""
    cost_cents: float
    expected: str | None
    """What the wagers were to bring under the best play, exactly."""
    expected_cents: float
    luck_cents: float
    """What it brought otherwise than was to be expected of these decisions; 0 where that is not compared."""
    deviation_cents: float
    """The standard deviation of the round. Where it had several wagers, which share cards, it is the most it can be."""


class ReckonedSum(AnswerBody):
    """Rounds together: of practice chips, or of real ones. Result = expected - given away + luck + not compared."""

    practice: bool
    rounds: int
    net: int
    compared: int
    """Rounds whose result can be compared with what was to be expected."""
    expected_cents: float
    cost_cents: float
    """What mistakes gave away in the rounds that are compared."""
    luck_cents: float
    not_compared_cents: int
    deviation_cents: float
    """Of what the compared rounds bring together."""
    decisions: int
    mistakes: int


class Reckoning(AnswerBody):
    on: bool
    """Whether this house has a coach: otherwise nothing is compared."""
    rounds: list[RoundReckoned]
    """The one that ended last first."""
    sums: list[ReckonedSum]
    waiting: int
    """Rounds that are still being counted; ask again."""
    next: str | None
    """`before` of the next page."""
    session_since: int
    """When you logged in: milliseconds since 1970."""


class DecisionCosted(AnswerBody):
    """One of your decisions that gave something away."""

    table: int
    name: str
    """Of the table."""
    game: str
    title: str
    """Of the game."""
    round: int
    seq: int
    """The event of the round that it is."""
    at: int
    """When the round was cleared."""
    practice: bool
    seat: int
    step: str
    clock: bool
    """Whether the clock chose, because you had not."""
    label: str
    """What was chosen, in words."""
    best: str
    """What was best, in words."""
    unit: str
    """What the cost is a part of, in words."""
    cards: list[str]
    """Your own, as you saw them then."""
    board: list[str]
    """The community cards that lay open then."""
    dealer: list[str]
    """Those of the dealer's that lay open then."""
    mark: MarkName
    cost: str
    """In units of the base, exactly."""
    cost_percent: float
    cost_cents: float


class HabitTold(AnswerBody):
    """A mistake that you make again and again."""

    game: str
    title: str
    """Of the game."""
    about: str
    """With which hands; empty: with any."""
    says: str
    """What is done, in a sentence."""
    times: int
    cases: int
    """How often another choice was best, with such hands."""
    cost: str
    """What all of it gave away, in cents, exactly."""
    cost_cents: float
    practice: bool
    examples: list[DecisionCosted]
    """The costliest of them."""


class DecisionsReport(AnswerBody):
    on: bool
    """Whether this house has a coach: otherwise nothing is valued."""
    waiting: int
    """Rounds that are still being counted; ask again."""
    decisions: int
    """Those whose worth is known."""
    mistakes: int
    costliest: list[DecisionCosted]
    """The costliest first."""
    habits: list[HabitTold]
    """The costliest first; those with practice chips after those with real ones."""
