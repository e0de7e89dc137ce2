"""The page that walks one act through the house (docs/ARCHITECTURE.md) names functions that are there. A real wager and
a real decision at a real server call them in the order of the page."""

import ast
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

import pitboss
from health.names import ROOT
from house.server_support import GAMES, Served, said, served
from pitboss.house.server import checkpointing

SOURCES = Path(pitboss.__file__).parent
WHOLE = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
PAGE = WHOLE.partition("### The way of one act\n")[2].partition("\n## ")[0]
NAMED = re.compile(r"`([a-z_/]+\.py):([A-Za-z_.]+)`")
STEP = re.compile(r"^\d\. \*\*(.+?)\.\*\*(.*?)(?=^\d\. |^$)", re.MULTILINE | re.DOTALL)
STEPS = {title: NAMED.findall(text) for title, text in STEP.findall(PAGE)}
WAY = [called for step in STEPS.values() for called in step]

Called = tuple[str, str]


def functions(file: Path) -> set[str]:
    """The functions of a file by their whole names, as `Class.method`."""

    def inside(body: list[ast.stmt], before: str) -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield before + node.name
            elif isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{before}{node.name}.")

    return set(inside(ast.parse(file.read_text()).body, ""))


@contextmanager
def noted(found: list[Called]) -> Iterator[None]:
    """Notes the calls of everything on the page, in all threads that are started meanwhile."""
    wanted = {(str(SOURCES / file), name): (file, name) for file, name in WAY}

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        known = wanted.get((code.co_filename, code.co_qualname)) if event == "call" else None
        if known is not None:
            found.append(known)

    threading.setprofile(called)
    try:
        yield
    finally:
        threading.setprofile(None)


def answered(found: list[Called]) -> list[Called]:
    """Every call until whoever asked is answered, also one that is made a second time. What follows is the sending of
    his answer, and after a decision the staff's own acts."""
    return found[: found.index(WAY[-1]) + 1] if WAY[-1] in found else found


def test_the_page_has_the_seven_steps() -> None:
    assert list(STEPS) == ["Message", "Person and permit", "Decide", "Book", "Write", "Adopt", "Tell"]
    assert all(STEPS.values()) and len(set(WAY)) == len(WAY)


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED.findall(WHOLE)}))
def test_what_the_page_names_is_there(file: str) -> None:
    named = {name for known, name in NAMED.findall(WHOLE) if known == file}
    assert named - functions(SOURCES / file) == set()


def at_rest(server: Served) -> None:
    """The dealers of all tables wait for wagers: nobody else acts then."""
    for table in GAMES.values():
        for _ in range(3000):
            if server.http.get(f"/api/v1/tables/{table}").json()["view"]["step"] == "bets":
                break
            time.sleep(0.02)
        else:
            raise AssertionError("bets never opened")


def did(socket: ClientConnection, act_id: str, act: dict[str, Any]) -> dict[str, Any]:
    """The change that this act makes, which is told before it is answered."""
    socket.send(json.dumps({"id": act_id, "do": act}))
    change, done = said(socket), said(socket)
    assert (change["type"], done["type"], done.get("id")) == ("change", "done", act_id), (change, done)
    return change


def offered(message: dict[str, Any], act: str) -> list[dict[str, Any]]:
    return [offer for offer in message["offers"] if offer["example"]["do"] == act]


def wagered(socket: ClientConnection, message: dict[str, Any], *wagers: str) -> None:
    """Lays down the least wagers of a hand beside these, one after the other, and says that no more follow."""
    laid = set(wagers)
    while not message["betting"]["complete"]:
        offer = next(each for each in offered(message, "PlaceWager") if each["example"]["wager"] not in laid)
        laid.add(offer["example"]["wager"])
        message = did(socket, f"bet {len(laid)}", {**offer["example"], "cents": offer["minimum"]})
    socket.send(json.dumps({"id": "ready", "ready": {"seat": 1}}))


def test_a_wager_and_a_decision_go_the_way_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager before the deal, and a decision in the round that lays down more chips."""
    monkeypatch.setattr(checkpointing, "EVERY", 1e6)  # nothing else is written meanwhile
    found: list[Called] = []
    with noted(found), served(tmp_path) as server:
        guest, table = server.guest("Ann"), GAMES["ultimate-texas-holdem"]
        at_rest(server)
        with server.socket(table, guest) as socket:
            assert said(socket)["type"] == "hello"
            sits = did(socket, "sit", {"do": "TakeSeat", "seat": 1, "player": guest.handle})
            wager = offered(sits, "PlaceWager")[0]
            found.clear()
            message = did(socket, "bet", {**wager["example"], "cents": wager["minimum"]})
            assert answered(found) == WAY

            wagered(socket, message, wager["example"]["wager"])
            while not offered(message, "Decide"):  # the dealer closes the bets and deals, and waits
                message = heard if (heard := said(socket))["type"] == "change" else message
            (offer,) = offered(message, "Decide")
            laid, choice = max(zip(offer["cents"], offer["values"], strict=True))
            assert laid > 0
            found.clear()
            message = did(socket, "play", {**offer["example"], "choice": choice})
            assert answered(found) == WAY
            assert any(told["event"] == "Decided" and told["facts"]["choice"] == choice for told in message["told"])


def test_another_order_is_noticed() -> None:
    assert answered([*WAY, *WAY]) == WAY
    assert answered(WAY[::-1]) != WAY


@pytest.mark.parametrize("place", range(len(WAY) - 1))
def test_a_station_that_is_called_twice_or_not_at_all_is_noticed(place: int) -> None:
    assert answered([*WAY[: place + 1], *WAY[place:]]) != WAY
    assert answered([*WAY[:place], *WAY[place + 1 :]]) != WAY
