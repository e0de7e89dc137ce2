"""A small proxy before PostgreSQL that understands as much of the protocol as it takes to find the commit of an act,
and cuts the connection there."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOST, UNANSWERED, LATE = "lost", "unanswered", "late"
"""What becomes of a commit: the server never gets it; the server does it and the house hears nothing; the house is cut
off first, and the server gets it when the house has come back."""
SOON = 0.5
"""Seconds that a late commit leaves to those who come back: they send what was not answered once more."""
LATEST = 4.0
"""Seconds it waits for somebody to come back."""


class _Link:
    """One connection of the house."""

    def __init__(self, down: asyncio.StreamWriter, back: asyncio.StreamReader, up: asyncio.StreamWriter) -> None:
        self.down, self.back, self.up = down, back, up
        self.wrote = False
        """Whether rows of the trail were written in this transaction."""
        self.silent = False
        """Whether what the server says goes nowhere."""
        self.done = asyncio.Event()
        """Whether the server has committed, or has gone."""
        self._texts: dict[bytes, bytes] = {}

    def text(self, kind: bytes, body: bytes) -> bytes:
        """What a message of the client's tells the server to do."""
        if kind == b"Q":
            return body.rstrip(b"\0")
        if kind == b"P":
            name, words, _ = body.split(b"\0", 2)
            self._texts[name] = words
        if kind == b"B":
            return self._texts.get(body.split(b"\0", 2)[1], b"")
        return b""

    def close(self) -> None:
        for end in (self.down, self.up):
            end.transport.abort()


async def _messages(reader: asyncio.StreamReader) -> AsyncIterator[tuple[bytes, bytes, bytes]]:
    """(kind, body, all of it); the first message of a connection has no kind."""
    head = await reader.readexactly(4)
    yield b"", b"", head + await reader.readexactly(int.from_bytes(head) - 4)
    while True:
        head = await reader.readexactly(5)
        body = await reader.readexactly(int.from_bytes(head[1:]) - 4)
        yield head[:1], body, head + body


class Proxy:
    """Lets everything through until it is told to cut."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._loop = asyncio.new_event_loop()
        self._links: set[asyncio.Task[None]] = set()
        self._how, self._left = "", 0
        self.cuts: list[str] = []
        self._begun = asyncio.Event()
        """Whether another connection has begun to write since the last cut."""
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        started = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._listening = started.result(60)
        self.port = int(self._listening.sockets[0].getsockname()[1])

    def cut(self, how: str, number: int) -> None:
        """The commit of an act with this number from now on is cut."""
        self._loop.call_soon_threadsafe(self._arm, how, number)

    def _arm(self, how: str, number: int) -> None:
        self._how, self._left = how, number

    def close(self) -> None:
        async def end() -> None:
            self._listening.close()
            for task in tuple(self._links):
                task.cancel()
            await asyncio.gather(*self._links, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    # --- in the thread ---

    async def _serve(self, down_reader: asyncio.StreamReader, down: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._links.add(task)
        back, up = await asyncio.open_unix_connection(self._server)
        link = _Link(down, back, up)
        answers = asyncio.create_task(self._answers(link))
        try:
            with suppress(asyncio.IncompleteReadError, OSError):
                await self._requests(link, down_reader)
        finally:
            answers.cancel()
            link.close()
            self._links.discard(task)

    async def _answers(self, link: _Link) -> None:
        with suppress(OSError):
            while data := await link.back.read(1 << 16):
                if link.silent:
                    link.done.set()
                else:
                    link.down.write(data)
                    await link.down.drain()
        link.done.set()
        link.close()

    async def _requests(self, link: _Link, reader: asyncio.StreamReader) -> None:
        commit = b""
        async for kind, body, whole in _messages(reader):
            text = link.text(kind, body)
            self._look(link, text)
            if text == b"COMMIT" and self._due(link):
                commit = whole
                if kind == b"Q":
                    break
            elif commit:  # the rest of what belongs to it
                commit += whole
                if kind == b"S":
                    break
            else:
                link.up.write(whole)
                await link.up.drain()
        await self._cut(link, commit)

    def _look(self, link: _Link, text: bytes) -> None:
        if b"INSERT INTO trail" in text:
            link.wrote = True
        if text.startswith(b"BEGIN"):
            link.wrote = False
            if b"holder" in text:
                self._begun.set()

    def _due(self, link: _Link) -> bool:
        if not link.wrote or not self._how:
            return False
        self._left -= 1
        return self._left == 0

    async def _cut(self, link: _Link, commit: bytes) -> None:
        how, self._how = self._how, ""
        link.silent = True
        self._begun.clear()
        if how != UNANSWERED:
            link.down.transport.abort()
        if how == LATE:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._begun.wait(), LATEST)
            await asyncio.sleep(SOON)
        if how != LOST:
            link.up.write(commit)
            await link.up.drain()
            await link.done.wait()
        self.cuts.append(how)


@contextmanager
def proxy(server: Path) -> Iterator[Proxy]:
    made = Proxy(server)
    try:
        yield made
    finally:
        made.close()
