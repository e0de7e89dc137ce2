"""Exams as files: what is wrong is told at once with its line; the default of a game covers its state's topics."""

import pytest

from pitboss.cli.odds_words import default_rules
from pitboss.rulebook.folders import games
from pitboss.school.exam import BadExam, ExamPart
from pitboss.school.exam_file import exam_text, read_exam
from pitboss.school.training import default_exam, syllabi
from school.tiny import tiny

__all__ = ["tiny"]
pytestmark = pytest.mark.usefixtures("tiny")
GOOD = """\
title = "Two games"
games = ["let-it-ride", "dragon-poker"]
tasks = 20
minutes = 30
pass_percent = 75

[[part]]
drill = "tiny-choice"
weight = 3

[[part]]
game = "let-it-ride"
drill = "tiny-count"
topic = "sum"
covers = "Counting"

[[observed]]
title = "Tips"
clause = "COMAR 36.05.03.17"
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadExam) as caught:
        read_exam(text, default_rules)
    return list(caught.value.faults)


def test_an_exam_is_read() -> None:
    exam = read_exam(GOOD, default_rules)
    assert (exam.title, exam.tasks, exam.minutes, exam.pass_percent) == ("Two games", 20, 30, 75)
    assert exam.games == ("let-it-ride", "dragon-poker")
    assert exam.parts == (
        ExamPart("let-it-ride", "tiny-choice", weight=3),
        ExamPart("dragon-poker", "tiny-choice", weight=3),
        ExamPart("let-it-ride", "tiny-count", "sum", 1, "Counting"),
    )
    assert [duty.title for duty in exam.observed] == ["Tips"]


def test_an_exam_is_written_and_read_back() -> None:
    exam = read_exam(GOOD, default_rules)
    assert read_exam(exam_text(exam), default_rules) == exam


def test_all_faults_are_told_at_once_with_their_lines() -> None:
    text = """\
title = ""
games = ["let-it-rode"]
tasks = 0
minutes = "half an hour"
colour = "red"

[[part]]
drill = "tiny-chioce"

[[part]]
game = "let-it-ride"
drill = "tiny-count"
topic = "product"
weight = 1001
"""
    found = faults(text)
    assert [each.partition(":")[0] for each in found] == [f"line {line}" for line in (1, 1, 2, 3, 4, 5, 8, 13, 14)], (
        found
    )
    assert 'games[1]: there is no such game; given "let-it-rode"' in found[2]
    assert 'did you mean "let-it-ride"?' in found[2]
    assert "tasks: this cannot stand here; given 0; permitted: a whole number from 1 to 200" in found[3]
    assert 'did you mean "tiny-choice"?' in found[6]
    assert 'part[2].topic: Count has no such topic in let-it-ride; given "product"; permitted: sum' in found[7]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("tasks = 20", "tasks = 201", "a whole number from 1 to 200"),
        ("tasks = 20", "tasks = true", "given true"),
        ("pass_percent = 75", "pass_percent = 101", "a whole number from 1 to 100"),
        ("minutes = 30\n", "", "minutes: this is missing"),
        ('games = ["let-it-ride", "dragon-poker"]', "games = []", "the exam does not say of which games it is"),
        ('games = ["let-it-ride", "dragon-poker"]', 'games = ["dragon-poker"]', "this game is not one of the exam"),
        ('title = "Tips"', "title = 3", "observed[1].title: this cannot stand here"),
        ('title = "Two games"', f'title = "{"x" * 201}"', "at most 200 characters"),
        ('title = "Two games"', 'title = "Two', "this is not valid TOML"),
        ('[[observed]]\ntitle = "Tips"', 'observed = 1\n[x]\ntitle = "Tips"', "not known here"),
    ],
)
def test_a_fault_says_what_is_allowed(old: str, new: str, told: str) -> None:
    assert any(told in fault for fault in faults(GOOD.replace(old, new))), faults(GOOD.replace(old, new))


def test_an_exam_without_parts_is_none() -> None:
    assert any("the exam has no part" in each for each in faults(GOOD.partition("[[part]]")[0]))


@pytest.mark.parametrize("game", games())
def test_every_game_has_an_exam_of_its_own_state(game: str) -> None:
    rules = default_rules(game)
    exam = default_exam(rules)
    assert exam.games == (game,)
    assert read_exam(exam_text(exam), default_rules) == exam
    clauses = {"Maryland": "COMAR 36.05.03.17", "Massachusetts": "205 CMR 146.13(5)"}
    assert clauses.get(rules.book.jurisdiction, "") in {duty.clause for duty in exam.observed}


def test_what_cannot_be_tested_is_put_down_for_the_instructor() -> None:
    """Maryland names seven topics; recognising problem gamblers is none that an engine tests."""
    found = default_exam(default_rules("let-it-ride"))
    titles = [duty.title for duty in found.observed]
    assert {"Accepting cash", "Tips", "Shift changes", "Distributing and removing chips"} < set(titles)
    assert "Recognising problem gamblers, and whom to tell" in titles


def test_another_state_can_be_asked_for_and_an_unknown_one_is_named() -> None:
    rules = default_rules("let-it-ride")
    assert "Resuscitation" in [duty.title for duty in default_exam(rules, "pennsylvania").observed]
    with pytest.raises(BadExam, match="known are general, maryland, massachusetts, pennsylvania"):
        default_exam(rules, "nowhere")
    assert {each.jurisdiction for each in syllabi().values()} == {"", "Maryland", "Massachusetts", "Pennsylvania"}
