"""Money in and out: capital, buy-ins, cash-outs, transfers. Each is a row of the house's chain with its postings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from pitboss.house.money.books import NotEnough, balance, record
from pitboss.house.money.entries import CAGE, LARGEST, OUTSIDE, Posting, patron
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import StoreTrouble
from pitboss.table.people import ROLES, name
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House


class Repeated(Exception):
    """An act of the house with this id was done before by the same person."""


def earlier_row(conn: Connection, by: str, act_id: str) -> Any:
    """The row of the house that this person made under this id, in whatever role."""
    row = schema.trail.c
    whos = [f"{each}:{name(by)}" for each in ROLES] if name(by) else [by]
    asked = select(row.number, row.kind).where(row.chain == HOUSE, row.by.in_(whos), row.act_id == act_id)
    return conn.execute(asked).first()


class Cage:
    def __init__(self, house: "House") -> None:
        self._house = house

    async def found(self, capital: int) -> None:
        """The house's own money, put in once."""
        if capital and not self._house.bank.balance(CAGE):
            await self.put_in(capital, "house", "the house opens")

    async def put_in(self, cents: int, by: str, reason: str, act_id: str | None = None) -> int | Refusal:
        return await self._move("capital", OUTSIDE, CAGE, cents, by, reason, act_id)

    async def buy_in(
        self, handle: str, cents: int, by: str, reason: str = "", act_id: str | None = None
    ) -> int | Refusal:
        """A patron's money becomes chips; the row's number, or why not."""
        return await self._move("buy_in", OUTSIDE, patron(handle), cents, by, reason, act_id)

    async def cash_out(
        self, handle: str, cents: int, by: str, reason: str = "", act_id: str | None = None
    ) -> int | Refusal:
        return await self._move("cash_out", patron(handle), OUTSIDE, cents, by, reason, act_id)

    async def transfer(
        self, giver: str, taker: str, cents: int, by: str, reason: str, act_id: str | None = None
    ) -> int | Refusal:
        """Between patrons, the cage and the reserves of meters. What lies on a layout, in an inventory or in a pool
        moves only by what happens at a table."""
        meters = self._house.bank.meters
        for account in (giver, taker):
            kind, _, of = account.partition(":")
            if not (account == CAGE or (kind == "patron" and of and patron(of) == account) or kind == "reserve"):
                allowed = "cage, patron:NAME, reserve:METER"
                return Refusal("account", "not an account to transfer between", given=account, allowed=allowed)
            if kind == "reserve" and of not in meters:
                allowed = ", ".join(sorted(meters)) or "none: no meter runs"
                return Refusal("account", "no such meter", given=of, allowed=allowed)
        return await self._move("transfer", giver, taker, cents, by, reason, act_id)

    async def _move(
        self, kind: str, giver: str, taker: str, cents: int, by: str, reason: str, act_id: str | None
    ) -> int | Refusal:
        house = self._house
        if isinstance(cents, bool) or not isinstance(cents, int) or not 0 < cents <= LARGEST:
            return Refusal("amount", "not an amount", given=str(cents), allowed=f"1 to {LARGEST} cents")
        if giver == taker:  # also a walk-in, who has no account
            return Refusal("account", "giver and taker are the same", given=giver)
        moves = [Posting(giver, -cents, kind), Posting(taker, cents, kind)]
        body: dict[str, Any] = {"from": giver, "to": taker, "cents": cents}
        if reason:
            body["reason"] = reason[:200]
        at = house.clock()

        def write(conn: Connection) -> tuple[int, int]:
            # The house puts in capital for what its tables have to pay, not for what somebody takes from the cage.
            if act_id is not None and earlier_row(conn, by, act_id) is not None:
                raise Repeated
            if giver == CAGE and (have := balance(conn, CAGE)) < cents:
                raise NotEnough(CAGE, have, -cents)
            return record(conn, kind, by, body, at, moves, act_id)

        try:
            number, _ = await house.kept(write, lambda done: house.bank.post(moves, done[1]))
        except NotEnough as short:
            given, allowed = f"{cents} cents", f"up to {short.have} cents"
            return Refusal("funds", f"{short.account} does not hold this", given=given, allowed=allowed)
        except (Repeated, *house.writer.conflicts):
            if act_id is None:
                raise
            return await self._earlier(kind, by, act_id, moves)
        except StoreTrouble as trouble:
            return Refusal("store", str(trouble), allowed="try again")
        return number

    async def _earlier(self, kind: str, by: str, act_id: str, moves: Sequence[Posting]) -> int | Refusal:
        """The same act sent twice is done once; another act under the same id is refused."""

        def look(conn: Connection) -> int | Refusal:
            found = earlier_row(conn, by, act_id)
            assert found is not None
            post = schema.postings.c
            lines = conn.execute(
                select(post.account, post.cents)
                .where(post.chain == HOUSE, post.number == found.number)
                .order_by(post.line)
            ).all()
            if found.kind != kind or [tuple(line) for line in lines] != [(m.account, m.cents) for m in moves]:
                return Refusal("id_reused", "this id was given to another act", given=act_id, allowed="a new id")
            return int(found.number)

        try:
            return await self._house.writer.write(look)
        except StoreTrouble as trouble:
            return Refusal("store", str(trouble), allowed="try again")
