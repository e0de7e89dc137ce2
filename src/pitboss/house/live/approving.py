"""New terms for a running table: proposed by one person, approved by another, adopted between rounds. Where they change
a meter that runs, they wait until it has been reset."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import func, select

from pitboss.house.store import schema
from pitboss.house.trail.rows import append
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.table import actions as a
from pitboss.table.people import MANAGER, name, role
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.table import LiveTable

WAITING = ("proposed", "approved")


class Proposal(Struct, frozen=True):
    id: int
    chain: int
    terms: Terms
    proposed_by: str
    proposed_at: int
    approved_by: str = ""
    approved_at: int = 0
    status: str = "proposed"


class Approvals:
    """The proposals that wait; ended ones stay in the store."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._waiting: dict[int, Proposal] = {}
        with house.engine.connect() as conn:
            c = schema.proposals.c
            for row in conn.execute(select(schema.proposals).where(c.status.in_(WAITING))):
                self._waiting[row.id] = Proposal(
                    row.id, row.chain, msgspec.json.decode(row.terms, type=Terms), row.proposed_by, row.proposed_at,
                    row.approved_by or "", row.approved_at or 0, row.status,
                )  # fmt: skip
            self._last = conn.execute(select(func.max(c.id))).scalar() or 0

    def of(self, chain: int) -> list[Proposal]:
        return [found for found in self._waiting.values() if found.chain == chain]

    async def propose(self, table: "LiveTable", terms: Terms, by: str) -> Proposal | Refusal:
        now = table.now.rules.terms
        for what, given, allowed in (("game", terms.game, now.game), ("table", terms.table, now.table)):
            if given != allowed:
                return Refusal(f"other_{what}", f"these terms are for another {what}", given=given, allowed=allowed)
        if terms.digest == now.digest:
            return Refusal("same_terms", "these terms are in force already", given=terms.digest)
        if self.of(table.fixed.chain):
            return Refusal("proposal_waits", "another proposal waits", allowed="approve or withdraw it first")
        self._last += 1
        made = Proposal(self._last, table.fixed.chain, terms, by, self._house.clock())
        encoded = msgspec.json.encode(terms).decode()
        await self._record(
            made, by, "proposed", {"terms": msgspec.to_builtins(terms)},
            lambda conn: conn.execute(
                schema.proposals.insert().values(
                    id=made.id, chain=made.chain, terms=encoded, proposed_by=by, proposed_at=made.proposed_at,
                    status="proposed",
                )
            ),
        )  # fmt: skip
        self._waiting[made.id] = made
        return made

    async def approve(self, number: int, by: str) -> Proposal | Refusal:
        """By another person than the one who proposed it, whatever their roles."""
        found = self._waiting.get(number)
        if found is None or found.status != "proposed":
            return Refusal("no_proposal", "no such proposal waits for approval", given=str(number))
        if name(found.proposed_by).casefold() == name(by).casefold():
            return Refusal("two_people", "a proposal is approved by another person", given=name(by))
        if MANAGER not in (role(by), role(found.proposed_by)):
            return Refusal("wrong_role", "one of the two is a manager", given=role(by), allowed=MANAGER)
        return await self._end(found, by, "approved", approved_by=by, approved_at=self._house.clock())

    async def withdraw(self, number: int, by: str) -> Proposal | Refusal:
        found = self._waiting.get(number)
        if found is None:
            return Refusal("no_proposal", "no such proposal waits", given=str(number))
        return await self._end(found, by, "withdrawn")

    async def _end(self, found: Proposal, by: str, status: str, **changes: Any) -> Proposal:
        done = replace(found, status=status, **changes)
        values = {"status": status, **changes}
        update = schema.proposals.update().where(schema.proposals.c.id == found.id).values(values)
        await self._record(done, by, status, {}, lambda conn: conn.execute(update))
        if status in WAITING:
            self._waiting[done.id] = done
        else:
            self._waiting.pop(done.id, None)
        return done

    async def _record(
        self, proposal: Proposal, by: str, what: str, more: dict[str, Any], change: Callable[[Any], Any]
    ) -> None:
        at = self._house.clock()
        body = {"proposal": proposal.id, "table": proposal.chain, "what": what, "digest": proposal.terms.digest, **more}

        def write(conn: Any) -> None:
            append(conn, "proposal", by, body, at)
            change(conn)

        await self._house.writer.write(write)

    # --- adopting ---

    def ripe(self, table: "LiveTable") -> Proposal | None:
        """The approved proposal that can be adopted now."""
        for found in self.of(table.fixed.chain):
            if found.status == "approved" and self._reset_since(table, found) and _at_rest(table):
                return found
        return None

    def _reset_since(self, table: "LiveTable", found: Proposal) -> bool:
        """A meter that runs keeps its terms until it has been hit and reset, or while nobody has contributed yet."""
        new = {meter.name: meter for meter in found.terms.meters}
        for meter in table.now.rules.terms.meters:
            if new.get(meter.name) == meter:
                continue
            house_name = table.fixed.meter(meter.name)
            untouched = self._house.bank.reading(house_name) == meter.initial * MICRO
            if not untouched and self._house.bank.reset_at(house_name) < found.approved_at:
                return False
        return True

    async def adopt(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        """Adopts the terms in the name of the manager who approved or proposed them."""
        house = self._house
        await house.open_meters(table.fixed, found.terms.meters, found.approved_by)
        if table.now.state.step >= 0:
            idle = await table.act("dealer", a.GoIdle(), house="automatic")
            if isinstance(idle, Refusal):
                return idle
        manager = next(p for p in (found.approved_by, found.proposed_by) if role(p) == MANAGER)
        answer = await table.act(manager, a.AdoptTerms(found.terms), house="terms")
        if isinstance(answer, Refusal):
            return answer
        await self._end(found, found.approved_by, "adopted")
        return None


def _at_rest(table: "LiveTable") -> bool:
    """Between rounds, or bets are open and nobody has wagered."""
    state = table.now.state
    return state.step < 0 or (table.step_name == "bets" and not any(any(seat.stakes) for seat in state.seats))
