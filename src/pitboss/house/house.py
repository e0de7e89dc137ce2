"""The house: its store, its keys, its tables, its money. One process runs it."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, func, select

from pitboss.house.fair.keys import Keys
from pitboss.house.fair.scheme import SEED
from pitboss.house.live.approvals import Approvals
from pitboss.house.live.lane import Lane
from pitboss.house.live.now import Fixed
from pitboss.house.live.openings import Openings, opened_under
from pitboss.house.live.restart import restore
from pitboss.house.live.separation import separate
from pitboss.house.live.table import Answer, LiveTable
from pitboss.house.money.bank import Bank
from pitboss.house.money.books import NotEnough, balances
from pitboss.house.money.cage import Cage
from pitboss.house.money.reserves import Reserves
from pitboss.house.store import schema
from pitboss.house.store.locking import DatabaseLock
from pitboss.house.store.writer import StoreTrouble, Writer, of_trouble
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import MeterTerms, Terms
from pitboss.table.refusals import Refusal

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
        lock: DatabaseLock | None = None,
    ) -> None:
        self.engine = engine
        self.keys = keys
        self.settings = settings
        self.clock = clock
        self.new_seed = new_seed
        self.writer = Writer(engine, lock)
        self.tables: dict[int, LiveTable] = {}
        self.meter_listeners: list[Callable[[LiveTable, set[str]], None]] = []
        """Called after meters have changed, with the table where it happened."""
        self.fault_listeners: list[Callable[[LiveTable, Exception], None]] = []
        """Called once when a table is set aside, with what its game raised."""
        self.table_listeners: list[Callable[[LiveTable], None]] = []
        """Called once with every table that comes to be there while the house runs, whoever asked for it."""
        self._sharing = Lane(self.writer, self.trouble)
        self._doubts = 0
        with engine.connect() as conn:
            accounts, readings = _books(conn)
            log = schema.meter_log.c
            resets = conn.execute(select(log.meter, func.max(log.at)).where(log.added > 0).group_by(log.meter)).all()
            self.bank = Bank(accounts, readings, {row[0]: row[1] for row in resets})
        self.cage = Cage(self)
        self.reserves = Reserves(self)
        self.approvals = Approvals(self)

    async def start(self) -> None:
        """Takes up every open table as the last commit left it."""
        await self.cage.found(self.settings.capital)
        with self.engine.connect() as conn:
            rows = conn.execute(select(schema.tables).order_by(schema.tables.c.id)).all()
            for row in rows:
                if row.status != "open":
                    continue
                self.take_up(conn, row)
        self._openings = Openings(self, max((row.id for row in rows), default=0) + 1)
        await separate(self)
        await self.approvals.start()

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

    def take_up(self, conn: Connection, row: Any) -> None:
        """A table as the last commit left it."""
        fixed, now, known = restore(conn, row, self.keys)
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
            elif isinstance(written.exception(), StoreTrouble):
                self.look_again()

        future.add_done_callback(done)
        return await asyncio.shield(future)

    def lane(self, fixed: Fixed) -> Lane:
        """Tables that share meters take turns: all of them, as one may share each of its meters with another table."""
        return self._sharing if fixed.links else Lane(self.writer, self.trouble)

    def trouble(self, error: BaseException) -> Refusal:
        """What the store refused, as an answer."""
        if isinstance(error, NotEnough):
            allowed = f"up to {dollars(error.have)}"
            return Refusal("funds", "not enough chips", given=dollars(-error.cents), allowed=allowed)
        if isinstance(error, StoreTrouble):
            return of_trouble(error)
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
