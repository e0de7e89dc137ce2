"""A request or a socket for a table that another process has: passed on as it came, with a signed word about its
client. The bytes of a socket are not looked at; who has the table answers as if the client had come to it."""

import asyncio
from collections.abc import Callable, Container
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import httpx
from msgspec import Struct

from pitboss.house.processes.hops import HEADER, Hop, Hops, asked_path, to_process
from pitboss.house.server import errors
from pitboss.house.server.credentials import address_of
from pitboss.house.server.door import Message, Receive, Send
from pitboss.house.store.leases import MOVED, Process
from pitboss.table.refusals import Refusal

PATIENCE = 10.0
"""Seconds for the other process to answer."""
DROPPED = (b"connection", b"keep-alive", b"transfer-encoding", b"content-length", HEADER)
"""What belongs to one connection, and not to what is passed on."""


NOT_THERE = b"HTTP/1.1 503"
"""How a process begins its answer that has not, or has no longer, what is asked for."""


class Answered(Struct, frozen=True):
    """What a process answered to a request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def moved(self) -> bool:
        """Whether it has not, or has no longer, what was asked for; then nothing was done."""
        return self.status == errors.status_of(MOVED) and b'"code":"moved"' in self.body


class Relay:
    def __init__(self, hops: Hops) -> None:
        self._hops = hops
        # Not a client: that would keep the cookies of one visitor and send them along with the next one's request.
        self._out = httpx.AsyncHTTPTransport(trust_env=False)
        self._pipes: dict[asyncio.BaseTransport, str] = {}
        """Clients' connections, and to which process each is passed on."""

    @property
    def open(self) -> int:
        """Sockets that are passed on now."""
        return len(self._pipes)

    def headers_for(
        self, other: Process, scope: Message, method: str, client: str, body: bytes = b""
    ) -> list[tuple[bytes, bytes]]:
        hop = Hop(client, str(scope["scheme"]))
        mark = self._hops.signed(other.id, method, asked_path(scope), hop, body)
        return [*((key, value) for key, value in scope["headers"] if key not in DROPPED), (HEADER, mark)]

    # --- requests ---

    async def ask(self, other: Process, scope: Message, body: bytes) -> Answered | None:
        """What the other process answers; None where it was not reached, so that nothing came of it."""
        headers = self.headers_for(other, scope, scope["method"], address_of(scope), body)
        request = to_process(other, scope["method"], asked_path(scope), headers, body, PATIENCE)
        try:
            found = await self._out.handle_async_request(request)
            told = await found.aread()  # unpacked: it may be packed again on its way out
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return None
        except httpx.HTTPError:
            return UNKNOWN
        said = [
            (key.lower(), value)
            for key, value in found.headers.raw
            if key.lower() not in (*DROPPED, b"content-encoding", b"date")  # who answers says when
        ]
        return Answered(found.status_code, said, told)

    # --- sockets ---

    async def socket(
        self,
        other: Process,
        scope: Message,
        transport: asyncio.Transport,
        ended: Callable[[], None],
        *,
        again: bool,
    ) -> bool:
        """Passes the client's connection on, whose head was read; `ended` is called when it is over. With `again`,
        nothing is done and False is said where the other process is not there or has not what is asked for."""
        back = await self._opened(other, scope)
        first = await back.first if back is not None else b""
        if back is None or transport.is_closing() or (again and first.startswith(NOT_THERE)):
            if back is not None:
                back.transport.close()
            if again and not transport.is_closing():
                return False
            transport.write(refusal_head(MOVED))
            transport.close()
            ended()
            return True
        front = _Pipe(ended, lambda: self._forget(transport))
        self._pipes[transport] = other.id
        transport.set_protocol(front)
        front.connection_made(transport)
        front.other, back.other = back.transport, transport
        transport.write(first)
        transport.resume_reading()
        back.transport.resume_reading()
        if back.transport.is_closing():
            transport.close()
        return True

    def _forget(self, transport: asyncio.BaseTransport) -> None:
        self._pipes.pop(transport, None)

    def let_go(self, there: Container[str]) -> None:
        """Closes the sockets to processes that are not there any more: one that hangs would never do it itself."""
        for transport, process in tuple(self._pipes.items()):
            if process not in there:
                transport.close()

    async def _opened(self, other: Process, scope: Message) -> "_Pipe | None":
        """A connection to the other process on which the same was asked, and an answer has begun."""
        at, asked = urlsplit(other.address), asked_path(scope)
        mark = self._hops.signed(other.id, "GET", asked, Hop(address_of(scope), _http(str(scope["scheme"]))))
        kept = [(key, value) for key, value in scope["headers"] if key != HEADER]
        lines = [b"GET " + asked + b" HTTP/1.1", *(key + b": " + value for key, value in (*kept, (HEADER, mark)))]
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                transport, back = await loop.create_connection(_Pipe, at.hostname or "", at.port or 80)
        except (OSError, TimeoutError):
            return None
        transport.write(b"\r\n".join([*lines, b"", b""]))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                if await back.first:
                    return back
        transport.close()
        return None

    async def close(self) -> None:
        for transport in tuple(self._pipes):
            transport.close()
        await self._out.aclose()


def _http(scheme: str) -> str:
    return {"ws": "http", "wss": "https"}.get(scheme, scheme)


async def whole_body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def refused(refusal: Refusal) -> Answered:
    return Answered(errors.status_of(refusal), [(b"content-type", b"application/json")], errors.body(refusal))


async def answer(send: Send, told: Answered) -> None:
    headers = [*told.headers, (b"content-length", str(len(told.body)).encode())]
    await send({"type": "http.response.start", "status": told.status, "headers": headers})
    await send({"type": "http.response.body", "body": told.body})


def refusal_head(refusal: Refusal) -> bytes:
    """The whole answer to a socket that cannot be opened."""
    said, status = errors.body(refusal), HTTPStatus(errors.status_of(refusal))
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(said)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + said


UNKNOWN = refused(MOVED)
"""Said where it was asked and no answer came: whether it was done, the process knows that takes its place."""


class _Pipe(asyncio.Protocol):
    """One end: what comes here goes out at the other, no faster than that can take it. Before there is another, what
    comes is `first`; empty where the connection ends without a word."""

    transport: asyncio.Transport

    def __init__(self, *on_end: Callable[[], None]) -> None:
        self.other: asyncio.Transport | None = None
        self.first: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._on_end = on_end

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.write(data)
        elif not self.first.done():
            self.transport.pause_reading()
            self.first.set_result(data)

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None:
            self.other.close()
        if not self.first.done():
            self.first.set_result(b"")
        for each in self._on_end:
            each()
