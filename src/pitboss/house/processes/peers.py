"""What this process tells the others: that accounts and meters have moved, and that there may be tables to take."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

import httpx
import msgspec

from pitboss.house.processes.hops import HEADER, Hop, Hops, to_process
from pitboss.house.processes.news_reader import News

if TYPE_CHECKING:
    from pitboss.house.live.now import TableChange
    from pitboss.house.live.table import LiveTable
    from pitboss.house.processes.membership import Membership
    from pitboss.house.store.leases import Process

NEWS, WAKE, COUNTS, SEATS = "/internal/news", "/internal/wake", "/internal/counts", "/internal/seats"
TOGETHER = 0.05
"""Seconds in which news are collected before they are sent."""
PATIENCE = 2.0
"""Seconds another process has to answer: it looks for itself soon enough."""
OWN = ("layout:", "inventory:", "practice/layout:", "practice/inventory:")
"""Accounts of one table alone."""
KEPT = 2
"""Leases for which news are remembered. Who joins has read all books; what was moved between that and the moment in
which this process hears of him is not older. Who does not answer for so long counts as gone, and joins anew."""


class Peers:
    def __init__(self, membership: "Membership", hops: Hops) -> None:
        self._membership, self._hops = membership, hops
        self._out: httpx.AsyncBaseTransport = httpx.AsyncHTTPTransport(trust_env=False)
        self._accounts: set[str] = set()
        self._meters: set[str] = set()
        self._house = False
        self._resets: dict[str, int] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._told: deque[tuple[float, News]] = deque()
        self._missed: set[str] = set()
        """Processes that have not heard the last news."""
        membership.tell_others = self.wake
        membership.on_look = self.looked

    def follow(self, table: "LiveTable") -> None:
        """What happens at this table may concern the others."""
        table.listeners.append(self._changed)

    # --- news ---

    def house_changed(self) -> None:
        """There are new rows of the house."""
        self._house = True
        self._soon()

    def _soon(self) -> None:
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(TOGETHER, self._flush)

    def _changed(self, _: "LiveTable", change: "TableChange") -> None:
        self._accounts.update(p.account for _, p in change.postings if not p.account.startswith(OWN))
        self._meters.update(entry.meter for _, entry in change.meters)
        self._resets.update({entry.meter: change.now.at for _, entry in change.meters if entry.added})
        if self._accounts or self._meters:
            self._soon()

    def _flush(self) -> None:
        self._waiting = None
        news = News(sorted(self._accounts), sorted(self._meters), self._house, self._resets)
        self._accounts, self._meters, self._house, self._resets = set(), set(), False, {}
        self._told.append((asyncio.get_running_loop().time(), news))
        self._tell_news(news, self._membership.others())

    def looked(self, new: "list[Process]") -> None:
        """Who has joined, and who did not answer, hears all news of the last while."""
        since = asyncio.get_running_loop().time() - KEPT * self._membership.lease
        while self._told and self._told[0][0] < since:
            self._told.popleft()
        late = [other for other in self._membership.others() if other in new or other.id in self._missed]
        self._missed.clear()
        if late and self._told:
            self._tell_news(_together([news for _, news in self._told]), late)

    def _tell_news(self, news: News, others: "Iterable[Process]") -> None:
        self._tell(NEWS, msgspec.json.encode(news), others)

    # --- the others ---

    def wake(self) -> None:
        """There may be something to take."""
        self._tell(WAKE, b"", self._membership.others())

    def _tell(self, path: str, body: bytes, others: "Iterable[Process]") -> None:
        for other in others:
            task = asyncio.create_task(self._told_one(other, path, body))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _told_one(self, other: "Process", path: str, body: bytes) -> None:
        if not await self.post(other, path, body) and path == NEWS:
            self._missed.add(other.id)

    async def post(self, other: "Process", path: str, body: bytes) -> bool:
        """Says something to another process; whether it was heard."""
        header = self._hops.signed(other.id, "POST", path.encode(), Hop("", "http"), body)
        heard = await self._send(to_process(other, "POST", path.encode(), [(HEADER, header)], body, PATIENCE))
        return heard is not None and heard.status_code < 300

    async def question(self, path: str, body: bytes) -> list[bytes]:
        """What the other processes answer to a question among processes; those that do not answer are left out."""

        async def asked(other: "Process") -> httpx.Response | None:
            header = self._hops.signed(other.id, "POST", path.encode(), Hop("", "http"), body)
            return await self._send(to_process(other, "POST", path.encode(), [(HEADER, header)], body, PATIENCE))

        found = await asyncio.gather(*(asked(other) for other in self._membership.others()))
        return [each.content for each in found if each is not None and each.status_code == 200]

    async def ask(self, other: "Process", path: bytes, headers: list[tuple[bytes, bytes]]) -> bytes | None:
        """What another process answers to a question; None where it does not."""
        found = await self._send(to_process(other, "GET", path, headers, b"", PATIENCE))
        return found.content if found is not None and found.status_code == 200 else None

    async def _send(self, request: httpx.Request) -> httpx.Response | None:
        try:
            found = await self._out.handle_async_request(request)
            await found.aread()
        except httpx.HTTPError:
            return None
        return found

    async def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._flush()
        if self._sending:
            await asyncio.wait(self._sending)
        await self._out.aclose()


def _together(told: list[News]) -> News:
    return News(
        sorted({name for news in told for name in news.accounts}),
        sorted({name for news in told for name in news.meters}),
        any(news.house for news in told),
        {meter: at for news in told for meter, at in news.resets.items()},
    )
