"""What reaches the screen: no control characters, no characters it lacks, no line beyond its width."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.screen import Trouble, a_game, complain, safe, screen
from pitboss.rulebook.submission import default_submission
from support import GAMES

PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]


def pitboss(*arguments: str, answers: str = "", **more: str) -> str:
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", **more}
    done = subprocess.run([*PITBOSS, *arguments], input=answers.encode(), capture_output=True, env=env, check=False)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    return done.stdout.decode(more.get("PYTHONIOENCODING", "utf-8"))


EVIL = "a\x1b[31m\x07\x9b2J\u202eb\u2066\x7f\r"


def test_control_characters_are_replaced() -> None:
    assert safe(EVIL) == "a?[31m???2J?b???".replace("???2J", "??2J")
    assert safe("Zoë ♠\nZ") == "Zoë ♠?Z" and safe("Zoë ♠", "latin-1") == "Zoë s"


def test_whatever_a_screen_prints(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid()
    grid.add_row(EVIL, Text(EVIL))
    for what in (EVIL, Text(EVIL), grid):
        screen().print(what)
    complain(EVIL)
    said = capsys.readouterr()
    assert "a?[31m" in said.out and "a?[31m" in said.err
    assert not set("\x1b\x07\x9b\u202e\u2066\x7f\r") & set(said.out + said.err)


def test_the_name_of_a_table(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    text = default_submission("dragon-poker").replace('table = "Dragon Poker 1"', 'table = "A\\u009b2J\\u202eB"')
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([*PITBOSS, "play", "--submission", str(file)], capture_output=True, check=False)
    assert not set("\x9b\u202e") & set((done.stdout + done.stderr).decode("utf-8"))


def test_letters_for_suits_where_the_screen_has_no_signs() -> None:
    said = pitboss("play", "let-it-ride", "--shuffle-seed", "demo", answers="\nv\nq\n", PYTHONIOENCODING="latin-1")
    shown = next(line for line in said.splitlines() if "Position 4 shows" in line)
    assert "Qc Qh 8c" in shown
    assert "Q?" not in said and "| Q   |" in said


@pytest.mark.parametrize("width", ["60", "40"])
@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_screen_keeps_number_wager_and_amount(game: str, width: str) -> None:
    said = pitboss("play", game, answers="h\n?\n!\n\n!\n\nv\nq\n", COLUMNS=width)
    assert max(len(line) for line in said.splitlines()) <= int(width)
    from pitboss.cli.play_bets import Wagers
    from support import rules

    menu = said[said.index("Your wagers") :]
    for number, wager in enumerate(Wagers(rules(game)).choices, start=1):
        row = next(line.split() for line in menu.splitlines() if line.startswith(f"  {number}  "))
        assert row[1 : len(wager.title.split()) + 1] == wager.title.split()
        assert row[len(wager.title.split()) + 1] in ("-", "$10")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("UTH", "ultimate-texas-holdem"),
        ("lir", "let-it-ride"),
        ("ult", "ultimate-texas-holdem"),
        (" Let It Ride ", "let-it-ride"),
        ("top_five", "top-five-poker"),
    ],
)
def test_games_as_people_call_them(typed: str, meant: str) -> None:
    assert a_game(typed) == meant


@pytest.mark.parametrize("typed", ["", "u", "ul", "ut", "poker", "uthx"])
def test_what_is_no_game(typed: str) -> None:
    with pytest.raises(Trouble, match=f"there is no game '{typed}'; the games are dragon-poker, "):
        a_game(typed)
