"""An exam that was sat, as statements of the Experience API (xAPI 1.0.3) for a school's own system: one for each
answer, one that it is completed, one that it was passed or failed. They follow from the signed record alone, ids
included: sent twice, they are the same statements."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from pitboss.messages.tasks import (
    Ask,
    AskChoice,
    AskNumber,
    ChoiceAnswer,
    DealerMove,
    DrillAnswer,
    DrillTask,
    NumberAnswer,
    TaskName,
    TaskVerdict,
)
from pitboss.school.exam import Exam, times, verdicts
from pitboss.school.signed import ExamRecord, SignedExam
from pitboss.table.rules import Rules

LANGUAGE = "en-US"
VERB = "http://adlnet.gov/expapi/verbs/"
ACTIVITY = "http://adlnet.gov/expapi/activities/"
PLATFORM = "Pitboss"
_ZERO = datetime(1970, 1, 1, tzinfo=UTC)


def exam_activity(exam: Exam, home: str) -> str:
    """The id of an exam as an activity."""
    return f"{home}/school/exams/{exam.digest}"


def statements(record: ExamRecord, said: SignedExam, rules: Mapping[str, Rules], home: str) -> list[dict[str, Any]]:
    """The statements of a record, in the order of time; `home` is the address of the school, without a slash at its
    end, in which names and ids have their meaning."""
    result = said.result
    sitting, exam = result.sitting, result.sitting.exam
    whole = {"objectType": "Activity", "id": exam_activity(exam, home), "definition": _exam_definition(exam)}
    context = _context(record, said, home, {"grouping": [{"objectType": "Activity", "id": f"{home}/school"}]})
    within = _context(record, said, home, {"parent": [{"objectType": "Activity", "id": whole["id"]}]})
    took, answered = times(sitting), verdicts(sitting, rules)
    made = []
    for given in sitting.answers:
        task, verdict = answered[given.task]
        told = _answered(verdict, given.answer, took[given.task])
        made.append(("answered", _task_activity(task, verdict, home), told, within, given.at))
    score = result.score
    duration = {"duration": _duration(result.lasted)}
    done = {"completion": True, **duration}
    marks = {"scaled": score.right / score.tasks, "raw": score.right, "min": 0, "max": score.tasks}
    judged = {"success": score.passed, "completion": True, "score": marks, **duration}
    made.append(("completed", whole, done, context, result.lasted))
    made.append(("passed" if score.passed else "failed", whole, judged, context, result.lasted))
    return [
        {
            "id": str(uuid5(NAMESPACE_URL, f"{home}/school/records/{record.number}/statements/{place}")),
            "actor": _agent(sitting.who, home),
            "verb": {"id": VERB + verb, "display": {LANGUAGE: verb}},
            "object": thing,
            "result": told,
            "context": around,
            "timestamp": _moment(sitting.started + at),
        }
        for place, (verb, thing, told, around, at) in enumerate(made)
    ]


def _agent(name: str, home: str) -> dict[str, Any]:
    return {"objectType": "Agent", "name": name, "account": {"homePage": home, "name": name}}


def _context(record: ExamRecord, said: SignedExam, home: str, around: dict[str, Any]) -> dict[str, Any]:
    sitting = said.result.sitting
    examiner = {"instructor": _agent(sitting.examiner, home)} if sitting.examiner else {}
    return {
        "registration": str(uuid5(NAMESPACE_URL, f"{home}/school/records/{record.number}")),
        **examiner,
        "contextActivities": around,
        "platform": PLATFORM,
        "language": LANGUAGE,
        "extensions": {
            f"{home}/school/extensions/record": record.number,
            f"{home}/school/extensions/seed": sitting.seed,
        },
    }


def _exam_definition(exam: Exam) -> dict[str, Any]:
    said = f"{exam.tasks} tasks in {exam.minutes} minutes; {exam.pass_percent} percent are needed."
    return {
        "type": f"{ACTIVITY}assessment",
        "name": {LANGUAGE: exam.title},
        "description": {LANGUAGE: said},
    }


def _task_activity(task: DrillTask, verdict: TaskVerdict, home: str) -> dict[str, Any]:
    return {
        "objectType": "Activity",
        "id": f"{home}/school/tasks/{_path(task.name)}",
        "definition": {
            "type": f"{ACTIVITY}cmi.interaction",
            "name": {LANGUAGE: task.title},
            "description": {LANGUAGE: task.question},
            **_interaction(task.ask, verdict.solution),
        },
    }


def _path(name: TaskName) -> str:
    return f"{name.game}/{name.drill}/{name.topic}/{name.seed}/{name.place}"


def _interaction(ask: Ask, solution: DrillAnswer) -> dict[str, Any]:
    said = _response(solution)
    pattern = {"correctResponsesPattern": [said]} if said else {}
    match ask:
        case AskChoice(options=options):
            choices = [{"id": each.id, "description": {LANGUAGE: each.words}} for each in options]
            return {"interactionType": "choice", **pattern, "choices": choices}
        case AskNumber():
            return {"interactionType": "numeric", **pattern}
        case _:
            return {"interactionType": "other", **pattern}


def _answered(verdict: TaskVerdict, answer: DrillAnswer, took: int) -> dict[str, Any]:
    """What came of an answer. A statement has no empty values: that nothing was chosen is told by no response."""
    said = _response(answer)
    return {
        "success": verdict.right,
        "completion": True,
        "score": {"scaled": int(verdict.right)},
        **({"response": said} if said else {}),
        "duration": _duration(took),
    }


def _response(answer: DrillAnswer) -> str:
    """An answer as xAPI writes those of its interactions."""
    match answer:
        case ChoiceAnswer(ids=ids):
            return "[,]".join(ids)
        case NumberAnswer(value=value):
            return str(value)
        case _:
            return "[,]".join(map(_move, answer.moves))


def _move(move: DealerMove) -> str:
    chips = [f"{pile.cents}x{pile.count}" for pile in move.chips]
    return "[.]".join([str(move.seat), move.wager, move.do, *chips])


def _duration(ms: int) -> str:
    """ISO 8601, to a hundredth of a second."""
    return f"PT{ms // 1000}.{ms % 1000 // 10:02d}S"


def _moment(ms: int) -> str:
    at = _ZERO + timedelta(milliseconds=ms)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}Z"
