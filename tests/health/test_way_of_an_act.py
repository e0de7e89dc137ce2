"""The page that walks one act through the house (docs/ARCHITECTURE.md) names functions that are there, and a real act
at a real server calls them in the order of the page."""

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

import pitboss
from health.names import ROOT
from house.server_support import Served, answer, said, served
from pitboss.house.server import checkpointing

SOURCES = Path(pitboss.__file__).parent
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text().partition("### The way of one act\n")[2].partition("\n## ")[0]
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


def in_order(found: list[Called]) -> list[Called]:
    """As they were called first."""
    return list(dict.fromkeys(found))


def test_the_page_has_the_seven_steps() -> None:
    assert list(STEPS) == ["Message", "Person and permit", "Decide", "Book", "Write", "Adopt", "Tell"]
    assert all(STEPS.values()) and len(set(WAY)) == len(WAY)


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED.findall(PAGE)}))
def test_what_the_page_names_is_there(file: str) -> None:
    named = {name for known, name in NAMED.findall(PAGE) if known == file}
    assert named - functions(SOURCES / file) == set()


def at_rest(server: Served) -> dict[str, Any]:
    """A table, once the dealers of all of them wait for wagers: nobody else acts then."""
    tables = server.http.get("/api/v1/tables").json()
    for table in tables:
        for _ in range(3000):
            if server.http.get(f"/api/v1/tables/{table['id']}").json()["view"]["step"] == "bets":
                break
            time.sleep(0.02)
        else:
            raise AssertionError("bets never opened")
    found = tables[0]
    assert isinstance(found, dict)
    return found


def test_a_real_act_goes_the_way_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpointing, "EVERY", 1e6)  # nothing else is written meanwhile
    found: list[Called] = []
    with noted(found), served(tmp_path) as server:
        guest, table = server.guest("Ann"), at_rest(server)
        wager = table["limits"][0]
        place = {"do": "PlaceWager", "seat": 1, "wager": wager["wager"], "cents": wager["minimum"]}
        with server.socket(table["id"], guest) as socket:
            assert said(socket)["type"] == "hello"
            socket.send(_message("sit", {"do": "TakeSeat", "seat": 1, "player": guest.handle}))
            assert answer(socket)["type"] == "done"
            found.clear()
            socket.send(_message("bet", place))
            assert [said(socket)["type"], said(socket)["type"]] == ["change", "done"]
            assert in_order(found) == WAY


def test_another_order_is_noticed() -> None:
    assert in_order([WAY[1], WAY[0], WAY[1]]) == [WAY[1], WAY[0]]
    assert in_order(WAY[::-1]) != WAY


def _message(act_id: str, act: dict[str, object]) -> str:
    return json.dumps({"id": act_id, "do": act})
