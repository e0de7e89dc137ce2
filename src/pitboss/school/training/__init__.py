"""What rules on training ask of dealers, one file for each state, and the exam that covers it for a game."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from pitboss.rulebook.toml_text import read_toml
from pitboss.school.drills import DRILLS
from pitboss.school.exam import BadExam, Exam, ExamPart, ObservedDuty
from pitboss.table.rules import Rules

GENERAL = "general"
"""Where no regulator says what training must cover."""
TASKS, MINUTES, PASS = 30, 60, 80


class TrainingTopic(Struct, frozen=True, forbid_unknown_fields=True):
    """What must be covered. Without drills nothing but an instructor's eye can test it."""

    title: str
    clause: str = ""
    drills: tuple[str, ...] = ()
    weight: int = 1


class Syllabus(Struct, frozen=True, forbid_unknown_fields=True):
    """What a state asks of dealers."""

    title: str
    topic: tuple[TrainingTopic, ...]
    jurisdiction: str = ""
    clause: str = ""


@cache
def syllabi() -> dict[str, Syllabus]:
    """State → what it asks."""
    found = {file.name.removesuffix(".toml"): file for file in files(__name__).iterdir() if file.name.endswith(".toml")}
    return {
        name: msgspec.convert(read_toml(file.read_text(encoding="utf-8")), Syllabus)
        for name, file in sorted(found.items())
    }


def state_of(rules: Rules) -> str:
    """The state whose rulebook the game has; `general` where none asks anything of dealers."""
    place = rules.book.jurisdiction
    return next((name for name, each in syllabi().items() if each.jurisdiction == place), GENERAL)


def default_exam(rules: Rules, state: str = "") -> Exam:
    """The exam of a game that covers what its state asks of dealers, or another one. What no drill of this game can
    test is put down for the instructor."""
    state = state or state_of(rules)
    if state not in syllabi():
        raise BadExam([f"no training rules of '{state}' are known here; known are {', '.join(syllabi())}"])
    syllabus = syllabi()[state]
    there = [drill.id for drill in DRILLS.values() if drill.audience == "dealers" and drill.topics(rules)]
    parts, observed = [], []
    for topic in syllabus.topic:
        covers = f"{topic.title} ({topic.clause})" if topic.clause else topic.title
        drills = [drill for drill in topic.drills if drill in there]
        parts += [ExamPart(rules.game.id, drill, weight=topic.weight, covers=covers) for drill in drills]
        observed += [] if drills else [ObservedDuty(topic.title, topic.clause)]
    named = {drill for topic in syllabus.topic for drill in topic.drills}
    parts += [ExamPart(rules.game.id, drill) for drill in there if drill not in named]
    if not parts:
        raise BadExam([f"no drill has a task for {rules.book.title}, so there is nothing to examine"])
    title = f"{rules.book.title}. {syllabus.title}"
    return Exam(title, TASKS, MINUTES, PASS, tuple(parts), tuple(observed))
