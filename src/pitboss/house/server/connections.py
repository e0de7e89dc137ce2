"""Connections before there is a request: how long its head may be, and how long it may take to come. The parser of HTTP
sets no bounds of its own, and whoever sends no end of a header would keep everybody waiting."""

import asyncio
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Protocol, cast, runtime_checkable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.house.server import errors
from pitboss.house.server.limits import HARD, SOCKETS
from pitboss.table.refusals import Refusal

WHOLE = 20.0
"""Seconds in which a request must have come, from the opening of the connection or its own first byte."""
SPARE = 100
"""Files a house needs beside its sockets."""
LONG_HEAD = Refusal("too_large", "the head of the request is too long", allowed=f"at most {HARD} bytes")
SLOW = Refusal("too_slow", "the request did not come in time", allowed=f"within {WHOLE:g} seconds")


@runtime_checkable
class PassingOn(Protocol):
    """An application that may pass a socket on to another process."""

    def may_pass_on(self, scope: MutableMapping[str, Any]) -> bool: ...

    async def pass_on(self, scope: MutableMapping[str, Any], transport: asyncio.Transport) -> bool: ...


class MeasuredConnection(HttpToolsProtocol):
    """A connection of HTTP, until it ends or becomes a socket."""

    whole = WHOLE

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head = 0
        """Bytes of the head that is being read."""
        self._heading = True
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._whole()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self._in_head():
            super().data_received(data)
            return
        room = HARD - self._head
        self._head += len(data)
        super().data_received(data[:room])
        gone = self.transport.is_closing() or self.transport.get_protocol() is not self
        if len(data) <= room or gone:
            return
        if self._in_head():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, LONG_HEAD)
        else:
            super().data_received(data[room:])

    def handle_websocket_upgrade(self) -> None:
        self._whole()
        raw, _, query = self.url.partition(b"?")
        asked = {**self.scope, "path": raw.decode("latin-1"), "raw_path": raw, "query_string": query}
        app: object = self.config.app
        if not isinstance(app, PassingOn) or not app.may_pass_on(asked):
            super().handle_websocket_upgrade()
            return
        self.transport.pause_reading()
        task = self.loop.create_task(self._pass_on(app, asked))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _pass_on(self, app: PassingOn, asked: MutableMapping[str, Any]) -> None:
        if await app.pass_on(asked, self.transport):
            self.connections.discard(self)
        elif not self.transport.is_closing():
            self.transport.resume_reading()
            super().handle_websocket_upgrade()

    # --- what the parser finds ---

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        self._heading = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._heading, self._head = True, 0
        self._whole()
        super().on_message_complete()

    def _in_head(self) -> bool:
        return self._heading

    # --- how it ends ---

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.whole, self._too_slow)

    def _whole(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()  # an answer is on its way already: another would stand in its middle
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, SLOW)

    def _refuse(self, status: HTTPStatus, refusal: Refusal) -> None:
        said = errors.body(refusal)
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(said)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + said)
        self.transport.close()


def sockets_at_most() -> int:
    """How many sockets the house may hold at once. It first asks the system to raise its own limit."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return SOCKETS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = SOCKETS + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return SOCKETS if soft == resource.RLIM_INFINITY else max(1, min(SOCKETS, soft - SPARE))
