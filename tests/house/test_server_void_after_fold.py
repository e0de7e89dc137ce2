"""A hand that was folded and is void afterwards: its player hears that what he had lost has come back."""

import json
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from house.server_support import served
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
        hands.to("CloseBets")
        for seat, name in ((1, "Ann"), (2, "Ben")):
            hands.seat(name, seat, ante=1000 * seat, ante_bonus=1000 * seat)
        with house.socket(hands.table) as socket:
            assert hands.to("Decide")["turn"] == 1
            hands.does("Decide", seat=1, choice="fold")
            hands.to("SettleHand")
            hands.does("Report", kind="wrong_number", place="seat", seat=2, count=9)
            told = until(socket, "RoundVoided")
            page = house.guest().ask("GET", f"/api/v1/tables/{hands.table}/rounds/1")
        lost = [("WagerCollected", "ante", -1000), ("WagerCollected", "ante_bonus", -1000)]
        back = [("WagerReturned", "ante", 1000), ("WagerReturned", "ante_bonus", 1000)]
        assert brought(told, 1) == lost + back
        assert brought(page["told"], 1) == lost + back, "on the page of the round, which is not over"
        assert [cents for _, _, cents in brought(told, 2)] == [0, 0, 0], "his were never lost"
