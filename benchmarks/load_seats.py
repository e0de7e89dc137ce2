"""The people of a load test: seats at WebSockets that cost next to nothing. Frames are read by hand, and of what the
house tells only the newest message of a table is looked at, when somebody acts there."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections import deque
from struct import pack, unpack_from
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

WAGERS = ("ante", "blind")
CHOICES = {"preflop": "check", "postflop": "play_2x", "final": "play_1x"}
CENTS = 500
PAUSE = (2.0, 5.0)
"""Seconds between two acts of one seat."""


class _Seat(Struct):
    number: int
    wagers: dict[str, int]


class _View(Struct):
    step: str
    turn: int
    seats: list[_Seat]


class _News(Struct):
    """What an acting seat looks at."""

    view: _View
    ready: list[int]


_NEWS = msgspec.json.Decoder(_News)
_SEQ = len('{"type":"change","seq":')


class Figures:
    """What was measured: seconds until an act was acknowledged, acts that were refused, connections that went."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.late: list[float] = []
        """How late this program itself was when an act was due."""
        self.refused: list[str] = []
        self.dropped = 0
        self.measuring = False


class Line(asyncio.Protocol, ABC):
    """One WebSocket. `heard` gets every message of text."""

    def __init__(self, path: str, port: int, token: str) -> None:
        self._path, self._port, self._token = path, port, token
        self._rest = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.leaving = False

    @abstractmethod
    def heard(self, text: bytes) -> None:
        """A message has come."""

    @abstractmethod
    def lost(self) -> None:
        """The connection has ended."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\n{bearer}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: BaseException | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self._rest[:500].decode(errors="replace") or "closed"))
        elif not self.leaving:
            self.lost()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found or not head.startswith(b"HTTP/1.1 101"):
                self._rest = head + found + data
                return
            self._open = True
            self.opened.set_result(None)
        at = 0
        while (frame := _frame(data, at)) is not None:
            code, start, at = frame
            if code == 1:
                self.heard(data[start:at])
            elif code == 9:
                self._send(0x8A, data[start:at])
        self._rest = data[at:]

    def say(self, text: bytes) -> None:
        self._send(0x81, text)

    def _send(self, first: int, payload: bytes) -> None:
        """The mask of a client may be anything: with zeros nothing has to be changed."""
        size = len(payload)
        head = pack("!BB", first, 0x80 | size) if size < 126 else pack("!BBH", first, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def leave(self) -> None:
        self.leaving = True
        self.transport.close()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind of the frame that begins here, where its content begins, and where it ends."""
    if len(data) < at + 2:
        return None
    code, size, start = data[at] & 15, data[at + 1], at + 2
    if size > 125:
        width = 2 if size == 126 else 8
        if len(data) < start + width:
            return None
        size = unpack_from("!H" if width == 2 else "!Q", data, start)[0]
        start += width
    return (code, start, start + size) if len(data) >= start + size else None


class Seat(Line):
    """A player at a position, who tells his party what he hears."""

    def __init__(self, party: "Party", number: int, port: int, token: str, path: str) -> None:
        super().__init__(path, port, token)
        self._party, self.number = party, number

    def heard(self, text: bytes) -> None:
        self._party.heard(text)

    def lost(self) -> None:
        self._party.figures.dropped += 1


class Party:
    """The seats of one table. Together they act as often as if each acted every two to five seconds; who acts is who
    may. When an act is due while the one before it still waits, its time runs all the same."""

    def __init__(self, figures: Figures, name: str, bare: bool = False) -> None:
        self.figures, self.name, self._bare = figures, name, bare
        self.seats: dict[int, Seat] = {}
        self._loop = asyncio.get_running_loop()
        self._random = random.Random(name)
        self._news = b""
        self._seq = 0
        self._acts = 0
        self._waits: deque[float] = deque()
        """When the acts were due that could not be sent yet."""
        self._since: float | None = None
        """When the act was due that waits for its acknowledgement."""
        self._asked: asyncio.Future[bytes] | None = None
        self._next: asyncio.TimerHandle | None = None

    # --- one after the other, before the measurement ---

    async def join(self, seat: Seat, handle: str) -> None:
        self.seats[seat.number] = seat
        if not self._bare:
            do = f'{{"do":"TakeSeat","seat":{seat.number},"player":"{handle}"}}'
            answer = await self.ask(seat, f'"do":{do}')
            assert answer.startswith(b'{"type":"done"'), answer

    def ask(self, seat: Seat, what: str) -> "asyncio.Future[bytes]":
        """Says something out of turn; the future has the answer."""
        self._asked = self._loop.create_future()
        self._say(seat, what)
        return self._asked

    async def open_round(self) -> None:
        """Every seat places what a hand needs."""
        for number, seat in self.seats.items():
            for wager in WAGERS:
                await self.ask(seat, _wager(number, wager))

    # --- while it is measured ---

    def begin(self) -> None:
        self._plan(self._random.uniform(0, self._pause()))

    def end(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def leave(self) -> None:
        self.end()
        for seat in self.seats.values():
            seat.leave()

    def _pause(self) -> float:
        return self._random.uniform(*PAUSE) / max(1, len(self.seats))

    def _plan(self, pause: float) -> None:
        self._next = self._loop.call_later(pause, self._due, perf_counter() + pause)

    def _due(self, planned: float) -> None:
        now = perf_counter()
        self._plan(self._pause())
        if self.figures.measuring:
            self.figures.late.append(max(0.0, now - planned))
        self._waits.append(now)
        self._act()

    def _act(self) -> None:
        """The next act that is due, if nobody waits for an answer here and somebody may act."""
        if self._since is not None or not self._waits:
            return
        chosen = self._chosen()
        if chosen is None:  # the staff deals: nobody can act, and nobody waits for an answer
            now = perf_counter()
            self._waits = deque(now for _ in self._waits)
            return
        self._since = self._waits.popleft()
        self._say(*chosen)

    def _chosen(self) -> "tuple[Seat, str] | None":
        if self._bare:
            number = self._acts % len(self.seats) + 1
            return self.seats[number], _wager(number, WAGERS[0])
        news = _NEWS.decode(self._news)
        view = news.view
        if view.step == "bets":
            for number, seat in self.seats.items():
                lies = view.seats[number - 1].wagers
                for wager in WAGERS:
                    if not lies.get(wager):
                        return seat, _wager(number, wager)
            for number, seat in self.seats.items():
                if number not in news.ready:
                    return seat, f'"ready":{{"seat":{number}}}'
        choice, who = CHOICES.get(view.step), self.seats.get(view.turn)
        if choice is None or who is None:
            return None
        return who, f'"do":{{"do":"Decide","seat":{view.turn},"choice":"{choice}"}}'

    def _say(self, seat: Seat, what: str) -> None:
        self._acts += 1
        seat.say(f'{{"id":"{self.name} {self._acts}",{what}}}'.encode())

    def heard(self, text: bytes) -> None:
        if text.startswith((b'{"type":"change"', b'{"type":"hello"')):
            start = _SEQ if text[9] == 99 else _SEQ - 1  # "hello" has a letter less than "change"
            seq = int(text[start : text.index(b",", start)])
            if seq >= self._seq:
                self._seq, self._news = seq, text
                if self._waits and self._since is None:
                    self._act()
        elif text.startswith((b'{"type":"done"', b'{"type":"refused"')) or self._bare:
            self._answered(text)

    def _answered(self, text: bytes) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(text)
            return
        if self._since is None:
            return
        if self.figures.measuring:
            if text.startswith(b'{"type":"refused"'):
                self.figures.refused.append(text[:200].decode(errors="replace"))
            else:
                self.figures.seconds.append(perf_counter() - self._since)
        self._since = None
        self._act()


def _wager(number: int, wager: str) -> str:
    return f'"do":{{"do":"PlaceWager","seat":{number},"wager":"{wager}","cents":{CENTS}}}'


async def seated(party: Party, number: int, port: int, path: str, token: str = "", handle: str = "") -> None:
    """One more seat of a party."""
    loop = asyncio.get_running_loop()
    _, seat = await loop.create_connection(lambda: Seat(party, number, port, token, path), "127.0.0.1", port)
    await seat.opened
    await party.join(seat, handle)
