"""`pitboss check FOLDER` proves a declaration: each mistake is told with its file, its line and a sentence."""

import re
import sys
from pathlib import Path

import pytest

from games.copies import change
from pitboss.cli import check_folder
from pitboss.cli.main import dispatch
from pitboss.play.proof import FolderFinding, prove
from pitboss.rulebook.folders import games
from support import SHIPPED

ONE = "exactly one row must settle every cell"


@pytest.fixture
def place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The small game that `pitboss new-game` writes."""
    assert dispatch(["new-game", "Lucky Three", "-o", str(tmp_path / "lucky")]) == 0
    capsys.readouterr()
    return tmp_path / "lucky"


def faults(place: Path) -> list[FolderFinding]:
    proof = prove(place)
    assert not proof.sound and proof.terms is None
    return [each for each in proof.findings if each.fault]


def only(place: Path) -> tuple[str, str]:
    (found,) = faults(place)
    return found.where, found.said


# --- book and clauses -----------------------------------------------------------------------------------------------


def test_a_syntax_error(place: Path) -> None:
    line = change(place / "game.py", "GAME = Game(", "GAME == = Game(")
    assert only(place) == (f"game.py line {line}", "invalid syntax")
    assert games() == SHIPPED


def test_a_line_that_would_never_be_paid(place: Path) -> None:
    line = change(place / "book.toml", '{ hand = "flush", pays', '{ hand = "flash", pays')
    where, said = only(place)
    assert where == f"book.toml line {line}"
    assert said == "the line would never be paid: there is no hand 'flash'; did you mean 'flush'?"


def test_a_table_of_no_wager_and_a_wager_that_stands_twice(place: Path) -> None:
    table = change(place / "book.toml", 'family = "call"', 'family = "cal"')
    twice = change(place / "book.toml", 'id = "pairs"', 'id = "stake"')
    assert [(f.where, f.said) for f in faults(place)][:2] == [
        (f"book.toml line {twice}", "the wager 'stake' stands above already"),
        (f"book.toml line {table}", "there is no wager 'cal'; did you mean 'call'?"),
    ]


def test_a_clause_that_is_stated_twice(place: Path) -> None:
    line = change(place / "book.toml", 'id = "LUCKY-THREE 8"', 'id = "LUCKY-THREE 7"')
    assert only(place) == (f"book.toml line {line}", "the clause 'LUCKY-THREE 7' is stated above already")


def test_a_clause_that_nothing_carries_out(place: Path) -> None:
    with (place / "book.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[clause]]\nid = "LUCKY-THREE 9"\nwording = "The dealer smiles."\n')
    line = (place / "book.toml").read_text(encoding="utf-8").splitlines().index('id = "LUCKY-THREE 9"') + 1
    where, said = only(place)
    assert where == f"book.toml line {line}" and said.startswith("nothing carries out the clause 'LUCKY-THREE 9': name")


def test_citations_that_resolve_to_nothing(place: Path) -> None:
    code = change(place / "game.py", '"examine", "LUCKY-THREE 3"', '"examine", "LUCKY-THREE 33"')
    book = (
        change(
            place / "book.toml",
            'id = "pairs"\ntitle = "Pairs"\nclause = "LUCKY-THREE 6"',
            'id = "pairs"\ntitle = "Pairs"\nclause = "LUCKY-THREE 66"',
        )
        + 2
    )
    found = {(each.where, each.said.partition(" is cited")[0]) for each in faults(place)}
    assert (f"game.py line {code}", "'LUCKY-THREE 33'") in found
    assert (f"book.toml line {book}", "'LUCKY-THREE 66'") in found


# --- script and plan ------------------------------------------------------------------------------------------------


def test_a_deck_that_is_too_small(place: Path) -> None:
    line = change(place / "game.py", "def plan(", "def plan(")
    change(place / "game.py", "* 3}", "* 8}")
    where, said = only(place)
    assert where == f"game.py line {line}"
    assert said == "plan: 56 cards are needed for 6 positions; the deck has 52"


def test_a_step_of_no_kind_and_a_choice_that_does_nothing_known(place: Path) -> None:
    step = change(place / "game.py", 'Step("collect", "collect"', 'Step("colect", "collect"')
    change(place / "game.py", '"call", "raise"', '"call", "rise"')
    found = {each.where: each.said for each in faults(place)}
    assert "there is no kind 'colect'" in found[f"game.py line {step}"]
    assert any("there is no does 'rise'" in said and "did you mean 'raise'?" in said for said in found.values())


def test_a_wager_that_no_step_settles(place: Path) -> None:
    change(place / "game.py", 'wagers=("stake", "call", "pairs")', 'wagers=("stake", "call")')
    where, said = only(place)
    assert where.startswith("game.py line ") and said == "script: no step settles the wager 'pairs'"


def test_an_exception_in_the_script(place: Path) -> None:
    line = change(place / "game.py", "    choices = (\n", '    rules.reading("no_such_choice")\n    choices = (\n')
    where, said = only(place)
    assert (where, said) == (f"game.py line {line}", "KeyError: 'no_such_choice', in script")


# --- rows and cells -------------------------------------------------------------------------------------------------


def test_a_row_is_missing(place: Path) -> None:
    change(place / "game.py", '        Row("LUCKY-THREE 4", both, {**plays, "result": (EQUAL,)}, PUSH),\n', "")
    line = change(place / "game.py", "def rows(", "def rows(")
    assert [(each.where, each.said) for each in faults(place)] == [
        (f"game.py line {line}", f"rows: no row settles '{wager}' with live, qualified, equal; {ONE}")
        for wager in ("stake", "call")
    ]


def test_two_rows_for_one_cell(place: Path) -> None:
    change(place / "game.py", '("call",), idle, PUSH)', "both, idle, PUSH)")
    where, said = only(place)
    assert where.startswith("game.py line ")
    assert said == f"rows: 2 rows settle 'stake' with live, not_qualified, higher and 2 other cells; {ONE}"


def test_a_hand_that_cells_do_not_know_and_one_that_no_cards_make(place: Path) -> None:
    change(place / "book.toml", '"flush", "pair", "high_card"]', '"flush", "pair", "two_pair"]')
    found = [each.said for each in faults(place)]
    assert len(found) == 2
    assert re.fullmatch(
        r"cells of 'pairs': the field 'hand' can be 'high_card' \(.. .. ..\), which its values do not have; add it",
        found[0],
    )
    assert found[1] == "cells of 'pairs': the field 'hand' is never 'two_pair': all 22,100 hands were looked at"


def rank_by(place: Path, body: str) -> None:
    own = f"\n\ndef three_cards(cards):\n    from pitboss.cards.deck import RANK\n    {body}\n"
    imported = "from pitboss.cards.fast import three_cards\n"
    change(place / "game.py", imported, "from pitboss.cards.ranking import Hand\n")
    change(place / "game.py", "# Which cards are looked at together", f"{own}\n\n# Which cards are looked at together")


def test_hands_that_are_not_told_highest_first(place: Path) -> None:
    """What asks for a hand "or higher" reads them in the order of the book."""
    right, wrong = '"straight", "flush", "pair", "high_card"', '"straight", "pair", "flush", "high_card"'
    line = change(place / "book.toml", right, wrong)
    said = "hands of 'pairs': they are told highest first, but 'flush' is higher than 'pair'"
    assert only(place) == (f"book.toml line {line}", said)


def test_a_ranking_by_the_order_of_the_cards(place: Path) -> None:
    rank_by(place, 'return Hand("high_card", (RANK[cards[0]],))')
    where, said = only(place)
    assert where.startswith("game.py line ")
    assert said.startswith("cells: the ranking 'three_cards' does not order hands: ") and "the same cards as" in said


def test_a_ranking_that_tells_no_hands_apart(place: Path) -> None:
    rank_by(place, 'return Hand("pair", (1,))')
    assert any("does not tell hands apart" in each.said for each in faults(place))


def test_a_ranking_that_returns_no_hand(place: Path) -> None:
    rank_by(place, 'return Hand("pair", "1")')
    assert "must return Hand(name, key) with a key of whole numbers" in only(place)[1]


def test_a_ranking_that_keeps_silent_about_suits(place: Path) -> None:
    rank_by(place, 'return Hand("pair", (sum(c[1] == "s" for c in cards),))')
    assert only(place)[1].endswith("are different hands; say suits_alike=False")


# --- rounds ---------------------------------------------------------------------------------------------------------


def test_a_round_that_breaks(place: Path) -> None:
    line = change(
        place / "game.py", "GAME = Game(", "def describe(rules, state, cards):\n    return cards[7]\n\n\nGAME = Game("
    )
    change(place / "game.py", "rows, mishaps", "rows, describe, mishaps")
    assert {(f.where, f.said) for f in faults(place)} == {
        (f"game.py line {line + 1}", "a round breaks: IndexError: tuple index out of range, in describe")
    }


def test_every_fault_at_once(place: Path) -> None:
    change(place / "game.py", '        Row("LUCKY-THREE 5", ("call",), idle, PUSH),\n', "")
    change(place / "game.py", 'absent="fold"', 'absent="fould"')
    change(place / "game.py", '("deal", "stub", "decide", "collect")', '("deal", "stub", "decide", "colect")')
    with (place / "book.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[clause]]\nid = "LUCKY-THREE 9"\nwording = "The dealer smiles."\n')
    said = " ".join(each.said for each in faults(place))
    for part in (
        "rows: no row settles 'call'",
        "absent = 'fould'",
        "there is no step 'colect'",
        "the clause 'LUCKY-THREE 9'",
    ):
        assert part in said, part


# --- the command: a process of its own ------------------------------------------------------------------------------


def command(place: Path, capsys: pytest.CaptureFixture[str], status: int) -> str:
    assert dispatch(["check", str(place)]) == status
    return " ".join(capsys.readouterr().out.split())


def test_a_sound_folder(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = command(place, capsys, 0)
    assert "Every one of their 108 cells is settled by exactly one row." in out
    assert "Clauses: 8, every one carried out, and every citation resolves." in out
    assert "Exact odds: the declaration has a shape that is counted." in out and "Lucky Three is sound." in out
    assert games() == SHIPPED, "this process has not loaded it"
    assert not [name for name in sys.modules if name.startswith("pitboss_game_")]


@pytest.mark.parametrize("at", ["    choices = (\n", "GAME = Game("], ids=["in the script", "while it is loaded"])
def test_code_that_does_not_end(
    place: Path, at: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_folder, "SECONDS", 4)
    blank = at[: len(at) - len(at.lstrip())]
    line = change(place / "game.py", at, f"{blank}while True:\n{blank}    pass\n{at}")
    out = command(place, capsys, 1)
    assert re.search(rf"game.py line ({line}|{line + 1}): it does not come to an end", out), out
    assert "a declaration must answer at once" in out


def test_code_that_takes_all_memory(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = change(place / "game.py", "    choices = (\n", "    held = [0] * (1 << 40)\n    choices = (\n")
    assert f"game.py line {line}: it needs more memory than a check may use, in script" in command(place, capsys, 1)


def test_code_that_ends_the_process(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(place / "game.py", "GAME = Game(", "import os\nos._exit(7)\nGAME = Game(")
    assert "it ended the process in which it was checked (status 7)" in command(place, capsys, 1)


def test_a_game_that_no_shape_fits(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second decision against the dealer's hand is not counted."""
    again = '        Step("ask", "again", "LUCKY-THREE 3", choices=choices, absent="fold", unless="call"),\n'
    change(place / "game.py", '        Step("collect", "collect"', f'{again}        Step("collect", "collect"')
    change(
        place / "game.py",
        '        Choice("fold"',
        '        Choice("wait", "pass", "LUCKY-THREE 3"),\n        Choice("fold"',
    )
    out = command(place, capsys, 0)
    assert "Lucky Three can be played and simulated; exact odds need one decision against the dealer's hand" in out


def test_a_folder_without_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["check", str(tmp_path)]) == 2
    assert "this is a directory without a game (book.toml and game.py)" in capsys.readouterr().err
    (tmp_path / "game.py").write_text("", encoding="utf-8")
    assert "book.toml: there is no such file" in command(tmp_path, capsys, 1)
