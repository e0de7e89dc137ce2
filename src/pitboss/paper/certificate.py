"""The papers of an exam that was sat, made from its signed record alone: the certificate, and the table-test sheet that
is kept in the file of a dealer. Each carries the record with it, so that it can be checked."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pitboss.messages.tasks import TaskVerdict
from pitboss.paper.exam_paper import covered
from pitboss.paper.printing import Paper, PaperTrouble, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.task_words import answer_words, name_words
from pitboss.paper.words import listed
from pitboss.school.drills import DRILLS, make_task
from pitboss.school.exam import MINUTE, ExamNote, ExamResult, times, verdicts
from pitboss.school.signed import ExamRecord, SignedExam, record_line
from pitboss.table.rules import Rules

RECORD = "record.json"
"""The file that both papers carry."""
CERTIFICATE, TABLE_TEST = "Certificate", "Table test"
ENDED = {
    "finished": "every task answered",
    "handed_in": "handed in before every task was answered",
    "out_of_time": "ended by the clock",
}


def certificate(record: ExamRecord, said: SignedExam, rules: Mapping[str, Rules], sheet: Sheet = USUAL) -> Paper:
    """The certificate of an exam that was passed."""
    result = said.result
    if not result.score.passed:
        raise PaperTrouble(
            f"this exam was not passed ({result.score.percent}%, {result.sitting.exam.pass_percent}% are needed), so "
            "there is no certificate; the table-test sheet can be printed"
        )
    data = _common(record, said, rules, sheet, CERTIFICATE) | {
        "topics": list(dict.fromkeys(filter(None, (part.covers for part in result.sitting.exam.parts)))),
    }
    return _paper(record, said, "certificate.typ", CERTIFICATE, data)


def table_test(record: ExamRecord, said: SignedExam, rules: Mapping[str, Rules], sheet: Sheet = USUAL) -> Paper:
    """The sheet of a table test: every task with its answer and what is said of it, the score by part, the duties that
    an instructor ticks, and room for signatures."""
    sitting = said.result.sitting
    exam = sitting.exam
    data = _common(record, said, rules, sheet, TABLE_TEST) | {
        "parts": [
            [
                covered(exam, part.game, part.drill),
                rules[part.game].book.title,
                DRILLS[part.drill].title,
                f"{part.right} of {part.tasks}",
            ]
            for part in said.result.score.parts
        ],
        "tasks": _tasks(said.result, rules),
        "observed": [[duty.title, duty.clause] for duty in exam.observed],
    }
    return _paper(record, said, "table_test.typ", TABLE_TEST, data)


def _paper(record: ExamRecord, said: SignedExam, source: str, kind: str, data: dict[str, Any]) -> Paper:
    sitting = said.result.sitting
    return Paper(
        source=template(source),
        data=data,
        title=f"{kind}: {sitting.who}, {sitting.exam.title}",
        date=_moment(sitting.started)[:10],
        attached={RECORD: record_line(record)},
    )


def _common(
    record: ExamRecord, said: SignedExam, rules: Mapping[str, Rules], sheet: Sheet, kind: str
) -> dict[str, Any]:
    result = said.result
    sitting, score = result.sitting, result.score
    exam, began = sitting.exam, _moment(sitting.started)
    return {
        "head": {
            "sheet": sheet,
            "title": f"{kind}: {exam.title}",
            "right": sitting.who,
            "left": began[:10],
            "middle": f"record {record.number}",
        },
        "kind": kind,
        "who": sitting.who,
        "exam": exam.title,
        "games": listed([rules[game].book.full_title for game in exam.games]),
        "verdict": "passed" if score.passed else "not passed",
        "score": f"{score.right} of {score.tasks} tasks right, {score.percent}%",
        "examiner": sitting.examiner,
        "facts": [
            ["Sat by", sitting.who],
            ["Examiner", sitting.examiner or "not stated"],
            ["Began", f"{began} UTC"],
            ["Lasted", f"{_span(result.lasted)} of {exam.minutes} minutes; {ENDED[result.ended]}"],
            [
                "Result",
                f"{score.right} of {score.tasks} tasks right, {score.percent}%; {exam.pass_percent}% are needed",
            ],
            ["Pace", _pace(result)],
            ["Games", listed([f"{each.terms.game} {each.edition}" for each in sitting.games])],
            ["Exam and seed", f"{exam.digest}, seed {sitting.seed}"],
            ["Record", record.number],
            ["Signed with", said.public],
            *[["Note", _note(each)] for each in sitting.notes],
        ],
    }


def _tasks(result: ExamResult, rules: Mapping[str, Rules]) -> list[list[Any]]:
    """Task by task: number, name, answer, verdict with what was wrong, seconds."""
    sitting = result.sitting
    said, took = verdicts(sitting, rules), times(sitting)
    given = {each.task: each.answer for each in sitting.answers}
    rows = []
    for place, name in enumerate(sitting.tasks):
        asked = said[place][0] if place in said else make_task(rules[name.game], name)
        row: list[Any] = [str(place + 1), asked.title, name_words(name)]
        if place in said:
            task, verdict = said[place]
            words = answer_words(rules[name.game], task, given[place])
            row += [words, "right" if verdict.right else "wrong", _wrong(verdict), f"{took[place] / 1000:.1f} s"]
        else:
            row += ["no answer", "wrong", [], ""]
        rows.append(row)
    return rows


def _wrong(verdict: TaskVerdict) -> list[list[str]]:
    """What was wrong, each with its clause, and what would have been right."""
    if verdict.right:
        return []
    return [*([each.words, each.clause] for each in verdict.missteps), [f"Right: {verdict.words}", ""]]


def _pace(result: ExamResult) -> str:
    score = result.score
    rounds = f"; {score.rounds_an_hour} rounds an hour where whole tables were settled" if score.rounds_an_hour else ""
    return f"{score.tasks_an_hour} tasks an hour{rounds}"


def _note(note: ExamNote) -> str:
    at, span = _span(note.at), _span(note.ms)
    if note.kind == "clock_set_back":
        return f"after {at} the clock of the computer was set back by {span}; the exam went on from where it was"
    return f"after {at} the exam was taken up again; it had been left alone for {span}"


def _span(ms: int) -> str:
    """`12 minutes 5 seconds`."""
    minutes, seconds = divmod(ms, MINUTE)
    whole = seconds // 1000
    parts = [f"{minutes} minute{'' if minutes == 1 else 's'}"] * bool(minutes)
    return " ".join([*parts, f"{whole} second{'' if whole == 1 else 's'}"])


def _moment(ms: int) -> str:
    """`2026-01-31 09:05`, in UTC."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M")
