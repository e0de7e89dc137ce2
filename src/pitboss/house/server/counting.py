"""Limits and locks that hold for the house, where several processes are it. Each process counts what comes to it and
tells the others every moment: wrong passwords and guests (which the desk alone sees, and whoever takes its place goes
on with), open sockets, and who takes much of what he may. What a process has not told yet is lost with it."""

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from pitboss.house.people.attempts import Counted
from pitboss.house.processes.peers import COUNTS
from pitboss.house.server.guests import GuestCame

if TYPE_CHECKING:
    from pitboss.house.processes.membership import Membership
    from pitboss.house.processes.peers import Peers
    from pitboss.house.server.desk import Desk


class CountsTold(Struct, frozen=True):
    """What a process tells another."""

    by: str
    wrong: list[Counted]
    guests: list[GuestCame]
    sockets: list[tuple[str, str, int]]
    taken: dict[str, list[tuple[str, int]]] = {}

    @property
    def empty(self) -> bool:
        return not (self.wrong or self.guests or self.sockets or self.taken)


class Counting:
    def __init__(self, desk: "Desk", membership: "Membership", peers: "Peers") -> None:
        self._desk, self._membership, self._peers = desk, membership, peers
        self._told_at = asyncio.get_running_loop().time()
        self._heard: set[str] = set()
        """The processes that have heard everything so far."""
        desk.limits.share()
        desk.guests.shared = True

    async def tell(self) -> None:
        """Tells the others what has changed; those who have missed something, everything."""
        others = self._membership.others()
        self._desk.limits.only(other.id for other in others)
        news = self._news()
        late = [other for other in others if other.id not in self._heard]
        told = [] if news.empty else [other for other in others if other.id in self._heard]
        said = [(other, news) for other in told]
        if late:
            everything = self._everything(news)
            said += [(other, everything) for other in late]
        heard = await asyncio.gather(*(self._peers.post(to, COUNTS, msgspec.json.encode(each)) for to, each in said))
        missed = {to.id for (to, _), well in zip(said, heard, strict=True) if not well}
        self._heard = {other.id for other in others} - missed

    def learn(self, told: CountsTold) -> None:
        """What another process has counted."""
        desk, now = self._desk, asyncio.get_running_loop().time()
        desk.people.attempts.learn(told.wrong)
        desk.guests.learn(told.guests)
        desk.limits.sockets_elsewhere(told.by, told.sockets)
        for name, taken in told.taken.items():
            for key, count in taken:
                desk.limits.buckets[name].charge(key, count, now)

    def _news(self) -> CountsTold:
        now = asyncio.get_running_loop().time()
        seconds, self._told_at = now - self._told_at, now
        processes = len(self._membership.processes) or 1
        taken = {name: bucket.taken(seconds, processes) for name, bucket in self._desk.limits.buckets.items()}
        return self._told(whole=False, taken={name: found for name, found in taken.items() if found})

    def _everything(self, news: CountsTold) -> CountsTold:
        return self._told(whole=True, taken=news.taken)

    def _told(self, *, whole: bool, taken: dict[str, list[tuple[str, int]]]) -> CountsTold:
        desk = self._desk
        return CountsTold(
            self._membership.me,
            desk.people.attempts.counted(whole=whole),
            desk.guests.came(whole=whole),
            desk.limits.open_sockets(whole=whole),
            taken,
        )
