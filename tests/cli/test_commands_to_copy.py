"""Commands that are printed for somebody to copy: a shell takes the file's name as one word, whatever stands in it."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.screen import to_copy
from pitboss.rulebook.submission import default_submission
from pitboss.wording.command_line import command_line

FILE = "a b;$(x) 'c' é.toml"
PRODUCT = Path(main.__file__).parents[1]


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The last command that is printed, as a shell reads it."""
    main.dispatch(words)
    said = capsys.readouterr()
    printed = re.sub(r"\s+", " ", said.out if "pitboss " in said.out else said.err)
    found = printed.rpartition("pitboss ")[2]
    return shlex.split(found.partition("`")[0])


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


PAPERS = [
    (["placard", FILE, "-o", "p.pdf"], ["layout", FILE, "-o", "layout.pdf"]),
    (["layout", FILE, "-o", "p.pdf"], ["placard", FILE, "-o", "placard.pdf"]),
    (["submission", FILE, "-o", "p.pdf"], ["par", FILE, "-o", "par.pdf"]),
    (["compare", FILE, "dragon-poker", "-o", "p.pdf"], ["par", FILE, "-o", "par.pdf"]),
    (
        ["par", FILE, "-o", "p.pdf", "--rounds", "200", "--shuffles", "2000"],
        ["submission", FILE, "-o", "submission.pdf"],
    ),
]


@pytest.mark.parametrize(("words", "printed"), PAPERS, ids=lambda words: words[0])
def test_what_belongs_to_a_paper(words: list[str], printed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(FILE).write_text(default_submission("dragon-poker"), encoding="utf-8")
    assert run(words, capsys) == printed


FAULTY = [
    ["placard", FILE, "-o", "p.pdf"],
    ["odds", "--submission", FILE],
    ["play", "--submission", FILE],
]


@pytest.mark.parametrize("words", FAULTY, ids=lambda words: words[0])
def test_where_all_faults_are_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(FILE).write_text(default_submission("dragon-poker").replace("positions = ", "position = "), encoding="utf-8")
    assert run(words, capsys) == ["check", FILE]


def test_a_new_submission(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "dragon-poker", "-o", FILE], capsys) == ["check", FILE]
    assert Path(FILE).exists()


def test_a_shell_runs_nothing_that_stands_in_a_name() -> None:
    name = "$(touch run) `touch run`;touch run \"'.toml"
    typed = command_line("check", name).replace("pitboss", "printf %s", 1)
    done = subprocess.run(["sh", "-c", typed], capture_output=True, text=True, check=True)
    assert done.stdout == f"check{name}"
    assert not Path("run").exists()


def test_a_plain_name_stays_as_it_is() -> None:
    assert to_copy("par", Path("mine.toml"), "-o", "par.pdf") == "pitboss par mine.toml -o par.pdf"


def test_what_moves_the_cursor_does_not_reach_the_screen() -> None:
    assert to_copy("check", "a\x1b[2J\n.toml") == "pitboss check 'a?[2J?.toml'"


def test_no_command_is_put_together_by_hand() -> None:
    """But with the name of a game, which is one word. The papers are told how a command names the submission."""
    found = {
        (file.name, given)
        for file in PRODUCT.rglob("*.py")
        if file.parent.name != "paper"
        for given in re.findall(r"pitboss [a-z-]+ (?:-[-a-z]+ )*\{([^}]+)", file.read_text(encoding="utf-8"))
    }
    assert {given for _, given in found} == {"game"}, found
