"""Which tasks a sitting has: drawn from its seed alone, so that two trainees can have the same or different ones."""

from collections.abc import Mapping
from hashlib import sha256

from pitboss.messages.tasks import TaskName
from pitboss.school.drills import make_task, topics
from pitboss.school.exam import SCHOOL, Exam, ExamPart, ExamSitting, exam_game
from pitboss.table.rules import Rules

LONGEST_SERIES = 500
"""Tasks that follow each other from one seed; a round is far shorter."""


def begin(exam: Exam, rules: Mapping[str, Rules], who: str, seed: int, now: int, *, examiner: str = "") -> ExamSitting:
    """A sitting that starts at this moment."""
    games = tuple(exam_game(rules[game]) for game in exam.games)
    return ExamSitting(exam, games, who, examiner, seed, draw(exam, rules, seed), started=now, school=SCHOOL)


def draw(exam: Exam, rules: Mapping[str, Rules], seed: int) -> tuple[TaskName, ...]:
    """The tasks of this seed: each part has its share, spread over its topics, and the whole is mixed."""
    drawn = [
        _task(rules[part.game], part, topic, _number(seed, "task", place, count))
        for place, (part, share) in enumerate(zip(exam.parts, _shares(exam, seed), strict=True))
        for count, topic in enumerate(_spread(rules[part.game], part, share, seed, place))
    ]
    order = sorted(range(len(drawn)), key=lambda place: _number(seed, "order", place, 0))
    return tuple(drawn[place] for place in order)


def _shares(exam: Exam, seed: int) -> list[int]:
    """How many tasks each part has. What does not divide evenly goes to the largest remainders; which of equal ones,
    the seed says, so that no part is always left out."""
    whole = sum(part.weight for part in exam.parts)
    shares = [exam.tasks * part.weight // whole for part in exam.parts]
    left = {place: exam.tasks * part.weight % whole for place, part in enumerate(exam.parts)}
    first = sorted(left, key=lambda place: (-left[place], _number(seed, "share", place, 0)))
    for place in first[: exam.tasks - sum(shares)]:
        shares[place] += 1
    return shares


def _spread(rules: Rules, part: ExamPart, share: int, seed: int, place: int) -> list[str]:
    """The topics of a part's tasks: every one before one comes twice."""
    there = [part.topic] if part.topic else [each.id for each in topics(rules, part.drill)]
    mixed = sorted(there, key=lambda topic: _number(seed, topic, place, 0))
    return [mixed[count % len(mixed)] for count in range(share)]


def _task(rules: Rules, part: ExamPart, topic: str, seed: int) -> TaskName:
    """A task of this topic; where a seed makes several that follow each other, one of them."""
    names = [TaskName(part.game, part.drill, topic, seed)]
    while make_task(rules, names[-1]).follows and len(names) < LONGEST_SERIES:
        names.append(TaskName(part.game, part.drill, topic, seed, len(names)))
    return names[_number(seed, "place", 0, 0) % len(names)]


def _number(seed: int, what: str, place: int, count: int) -> int:
    """A number below 2**48: it fits every reader of JSON."""
    return int.from_bytes(sha256(f"pitboss-exam-1\n{seed}\n{what}\n{place}\n{count}".encode()).digest()[:6], "big")
