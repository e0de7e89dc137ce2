"""`pitboss exam`: as a file, on paper, and sat in the terminal with a record at the end; `certificate` and
`verify-certificate`: what is sound is found sound, and what was forged in any part is named."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.cli import exam_sitting
from pitboss.cli.exam_records import ReadRecord
from pitboss.cli.kept_file import held
from pitboss.cli.main import dispatch
from pitboss.games import usual
from pitboss.house.fair.keys import Keys
from pitboss.paper.certificate import certificate
from pitboss.paper.printing import render
from pitboss.rulebook.folders import release
from pitboss.school.exam import SCHOOL, ExamResult
from pitboss.school.exam_file import exam_text, read_exam
from pitboss.school.signed import record_line, sign_result
from pitboss.school.training import default_exam
from school.cmi5_rules import judge_structure, structure_of
from school.records import sat_exam, small_exam, write_record
from school.tiny import tiny
from school.xapi_rules import checked

__all__ = ["tiny"]
GAME = "ultimate-texas-holdem"
WAR = Path(__file__).parents[2] / "examples" / "casino-war"
START = 1_800_000_000_000
TINY = f"""\
title = "Small exam"
games = ["{GAME}"]
tasks = 3
minutes = 10
pass_percent = 60

[[part]]
drill = "tiny-choice"
topic = "small"
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Called:
    """What a command says, and the moment at which it is called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.at = START
        self.step = 1_000
        monkeypatch.setattr(exam_sitting, "now", self._now)
        self.status, self.out, self.err = 0, "", ""

    def _now(self) -> int:
        self.at += self.step
        return self.at

    def __call__(self, *arguments: str, answers: str = "") -> int:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        self.status = dispatch(list(arguments))
        self.out, self.err = self.capsys.readouterr()
        return self.status


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Called:
    return Called(monkeypatch, capsys)


# --- the file and the paper -------------------------------------------------------------------------------------------


def test_the_exam_as_a_file_is_the_exam_of_the_state(call: Called) -> None:
    assert call("exam", GAME, "--new", "-o", "own.toml") == 0 and "pitboss exam --exam own.toml" in call.out
    assert read_exam(Path("own.toml").read_text("utf-8"), usual) == default_exam(usual(GAME))
    assert call("exam", GAME, "--new", "-o", "own.toml") == 2 and "there is already such a file" in call.err
    assert call("exam", GAME, "--new", "--state", "pennsylvania") == 0
    assert read_exam(call.out, usual) == default_exam(usual(GAME), "pennsylvania")


def test_the_exam_of_a_brought_folder(call: Called) -> None:
    """Each command that is told to be typed next works as it stands."""
    import shlex

    assert call("exam", str(WAR), "--new", "-o", "own.toml") == 0
    then = shlex.split(call.out.partition("then: pitboss ")[2])
    release("casino-war")
    assert call(*then) == 0 and "Wrote exam.pdf." in call.out
    then = shlex.split(call.out.partition("Other tasks: pitboss ")[2])
    release("casino-war")
    assert call(*then) == 0 and "Wrote other.pdf." in call.out
    assert call("exam", str(WAR), "--sit", "--who", "Ann", "-o", "ann.json", answers="finish\n") == 1
    assert "Print it: pitboss certificate ann.json --table-test -o ann.pdf" in call.out
    assert call("certificate", "ann.json", "--table-test", "-o", "ann.pdf") == 0
    assert call("verify-certificate", "ann.pdf") == 0 and "no answers judged again" in " ".join(call.out.split())


def test_a_broken_exam_file_is_told_with_all_its_faults(call: Called) -> None:
    Path("own.toml").write_text(f'games = ["{GAME}"]\ntasks = 0\nminutes = 10\n[[part]]\ndrill = "no-drill"\n', "utf-8")
    assert call("exam", "--exam", "own.toml", "-o", "exam.pdf") == 1 and call.out == ""
    assert all(line.startswith("pitboss: ") for line in call.err.splitlines())
    for words in ("title", "line 2: tasks", "pass_percent", "there is no such drill", "4 faults; nothing was done"):
        assert words in call.err, words
    assert not Path("exam.pdf").exists()


def test_the_paper_follows_from_the_seed(call: Called) -> None:
    Path("own.toml").write_text(exam_text(small_exam(GAME)), "utf-8")
    for name, seed in (("a.pdf", "4"), ("b.pdf", "4"), ("c.pdf", "5")):
        assert call("exam", "--exam", "own.toml", "--seed", seed, "-o", name) == 0 and f"Wrote {name}." in call.out
    a, b, c = (Path(name).read_bytes() for name in ("a.pdf", "b.pdf", "c.pdf"))
    assert a != c != b
    assert call("exam", "--exam", "own.toml", "--seed", "4", "-o", "b.pdf") == 0 and Path("b.pdf").read_bytes() == b


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((), "name a game, or an exam with --exam FILE"),
        ((GAME,), "-o is missing: where the paper goes"),
        ((GAME, "--sit"), "-o is missing: where the record goes"),
        ((GAME, "--sit", "-o", "ann.json"), "--who is missing"),
        ((GAME, "--sit", "--who", " ", "-o", "ann.json"), "--who: a name has 1 to 80"),
        ((GAME, "--sit", "--new"), "give one of --new, --sit and --cmi5"),
        ((GAME, "--who", "Ann", "-o", "exam.pdf"), "go with --sit"),
        ((GAME, "--state", "nowhere", "-o", "exam.pdf"), "no training rules of 'nowhere' are known here"),
        ((GAME, "--exam", "other.toml", "-o", "exam.pdf"), "this exam is of let-it-ride, not of"),
        ((GAME, "--seed", "-1", "-o", "exam.pdf"), "--seed -1: give a whole number"),
        (("--exam", "none.toml", "-o", "exam.pdf"), "there is no such file"),
    ],
)
def test_what_cannot_be_examined(wrong: tuple[str, ...], said: str, call: Called) -> None:
    Path("other.toml").write_text(exam_text(small_exam("let-it-ride")), "utf-8")
    assert call("exam", *wrong, answers="1\n") == 2 and call.out.partition("known: ")[0].count("Wrote") == 0
    assert said in call.err
    assert not Path("exam.pdf").exists() and not Path("ann.json").exists()


# --- sitting it -------------------------------------------------------------------------------------------------------

SIT = ("exam", "--exam", "own.toml", "--sit", "--who", "Ann Lee", "--examiner", "Bob", "-o", "ann.json")


def _right(seeds: list[int]) -> str:
    return "".join("even\n" if seed % 2 == 0 else "odd\n" for seed in seeds)


def _seeds(seed: int) -> list[int]:
    from pitboss.school.drawing import draw

    exam = read_exam(TINY, usual)
    return [name.seed for name in draw(exam, {GAME: usual(GAME)}, seed)]


@pytest.fixture
def own(tiny: None) -> Path:
    Path("own.toml").write_text(TINY, "utf-8")
    return Path("own.toml")


def _result() -> ExamResult:
    return ReadRecord(Path("ann.json")).said.result


@pytest.mark.usefixtures("own")
def test_it_is_sat_and_signed(call: Called) -> None:
    assert call(*SIT, "--seed", "1", answers=_right(_seeds(1))) == 0
    assert "A key of your own was made in" in call.out and "Passed: 3 of 3 right, 100%; 60% are needed." in call.out
    assert "Right." not in call.out, "nothing is told before the end"
    found = _result()
    assert (found.sitting.who, found.sitting.examiner, found.sitting.seed) == ("Ann Lee", "Bob", 1)
    assert (found.ended, found.score.right, len(found.sitting.answers)) == ("finished", 3, 3)
    assert call("verify-certificate", "ann.json") == 0 and "Sound: nobody has changed it." in " ".join(call.out.split())
    assert not Path("ann.json.sitting").exists()
    before = Path("ann.json").read_bytes()
    assert call(*SIT, answers="1\n") == 2 and "never written over" in call.err
    assert Path("ann.json").read_bytes() == before


@pytest.mark.usefixtures("own")
def test_two_of_three_wrong_is_not_passed(call: Called) -> None:
    right = _right(_seeds(1)).splitlines()
    wrong = ["odd" if each == "even" else "even" for each in right]
    assert call(*SIT, "--seed", "1", answers="\n".join([right[0], *wrong[1:]]) + "\n") == 1
    assert "Not passed: 1 of 3 right, 33%; 60% are needed." in call.out
    assert "A key of your own" in call.out
    assert call("certificate", "ann.json", "-o", "ann.pdf") == 2 and "was not passed" in call.err


@pytest.mark.usefixtures("own")
def test_skipped_tasks_come_again_and_an_exam_can_be_handed_in(call: Called) -> None:
    first, second, third = _right(_seeds(1)).split()
    assert call(*SIT, "--seed", "1", answers=f"skip\n{second}\n{third}\n{first}\n") == 0
    assert [each.task for each in _result().sitting.answers] == [1, 2, 0] and _result().score.right == 3
    Path("ann.json").unlink()
    assert call(*SIT, "--seed", "1", answers=f"{first}\nfinish\n") == 1
    assert (_result().ended, _result().score.right) == ("handed_in", 1)


@pytest.mark.usefixtures("own")
def test_a_sitting_that_was_left_is_gone_on_with(call: Called) -> None:
    first, second, third = _right(_seeds(1)).split()
    assert call(*SIT, "--seed", "1", answers=f"{first}\nq\n") == 0
    assert "Left, and kept in ann.json.sitting." in call.out and not Path("ann.json").exists()
    assert call(*SIT, "--seed", "2", answers=f"{second}\n") == 2 and "has other tasks, of seed 1" in call.err
    assert (
        call(*SIT[:5], "Eve", *SIT[6:], answers=f"{second}\n") == 2 and "Ann Lee has left a sitting there" in call.err
    )
    assert call("exam", GAME, "--sit", "-o", "ann.json", answers="1\n") == 2 and "of another exam" in call.err
    call.at += 120_000
    assert call(*SIT, answers=f"{second}\n{third}\n") == 0 and "Ann Lee goes on with the exam" in call.out
    found = _result()
    assert found.score.right == 3 and [note.kind for note in found.sitting.notes] == ["taken_up"]
    assert found.lasted > 120_000, "the clock has run on"
    assert call("verify-certificate", "ann.json") == 0


@pytest.mark.usefixtures("own")
def test_the_clock_ends_it(call: Called) -> None:
    first, second, third = _right(_seeds(1)).split()
    call.step = 110_000
    assert call(*SIT, "--seed", "1", answers=f"{first}\n{second}\n{third}\n") in (0, 1)
    found = _result()
    assert found.ended == "out_of_time" and found.lasted == 600_000 and found.score.right < 3
    assert "The 10 minutes are over." in call.out
    assert call("verify-certificate", "ann.json") == 0


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"rubbish", "this is no sitting of an exam"),
        (b'{"pitboss_school": 9}', "a newer version of pitboss wrote it"),
        (b'{"pitboss_school": 1, "kept": {"who": "Ann"}}', "this is no sitting of an exam"),
    ],
)
def test_a_sitting_that_cannot_be_read_is_left_as_it_is(content: bytes, said: str, call: Called) -> None:
    Path("ann.json.sitting").write_bytes(content)
    assert call(*SIT, answers="1\n") == 2 and said in call.err
    assert Path("ann.json.sitting").read_bytes() == content


@pytest.mark.usefixtures("own")
def test_a_clock_that_is_set_back_gives_no_time(call: Called) -> None:
    first, second, third = _right(_seeds(1)).split()
    assert call(*SIT, "--seed", "1", answers=f"{first}\nq\n") == 0
    call.at -= 3_600_000
    assert call(*SIT, answers=f"{second}\n{third}\n") == 0
    found = _result()
    assert [note.kind for note in found.sitting.notes] == ["clock_set_back", "taken_up"]
    assert found.score.right == 3 and found.lasted < 60_000
    assert call("verify-certificate", "ann.json") == 0
    assert call("certificate", "ann.json", "-o", "ann.pdf") == 0 and call("verify-certificate", "ann.pdf") == 0


@pytest.mark.usefixtures("own")
def test_a_sitting_that_somebody_sits_is_nobody_elses(call: Called) -> None:
    with held(Path("ann.json.sitting"), 0.0):
        assert call(*SIT, answers="1\n") == 2 and "another program holds it" in call.err
    assert call(*SIT, "--seed", "1", answers="q\n") == 0
    assert sorted(path.name for path in Path().iterdir()) == ["ann.json.sitting", "data", "own.toml"]


@pytest.mark.usefixtures("own")
def test_nobody_there_begins_nothing(call: Called) -> None:
    assert call(*SIT) == 2 and "nobody is there to answer" in call.err
    assert not Path("ann.json.sitting").exists() and not Path("ann.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal(tmp_path: Path) -> None:
    import pty

    text = TINY.replace("tiny-choice", "count").replace('"small"', '"pace"').replace("tasks = 3", "tasks = 1")
    Path("own.toml").write_text(text, "utf-8")
    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "dumb"}
    command = [sys.executable, "-m", "pitboss.cli.main", *SIT]
    running = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=env)
    os.close(follower)
    said, sent = b"", 0
    while True:
        try:
            said += os.read(leader, 4096)
        except OSError:
            break
        if said.count(b"s> ") > sent:
            sent += 1
            os.write(leader, (b"?\n", b"1\n")[sent - 1])
    os.close(leader)
    assert running.wait(timeout=60) in (0, 1)
    assert b"Type a whole number" in said and _result().ended == "finished"


# --- what is checked --------------------------------------------------------------------------------------------------


def _forged(record: Path, change: Any) -> ExamResult:
    result: ExamResult = change(ReadRecord(record).said.result)
    return result


@pytest.fixture
def ann(in_a_folder: Path) -> Path:
    write_record(in_a_folder / "ann.json", GAME, wrongly=(0, 1))
    return in_a_folder / "ann.json"


def _sign(result: ExamResult, key: str, path: str = "forged.json") -> str:
    keys = Keys.load(Path(key).absolute(), make=True)
    Path(path).write_bytes(record_line(sign_result(result, keys.public, keys.sign)))
    return keys.public


@pytest.mark.usefixtures("ann")
def test_papers_are_sound(call: Called) -> None:
    for more, name in (((), "ann.pdf"), (("--table-test", "--sheet", "a4"), "sheet.pdf")):
        assert call("certificate", "ann.json", *more, "-o", name) == 0
        assert call("verify-certificate", name) == 0 and "The paper says what the record says." in call.out
        assert call("verify-certificate", name, "--json") == 0
        told = json.loads(call.out)
        assert (told["good"], told["right"], told["tasks"], told["passed"], told["who"]) == (
            True,
            4,
            6,
            True,
            "Ann Lee",
        )
    assert call("certificate", "ann.pdf", "-o", "again.pdf") == 0, "the paper's own record will do"
    assert Path("again.pdf").read_bytes() == Path("ann.pdf").read_bytes()


def test_a_record_that_was_changed(ann: Path, call: Called) -> None:
    ann.write_bytes(ann.read_bytes().replace(b'"Ann Lee"', b'"Eve Lee"'))
    assert call("verify-certificate", "ann.json") == 1
    assert "WRONG" in call.out and "The record was changed, or is not signed with the key" in call.out
    assert call("certificate", "ann.json", "-o", "ann.pdf") == 1 and "the signature does not fit" in call.err
    assert not Path("ann.pdf").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: replace(r, score=replace(r.score, right=6, percent=100)), "the score is not the one"),
        (lambda r: replace(r, sitting=replace(r.sitting, seed=8)), "the tasks are not those that seed 8 draws"),
        (
            lambda r: replace(r, sitting=replace(r.sitting, answers=r.sitting.answers[:-1] + r.sitting.answers[-2:])),
            "an answer belongs to no task, or to one that has another",
        ),
        (lambda r: replace(r, sitting=replace(r.sitting, answers=r.sitting.answers[:2])), "the score is not the one"),
    ],
)
def test_a_record_that_somebody_made_up(change: Any, said: str, ann: Path, call: Called) -> None:
    """Signed with a good key: the answers themselves tell."""
    _sign(_forged(ann, change), "other.key")
    assert call("verify-certificate", "forged.json") == 1
    assert said in " ".join(call.out.split()) and "Not sound" in call.out


def test_a_record_of_another_key_is_told_where_the_key_is_named(ann: Path, call: Called) -> None:
    mine = ReadRecord(ann).said.public
    _sign(sat_exam(small_exam(GAME)), "other.key")
    assert call("verify-certificate", "forged.json") == 0
    assert call("verify-certificate", "forged.json", "--key", mine) == 1 and "not the key that you named" in call.out
    assert call("verify-certificate", "ann.json", "--key", mine.upper()) == 0
    assert call("verify-certificate", "ann.json", "--key", "12") == 2 and "a public key has 64 digits" in call.err


def test_a_paper_on_which_something_else_is_printed(ann: Path, call: Called) -> None:
    read = ReadRecord(ann)
    paper = certificate(read.record, read.said, {GAME: usual(GAME)})
    data = paper.data | {"who": "Eve Lee"}
    (pdf,) = render(msgspec.structs.replace(paper, data=data), "pdf")
    Path("ann.pdf").write_bytes(pdf)
    assert call("verify-certificate", "ann.pdf") == 1
    assert "What is printed on the paper is not what the record says." in " ".join(call.out.split())


def test_another_edition_of_the_game_is_told(ann: Path, call: Called) -> None:
    def other(result: ExamResult) -> ExamResult:
        (game,) = result.sitting.games
        edition = replace(game.edition, version=game.edition.version + 1)
        return replace(result, sitting=replace(result.sitting, games=(replace(game, edition=edition),)))

    _sign(_forged(ann, other), "other.key")
    assert call("verify-certificate", "forged.json") == 1
    assert "not checked The tasks cannot be made again here" in " ".join(call.out.split())
    assert "WRONG" not in call.out and "Not judged again" in call.out
    assert call("certificate", "forged.json", "-o", "a.pdf") == 1 and "take the folder of then" in call.err


def test_the_school_of_another_time_judges_nothing_again(ann: Path, call: Called) -> None:
    _sign(_forged(ann, lambda r: replace(r, sitting=replace(r.sitting, school=SCHOOL + 1))), "other.key")
    assert call("verify-certificate", "forged.json") == 1
    said = " ".join(call.out.split())
    assert f"they are of school {SCHOOL + 1}, and here is school {SCHOOL}." in said and "Not judged again" in said
    for more in (("-o", "a.pdf"), ("--xapi", "st.json", "--address", "https://a.example")):
        assert call("certificate", "forged.json", *more) == 1 and "cannot be made again here" in call.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"rubbish", "this is no record of an exam"),
        (b'{"body": {}, "signature": "zz"}', "this is no record of an exam"),
        (b"%PDF-1.7 rubbish", "this PDF c"),
        (b"", "this is no record of an exam"),
    ],
)
def test_what_is_no_record(content: bytes, said: str, call: Called) -> None:
    Path("a.json").write_bytes(content)
    for command in (("verify-certificate", "a.json"), ("certificate", "a.json", "-o", "a.pdf")):
        assert call(*command) == 2 and said in call.err and call.out == ""


def test_a_paper_without_a_record(call: Called) -> None:
    Path("own.toml").write_text(exam_text(small_exam(GAME, 2)), "utf-8")
    assert call("exam", "--exam", "own.toml", "-o", "exam.pdf") == 0
    assert call("verify-certificate", "exam.pdf") == 2 and "carries no record of an exam" in call.err
    assert call("certificate", "exam.pdf", "-o", "x.svg") == 2 and "ends in .pdf" in call.err


# --- for a school's own system ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ann")
def test_statements_and_a_course_package(call: Called) -> None:
    for _ in range(2):
        assert call("certificate", "ann.json", "--xapi", "st.json", "--address", "https://school.example/") == 0
    made = checked(Path("st.json").read_bytes())
    assert call.out == "Wrote st.json: 8 statements.\n" and len(made) == 8
    assert made[0].actor.account.homePage == "https://school.example"
    assert call("exam", GAME, "--cmi5", "course.zip", "--address", "https://school.example") == 0
    assert "It opens https://school.example/school." in call.out
    judge_structure(structure_of(Path("course.zip").read_bytes()))
    where = ("--address", "https://school.example", "--page", "https://house.example/x?y=1")
    assert call("exam", GAME, "--cmi5", "course.zip", *where) == 0
    assert structure_of(Path("course.zip").read_bytes())[1][2].text == "https://house.example/x?y=1"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("certificate", "ann.json"), "say with -o where the paper goes"),
        (("certificate", "ann.json", "--xapi", "st.json"), "--address is missing"),
        (("certificate", "ann.json", "--xapi", "st.json", "--address", "school.example"), "is no complete address"),
        (("certificate", "ann.json", "--xapi", "st.json", "--address", "https://a.example/?x=1"), "more than host"),
        (
            ("certificate", "ann.json", "--xapi", "no/st.json", "--address", "https://a.example"),
            "the directory does not",
        ),
        (("certificate", "ann.json", "--xapi", "ann.json", "--address", "https://a.example"), "this is the record"),
        (("certificate", "ann.json", "--address", "https://a.example", "-o", "a.pdf"), "--address goes with --xapi"),
        (("exam", GAME, "--cmi5", "c.zip"), "--address is missing"),
        (("exam", GAME, "--cmi5", "c.zip", "--address", "https://"), "is no complete address"),
        (("exam", GAME, "--cmi5", "c.zip", "--address", "https://a.example", "--page", "x"), "--page: 'x' is no"),
        (("exam", GAME, "--cmi5", "c.zip", "--new"), "give one of --new, --sit and --cmi5"),
        (("exam", GAME, "--address", "https://a.example", "-o", "exam.pdf"), "--address and --page go with --cmi5"),
    ],
)
def test_what_cannot_be_told_to_a_system(wrong: tuple[str, ...], said: str, ann: Path, call: Called) -> None:
    before = ann.read_bytes()
    assert call(*wrong) == 2 and said in call.err
    assert ann.read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["ann.json", "examiner.key"]
