"""A hand that was folded and is void afterwards: its player hears that what he had lost has come back."""

import json
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from house.server_support import PASSWORD, Served, recalled, said, served
from support import DRAGON
from web.desk import Hands, opened, submission


def until(socket: ClientConnection, event: str) -> list[dict[str, Any]]:
    """What is told up to this event, first message to last."""
    found: list[dict[str, Any]] = []
    while not any(one["event"] == event for one in found):
        found += json.loads(socket.recv(timeout=60)).get("told", [])
    return found


def brought(told: list[dict[str, Any]], seat: int) -> list[tuple[str, str, int]]:
    """What each event brought this position: event, wager and cents."""
    own = [one for one in told if one["facts"].get("seat") == seat and one.get("net") is not None]
    return [(one["event"], one["facts"]["wager"], one["net"]) for one in own]


def test_what_was_lost_by_folding_comes_back_with_a_void_round(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        hands = Hands(house.staff("Dee", "dealer", "floorperson"), opened(house, submission(DRAGON, "Void")))
        with house.socket(hands.table) as socket:
            to_the_fold(hands)
            voided(hands)
            told = until(socket, "RoundVoided")
            page = house.guest().ask("GET", f"/api/v1/tables/{hands.table}/rounds/1")
        lost = [("WagerCollected", "ante", -1000), ("WagerCollected", "ante_bonus", -1000)]
        back = [("WagerReturned", "ante", 1000), ("WagerReturned", "ante_bonus", 1000)]
        assert brought(told, 1) == lost + back
        assert brought(page["told"], 1) == lost + back, "on the page of the round, which is not over"
        assert [cents for _, _, cents in brought(told, 2)] == [0, 0, 0], "his were never lost"


def to_the_fold(hands: Hands) -> None:
    """Ann has folded and lost her wagers; the round goes on with Ben."""
    hands.to("CloseBets")
    for seat, name in ((1, "Ann"), (2, "Ben")):
        hands.seat(name, seat, ante=1000 * seat, ante_bonus=1000 * seat)
    hands.to("Decide")
    hands.does("Decide", seat=1, choice="fold")
    hands.to("SettleHand")


def voided(hands: Hands) -> None:
    hands.does("Report", kind="wrong_number", place="seat", seat=2, count=9)


def test_also_where_the_house_was_started_again_in_the_middle(tmp_path: Path) -> None:
    """Whoever looks on then, whoever comes back and whoever asks for the round hears the same as those who stayed. What
    is told to two who may know the same is the same, and nobody hears of a card that lies face down."""
    with served(tmp_path / "stayed") as house:
        hands = Hands(house.staff("Dee", "dealer", "floorperson"), opened(house, submission(DRAGON, "Void")))
        to_the_fold(hands)
        with house.socket(hands.table) as socket:
            said(socket)
            voided(hands)
            stayed = brought(until(socket, "RoundVoided"), 1)
    assert [cents for _, _, cents in stayed] == [1000, 1000]

    with served(tmp_path / "again") as house:
        hands = Hands(house.staff("Dee", "dealer", "floorperson"), opened(house, submission(DRAGON, "Void")))
        to_the_fold(hands)
        folded, before = hands.work["seq"], round_told(house, hands)
    with served(tmp_path / "again") as house:
        hands = Hands(house.house.login("Dee", PASSWORD), hands.table)
        with house.socket(hands.table) as socket:
            said(socket)
            assert recalled(socket, folded)["told"] == before
            voided(hands)
            assert brought(until(socket, "RoundVoided"), 1) == stayed, "told live"
            whole = recalled(socket, hands.work["seq"])["told"]
    with served(tmp_path / "again") as house:
        hands = Hands(house.house.login("Dee", PASSWORD), hands.table)
        with house.socket(hands.table, query=f"?after={folded}") as socket:
            assert brought(said(socket)["told"], 1) == stayed, "told to somebody who comes back"
        with house.socket(hands.table) as guest, house.socket(hands.table, hands.person) as dealer:
            heard = [recalled(each, hands.work["seq"])["told"] for each in (guest, dealer)]
        assert heard[0] == heard[1] and heard[0][: len(whole)] == whole
        dealt = {card for one in heard[0] if one["event"] == "CardsDealt" for card in one["facts"]["cards"]}
        assert dealt == {"??"}


def round_told(house: Served, hands: Hands) -> list[dict[str, Any]]:
    """What a guest is told of the round up to now."""
    with house.socket(hands.table) as socket:
        said(socket)
        found: list[dict[str, Any]] = recalled(socket, hands.work["seq"])["told"]
        return found
