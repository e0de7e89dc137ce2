"""Games that installed packages bring, found by their entry points, each in a process of its own; and what the commands
say of games that are not built in."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from games.copies import ID, change, tiger
from support import SHIPPED

SOURCE = Path(pitboss.__file__).parents[1]


def install(place: Path, entry: str, name: str = "tiger-games") -> None:
    """A distribution as an installer leaves it."""
    home = place / f"{name.replace('-', '_')}-1.2.dist-info"
    home.mkdir(parents=True)
    (home / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8")
    (home / "entry_points.txt").write_text(f"[pitboss.games]\n{entry}\n", encoding="utf-8")


def run(site: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    paths = os.pathsep.join((str(SOURCE), str(site)))
    env = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1", **environment}
    call = [sys.executable, *arguments]
    return subprocess.run(call, env=env, cwd=site, capture_output=True, text=True, timeout=120)


def command(site: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return run(site, "-m", "pitboss", *arguments, **environment)


def test_an_installed_game_is_like_any_other(tmp_path: Path) -> None:
    tiger(tmp_path / "tiger_games")
    install(tmp_path, "tiger = tiger_games")
    asked = """if True:
        import json, pitboss
        from pitboss.rulebook.folders import broken, found
        table = pitboss.open_table("tiger-poker", shuffle_seed="demo")
        table.sit(1, "Ann"); table.bet(1, ante=10, ante_bonus=10); table.close_bets()
        folder = found("tiger-poker")
        cards = table.view("player:Ann").seats[0].cards
        print(json.dumps([pitboss.GAMES, cards, folder.origin, folder.package, len(broken())]))
    """
    said = run(tmp_path, "-c", asked)
    assert said.returncode == 0, said.stderr
    known, cards, origin, package, bad = json.loads(said.stdout)
    assert known == [*SHIPPED, ID] and cards == ["TI", "RD", "PH"]
    assert (origin, package, bad) == ("tiger-games 1.2", "tiger_games", 0)


def test_the_list_of_games_says_where_one_comes_from(tmp_path: Path) -> None:
    tiger(tmp_path / "tiger_games")
    install(tmp_path, "tiger = tiger_games")
    lion = tiger(tmp_path / "lion", "lion-poker", "ZZ-LION", "ZL")
    change(lion / "book.toml", 'title = "Tiger Poker"', 'title = "Lion Poker"')
    usual = command(tmp_path / "lion", "games")
    said = command(tmp_path, "games", PITBOSS_GAMES=str(lion))
    assert (
        usual.returncode == said.returncode == 0 and said.stdout.count("  from ") == 2 and "  from " not in usual.stdout
    )
    lines = [" ".join(line.split()) for line in said.stdout.splitlines()]
    assert lines.index("Lion Poker lion-poker") < lines.index(f"from {lion}") < lines.index(f"Tiger Poker {ID}")
    assert lines.index(f"Tiger Poker {ID}") < lines.index("from tiger-games 1.2")
    assert said.stdout.startswith(usual.stdout.partition("Sit down")[0]), (
        "the games that are built in are told as before"
    )
    assert command(tmp_path, "games", "--ids", PITBOSS_GAMES="lion").stdout.split() == [*SHIPPED, "lion-poker", ID]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("tiger = tiger_games", "game.py: it declares no GAME"),
        ("tiger = no_such_package", "there is no package 'no_such_package'"),
        ("tiger = no_such_package.games", "the package 'no_such_package.games' cannot be found"),
        ("tiger = bare_games", "book.toml: there is no such file"),
    ],
)
def test_a_broken_package_is_told_and_the_others_are_played(tmp_path: Path, entry: str, fault: str) -> None:
    change(tiger(tmp_path / "tiger_games") / "game.py", "GAME = Game(", "THE_GAME = Game(")
    (tmp_path / "bare_games").mkdir()
    (tmp_path / "bare_games" / "__init__.py").touch()
    install(tmp_path, entry)
    install(tmp_path, "lion = lion_games", "lion-games")
    tiger(tmp_path / "lion_games", "lion-poker", "ZZ-LION", "ZL")
    said = command(tmp_path, "games")
    assert said.returncode == 1 and "tiger-games 1.2 brings no game" in said.stdout and fault in said.stdout
    assert command(tmp_path, "games", "--ids").stdout.split() == [*SHIPPED, "lion-poker"]


def test_two_installed_games_with_one_id(tmp_path: Path) -> None:
    """The first by the name of its entry point stays."""
    install(tmp_path, "a = tiger_games")
    install(tmp_path, "b = other_games", "other-games")
    tiger(tmp_path / "tiger_games")
    tiger(tmp_path / "other_games", ID, "ZZ-OTHER", "ZO")
    said = command(tmp_path, "games")
    assert said.returncode == 1 and "other-games 1.2 brings no game" in said.stdout
    first, second = tmp_path / "tiger_games", tmp_path / "other_games"
    assert f'game = "{ID}" is already that of {first}; {second} needs another' in " ".join(said.stdout.split())


# --- commands that take a game --------------------------------------------------------------------------------------


def test_commands_take_the_folder_of_a_game(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    made = command(tmp_path, "new", "./tiger", "-o", "my.toml")
    assert made.returncode == 0, made.stderr
    text = (tmp_path / "my.toml").read_text(encoding="utf-8")
    assert f'game = "{ID}"' in text
    assert command(tmp_path, "check", "my.toml").returncode == 1, "the id alone is not known here"
    (tmp_path / "my.toml").write_text(text.replace(f'game = "{ID}"', 'game = "tiger"'), encoding="utf-8")
    checked = command(tmp_path, "check", "my.toml")
    assert checked.returncode == 0 and "Tiger Poker 1" in checked.stdout, checked.stdout + checked.stderr
    rules = command(tmp_path, "rules", str(place))
    assert rules.returncode == 0 and "ZZ-TIGER" in rules.stdout
    played = command(tmp_path, "play", "tiger", "--log", "evening.log", "--shuffle-seed", "demo")
    assert played.returncode == 0 and "Tiger Poker" in played.stdout, played.stderr
    assert command(tmp_path, "replay", "evening.log").returncode == 2
    again = command(tmp_path, "replay", "evening.log", PITBOSS_GAMES="tiger")
    assert again.returncode == 0, again.stderr
    assert not list(place.rglob("__pycache__"))


def test_the_faults_of_a_folder_are_told_one_by_one(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    line = change(place / "book.toml", 'jurisdiction = "Maryland"', 'juristiction = "Maryland"')
    change(place / "game.py", "GAME = Game(", "THE_GAME = Game(")
    said = command(tmp_path, "rules", "./tiger")
    assert (said.returncode, said.stdout) == (2, "")
    first, second, last = said.stderr.splitlines()
    assert first.startswith(f"pitboss: {place}: book.toml line {line}: there is no key 'juristiction'")
    assert second == f"pitboss: {place}: game.py: it declares no GAME"
    assert last == f"pitboss: {place}: 2 faults; this folder cannot be used as a game"
