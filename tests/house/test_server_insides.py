"""The house uses insides of uvicorn that uvicorn promises to nobody. When they move, these tests say so in a sentence,
instead of a house that is slower, or has no bounds, without a word."""

import importlib.metadata
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from packaging.requirements import Requirement
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from house.server_support import said, served
from pitboss.house.server import viewers
from pitboss.house.server.connections import MeasuredConnection
from pitboss.house.server.wire import Frame, Wire

ROOT = Path(__file__).parents[2]
HOOKS = (
    "connection_made", "connection_lost", "data_received", "handle_websocket_upgrade", "on_message_begin",
    "on_headers_complete", "on_message_complete",
)  # fmt: skip
"""What `connections.py` puts itself before."""
OF_A_CONNECTION = ("transport", "loop", "cycle")
OF_AN_ANSWER = ("response_started", "response_complete")
OF_A_SOCKET = ("conn", "writable", "transport", "close_sent", "disconnected")


def moved(what: str, user: str) -> str:
    return (
        f"uvicorn {uvicorn.__version__} has no {what} any more, and {user} uses it: read its new source, mend {user}, "
        "run tests/house/test_server_connections.py and test_server_parts.py, then allow this version in pyproject.toml"
    )


def state() -> dict[str, Any]:
    config = uvicorn.Config(lambda *_: None, ws="websockets-sansio", log_config=None)
    config.load()
    return {"config": config, "server_state": ServerState(), "app_state": {}}


@pytest.fixture
def loop() -> Any:
    import asyncio

    made = asyncio.new_event_loop()
    yield made
    made.close()


def test_the_version_whose_insides_are_known_is_the_one_that_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = (each for each in map(Requirement, project["dependencies"]) if each.name == "uvicorn")
    bounds = {each.operator for each in wanted.specifier}
    assert bounds == {">=", "<"}, "pyproject.toml must name the versions of uvicorn on both sides"
    assert wanted.specifier.contains(importlib.metadata.version("uvicorn")), f"install uvicorn{wanted.specifier}"
    assert not wanted.specifier.contains("1000"), "no version that nobody has read"


@pytest.mark.parametrize("name", HOOKS)
def test_what_bounds_a_request_is_called(name: str) -> None:
    assert callable(getattr(HttpToolsProtocol, name, None)), moved(f"HttpToolsProtocol.{name}", "connections.py")
    assert name in vars(MeasuredConnection), "it is here because connections.py has one of its own"


def test_a_connection_has_what_we_look_at(loop: Any) -> None:
    made = HttpToolsProtocol(**state(), _loop=loop)
    for name in OF_A_CONNECTION:
        assert name in vars(made), moved(f"HttpToolsProtocol.{name}", "connections.py")
    told = RequestResponseCycle.__init__.__code__.co_names
    for name in OF_AN_ANSWER:
        assert name in told, moved(f"RequestResponseCycle.{name}", "connections.py")


def test_a_socket_has_what_we_look_at(loop: Any) -> None:
    made = WebSocketsSansIOProtocol(**state(), _loop=loop)
    for name in OF_A_SOCKET:
        assert name in vars(made), moved(f"WebSocketsSansIOProtocol.{name}", "wire.py")
    assert made.conn.extensions == [], moved("conn.extensions of a socket", "wire.py")
    assert made.writable.is_set(), moved("socket that can be written to from the start", "wire.py")
    assert getattr(made.send, "__self__", None) is made, moved("`send` that is a method of its socket", "wire.py")


def test_messages_of_a_running_house_take_the_short_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way is left silently where a server is not known, so that a house goes on; here it has to be taken."""
    took: list[bool] = []

    class Watched(Wire):
        def write(self, frame: Frame) -> bool:
            took.append(super().write(frame))
            return took[-1]

    monkeypatch.setattr(viewers, "Wire", Watched)
    with served(tmp_path) as server:
        player = server.guest("Ann")
        with server.socket(1, player) as socket, player.sit(1, 1) as table:
            table.bet(ante=5)
            while said(socket)["type"] != "change":
                pass
    assert any(took), moved("socket that messages can be written to at once", "wire.py")
