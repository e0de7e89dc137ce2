"""Exams and sittings as the store has them. Each change is one transaction: a row of the house's own chain, and the
line that follows from it."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, func, insert, select, update

from pitboss.house.store.schema import HOUSE, exam_sittings, exams, trail
from pitboss.house.trail import examined
from pitboss.house.trail.asked import earlier, reused
from pitboss.house.trail.examined import GivenExam
from pitboss.house.trail.rows import append, as_row, hold
from pitboss.messages.tasks import TaskName
from pitboss.school.exam import ExamNote, ExamSitting, GivenAnswer, tick, time_left
from pitboss.school.signed import ExamRecord
from pitboss.table.people import name
from pitboss.table.refusals import RefusedAct, refuse

E, S = exams.c, exam_sittings.c
NEWEST = 500
"""Exams that are listed."""


class KeptExam(Struct, frozen=True):
    """An exam that was given."""

    id: int
    given_by: str
    given_at: int
    given: GivenExam
    seed: int | None
    open: bool

    def invites(self, handle: str) -> bool:
        return not self.given.trainees or handle in self.given.trainees


class KeptSitting(Struct, frozen=True):
    """A sitting, and where it stands."""

    id: int
    exam: int
    sitting: ExamSitting
    version: int
    row: int | None
    """The row of the chain that has its record; None while it goes on."""

    @property
    def handle(self) -> str:
        return self.sitting.who


class ChangedMeanwhile(Exception):
    """Somebody else has changed the sitting since it was read: look again."""


# --- reading ----------------------------------------------------------------------------------------------------------


def exam_numbered(conn: Connection, number: int) -> KeptExam | None:
    found = conn.execute(select(exams).where(E.id == number)).first()
    return None if found is None else _exam(found)


def newest_exams(conn: Connection) -> list[KeptExam]:
    """The newest first."""
    return [_exam(found) for found in conn.execute(select(exams).order_by(E.id.desc()).limit(NEWEST))]


def sitting_numbered(conn: Connection, number: int) -> KeptSitting | None:
    return next(iter(_sittings(conn, S.id == number)), None)


def sitting_of(conn: Connection, exam: int, handle: str) -> KeptSitting | None:
    return next(iter(_sittings(conn, (S.exam == exam) & (S.handle == handle))), None)


def sittings_of(conn: Connection, handle: str) -> list[KeptSitting]:
    """What somebody sits and has sat."""
    return _sittings(conn, S.handle == handle)


def sittings_in(conn: Connection, exam: int) -> list[KeptSitting]:
    return _sittings(conn, S.exam == exam)


def sittings_open(conn: Connection) -> list[KeptSitting]:
    return _sittings(conn, S.row.is_(None))


def counted(conn: Connection) -> dict[int, tuple[int, int]]:
    """Of every exam how many sit it or have, and how many have ended."""
    asked = select(S.exam, func.count(), func.count(S.row)).group_by(S.exam)
    return {exam: (int(begun), int(ended)) for exam, begun, ended in conn.execute(asked)}


def held_back(conn: Connection, number: int, now: int) -> bool:
    """Whether a result of this exam has to wait: everybody has the same tasks, and somebody still sits them or may yet
    begin."""
    exam = _there(conn, number)
    if exam.given.seeds != "same":
        return False
    there = sittings_in(conn, number)
    if any(each.row is None and time_left(tick(each.sitting, now)) for each in there):
        return True
    named = set(exam.given.trainees)
    return exam.open and not (named and named <= {each.handle for each in there})


def record_of(conn: Connection, kept: KeptSitting) -> ExamRecord:
    """The signed record of a sitting that has ended."""
    t = trail.c
    found = conn.execute(select(trail).where(t.chain == HOUSE, t.number == kept.row)).one()
    body = examined.read_row(as_row(found))
    assert isinstance(body, examined.SittingEnded)
    return body.record


def _exam(found: Row[Any]) -> KeptExam:
    given = msgspec.json.decode(found.body, type=GivenExam)
    return KeptExam(found.id, found.given_by, found.given_at, given, found.seed, found.status == "open")


def _sittings(conn: Connection, which: Any) -> list[KeptSitting]:
    found = conn.execute(select(exam_sittings).where(which).order_by(S.id)).all()
    known: dict[int, KeptExam] = {}
    for number in {each.exam for each in found}:
        exam = exam_numbered(conn, number)
        assert exam is not None
        known[number] = exam
    return [_sitting(each, known[each.exam]) for each in found]


def _sitting(found: Row[Any], exam: KeptExam) -> KeptSitting:
    sitting = ExamSitting(
        exam=exam.given.exam,
        games=exam.given.games,
        who=found.handle,
        examiner=name(exam.given_by),
        seed=found.seed,
        tasks=msgspec.json.decode(found.tasks, type=tuple[TaskName, ...]),
        started=found.started,
        answers=msgspec.json.decode(found.answers, type=tuple[GivenAnswer, ...]),
        notes=msgspec.json.decode(found.notes, type=tuple[ExamNote, ...]),
        reached=found.reached,
        shift=found.shift,
        school=exam.given.school,
    )
    return KeptSitting(found.id, found.exam, sitting, found.version, found.row)


# --- changing ---------------------------------------------------------------------------------------------------------


def before(conn: Connection, by: str, act_id: str) -> examined.AnyExamRow | None:
    """In a transaction: what this person's id led to. A refusal where it was given to something else than an exam."""
    hold(conn)
    row = earlier(conn, by, act_id)
    if row is None:
        return None
    if row.kind != examined.KIND:
        raise RefusedAct(reused(act_id))
    return examined.read_row(row)


def give(conn: Connection, given: GivenExam, seed: int | None, by: str, act_id: str, at: int) -> KeptExam:
    """A new exam, or the one that this id gave before."""
    done = before(conn, by, act_id)
    if done is not None:
        if not isinstance(done, examined.ExamGiven) or done.given != given:
            raise RefusedAct(reused(act_id))
        return _there(conn, done.exam)
    number = (conn.execute(select(func.max(E.id))).scalar() or 0) + 1
    said = examined.ExamGiven(number, given, "" if seed is None else examined.seed_of_exam(number, seed))
    row = append(conn, examined.KIND, by, said, at, act_id=act_id)
    body = msgspec.json.encode(given).decode()
    line = {"id": number, "given_by": by, "given_at": row.at, "body": body, "seed": seed, "status": "open"}
    conn.execute(insert(exams).values(line))
    return _there(conn, number)


def close(conn: Connection, exam: int, by: str, act_id: str, at: int) -> KeptExam:
    """Nobody begins it any more; who sits it goes on."""
    done = before(conn, by, act_id)
    if done is not None and done != examined.ExamClosed(exam):
        raise RefusedAct(reused(act_id))
    found = _there(conn, exam)
    if done is None and found.open:
        append(conn, examined.KIND, by, examined.ExamClosed(exam), at, act_id=act_id)
        conn.execute(update(exams).where(E.id == exam).values(status="closed"))
    return replace(found, open=False)


def begin(conn: Connection, exam: int, sitting: ExamSitting, by: str, act_id: str) -> KeptSitting:
    """A new sitting, or the one that this person has of the exam."""
    done = before(conn, by, act_id)
    if done is not None and not (isinstance(done, examined.SittingBegun) and done.exam == exam):
        raise RefusedAct(reused(act_id))
    mine = sitting_of(conn, exam, sitting.who)
    if mine is not None:
        return mine
    if not _there(conn, exam).open:
        raise closed(exam)
    number = (conn.execute(select(func.max(S.id))).scalar() or 0) + 1
    digest = examined.seed_of_sitting(number, sitting.seed)
    said = examined.SittingBegun(number, exam, sitting.started, digest)
    append(conn, examined.KIND, by, said, sitting.started, act_id=act_id)
    made = KeptSitting(number, exam, sitting, 1, None)
    tasks = msgspec.json.encode(sitting.tasks).decode()
    line = {"id": number, "exam": exam, "handle": sitting.who, "seed": sitting.seed, "tasks": tasks}
    conn.execute(insert(exam_sittings).values(line | {"started": sitting.started, "version": 1} | _progress(sitting)))
    return made


def answer(conn: Connection, found: KeptSitting, after: ExamSitting, by: str, act_id: str, at: int) -> KeptSitting:
    """The last answer of `after` is new."""
    hold(conn)
    _unchanged(conn, found, after)
    append(conn, examined.KIND, by, examined.AnswerGiven(found.id, after.answers[-1]), at, act_id=act_id)
    return replace(found, sitting=after, version=found.version + 1)


def go_on(conn: Connection, found: KeptSitting, after: ExamSitting) -> KeptSitting:
    """Its time and its notes have gone on."""
    _unchanged(conn, found, after)
    return replace(found, sitting=after, version=found.version + 1)


def passed(conn: Connection, some: list[tuple[KeptSitting, ExamSitting]]) -> None:
    """Time has passed, and nothing else. Who changes a sitting at this moment tells the time himself."""
    for found, after in some:
        same = (S.id == found.id) & (S.version == found.version) & S.row.is_(None)
        conn.execute(update(exam_sittings).where(same).values(_progress(after)))


def end(
    conn: Connection, found: KeptSitting, after: ExamSitting, record: ExamRecord, by: str, act_id: str | None, at: int
) -> KeptSitting:
    """The record goes into the chain."""
    hold(conn)
    _unchanged(conn, found, after)
    row = append(conn, examined.KIND, by, examined.SittingEnded(found.id, record), at, act_id=act_id)
    conn.execute(update(exam_sittings).where(S.id == found.id).values(row=row.number))
    return replace(found, sitting=after, version=found.version + 1, row=row.number)


def _unchanged(conn: Connection, found: KeptSitting, after: ExamSitting) -> None:
    """Writes where the sitting has come to, if it is still as it was found."""
    same = (S.id == found.id) & (S.version == found.version) & S.row.is_(None)
    values = {**_progress(after), "version": found.version + 1}
    if conn.execute(update(exam_sittings).where(same).values(values)).rowcount != 1:
        raise ChangedMeanwhile


def _progress(sitting: ExamSitting) -> dict[str, Any]:
    return {
        "answers": msgspec.json.encode(sitting.answers).decode(),
        "notes": msgspec.json.encode(sitting.notes).decode(),
        "reached": sitting.reached,
        "shift": sitting.shift,
    }


def _there(conn: Connection, exam: int) -> KeptExam:
    found = exam_numbered(conn, exam)
    if found is None:
        raise no_exam(exam)
    return found


def no_exam(exam: int) -> RefusedAct:
    return refuse("no_exam", "there is no such exam for you", given=exam, allowed="a number from /api/v1/school/exams")


def closed(exam: int) -> RefusedAct:
    return refuse("exam_closed", "this exam is closed: nobody begins it any more", given=exam)
