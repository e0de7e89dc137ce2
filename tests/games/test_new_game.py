"""`pitboss new-game` writes a small game that works and never overwrites anything."""

from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.cli.main import dispatch
from pitboss.play.proof import prove
from support import SHIPPED

FILES = ["book.toml", "game.py"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_writes_two_small_files_and_says_what_to_do_next(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["new-game", "Lucky  Three's Own"]) == 0
    place = elsewhere / "lucky-threes-own"
    assert sorted(path.name for path in place.iterdir()) == FILES
    lines = {name: (place / name).read_text(encoding="utf-8").splitlines() for name in FILES}
    assert len(lines["game.py"]) <= 85 and len(lines["book.toml"]) <= 90
    assert not any("GAME_" in line or "DOCUMENT" in line for text in lines.values() for line in text)
    assert 'title = "Lucky Three\'s Own"' in lines["book.toml"]
    out = capsys.readouterr().out
    for command in ("check", "play", "odds", "simulate", "serve --game"):
        assert f"  pitboss {command} ./lucky-threes-own" in out


def test_the_game_that_is_written_stands(elsewhere: Path) -> None:
    assert dispatch(["new-game", "Lucky Three", "-o", "deep/er/lucky"]) == 0
    proof = prove(elsewhere / "deep" / "er" / "lucky")
    assert proof.findings == () and proof.sound and proof.game == "lucky-three"
    assert (*SHIPPED, "lucky-three") == pitboss.GAMES
    (pairs,) = pitboss.exact_odds("lucky-three", wager="pairs")
    # straight flush 48, three of a kind 52, straight 720, flush 1,096, pair 3,744 of 22,100 hands
    assert pairs.house_edge == -Fraction(48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744 - 16440, 22100)
    (main,) = pitboss.exact_odds("lucky-three", wager="main")
    assert round(float(main.house_edge), 6) == 0.019542
    table = pitboss.open_table("lucky-three", shuffle_seed="demo")
    table.sit(1, "Ann")
    table.bet(1, stake=10, pairs=5)
    table.close_bets()
    (offer,) = [each for each in table.offers("player:Ann") if each.do == "Decide"]
    assert (offer.values, offer.clause) == (("call", "fold"), "LUCKY-THREE 3")


@pytest.mark.parametrize("inside", [True, False], ids=["a full folder", "a file"])
def test_nothing_is_overwritten(elsewhere: Path, inside: bool, capsys: pytest.CaptureFixture[str]) -> None:
    place = elsewhere / "lucky-three"
    file = place / "notes.txt" if inside else place
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", encoding="utf-8")
    assert dispatch(["new-game", "Lucky Three"]) == 2
    assert file.read_text(encoding="utf-8") == "mine" and list(elsewhere.rglob("*.toml")) == []
    assert "Nothing was written; choose another place with -o" in capsys.readouterr().err


def test_an_empty_folder_is_taken(elsewhere: Path) -> None:
    (elsewhere / "mine").mkdir()
    assert dispatch(["new-game", "Lucky Three", "-o", "mine"]) == 0
    assert sorted(path.name for path in (elsewhere / "mine").iterdir()) == FILES


@pytest.mark.parametrize("name", ["", "  ", 'a"b', "3 Card", "a\nb\\", "x" * 61, "../up"])
def test_names_that_are_none(elsewhere: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["new-game", name]) == 2
    assert "a game cannot be called" in capsys.readouterr().err and list(elsewhere.iterdir()) == []


def test_a_name_that_another_game_has(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["new-game", SHIPPED[0].replace("-", " ").title()]) == 2
    assert f"there is already a game '{SHIPPED[0]}'" in capsys.readouterr().err and list(elsewhere.iterdir()) == []


def test_a_name_that_would_begin_the_clauses_of_another_game(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["new-game", "Tcp"]) == 2
    said = capsys.readouterr().err
    assert "clauses of another game begin with TCP" in " ".join(said.split()) and list(elsewhere.iterdir()) == []


def test_a_stake_that_wins_because_the_dealer_does_not_play_is_paid_under_that_clause(elsewhere: Path) -> None:
    assert dispatch(["new-game", "Lucky Three"]) == 0
    file = elsewhere / "round.toml"
    file.write_text(
        'title = "Ten high"\ngame = "./lucky-three"\ndeck = { seat1 = "9s 7h 2d", dealer = "Td 8c 3h" }\n'
        '[seats.1]\nwagers = { stake = 10 }\nacts = ["call"]\n'
        '[expect.1]\nstake = { net = 10, clause = "LUCKY-THREE 5" }\ncall = { net = 0, clause = "LUCKY-THREE 5" }\n',
        encoding="utf-8",
    )
    assert dispatch(["scenario", "round.toml"]) == 0
