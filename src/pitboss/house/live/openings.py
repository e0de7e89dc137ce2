"""Tables and meters that are opened: everything a new table needs is written in one transaction, and only then is it
there."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.games import rules_for
from pitboss.house.fair.scheme import scheme_for
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.links import not_left_behind, other_chips, other_meter_terms, unknown_links
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.snapshot import kept
from pitboss.house.live.storage import save
from pitboss.house.live.table import LiveTable
from pitboss.house.money.accounts import Accounts, accounts_of
from pitboss.house.money.books import record
from pitboss.house.money.entries import Posting
from pitboss.house.store import schema
from pitboss.house.store.leases import FIRST, Fence, every, new_chain
from pitboss.house.store.opening import reason
from pitboss.house.store.writer import IN_TROUBLE, StoreTrouble
from pitboss.house.trail import bodies as b
from pitboss.house.trail.asked import opening, reused
from pitboss.house.trail.rows import GENESIS, head
from pitboss.rulebook.edition import edition
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House


def opened_under(
    terms: Terms, dealer: str = "automatic", cards: str = "shuffle", links: Mapping[str, str] | None = None
) -> b.Opened:
    """What is asked for where a table is to be opened under these terms."""
    return b.Opened(terms.table, terms, dealer, cards, dict(links or {}), terms.practice)


class Openings:
    """Opens tables, one after the other: two may share a meter that is new."""

    def __init__(self, house: "House") -> None:
        self._house = house
        with house.engine.connect() as conn:
            self._next_id = (conn.execute(select(func.max(schema.tables.c.id))).scalar() or 0) + 1
        self._one = asyncio.Lock()
        self._unsure = False
        """Whether a table may be in the store whose opening was never answered."""

    async def open(self, asked: b.Opened, by: str, act_id: str | None) -> LiveTable | Refusal:
        async with self._one:
            try:
                self._look_again()
                before = await self._before(by, act_id)
                if asked.links or before is not None:
                    await self._house.look_elsewhere()
            except StoreTrouble as trouble:
                return self._house.trouble(trouble)
            if before is not None:
                return self._opened_before(before, asked, act_id)
            wrong = self._cannot(asked)
            if wrong is not None:
                return wrong
            await self._practice_chips(asked)
            made = self._prepared(asked, by, act_id, self._next_id)
            return await self._keep([made]) or self._house.tables[made.chain]

    async def open_all(self, several: Sequence[Terms]) -> Refusal | None:
        """All of them or none."""
        async with self._one:
            wanted = [opened_under(terms) for terms in several]
            for asked in wanted:
                wrong = self._cannot(asked)
                if wrong is not None:
                    return wrong
            await self._practice_chips(*wanted)
            made = [self._prepared(asked, "house", None, self._next_id + n) for n, asked in enumerate(wanted)]
            return await self._keep(made) if made else None

    async def _practice_chips(self, *several: b.Opened) -> None:
        """There are chips in the cage of practice chips before a practice table needs some."""
        if any(asked.practice for asked in several):
            await self._house.cage.found_practice(self._house.settings.capital)

    def _cannot(self, asked: b.Opened) -> Refusal | None:
        if any(table.fixed.name == asked.name for table in self._house.tables.values()):
            return Refusal("name_taken", "a table of this name is open", given=asked.name, allowed="another name")
        for what, given, allowed in (
            ("dealer", asked.dealer, ("automatic", "person")),
            ("cards", asked.cards, ("shuffle", "feed")),
        ):
            if given not in allowed:
                return Refusal(what, f"no such {what}", given=given, allowed=", ".join(allowed))
        return (
            unknown_links(asked.terms, asked.links)
            or not_left_behind(self._house, asked.links)
            or other_chips(self._house, asked.terms, asked.links)
            or other_meter_terms(self._house, asked.terms, asked.links)
        )

    async def _before(self, by: str, act_id: str | None) -> tuple[int, b.Opened] | None:
        if act_id is None:
            return None
        return await self._house.writer.write(lambda conn: opening(conn, by, act_id))

    def _opened_before(self, before: tuple[int, b.Opened], asked: b.Opened, act_id: str | None) -> LiveTable | Refusal:
        chain, then = before
        as_then = replace(asked, scheme=then.scheme, edition=then.edition)
        if replace(then, practice=asked.practice) != as_then:  # its terms say practice as well
            return reused(act_id)
        if chain in self._house.elsewhere.chains:
            message = "this table was opened, and another process of the house has it"
            return Refusal("name_taken", message, given=asked.name, allowed=f"table {chain}")
        if chain not in self._house.tables:
            return Refusal("table_closed", "this table was opened, and has been closed since", given=asked.name)
        return self._house.tables[chain]

    def _look_again(self) -> None:
        """After trouble the store says what is true: a table whose opening was kept is taken up."""
        if not self._unsure:
            return
        t = schema.tables.c
        try:
            with self._house.engine.connect() as conn:
                new = conn.execute(select(t.id).where(t.id >= self._next_id).order_by(t.id)).scalars().all()
                mine = every(conn) if self._house.process else {}
            for chain in new:
                self._next_id = chain + 1
                if chain in mine and mine[chain].process == self._house.process:
                    self._house.epochs[chain] = mine[chain].epoch
                if not self._house.process or chain in self._house.epochs:
                    self._house.take_up(chain)
        except SQLAlchemyError as error:
            raise StoreTrouble(f"the store cannot be read: {reason(error)}") from None
        self._unsure = False

    # --- one table ---

    def _prepared(self, asked: b.Opened, by: str, act_id: str | None, chain: int) -> "_Opening":
        """The table as it will be, and what has to be written for it."""
        house, terms = self._house, asked.terms
        rules = rules_for(terms)
        asked = replace(asked, scheme=scheme_for(rules.deck.cards), edition=edition(terms.game))
        fixed = Fixed.of(chain, asked)
        meters = self._new_meters(fixed, terms.meters, accounts_of(asked.practice))
        now = Now(rules, rules.opening(), 0, GENESIS, 0, 0, {}, {}, 0)
        draft = ChangeDraft(
            fixed,
            now,
            house.clock(),
            balance=house.bank.balance,
            new_seed=house.new_seed,
            float_=house.settings.table_float,
        )
        draft.open(by, asked, act_id)
        if house.settings.table_float:
            draft.chips(house.settings.table_float, "house", "the table opens")
        change = draft.finished()

        def write(conn: Connection) -> list[int]:
            conn.execute(
                schema.tables.insert().values(
                    id=chain,
                    name=fixed.name,
                    game=terms.game,
                    dealer=fixed.dealer,
                    cards=fixed.cards,
                    status="open",
                    terms=msgspec.json.encode(terms).decode(),
                    links=json.dumps(dict(fixed.links)),
                    state=kept(change.now),
                    state_at=change.now.number,
                )
            )
            fence = Fence(house.process, new_chain(conn, house.process, chain)) if house.process else None
            capital = [_open_meter(conn, meter, by) for meter in meters]
            return [*capital, save(conn, fixed, change, house.keys.seal, fence)]

        def then(capital: list[int]) -> None:
            self._next_id = chain + 1
            if house.process:
                house.epochs[chain] = FIRST
            self._meters_opened(meters, capital)
            table = LiveTable(house, fixed, now, house.lane(fixed))
            table.adopt(change, capital[-1])
            house.there(table)

        return _Opening(chain, asked.name, write, then)

    async def _keep(self, several: "list[_Opening]") -> Refusal | None:
        """Writes them in one transaction."""

        def write(conn: Connection) -> list[list[int]]:
            return [each.write(conn) for each in several]

        def then(capital: list[list[int]]) -> None:
            for each, needed in zip(several, capital, strict=True):
                each.then(needed)

        try:
            await self._house.kept(write, then)
        except self._house.writer.conflicts:
            self._unsure = True  # a table may have come to be there whose opening was never answered
            if await asyncio.to_thread(self._numbered, several[0].chain):
                return IN_TROUBLE
            names = ", ".join(each.name for each in several)
            return Refusal("name_taken", "a table had this name before", given=names, allowed="another name")
        except StoreTrouble as trouble:
            self._unsure = True
            return self._house.trouble(trouble)
        return None

    def _numbered(self, chain: int) -> bool:
        """Whether a table has this number by now."""
        with self._house.engine.connect() as conn:
            return conn.execute(select(schema.tables.c.id).where(schema.tables.c.id == chain)).first() is not None

    # --- meters ---

    async def open_meters(self, table: LiveTable, meters: tuple[MeterTerms, ...], by: str) -> None:
        async with self._one:
            new = self._new_meters(table.fixed, meters, table.now.accounts)
            if new:
                await self._house.kept(
                    lambda conn: [_open_meter(conn, meter, by) for meter in new],
                    lambda capital: self._meters_opened(new, capital),
                )

    def _new_meters(self, fixed: Fixed, meters: tuple[MeterTerms, ...], accounts: Accounts) -> list["_NewMeter"]:
        at = self._house.clock()
        named = {fixed.meter(meter.name): meter for meter in meters}
        return [
            _NewMeter(name, at, meter.initial, meter.clause, accounts)
            for name, meter in named.items()
            if name not in self._house.bank.meters
        ]

    def _meters_opened(self, meters: list["_NewMeter"], capital: list[int]) -> None:
        bank = self._house.bank
        for meter, needed in zip(meters, capital, strict=False):
            bank.post(meter.moves, needed)
            bank.set_reading(meter.name, meter.initial * MICRO)


class _Opening(Struct, frozen=True):
    """A table that is about to be opened."""

    chain: int
    name: str
    write: Callable[[Connection], list[int]]
    then: Callable[[list[int]], None]


class _NewMeter(Struct, frozen=True):
    name: str
    at: int
    initial: int
    clause: str
    accounts: Accounts

    @property
    def moves(self) -> list[Posting]:
        giver, taker = self.accounts.cage, self.accounts.pool(self.name)
        return [Posting(giver, -self.initial, "meter"), Posting(taker, self.initial, "meter")]


def _open_meter(conn: Connection, meter: _NewMeter, by: str) -> int:
    """Returns what capital the cage needed for it."""
    reading = meter.initial * MICRO
    body: dict[str, Any] = {"meter": meter.name, "initial": meter.initial, "clause": meter.clause}
    if meter.accounts.practice:
        body["practice"] = True
    number, capital = record(conn, "meter", by, body, meter.at, meter.moves)
    written = head(conn, schema.HOUSE)[2]  # the row's own time, which a clock set back does not change
    conn.execute(schema.meters.insert().values(name=meter.name, reading=reading, changes=1))
    conn.execute(
        schema.meter_log.insert().values(
            meter=meter.name,
            number=1,
            at=written,
            chain=schema.HOUSE,
            row=number,
            what="opened",
            amount=reading,
            added=0,
            before=0,
            after=reading,
        )
    )
    return capital
