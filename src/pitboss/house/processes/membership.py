"""This process as one of the house: it renews its line, takes up tables that nobody has, gives tables away, and knows
where the others are. What is safe does not depend on any of it: `store/leases.py` says what does."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.fair.keys import KeyTrouble
from pitboss.house.live.restart import CannotRestore, undivided
from pitboss.house.live.separation import separate
from pitboss.house.processes.joining import Introduction, died, join
from pitboss.house.store import leases
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.leases import Fence, Lease, Process
from pitboss.house.store.opening import reason, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail.bodies import Parked

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.table import LiveTable

TICKS = 20
"""How often a process looks around while a lease runs."""
GONE = "this process was counted as gone; it is joining the house again"
BETWEEN = 0.05
"""Seconds between two looks for those who wait."""
AT_A_TIME = 20
"""Tables given away in one look, where others have fewer."""


class Seen(Struct, frozen=True):
    """The house at one look."""

    processes: list[Process]
    leases: dict[int, Lease]
    claimed: dict[int, int]
    free: set[int]
    """Tables that nobody had, before some of them were claimed."""
    cannot: dict[int, str]
    """Of those, what this process cannot take up, and why."""
    at: float
    """By this computer's own clock that never jumps: when it renewed its line."""


class Membership:
    """`begin` once, then `run` as long as the process lives, and `leave` at the end."""

    def __init__(self, house: "House", as_: Introduction) -> None:
        self._house, self._as = house, as_
        self.processes: dict[str, Process] = {}
        self.leases: dict[int, Lease] = {}
        self.draining = False
        self.left = False
        """Whether everything was given away, and this process is none of the house any more."""
        self.lost = ""
        """Why this process has no tables now; empty while all is well."""
        self.takeovers = 0
        """Chains that this process has taken over from another."""
        self.cannot: dict[int, str] = {}
        """Tables that are left to the other processes, and why: their game is not known here."""
        self._free: set[int] = set()
        """Tables that nobody had at the last look."""
        self._ahead = 0
        """Milliseconds by which the clock of the database is ahead of this computer's own."""
        self._taking: set[int] = set()
        """Tables that are being taken up."""
        self._strange: set[int] = set()
        """Chains that were this process's by the store at the last look, and not by its own memory."""
        self._old = False
        """Whether what this process remembers is from before it joined again."""
        self._wake = asyncio.Event()
        self._one = asyncio.Lock()
        self._changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_rejoin: Callable[[], Awaitable[None]] | None = None
        self.tell_others: Callable[[], None] = lambda: None
        """Called when there may be something for the others to take."""
        self.on_look: Callable[[list[Process]], None] = lambda new: None
        """Called after every look, with the processes that were not there at the one before."""
        self.on_drained: Callable[[], None] = lambda: None
        """Called when everything was given away because somebody asked for it."""
        self.on_lost: Callable[[str], None] = lambda said: None
        """Called when this process has lost its place or its database, with the reason."""
        self.on_cannot: Callable[[str], None] = lambda said: None
        """Called once for every table that is left to others."""
        self.on_desk: Callable[[], Awaitable[None]] | None = None
        """Called when this process looks after the house from now on."""
        self.before_desk_goes: Callable[[], Awaitable[None]] | None = None
        """Called while it still does, when all tables have been given away."""
        house.writer.on_fenced = self._fenced
        self._loop = asyncio.get_running_loop()

    @property
    def me(self) -> str:
        return self._house.process

    @property
    def lease(self) -> float:
        """Seconds that a process may be silent before it counts as gone."""
        return self._as.lease

    def now(self) -> int:
        """What time it is by the clock of the database, in milliseconds, as of the last look."""
        return int(monotonic() * 1000) + self._ahead

    @property
    def tick(self) -> float:
        return self.lease / TICKS

    # --- looking around ---

    async def run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await (self._look_on() if self.left else self._look_and_share())
            except (StoreTrouble, SQLAlchemyError) as error:
                self._lose(f"trouble with the database: {reason(error)[:200]}")
            except StoreError as error:
                self._lose(str(error))
            try:
                async with asyncio.timeout(self.tick):
                    await self._wake.wait()
            except TimeoutError:
                pass

    async def _look_and_share(self) -> None:
        await self.look()
        await self._share()

    async def _look_on(self) -> None:
        """This process is none of the house any more. It only sees where its tables have gone, for what still comes."""

        def read() -> tuple[list[Process], dict[int, Lease]]:
            with transaction(self._house.engine) as conn:
                leases.bound(conn)
                return self._genuine(conn), leases.every(conn)

        processes, self.leases = await asyncio.to_thread(read)
        self.processes = {each.id: each for each in processes}
        self._tell_looked()

    def _lose(self, said: str) -> None:
        if said != self.lost:
            self.on_lost(said)
        self.lost = said

    def wake(self) -> None:
        """There may be something to take, or to give."""
        self._wake.set()

    def _fenced(self) -> None:
        """In the writer's thread."""
        self._loop.call_soon_threadsafe(self.wake)

    async def look(self) -> None:
        """Renews, sees who is there, and takes what nobody has."""
        async with self._one:
            if self._old:
                await self._read_anew()
            before = dict(self._house.epochs)  # what is opened meanwhile the look may not have seen
            seen = await asyncio.to_thread(self._look)
            if seen is None:
                await self._rejoin()
                return
            self.lost = ""
            await self._adopt(seen, before)
            if self._house.approvals.some_wait:  # some wait for what tables of other processes do
                await self._house.approvals.read_again()

    def _look(self) -> Seen | None:
        me = self.me
        with transaction(self._house.engine) as conn:
            leases.bound(conn)
            if not leases.renew(conn, me, self._as.lease_ms, self.takeovers, self.cannot):
                return None
            at = monotonic()
            leases.sweep(conn, me)
            for other in leases.processes(conn):
                if other.id != me and (died(other) or not self._as.genuine(other)):
                    leases.leave(conn, other.id)
            leases.put_down(conn, me, self._strange - self._house.epochs.keys())
            free = leases.free_tables(conn)
            cannot = self._house.cannot_take_up(conn, free - self.cannot.keys() - self._free)
            claimed = {} if self.draining else self._claim(conn, free - cannot.keys() - self.cannot.keys())
            return Seen(self._genuine(conn), leases.every(conn), claimed, free, cannot, at)

    def _genuine(self, conn: Connection) -> list[Process]:
        """The processes that are there. A line that somebody else wrote, or changed, is none."""
        return [each for each in leases.processes(conn) if each.id == self.me or self._as.genuine(each)]

    def _claim(self, conn: Connection, free: set[int]) -> dict[int, int]:
        """The house's own chain, and of the tables that nobody has this process's share; what was free before already
        the others do not take, so it takes that too."""
        held, there = leases.every(conn), leases.processes(conn)
        own = sum(lease.process == self.me for chain, lease in held.items() if chain != HOUSE)
        claimed = leases.claim_desk(conn, self.me)
        old = undivided(conn, free)  # who is at the desk takes play money out of their books, of all of them at once
        if HOUSE in claimed or HOUSE in self._house.epochs:
            claimed |= leases.claim(conn, self.me, len(old), old)
        own, free = own + len(claimed.keys() & old), free - old
        claimed |= leases.claim(conn, self.me, _share_of(held, there) - own, free)
        return claimed | leases.claim(conn, self.me, len(free), (free & self._free) - claimed.keys())

    async def _adopt(self, seen: Seen, before: dict[int, int]) -> None:
        house, me = self._house, self.me
        known, self.processes = self.processes, {each.id: each for each in seen.processes}
        self.leases = seen.leases
        if me in self.processes:
            self._ahead = self.processes[me].renewed_at - int(seen.at * 1000)
        self.draining |= bool(me in self.processes and self.processes[me].draining)
        for chain, epoch in before.items():
            held = seen.leases.get(chain)
            if house.epochs.get(chain) == epoch and (held is None or held.process != me or held.epoch != epoch):
                house.away(chain)
        self._free = seen.free - seen.claimed.keys()
        self._leave_to_others(seen.cannot)
        self.takeovers += sum(seen.leases[chain].before is not None for chain in seen.claimed)
        taken = self._known_anew(seen) | seen.claimed
        if taken:
            await self._take(taken, desk=HOUSE in seen.claimed)
        self._strange = {chain for chain, held in seen.leases.items() if held.process == me} - house.epochs.keys()
        self._tell_looked()
        self.on_look([each for each in self.others() if each.id not in known])

    def _tell_looked(self) -> None:
        changed, self._changed = self._changed, self._loop.create_future()
        changed.set_result(None)

    def _known_anew(self, seen: Seen) -> dict[int, int]:
        """Chains that are this process's, though it has been told that they have other rows than it knew."""
        fenced, self._house.fenced = self._house.fenced, set()
        mine = {chain: held.epoch for chain, held in seen.leases.items() if held.process == self.me}
        return {chain: mine[chain] for chain in fenced if chain in mine and chain not in self._house.epochs}

    async def _take(self, claimed: dict[int, int], *, desk: bool) -> None:
        """What cannot be read now, because the database is away, this process has by the store alone afterwards: the
        next look puts it down and takes it anew."""
        try:
            await self._take_up(claimed)
            if desk:
                await self._at_desk()
        except BaseException:
            undone = {chain for chain in claimed if chain not in self._house.tables}
            for chain in undone:
                self._house.away(chain)
            self._strange |= undone
            raise
        finally:
            self._taking = set()

    async def _take_up(self, claimed: dict[int, int]) -> None:
        house = self._house
        await house.read_books()
        await house.approvals.read_again()  # what was agreed on for these tables
        house.epochs.update(claimed)
        self._taking = set(claimed) - {HOUSE}
        for chain in sorted(self._taking):
            try:
                await house.take_up_all([chain])
            except (StoreTrouble, SQLAlchemyError):
                raise
            except Exception as error:  # whatever is wrong with this table, the others go on
                told = isinstance(error, CannotRestore | KeyTrouble)
                said = str(error) if told else f"table {chain} cannot be taken up: {type(error).__name__}: {error}"
                self._leave_to_others({chain: said})
                await self._give(chain)
            self._taking.discard(chain)

    async def _at_desk(self) -> None:
        self._house.at_desk()
        if any(table.now.undivided for table in self._house.tables.values()):
            await separate(self._house)
        if self.on_rejoin is not None:
            await self.on_rejoin()
        if self.on_desk is not None:
            await self.on_desk()

    def _leave_to_others(self, cannot: dict[int, str]) -> None:
        for chain, said in cannot.items():
            self.cannot[chain] = said
            self.on_cannot(said)

    async def _rejoin(self) -> None:
        """The others have counted this process as gone. What it remembers may be old: it begins anew."""
        house = self._house
        self._lose(GONE)
        for chain in tuple(house.epochs):
            house.away(chain)
        made = await asyncio.to_thread(join, house.engine, self._as)
        house.rejoin(made)
        self._old = True
        await self._read_anew()
        self.wake()

    async def _read_anew(self) -> None:
        """Books, accounts and sessions, as others may have changed them while this process was none of the house."""
        await self._house.read_books()
        if self.on_rejoin is not None:
            await self.on_rejoin()
        self._old = False

    # --- where others are ---

    def owner(self, chain: int) -> Process | None:
        """Who else has this chain; None where this process has it, or nobody."""
        held = self.leases.get(chain)
        if chain in self._house.epochs or held is None or held.process is None or held.process == self.me:
            return None
        return self.processes.get(held.process)

    def others(self) -> list[Process]:
        return [each for each in self.processes.values() if each.id != self.me]

    def unsettled(self, chain: int) -> bool:
        """Whether nobody has this chain, or its takeover is under way."""
        here = chain in self._house.epochs and chain not in self._taking
        return chain in self.leases and not here and self.owner(chain) is None

    def unheard(self, chain: int) -> bool:
        """Whether this process knows of no such chain; another may have opened it a moment ago."""
        return chain not in self.leases and bool(self.others())

    async def settled(self, chain: int, seconds: float) -> Process | None:
        """Who else has this chain, after waiting for a takeover that is under way."""
        with_end = self._loop.time() + seconds
        for _ in range(2):  # the first look may have begun before it was opened
            if self.unheard(chain):
                await self.looked(with_end - self._loop.time())
        while self.unsettled(chain):
            left = with_end - self._loop.time()
            if left <= 0:
                break
            await self.looked(left)
        return self.owner(chain)

    async def looked(self, seconds: float) -> None:
        """After the next look, or after so many seconds; not at once, since all who wait ask for a look."""
        self.wake()
        await asyncio.wait([self._changed], timeout=max(seconds, 0))
        await asyncio.sleep(BETWEEN)

    # --- giving away ---

    async def _share(self) -> None:
        """Where others have fewer tables, they get some of those at which nobody plays; who drains gives all away."""
        house = self._house
        if self.draining:
            await self.give_all()
            self.on_drained()
            return
        share = _share_of(self.leases, list(self.processes.values()))
        surplus = len(house.tables) - share
        if surplus <= 0 or not self.others():
            return
        refused = {chain for other in self.others() for chain in other.cannot}
        stay = {chain for chain, table in house.tables.items() if busy(table) or table.now.undivided} | refused
        idle = [table for chain, table in house.tables.items() if chain not in stay]
        for table in idle[: min(surplus, AT_A_TIME)]:
            await self.give(table)
        self.tell_others()

    async def give_all(self) -> None:
        """After the act in hand, each table is free for the others. Given together, they share a few commits."""
        given = (self.give(table) for table in tuple(self._house.tables.values()))
        for failed in await asyncio.gather(*given, return_exceptions=True):
            if failed is not None:
                raise failed
        if HOUSE in self._house.epochs:
            if self.before_desk_goes is not None:
                await self.before_desk_goes()
            await self._give(HOUSE)
        self.tell_others()

    async def give(self, table: "LiveTable") -> None:
        if busy(table):
            await table.note(Parked("parked"))
        table.away = True  # nothing more is decided here; what was, is written before the lease is
        try:
            await self._give(table.fixed.chain)
        except StoreTrouble:
            table.away = False  # it is still here, or the next look finds that it is not
            raise

    async def _give(self, chain: int) -> None:
        house = self._house
        fence = Fence(house.process, house.epochs.get(chain, 0))
        await house.writer.write(lambda conn: leases.give_away(conn, chain, fence))
        house.away(chain)

    async def leave(self) -> None:
        """Everything is given away, and this process is none of the house any more."""
        self.draining = True
        try:
            await self.give_all()
            await self._house.writer.write(lambda conn: leases.leave(conn, self.me))
        except StoreTrouble:
            pass  # then the lease runs out
        self.left = True
        self.tell_others()


def _share_of(held: dict[int, Lease], there: list[Process]) -> int:
    """How many tables a process should have."""
    taking = sum(not each.draining for each in there) or 1
    return -(-sum(chain != HOUSE for chain in held) // taking)


def busy(table: "LiveTable") -> bool:
    """Whether wagers lie on the layout or a round is being played."""
    state = table.now.state
    return state.step >= 0 and (table.step_name != "bets" or any(any(seat.stakes) for seat in state.seats))
