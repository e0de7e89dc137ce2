"""People who play through sockets as quickly as they are let, come back when the house was gone, send again what was
not answered under the same id, and keep every answer."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pitboss.cards.deck import UNKNOWN
from pitboss.client import House
from pitboss.messages.socket import Accepted, Bye, Change, Hello, Message, NotDone, ReadySaid, Said
from pitboss.play.players import decision, wagers
from pitboss.table import actions as a

MESSAGE = msgspec.json.Decoder(Message)
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError)
AGAIN = frozenset({"store", "closing", "moved", "rate"})
"""Refusals after which the same act is sent again: nothing was done, or nobody knows."""
SILENT = 60.0
"""Seconds without a word from the house while an answer is due: it hangs."""


class Person:
    """Somebody who sits at a table."""

    def __init__(self, token: str, handle: str, table: int, evening: str = "") -> None:
        """`evening` begins the ids of the acts: whoever comes a second time needs others."""
        self.token, self.handle, self.table, self.evening = token, handle, table, evening
        self.acknowledged: dict[str, int] = {}
        """The id of each act that was done, and the row after which the table stood."""
        self.refused: Counter[str] = Counter()
        self.cards: dict[int, tuple[str, ...]] = {}
        """By round: the own cards, as far as they were seen."""
        self.changed: list[str] = []
        """Cards that became others."""
        self.waits: list[float] = []
        """Seconds until each answer."""
        self.pause = 0.0
        """Seconds between an answer and the next act."""
        self._sent = 0
        self.pending: Said | None = None
        self._since = 0.0
        self._seq: int | None = None
        self._last: Hello | Change | None = None

    async def play(self, *ports: int) -> None:
        """Plays until it is cancelled, whatever becomes of the house. Lost at one of its doors, he tries the next."""
        for port in cycle(ports):
            try:
                await self._connected(port)
            except LOST:
                await asyncio.sleep(0.02)

    async def _connected(self, port: int) -> None:
        after = "" if self._seq is None else f"?after={self._seq}"
        url = f"ws://127.0.0.1:{port}/api/v1/tables/{self.table}{after}"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(
            url, additional_headers=headers, compression=None, proxy=None, close_timeout=1, max_size=1 << 22
        ) as socket:
            if self.pending is not None:
                await self._send(socket, self.pending)
            while True:
                async with asyncio.timeout(SILENT if self.pending else None):
                    raw = await socket.recv()
                await self._hear(socket, MESSAGE.decode(raw))

    async def _hear(self, socket: ClientConnection, said: Message) -> None:
        if isinstance(said, Hello | Change):
            self._seq, self._last = said.seq, said
            self._look(said)
        elif isinstance(said, Accepted):
            self._answered(said.id)
            self.acknowledged[said.id] = said.seq
        elif isinstance(said, NotDone):
            self.refused[said.code] += 1
            if said.code in AGAIN and self.pending is not None:
                await asyncio.sleep(0.05)
                await self._send(socket, self.pending)
            else:
                self._answered(said.id)
        elif isinstance(said, Bye):
            return
        if self.pending is None and self._last is not None:
            wish = self._wish(self._last)
            if wish is not None:
                if self.pause:
                    await asyncio.sleep(self.pause)
                await self._send(socket, wish)

    def _answered(self, said_id: str | None) -> None:
        if self.pending is not None and self.pending.id == said_id:
            self.waits.append(time.monotonic() - self._since)
            self.pending = None

    def _look(self, said: Hello | Change) -> None:
        view = said.view
        if not view.mine:
            return
        cards = view.seats[view.mine[0] - 1].cards
        known = self.cards.get(view.round, ())
        for before, now in zip(known, cards, strict=False):
            if UNKNOWN not in (before, now) and before != now:
                self.changed.append(f"{self.handle}, round {view.round}: {before} became {now}")
        if len(cards) >= len(known) and cards:
            self.cards[view.round] = cards

    def _wish(self, now: Hello | Change) -> Said | None:
        view, number = now.view, self._sent + 1
        made = f"{self.handle} {self.evening}{number}"
        if not view.mine:
            return Said(made, do=a.TakeSeat(1 + int(self.handle[-1]) % 2, self.handle))
        seat = view.mine[0]
        if view.step == "bets" and seat not in now.ready:
            lying = view.seats[seat - 1].wagers
            missing = [wager for wager in wagers(view, now.offers) if not lying.get(wager.wager)]
            return Said(made, do=missing[0]) if missing else Said(made, ready=ReadySaid(seat))
        choice = decision(view, now.offers)
        return Said(made, do=choice) if choice is not None else None

    async def _send(self, socket: ClientConnection, said: Said) -> None:
        if said is not self.pending:
            self.pending, self._since = said, time.monotonic()
            self._sent += 1
        await socket.send(msgspec.json.encode(said).decode())


def people(port: int, tables: list[int], each: int = 2) -> list[Person]:
    """Guests of the house, so many for each table."""
    with House(f"http://127.0.0.1:{port}") as house:
        found = []
        for table in tables:
            for number in range(each):
                guest = house.guest(f"Ann {table} {number}")
                found.append(Person(guest.token, guest.handle, table))
    return found


async def playing(
    crowd: list[Person], port: int, until: Callable[[], bool], seconds: float = 120.0, *, other: int = 0
) -> None:
    """Lets everybody play until this holds; where the house has an `other` door, every second one begins there."""
    doors = ((port, other), (other, port)) if other else ((port,), (port,))
    tasks = [asyncio.create_task(person.play(*doors[place % 2])) for place, person in enumerate(crowd)]
    try:
        async with asyncio.timeout(seconds):
            while not until():
                done = [task for task in tasks if task.done()]
                if done:
                    await done[0]
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"nobody got on for {seconds} seconds") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
