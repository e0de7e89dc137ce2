"""A table that goes to another process in the very moment in which somebody comes in."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from house.server_support import said, served
from pitboss.house.server import sockets
from pitboss.house.server.desk import Desk
from pitboss.house.server.rooms import Room

Missed = Callable[[Desk, Room, int | None], Awaitable[Any]]


def test_who_comes_in_while_the_table_goes_elsewhere_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at who he is and the first message. He would hear nothing of the table ever after."""
    real: Missed = sockets._missed

    async def meanwhile(desk: Desk, room: Room, after: int | None) -> Any:
        desk._away(room.table)
        return await real(desk, room, after)

    with served(tmp_path) as server:
        with monkeypatch.context() as patched:
            patched.setattr(sockets, "_missed", meanwhile)
            with server.socket(1, server.guest()) as socket:
                assert said(socket)["code"] == "moved"
        with server.socket(1, server.guest()) as socket:
            assert said(socket)["type"] == "hello"
