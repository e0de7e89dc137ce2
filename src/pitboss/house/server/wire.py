"""The short way from a message to the network. A message that goes to many is framed once, and a reader who keeps up
gets it at once, without a task having to wake for it. Where the server is another one than we know, or the reader is
slow, messages take the ordinary way."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Frame:
    """A message of text, as the bytes of its WebSocket frame."""

    __slots__ = ("_payload", "bytes")

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        size = len(payload)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = pack("!BBH", 0x81, 126, size)
        else:
            head = pack("!BBQ", 0x81, 127, size)
        self.bytes = head + payload

    @property
    def text(self) -> str:
        return self._payload.decode()


class Wire:
    """What is known of the connection behind ASGI's `send`."""

    __slots__ = ("_protocol", "_writable")

    def __init__(self, send: Send) -> None:
        found = getattr(send, "__self__", None)
        self._protocol: WebSocketsSansIOProtocol | None = None
        self._writable: asyncio.Event | None = None
        if isinstance(found, WebSocketsSansIOProtocol) and not found.conn.extensions:
            self._protocol, self._writable = found, found.writable

    def write(self, frame: Frame) -> bool:
        """Whether it went out now."""
        protocol, writable = self._protocol, self._writable
        if protocol is None or writable is None or not writable.is_set():
            return False
        transport = protocol.transport
        if protocol.close_sent or protocol.disconnected or transport.is_closing():
            return False
        transport.write(frame.bytes)
        return True

    def abort(self) -> bool:
        """Ends the connection without a word; False where that cannot be done."""
        if self._protocol is None:
            return False
        self._protocol.transport.abort()
        return True
