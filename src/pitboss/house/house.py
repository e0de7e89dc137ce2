"""The house: its store, its keys, its tables, its money. One process runs it."""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine, select

from pitboss.house.fair.keys import Keys
from pitboss.house.fair.scheme import SEED
from pitboss.house.live.approvals import Approvals
from pitboss.house.live.lane import Lane
from pitboss.house.live.links import Elsewhere, elsewhere
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.openings import Openings, opened_under
from pitboss.house.live.restart import Restored, game_missing, restore
from pitboss.house.live.separation import separate
from pitboss.house.live.table import Answer, LiveTable
from pitboss.house.money.accounts import FUNDS
from pitboss.house.money.bank import Bank
from pitboss.house.money.books import NotEnough, balances
from pitboss.house.money.cage import Cage
from pitboss.house.money.reserves import Reserves
from pitboss.house.store import schema
from pitboss.house.store.leases import MOVED, Fence, Fenced
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble, Writer, of_trouble
from pitboss.house.trail.archived import resets
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import MeterTerms, Terms
from pitboss.table.refusals import Refusal, RefusedAct

T = TypeVar("T")

AGAIN = 1.0
"""Seconds before a store that did not answer is asked again."""


class Means(Protocol):
    """The settings the house itself looks at."""

    @property
    def table_float(self) -> int: ...
    @property
    def capital(self) -> int: ...


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """Everything that runs. `clock` and `new_seed` can be replaced by tests; nothing else is random."""

    def __init__(
        self,
        engine: Engine,
        keys: Keys,
        settings: Means,
        *,
        clock: Callable[[], int] = wall_clock,
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED),
        process: str = "",
    ) -> None:
        """`process`: the id of this process in a house of several (`store/leases.py`)."""
        self.engine = engine
        self.keys = keys
        self.settings = settings
        self.clock = clock
        self.new_seed = new_seed
        self.process = process
        self.writer = Writer(engine, process)
        self.tables: dict[int, LiveTable] = {}
        """The open tables; of a house of several processes those that this one has."""
        self.epochs: dict[int, int] = {}
        """In which epoch this process has each chain that it has, where there are several."""
        self.elsewhere = Elsewhere()
        """The open tables that other processes have: some share meters with tables here."""
        self.fenced: set[int] = set()
        """Chains whose rows are not those that this process knew. Where it still has them, they are taken up again."""
        self.away_listeners: list[Callable[[LiveTable], None]] = []
        """Called with every table that another process has from now on."""
        self.meter_listeners: list[Callable[[LiveTable, set[str]], None]] = []
        """Called after meters have changed, with the table where it happened."""
        self.fault_listeners: list[Callable[[LiveTable, Exception], None]] = []
        """Called once when a table is set aside, with what its game raised."""
        self.table_listeners: list[Callable[[LiveTable], None]] = []
        """Called once with every table that comes to be there while the house runs, whoever asked for it."""
        self.on_kept: Callable[[], None] = lambda: None
        """Called after every change of what is the house's, and no table's."""
        self._sharing = Lane(self.writer, self.trouble)
        self._doubts = 0
        with engine.connect() as conn:
            accounts, readings = _books(conn)
            self.bank = Bank(accounts, readings, resets(conn))
        self.cage = Cage(self)
        self.reserves = Reserves(self)
        self.approvals = Approvals(self)

    async def start(self) -> None:
        """Takes up every open table as the last commit left it; of a house of several processes those it has."""
        self._openings = Openings(self)
        if self.process and HOUSE not in self.epochs:  # another process looks after what is the house's
            await self.take_up_all(self.epochs)
            return
        await self.cage.found(self.settings.capital)
        if self.process:
            await self.take_up_all(self.epochs)
        else:
            for chain in self._open_chains():
                self.take_up(chain)
        await separate(self)
        await self.approvals.start()

    def _open_chains(self) -> list[int]:
        t = schema.tables.c
        with self.engine.connect() as conn:
            return list(conn.execute(select(t.id).where(t.status == "open").order_by(t.id)).scalars())

    def close(self) -> None:
        """Everything asked for is written; then nothing more is."""
        self.writer.close()
        self.engine.dispose()

    # --- tables ---

    async def open_table(
        self,
        terms: Terms,
        by: str = "house",
        *,
        dealer: str = "automatic",
        cards: str = "shuffle",
        links: Mapping[str, str] | None = None,
        act_id: str | None = None,
    ) -> LiveTable | Refusal:
        """A new table under these terms; the same one where this person opened it under this id before."""
        return await self._openings.open(opened_under(terms, dealer, cards, links), by, act_id)

    async def open_tables(self, several: Sequence[Terms]) -> Refusal | None:
        """New tables under these terms: all of them or none."""
        return await self._openings.open_all(several)

    async def take_up_all(self, chains: Iterable[int]) -> None:
        """Tables as the last commit left them."""
        wanted = sorted(chain for chain in chains if chain != HOUSE and chain not in self.tables)
        for chain in wanted:
            restored = await asyncio.to_thread(self._restored, chain)
            if restored is not None and (not self.process or chain in self.epochs):
                self._taken_up(*restored)

    def cannot_take_up(self, conn: Connection, chains: Collection[int]) -> dict[int, str]:
        """Those of these tables whose game is not here, and the sentence that says so."""
        rows = conn.execute(select(schema.tables).where(schema.tables.c.id.in_(chains))) if chains else ()
        return {row.id: said for row in rows if (said := game_missing(conn, row))}

    def take_up(self, chain: int) -> None:
        restored = self._restored(chain)
        if restored is not None:
            self._taken_up(*restored)

    def _restored(self, chain: int) -> Restored | None:
        with self.engine.connect() as conn:
            row = conn.execute(select(schema.tables).where(schema.tables.c.id == chain)).one()
            return restore(conn, row, self.keys) if row.status == "open" else None

    def _taken_up(self, fixed: Fixed, now: Now, known: list[tuple[tuple[str, str], int]]) -> None:
        table = LiveTable(self, fixed, now, self.lane(fixed))
        for (by, act_id), number in known:
            table.ids.remember(by, act_id, number, None)
        self.there(table)

    def there(self, table: LiveTable) -> None:
        """A table is open from now on, and everybody who must know hears of it."""
        self.tables[table.fixed.chain] = table
        for listener in tuple(self.table_listeners):
            listener(table)

    async def close_table(self, table: LiveTable, by: str, reason: str, act_id: str | None = None) -> Answer:
        """Closes a table nobody plays at; its inventory goes back to the cage."""
        return await table.close(by, reason, act_id)

    async def kept(self, write: Callable[[Connection], T], then: Callable[[T], None]) -> T:
        """Writes a change and then makes it true in memory, also where whoever asked has gone away meanwhile."""
        future = self.writer.write(write)

        def done(written: "asyncio.Future[T]") -> None:
            if written.exception() is None:
                then(written.result())
                self.on_kept()
            elif isinstance(written.exception(), StoreTrouble):
                self.look_again()

        future.add_done_callback(done)
        return await asyncio.shield(future)

    def lane(self, fixed: Fixed) -> Lane:
        """Tables that share meters take turns: all of them, as one may share each of its meters with another table."""
        return self._sharing if fixed.links else Lane(self.writer, self.trouble)

    # --- several processes ---

    def fence(self, chain: int) -> Fence | None:
        """In whose name this process writes rows of a chain; None where the store is its own."""
        return Fence(self.process, self.epochs.get(chain, 0)) if self.process else None

    async def read_books(self) -> None:
        """What other processes have moved."""
        self.bank.refresh(*await self.writer.write(_books))

    async def look_elsewhere(self) -> None:
        """Which tables other processes have now, and under which terms those feed meters that they share."""
        if self.process:
            self.elsewhere = await self.writer.write(lambda conn: elsewhere(conn, self.tables))

    def at_desk(self) -> None:
        """This process looks after what is the house's from now on: it opens the next table."""
        self._openings = Openings(self)

    def rejoin(self, process: str) -> None:
        """This process is one of the house again, under a new id."""
        self.process = process
        self.writer.rejoin(process)

    def away(self, chain: int) -> None:
        """Another process has this chain from now on, or will have it in a moment."""
        self.epochs.pop(chain, None)
        table = self.tables.pop(chain, None)
        if table is not None:
            table.open, table.away = False, True
            for listener in tuple(self.away_listeners):
                listener(table)

    def trouble(self, error: BaseException) -> Refusal:
        """What the store refused, as an answer."""
        if isinstance(error, Fenced):
            self.away(error.chain)
            self.fenced.add(error.chain)
            return MOVED
        if isinstance(error, NotEnough):
            self.bank.refresh({error.account: error.have}, {})
            allowed = f"up to {dollars(error.have)}"
            return Refusal(FUNDS, "not enough chips", given=dollars(-error.cents), allowed=allowed)
        if isinstance(error, StoreTrouble):
            return of_trouble(error)
        if isinstance(error, RefusedAct):
            return error.refusal
        raise error

    def look_again(self) -> None:
        """Reads the books again, through the writer: so they come in order with everything others are being told."""
        self._doubts += 1
        if self._doubts == 1:
            self._read_books()

    def _read_books(self) -> None:
        begun = self._doubts

        def told(found: "asyncio.Future[tuple[dict[str, int], dict[str, int]]]") -> None:
            if found.exception() is not None:
                found.get_loop().call_later(AGAIN, self._read_books)
                return
            self.bank.refresh(*found.result())
            self._doubts -= begun
            if self._doubts:  # more have come since
                self._read_books()

        with suppress(StoreTrouble):  # the house is closing
            self.writer.write(_books).add_done_callback(told)

    # --- meters ---

    def meters_moved(self, table: LiveTable, meters: set[str]) -> None:
        for listener in tuple(self.meter_listeners):
            listener(table, meters)
        self.approvals.meters_moved()

    async def open_meters(self, table: LiveTable, meters: tuple[MeterTerms, ...], by: str) -> None:
        """Meters that do not run yet begin at their initial amount, which the cage puts in."""
        await self._openings.open_meters(table, meters, by)


def _books(conn: Connection) -> tuple[dict[str, int], dict[str, int]]:
    """All balances, and what the meters read."""
    return balances(conn), {row.name: row.reading for row in conn.execute(select(schema.meters))}


__all__ = ["House", "wall_clock"]
