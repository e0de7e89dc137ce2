"""Exams: every record is signed by the house of then, tells what its rows tell, and is worth what it says: its tasks
are drawn again, every answer is judged again. What the store has of exams follows from the rows."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.fair.keys import fingerprint, signed_by
from pitboss.house.store.schema import HOUSE, exam_sittings, exams
from pitboss.house.trail import examined
from pitboss.house.trail.examined import GivenExam
from pitboss.house.trail.rekeyed import Rotation, in_force
from pitboss.house.trail.rows import Row
from pitboss.school.exam import SCHOOL, BadExam, ExamResult, GivenAnswer
from pitboss.school.exam_replay import replayed
from pitboss.school.signed import BadRecord, read_record, record_line
from pitboss.table.people import name


class _Given(Struct, frozen=True):
    by: str
    at: int
    given: GivenExam
    seed: str
    open: bool = True


class _Begun(Struct, frozen=True):
    exam: int
    who: str
    started: int
    seed: str
    answers: tuple[GivenAnswer, ...] = ()
    ended: int | None = None


class _Wrong(Exception):
    """What is wrong with a row, in words that follow its number."""


def check_exams(conn: Connection, public: str | None, rotations: list[Rotation], findings: Findings) -> None:
    """`public` is the key in force now, if it is known."""
    again = _ExamsAgain(public, rotations, findings)
    for row in rows(conn, HOUSE, kinds=(examined.KIND,)):
        try:
            again.take(row)
        except _Wrong as wrong:
            again.say(row, str(wrong))
        except (ValueError, LookupError, TypeError):
            again.say(row, "cannot be read")
    _check_stored(conn, again, findings)


class _ExamsAgain:
    """Follows the rows about exams, in order."""

    def __init__(self, public: str | None, rotations: list[Rotation], findings: Findings) -> None:
        self._public, self._rotations, self._findings = public, rotations, findings
        self.exams: dict[int, _Given] = {}
        self.sittings: dict[int, _Begun] = {}

    def say(self, row: Row, fault: str) -> None:
        text = f"row {row.number} of chain {HOUSE}, about an exam, {fault}"
        self._findings.add(text, HOUSE, row=row.number, kind="exam")

    def take(self, row: Row) -> None:
        match examined.read_row(row):
            case examined.ExamGiven() as said:
                if said.exam in self.exams:
                    raise _Wrong(f"gives exam {said.exam} a second time")
                self.exams[said.exam] = _Given(row.by, row.at, said.given, said.seed)
            case examined.ExamClosed() as said:
                self.exams[said.exam] = replace(self.exams[said.exam], open=False)
            case examined.SittingBegun() as said:
                self._begun(row, said)
            case examined.AnswerGiven() as said:
                begun = self._going_on(row, said.sitting)
                self.sittings[said.sitting] = replace(begun, answers=(*begun.answers, said.given))
            case examined.SittingEnded() as said:
                begun = self._going_on(row, said.sitting)
                self.sittings[said.sitting] = replace(begun, ended=row.number)
                for fault in self._record(row, said, begun):
                    self.say(row, fault)

    def _begun(self, row: Row, said: examined.SittingBegun) -> None:
        exam, who = self.exams[said.exam], name(row.by)
        if said.sitting in self.sittings or any((b.exam, b.who) == (said.exam, who) for b in self.sittings.values()):
            raise _Wrong("begins a sitting that was begun before")
        if not exam.open or (exam.given.trainees and who not in exam.given.trainees):
            raise _Wrong(f"begins exam {said.exam}, which {who} could not begin")
        self.sittings[said.sitting] = _Begun(said.exam, who, said.started, said.seed)

    def _going_on(self, row: Row, sitting: int) -> _Begun:
        """The sitting of a row: it has begun and not ended, and whoever made the row sits it."""
        begun = self.sittings[sitting]
        if begun.ended is not None:
            raise _Wrong(f"goes on with sitting {sitting}, which had ended")
        if row.by != "house" and name(row.by) != begun.who:
            raise _Wrong(f"goes on with sitting {sitting}, which is somebody else's")
        return begun

    def _record(self, row: Row, said: examined.SittingEnded, begun: _Begun) -> list[str]:
        try:
            _, signed = read_record(record_line(said.record), signed_by)
        except BadRecord as bad:
            return [f"has no record that counts: {bad}"]
        due = in_force(self._rotations, row.number, self._public)
        if due is not None and signed.public != due:
            return [f"has a record signed by {fingerprint(signed.public)}; the key of then is {fingerprint(due)}"]
        return self._otherwise(said.sitting, signed.result, begun) or self._worth(row, signed.result)

    def _otherwise(self, number: int, result: ExamResult, begun: _Begun) -> list[str]:
        """What the record says otherwise than the rows before it."""
        exam, sitting = self.exams[begun.exam], result.sitting
        digests = {examined.seed_of_sitting(number, sitting.seed): begun.seed}
        if exam.seed:
            digests[examined.seed_of_exam(begun.exam, sitting.seed)] = exam.seed
        told = {
            "another exam": examined.fits(sitting, exam.given),
            "another trainee": sitting.who == begun.who,
            "another examiner": sitting.examiner == name(exam.by),
            "another beginning": sitting.started == begun.started,
            "another seed": all(made == said for made, said in digests.items()),
            "other answers": sitting.answers == begun.answers,
        }
        return [f"has a record of {what} than its rows tell" for what, same in told.items() if not same]

    def _worth(self, row: Row, result: ExamResult) -> list[str]:
        if result.sitting.school != SCHOOL:
            self._findings.note(
                f"row {row.number} of chain {HOUSE} has a result of school {result.sitting.school}, and here is school "
                f"{SCHOOL}: its signature was checked, and its answers were not judged again"
            )
            return []
        try:
            return [f"has a result that is not worth what it says: {fault}" for fault in replayed(result)]
        except BadExam as bad:
            return [f"has a result that cannot be judged again: {bad}"]


# --- the store --------------------------------------------------------------------------------------------------------


def _check_stored(conn: Connection, again: _ExamsAgain, findings: Findings) -> None:
    stored_exams = {line.id: line for line in conn.execute(select(exams))}
    _compare("exam", stored_exams, again.exams, _exam_due, findings)
    for number in sorted(stored_exams.keys() & again.exams.keys()):
        seed = stored_exams[number].seed
        if ("" if seed is None else examined.seed_of_exam(number, seed)) != again.exams[number].seed:
            findings.add(f"exam {number}: its seed in the store is not that of the trail", HOUSE, kind="exam")
    stored = {line.id: line for line in conn.execute(select(exam_sittings))}
    _compare("sitting", stored, again.sittings, _sitting_due, findings)
    for number in sorted(stored.keys() & again.sittings.keys()):
        line = stored[number]
        if examined.seed_of_sitting(number, line.seed) != again.sittings[number].seed:
            findings.add(f"sitting {number}: its seed in the store is not that of the trail", HOUSE, kind="exam")


def _compare(what: str, stored: dict[int, Any], said: dict[int, Any], due: Any, findings: Findings) -> None:
    for number in sorted(stored.keys() | said.keys()):
        line, known = stored.get(number), said.get(number)
        if line is None or known is None:
            where = "the trail but not in the store" if line is None else "the store but not in the trail"
            findings.add(f"{what} {number} is in {where}", HOUSE, kind="exam")
            continue
        for column, value in due(known).items():
            if getattr(line, column) != value:
                text = f"{what} {number}: its {column} in the store is not that of the trail"
                findings.add(text, HOUSE, kind="exam")


def _exam_due(known: _Given) -> dict[str, Any]:
    body = msgspec.json.encode(known.given).decode()
    return {"given_by": known.by, "given_at": known.at, "body": body, "status": "open" if known.open else "closed"}


def _sitting_due(known: _Begun) -> dict[str, Any]:
    answers = msgspec.json.encode(known.answers).decode()
    return {
        "exam": known.exam, "handle": known.who, "started": known.started, "answers": answers, "row": known.ended,
    }  # fmt: skip
