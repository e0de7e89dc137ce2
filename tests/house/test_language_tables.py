"""Two people at one table, each with a language of his own: they hear the same events in the same order, each in his
own words; what is refused, recalled and told over HTTP is in the language that was asked for."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from house.server_support import GAMES, Served, answer, bot, recalled, said, served
from pitboss.client import Player

TABLE = GAMES["ultimate-texas-holdem"]
SPANISH = {"accept-language": "es-MX,es;q=0.9"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("languages")) as made:
        yield made


def until_round_is_over(socket: ClientConnection) -> list[dict[str, Any]]:
    """What is told until the table is cleared."""
    found: list[dict[str, Any]] = []
    while not any(each["event"] == "TableCleared" for each in found):
        found += said(socket).get("told", [])
    return found


def facts(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: each[name] for name in ("event", "facts")} for each in told]


def test_two_hear_the_same_each_in_his_own_language(server: Served) -> None:
    with server.socket(TABLE) as english, server.socket(TABLE, query="?language=es-MX") as spanish:
        assert said(english)["type"] == said(spanish)["type"] == "hello"
        player = server.guest("Ann")
        bot.play(player, "ultimate-texas-holdem", 1, say=False)
        hers, his = until_round_is_over(english), until_round_is_over(spanish)
        assert facts(hers) == facts(his)
        pairs = [(each.get("said", ""), other.get("said", "")) for each, other in zip(hers, his, strict=True)]
        words = {each["event"]: pair for each, pair in zip(hers, pairs, strict=True) if pair[0]}
        assert words["SeatTaken"][0].endswith(" is taken by Ann") and words["SeatTaken"][1].endswith(" la toma Ann")
        assert all(bool(first) == bool(second) for first, second in pairs)
        over = words["TableCleared"]
        assert over[0] == "Round 1 is over; the table is cleared"
        assert over[1] == "La ronda 1 ha terminado; se despeja la mesa"
        seq = server.http.get(f"/api/v1/tables/{TABLE}/rounds/1").json()["seq"]
        again = [recalled(socket, seq)["told"] for socket in (english, spanish)]
        assert facts(again[0]) == facts(again[1])
        assert [each[-1]["said"] for each in again] == list(over)


def test_who_plays_is_told_of_himself(server: Served) -> None:
    ann = server.guest()
    with server.socket(TABLE, ann, "?language=es") as socket:
        said(socket)
        socket.send(json.dumps({"id": "sit", "do": {"do": "TakeSeat", "seat": 5, "player": ann.handle}}))
        told: list[str] = []
        while not told:
            told = [each["said"] for each in said(socket).get("told", []) if each["event"] == "SeatTaken"]
        assert told == ["Usted toma la posición 5"]
        socket.send(json.dumps({"id": "wrong", "do": {"do": "TakeSeat", "seat": 5, "player": ann.handle}}))
        refused = answer(socket)
        while refused["type"] == "done":
            refused = answer(socket)
        assert refused["code"] == "seat_taken" and refused["message"] == "la posición 5 está ocupada"


def asked(server: Served, path: str, player: Player | None = None, **more: Any) -> dict[str, Any]:
    headers = {**SPANISH, **({"authorization": f"Bearer {player.token}"} if player else {})}
    found = server.http.request(more.pop("method", "GET"), path, headers=headers, **more).json()
    assert isinstance(found, dict)
    return found


def test_answers_are_in_the_language_that_was_asked_for(server: Served) -> None:
    path = "/api/v1/games/ultimate-texas-holdem"
    english, spanish = server.http.get(path).json(), asked(server, path)
    assert english["hands"]["straight_flush"] == "straight flush"
    assert spanish["hands"]["straight_flush"] == "escalera de color"
    assert [wager["title"] for wager in spanish["wagers"]] == [wager["title"] for wager in english["wagers"]]
    labels = {choice["name"]: choice["label"] for step in spanish["steps"] for choice in step["choices"]}
    assert labels["fold"] == "Retirarse" and labels["check"] == "Pasar"
    assert server.http.get(path).json() == english, "not the other's"


def test_a_refusal_over_http_is_too(server: Served) -> None:
    body = {"handle": "Nobody", "password": "wrong"}
    told = asked(server, "/api/v1/login", method="POST", json=body)
    assert told["code"] == "bad_login" and told["message"] == "el nombre o la contraseña están mal"
    assert server.http.post("/api/v1/login", json=body).json()["message"] == "the name or the password is wrong"
    missing = asked(server, "/api/v1/tables/99")
    assert (missing["code"], missing["message"]) == ("no_table", "no hay tal mesa")


def test_a_language_we_do_not_have_is_english(server: Served) -> None:
    with server.socket(TABLE, query="?language=xx") as socket:
        assert said(socket)["type"] == "hello"
    told = server.http.get("/api/v1/tables/99", headers={"accept-language": "de"}).json()
    assert told["message"] == "there is no such table"
