"""Signed records of exams for tests, answered by the engine's own solutions or by the first answer that comes."""

from collections.abc import Sequence
from pathlib import Path

from pitboss.games import usual
from pitboss.house.fair.keys import Keys
from pitboss.messages.tasks import AskChoice, ChoiceAnswer, DrillAnswer, DrillTask, NumberAnswer
from pitboss.school.drawing import begin
from pitboss.school.drills import judge, make_task
from pitboss.school.exam import Exam, ExamPart, ExamResult, ObservedDuty, finish, give
from pitboss.school.signed import ExamRecord, record_line, sign_result
from school.robots import some_answer

START = 1_800_000_000_000
"""2027-01-15, 08:00 UTC."""
STEP = 45_300


def small_exam(game: str, tasks: int = 6) -> Exam:
    """Hands to be read and stubs to be counted."""
    parts = (
        ExamPart(game, "read-hand", weight=2, covers="Reading hands (RULES 1)"),
        ExamPart(game, "count", "stub", covers="Counting"),
    )
    return Exam("Small exam", tasks, 30, 50, parts, (ObservedDuty("Accepting cash", "RULES 9"),))


def sat_exam(exam: Exam, wrongly: Sequence[int] = (), unanswered: Sequence[int] = (), seed: int = 7) -> ExamResult:
    """Somebody sits it: the engine's solutions, but the wrong answer at some places and none at others."""
    rules = {game: usual(game) for game in exam.games}
    sitting = begin(exam, rules, "Ann Lee", seed, START, examiner="Bob Ray")
    for place, name in enumerate(sitting.tasks):
        task = make_task(rules[name.game], name)
        answer = wrong_answer(task) if place in wrongly else solution(task)
        if place not in unanswered:
            sitting = give(sitting, rules, place, answer, START + (place + 1) * STEP)
    return finish(sitting, rules, START + 20 * STEP)


def solution(task: DrillTask) -> DrillAnswer:
    """The right answer."""
    return judge(usual(task.name.game), task.name, some_answer(task)).solution


def wrong_answer(task: DrillTask) -> DrillAnswer:
    """An answer that is wrong."""
    right = solution(task)
    if isinstance(right, NumberAnswer):
        return NumberAnswer(right.value + 1)
    assert isinstance(right, ChoiceAnswer) and isinstance(task.ask, AskChoice)
    return next(ChoiceAnswer((each.id,)) for each in task.ask.options if each.id not in right.ids)


def signed_record(result: ExamResult, key: Path) -> ExamRecord:
    keys = Keys.load(key, make=True)
    return sign_result(result, keys.public, keys.sign)


def write_record(path: Path, game: str, wrongly: Sequence[int] = ()) -> ExamRecord:
    """A record of a small exam of this game, in a file."""
    record = signed_record(sat_exam(small_exam(game), wrongly), path.with_name("examiner.key"))
    path.write_bytes(record_line(record))
    return record
