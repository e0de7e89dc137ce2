"""Rules Submissions as forms, through the API: for a new table and for new terms of one."""

from collections.abc import Iterator
from typing import Any

import pytest

from house.server_support import GAMES, Served, served
from pitboss.client import Player, Refused

LIR = "let-it-ride"
TABLE = GAMES[LIR]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("form")) as made:
        yield made


@pytest.fixture(scope="module")
def supervisor(server: Served) -> Player:
    return server.staff("Sue", "supervisor")


def values(form: dict[str, Any]) -> dict[str, str]:
    return {field["key"]: field["value"] for section in form["sections"] for field in section["fields"]}


def test_a_table_is_opened_from_its_form(server: Served, supervisor: Player) -> None:
    form = supervisor.ask("GET", f"/api/v1/games/{LIR}/form")
    assert (form["title"], form["document"]) == ("Let It Ride", "MD-LIR")
    found = values(form)
    assert found["table"] == "Let It Ride 2", "the first name that is free"
    wrong = found | {"wagers.let_it_ride.minimum": "50", "wagers.let_it_ride.maximum": "20", "positions_per_player": ""}
    told = supervisor.ask("POST", f"/api/v1/games/{LIR}/form", {"values": wrong})
    faults = {fault["key"]: fault for fault in told["faults"]}
    assert set(faults) == {"wagers.let_it_ride.minimum", "positions_per_player"}
    assert faults["positions_per_player"]["clause"] == "MD-LIR 7.F"
    assert faults["wagers.let_it_ride.minimum"]["allowed"] == "at most $20"
    chosen = found | {"wagers.let_it_ride.minimum": "7.50", "wagers.let_it_ride.increment": "2.50"}
    told = supervisor.ask("POST", f"/api/v1/games/{LIR}/form", {"values": chosen})
    assert told["faults"] == [] and told["changes"] == [] and told["file"] == "let-it-ride-2.toml"
    asked = {"id": "from the form", "submission": told["submission"]}
    made = supervisor.ask("POST", "/api/v1/tables", asked)
    assert made["name"] == "Let It Ride 2"
    limits = next(each for each in made["limits"] if each["wager"] == "let_it_ride")
    assert (limits["minimum"], limits["maximum"], limits["increment"]) == (750, 50_000, 250)
    assert values(supervisor.ask("GET", f"/api/v1/games/{LIR}/form"))["table"] == "Let It Ride 3"


def test_new_terms_of_a_table_say_what_they_change(server: Served, supervisor: Player) -> None:
    path = f"/api/v1/tables/{TABLE}"
    found = values(supervisor.ask("GET", f"{path}/form"))
    assert (found["table"], found["version"]) == ("Let It Ride 1", "2")
    changed = found | {"wagers.five_card_bonus.paytable": "C", "wagers.let_it_ride.maximum": "800"}
    told = supervisor.ask("POST", f"{path}/form", {"values": changed})
    expected = [
        ("The table", "Version of the terms", "1", "2"),
        ("Bet Number 1, 2 and 3", "Maximum", "$500", "$800"),
        ("Five Card Bonus", "Paytable", "A", "C"),
    ]
    assert said(told["changes"]) == expected
    assert [change["clause"] for change in told["changes"]] == ["", "", "MD-LIR 12.B"]
    asked = {"id": "propose", "submission": told["submission"]}
    proposed = supervisor.ask("POST", f"{path}/proposals", asked)
    assert said(proposed["changes"]) == expected
    assert [said(each["changes"]) for each in supervisor.ask("GET", f"{path}/proposals")] == [expected]


def said(changes: list[dict[str, str]]) -> list[tuple[str, ...]]:
    return [(each["section"], each["label"], each["before"], each["after"]) for each in changes]


def test_who_opens_no_table_gets_no_form(server: Served) -> None:
    flo = server.staff("Flo", "floorperson")
    for path in (f"/api/v1/games/{LIR}/form", f"/api/v1/tables/{TABLE}/form"):
        for method, body in (("GET", None), ("POST", {"values": {}})):
            with pytest.raises(Refused) as refused:
                flo.ask(method, path, body)
            assert (refused.value.status, refused.value.code) == (403, "wrong_role")


def test_a_game_or_a_table_that_is_not_there(supervisor: Player) -> None:
    for path, code in (("/api/v1/games/whist/form", "no_game"), ("/api/v1/tables/99/form", "no_table")):
        for method, body in (("GET", None), ("POST", {"values": {}})):
            with pytest.raises(Refused) as refused:
                supervisor.ask(method, path, body)
            assert (refused.value.status, refused.value.code) == (404, code)


def test_strange_fields_change_nothing(supervisor: Player) -> None:
    """What is none of the fields is no part of the submission; what is no number is told."""
    found = values(supervisor.ask("GET", f"/api/v1/games/{LIR}/form"))
    asked = {"values": found | {"game": "dragon-poker", "more.of": "this", "positions": "seven"}}
    told = supervisor.ask("POST", f"/api/v1/games/{LIR}/form", asked)
    assert [fault["key"] for fault in told["faults"]] == ["positions"]
    assert 'game = "let-it-ride"' in told["submission"] and "more" not in told["submission"]
