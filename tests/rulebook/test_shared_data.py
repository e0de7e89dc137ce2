"""What games have in common stands in `rulebook/data` and names none of them; the rest stands in their folders."""

import re
from pathlib import Path

import pytest

import pitboss.rulebook
from pitboss.rulebook.folders import data, folders
from pitboss.rulebook.readings import readings, readings_of
from pitboss.rulebook.submission_options import options_of
from support import DOCUMENT, DRAGON, GAMES, LIR, SHIPPED, TOP5, UTH

DATA = Path(pitboss.rulebook.__file__).parent / "data"


@pytest.mark.parametrize("file", sorted(file for file in DATA.rglob("*") if file.is_file()), ids=lambda file: file.name)
def test_shared_data_name_no_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for folder in folders():
        for name in (folder.game, folder.path.name, folder.title, folder.document, f"{folder.readings}-[0-9]"):
            assert not re.search(rf"\b{name}", text), name
    assert not re.search(r"Maryland|Massachusetts|four games", text)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_speaks_only_of_shared_readings_that_there_are(game: str) -> None:
    shared = data(game, "readings.toml")["shared"]
    names = [each["id"] for each in shared]
    assert len(names) == len(set(names)) > 20
    assert set(names) == {reading.id for reading in readings_of(game) if reading.id.startswith("X-")}
    document = next(folder.document for folder in folders() if folder.game == game)
    for each in shared:
        assert each["clauses"] and all(clause.startswith(f"{document} ") for clause in each["clauses"]), each["id"]


def test_a_shared_reading_has_the_clauses_of_its_games_in_their_order() -> None:
    """Known from the documents."""
    assert readings()["X-16"].clauses == (
        "MD-DRAGON 5.F",
        "MD-TOP5 5.D",
        "MD-LIR 5.F",
        "MA-UTH 4(c)(1)(ii)",
        *(f"{DOCUMENT[game]} 4.11" for game in SHIPPED[len(GAMES) :]),
    )
    assert readings()["X-16"].games == SHIPPED
    assert readings()["X-01"].games == (TOP5, UTH), "the games that have the option"
    assert readings()["X-03"].games == (), "nobody chooses"


def test_a_game_can_say_a_shared_choice_otherwise() -> None:
    """Positions: seven at Let It Ride, and other words at Top Five Poker; the rest is said once."""
    found = {game: next(option for option in options_of(game) if option.name == "positions") for game in GAMES}
    assert [len(found[game].values) for game in GAMES] == [6, 6, 7, 6]
    assert found[DRAGON].title == found[LIR].title == found[UTH].title != found[TOP5].title
    assert [found[game].clause for game in GAMES] == [
        "MD-DRAGON 2.A",
        "MD-TOP5 2.A(1)",
        "MD-LIR 2.A(1)",
        "MA-UTH 13(k)",
    ]
    assert {found[game].section for game in GAMES} == {"table"}
