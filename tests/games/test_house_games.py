"""A house conducts games from folders that its operator names; nobody else can name one."""

from pathlib import Path

import pytest

from games.copies import ID, change, tiger
from house.server_support import bot, served, settings_for
from pitboss.cli.main import dispatch
from pitboss.house.live.restart import CannotRestore
from pitboss.house.server.running import BadGames, bring_games
from pitboss.house.settings import load
from pitboss.rulebook.folders import games, release
from support import SHIPPED


def test_the_setting_is_a_list_of_folders(tmp_path: Path) -> None:
    (tmp_path / "pitboss.toml").write_text('games = ["tiger", "/srv/lion"]\n', encoding="utf-8")
    assert load({}, {}, tmp_path).settings.games == (tmp_path / "tiger", Path("/srv/lion"))
    by_flag = load({"games": (Path("panda"),)}, {"PITBOSS_GAMES": "a:b"}, tmp_path)
    assert (by_flag.settings.games, by_flag.origins["games"]) == ((tmp_path / "panda",), "--game")


def test_every_fault_of_every_folder_is_told(tmp_path: Path) -> None:
    """Those without faults are known all the same."""
    bad, good = tiger(tmp_path / "bad", "lion-poker", "ZZ-LION", "ZL"), tiger(tmp_path / "good")
    change(bad / "game.py", "GAME = Game(", "THE_GAME = Game(")
    none = tmp_path / "none"
    with pytest.raises(BadGames) as caught:
        bring_games(settings_for(tmp_path, games=(bad, good, none)))
    assert [each.path for each in caught.value.bad] == [bad, none]
    assert str(caught.value) == f"{bad}: game.py: it declares no GAME; {none}: there is no such folder"
    assert games() == (*SHIPPED, ID)


def test_a_house_opens_a_table_of_a_brought_game(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    with served(tmp_path / "house", games=(place,)) as house:
        listed = [each["game"] for each in house.http.get("/api/v1/games").json()]
        assert listed == [*SHIPPED, ID]
        assert [table.now.rules.game.id for table in house.running.house.tables.values()] == listed
        told = house.http.get(f"/api/v1/games/{ID}")
        assert told.status_code == 200 and told.json()["title"] == "Tiger Poker"
        assert house.staff("Abe", "auditor").ask("GET", "/api/v1/audit/verify")["clean"], "an audit knows it too"
    release(ID)
    unknown = f"the game '{ID}' is not known here; name its folder with --game"
    with pytest.raises(CannotRestore, match=unknown), served(tmp_path / "house"):
        pass
    with served(tmp_path / "house", games=(place,)) as house:
        assert len(house.running.house.tables) == len(SHIPPED) + 1, "nothing was lost"


def test_a_request_cannot_name_a_folder(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    with served(tmp_path / "house") as house:
        for path in ("/api/v1/games/{}", "/api/v1/games/{}/rules", "/api/v1/odds/{}", "/odds/{}"):
            for name in (str(place), str(place).replace("/", "%2F")):
                assert house.http.get(path.format(name)).status_code in (404, 405, 422), path
    assert games() == SHIPPED


# --- games that somebody got wrong ----------------------------------------------------------------------------------


@pytest.fixture
def lucky(tmp_path: Path) -> Path:
    """The small game that `pitboss new-game` writes."""
    assert dispatch(["new-game", "Lucky Three", "-o", str(tmp_path / "lucky")]) == 0
    return tmp_path / "lucky"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('Row("LUCKY-THREE 5", ("call",), idle, PUSH),', "", "no row settles 'call'"),
        (
            "    choices = (\n",
            "    {}['none']\n    choices = (\n",
            "KeyError: 'none', in script",
        ),
        ('"call", "raise"', '"call", "rise"', "there is no does 'rise'"),
    ],
    ids=["a row is missing", "an exception", "an unknown word"],
)
def test_a_house_does_not_open_with_a_game_that_cannot_be_played(
    tmp_path: Path, lucky: Path, old: str, new: str, said: str
) -> None:
    change(lucky / "game.py", old, new)
    with pytest.raises(BadGames) as caught, served(tmp_path / "house", games=(lucky,)):
        pass
    assert str(caught.value).startswith(f"{lucky}: ") and said in str(caught.value)


def test_a_game_that_breaks_in_a_round_stops_no_other_table(tmp_path: Path, lucky: Path) -> None:
    """Its own table goes no further; nothing that was acknowledged there is lost, and the others deal on. The mistake
    shows only where Ann sits, so the proof of the folder cannot find it."""
    describe = "def describe(rules, state, cards):\n    return cards[7] if 'Ann' in repr(state) else 'a hand'\n\n\n"
    change(lucky / "game.py", "GAME = Game(", f"{describe}GAME = Game(")
    change(lucky / "game.py", "rows, mishaps", "rows, describe, mishaps")
    with served(tmp_path / "house", games=(lucky,)) as house:
        tables = house.running.house.tables
        number = next(n for n, table in tables.items() if table.now.rules.game.id == "lucky-three")
        with house.guest("Ann").sit(number, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(stake=5)
            table.ready()
            table.wait(lambda t: t.view.step == "decide")
            table.decide("call")
        player = house.guest("Bob")
        (won,) = bot.play(player, "dragon-poker", 1, say=False)
        assert player.balance == 100_000 + won
        state = tables[number].now.state
        assert state.round == 1 and state.seats[0].stakes[0] == 500, "as it was last committed"
