"""The house: its store, its keys, its tables, its money. One process runs it."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, func, select

from pitboss.games import rules_for
from pitboss.house.fair.keys import Keys
from pitboss.house.fair.scheme import SEED
from pitboss.house.live.approving import Approvals
from pitboss.house.live.keeping import kept
from pitboss.house.live.lane import Lane
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.preparing import Preparing
from pitboss.house.live.restoring import restore
from pitboss.house.live.saving import save
from pitboss.house.live.table import Answer, LiveTable
from pitboss.house.money.bank import Bank
from pitboss.house.money.books import NotEnough, balances, record
from pitboss.house.money.cage import Cage
from pitboss.house.money.entries import CAGE, OUTSIDE, Posting, pool
from pitboss.house.store import schema
from pitboss.house.store.writer import StoreTrouble, Writer
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import GENESIS, head
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms
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
    ) -> None:
        self.engine = engine
        self.keys = keys
        self.settings = settings
        self.clock = clock
        self.new_seed = new_seed
        self.writer = Writer(engine)
        self.tables: dict[int, LiveTable] = {}
        self.meter_listeners: set[Callable[[LiveTable, set[str]], None]] = set()
        """Called after meters have changed, with the table where it happened."""
        self._sharing = Lane(self.writer, self._trouble)
        self._opening = asyncio.Lock()
        self._doubts = 0
        with engine.connect() as conn:
            accounts, readings = _books(conn)
            log = schema.meter_log.c
            resets = conn.execute(select(log.meter, func.max(log.at)).where(log.added > 0).group_by(log.meter)).all()
            self.bank = Bank(accounts, readings, {row[0]: row[1] for row in resets})
        self.cage = Cage(self)
        self.approvals = Approvals(self)

    async def start(self) -> None:
        """Takes up every open table as the last commit left it."""
        await self.cage.found(self.settings.capital)
        with self.engine.connect() as conn:
            rows = conn.execute(select(schema.tables).order_by(schema.tables.c.id)).all()
            for row in rows:
                if row.status != "open":
                    continue
                fixed, now, known = restore(conn, row, self.keys)
                table = LiveTable(self, fixed, now, self._lane(fixed))
                for (by, act_id), number in known:
                    table.remember(by, act_id, number, None)
                self.tables[row.id] = table
        self._next_id = max((row.id for row in rows), default=0) + 1

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
    ) -> LiveTable | Refusal:
        """A new table under these terms."""
        if any(table.fixed.name == terms.table for table in self.tables.values()):
            return Refusal("name_taken", "a table of this name is open", given=terms.table, allowed="another name")
        for what, given, allowed in (
            ("dealer", dealer, ("automatic", "person")), ("cards", cards, ("shuffle", "feed"))
        ):  # fmt: skip
            if given not in allowed:
                return Refusal(what, f"no such {what}", given=given, allowed=", ".join(allowed))
        wrong = _unknown_links(terms, links or {})
        if wrong is not None:
            return wrong
        async with self._opening:  # one after the other: two may share a meter that is new
            return await self._open(terms, by, dealer, cards, dict(links or {}))

    async def _open(self, terms: Terms, by: str, dealer: str, cards: str, links: dict[str, str]) -> LiveTable | Refusal:
        chain = self._next_id
        fixed = Fixed(chain, terms.table, dealer, cards, links)
        meters = self._new_meters(fixed, terms.meters)
        rules = rules_for(terms)
        now = Now(rules, rules.opening(), 0, GENESIS, 0, 0, {}, {}, 0)
        work = Preparing(
            fixed,
            now,
            self.clock(),
            balance=self.bank.balance,
            new_seed=self.new_seed,
            float_=self.settings.table_float,
        )
        work.open(by, b.Opened(fixed.name, terms, dealer, cards, dict(fixed.links)))
        if self.settings.table_float:
            work.chips(self.settings.table_float, "house", "the table opens")
        change = work.finished()

        def write(conn: Any) -> list[int]:
            conn.execute(
                schema.tables.insert().values(
                    id=chain, name=fixed.name, game=terms.game, dealer=dealer, cards=cards, status="open",
                    terms=msgspec.json.encode(terms).decode(), links=json.dumps(dict(fixed.links)),
                    state=kept(change.now), state_at=change.now.number,
                )
            )  # fmt: skip
            return [*(_open_meter(conn, meter, by) for meter in meters), save(conn, fixed, change, self.keys.seal)]

        def then(capital: list[int]) -> None:
            self._next_id = chain + 1
            self._meters_opened(meters, capital)
            table = self.tables[chain] = LiveTable(self, fixed, now, self._lane(fixed))
            table.adopt(change, capital[-1])

        try:
            await self.kept(write, then)
        except self.writer.conflicts:
            return Refusal("name_taken", "a table had this name before", given=terms.table, allowed="another name")
        except StoreTrouble as trouble:
            return self._trouble(trouble)
        return self.tables[chain]

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

    def _lane(self, fixed: Fixed) -> Lane:
        """Tables that share meters take turns: all of them, as one may share each of its meters with another table."""
        return self._sharing if fixed.links else Lane(self.writer, self._trouble)

    def _trouble(self, error: BaseException) -> Refusal:
        """What the store refused, as an answer."""
        if isinstance(error, NotEnough):
            return Refusal(
                "funds", "not enough chips", given=f"{-error.cents} cents", allowed=f"up to {error.have} cents"
            )
        if isinstance(error, self.writer.conflicts):
            return Refusal("repeated", "an act with this id was accepted long ago", allowed="a new id")
        if isinstance(error, StoreTrouble):
            return Refusal("store", str(error), allowed="try again")
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

    async def open_meters(self, fixed: Fixed, meters: tuple[MeterTerms, ...], by: str) -> None:
        """Meters that do not run yet begin at their initial amount, which the cage puts in."""
        async with self._opening:
            new = self._new_meters(fixed, meters)
            if new:
                await self.kept(
                    lambda conn: [_open_meter(conn, meter, by) for meter in new],
                    lambda capital: self._meters_opened(new, capital),
                )

    def _new_meters(self, fixed: Fixed, meters: tuple[MeterTerms, ...]) -> list["_NewMeter"]:
        at = self.clock()
        named = {fixed.meter(meter.name): meter for meter in meters}
        return [
            _NewMeter(name, at, meter.initial, meter.clause)
            for name, meter in named.items()
            if name not in self.bank.meters
        ]

    def _meters_opened(self, meters: list["_NewMeter"], capital: list[int]) -> None:
        for meter, needed in zip(meters, capital, strict=False):
            self.bank.post(meter.moves, needed)
            self.bank.read(meter.name, meter.initial * MICRO)


def _books(conn: Connection) -> tuple[dict[str, int], dict[str, int]]:
    """All balances, and what the meters read."""
    return balances(conn), {row.name: row.reading for row in conn.execute(select(schema.meters))}


class _NewMeter(Struct, frozen=True):
    name: str
    at: int
    initial: int
    clause: str

    @property
    def moves(self) -> list[Posting]:
        return [Posting(CAGE, -self.initial, "meter"), Posting(pool(self.name), self.initial, "meter")]


def _open_meter(conn: Connection, meter: _NewMeter, by: str) -> int:
    """Returns what capital the cage needed for it."""
    reading = meter.initial * MICRO
    body = {"meter": meter.name, "initial": meter.initial, "clause": meter.clause}
    number, capital = record(conn, "meter", by, body, meter.at, meter.moves)
    written = head(conn, schema.HOUSE)[2]  # the row's own time, which a clock set back does not change
    conn.execute(schema.meters.insert().values(name=meter.name, reading=reading, changes=1))
    conn.execute(
        schema.meter_log.insert().values(
            meter=meter.name, number=1, at=written, chain=schema.HOUSE, row=number, what="opened", amount=reading,
            added=0, before=0, after=reading,
        )
    )  # fmt: skip
    return capital


def _unknown_links(terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """Only a meter of the table can be shared, under a name that no table's own meter has (those contain a `/`)."""
    known = [meter.name for meter in terms.meters]
    for own, shared in links.items():
        if own not in known:
            allowed = ", ".join(known) or "none: this table has no meter"
            return Refusal("meter", "no such meter at this table", given=own, allowed=allowed)
        if not 1 <= len(shared) <= 64 or not shared.isprintable() or "/" in shared:
            allowed = "1 to 64 printable characters, no /"
            return Refusal("meter", "not a name for a shared meter", given=shared[:64], allowed=allowed)
    if len(set(links.values())) < len(links):
        return Refusal("meter", "two meters of a table cannot be one", given=", ".join(links.values()))
    return None


__all__ = ["OUTSIDE", "House", "wall_clock"]
