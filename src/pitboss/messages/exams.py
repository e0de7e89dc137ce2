"""Exams in the house: given by a trainer, sat task after task, and what came of it. Nothing that is sent while somebody
sits an exam has a solution in it, or tells which seed his tasks are drawn from."""

from typing import Annotated, Literal

from msgspec import Meta

from pitboss.messages.base import AnswerBody, Handle, OnlyId
from pitboss.messages.tasks import DrillAnswer, DrillTask, Misstep

LONGEST_EXAM = 48 * 1024
"""Characters of an exam file that is sent."""
MOST_TRAINEES = 200

Seeds = Annotated[
    Literal["same", "different"],
    Meta(description="`same`: everybody has the same tasks; `different`: each trainee has his own."),
]


class ExamAsked(OnlyId, kw_only=True):
    """An exam to be given: the one that covers what a game's state asks, or one of your own."""

    game: Annotated[str, Meta(max_length=80, description="Whose default exam it is, where there is no `text`.")] = ""
    state: Annotated[str, Meta(max_length=40, description="Of another state than the game's.")] = ""
    text: Annotated[str, Meta(max_length=LONGEST_EXAM, description="An exam file (TOML).")] = ""
    seeds: Seeds = "different"
    trainees: Annotated[
        tuple[Handle, ...], Meta(max_length=MOST_TRAINEES, description="Who may sit it; nobody named: everybody.")
    ] = ()


class ExamText(AnswerBody):
    """An exam as a file, to be changed and given."""

    game: str
    state: str
    states: list[str]
    """Whose rules on training are known."""
    text: str


class OwnSitting(AnswerBody):
    """Where somebody stands in an exam."""

    sitting: int
    handle: str
    open: bool
    answered: int
    started: int
    left: int
    """Milliseconds that are left; 0 once it has ended."""
    percent: int | None = None
    """Once it has ended."""
    passed: bool | None = None
    rounds_an_hour: int | None = None
    lasted: int | None = None
    number: str = ""
    """Of the record, once it has ended and may be taken."""


class ExamListed(AnswerBody):
    exam: int
    title: str
    games: list[str]
    """Their titles."""
    tasks: int
    minutes: int
    pass_percent: int
    given_by: str
    given_at: int
    seeds: Seeds
    open: bool
    """Whether it can be begun."""
    mine: OwnSitting | None = None
    """Your own sitting."""
    begun: int | None = None
    """How many have begun it, for trainers."""
    ended: int | None = None


class ExamsShown(AnswerBody):
    """Exams, the newest first: those that you may sit or have sat; for trainers all of them."""

    exams: list[ExamListed]
    may_give: bool
    now: int
    """The clock of the house."""


class SittingShown(AnswerBody):
    """A sitting as it stands: the next task, and the time that is left."""

    sitting: int
    exam: int
    title: str
    open: bool
    tasks: int
    answered: int
    minutes: int
    left: int
    """Milliseconds."""
    place: int | None = None
    """Which task it is, from 0; None once the exam has ended."""
    drill: str = ""
    """The title of its drill."""
    task: DrillTask | None = None
    """Its name has neither topic, seed nor place: they are told with the result."""


class ExamAnswered(OnlyId, kw_only=True):
    task: Annotated[int, Meta(ge=0, le=1000, description="Which task, from 0.")]
    answer: DrillAnswer


class AnswerTaken(AnswerBody):
    """An answer that is kept. What is right is said at the end."""

    again: bool
    """It had been kept before; nothing happened this time."""
    sitting: SittingShown


class PartShown(AnswerBody):
    """How one drill of one game went."""

    game: str
    drill: str
    title: str
    right: int
    tasks: int


class ExamTaskShown(AnswerBody):
    """One task of an exam that has ended."""

    place: int
    task: DrillTask
    drill: str
    right: bool
    answer: DrillAnswer | None = None
    """None where there was none: the task counts as wrong, and no verdict is made of it."""
    took: int | None = None
    """Milliseconds."""
    missteps: tuple[Misstep, ...] = ()
    """What was wrong, each with its clause."""
    solution: DrillAnswer | None = None
    words: str = ""
    """The right answer in words."""
    why: tuple[Misstep, ...] = ()
    """The rules behind it."""


class ExamNoteShown(AnswerBody):
    at: int
    """Milliseconds since the beginning."""
    kind: Annotated[str, Meta(description="`clock_set_back` or `taken_up`.")]
    ms: int
    """How far the clock was set back, or how long the sitting was left alone."""


class ExamResultShown(AnswerBody):
    """What came of an exam. The same stands in the signed record. Where everybody has the same tasks, a trainee has his
    score alone until nobody can sit them any more."""

    sitting: int
    exam: int
    title: str
    who: str
    examiner: str
    started: int
    ended: Annotated[str, Meta(description="`finished`, `handed_in` or `out_of_time`.")]
    lasted: int
    minutes: int
    pass_percent: int
    right: int
    tasks: int
    percent: int
    passed: bool
    tasks_an_hour: int
    rounds_an_hour: int
    number: str
    """Of the record, as papers name it."""
    seed: int | None
    parts: list[PartShown]
    notes: list[ExamNoteShown]
    each: list[ExamTaskShown]
    held: str = ""
    """Why the number, the seed, the parts and the tasks are not told yet; empty where they are."""


class ExamClass(AnswerBody):
    """The results of a class."""

    exam: ExamListed
    text: str
    """The exam as a file."""
    trainees: list[OwnSitting]
    """By name."""
    missing: list[str]
    """Who was named and has not begun."""
