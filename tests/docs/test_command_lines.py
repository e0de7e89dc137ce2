"""Every command line of the pages is run as somebody would who copies it, in a folder that has the files of which the
page speaks. (Those about a house are run by `tests/house/test_page_commands.py`; pages that show what is printed are
held to it by `test_pages.py`.)"""

import os
import shlex
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from cli.test_help_examples import FEWER, NEEDED
from docs.reading import DOCS, PAGES, ROOT, blocks, command_lines
from docs.test_pages import CARRIED_OUT
from pitboss.api import open_table
from pitboss.cli.main import dispatch
from pitboss.play.log import header_line, lines
from pitboss.rulebook.submission import default_submission

GAME = "let-it-ride"
HOUSE = ("audit", "db", "house", "config", "key")
"""Commands about a house."""
WAITS = {"serve": "opens a house until it is ended", "play": "talks with a player", "completion": "changes the shell"}
"""Commands that have tests of their own, with the reason."""
SITS = "--sit"
"""An option that has somebody sit an exam."""
LONG = (
    "pitboss protect ultimate-texas-holdem --sees dealer:1+flop:1 --json",
    "pitboss odds ultimate-texas-holdem --stakes 5,25,100,500 --save stakes.svg",
    "pitboss dossier ./tiger-three -o tiger.pdf",
    "pitboss odds let-it-ride --rounds 30,1k,100k -o odds.xlsx",
    "pitboss file mine.toml -o filing",
    "pitboss par mine.toml -o par.pdf",
    "pitboss demo",
)
"""Take four seconds to a minute each; `make proof-odds` runs them, and the suite runs shorter ones of their kind."""


def _next_version(path: Path) -> None:
    """What the operator has now: a new version with other limits."""
    text = default_submission(GAME)
    path.write_text(text.replace("version = 1", "version = 2").replace("maximum = 500", "maximum = 200"), "utf-8")


def _as_it_was(path: Path) -> None:
    path.write_text(default_submission(GAME), encoding="utf-8")


def _evening(path: Path) -> None:
    """A round of Ann's, with a decision."""
    table = open_table(GAME, shuffle_seed="evening")
    table.sit(1, "Ann")
    table.bet(1, **{wager.id: 5 for wager in table.rules.wagers if wager.compulsory})
    table.close_bets()
    while table.turn:
        table.decide(1, table.offers("player:Ann")[0].values[0])
    path.write_bytes(b"".join((header_line(table.rules.terms), *lines(table.log))))


def _as_a_history(path: Path) -> None:
    _evening(path.with_suffix(".log"))
    assert dispatch(["history", f"{path.stem}.log", "-o", str(path)]) == 0


def _new_game(path: Path) -> None:
    assert dispatch(["new-game", "Tiger Three", "-o", str(path)]) == 0


def _exam(path: Path) -> None:
    assert dispatch(["exam", GAME, "--new", "-o", str(path)]) == 0


THERE: dict[str, Callable[[Path], None]] = NEEDED | {
    "mine.toml": _next_version,
    "old.toml": _as_it_was,
    "other.toml": _as_it_was,
    "evening.log": _evening,
    "evening.toml": _as_a_history,
    "own.toml": _exam,
    "./tiger-three": _new_game,
}


def of_a_house(words: list[str]) -> bool:
    return words[1] in HOUSE or "--database" in words


def _of_tools(page: Path) -> list[str]:
    """The lines of a page that need no house."""
    found = []
    for line in dict.fromkeys(command_lines(page)):
        words = shlex.split(line)
        if words[1] not in WAITS and SITS not in words and not of_a_house(words):
            found.append(line)
    return found


def _once() -> list[tuple[Path, str]]:
    """Each line with the first page that has it."""
    first: dict[str, Path] = {}
    for page in PAGES:
        for line in _of_tools(page) if page not in CARRIED_OUT else ():
            first.setdefault(line, page)
    return [(page, line) for line, page in first.items()]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where figures are kept, so that none is worked out twice."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def folder(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_DATA", str(data))
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    shutil.copytree(ROOT / "examples", tmp_path / "EXAMPLES")
    return tmp_path


def _shorter(words: list[str]) -> list[str]:
    """The same with smaller counts, so that no test takes minutes."""
    option, *value = FEWER.get(words[0], ("",))
    if option in words and value:
        words[words.index(option) + 1] = value[0]
        return words
    return [*words, *FEWER.get(words[0], ())]


def _run(page: Path, line: str) -> None:
    """The line, after the files were made that it names and that no line before it has made."""
    if page.name == "strategies.md" and "mine.toml" in line:
        (content,) = (content for language, _, content in blocks(DOCS / "strategies.md") if language == "toml")
        Path("mine.toml").write_text(content, encoding="utf-8")
    words = shlex.split(line)[1:]
    written = words[words.index("-o") + 1] if "-o" in words else ""
    for word in words:
        if word in THERE and word != written and not Path(word).exists():
            THERE[word](Path(word))
    status = dispatch(_shorter(words))
    assert status == 0 or (status == 1 and words[0] in FEWER), line


CASES = [
    pytest.param(page, line, id=line.removeprefix("pitboss "), marks=[pytest.mark.proof] if line in LONG else [])
    for page, line in _once()
]


@pytest.mark.parametrize(("page", "line"), CASES)
def test_a_command_line_runs(page: Path, line: str, folder: Path) -> None:
    if line == "pitboss win table.toml":
        _run(page, f"pitboss win --new {GAME} -o table.toml")
    _run(page, line)


def test_they_are_found() -> None:
    assert len(CASES) > 50
    assert all(any(line == each for _, each in _once()) for line in LONG), "a long line has changed"
    assert os.fspath(DOCS / "hold.md") in {os.fspath(page) for page, _ in _once()}
