"""What the house's own chain tells of exams: which were given, who began one, every answer, and the record at the end.

The seed stands there only as a digest until the end, when the record tells it: whoever may read the trail cannot work
out the tasks of somebody who still sits."""

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from pitboss.house.trail.rows import Row
from pitboss.school.exam import Exam, ExamGame, ExamSitting, GivenAnswer
from pitboss.school.signed import ExamRecord

KIND = "exam"
Seeds = Literal["same", "different"]
"""Whether everybody has the same tasks, or each trainee his own."""


class GivenExam(Struct, frozen=True, forbid_unknown_fields=True):
    """An exam that a trainer gives."""

    exam: Exam
    games: tuple[ExamGame, ...]
    """As they are played in it, for everybody and to the end."""
    seeds: Seeds
    trainees: tuple[str, ...] = ()
    """Who may sit it; where it is empty, everybody with an account."""
    school: int = 1
    """The school that draws the tasks (`pitboss.school.exam.SCHOOL`)."""


class ExamRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what"):
    """The base of what such a row has."""


class ExamGiven(ExamRow, frozen=True, tag="given"):
    exam: int
    given: GivenExam
    seed: str = ""
    """The digest of the seed that everybody has."""


class ExamClosed(ExamRow, frozen=True, tag="closed"):
    """Nobody begins it from now on."""

    exam: int


class SittingBegun(ExamRow, frozen=True, tag="begun"):
    sitting: int
    exam: int
    started: int
    seed: str
    """Its digest."""


class AnswerGiven(ExamRow, frozen=True, tag="answered"):
    sitting: int
    given: GivenAnswer


class SittingEnded(ExamRow, frozen=True, tag="ended"):
    sitting: int
    record: ExamRecord


AnyExamRow = ExamGiven | ExamClosed | SittingBegun | AnswerGiven | SittingEnded
_DECODER: msgspec.json.Decoder[AnyExamRow] = msgspec.json.Decoder(AnyExamRow)


def read_row(row: Row) -> AnyExamRow:
    """What stands in a row of this kind."""
    return _DECODER.decode(row.body)


def seed_of_exam(exam: int, seed: int) -> str:
    """The digest under which the trail has the seed of everybody in an exam."""
    return _digest("exam", exam, seed)


def seed_of_sitting(sitting: int, seed: int) -> str:
    """The same of one sitting."""
    return _digest("sitting", sitting, seed)


def _digest(what: str, number: int, seed: int) -> str:
    return sha256(f"pitboss-exam-seed-1\n{what} {number}\n{seed}".encode()).hexdigest()


def fits(sitting: ExamSitting, given: GivenExam) -> bool:
    """Whether it is a sitting of this exam, by the games as they were given."""
    return (sitting.exam, sitting.games, sitting.school) == (given.exam, given.games, given.school)
