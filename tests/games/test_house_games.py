"""A house conducts games from folders that its operator names; nobody else can name one."""

from pathlib import Path

import pytest

from games.copies import ID, change, tiger
from house.server_support import served, settings_for
from pitboss.house.live.restoring import CannotRestore
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
