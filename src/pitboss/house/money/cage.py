"""Money in and out: capital, buy-ins, cash-outs, transfers; and practice chips, which never become money. Each is a row
of the house's chain with its postings."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from pitboss.house.money.accounts import FUNDS, PRACTICE, REAL, kind_of
from pitboss.house.money.books import NotEnough, record
from pitboss.house.money.entries import LARGEST, Posting
from pitboss.house.people.accounts import no_guest
from pitboss.house.store.writer import StoreTrouble, of_trouble
from pitboss.house.trail.asked import Repeated, body_of, earlier, new_only, reused
from pitboss.rulebook.pays import dollars
from pitboss.table.refusals import Refusal, RefusedAct

if TYPE_CHECKING:
    from pitboss.house.house import House


def impossible(giver: str, taker: str, cents: int) -> Refusal | None:
    """Why nobody could move this much between these two."""
    if isinstance(cents, bool) or not isinstance(cents, int) or not 0 < cents <= LARGEST:
        return Refusal("amount", "not an amount", given=str(cents), allowed=f"1 to {LARGEST} cents")
    if giver == taker:  # also a walk-in, who has no account
        return Refusal("account", "giver and taker are the same", given=giver)
    if kind_of(giver) is not kind_of(taker):
        message = "real chips and practice chips have accounts of their own and never meet"
        return Refusal("practice", message, given=f"{giver} to {taker}", allowed="two accounts of the same kind")
    return None


def _no_guests(conn: Connection, *accounts: str) -> None:
    """Raises where one of them is a guest's."""
    patrons = REAL.patron("")
    for account in accounts:
        if account.startswith(patrons):
            no_guest(conn, account.removeprefix(patrons))


class Cage:
    def __init__(self, house: "House") -> None:
        self._house = house

    async def found(self, capital: int) -> None:
        """The house's own money, put in once: a cage that has paid out everything gets no more by itself."""
        if capital and not self._house.bank.has(REAL.cage):
            await self.put_in(capital, "house", "the house opens")

    async def found_practice(self, capital: int) -> None:
        """As many practice chips, before the first practice table is opened."""
        if capital and not self._house.bank.has(PRACTICE.cage):
            reason = "chips for the practice tables"
            await self.move("capital", PRACTICE.outside, PRACTICE.cage, capital, "house", reason, None)

    async def put_in(self, cents: int, by: str, reason: str, act_id: str | None = None) -> int | Refusal:
        return await self.move("capital", REAL.outside, REAL.cage, cents, by, reason, act_id)

    async def buy_in(
        self, handle: str, cents: int, by: str, reason: str = "", act_id: str | None = None
    ) -> int | Refusal:
        """A patron's money becomes chips; the row's number, or why not."""
        return await self.move("buy_in", REAL.outside, REAL.patron(handle), cents, by, reason, act_id)

    async def practise(
        self, handle: str, cents: int, by: str, reason: str = "", act_id: str | None = None
    ) -> int | Refusal:
        """Chips for the practice tables, which nobody pays for and nobody is paid for."""
        return await self.move("buy_in", PRACTICE.outside, PRACTICE.patron(handle), cents, by, reason, act_id)

    async def cash_out(
        self, handle: str, cents: int, by: str, reason: str = "", act_id: str | None = None
    ) -> int | Refusal:
        return await self.move("cash_out", REAL.patron(handle), REAL.outside, cents, by, reason, act_id)

    async def transfer(
        self, giver: str, taker: str, cents: int, by: str, reason: str, act_id: str | None = None
    ) -> int | Refusal:
        """Between patrons and the cage. What lies on a layout, in an inventory or in a pool moves only by what happens
        at a table, and a reserve only by two people (`reserves.py`)."""
        for account in (giver, taker):
            if kind_of(account) is PRACTICE:
                message = "practice chips stay at the practice tables"
                return Refusal("practice", message, given=account, allowed=f"{REAL.cage}, {REAL.patron('NAME')}")
            kind, _, of = account.partition(":")
            if kind == "reserve":
                message = "moving a reserve is proposed by one person and approved by another"
                return Refusal("two_people", message, given=account, allowed="a proposal")
            if not (account == REAL.cage or (kind == "patron" and of and REAL.patron(of) == account)):
                allowed = f"{REAL.cage}, {REAL.patron('NAME')}"
                return Refusal("account", "not an account to transfer between", given=account, allowed=allowed)
        return await self.move("transfer", giver, taker, cents, by, reason, act_id)

    async def move(
        self,
        kind: str,
        giver: str,
        taker: str,
        cents: int,
        by: str,
        reason: str,
        act_id: str | None,
        *,
        only_if: Callable[[Connection], None] | None = None,
        **more: Any,
    ) -> int | Refusal:
        """A row of the house that moves money; `more` stands in it too. `only_if` raises, inside the transaction, where
        nothing may move any more."""
        house = self._house
        wrong = impossible(giver, taker, cents)
        if wrong is not None:
            return wrong
        moves = [Posting(giver, -cents, kind), Posting(taker, cents, kind)]
        body: dict[str, Any] = {"from": giver, "to": taker, "cents": cents, **more}
        if reason:
            body["reason"] = reason[:200]
        at = house.clock()

        def write(conn: Connection) -> tuple[int, int]:
            new_only(conn, by, act_id)
            if only_if is not None:
                only_if(conn)
            _no_guests(conn, giver, taker)
            # The house puts in capital for what its tables have to pay, not for what somebody takes from the cage.
            return record(conn, kind, by, body, at, moves, act_id, backed=False)

        try:
            number, _ = await house.kept(write, lambda done: house.bank.post(moves, done[1]))
        except RefusedAct as refused:
            return refused.refusal
        except NotEnough as short:
            given, allowed = dollars(cents), f"up to {dollars(short.have)}"
            return Refusal(FUNDS, f"{short.account} does not hold this", given=given, allowed=allowed)
        except (Repeated, *house.writer.conflicts):
            if act_id is None:
                raise
            return await self._earlier(kind, by, act_id, body)
        except StoreTrouble as trouble:
            return of_trouble(trouble)
        return number

    async def _earlier(self, kind: str, by: str, act_id: str, body: dict[str, Any]) -> int | Refusal:
        """The same act sent twice is done once; another act under the same id is refused."""

        def look(conn: Connection) -> int | Refusal:
            found = earlier(conn, by, act_id)
            assert found is not None
            before = body_of(found)
            before.pop("postings", None)
            return found.number if found.kind == kind and before == body else reused(act_id)

        try:
            return await self._house.writer.write(look)
        except StoreTrouble as trouble:
            return of_trouble(trouble)
