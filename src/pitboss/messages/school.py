"""The school: what there is to learn, where somebody stands, a task answered, and a class."""

from typing import Annotated

from msgspec import Meta

from pitboss.messages.base import AnswerBody, OnlyId
from pitboss.messages.tasks import Audience, DecisionWorth, DrillAnswer, DrillTask, Misstep, TaskName

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every program reads exactly."""
LONGEST_TASK = 3_600_000
"""Milliseconds: nobody is measured for longer."""

Took = Annotated[int, Meta(ge=0, le=LONGEST_TASK, description="Milliseconds from the task to the answer.")]


class TopicShown(AnswerBody):
    """One thing to be learnt, and where you stand."""

    topic: str
    title: str
    clauses: list[str]
    answers: int
    right: int
    recent: list[bool]
    """Your last answers, the oldest first: whether each was right."""
    accuracy: float | None
    """The share of the last answers that were right."""
    pace: int | None
    """Milliseconds that a right answer takes you, the middle of the last ones."""
    last: int | None
    """When you last answered."""
    due: int | None
    """When it comes back; None where it was never answered."""


class DrillShown(AnswerBody):
    """A kind of exercise in one game."""

    drill: str
    title: str
    about: str
    audience: Audience
    topics: list[TopicShown]


class SchoolGame(AnswerBody):
    game: str
    title: str
    drills: list[DrillShown]


class NeededShown(AnswerBody):
    """A topic that is worth practising now."""

    game: str
    drill: str
    topic: str
    audience: Audience
    why: Annotated[
        str, Meta(description="`due`: it has come back; `new`: never answered; `later`: nothing asks for it now.")
    ]


class SchoolShown(AnswerBody):
    """What there is to learn, and where you stand."""

    games: list[SchoolGame]
    needed: list[NeededShown]
    """What you need most first, of the exercises for dealers and of those for players."""
    now: int
    """The clock of the house."""


class TaskShown(AnswerBody):
    """A task; its solution is not in it."""

    task: DrillTask
    drill: str
    """The title of the drill."""
    topic: str
    """The title of the topic."""
    clauses: list[str]
    answered: bool
    """You have answered this one before: it is not counted again."""


class TaskAnswered(OnlyId, kw_only=True):
    name: TaskName
    """As the task has it."""
    answer: DrillAnswer
    took: Took


class VerdictShown(AnswerBody):
    right: bool
    missteps: list[Misstep]
    """What was wrong, each with its clause."""
    solution: DrillAnswer
    words: str
    """The right answer in words."""
    why: list[Misstep]
    """The rules behind it."""
    worth: DecisionWorth | None
    """Of a player's decision: what each choice is worth, exactly."""
    counted: bool
    """Whether it was counted; not where this task was answered before."""
    standing: TopicShown
    """Where you stand now."""
    follows: bool
    """Whether another task of the same series comes after it."""


class TraineeTopic(AnswerBody):
    game: str
    drill: str
    topic: str
    title: str
    answers: int
    right: int
    took: int
    """Milliseconds of all answers."""
    last: int


class Trainee(AnswerBody):
    """Somebody of the class."""

    handle: str
    answers: int
    right: int
    pace: int
    """Milliseconds an answer, on the average."""
    last: int
    """When he last answered."""
    topics: list[TraineeTopic]
    """The weakest first."""


class ClassShown(AnswerBody):
    trainees: list[Trainee]
    """By name."""
    topics: list[TraineeTopic]
    """Of all of them together, the weakest first."""
    guests: int
    """Guests who have practised; they are not listed."""


class PlayerSums(AnswerBody):
    """Your answers to exercises for players."""

    answers: int
    mistakes: int
    streak: int
    """Right answers since your last mistake."""
    longest: int
    """Your most right answers in a row."""
    cost: str
    """What your mistakes gave away, in units of the base wagers, exactly; of the newest five hundred."""
    cost_percent: float
    cost_cents: float
    waiting: int
    """Mistakes whose cost is still being worked out; ask again."""


class RuleTaught(AnswerBody):
    """A rule of the strategy that is taught, and what is still lost by somebody who knows it and those before it."""

    decision: str
    title: str
    """Of the decision."""
    number: int
    """Its place among the rules of the decision, from 1; 0 is the default alone, where no rule is known."""
    words: str
    cost: str
    """Against the best play, in units of the base over all deals, exactly; later decisions lose nothing yet."""
    cost_percent: float


class StrategyTaught(AnswerBody, tag="ready", tag_field="state"):
    game: str
    title: str
    unit: str
    """What the costs are parts of, in words."""
    best: str
    """What the best play brings, exactly."""
    best_percent: float
    rules: list[RuleTaught]
    """In the order in which they are learnt."""
