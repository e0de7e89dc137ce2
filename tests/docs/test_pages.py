"""The pages for newcomers, carried out as they stand; and every command line of every page is one that the program
understands."""

import doctest
import re
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from docs.reading import DOCS, PAGES, ROOT, blocks, command_lines
from pitboss.cli.main import app, dispatch

CARRIED_OUT = [DOCS / "index.md", DOCS / "first-hour.md", DOCS / "library.md", *sorted((DOCS / "start").glob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def commands(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """The words of every command, and the lines that it is said to print."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        first, *shown = part.splitlines()
        yield shlex.split(first), [line for line in shown if line.strip(" …")]


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody in an empty folder who has set nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PITBOSS_PORT", "0")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())


@pytest.mark.usefixtures("newcomer")
@pytest.mark.parametrize("page", CARRIED_OUT, ids=_named)
def test_a_page_does_what_it_says(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, file, content in blocks(page):
        match language:
            case "console":
                _run_all(content, capsys)
            case "toml":
                Path(file).write_text(content, encoding="utf-8")
            case "pycon":
                pass  # the next test
            case other:
                raise AssertionError(f"nobody tries a block of {other}")


def _run_all(content: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words, shown in commands(content):
        assert words[0] == "pitboss"
        assert dispatch(words[1:]) == 0, words
        printed = " ".join(capsys.readouterr().out.split())
        for line in shown:
            assert " ".join(line.split()) in printed, f"{words}: {line}\n--- printed:\n{printed}"


@pytest.mark.usefixtures("newcomer")
@pytest.mark.parametrize("page", [*CARRIED_OUT, DOCS / "environments.md", DOCS / "odds.md"], ids=_named)
def test_the_python_of_a_page(page: Path) -> None:
    source = "\n".join(content for language, _, content in blocks(page) if language in ("pycon", "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, _named(page), str(page), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert results.failed == 0, "".join(said)
    assert results.attempted == source.count(">>>")


@pytest.mark.usefixtures("newcomer")
def test_the_strategy_and_the_program_of_the_page_about_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    (file,), (program,) = (
        [content for language, _, content in blocks(DOCS / "strategies.md") if language == wanted]
        for wanted in ("toml", "python")
    )
    Path("mine.toml").write_text(file, encoding="utf-8")
    assert dispatch(["strategy", "three-card-poker", "--cost", "mine.toml"]) == 0
    assert "Play a queen or better" in capsys.readouterr().out
    names: dict[str, Any] = {}
    exec(program, names)
    assert str(names["found"].cost) == "15501/20358520"  # 702,190 less 686,689


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_every_command_line_is_understood(page: Path) -> None:
    """Commands, options and values are those that the program knows; nothing is run."""
    program = app()
    for line in command_lines(page):
        words = shlex.split(line.replace("…", ""))[1:]
        if not words or words[0].isupper() or "--help" in words or words == ["--version"]:
            continue
        program.parse_args(words, exit_on_error=False, print_error=False)


def test_command_lines_are_found_and_a_wrong_one_is_noticed() -> None:
    assert len([line for page in PAGES for line in command_lines(page)]) > 100
    with pytest.raises(Exception, match="nknown option"):
        app().parse_args(["odds", "let-it-ride", "--wagger", "x"], exit_on_error=False, print_error=False)
