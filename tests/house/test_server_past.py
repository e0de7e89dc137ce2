"""Past rounds through the API: who played one knows all of it, who reads the trail as well; a stranger learns what lay
face up and no name. The proof of a shuffle can be checked by anybody."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from house.server_support import GAMES, Served, served
from pitboss.checker import check, read
from pitboss.client import Player

UTH = GAMES["ultimate-texas-holdem"]


class Played:
    """Ann and Bob have played a round of Ultimate Texas Hold 'Em; both folded, so their cards were never turned."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.ann, self.bob, self.cleo = (server.guest(name) for name in ("Ann", "Bob", "Cleo"))
        with self.ann.sit(UTH, 1) as hers, self.bob.sit(UTH, 2) as his:
            hers.wait(lambda t: t.view.step == "bets")
            hers.add_seed("my own luck", deck=hers.fair[0].deck)
            self.round = self._folded(hers, his)
            self.seeded = self._folded(hers, his)

    def _folded(self, *tables: Any) -> int:
        for table in tables:
            table.wait(lambda t: t.view.step == "bets")
            table.bet(ante=5, blind=5)
        number = int(tables[0].view.round)
        for table in tables:
            table.ready()
        while any(table.view.round == number for table in tables):
            for table in tables:
                offer = next((each for each in table.offers if each.do == "Decide"), None)
                if table.view.round == number and offer is not None:
                    table.decide("fold" if "fold" in offer.values else "check")
                elif table.view.round == number:
                    with suppress(TimeoutError):  # perhaps the other is to decide
                        table.next(0.05)
        return number

    def address(self, more: str = "", number: int = 0) -> str:
        return f"/api/v1/tables/{UTH}/rounds/{number or self.round}{more}"

    def text(self, player: Player | None, more: str = "", number: int = 0) -> str:
        headers = {"Authorization": f"Bearer {player.token}"} if player else {}
        answer = self.server.http.get(self.address(more, number), headers=headers)
        assert answer.status_code == 200, answer.text
        return str(answer.text)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with served(tmp_path_factory.mktemp("past")) as server:
        yield Played(server)


def _faces(told: dict[str, Any]) -> dict[int, list[str]]:
    """The cards dealt to each position, as the answer has them."""
    found: dict[int, list[str]] = {}
    for each in told["events"]:
        if each["event"]["is"] == "CardsDealt" and each["event"]["to"] == "seat":
            found.setdefault(each["event"]["seat"], []).extend(each["event"]["cards"])
    return found


def test_who_played_knows_all_of_it(played: Played) -> None:
    for player in (played.ann, played.bob):
        told = json.loads(played.text(player))
        assert sorted(hand["player"] for hand in told["hands"]) == ["Ann", "Bob"]
        faces = _faces(told)
        assert {seat: len(cards) for seat, cards in faces.items()} == {1: 2, 2: 2}
        assert "??" not in faces[1] + faces[2]
        assert any(each["by"] == "player:Ann" for each in told["events"])


def test_a_stranger_sees_what_lay_face_up_and_no_name(played: Played) -> None:
    for stranger in (None, played.cleo):
        text = played.text(stranger)
        told = json.loads(text)
        assert "Ann" not in text and "Bob" not in text
        assert [(hand["seat"], hand["player"], hand["wagered"]) for hand in told["hands"]] == [
            (1, "", 1000),
            (2, "", 1000),
        ]
        assert _faces(told) == {1: ["??", "??"], 2: ["??", "??"]}
        whole = json.loads(played.text(played.ann))
        hidden = [card for cards in _faces(whole).values() for card in cards]
        assert not any(f'"{card}"' in text for card in hidden), "also not in what was asked for"
        shown = [each["event"]["cards"] for each in told["events"] if each["event"].get("to") == "community"]
        assert sum(card != "??" for cards in shown for card in cards) == 5
        assert {each["by"] for each in told["events"]} <= {"player", "dealer", "floorperson"}
        kinds = [each["event"]["is"] for each in whole["events"]]
        assert [each["event"]["is"] for each in told["events"]] == kinds, "the story is the same"


def test_a_round_that_is_not_over_names_nobody_to_strangers(played: Played) -> None:
    """Neither while it is played nor when its table was closed before anybody wagered."""
    server, table = played.server, GAMES["let-it-ride"]
    with server.guest("Nele").sit(table, 1) as hers:
        hers.wait(lambda t: t.view.step == "bets")
        number = hers.view.round
        hers.leave()
        hers.sit(2)
    auditor = server.staff("Otto", "auditor")

    def told(player: Player | None) -> list[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {player.token}"} if player else {}
        answer = server.http.get(f"/api/v1/tables/{table}/rounds/{number}", headers=headers)
        assert ("Nele" in answer.text) == (player is auditor), answer.text
        return [each for each in answer.json()["told"] if each["event"] in ("SeatTaken", "SeatLeft")]

    for _ in range(2):
        assert [each["facts"]["seat"] for each in told(None)] == [each["facts"]["seat"] for each in told(auditor)]
        assert told(played.cleo) == told(None) != []
        assert {each["facts"]["player"] for each in told(None)} == {""}
        if table in server.running.house.tables:
            server.manager.ask("POST", f"/api/v1/tables/{table}/close", {"id": "e1"})


def test_the_list_of_rounds_names_nobody_to_strangers(played: Played) -> None:
    def names(player: Player | None) -> set[str]:
        headers = {"Authorization": f"Bearer {player.token}"} if player else {}
        found = played.server.http.get(f"/api/v1/tables/{UTH}/rounds", headers=headers).json()["rounds"]
        assert any(each["round"] == played.round for each in found)
        return {hand["player"] for each in found for hand in each["hands"]}

    assert names(None) == names(played.cleo) == {""}
    assert names(played.ann) == {"Ann", "Bob"}


@pytest.mark.parametrize(("role", "knows"), [("auditor", True), ("supervisor", True), ("dealer", False)])
def test_who_reads_the_trail_knows_all_rounds(played: Played, role: str, knows: bool) -> None:
    staff = played.server.staff(f"Staff {role[0]}", role)
    told = json.loads(played.text(staff))
    assert ({hand["player"] for hand in told["hands"]} == {"Ann", "Bob"}) == knows
    assert ("??" not in _faces(told)[1]) == knows


def test_anybody_can_check_the_shuffle(played: Played) -> None:
    """The proof opens every card, whoever asks; names stay with those who know them anyway."""
    for player, name in ((None, ""), (played.cleo, ""), (played.ann, "Ann"), (played.bob, "Ann")):
        text = played.text(player, "/proof", played.seeded)
        checked = check(read(text.encode()))
        assert checked.verdict == "fair", checked
        (seed,) = json.loads(text)["seeds"]
        assert (seed["seat"], seed["player"], seed["seed"]) == (1, name, "my own luck")
