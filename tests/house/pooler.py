"""A pooler in transaction mode, as far as a house can tell it from PgBouncer: it greets everybody itself, and lends a
connection to the server for one transaction at a time, to whoever comes next. What somebody has set on it for his own
session the next one finds there, and what one connection has prepared another does not know."""

import asyncio
import struct
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
IDLE = b"I"
"""In no transaction."""


def _message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + struct.pack("!I", len(body) + 4) + body


def _text(*words: str) -> bytes:
    return b"".join(word.encode() + b"\0" for word in words)


GREETING = b"".join(
    [
        _message(b"R", struct.pack("!I", 0)),
        *(
            _message(b"S", _text(name, value))
            for name, value in (
                ("server_version", "17.0"),
                ("server_encoding", "UTF8"),
                ("client_encoding", "UTF8"),
                ("standard_conforming_strings", "on"),
                ("integer_datetimes", "on"),
                ("DateStyle", "ISO, MDY"),
                ("TimeZone", "UTC"),
            )
        ),
        _message(b"K", struct.pack("!II", 1, 1)),  # no process of the server has this number
        _message(b"Z", IDLE),
    ]
)


async def _read(reader: asyncio.StreamReader) -> bytes:
    """One message, as it came."""
    head = await reader.readexactly(5)
    return head + await reader.readexactly(struct.unpack("!I", head[1:])[0] - 4)


class Pooler:
    """Lends `size` connections to the server of this address, each time the one that was used longest ago."""

    def __init__(self, url: str, size: int) -> None:
        at = conninfo_to_dict(url)
        self._socket = str(Path(str(at["host"])) / f".s.PGSQL.{at.get('port') or 5432}")
        self._login = {"user": str(at.get("user") or "postgres"), "database": str(at["dbname"])}
        self._size = size
        self._free: deque[Streams] = deque()
        self._back = asyncio.Condition()
        self._clients: set[asyncio.Task[None]] = set()
        self.lent = 0
        """How often a connection was lent."""

    async def serve(self) -> asyncio.Server:
        for _ in range(self._size):
            self._free.append(await self._connected())
        return await asyncio.start_server(self._client, "127.0.0.1", 0)

    async def close(self) -> None:
        for task in self._clients:
            task.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)
        for _, writer in self._free:
            writer.close()

    async def _connected(self) -> Streams:
        reader, writer = await asyncio.open_unix_connection(self._socket)
        asked = struct.pack("!I", 3 << 16) + _text(*(word for each in self._login.items() for word in each)) + b"\0"
        writer.write(struct.pack("!I", len(asked) + 4) + asked)
        while (await _read(reader))[:1] != b"Z":
            pass
        return reader, writer

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        try:
            while True:
                size = struct.unpack("!I", await reader.readexactly(4))[0]
                asked = await reader.readexactly(size - 4)
                if asked[:4] == struct.pack("!I", 3 << 16):
                    break
                writer.write(b"N")  # neither encrypted nor anything else
            writer.write(GREETING)
            while (first := await _read(reader))[:1] != b"X":
                await self._transaction(first, reader, writer)
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self._clients.discard(task)
            writer.close()

    async def _transaction(self, first: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """From its first message until the server says that it is over."""
        async with self._back:
            await self._back.wait_for(lambda: self._free)
            lent = self._free.popleft()
        self.lent += 1
        whole = False
        try:
            said = first
            while True:
                lent[1].write(said)
                if said[:1] in (b"Q", b"S") and await self._answer(lent[0], writer) == IDLE:
                    whole = True
                    return
                said = await _read(reader)
        finally:
            if not whole:  # the client is gone in the middle of it: so is what it had begun
                lent[1].close()
                lent = await self._connected()
            async with self._back:
                self._free.append(lent)
                self._back.notify()

    @staticmethod
    async def _answer(server: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        while True:
            said = await _read(server)
            writer.write(said)
            if said[:1] == b"Z":
                await writer.drain()
                return said[5:6]


@contextmanager
def pooled(url: str, size: int = 3) -> Iterator[tuple[str, Pooler]]:
    """The address of the same database behind a pooler with so many connections."""
    loop, ready, found = asyncio.new_event_loop(), threading.Event(), []

    async def run(over: asyncio.Event) -> None:
        pooler = Pooler(url, size)
        server = await pooler.serve()
        found.append((server.sockets[0].getsockname()[1], pooler))
        ready.set()
        async with server:
            await over.wait()
            await pooler.close()

    over = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(run(over)))
    thread.start()
    try:
        assert ready.wait(60)
        at = conninfo_to_dict(url)
        yield f"postgresql://{at.get('user') or 'postgres'}@127.0.0.1:{found[0][0]}/{at['dbname']}", found[0][1]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(60)
        loop.close()
