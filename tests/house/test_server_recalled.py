"""A page that is opened in mid-round asks what was told of the round before: the same that everybody heard, from its
opening up to the row it names, and not a card more."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from house.server_support import GAMES, Served, answer, recalled, said, served
from pitboss.client import Player, Table
from pitboss.table import actions as a

HOLDEM = GAMES["ultimate-texas-holdem"]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "fresh") as made:
        yield made


def heard(socket: ClientConnection, seq: int) -> dict[int, list[dict[str, Any]]]:
    """What each change up to this row told."""
    found: dict[int, list[dict[str, Any]]] = {}
    while not found or max(found) < seq:
        message = said(socket)
        found[message["seq"]] = message["told"]
    return found


def asked(table: Table) -> bool:
    return any(isinstance(offer.example, a.Decide) for offer in table.offers)


def to_the_decision(table: Table) -> None:
    table.wait(lambda t: t.view.step == "bets")
    table.bet(ante=5, blind=5)
    table.ready()
    table.wait(asked)


def second_round(ann: Player) -> Table:
    """A first round is over, and in the second it is the player's turn."""
    table = ann.sit(HOLDEM, 1)
    to_the_decision(table)
    for choice in ("check", "check", "fold"):
        table.wait(asked)
        table.decide(choice)
    table.wait(lambda t: t.view.round == 2)
    to_the_decision(table)
    return table


def test_a_round_is_told_again_up_to_a_row(fresh: Served) -> None:
    with fresh.socket(HOLDEM) as guest:
        said(guest)
        with second_round(fresh.guest("Ann")) as table:
            assert table.seq is not None
            changes = heard(guest, table.seq)
            events = [(seq, one) for seq, told in changes.items() for one in told]
            opened = max(n for n, (_, one) in enumerate(events) if one["event"] == "RoundOpened")
            again = recalled(guest, table.seq)
            assert again["type"] == "recalled" and again["id"] == "again" and again["gap"] is False
            assert again["told"] == [one for _, one in events[opened:]]
            assert [one["event"] for one in again["told"]].count("WagerPlaced") == 2
            first = again["told"][0]
            assert (first["event"], first["facts"]["round"]) == ("RoundOpened", 2)
            assert first["said"].startswith("Round 2 is open for wagers")

            placed = next(seq for seq, one in events[opened:] if one["event"] == "WagerPlaced")
            assert recalled(guest, placed)["told"] == [one for seq, one in events[opened:] if seq <= placed]
            before = events[opened][0] - 1
            rounds = [one["facts"]["round"] for one in recalled(guest, before)["told"] if one["event"] == "RoundOpened"]
            assert rounds == [1], "a row of the round before is of that round"


def test_no_card_is_told_again_that_was_not_told(fresh: Served) -> None:
    ann = fresh.guest("Ann")
    with second_round(ann) as table, fresh.socket(HOLDEM) as guest, fresh.socket(HOLDEM, ann) as hers:
        said(guest)
        said(hers)
        assert table.seq is not None
        told, own = recalled(guest, table.seq)["told"], recalled(hers, table.seq)["told"]
        bare = [[(one["event"], one["facts"]) for one in each] for each in (told, own)]
        assert bare[0] == bare[1], "her own cards are in her view alone"
        words = [{one["said"] for one in each if one["event"] == "WagerPlaced"} for each in (told, own)]
        assert "Ann: Ante $5" in words[0] and "You: Ante $5" in words[1], "the words are for whoever reads them"
        assert not any(sign in one.get("said", "") for one in own if one["event"] == "CardsDealt" for sign in "♣♦♥♠")
        cards = [card for one in told if one["event"] == "CardsDealt" for card in one["facts"]["cards"]]
        assert len(cards) >= 2 and set(cards) == {"??"}


def test_after_a_restart_it_is_told_from_the_store(tmp_path: Path) -> None:
    with served(tmp_path) as first, first.socket(HOLDEM) as guest, second_round(first.guest("Ann")) as table:
        seq = table.seq
        assert seq is not None
        told = recalled(guest, seq)["told"]
    with served(tmp_path) as second, second.socket(HOLDEM) as guest:
        hello = said(guest)
        assert recalled(guest, seq)["told"] == told != []
        now = [one["event"] for one in recalled(guest, hello["seq"])["told"]]
        assert now == [*(one["event"] for one in told), "TableParked", "TableResumed"]


@pytest.mark.parametrize(
    ("message", "says", "allowed"),
    [
        ({"recall": {"until": 0}}, "no such row", "1 to "),
        ({"recall": {"until": -5}}, "no such row", "1 to "),
        ({"recall": {"until": 10**9}}, "no such row", "1 to "),
        ({"recall": {"until": 1, "from": 0}}, "the documented shape", "from"),
        ({"recall": {}}, "the documented shape", "until"),
        ({"recall": {"until": 1}, "ping": True}, "a message says one thing", "recall"),
    ],
)
def test_what_cannot_be_told_again_is_refused(fresh: Served, message: dict[str, Any], says: str, allowed: str) -> None:
    with fresh.socket(HOLDEM) as guest:
        said(guest)
        guest.send(json.dumps({"id": "odd", **message}))
        refused = answer(guest)
        assert refused["type"] == "refused" and refused["id"] == "odd" and refused["code"] == "shape"
        assert says in refused["message"] + refused["given"] and allowed in refused["allowed"]
        assert recalled(guest, 1)["type"] == "recalled", "the connection goes on"
