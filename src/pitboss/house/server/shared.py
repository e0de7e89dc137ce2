"""A house of several processes, as the server of one of them sees it: what it answers itself, what it passes on, and
what it gathers from all."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from pitboss.house.processes.hops import Hops, SignedHop, asked_path
from pitboss.house.processes.membership import Membership
from pitboss.house.processes.news_reader import News, NewsReader
from pitboss.house.processes.peers import COUNTS, NEWS, SEATS, WAKE, Peers
from pitboss.house.server import logs
from pitboss.house.server.counting import Counting, CountsTold
from pitboss.house.server.credentials import address_of, header, origin_of
from pitboss.house.server.door import App, Message, Receive, Send, most_bytes
from pitboss.house.server.hosts import is_loopback
from pitboss.house.server.limits import too_large
from pitboss.house.server.packing import packed
from pitboss.house.server.relay import Relay, answer, refusal_head, refused, whole_body
from pitboss.house.store.leases import MOVED, Process
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble
from pitboss.messages.people import OwnSeat
from pitboss.table.refusals import Refusal, RefusedAct

if TYPE_CHECKING:
    from pitboss.house.server.desk import Desk

API, TABLES = "/api/v1/", "/api/v1/tables/"
HERE = tuple(f"{API}{part}" for part in ("games", "clauses/", "odds/", "audit/", "account-rules", "roles", "processes"))
"""What any process answers by itself: it follows from the program, or from the store alone."""
GATHERED = (f"{API}tables", f"{API}staff/tables")
"""Lists of tables: every process knows its own."""
INTERNAL = "/internal/"
NOBODY = Refusal("moved", "no process of the house can take this table up", allowed="try again later")
TAKEOVER = 2.0
"""Seconds that a request waits for a table that is changing hands."""


class Shared:
    def __init__(self, desk: "Desk", membership: Membership, news_reader: NewsReader) -> None:
        house = desk.house
        self.membership, self.news_reader = membership, news_reader
        self.hops = Hops(house.keys.between_processes(), membership.now)
        self.peers = Peers(membership, self.hops)
        self.relay = Relay(self.hops)
        self._house, self._limits = house, desk.limits
        self._seats_here = desk.seats_here
        self._most_bytes = partial(most_bytes, desk)
        self._behind_proxy = desk.settings.proxy == "loopback"
        self.counting = Counting(desk, membership, self.peers)
        self.before_desk_goes: Callable[[], Awaitable[None]] | None = None
        """Called before another process looks after the house."""
        membership.before_desk_goes = self._desk_goes
        self._tasks: list[asyncio.Task[None]] = []
        membership.on_lost = lambda said: logs.log().error("place lost", said=said)
        membership.on_cannot = self._cannot
        for said in membership.cannot.values():
            self._cannot(said)
        news_reader.chips_moved = desk.chips_moved
        news_reader.meters_moved = desk.meters_elsewhere
        house.on_kept = self.peers.house_changed
        membership.on_look = self._looked
        for table in house.tables.values():
            self.peers.follow(table)
        house.table_listeners.append(self.peers.follow)

    def begin(self) -> None:
        loops = (self._around(), self._again(self.news_reader.look), self._again(self.counting.tell))
        self._tasks = [asyncio.create_task(each) for each in loops]

    async def end(self) -> None:
        """The tables go to the others, and this process leaves the house. What still comes to it is passed on."""
        await self._stop()
        await self.membership.leave()
        self._tasks = [asyncio.create_task(self._around())]

    async def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        await self._stop()
        await self.relay.close()
        await self.peers.close()

    @staticmethod
    def _cannot(said: str) -> None:
        logs.log().warning("table left to others", said=said)

    async def _around(self) -> None:
        while True:
            try:
                await self.membership.run()
            except Exception as error:
                logs.mistake("processes", error)
                await asyncio.sleep(self.membership.tick)

    async def _desk_goes(self) -> None:
        await self.counting.tell()
        if self.before_desk_goes is not None:
            await self.before_desk_goes()

    async def _again(self, look: Callable[[], Awaitable[None]]) -> None:
        """Every moment."""
        while True:
            try:
                await look()
            except (StoreTrouble, SQLAlchemyError):
                pass  # whoever looks around tells of it
            except Exception as error:
                logs.mistake("processes", error)
            await asyncio.sleep(self.membership.tick)

    def _looked(self, new: list[Process]) -> None:
        self.peers.looked(new)
        self.relay.let_go(self.membership.processes)

    # --- where to ---

    def chain_of(self, path: str) -> int | None:
        """Which chain a request is about: a table's, the house's own, or none."""
        if path.startswith(TABLES):
            number = path[len(TABLES) :].partition("/")[0]
            return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
        if path.startswith(API) and not path.startswith(HERE) and path not in GATHERED:
            return HOUSE
        return None

    def may_pass_on(self, path: str) -> bool:
        """Whether a socket is for a table that this process does not have now, as far as it has heard."""
        chain = self.chain_of(path)
        known = self.membership
        return chain is not None and (known.unsettled(chain) or known.unheard(chain) or known.owner(chain) is not None)

    async def pass_on(self, scope: Message, transport: asyncio.Transport) -> bool:
        """Passes a socket on to the process that has its table, where necessary after a takeover; False where it is to
        be answered here."""
        if self._behind_proxy and is_loopback(address_of(scope)):
            said = header(scope, b"x-forwarded-for").rpartition(",")[2].strip()
            scope["client"] = (said or address_of(scope), 0)
        address, chain = origin_of(scope), self.chain_of(scope["path"])
        assert chain is not None
        full = self._limits.pass_on(address)
        if full is not None:
            transport.write(refusal_head(full))
            transport.close()
            return True
        until = self._now() + TAKEOVER
        while (other := await self.membership.settled(chain, until - self._now())) is not None:
            again = self._now() < until
            if await self.relay.socket(other, scope, transport, lambda: self._limits.passed_on(address), again=again):
                return True
            await self.membership.looked(until - self._now())
        self._limits.passed_on(address)
        return False

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    # --- requests ---

    async def as_signed(self, heard: SignedHop, receive: Receive, send: Send) -> Receive | None:
        """The body of a request that another process has passed on, to be read; None where it is not the one that was
        signed. Then it is asked to say it again."""
        body = await whole_body(receive)
        if heard.is_of(body):
            return _again(body, receive)
        await answer(send, refused(MOVED))
        return None

    async def __call__(self, app: App, scope: Message, receive: Receive, send: Send) -> None:
        """Answers a request, wherever that is done. What was passed on is not passed on again: who has not what is
        asked for says so."""
        if scope["hopped"]:
            await app(scope, receive, send)
        elif scope["path"] in GATHERED and scope["method"] == "GET":
            if not self.membership.others():
                await app(scope, receive, send)
                return
            await packed(partial(self._gather, app))(scope, receive, send)
        else:
            await self._answer(app, scope, receive, send)

    async def _answer(self, app: App, scope: Message, receive: Receive, send: Send) -> None:
        chain = self.chain_of(scope["path"])
        other = None if chain is None else await self.membership.settled(chain, TAKEOVER)
        if chain is None or (other is None and (chain != HOUSE or HOUSE in self._house.epochs)):
            await app(scope, receive, send)
            return
        try:
            until, body = self._now() + TAKEOVER, await whole_body(receive)
        except HTTPException:  # it had no length, and was too long
            await answer(send, refused(too_large(self._most_bytes(scope))))
            return
        while other is not None:
            told = await self.relay.ask(other, scope, body)
            if told is not None and (not told.moved or self._now() >= until):
                await answer(send, told)
                return
            if self._now() >= until:
                break
            await self.membership.looked(until - self._now())
            other = await self.membership.settled(chain, until - self._now())
        if other is None and (chain != HOUSE or HOUSE in self._house.epochs):
            await app(scope, _again(body, receive), send)
        else:
            await answer(send, refused(MOVED))

    async def internal(self, scope: Message, receive: Receive, send: Send) -> None:
        """What only processes of the house may say; for everybody else there is nothing at this address."""
        status, told = 204 if scope["hopped"] else 404, b""
        if scope["hopped"]:
            body = await whole_body(receive)
            if scope["path"] == WAKE:
                self.membership.wake()
            elif scope["path"] == COUNTS:
                self.counting.learn(msgspec.json.decode(body, type=CountsTold))
            elif scope["path"] == SEATS:
                status, told = 200, msgspec.json.encode(self._seats_here(msgspec.json.decode(body, type=str)))
            elif scope["path"] == NEWS and not await self._heard(msgspec.json.decode(body, type=News)):
                status = 503
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": told})

    async def _heard(self, news: News) -> bool:
        """Whether the figures could be read; otherwise the other process tells it again."""
        try:
            await self.news_reader.heard(news)
        except (StoreTrouble, SQLAlchemyError):
            return False
        return True

    async def seats_elsewhere(self, handle: str) -> list[OwnSeat]:
        """Somebody's seats at the tables of other processes."""
        found = await self.peers.question(SEATS, msgspec.json.encode(handle))
        return [seat for each in found for seat in msgspec.json.decode(each, type=list[OwnSeat])]

    async def _gather(self, app: App, scope: Message, receive: Receive, send: Send) -> None:
        """The tables of this process and those of the others, in the order of their numbers."""
        plain = {**scope, "headers": [(k, v) for k, v in scope["headers"] if k != b"accept-encoding"]}
        caught: list[Message] = []

        async def catch(message: Message) -> None:
            caught.append(message)

        asked = [
            self.peers.ask(other, asked_path(scope), self.relay.headers_for(other, plain, "GET", address_of(scope)))
            for other in self.membership.others()
        ]
        found = asyncio.gather(*asked)
        await app(plain, receive, catch)
        told = [each for each in await found if each is not None]
        start = caught[0]
        if start["status"] == 200 and told:
            body = b"".join(each.get("body", b"") for each in caught[1:])
            start["headers"] = [(k, v) for k, v in start["headers"] if k != b"content-length"]
            caught = [start, {"type": "http.response.body", "body": _merged([body, *told])}]
        for each in caught:
            await send(each)

    def figures(self) -> dict[str, tuple[str, float]]:
        """For `/metrics`."""
        seen = self.membership
        return {
            "pitboss_processes": ("Processes of the house.", len(seen.processes)),
            "pitboss_takeovers_total": ("Tables this process took over from others.", seen.takeovers),
            "pitboss_passed_on": ("Open sockets that are passed on to other processes.", self.relay.open),
            "pitboss_membership_lost": ("1 while this process has lost its place in the house.", bool(seen.lost)),
        }

    def require_here(self, chain: int) -> None:
        """A table that is open and not here is another process's."""
        if self.nobody_has(chain):
            raise RefusedAct(NOBODY)
        if chain in self.membership.leases:
            raise RefusedAct(MOVED)

    def nobody_has(self, chain: int) -> bool:
        """Whether a table is left to others by this process, and no other has it."""
        return chain in self.membership.cannot and self.membership.owner(chain) is None

    def warnings(self) -> list[str]:
        """For `/readyz`: tables that this process leaves to others."""
        found = self.membership.cannot.items()
        return [f"{said}; {'no' if self.nobody_has(chain) else 'another'} process has it" for chain, said in found]


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read, to be read again; and then what else comes."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _merged(lists: list[bytes]) -> bytes:
    tables: list[dict[str, Any]] = [table for each in lists for table in msgspec.json.decode(each)]
    by_id = {table["id"]: table for table in tables}
    return msgspec.json.encode([by_id[number] for number in sorted(by_id)])
