"""What a running house writes down of itself, and how it tells of a store in trouble."""

import asyncio
import io
import json
import logging
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection

from house.server_support import served, until
from pitboss.house.money.books import balances
from pitboss.house.server import logs
from pitboss.house.server.routes import health

NOTHING: dict[str, str] = {}


def test_a_mistake_is_logged_by_its_place_only() -> None:
    out = io.StringIO()
    logs.set_up("info", "json", out)
    try:
        try:
            NOTHING["Ah"]
        except KeyError as error:
            logs.mistake("here", error)
        line = json.loads(out.getvalue())
        assert line["kind"] == "KeyError" and "test_server_logs.py" in line["at"][-1] and "Ah" not in out.getvalue()
    finally:
        logs.set_up("error", "json")


def test_a_mistake_behind_a_route_is_a_plain_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as server:
        monkeypatch.setattr(server.running.app.desk, "table", lambda number: NOTHING["Ah"])
        answered = server.http.get("/api/v1/tables/1")
        assert answered.status_code == 500 and answered.json()["code"] == "mistake" and "Ah" not in answered.text
        monkeypatch.undo()
        assert server.http.get("/api/v1/tables/1").status_code == 200


def test_a_full_disk_is_not_ready_though_it_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    with served(tmp_path) as server:
        writer = server.running.house.writer
        real, begin, before = type(writer)._say, writer._begin, [0]

        def begun(conn: Any) -> None:
            before[0] = conn.connection.driver_connection.total_changes
            begin(conn)

        def full(conn: Any, words: str) -> None:
            if words == "COMMIT" and conn.connection.driver_connection.total_changes > before[0]:
                raise OperationalError("COMMIT", None, Exception("database or disk is full"))
            real(conn, words)

        monkeypatch.setattr(writer, "_begin", begun)
        monkeypatch.setattr(type(writer), "_say", staticmethod(full))
        assert server.http.get("/readyz").status_code == 200, "nothing has failed yet"
        assert server.http.post("/api/v1/guest", json={}).status_code == 503
        for _ in range(3):
            refused = server.http.get("/readyz")
            assert (refused.status_code, refused.json()["code"]) == (503, "store")
        monkeypatch.undo()
        for _ in range(2):
            assert server.http.get("/readyz").status_code == 200
        with server.running.house.engine.connect() as conn:
            assert "probe" not in balances(conn)


def test_a_store_that_hangs_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    hangs, over = threading.Event(), threading.Event()

    def hang(_: Connection) -> None:
        hangs.set()
        over.wait(60)

    with served(tmp_path) as server:

        async def ask() -> None:
            server.running.house.writer.write(hang)

        asyncio.run(ask())
        assert hangs.wait(60)
        try:
            refused = server.http.get("/readyz")
            said = (refused.status_code, refused.json()["code"], refused.json()["message"])
            assert said == (503, "store", "the store has not answered for 0.05 seconds")
            assert server.http.get("/healthz").status_code == 200
        finally:
            over.set()
        until(lambda: server.http.get("/readyz").status_code == 200)


def test_clients_do_not_fill_the_log() -> None:
    """What was wrong with a client's bytes is the client's affair; what else the server's libraries say is ours."""
    out = io.StringIO()
    logs.set_up("info", "json", out)
    theirs = logging.getLogger("uvicorn.error")
    try:
        for _ in range(3):
            theirs.warning("Invalid HTTP request received.")
            theirs.error("ASGI callable returned without completing handshake.")
            try:
                b"\xff".decode()
            except UnicodeDecodeError:
                theirs.exception("Invalid UTF-8 sequence received from client.")
        assert out.getvalue() == ""
        theirs.warning("the roof is on fire")
        assert json.loads(out.getvalue())["said"] == "the roof is on fire"
    finally:
        logs.set_up("error", "json")


def test_a_disk_with_little_left_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a small write still fits, the next act may not."""
    from pitboss.house.store import writer

    left = [writer.ROOM - 1]
    asked: list[Path] = []

    def usage(folder: Path) -> SimpleNamespace:
        asked.append(folder)
        return SimpleNamespace(free=left[0])

    with served(tmp_path) as server:
        monkeypatch.setattr(writer, "shutil", SimpleNamespace(disk_usage=usage))
        refused = server.http.get("/readyz")
        assert (refused.status_code, refused.json()["code"]) == (503, "store")
        left[0] += 1
        assert server.http.get("/readyz").status_code == 200
        assert set(asked) == {Path(str(server.running.house.engine.url.database)).parent}


def test_store_trouble_is_told_and_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    with served(tmp_path) as server:
        player = server.guest("Ann")
        player.sit(1, 1).wait(lambda t: t.view.step == "bets").close()
        writer = server.running.house.writer
        real = type(writer)._say

        def full(conn: Any, words: str) -> None:
            if words == "COMMIT":
                raise OperationalError("COMMIT", None, Exception("database or disk is full"))
            real(conn, words)

        monkeypatch.setattr(type(writer), "_say", staticmethod(full))
        act = {"id": "1", "do": {"do": "PlaceWager", "seat": 1, "wager": "ante", "cents": 500}}
        bearer = {"Authorization": f"Bearer {player.token}"}
        refused = server.http.post("/api/v1/tables/1/acts", json=act, headers=bearer)
        assert (refused.status_code, refused.json()["code"]) == (503, "store")
        assert server.http.get("/readyz").status_code == 503
        assert server.http.get("/healthz").status_code == 200
        monkeypatch.undo()
        kept = server.http.post("/api/v1/tables/1/acts", json=act, headers=bearer)
        assert kept.status_code == 200 and kept.json()["again"] is False
        assert player.balance == 100_000 - 500
