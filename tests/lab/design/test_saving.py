"""Tables that are saved are read back: by the odds, by the check of a submission, by the folder of a game."""

import json
import tomllib
from pathlib import Path

import pytest

import pitboss
from pitboss.cli.main import dispatch
from pitboss.lab.design.saving import as_text
from pitboss.lab.design.targets import BadDesign
from support import LIR, TOP5, UTH


def test_a_submission_that_the_rulebook_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    asked = ["design", UTH, "--wager", "trips", "--edge", "2..3", "--form", "submission", "--save", str(file), "--json"]
    assert dispatch(asked) == 0
    found = json.loads(capsys.readouterr().out)
    assert pitboss.check_submission(file).faults == ()
    (known,) = pitboss.exact_odds(submission=file, wager="trips")
    assert f"{known.ev.numerator}/{known.ev.denominator}" == found["exact"]
    assert dispatch(["check", str(file)]) == 0


def test_a_letter_s_own_table_is_chosen_by_its_letter() -> None:
    found = pitboss.design(UTH, wager="trips", edge="3.49..3.5", tables=1)
    data = tomllib.loads(as_text(found, "submission"))
    assert data["wagers"]["trips"]["paytable"] == "C" and "lines" not in data["wagers"]["trips"]


def test_a_table_below_every_letter_is_refused_with_the_rulebook_s_words() -> None:
    found = pitboss.design(UTH, wager="trips", edge="9..10", keep=["three_of_a_kind=2"], tables=1)
    with pytest.raises(BadDesign, match=r"accepts none of these tables in a submission; .*pays less than paytable A"):
        as_text(found, "submission")


def test_a_table_that_the_rulebook_fixes_is_refused() -> None:
    found = pitboss.design(LIR, edge="3..3.2", tables=1)
    with pytest.raises(BadDesign, match="the rules fix this paytable; choose a letter"):
        as_text(found, "submission")


def test_the_terms_of_a_submission_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    found = pitboss.design(UTH, wager="trips", edge="1.9..1.91")
    file.write_text(as_text(found, "submission").replace("positions = 6", "positions = 4"), encoding="utf-8")
    before = pitboss.check_submission(file).terms
    assert before is not None and before.positions == 4
    again = pitboss.design(submission=file, wager="trips", edge="0.5..0.95", tables=3)
    assert again.paytable == "B"
    data = tomllib.loads(as_text(again, "submission", before))
    assert data["positions"] == 4 and data["table"] == before.table


@pytest.mark.parametrize(("game", "wager"), [(TOP5, "poker_bonus"), (LIR, "progressive"), (UTH, "cover_all")])
def test_a_paytable_of_one_s_own(game: str, wager: str) -> None:
    found = pitboss.design(game, wager=wager, edge="15..25", tables=1)
    cards = "five" if wager == "progressive" else ""
    text = as_text(found, "paytable", None, cards).replace('cards = "five"\n', "")
    hands = "2" if wager == "cover_all" else None
    known = pitboss.exact_odds(game, wager=wager, typed=text, players=1 if hands else None)
    assert known[0].house_edge == found.tables[0].house_edge


def test_a_part_of_a_book_goes_into_the_folder_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "tiger"
    assert dispatch(["new-game", "Tiger Three", "-o", str(folder)]) == 0
    part = tmp_path / "part.toml"
    asked = ["design", str(folder), "--wager", "pairs", "--edge", "3..4", "--form", "book", "--save", str(part)]
    assert dispatch(asked) == 0
    added = tomllib.loads(part.read_text(encoding="utf-8"))["paytable"][0]
    assert added["family"] == "pairs" and added["letter"] == "B"
    other = tmp_path / "other"
    other.mkdir()
    for name in ("book.toml", "game.py"):
        text = (folder / name).read_text(encoding="utf-8")
        text = text.replace("tiger-three", "other-three").replace("TIGER-THREE", "OTHER-THREE")
        if name == "book.toml":
            more = part.read_text(encoding="utf-8").replace("TIGER-THREE", "OTHER-THREE")
            text = text.replace("# Every hand that a wager", f"{more}\n# Every hand that a wager")
        (other / name).write_text(text, encoding="utf-8")
    assert dispatch(["check", str(other)]) == 0
    (known,) = pitboss.exact_odds(str(other), wager="pairs", paytable="B")
    (best,) = pitboss.design(str(folder), wager="pairs", edge="3..4", tables=1).tables
    assert known.house_edge == best.house_edge
