"""Exams: trainers give them and see what came of them; trainees sit them, task after task. No solution leaves the house
before the end of a sitting."""

from contextlib import suppress
from typing import Annotated

from msgspec import Meta
from sqlalchemy import Connection
from starlette.responses import Response

from pitboss.house.people import accounts
from pitboss.house.people.permits import acting_for, permitted
from pitboss.house.people.sessions import Session
from pitboss.house.schooling import exams as kept
from pitboss.house.schooling.examining import no_sitting
from pitboss.house.schooling.exams import KeptExam, KeptSitting
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import JSON, AnswerShown, Endpoints
from pitboss.house.server.routes.rulebook import known_game
from pitboss.messages.base import OnlyId
from pitboss.messages.exams import (
    AnswerTaken,
    ExamAnswered,
    ExamAsked,
    ExamClass,
    ExamListed,
    ExamNoteShown,
    ExamResultShown,
    ExamsShown,
    ExamTaskShown,
    ExamText,
    OwnSitting,
    PartShown,
    SittingShown,
)
from pitboss.messages.tasks import DrillAnswer, DrillTask, TaskVerdict
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games as known_games
from pitboss.school.drills import DRILLS
from pitboss.school.exam import BadExam, Exam, ExamResult, time_left, times
from pitboss.school.signed import record_line
from pitboss.school.training import syllabi
from pitboss.table.people import name
from pitboss.table.refusals import RefusedAct, refuse

HELD = "your result is kept; it is shown when the exam is closed and nobody sits it any more"
LONGEST_ALLOWED = 4_000
"""Characters of all the faults of an exam file together."""
ExamNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of an exam.")]
SittingNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a sitting.")]
Word = Annotated[str, Meta(max_length=80)]
FILE = AnswerShown("The signed record of the result.", None, (JSON,))

routes = Endpoints("school", "/api/v1/school")


# --- trainers -------------------------------------------------------------------------------------------------------


@routes.get("/exams/text", 401, 403, 404, 422, 429)
async def exam_text(desk: Desk, session: Signed, game: Word, state: Word = "") -> ExamText:
    """The exam that covers what a state asks of the dealers of a game, as a file to be changed."""
    desk.permits(session, "give_exam")
    known_game(game)
    exam = await _exam(desk, game, state, "")
    return ExamText(game, state, list(syllabi()), await desk.examining.text_of(exam))


@routes.post("/exams", 400, 401, 403, 404, 409, 413, 422, 429)
async def give_exam(desk: Desk, asked: ExamAsked, session: Signed) -> ExamListed:
    """Give an exam to everybody with an account, or to those you name."""
    mine = desk.permits(session, "give_exam")
    if bool(asked.text) == bool(asked.game):
        raise refuse("exam", "this names no exam", allowed="the text of an exam file, or the game whose exam it is")
    if asked.game:
        known_game(asked.game)
    exam = await _exam(desk, asked.game, asked.state, asked.text)
    trainees = await desk.read(lambda conn: _named(conn, asked.trainees))
    by = acting_for(mine.person, "give_exam")
    given = await desk.examining.give(exam, asked.seeds, trainees, by, asked.id)
    return _listed(given, None, (0, 0))


@routes.post("/exams/{exam}/close", 400, 401, 403, 404, 409, 413, 422)
async def close_exam(desk: Desk, exam: ExamNumber, asked: OnlyId, session: Signed) -> ExamListed:
    """Nobody begins it from now on. Who sits it goes on."""
    mine = desk.permits(session, "give_exam")
    found = await desk.examining.close(exam, acting_for(mine.person, "give_exam"), asked.id)
    counted = await desk.read(kept.counted)
    return _listed(found, None, counted.get(exam, (0, 0)))


@routes.get("/exams/{exam}/class", 401, 403, 404, 422, 429)
async def exam_class(desk: Desk, exam: ExamNumber, session: Signed) -> ExamClass:
    """What came of an exam: everybody who has begun it."""
    desk.permits(session, "see_class")
    found = await _found(desk, exam)
    there = await desk.read(lambda conn: kept.sittings_in(conn, exam))
    trainees = [await _own(desk, each) for each in sorted(there, key=lambda each: each.handle.casefold())]
    begun = {each.handle for each in trainees}
    return ExamClass(
        exam=_listed(found, None, (len(trainees), sum(not each.open for each in trainees))),
        text=await desk.examining.text_of(found.given.exam),
        trainees=trainees,
        missing=[each for each in found.given.trainees if each not in begun],
    )


# --- trainees -------------------------------------------------------------------------------------------------------


@routes.get("/exams", 401, 403, 422)
async def exams(desk: Desk, session: Signed) -> ExamsShown:
    """The exams that you may sit, and what came of those that you have sat. Trainers see every exam."""
    mine = desk.permits(session, "sit_exam")
    handle, trains = mine.person.handle, permitted(mine.person, "give_exam")
    found, own, counted = await desk.read(
        lambda conn: (kept.newest_exams(conn), kept.sittings_of(conn, handle), kept.counted(conn))
    )
    sat = {each.exam: await _own(desk, each) for each in own}
    for exam, told in sat.items():
        if told.number and await _held(desk, exam, session):
            told.number = ""
    shown = [
        _listed(
            each,
            sat.get(each.id),
            counted.get(each.id, (0, 0)) if trains else None,
        )
        for each in found
        if trains or each.id in sat or (each.open and each.invites(handle) and not mine.person.guest)
    ]
    return ExamsShown(shown, trains, desk.house.clock())


@routes.post("/exams/{exam}/sitting", 400, 401, 403, 404, 409, 413, 422, 429)
async def begin_exam(desk: Desk, exam: ExamNumber, asked: OnlyId, session: Signed) -> SittingShown:
    """Begin an exam, or go on with it where you left it. Its time runs from the beginning to the end."""
    mine = desk.permits(session, "sit_exam")
    if mine.person.guest:
        raise refuse("guest", "an exam is sat by somebody with an account", given=mine.person.handle)
    found = await _found(desk, exam)
    handle = mine.person.handle
    if not found.invites(handle):
        raise kept.no_exam(exam)
    by = acting_for(mine.person, "sit_exam")
    return await _shown(desk, await desk.examining.begin(found, handle, by, asked.id))


@routes.get("/sittings/{sitting}", 401, 403, 404, 409, 422, 429)
async def sitting(desk: Desk, sitting: SittingNumber, session: Signed) -> SittingShown:
    """Where your exam stands: the next task, and the time that is left."""
    await _mine(desk, sitting, session)
    return await _shown(desk, await desk.examining.look(sitting, trainee=True))


@routes.post("/sittings/{sitting}/answers", 400, 401, 403, 404, 409, 413, 422, 429)
async def exam_answer(desk: Desk, sitting: SittingNumber, asked: ExamAnswered, session: Signed) -> AnswerTaken:
    """Your answer to a task. It is acknowledged once it is kept, and stands."""
    mine = await _mine(desk, sitting, session)
    by = acting_for(mine.person, "sit_exam")
    after, again = await desk.examining.answer(sitting, asked.task, asked.answer, by, asked.id)
    return AnswerTaken(again, await _shown(desk, after))


@routes.post("/sittings/{sitting}/end", 400, 401, 403, 404, 409, 413, 422, 429)
async def hand_in(desk: Desk, sitting: SittingNumber, asked: OnlyId, session: Signed) -> SittingShown:
    """Hand in before the time is over. A task without an answer is a wrong one."""
    mine = await _mine(desk, sitting, session)
    return await _shown(desk, await desk.examining.hand_in(sitting, acting_for(mine.person, "sit_exam"), asked.id))


# --- results --------------------------------------------------------------------------------------------------------


@routes.get("/sittings/{sitting}/result", 401, 403, 404, 409, 422, 429)
async def exam_result(desk: Desk, sitting: SittingNumber, session: Signed) -> ExamResultShown:
    """What came of an exam, with the verdict of every task: your own, or as a trainer anybody's. Where everybody has
    the same tasks, your score alone until the exam is closed, or all who were named have begun, and nobody sits it."""
    found = await _readable(desk, sitting, session)
    result, number = await desk.examining.result(found)
    if await _held(desk, found.exam, session):
        return _result(found, result, "", [], held=True)
    judged = await desk.examining.judged(result.sitting)
    return _result(found, result, number, judged)


@routes.get("/sittings/{sitting}/record", 401, 403, 404, 409, 422, also={200: FILE})
async def exam_record(desk: Desk, sitting: SittingNumber, session: Signed) -> Response:
    """The signed record of a result, as a file; your own as soon as the result is shown."""
    found = await _readable(desk, sitting, session)
    record = await desk.examining.record(found)
    if await _held(desk, found.exam, session):
        raise refuse("exam_held", HELD)
    headers = {"content-disposition": f'attachment; filename="pitboss-exam-{record.number}.json"'}
    return Response(record_line(record), media_type=JSON, headers=headers)


# --- whose it is ----------------------------------------------------------------------------------------------------


async def _exam(desk: Desk, game: str, state: str, text: str) -> Exam:
    """The exam that is asked for; all the faults of its file in one refusal."""
    try:
        return await desk.examining.exam_of(game, state, text)
    except BadExam as error:
        given = "one fault" if len(error.faults) == 1 else f"{len(error.faults)} faults"
        allowed = "; ".join(error.faults)[:LONGEST_ALLOWED]
        raise refuse("exam", "this cannot become an exam", given=given, allowed=allowed) from None


def _named(conn: Connection, handles: tuple[str, ...]) -> tuple[str, ...]:
    """These people, as their accounts write them."""
    people = [accounts.existing(conn, handle).person for handle in handles]
    guests = [each.handle for each in people if each.guest]
    if guests:
        raise refuse("guest", "an exam is sat by somebody with an account", given=", ".join(guests))
    return tuple(dict.fromkeys(each.handle for each in people))


async def _found(desk: Desk, exam: int) -> KeptExam:
    found: KeptExam | None = await desk.read(lambda conn: kept.exam_numbered(conn, exam))
    if found is None:
        raise kept.no_exam(exam)
    return found


async def _mine(desk: Desk, sitting: int, session: Session | None) -> Session:
    """Whoever sits it himself: nobody else answers, or sees a task."""
    mine = desk.permits(session, "sit_exam")
    found: KeptSitting | None = await desk.read(lambda conn: kept.sitting_numbered(conn, sitting))
    if found is None or found.handle != mine.person.handle:
        raise no_sitting(sitting)
    return mine


async def _readable(desk: Desk, sitting: int, session: Session | None) -> KeptSitting:
    """A sitting whose result this person may see: his own, or as a trainer anybody's."""
    mine = desk.permits(session, "sit_exam")
    found: KeptSitting | None = await desk.read(lambda conn: kept.sitting_numbered(conn, sitting))
    if found is None or found.handle != mine.person.handle:
        desk.permits(session, "see_class")
    if found is None:
        raise no_sitting(sitting)
    return found if found.row is not None else await desk.examining.look(sitting, trainee=False)


async def _held(desk: Desk, exam: int, session: Session | None) -> bool:
    """Whether this person has to wait for his result, as it could help others who have the same tasks."""
    mine = desk.permits(session, "sit_exam")
    if permitted(mine.person, "see_class"):
        return False
    now = desk.house.clock()
    held: bool = await desk.read(lambda conn: kept.held_back(conn, exam, now))
    return held


# --- in words and figures -------------------------------------------------------------------------------------------


def _listed(found: KeptExam, mine: OwnSitting | None, counted: tuple[int, int] | None) -> ExamListed:
    exam = found.given.exam
    return ExamListed(
        exam=found.id,
        title=exam.title,
        games=[book(game).title if game in known_games() else game for game in exam.games],
        tasks=exam.tasks,
        minutes=exam.minutes,
        pass_percent=exam.pass_percent,
        given_by=name(found.given_by),
        given_at=found.given_at,
        seeds=found.given.seeds,
        open=found.open,
        mine=mine,
        begun=counted[0] if counted else None,
        ended=counted[1] if counted else None,
    )


async def _own(desk: Desk, found: KeptSitting) -> OwnSitting:
    if found.row is None:
        with suppress(RefusedAct):  # it cannot end with the rules that are here
            found = await desk.examining.look(found.id, trainee=False)
    sitting = found.sitting
    told = OwnSitting(
        sitting=found.id,
        handle=found.handle,
        open=found.row is None,
        answered=len(sitting.answers),
        started=sitting.started,
        left=time_left(sitting) if found.row is None else 0,
    )
    if found.row is not None:
        result, told.number = await desk.examining.result(found)
        told.percent, told.passed = result.score.percent, result.score.passed
        told.rounds_an_hour, told.lasted = result.score.rounds_an_hour, result.lasted
    return told


async def _shown(desk: Desk, found: KeptSitting) -> SittingShown:
    sitting = found.sitting
    told = SittingShown(
        sitting=found.id,
        exam=found.exam,
        title=sitting.exam.title,
        open=found.row is None,
        tasks=len(sitting.tasks),
        answered=len(sitting.answers),
        minutes=sitting.exam.minutes,
        left=time_left(sitting) if found.row is None else 0,
    )
    if found.row is None:
        told.place, told.task = await desk.examining.task(sitting)
        told.drill = DRILLS[told.task.name.drill].title
    return told


def _result(
    found: KeptSitting,
    result: ExamResult,
    number: str,
    judged: list[tuple[DrillTask, TaskVerdict | None]],
    *,
    held: bool = False,
) -> ExamResultShown:
    sitting, score = result.sitting, result.score
    took, given = times(sitting), {each.task: each.answer for each in sitting.answers}
    return ExamResultShown(
        sitting=found.id,
        exam=found.exam,
        title=sitting.exam.title,
        who=sitting.who,
        examiner=sitting.examiner,
        started=sitting.started,
        ended=result.ended,
        lasted=result.lasted,
        minutes=sitting.exam.minutes,
        pass_percent=sitting.exam.pass_percent,
        right=score.right,
        tasks=score.tasks,
        percent=score.percent,
        passed=score.passed,
        tasks_an_hour=score.tasks_an_hour,
        rounds_an_hour=score.rounds_an_hour,
        number=number,
        seed=None if held else sitting.seed,
        parts=[
            PartShown(each.game, each.drill, DRILLS[each.drill].title, each.right, each.tasks)
            for each in (() if held else score.parts)
        ],
        notes=[ExamNoteShown(each.at, each.kind, each.ms) for each in sitting.notes],
        each=[
            _task(place, task, score.marks[place], verdict, given.get(place), took.get(place))
            for place, (task, verdict) in enumerate(judged)
        ],
        held=f"{HELD.capitalize()}." if held else "",
    )


def _task(
    place: int,
    task: DrillTask,
    right: bool,
    verdict: TaskVerdict | None,
    answer: DrillAnswer | None,
    took: int | None,
) -> ExamTaskShown:
    told = ExamTaskShown(place, task, DRILLS[task.name.drill].title, right, answer, took)
    if verdict is not None:
        told.missteps, told.why = verdict.missteps, verdict.why
        told.solution, told.words = verdict.solution, verdict.words
    return told
