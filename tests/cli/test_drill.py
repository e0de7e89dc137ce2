"""`pitboss drill`: every form of answer, what is remembered of it, and what is done with a file that is none. The right
answers of the small drills are known without any engine (`school/tiny.py`)."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from cli.calls import Data, Refused
from pitboss.cli.drill_memory import MemoryKeeper
from pitboss.cli.main import dispatch
from pitboss.cli.task_answers import answer_of
from pitboss.cli.task_moves import UnreadAnswer, move_completions, move_of, move_words, moves_help
from pitboss.messages.tasks import (
    AnswerOption,
    AskChoice,
    AskMoves,
    AskNumber,
    ChipPile,
    ChoiceAnswer,
    DealerMove,
    NumberAnswer,
    WagerLying,
)
from pitboss.school.memory import TopicKey
from school.tiny import tiny

__all__ = ["tiny"]
COMMAND = "drill"
GAME = "let-it-ride"
WAR = Path(__file__).parents[2] / "examples" / "casino-war"


class Drilled(Protocol):
    """Status, output and errors of a call with these answers."""

    def __call__(self, *arguments: str, answers: str = "") -> tuple[int, str, str]: ...


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def drill(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Drilled:
    def run(*arguments: str, answers: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        status = dispatch(["drill", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# --- the forms of answers ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("kind", "answers", "right"),
    [
        ("tiny-choice", "1\n", True),
        ("tiny-choice", "even\n", True),
        ("tiny-choice", "2\n", False),
        ("tiny-count", "4\n", True),
        ("tiny-count", "5\n", False),
        ("tiny-moves", "pay ante 1 5x2\ntake ante 2\npush ante 3\ndone\n", True),
        ("tiny-moves", "PAY ante 1 $5x2; ta an 2; push ante 3\ndone\n", True),
        ("tiny-moves", "take ante 1\nundo\npay ante 1 5x2; take ante 2; push ante 3\nmoves\ndone\n", True),
        ("tiny-moves", "take ante 2; pay ante 1 5x2; push ante 3\ndone\n", False),
        ("tiny-moves", "done\n", False),
    ],
)
def test_an_answer_is_judged_and_remembered(
    kind: str, answers: str, right: bool, drill: Drilled, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 4)
    status, out, err = drill(GAME, "--drill", kind, "--tasks", "1", answers=answers)
    assert (status, err) == (0, "")
    assert ("Right." in out, "Wrong." in out) == (right, not right)
    assert ("That is not so" in out and "The answer: it is so" in out) is not right
    assert "TINY 1" in out and f"One task answered, {int(right)} of them right." in out
    (kept,) = json.loads((data_folder / "school.json").read_bytes())["kept"]["topics"]
    assert kept["key"]["drill"] == kind and (kept["attempts"], kept["right"]) == (1, int(right))


@pytest.mark.usefixtures("tiny")
def test_what_is_no_answer_is_asked_again_and_not_counted(drill: Drilled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 4)
    status, out, _ = drill(GAME, "--tasks", "1", answers="7\n\n1 2\n?\nv\n1\n")
    assert status == 0 and "There is no answer '7'; answer 1 to 2." in out
    assert "Choose one of them" in out and "Type the number of the answer." in out
    assert out.count("Is 4 even?") == 2 and "One task answered, 1 of them right." in out


@pytest.mark.usefixtures("tiny")
def test_leaving_half_way_keeps_what_was_answered(drill: Drilled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 4)
    for end in ("q\n", ""):
        assert "One task answered" in drill(GAME, "--topic", "small", answers=f"1\n{end}")[1]
    assert "2 of 2" in drill(GAME, "--standing")[1]


@pytest.mark.usefixtures("tiny")
def test_a_series_goes_on_to_its_end(drill: Drilled, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count has three tasks from one seed: 4 and 0, 1, 2; then it begins anew."""
    monkeypatch.setattr("secrets.randbelow", lambda _: 4)
    out = drill(GAME, "--drill", "tiny-count", "--tasks", "4", answers="4\n5\n6\n4\n")[1]
    assert [f"How many are 4 and {n}?" in out for n in (0, 1, 2)] == [True] * 3 and out.count("4 and 0?") == 2
    assert "Four tasks answered, 4 of them right." in out


STUD = AskMoves(
    (ChipPile(2500, 9), ChipPile(500, 20), ChipPile(50, 4)),
    (
        WagerLying(1, "ante", "Ante", (ChipPile(500, 2),)),
        WagerLying(3, "ante", "Ante", (ChipPile(500, 2),)),
        WagerLying(3, "top_bonus", "Top Bonus", (ChipPile(10_000, 1),)),
    ),
)


@pytest.mark.parametrize(
    ("typed", "move", "words"),
    [
        ("take ante 3", DealerMove(3, "ante", "take"), "take ante 3"),
        ("push ante 1", DealerMove(1, "ante", "push"), "push ante 1"),
        (
            "pay top bonus 3 25x2 5",
            DealerMove(3, "top_bonus", "pay", (ChipPile(2500, 2), ChipPile(500, 1))),
            "pay top_bonus 3 25x2 5",
        ),
        ("pay top-bonus 3 .50x3", DealerMove(3, "top_bonus", "pay", (ChipPile(50, 3),)), "pay top_bonus 3 0.50x3"),
        ("take ante 1 5", DealerMove(1, "ante", "take", (ChipPile(500, 1),)), "take ante 1 5"),
        ("take top_bonus 3 100", DealerMove(3, "top_bonus", "take", (ChipPile(10_000, 1),)), "take top_bonus 3 100"),
        ("take top", DealerMove(3, "top_bonus", "take"), "take top_bonus 3"),
    ],
)
def test_a_move_is_read_and_told(typed: str, move: DealerMove, words: str) -> None:
    assert move_of(STUD, typed) == move and move_words(move) == words
    assert move_of(STUD, words) == move


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "take, pay or push"),
        ("give ante 3", "take, pay or push"),
        ("p ante 3", "take, pay or push"),
        ("take blind 3", "ante and top_bonus|ante or top_bonus"),
        ("take ante", "say at which position: take ante 1"),
        ("take ante 2", "no ante at position 2; there is one at 1 and 3"),
        ("pay ante 1", "in which chips"),
        ("pay ante 1 7x2", r"no chips of '7x2'.*\$100, \$25, \$5 and \$0.50"),
        ("push ante 1 5", "no chips belong"),
    ],
)
def test_what_is_no_move_is_told_with_what_is_one(typed: str, why: str) -> None:
    with pytest.raises(UnreadAnswer, match=why):
        move_of(STUD, typed)


def test_the_help_shows_moves_that_can_be_typed() -> None:
    said = moves_help(STUD)
    typed = [
        line[2:].partition("  ")[0] for line in said.splitlines() if line.startswith(("  take", "  pay", "  push"))
    ]
    assert [move_words(move_of(STUD, each)) for each in typed] == typed and len(typed) == 4


def test_tab_completes_a_move() -> None:
    assert move_completions(STUD, "", "p") == ["pay", "push"]
    assert move_completions(STUD, "pay ", "t") == ["top_bonus"]
    assert move_completions(STUD, "take ante 1; pay ante ", "") == ["1", "3"]
    assert move_completions(STUD, "pay ante 3 ", "") == ["25", "5", "0.50"]


ALL_THAT_APPLY = AskChoice(tuple(AnswerOption(each, each) for each in "abc"), several=True)


@pytest.mark.parametrize(("typed", "ids"), [("1 3", ("a", "c")), ("c,1", ("c", "a")), ("none", ()), ("2 2", ("b",))])
def test_several_answers(typed: str, ids: tuple[str, ...]) -> None:
    assert answer_of(ALL_THAT_APPLY, typed) == ChoiceAnswer(ids)


@pytest.mark.parametrize(
    ("unit", "typed", "value"),
    [("cents", "1,250", 1250), ("cents", "$12.50", 1250), ("cents", "$12.5", 1250), ("cents", "$12", 1200)],
)
def test_a_number(unit: str, typed: str, value: int) -> None:
    assert answer_of(AskNumber(unit), typed) == NumberAnswer(value)


@pytest.mark.parametrize("typed", ["$5", "-1", "1.5", "two", "9" * 40])
def test_what_is_no_number_of_cards(typed: str) -> None:
    with pytest.raises(UnreadAnswer, match="is no whole number of cards"):
        answer_of(AskNumber("cards"), typed)


# --- what is practised ------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_tasks(drill: Drilled) -> None:
    first = drill("--seed", "3", "--tasks", "4")
    assert first == drill("--seed", "3", "--tasks", "4") and first[0] == 0
    assert first != drill("--seed", "4", "--tasks", "4")


def test_nobody_there_shows_a_task_with_its_answer_and_keeps_nothing(drill: Drilled, data_folder: Path) -> None:
    status, out, err = drill(GAME, "--drill", "count")
    assert (status, err) == (0, "") and "The answer: " in out
    assert list(data_folder.iterdir()) == []


def test_a_brought_folder(drill: Drilled) -> None:
    status, out, _ = drill(str(WAR), "--drill", "conduct", "--topic", "dealing", answers="1\nq\n")
    assert (
        status == 0
        and "  Casino War\n" in out
        and "--drill conduct --topic dealing" in out
        and "One task answered" in out
    )
    assert "conduct" in drill(str(WAR), "--standing")[1]


@pytest.mark.usefixtures("tiny")
def test_the_hardest_stands_first(drill: Drilled, data: Data, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 4)
    assert "Nothing was answered yet." in drill(GAME, "--standing")[1]
    drill(GAME, "--drill", "tiny-choice", "--topic", "large", "--tasks", "1", answers="1\n")
    drill(GAME, "--drill", "tiny-count", "--tasks", "1", answers="99\n")
    names = [(each["drill"], each["topic"], each["right"], each["answers"]) for each in data(GAME, "--list")]
    assert names == [
        ("tiny-count", "sum", 0, 1),
        ("tiny-choice", "large", 1, 1),
        ("tiny-choice", "small", 0, 0),
        ("tiny-moves", "table", 0, 0),
    ]
    assert [each["drill"] for each in data(GAME, "--standing")] == ["tiny-count", "tiny-choice"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--drill", "read-hands"), "there is no drill 'read-hands'.* Did you mean 'read-hand'"),
        ((GAME, "--topic", "qualify"), "there is no topic 'qualify'; there are hand-let_it_ride, "),
        ((GAME, "--tasks", "0"), "--tasks 0: give a whole number from 1 to 10,000"),
        ((GAME, "--seed", "-1"), "--seed -1: give a whole number from 0 to"),
        ((GAME, "--list", "--standing"), "--standing or --list, not both"),
        ((GAME, "--json"), "--json goes with --standing or --list"),
        (("no-such-game",), "there is no game 'no-such-game'"),
    ],
)
def test_what_cannot_be_practised(wrong: tuple[str, ...], said: str, refused: Refused) -> None:
    import re

    assert re.search(said, " ".join(refused(*wrong).split()))


# --- what is remembered -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not json", "this is no memory of the school"),
        (b'{"topics": []}', "this is no memory of the school"),
        (b'{"pitboss_school": 2, "anything": true}', "a newer version of pitboss wrote it (format 2; this version"),
        (b'{"pitboss_school": 1, "kept": {"topics": [{"attempts": 1}]}}', "this is no memory of the school"),
        (b'{"pitboss_school": 1, "kept": {"topics": [], "more": 1}}', "this is no memory of the school"),
    ],
)
def test_a_file_that_is_none_is_refused_and_left_as_it_is(
    content: bytes, said: str, drill: Drilled, data_folder: Path
) -> None:
    file = data_folder / "school.json"
    file.write_bytes(content)
    for more in (("--standing",), ("--list",), ()):
        status, _, err = drill(GAME, *more, answers="1\nq\n")
        assert status == 2 and said in err and "left as it is" in err
    assert file.read_bytes() == content


def test_two_terminals_lose_nothing_of_each_other(data_folder: Path) -> None:
    here, there = (MemoryKeeper(data_folder / "school.json") for _ in range(2))
    one, other = (TopicKey(GAME, "count", topic) for topic in ("stub", "pace"))
    here.remember(one, right=True, took=1000)
    there.remember(other, right=False, took=1000)
    here.remember(one, right=True, took=1000)
    assert {each.key: each.attempts for each in there.load().topics} == {one: 2, other: 1}


def test_a_folder_that_cannot_be_used(drill: Drilled, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    status, _, err = drill(GAME, "--memory", str(tmp_path / "file" / "m.json"), answers="1\nq\n")
    assert status == 2 and "m.json: cannot be" in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("end", "status"), [(b"q\n", 0), (b"\x03", 130), (b"\x04", 0)])
def test_at_a_terminal(end: bytes, status: int, data_folder: Path) -> None:
    """One answer, then the trainee leaves: by a word, by Ctrl-C, or by the end of the input."""
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "pitboss.cli.main", "drill", GAME, "--drill", "count", "--topic", "pace"]
    env = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
    running = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=env, preexec_fn=_with_terminal
    )
    os.close(follower)
    said, sent = b"", 0
    while True:
        try:
            said += os.read(leader, 4096)
        except OSError:
            break
        prompts = said.count(b"s> ")
        if prompts > sent:
            os.write(leader, b"1\n" if sent == 0 else end)
            sent = prompts
    os.close(leader)
    assert running.wait(timeout=60) == status
    assert "One task answered" in said.decode("utf-8", "replace")
    (kept,) = MemoryKeeper(data_folder / "school.json").load().topics
    assert (kept.key, kept.attempts) == (TopicKey(GAME, "count", "pace"), 1)


def _with_terminal() -> None:
    """The terminal is the program's own, so that Ctrl-C reaches it."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
