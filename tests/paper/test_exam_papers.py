"""The papers of the school, read back: the exam with its answer sheet and marking key, the certificate, the sheet of a
table test."""

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from paper.par_cases import typed
from pitboss.cli.main import dispatch
from pitboss.games import usual
from pitboss.messages.tasks import AskChoice, DrillTask
from pitboss.paper.certificate import RECORD, certificate, table_test
from pitboss.paper.exam_paper import exam_paper
from pitboss.paper.printing import Paper, PaperTrouble, render
from pitboss.paper.task_words import task_data
from pitboss.rulebook.folders import games, release
from pitboss.school.drawing import draw
from pitboss.school.drills import DRILLS, make_task
from pitboss.school.exam import Exam, ExamPart
from pitboss.school.signed import read_record, record_line
from pitboss.school.training import default_exam
from school.records import sat_exam, signed_record, small_exam, solution
from school.school_support import GAMES, rules_of
from school.tiny import tiny

__all__ = ["tiny"]
WAR = Path(__file__).parents[2] / "examples" / "casino-war"
UTH, LIR, DRAGON = "ultimate-texas-holdem", "let-it-ride", "dragon-poker"


def pages(paper: Paper) -> list[str]:
    (pdf,) = render(paper, "pdf")
    return [_plain(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


def _plain(text: str) -> str:
    return typed(re.sub(r"\s+", " ", text.replace("\u200b", "")))


def three_parts(paper: Paper) -> tuple[str, str, str]:
    """The tasks, the answer sheet and the marking key, each from its own page on."""
    found = pages(paper)
    (sheet,) = (n for n, page in enumerate(found) if "Answer sheet" in page)
    (key,) = (n for n, page in enumerate(found) if "Marking key" in page)
    assert 0 < sheet < key
    return " ".join(found[:sheet]), " ".join(found[sheet:key]), " ".join(found[key:])


# --- the exam ---------------------------------------------------------------------------------------------------------


def _tasks(exam: Exam, seed: int) -> Iterator[DrillTask]:
    for name in draw(exam, {game: usual(game) for game in exam.games}, seed):
        yield make_task(usual(name.game), name)


@pytest.mark.parametrize("game", [LIR, DRAGON])
def test_an_exam_is_read_back(game: str) -> None:
    """Every question with its options stands on the first part, every solution on the last alone."""
    exam = default_exam(usual(game))
    tasks, sheet, key = three_parts(exam_paper(exam, {game: usual(game)}, 5, date="2026-01-31"))
    assert "2026-01-31" in tasks and "seed 5" in tasks and "80%: 24 of 30 tasks" in tasks and "60 minutes" in tasks
    assert "24 right answers of 30 pass." in key
    for number, task in enumerate(_tasks(exam, 5), 1):
        assert f"{number}. {DRILLS[task.name.drill].title}" in tasks and typed(task.question) in tasks
        if isinstance(task.ask, AskChoice):
            for mark, option in zip("ABCDEFGH", task.ask.options, strict=False):
                assert f"{mark} {typed(option.words)}" in tasks
        assert f"{task.name.topic}/{task.name.seed}" in key.replace(" ", "")
    drills = {part.drill for part in exam.parts}
    titles = "|".join(DRILLS[drill].title for drill in drills)
    counts = re.findall(f"(?:{titles}) ([0-9]+)", key.partition(" 1. ")[0])
    assert sum(map(int, counts)) == 30 and len(counts) == len(drills)
    assert "Marking key" not in tasks + sheet


@pytest.mark.usefixtures("tiny")
def test_the_key_has_the_answers_that_are_known() -> None:
    parts = (ExamPart(UTH, "tiny-choice"), ExamPart(UTH, "tiny-count"), ExamPart(UTH, "tiny-moves"))
    exam = Exam("Small exam", 6, 30, 50, parts)
    tasks, sheet, key = three_parts(exam_paper(exam, {UTH: usual(UTH)}, 3))
    for number, task in enumerate(_tasks(exam, 3), 1):
        seed = task.name.seed
        after = key.partition(f" {number}. ")[2].partition(f" {number + 1}. ")[0]
        if task.name.drill == "tiny-choice":
            assert after.startswith("A (It is even)" if seed % 2 == 0 else "B (It is odd)")
        elif task.name.drill == "tiny-count":
            assert after.startswith(f"{seed % 100 + task.name.place} cards")
        else:
            moves = "Pay Ante at position 1: 2 of $5 2. Take Ante at position 2 3. Push Ante at position 3"
            assert after.startswith("it is so") and moves in key
        assert "numbers are even or odd (TINY 1)" in after or task.name.drill == "tiny-moves"
    assert "TINY" not in tasks + sheet and "it is so" not in tasks + sheet
    assert "10 of $25, 20 of $5, 50 of $1" in tasks and "Ante, seat 3 2 of $5" in tasks
    assert sheet.count("in the table of the task") == 2 and sheet.count("cards") == 2


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_tasks(set_anew: None) -> None:
    exam, rules = small_exam(UTH), {UTH: usual(UTH)}
    one = render(exam_paper(exam, rules, 1), "pdf")
    assert one == render(exam_paper(exam, rules, 1), "pdf") != render(exam_paper(exam, rules, 2), "pdf")


def test_the_paper_of_a_brought_folder_names_what_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that was typed, quoted for a shell and in the signs of the keyboard: nobody knows the game's id."""
    monkeypatch.chdir(tmp_path)
    war = "ann's games/war"
    shutil.copytree(WAR, war, ignore=shutil.ignore_patterns("__pycache__"))
    Path("my exams").mkdir()
    for game, name in ((war, "own"), (UTH, "ours")):
        assert dispatch(["exam", game, "--new", "-o", f"my exams/{name}.toml"]) == 0
    for words in (
        ["exam", war, "--seed", "3", "-o", "exam.pdf", "--date", "2026-01-31"],
        ["exam", war, "--exam", "my exams/own.toml", "--seed", "0", "-o", "exam.pdf"],
        ["exam", "--exam", "my exams/ours.toml", "--seed", "0", "-o", "exam.pdf"],
    ):
        made = []
        for _ in range(2):
            if "casino-war" in games():
                release("casino-war")
            assert dispatch(words) == 0
            made.append(Path("exam.pdf").read_bytes())
        assert made[0] == made[1]
        printed = PdfReader(io.BytesIO(made[0])).pages[0].extract_text().partition("Made by")[2]
        assert shlex.split(" ".join(printed.partition("\nName")[0].split())) == ["pitboss", *words]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_examined_on_paper(game: str) -> None:
    """Cards of every deck are drawn, and no card that lies face down shows its face."""
    rules = rules_of(game)
    exam, all_rules = default_exam(rules), {rules.game.id: rules}
    paper = exam_paper(exam, all_rules, 11)
    tasks = [make_task(rules, name) for name in draw(exam, all_rules, 11)]
    for task, data in zip(tasks, paper.data["tasks"], strict=True):
        assert data == task_data(rules, task, data["number"])
        hidden = [card for seat in task.view.seats for card in seat.cards if card == "??"] if task.view else []
        backs = [
            card for row in (data["table"] or {"rows": ()})["rows"] for card in row["cards"] if card["kind"] == "back"
        ]
        assert len(hidden) == len(backs)
    assert len(paper.data["key"]) == exam.tasks
    (pdf,) = render(paper, "pdf")
    assert pdf.startswith(b"%PDF")


# --- the certificate and the sheet ------------------------------------------------------------------------------------


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "examiner.key"


def test_a_certificate_is_read_back(key: Path, set_anew: None) -> None:
    record = signed_record(sat_exam(small_exam(UTH), wrongly=(0, 3)), key)
    _, said = read_record(record_line(record), lambda *_: True)
    paper = certificate(record, said, {UTH: usual(UTH)})
    (page,) = pages(paper)
    for words in (
        "Ann Lee", "has passed the examination", "Small exam", "4 of 6 tasks right, 66%", "50% are needed", "Bob Ray",
        "2027-01-15 08:00 UTC", "4 minutes 31 seconds of 30 minutes; every task answered", "79 tasks an hour",
        "Reading hands (RULES 1)", record.number, said.public,
    ):  # fmt: skip
        assert words in page, words
    (pdf,) = render(paper, "pdf")
    assert render(paper, "pdf") == [pdf], "the same bytes again"
    assert PdfReader(io.BytesIO(pdf)).attachments[RECORD] == [record_line(record)]


def test_an_exam_that_was_not_passed_has_a_sheet_and_no_certificate(key: Path) -> None:
    record = signed_record(sat_exam(small_exam(UTH), wrongly=(0, 1, 2), unanswered=(5,)), key)
    _, said = read_record(record_line(record), lambda *_: True)
    with pytest.raises(PaperTrouble, match=r"was not passed .33%, 50% are needed.*table-test sheet"):
        certificate(record, said, {UTH: usual(UTH)})
    assert "NOT PASSED: 2 of 6 tasks right, 33%" in pages(table_test(record, said, {UTH: usual(UTH)}))[0]


def test_the_sheet_has_every_task_with_its_answer_and_the_score_by_part(key: Path) -> None:
    exam = small_exam(UTH)
    result = sat_exam(exam, wrongly=(0,), unanswered=(5,))
    record = signed_record(result, key)
    _, said = read_record(record_line(record), lambda *_: True)
    text = " ".join(pages(table_test(record, said, {UTH: usual(UTH)})))
    assert "PASSED: 4 of 6 tasks right, 66%" in text and "handed in before every task was answered" in text
    drills = [name.drill for name in result.sitting.tasks]
    for drill, title in (("read-hand", "Read the hand"), ("count", "Counting and clock")):
        count = drills.count(drill)
        wrong = sum(drills[place] == drill for place in (0, 5))
        assert f"{title} {count - wrong} of {count}" in text
    assert "Accepting cash RULES 9" in text and "Signature of the instructor" in text
    tasks = text.partition("Task by task")[2]
    for place, task in enumerate(_tasks(exam, 7)):
        part = tasks.partition(f"{place + 1} {typed(task.title)} ")[2]
        assert part.startswith("wrong" if place in (0, 5) else "right"), place
        if place not in (0, 5):
            assert "45.3 s" in part[:20]
    assert "no answer" in tasks and solution(next(_tasks(exam, 7)))
