"""Parts of the server alone: slow readers, counted connections, requests sent twice, frames, figures."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame as Parsed
from websockets.streams import StreamReader

from pitboss.house.server.app import limits_of
from pitboss.house.server.limits import SOCKETS, SOCKETS_PER_SESSION, Limits
from pitboss.house.server.metrics import Durations, ServerFigures
from pitboss.house.server.viewers import QUEUE, Viewer
from pitboss.house.server.wire import Frame
from pitboss.house.settings import ALLOWED, MEANINGS, Settings

NOTHING: Any = SimpleNamespace()
"""In the place of what is not asked for anything."""


def test_a_slow_reader_is_dropped_and_nobody_waits_for_him() -> None:
    async def story() -> tuple[int, list[Any]]:
        sent: list[Any] = []
        stuck = asyncio.Event()

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) == 1:
                await stuck.wait()

        desk: Any = SimpleNamespace(figures=ServerFigures(dict))
        viewer = Viewer(desk, NOTHING, None, send, "192.0.2.1")
        task = asyncio.create_task(viewer.send_all())
        await asyncio.sleep(0)
        for number in range(QUEUE + 2):
            viewer.push(Frame(b"%d" % number))
            await asyncio.sleep(0)
        stuck.set()
        await asyncio.wait_for(task, 5)
        viewer.push(Frame(b"late"))
        viewer.bye("late", "late")
        return desk.figures.dropped, sent

    dropped, sent = asyncio.run(story())
    assert dropped == 1
    assert [each.get("text") for each in sent] == ["0", None] and sent[-1]["type"] == "websocket.close"


def test_a_good_bye_is_the_last_word() -> None:
    async def story() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        viewer = Viewer(NOTHING, NOTHING, None, send, "")
        viewer.push(Frame(b"1"))
        viewer.bye("closing", "good night")
        viewer.push(Frame(b"2"))
        await viewer.send_all()
        return sent

    first, bye, close = asyncio.run(story())
    assert first["text"] == "1" and '"closing"' in bye["text"] and close["type"] == "websocket.close"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_frames_are_those_of_the_protocol(size: int) -> None:
    text = "x" * size
    frame = Frame(text.encode())
    reader = StreamReader()
    reader.feed_data(frame.bytes)
    parsing = Parsed.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as read:
        next(parsing)
    assert (read.value.value.opcode, read.value.value.fin, bytes(read.value.value.data)) == (1, True, text.encode())
    assert frame.text == text


def test_connections_are_counted() -> None:
    limits = Limits(1, 1)
    for _ in range(SOCKETS_PER_SESSION):
        assert limits.enter("192.0.2.1", "key") is None
    full = limits.enter("192.0.2.1", "key")
    assert full is not None and full.code == "connections" and "session" in full.allowed
    assert limits.enter("192.0.2.1", "other") is None and limits.enter("192.0.2.1", None) is None
    limits.leave("192.0.2.1", "key")
    assert limits.enter("192.0.2.1", "key") is None


def test_sockets_of_one_address_are_a_setting() -> None:
    limits = limits_of(Settings(sockets_per_address=2))
    assert [limits.enter("192.0.2.1", None) for _ in range(2)] == [None, None]
    full = limits.enter("192.0.2.1", None)
    assert full is not None and (full.code, full.allowed) == ("connections", "2 for one address")
    assert limits.enter("192.0.2.2", None) is None
    limits.leave("192.0.2.1", None)
    assert limits.enter("192.0.2.1", None) is None
    assert f"the whole house takes {SOCKETS:,}, a session {SOCKETS_PER_SESSION}" in MEANINGS["sockets_per_address"]
    assert ALLOWED["sockets_per_address"] == f"a whole number from 1 to {SOCKETS}"


def test_durations_fall_into_their_steps() -> None:
    counted = Durations()
    for seconds in (0.0005, 0.0006, 3.0):
        counted.add(seconds)
    buckets = {s.labels["le"]: s.value for s in counted.metric("x", "x").samples if "le" in s.labels}
    assert (buckets["0.0005"], buckets["0.001"], buckets["2.5"], buckets["+Inf"]) == (1, 2, 2, 3)
