"""Moving what was set aside for a meter: proposed by one person, approved by another, as for its terms. What waits is
in the trail and nowhere else: rows of kind `reserve` propose and withdraw, the transfer that was approved names its
proposal. Memory follows the trail a piece at a time; whether a proposal still waits is asked once more inside the
transaction that ends it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.money.accounts import REAL, accounts_of, kind_of, meter_of_reserve
from pitboss.house.money.cage import impossible
from pitboss.house.people.permits import agreed
from pitboss.house.store.schema import HOUSE, trail
from pitboss.house.store.writer import StoreTrouble, of_trouble
from pitboss.house.trail.asked import Repeated, body_of, earlier, new_only, reused
from pitboss.house.trail.rows import Row, append, as_row, head
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House

AT_ONCE = 250
"""How many rows of the house are looked at before others who want to write get their turn."""


class ReserveMove(Struct, frozen=True, rename={"giver": "from", "taker": "to"}):
    """A proposal that waits. Its number is that of its row in the chain of the house."""

    id: int
    giver: str
    taker: str
    cents: int
    reason: str
    proposed_by: str
    proposed_at: int


def follow(waiting: dict[int, ReserveMove], row: Row, body: dict[str, Any]) -> ReserveMove | None:
    """What a row of the house makes of the proposals that wait; the one it approves, where it does."""
    if row.kind == "reserve" and body["what"] == "proposed":
        waiting[row.number] = ReserveMove(
            row.number, body["from"], body["to"], body["cents"], body["reason"], row.by, row.at
        )
    elif row.kind == "reserve":
        waiting.pop(body["proposal"], None)
    elif row.kind == "transfer" and "proposal" in body:
        return waiting.pop(body["proposal"], None)
    return None


class _Known(Struct, frozen=True):
    """What waits after a row of the house. It follows from the rows alone: of two, the later one is right."""

    upto: int
    waiting: dict[int, ReserveMove]


class _Gone(Exception):
    """The proposal does not wait any more."""


class Reserves:
    """The proposals that wait, as the trail has them."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._one = asyncio.Lock()
        with house.engine.connect() as conn:
            self._known, last = _piece(_Known(0, {}), conn)
            while self._known.upto < last:
                self._known, last = _piece(self._known, conn)

    async def waiting(self) -> list[ReserveMove]:
        return list((await self._look()).waiting.values())

    async def propose(
        self, giver: str, taker: str, cents: int, by: str, reason: str, act_id: str | None = None
    ) -> ReserveMove | Refusal:
        """Asks for money to go between the cage and the reserve of a meter."""
        wrong = self._not_accounts(giver, taker) or impossible(giver, taker, cents)
        if wrong is not None:
            return wrong
        body = {"what": "proposed", "from": giver, "to": taker, "cents": cents, "reason": reason[:200]}
        async with self._one:
            row = await self._write(by, body, act_id)
            if isinstance(row, Refusal):
                return row
            return ReserveMove(row.number, giver, taker, cents, reason[:200], row.by, row.at)

    async def approve(self, number: int, by: str, act_id: str | None = None) -> int | Refusal:
        """By another person than the one who proposed it, one of the two a manager; the row that moved the money."""
        async with self._one:
            try:
                return await self._approve(number, by, act_id)
            except _Gone:
                return _none_waits(number)
            except StoreTrouble as trouble:
                return self._house.trouble(trouble)

    async def _approve(self, number: int, by: str, act_id: str | None) -> int | Refusal:
        before = await self._before(by, act_id)
        if before is not None:
            same = before.kind == "transfer" and body_of(before).get("proposal") == number
            return before.number if same else reused(act_id)
        known = await self._look()
        found = known.waiting.get(number)
        if found is None:
            raise _Gone
        wrong = agreed("adjust_reserve", found.proposed_by, by)
        wrong = wrong or self._not_accounts(found.giver, found.taker)  # it may be older than what is allowed now
        if wrong is not None:
            return wrong
        return await self._house.cage.move(
            "transfer",
            found.giver,
            found.taker,
            found.cents,
            by,
            found.reason,
            act_id,
            only_if=partial(_still_waits, known, number),
            proposal=number,
        )

    async def withdraw(self, number: int, by: str, act_id: str | None = None) -> int | Refusal:
        """The row that says so."""
        async with self._one:
            try:
                known = await self._look()
                body = {"what": "withdrawn", "proposal": number}
                row = await self._write(by, body, act_id, partial(_still_waits, known, number))
            except _Gone:
                return _none_waits(number)
            except StoreTrouble as trouble:
                return self._house.trouble(trouble)
            return row if isinstance(row, Refusal) else row.number

    def _not_accounts(self, giver: str, taker: str) -> Refusal | None:
        bank = self._house.bank
        for account in (giver, taker):
            kind, meter = kind_of(account), meter_of_reserve(account)
            if account == kind.cage:
                continue
            if meter is None:
                allowed = f"{REAL.cage}, {REAL.reserve('METER')}"
                return Refusal("account", "not an account to move a reserve to or from", given=account, allowed=allowed)
            if meter not in bank.meters:
                allowed = ", ".join(sorted(bank.meters)) or "none: no meter runs"
                return Refusal("account", "no such meter", given=meter, allowed=allowed)
            own = accounts_of(bank.is_practice(meter))
            if own is not kind:
                tables = "practice tables" if own.practice else "tables with real chips"
                message = f"this meter is one of {tables}; its reserve never holds other chips"
                return Refusal("practice", message, given=account, allowed=f"{own.cage}, {own.reserve(meter)}")
        return None

    async def _before(self, by: str, act_id: str | None) -> Row | None:
        if act_id is None:
            return None
        return await self._house.writer.write(lambda conn: earlier(conn, by, act_id))

    async def _write(
        self, by: str, body: dict[str, Any], act_id: str | None, only_if: Callable[[Connection], None] | None = None
    ) -> Row | Refusal:
        """A row of kind `reserve`; where this id was there before, the row it made then."""
        house, at = self._house, self._house.clock()

        def write(conn: Connection) -> Row:
            new_only(conn, by, act_id)
            if only_if is not None:
                only_if(conn)
            return append(conn, "reserve", by, body, at, act_id=act_id)

        try:
            return await house.kept(write, lambda _: None)
        except Repeated as repeated:
            return repeated.row if _same(repeated.row, body) else reused(act_id)
        except StoreTrouble as trouble:
            return of_trouble(trouble)

    async def _look(self) -> _Known:
        """Follows the trail to its end. Asked through the writer, so that everything asked for before is in it."""
        while True:
            known, last = await self._house.writer.write(partial(_piece, self._known))
            if known.upto > self._known.upto:  # an answer may come after that to a later question
                self._known = known
            if known.upto >= last:
                return known


def _same(row: Row, body: dict[str, Any]) -> bool:
    return row.kind == "reserve" and body_of(row) == body


def _none_waits(number: int) -> Refusal:
    return Refusal("no_proposal", "no such proposal waits", given=str(number))


def _piece(known: _Known, conn: Connection) -> tuple[_Known, int]:
    """What is known a piece further on, and the last row there is."""
    last = head(conn, HOUSE)[0]
    return _further(conn, known, min(last, known.upto + AT_ONCE)), last


def _further(conn: Connection, known: _Known, until: int) -> _Known:
    if until <= known.upto:
        return known
    c, waiting = trail.c, dict(known.waiting)
    asked = select(trail).where(c.chain == HOUSE, c.number > known.upto, c.number <= until)
    asked = asked.where(c.kind.in_(("reserve", "transfer"))).order_by(c.number)
    for found in conn.execute(asked):
        if found.kind == "transfer" and b'"proposal"' not in bytes(found.body):
            continue  # between patrons and the cage, as most are: not worth reading
        row = as_row(found)
        follow(waiting, row, body_of(row))
    return _Known(until, waiting)


def _still_waits(known: _Known, number: int, conn: Connection) -> None:
    """Asked inside the transaction that ends a proposal, of the few rows that came since: so it ends once, whatever
    anybody remembers."""
    if number not in _further(conn, known, head(conn, HOUSE)[0]).waiting:
        raise _Gone
