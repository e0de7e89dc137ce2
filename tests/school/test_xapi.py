"""What a school's own system is told: statements by the rules of xAPI, with the figures of the record; a course package
by the rules of cmi5. The rules are written from the specifications (`xapi_rules.py`, `cmi5_rules.py`)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest

from made_up import OPEN_STUD
from pitboss.games import usual
from pitboss.messages.tasks import ChoiceAnswer, DealerMove, MovesAnswer, NumberAnswer
from pitboss.school.cmi5 import course_package
from pitboss.school.drawing import begin
from pitboss.school.exam import Exam, ExamPart, ExamResult, finish, give
from pitboss.school.signed import read_record, record_line
from pitboss.school.training import default_exam
from pitboss.school.xapi import statements
from school.cmi5_rules import judge_structure, structure_of
from school.records import START, sat_exam, signed_record, small_exam
from school.school_support import rules_of
from school.tiny import right, tiny
from school.xapi_rules import checked
from support import SHIPPED

__all__ = ["tiny"]
HOME = "https://school.example"
UTH = "ultimate-texas-holdem"


def told(result: ExamResult, folder: Path, home: str = HOME) -> list[dict[str, Any]]:
    """The statements of a result, by the rules."""
    record = signed_record(result, folder / "examiner.key")
    _, said = read_record(record_line(record), lambda *_: True)
    made = statements(record, said, {game: usual(game) for game in result.sitting.exam.games}, home)
    checked(msgspec.json.encode(made))
    return made


def test_a_record_is_told_answer_by_answer(tmp_path: Path) -> None:
    result = sat_exam(small_exam(UTH), wrongly=(0, 1), unanswered=(5,))
    made = told(result, tmp_path)
    assert [each["verb"]["id"].rpartition("/")[2] for each in made] == [*["answered"] * 5, "completed", "passed"]
    assert [each["result"]["success"] for each in made[:5]] == [False, False, True, True, True]
    assert {each["actor"]["account"]["name"] for each in made} == {"Ann Lee"}
    assert {each["context"]["instructor"]["name"] for each in made} == {"Bob Ray"}
    assert [each["timestamp"] for each in made[:2]] == ["2027-01-15T08:00:45.300Z", "2027-01-15T08:01:30.600Z"]
    assert made[0]["result"]["duration"] == "PT45.30S" and made[-1]["result"]["duration"] == "PT906.00S"
    assert made[-1]["result"]["score"] == {"scaled": 0.5, "raw": 3, "min": 0, "max": 6}
    assert made[-1]["result"]["success"] is True
    assert made[0]["context"]["contextActivities"]["parent"][0]["id"] == made[-1]["object"]["id"]


def test_an_exam_that_was_not_passed_is_told_as_failed(tmp_path: Path) -> None:
    made = told(sat_exam(small_exam(UTH), wrongly=range(4)), tmp_path)
    assert made[-1]["verb"]["id"].endswith("/failed") and made[-1]["result"]["success"] is False


def test_made_again_they_are_the_same_statements(tmp_path: Path) -> None:
    result = sat_exam(small_exam(UTH))
    first = told(result, tmp_path)
    assert first == told(result, tmp_path)
    other = told(result, tmp_path, "https://other.example")
    assert not {each["id"] for each in first} & {each["id"] for each in other}


@pytest.mark.usefixtures("tiny")
def test_every_form_of_answer_is_told_as_xapi_writes_it(tmp_path: Path) -> None:
    parts = tuple(ExamPart(UTH, drill) for drill in ("tiny-choice", "tiny-count", "tiny-moves"))
    exam, rules = Exam("Small exam", 3, 30, 50, parts), {UTH: usual(UTH)}
    sitting = begin(exam, rules, "Ann Lee", 3, START)
    for place, name in enumerate(sitting.tasks):
        sitting = give(sitting, rules, place, right(name), START + place)
    made = {each["object"]["id"].split("/")[-4]: each for each in told(finish(sitting, rules, START + 9), tmp_path)[:3]}
    for name in sitting.tasks:
        answer, each = right(name), made[name.drill]
        about, response = each["object"]["definition"], each["result"]["response"]
        assert about["correctResponsesPattern"] == [response]
        match answer:
            case ChoiceAnswer(ids=(chosen,)):
                assert (about["interactionType"], response) == ("choice", chosen)
                assert [choice["id"] for choice in about["choices"]] == ["even", "odd"]
            case NumberAnswer(value=value):
                assert (about["interactionType"], response) == ("numeric", str(value))
            case _:
                assert about["interactionType"] == "other"
                assert response == "1[.]ante[.]pay[.]500x2[,]2[.]ante[.]take[,]3[.]ante[.]push"


@pytest.mark.usefixtures("tiny")
def test_an_empty_answer_is_told_without_a_response(tmp_path: Path) -> None:
    exam, rules = Exam("Small exam", 1, 30, 50, (ExamPart(UTH, "tiny-moves"),)), {UTH: usual(UTH)}
    sitting = give(begin(exam, rules, "Ann Lee", 3, START), rules, 0, MovesAnswer(()), START + 1)
    made = told(finish(sitting, rules, START + 2), tmp_path)
    assert "response" not in made[0]["result"] and "instructor" not in made[0]["context"]
    assert DealerMove(3, "ante", "push") and made[0]["object"]["definition"]["correctResponsesPattern"]


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game(game: str, tmp_path: Path) -> None:
    assert len(told(sat_exam(small_exam(game, 8), wrongly=(1,)), tmp_path)) == 10


def _break(*path: Any, value: Any = None) -> Callable[[list[Any]], None]:
    def change(made: list[Any]) -> None:
        found: Any = made
        for step in path[:-1]:
            found = found[step]
        if value is None:
            del found[path[-1]]
        else:
            found[path[-1]] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _break(0, "verb", "id"),
        _break(0, "actor", "account"),
        _break(0, "verb", "id", value="answered"),
        _break(0, "result", "duration", value="45 s"),
        _break(0, "result", "response", value=""),
        _break(-1, "result", "score", "scaled", value=60),
        _break(-1, "result", "score", "raw", value=7),
        _break(0, "timestamp", value="2027-13-15T08:00:45.300Z"),
        _break(0, "more", value=1),
        _break(1, "id", value="1b55a958-1fdd-50d7-90a2-601d8f9fb2cc1"),
    ],
)
def test_a_statement_that_breaks_a_rule_is_noticed(change: Callable[[list[Any]], None], tmp_path: Path) -> None:
    made = told(sat_exam(small_exam(UTH)), tmp_path)
    change(made)
    with pytest.raises(ValueError):
        checked(msgspec.json.encode(made))


# --- the course package -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*SHIPPED, OPEN_STUD])
def test_a_course_package_keeps_the_rules(game: str) -> None:
    exam = default_exam(rules_of(game))
    package = course_package(exam, HOME, f"{HOME}/school?a=1&b=2")
    root = structure_of(package)
    judge_structure(root)
    unit = root[1]
    assert unit.attrib["masteryScore"] == "0.80" and unit[2].text == f"{HOME}/school?a=1&b=2"
    assert unit[0][0].text == exam.title
    assert unit.attrib["moveOn"] == "NotApplicable", "the page that it opens never says that it was completed"
    assert package == course_package(exam, HOME, f"{HOME}/school?a=1&b=2"), "the same bytes again"


@pytest.mark.parametrize(
    "change",
    [
        lambda root: root[1].attrib.update(moveOn="Maybe"),
        lambda root: root[1].attrib.update(masteryScore="80"),
        lambda root: root[1].attrib.pop("id"),
        lambda root: root[1].remove(root[1][1]),
        lambda root: root[1].append(root[1][0]),
        lambda root: setattr(root[1][2], "text", "school"),
        lambda root: root.remove(root[0]),
    ],
)
def test_a_structure_that_breaks_a_rule_is_noticed(change: Callable[[Element], object]) -> None:
    root = structure_of(course_package(small_exam(UTH), HOME, HOME))
    change(root)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        judge_structure(root)
