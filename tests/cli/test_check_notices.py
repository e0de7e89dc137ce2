"""`pitboss check` says what is lawful but unwise, `pitboss new` gives examples that a house could live on, and limits
of length are told where they are broken."""

import re
import threading
from pathlib import Path

import pytest

from paper.par_cases import everything
from pitboss.cli import check as command
from pitboss.cli import waiting
from pitboss.cli.check import check
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.kept import warning
from pitboss.rulebook.submission import check as check_text
from pitboss.rulebook.submission import default_submission
from support import GAMES

DRAGON, UTH = "dragon-poker", "ultimate-texas-holdem"


@pytest.fixture(autouse=True)
def wide_plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")


def with_example(game: str) -> str:
    """The default submission with its commented example taken in, as the file tells."""
    text = default_submission(game)
    start, end = text.index("# [wagers.progressive]"), text.index("[approvals]")
    return text[:start] + re.sub(r"^# ?", "", text[start:end], flags=re.MULTILINE) + text[end:]


@pytest.mark.parametrize(("game", "edge"), [(DRAGON, "0.2405"), (UTH, "0.3028")])
def test_the_example_of_a_progressive_keeps_something_and_not_nearly_all(game: str, edge: str) -> None:
    checked = check_text(with_example(game))
    assert checked.terms is not None and not checked.notices
    (row,) = odds(Request(game=game, terms=checked.terms, wager="progressive"))
    assert f"{float(row.house_edge):.4f}" == edge
    (meter,) = checked.terms.meters
    assert 0.1 < float(row.house_edge) - meter.rate / 1_000_000 < 0.35  # after what goes to the meter
    assert all(level is not None and level > row.meters[name] for name, level in row.break_even.items())


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_wager_by_which_the_house_loses_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three dragons come once in 669: a meter of $1,000 gives back more than the dollar."""
    text = with_example(DRAGON)
    assert check(written(tmp_path, text)) == 0
    assert "notice" not in capsys.readouterr().out
    file = written(tmp_path, text.replace("\ninitial = 250\nreset = 250", "\ninitial = 1000\nreset = 1000"))
    assert check(file) == 0
    said = " ".join(capsys.readouterr().out.split())  # a long path breaks the line elsewhere
    line = file.read_text(encoding="utf-8").splitlines().index("[wagers.progressive]") + 1
    assert f"mine.toml:{line}: notice: wagers.progressive: favours the player by 88.0048%; the house loses" in said
    assert "pitboss odds --submission mine.toml --wager progressive" in said
    assert "The submission is valid" in said


def test_check_and_the_papers_judge_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A progressive that keeps something until its meter has had its part is told by both."""
    text = with_example(DRAGON)
    assert text.count('\nrate = "5"') == 1
    text = text.replace('\nrate = "5"', '\nrate = "30"')
    terms = check_text(text).terms
    assert terms is not None
    (row,) = odds(Request(game=DRAGON, terms=terms, wager="progressive"))
    assert row.house_edge > 0
    (said,) = warning(terms, row)
    told = f"costs the house {30 - 100 * float(row.house_edge):.4f}% once the meters have had their part"
    assert said == f"Warning: Progressive {told}."
    assert check(written(tmp_path, text)) == 0
    assert f"notice: wagers.progressive: {told}" in " ".join(capsys.readouterr().out.split())


def test_a_table_of_ones_own_is_looked_at_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pays = {"royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 30, "full_house": 9, "flush": 7, "straight": 4}
    lines = [f'{{ hand = "{hand}", pays = {n}, unit = "to" }}' for hand, n in (pays | {"three_of_a_kind": 6}).items()]
    own = f"[wagers.trips]\nlines = [{', '.join(lines)}]"
    assert check(written(tmp_path, default_submission(UTH).replace("[wagers.trips]", own))) == 0
    assert "notice: wagers.trips: favours the player by" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_counted_for_the_letters_of_the_rulebook(game: str) -> None:
    terms = check_text(default_submission(game)).terms
    assert terms is not None and command._own_figures(terms) == []


def test_the_lines_of_the_rulebook_are_no_lines_of_ones_own() -> None:
    """Cover All has no letters; its lines are counted for nobody all the same."""
    terms = check_text(everything(UTH)).terms
    assert terms is not None and terms.wager("cover_all") is not None
    assert command._own_figures(terms) == ["progressive"]


def test_who_waits_is_told_for_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the error stream, and only where figures of one's own are counted."""
    told, lines = threading.Event(), []

    def say(self: waiting.Waiting, line: str) -> None:
        lines.append(line)
        told.set()

    def slow(request: Request, **_: object) -> list[object]:
        assert told.wait(60), "nothing was said"
        return []

    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    monkeypatch.setattr(waiting, "_TICK", 0.001)
    monkeypatch.setattr(waiting.Waiting, "_say", say)
    monkeypatch.setattr("pitboss.odds.api.odds", slow)
    assert check(written(tmp_path, default_submission(DRAGON))) == 0
    assert lines == []
    assert check(written(tmp_path, with_example(DRAGON))) == 0
    assert lines[0].startswith("counting the deals for your own figures of Progressive (0 s so far")
    assert "counting the deals" not in capsys.readouterr().out


@pytest.mark.parametrize("key", ["operator", "table"])
def test_a_name_has_at_most_eighty_characters(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = default_submission(DRAGON)
    old = next(line for line in text.splitlines() if line.startswith(f"{key} ="))
    assert old.endswith("at most 80 characters")
    assert check(written(tmp_path, text.replace(old, f'{key} = "{"x" * 80}"'))) == 0
    capsys.readouterr()
    assert check(written(tmp_path, text.replace(old, f'{key} = "{"x" * 81}"'))) == 1
    said = capsys.readouterr().out
    assert f"{key}: must be text of at most 80 characters; this has 81" in said
    assert "permitted text of at most 80 characters" in said
