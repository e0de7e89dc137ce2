"""A folder is tried before a command or a house uses it: what does not end, ends the program or cannot be ranked is
told as a fault of the folder, and its game stays unknown."""

import os
from pathlib import Path

import pytest

from games.copies import ID, change, tiger
from pitboss.cli.main import dispatch
from pitboss.house.server.running import BadGames, bring_games
from pitboss.house.settings import Settings
from pitboss.play import admission
from pitboss.play.admission import admit, patience
from pitboss.rulebook.folders import BadFolder, games
from support import DRAGON, SHIPPED

ENDLESS = "    while True:\n        pass\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(admission, "PATIENCE", 1)
    return tiger(tmp_path / "tiger")


def begins(place: Path, what: str) -> None:
    """`script` begins with this."""
    text = (place / "game.py").read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.startswith("def script("))
    change(place / "game.py", f"{head}\n", f"{head}\n{what}")


def refused(place: Path) -> tuple[str, ...]:
    with pytest.raises(BadFolder) as caught:
        admit(place)
    assert games() == SHIPPED
    return caught.value.faults


def test_a_sound_folder_and_a_name(place: Path) -> None:
    assert admit(DRAGON) == DRAGON and admit("nothing") == "nothing"
    assert admit(place) == ID and admit(place) == ID and ID in games()


def test_a_script_that_does_not_end(place: Path) -> None:
    begins(place, ENDLESS)
    (said,) = refused(place)
    assert said == "game.py: TimeoutError: it has not ended after 1 seconds; `pitboss check` tells where"


def test_code_that_does_not_end_when_it_is_loaded(place: Path) -> None:
    change(place / "game.py", "GAME = Game(", "while True:\n    pass\nGAME = Game(")
    (said,) = refused(place)
    assert said.startswith("game.py line ") and said.endswith(": TimeoutError: it has not ended after 1 seconds")


@pytest.mark.parametrize("when", ["loaded", "asked"])
def test_code_that_ends_the_program(place: Path, when: str, capsys: pytest.CaptureFixture[str]) -> None:
    if when == "loaded":
        change(place / "game.py", "GAME = Game(", "raise SystemExit(0)\nGAME = Game(")
    else:
        begins(place, "    raise SystemExit(0)\n")
    (said,) = refused(place)
    assert "SystemExit: 0" in said
    assert dispatch(["odds", str(place)]) == 2
    assert "this folder cannot be used as a game" in capsys.readouterr().err


def test_a_house_asks_for_the_whole_proof(place: Path) -> None:
    """A ranking that returns nothing opens no house, though the folder can be loaded."""
    text = (place / "hands.py").read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("def ") and "-> Hand" in line)
    change(place / "hands.py", f"{first}\n", f"{first}\n    return None\n")
    with pytest.raises(BadGames) as caught:
        bring_games(Settings(games=(place,)))
    assert caught.value.bad[0].faults and games() == SHIPPED


def test_patience_is_over_afterwards() -> None:
    with patience(1):
        pass
    n = 0
    while n < 20_000_000:
        n += 1


def test_commands_to_copy_name_the_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From anywhere: the id alone would be known to nobody."""
    with Path(os.devnull).open(encoding="utf-8") as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        assert dispatch(["play", str(place), "--seats", "1", "--shuffle-seed", "demo"]) == 0
    assert f"pitboss play {place} --log FILE" in "".join(capsys.readouterr().out.splitlines())


def test_a_folder_of_the_environment_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path / "nowhere"))
    assert dispatch(["games"]) == 2
    assert f"PITBOSS_GAMES: {tmp_path / 'nowhere'}: there is no such folder" in capsys.readouterr().err
