"""The house: its store, its keys, its tables, its money. One process runs it."""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import IntegrityError

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
from pitboss.house.trail.rows import GENESIS
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms
from pitboss.table.refusals import Refusal


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
        self._lanes: dict[str, Lane] = {}
        with engine.connect() as conn:
            readings = {row.name: row.reading for row in conn.execute(select(schema.meters))}
            log = schema.meter_log.c
            resets = conn.execute(select(log.meter, func.max(log.at)).where(log.added > 0).group_by(log.meter)).all()
            self.bank = Bank(balances(conn), readings, {row[0]: row[1] for row in resets})
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
        chain = self._next_id
        self._next_id += 1
        fixed = Fixed(chain, terms.table, dealer, cards, dict(links or {}))
        await self.open_meters(fixed, terms.meters, by)
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
        work.chips(self.settings.table_float, "house", "the table opens")
        change = work.finished()

        def write(conn: Any) -> None:
            conn.execute(
                schema.tables.insert().values(
                    id=chain, name=fixed.name, game=terms.game, dealer=dealer, cards=cards, status="open",
                    terms=msgspec.json.encode(terms).decode(), links=json.dumps(dict(fixed.links)),
                    state=kept(change.now), state_at=change.now.number,
                )
            )  # fmt: skip
            save(conn, fixed, change, self.keys.seal)

        try:
            await self.writer.write(write)
        except IntegrityError:
            return Refusal("name_taken", "a table had this name before", given=terms.table, allowed="another name")
        table = LiveTable(self, fixed, now, self._lane(fixed))
        table.adopt(change)
        self.tables[chain] = table
        return table

    async def close_table(self, table: LiveTable, by: str, reason: str, act_id: str | None = None) -> Answer:
        """Closes a table nobody plays at; its inventory goes back to the cage."""
        chain = table.fixed.chain
        left = self.bank.balance(f"inventory:{chain}")
        if left:
            credited = await table.chips(-left, by, "the table closes")
            if isinstance(credited, Refusal):
                return credited
        answer = await table.close(by, reason, act_id)
        if isinstance(answer, Refusal):
            return answer
        await self.writer.write(
            lambda conn: conn.execute(schema.tables.update().where(schema.tables.c.id == chain).values(status="closed"))
        )
        self.tables.pop(chain, None)
        return answer

    def _lane(self, fixed: Fixed) -> Lane:
        """Tables that share a meter take turns."""
        shared = [self._lanes[meter] for meter in fixed.links.values() if meter in self._lanes]
        lane = shared[0] if shared else Lane(self.writer, self._trouble)
        for meter in fixed.links.values():
            self._lanes[meter] = lane
        return lane

    @staticmethod
    def _trouble(error: BaseException) -> Refusal:
        """What the store refused, as an answer."""
        if isinstance(error, NotEnough):
            return Refusal(
                "funds", "not enough chips", given=f"{-error.cents} cents", allowed=f"up to {error.have} cents"
            )
        if isinstance(error, IntegrityError):
            return Refusal("repeated", "an act with this id was accepted long ago", allowed="a new id")
        if isinstance(error, StoreTrouble):
            return Refusal("store", str(error), allowed="try again")
        raise error

    # --- meters ---

    def meters_moved(self, table: LiveTable, meters: set[str]) -> None:
        for listener in tuple(self.meter_listeners):
            listener(table, meters)

    async def open_meters(self, fixed: Fixed, meters: tuple[MeterTerms, ...], by: str) -> None:
        """Meters that do not run yet begin at their initial amount, which the cage puts in."""
        for meter in meters:
            name = fixed.meter(meter.name)
            if name in self.bank.meters:
                continue
            await self._open_meter(name, meter, by)

    async def _open_meter(self, name: str, meter: MeterTerms, by: str) -> None:
        at, reading = self.clock(), meter.initial * MICRO
        moves = [Posting(CAGE, -meter.initial, "meter"), Posting(pool(name), meter.initial, "meter")]

        def write(conn: Any) -> None:
            body = {"meter": name, "initial": meter.initial, "clause": meter.clause}
            number = record(conn, "meter", by, body, at, moves)
            conn.execute(schema.meters.insert().values(name=name, reading=reading, changes=1))
            conn.execute(
                schema.meter_log.insert().values(
                    meter=name, number=1, at=at, chain=schema.HOUSE, row=number, what="opened", amount=reading, added=0,
                    before=0, after=reading,
                )
            )  # fmt: skip

        await self.writer.write(write)
        for move in moves:
            self.bank.move(move.account, move.cents)
        self.bank.read(name, reading)


__all__ = ["OUTSIDE", "House", "wall_clock"]
