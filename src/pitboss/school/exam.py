"""An examination: what it asks, a sitting of it, and the result that is signed and kept.

Nothing here has a clock. Who calls brings the time, in milliseconds since 1970; a result holds the moment at which it
began, and every other time in milliseconds since then."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.messages.tasks import AskMoves, DrillAnswer, DrillTask, TaskName, TaskVerdict
from pitboss.play.log import unlawful
from pitboss.rulebook.edition import Edition, difference, edition
from pitboss.rulebook.terms import Terms
from pitboss.school.drills import judge, make_task
from pitboss.table.rules import Rules

SCHOOL = 1
"""Which tasks a seed draws, and how answers are judged. Raised by whoever changes that, so that nobody takes an earlier
result for a forged one."""
HOUR = 3_600_000
MINUTE = 60_000
JUMP = MINUTE
"""Where somebody looks every few seconds, a longer step between two looks is the clock's."""
Whole = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Ended = Literal["finished", "handed_in", "out_of_time"]
"""Every task answered, handed in before that, or ended by the clock."""


# --- what is asked ----------------------------------------------------------------------------------------------------


class ExamPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Tasks of one drill in one game; how many, follows from the weight beside those of the other parts."""

    game: str
    drill: str
    topic: str = ""
    """One topic of the drill; all of them where it is empty."""
    weight: Annotated[int, Meta(ge=1, le=1000)] = 1
    covers: str = ""
    """What the rules on training call it, with their clause."""


class ObservedDuty(Struct, frozen=True, forbid_unknown_fields=True):
    """What training must cover and no engine can test: the instructor ticks it on the sheet."""

    title: str
    clause: str = ""


class Exam(Struct, frozen=True, forbid_unknown_fields=True):
    """An examination, as its file states it."""

    title: str
    tasks: Annotated[int, Meta(ge=1, le=200)]
    minutes: Annotated[int, Meta(ge=1, le=600)]
    pass_percent: Annotated[int, Meta(ge=1, le=100)]
    parts: Annotated[tuple[ExamPart, ...], Meta(min_length=1)]
    observed: tuple[ObservedDuty, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.game for part in self.parts))

    @property
    def digest(self) -> str:
        """A fingerprint: two exams with the same one ask alike."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:16]


class ExamGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The game of a sitting, with all that is needed to make its tasks again: folder and terms."""

    edition: Edition
    terms: Terms


class BadExam(ValueError):
    """An exam, or a result of one, that cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class ExamRefused(ValueError):
    """What a sitting does not take: an answer after the end, or a second one to the same task. Nothing is changed."""


def exam_game(rules: Rules) -> ExamGame:
    return ExamGame(edition(rules.game.id), rules.terms)


def rules_of(games: Sequence[ExamGame]) -> dict[str, Rules]:
    """The games of a sitting as they were, by their ids. Raises `BadExam` where they are not here any more."""
    faults = []
    for each in games:
        if why := unlawful(each.terms):
            faults.append(f"the terms of {each.terms.game} cannot be used here: {why}")
        elif (other := difference(each.terms.game, each.edition)) is not None and other.refused:
            faults.append(f"the exam was sat with {other}; take the folder of then")
    if faults:
        raise BadExam(faults)
    return {each.terms.game: rules_for(each.terms) for each in games}


# --- a sitting --------------------------------------------------------------------------------------------------------


class GivenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer. It stands once it is given."""

    task: Whole
    """Which task: its place among those of the sitting, from 0."""
    at: Whole
    """Milliseconds since the beginning."""
    answer: DrillAnswer


class ExamNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a reader of the result should know."""

    at: Whole
    kind: Literal["clock_set_back", "taken_up"]
    ms: Whole
    """How far the clock was set back, or how long the sitting was left alone."""


class ExamSitting(Struct, frozen=True, forbid_unknown_fields=True):
    """An exam that somebody sits: everything that is kept between two answers. It can be written down and taken up
    again at any time; the clock of the exam goes on meanwhile."""

    exam: Exam
    games: tuple[ExamGame, ...]
    who: str
    examiner: str
    seed: Whole
    tasks: tuple[TaskName, ...]
    started: Whole
    """Milliseconds since 1970."""
    answers: tuple[GivenAnswer, ...] = ()
    notes: tuple[ExamNote, ...] = ()
    reached: Whole = 0
    """The latest moment that was seen, in milliseconds since the beginning."""
    shift: Whole = 0
    """How far the clock was set back, less what it was set forward afterwards."""
    school: Whole = 1
    """The school that drew the tasks (`SCHOOL`)."""

    @property
    def limit(self) -> int:
        """Milliseconds that the exam lasts."""
        return self.exam.minutes * MINUTE

    @property
    def open(self) -> tuple[int, ...]:
        """The tasks without an answer."""
        answered = {each.task for each in self.answers}
        return tuple(place for place in range(len(self.tasks)) if place not in answered)


def tick(sitting: ExamSitting, now: int, *, watched: bool = True) -> ExamSitting:
    """The same sitting at this moment. Where the clock was set back, time goes on from the latest moment that was seen,
    and a note says so. A clock that was set back and jumps forward is being put right: the jump takes nothing of the
    time, up to what the clock was set back. `watched`: somebody looks every few seconds; otherwise a long step may be
    time that has passed, and counts."""
    at = now - sitting.started + sitting.shift
    step = at - sitting.reached
    if step >= 0:
        forward = min(sitting.shift, step) if watched and step > JUMP else 0
        return replace(sitting, reached=at - forward, shift=sitting.shift - forward)
    note = ExamNote(sitting.reached, "clock_set_back", -step)
    return replace(sitting, shift=sitting.shift - step, notes=(*sitting.notes, note))


def take_up(sitting: ExamSitting, now: int, since: int | None = None) -> ExamSitting:
    """A sitting that was left is gone on with. `since` is when it was left, in milliseconds since the beginning; where
    nobody knows better, nobody has watched it either, and it is the latest moment that was seen."""
    ticked = tick(sitting, now, watched=since is not None)
    left = sitting.reached if since is None else since
    note = ExamNote(ticked.reached, "taken_up", max(0, ticked.reached - left))
    return replace(ticked, notes=(*ticked.notes, note))


def time_left(sitting: ExamSitting) -> int:
    """Milliseconds until the end, as of the latest moment that was seen."""
    return max(0, sitting.limit - sitting.reached)


def give(sitting: ExamSitting, rules: Mapping[str, Rules], task: int, answer: DrillAnswer, now: int) -> ExamSitting:
    """An answer. `UnfitAnswer` where it has not the form that is asked for, `ExamRefused` where none is taken; the
    caller keeps `tick(sitting, now)` then."""
    ticked = tick(sitting, now)
    if not 0 <= task < len(sitting.tasks):
        raise ExamRefused(f"there is no task {task + 1}; this exam has tasks 1 to {len(sitting.tasks)}")
    if not time_left(ticked):
        raise ExamRefused(f"the {sitting.exam.minutes} minutes are over; what was answered before counts")
    if task not in sitting.open:
        raise ExamRefused(f"task {task + 1} has its answer; an answer that was given stands")
    name = sitting.tasks[task]
    judge(rules[name.game], name, answer)
    return replace(ticked, answers=(*sitting.answers, GivenAnswer(task, ticked.reached, answer)))


# --- the result -------------------------------------------------------------------------------------------------------


class PartScore(Struct, frozen=True, forbid_unknown_fields=True):
    """How one drill of one game went."""

    game: str
    drill: str
    right: Whole
    tasks: Whole


class ExamScore(Struct, frozen=True, forbid_unknown_fields=True):
    """What came of it. A task without an answer is a wrong one."""

    right: Whole
    tasks: Whole
    percent: Whole
    """Rounded down, so that the pass mark is never reached by rounding."""
    passed: bool
    marks: tuple[bool, ...]
    """Task by task."""
    parts: tuple[PartScore, ...]
    tasks_an_hour: Whole
    rounds_an_hour: Whole
    """Pace at tasks that settle a whole table; 0 where none was answered."""


class ExamResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A sitting that is over, with all that is needed to score it again, years later."""

    sitting: ExamSitting
    ended: Ended
    lasted: Whole
    """Milliseconds; at most the time of the exam."""
    score: ExamScore


def finish(sitting: ExamSitting, rules: Mapping[str, Rules], now: int) -> ExamResult:
    """The end: handed in by the trainee, or found to be over."""
    ticked = tick(sitting, now)
    late = ticked.reached >= ticked.limit and bool(ticked.open)
    ended: Ended = "out_of_time" if late else "handed_in" if ticked.open else "finished"
    lasted = min(ticked.reached, ticked.limit) if ticked.open else ticked.answers[-1].at
    return ExamResult(ticked, ended, lasted, score(ticked, rules, lasted))


def score(sitting: ExamSitting, rules: Mapping[str, Rules], lasted: int) -> ExamScore:
    """The score of these answers: every task made again from its name, every answer judged again."""
    took = times(sitting)
    given = {each.task: each.answer for each in sitting.answers}
    marks = tuple(
        place in given and judge(rules[name.game], name, given[place]).right for place, name in enumerate(sitting.tasks)
    )
    rounds = [took[place] for place in given if _whole_table(rules, sitting.tasks[place])]
    tasks, right = len(sitting.tasks), sum(marks)
    return ExamScore(
        right=right,
        tasks=tasks,
        percent=right * 100 // tasks,
        passed=right * 100 >= sitting.exam.pass_percent * tasks,
        marks=marks,
        parts=_parts(sitting.tasks, marks),
        tasks_an_hour=len(given) * HOUR // max(1, lasted),
        rounds_an_hour=len(rounds) * HOUR // max(1, sum(rounds)) if rounds else 0,
    )


def times(sitting: ExamSitting) -> dict[int, int]:
    """How long each answer took, in milliseconds: since the one before it, or the beginning."""
    before, took = 0, {}
    for each in sitting.answers:
        took[each.task] = each.at - before
        before = each.at
    return took


def verdicts(sitting: ExamSitting, rules: Mapping[str, Rules]) -> dict[int, tuple[DrillTask, TaskVerdict]]:
    """What was asked and is said of each answer, by the place of its task."""
    names = {each.task: sitting.tasks[each.task] for each in sitting.answers}
    made = {place: make_task(rules[name.game], name) for place, name in names.items()}
    return {
        each.task: (made[each.task], judge(rules[names[each.task].game], names[each.task], each.answer))
        for each in sitting.answers
    }


def _whole_table(rules: Mapping[str, Rules], name: TaskName) -> bool:
    ask = make_task(rules[name.game], name).ask
    return isinstance(ask, AskMoves) and ask.whole_table


def _parts(tasks: Sequence[TaskName], marks: Sequence[bool]) -> tuple[PartScore, ...]:
    found: dict[tuple[str, str], list[bool]] = {}
    for name, mark in zip(tasks, marks, strict=True):
        found.setdefault((name.game, name.drill), []).append(mark)
    return tuple(PartScore(game, drill, sum(each), len(each)) for (game, drill), each in found.items())
