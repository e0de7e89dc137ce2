"""Moving what was set aside for a meter: proposed by one person, approved by another, as for its terms. What waits is
in the trail and nowhere else: rows of kind `reserve` propose and withdraw, the transfer that was approved names its
proposal."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.money.cage import impossible
from pitboss.house.money.entries import CAGE
from pitboss.house.store.schema import HOUSE, trail
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail.asked import Repeated, body_of, earlier, new_only, reused, same_person
from pitboss.house.trail.rows import Row, append, as_row
from pitboss.table.people import MANAGER, name, role
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House


class ReserveMove(Struct, frozen=True):
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


class Reserves:
    """The proposals that wait, as the trail has them."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._known: dict[int, ReserveMove] | None = None
        self._one = asyncio.Lock()

    async def waiting(self) -> list[ReserveMove]:
        return list((await self._load()).values())

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
            before = await self._before(by, act_id)
            if before is not None:
                body = body_of(before)
                same = before.kind == "transfer" and body.get("proposal") == number
                return before.number if same else reused(act_id)
            found = (await self._load()).get(number)
            if found is None:
                return _none_waits(number)
            if same_person(found.proposed_by, by):
                return Refusal("two_people", "a proposal is approved by another person", given=name(by))
            if MANAGER not in (role(by), role(found.proposed_by)):
                return Refusal("wrong_role", "one of the two is a manager", given=role(by), allowed=MANAGER)
            self._known = None  # whatever becomes of it, the trail will say
            return await self._house.cage.move(
                "transfer", found.giver, found.taker, found.cents, by, found.reason, act_id, proposal=number
            )

    async def withdraw(self, number: int, by: str, act_id: str | None = None) -> int | Refusal:
        """The row that says so."""
        async with self._one:
            body = {"what": "withdrawn", "proposal": number}
            if await self._before(by, act_id) is None and number not in await self._load():
                return _none_waits(number)
            row = await self._write(by, body, act_id)
            return row if isinstance(row, Refusal) else row.number

    def _not_accounts(self, giver: str, taker: str) -> Refusal | None:
        meters = self._house.bank.meters
        for account in (giver, taker):
            kind, _, of = account.partition(":")
            if account != CAGE and kind != "reserve":
                allowed = "cage, reserve:METER"
                return Refusal("account", "not an account to move a reserve to or from", given=account, allowed=allowed)
            if kind == "reserve" and of not in meters:
                allowed = ", ".join(sorted(meters)) or "none: no meter runs"
                return Refusal("account", "no such meter", given=of, allowed=allowed)
        return None

    async def _before(self, by: str, act_id: str | None) -> Row | None:
        if act_id is None:
            return None
        return await self._house.writer.write(lambda conn: earlier(conn, by, act_id))

    async def _write(self, by: str, body: dict[str, Any], act_id: str | None) -> Row | Refusal:
        """A row of kind `reserve`; where this id was there before, the row it made then."""
        house, at = self._house, self._house.clock()

        def write(conn: Connection) -> Row:
            new_only(conn, by, act_id)
            return append(conn, "reserve", by, body, at, act_id=act_id)

        self._known = None
        try:
            return await house.kept(write, lambda _: None)
        except Repeated as repeated:
            return repeated.row if _same(repeated.row, body) else reused(act_id)
        except StoreTrouble as trouble:
            return Refusal("store", str(trouble), allowed="try again")

    async def _load(self) -> dict[int, ReserveMove]:
        """Asked through the writer, so that everything asked for before is in it; then remembered until the next."""
        if self._known is None:
            self._known = await self._house.writer.write(lambda conn: _waiting(_rows(conn)))
        return self._known


def _same(row: Row, body: dict[str, Any]) -> bool:
    return row.kind == "reserve" and body_of(row) == body


def _none_waits(number: int) -> Refusal:
    return Refusal("no_proposal", "no such proposal waits", given=str(number))


def _rows(conn: Connection) -> Iterable[Row]:
    c = trail.c
    asked = select(trail).where(c.chain == HOUSE, c.kind.in_(("reserve", "transfer"))).order_by(c.number)
    return (as_row(found) for found in conn.execute(asked.execution_options(yield_per=1000)))


def _waiting(rows: Iterable[Row]) -> dict[int, ReserveMove]:
    waiting: dict[int, ReserveMove] = {}
    for row in rows:
        follow(waiting, row, body_of(row))
    return waiting
