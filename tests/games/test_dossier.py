"""`pitboss dossier`, and what the commands say of a folder that is unlike our own games or has a mistake."""

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss.cli.check_folder import MEMORY
from pitboss.cli.main import dispatch
from pitboss.play import admission

MORE = """[[wager]]
id = "more"
title = "More"
clause = "LUCKY-THREE 3"
later = true

[[paytable]]
family = "more"
lines = [{ hand = "beats_dealer", pays = 1, clause = "LUCKY-THREE 4" }]

"""
AGAIN = """Step("ask", "again", "LUCKY-THREE 3", choices=(
            Choice("more", "raise", "LUCKY-THREE 3", times=1, wager="more"), Choice("stay", "pass", "LUCKY-THREE 3"),
        ), absent="stay"),
        """


@pytest.fixture(autouse=True)
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new game in the working folder."""
    monkeypatch.chdir(tmp_path)
    assert dispatch(["new-game", "Lucky Three", "-o", "lucky"]) == 0
    return tmp_path / "lucky"


def change(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def asks_twice(lucky: Path) -> None:
    """A second decision against the dealer's hand, which no counter fits."""
    change(lucky / "book.toml", ('[[wager]]\nid = "pairs"', f'{MORE}[[wager]]\nid = "pairs"'))
    change(
        lucky / "game.py",
        ('Step("collect"', f'{AGAIN}Step("collect"'),
        ('wagers=("stake", "call", "pairs")', 'wagers=("stake", "call", "more", "pairs")'),
        ('both = ("stake", "call")', 'both = ("stake", "call", "more")'),
        ('"call": main,', '"call": main, "more": main,'),
        ('("call",), idle', '("call", "more"), idle'),
    )


def printed(path: str) -> str:
    pages = PdfReader(io.BytesIO(Path(path).read_bytes())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    ("game", "title", "edge"),
    [
        ("./lucky", "Lucky Three", "1.954"),
        ("three-card-poker", "Three Card Poker, house rules", "3.373"),
        ("dragon-poker", "Dragon Poker, Maryland", ""),
    ],
)
def test_a_dossier_has_every_part(game: str, title: str, edge: str) -> None:
    assert dispatch(["dossier", game, "-o", "d.pdf", "--rounds", "5000"]) == 0
    said = printed("d.pdf")
    assert f"Dossier of a game {title}" in said and edge in said
    assert "The hands tie" in said or game != "./lucky"


def test_a_game_that_no_counter_fits_has_a_dossier_by_the_engine(
    lucky: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asks_twice(lucky)
    assert dispatch(["check", "lucky"]) == 0
    assert dispatch(["dossier", "lucky", "-o", "d.pdf", "--rounds", "200"]) == 0
    said = printed("d.pdf")
    assert "can be played and simulated; exact odds need one decision against the dealer" in said
    assert "The player folds" in said and "The player wins" in said and "200" in said
    capsys.readouterr()
    assert dispatch(["par", "lucky", "-o", "p.pdf"]) == 2
    assert "pitboss: Lucky Three can be played and simulated; exact odds need" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ('        Row("LUCKY-THREE 4", both, {**plays, "result": (EQUAL,)}, PUSH),\n', "", "SettlementError: 0 rows"),
        ('    both = ("stake", "call")\n', '    both = ("stake", "call")[1 // 0 :]\n', "ZeroDivisionError"),
    ],
    ids=["no row", "an error in its code"],
)
def test_a_mistake_in_a_folder_is_not_told_as_ours(
    lucky: Path,
    line: str,
    instead: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change(lucky / "game.py", (line, instead))
    assert dispatch(["simulate", "lucky", "--rounds", "2000"]) == 2
    err = capsys.readouterr().err
    assert "this folder cannot be used as a game" in err and "pitboss itself" not in err
    monkeypatch.setattr(admission, "unplayable", lambda game: ())  # as if it showed only later
    assert dispatch(["simulate", "lucky", "--rounds", "2000"]) == 2
    err = capsys.readouterr().err
    assert f"a mistake in the game of {lucky}: " in err and said in err and f"pitboss check {lucky}" in err
    assert "pitboss itself" not in err


def test_a_book_without_a_clause_for_the_positions_leaves_no_empty_brackets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dispatch(["rules", "lucky"]) == 0
    said = capsys.readouterr().out
    assert "up to 6" in said
    assert "()" not in said and 'pitboss rules ""' not in said and 'pitboss rules "LUCKY-THREE 1"' in said
    assert dispatch(["layout", "lucky", "-o", "l.pdf"]) == 0
    assert "()" not in printed("l.pdf")


def test_a_folder_is_checked_with_a_limit_of_memory(lucky: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its own code sees the limit: no test should fill the memory of a machine to find one."""
    limits = f"import resource\n\nassert resource.getrlimit(resource.RLIMIT_AS)[0] == {MEMORY}\n"
    change(lucky / "game.py", ("from pitboss.cards.fast", f"{limits}from pitboss.cards.fast"))
    assert dispatch(["check", "lucky"]) == 0
    assert "Lucky Three is sound" in capsys.readouterr().out
