"""New terms for a running table: proposed by one person, approved by another, adopted between rounds. Where they change
a meter that runs, they wait until it has been reset; where several tables feed it, until all of them can follow."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.house.live.links import adopted_elsewhere, meters_allow
from pitboss.house.live.proposals import (
    WAITING,
    Proposal,
    Stored,
    as_proposal,
    end_of_hopeless,
    is_closed,
    other_kind,
    said,
    stored,
)
from pitboss.house.store import schema
from pitboss.house.store.writer import StoreTrouble, of_trouble
from pitboss.house.trail.asked import body_of, earlier, reused, same_person
from pitboss.house.trail.bodies import HouseReason
from pitboss.house.trail.rows import append
from pitboss.rulebook.roles import DEALER, MANAGERS
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.engine import step
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.table import LiveTable

AGAIN = 1.0
"""Seconds before a store that did not answer is asked again."""


class Approvals:
    """The proposals that wait; ended ones stay in the store."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._one = asyncio.Lock()
        self._unsure = False
        """Whether something may be in the store whose writing was never answered."""
        with house.engine.connect() as conn:
            self._waiting, self._last = stored(conn)

    async def start(self) -> None:
        """Once the open tables are known: what still waits and cannot be adopted by any of them ends now."""
        tables = self._house.tables
        waiting = [(tables.get(found.chain), found.terms) for found in self._waiting.values()]
        if all(table and other_kind(table.now.rules.terms, terms) is None for table, terms in waiting):
            return
        at = self._house.clock()
        with suppress(StoreTrouble):  # then it ends another day: nobody waits for it
            await self._house.writer.write(lambda conn: end_of_hopeless(conn, at))
            self._take(await self._house.writer.write(stored))

    def close(self, conn: Connection, at: int) -> None:
        """In the transaction that closes a table."""
        end_of_hopeless(conn, at)

    def closed(self, chain: int) -> None:
        """The table is closed: nothing waits for it any more, and others may have waited for what it does."""
        self._waiting = {number: found for number, found in self._waiting.items() if found.chain != chain}
        self._wake()

    def of(self, chain: int) -> list[Proposal]:
        return [found for found in self._waiting.values() if found.chain == chain]

    async def propose(self, table: "LiveTable", terms: Terms, by: str, act_id: str | None = None) -> Proposal | Refusal:
        async with self._one:
            before = await self._before(by, act_id, "proposed", table=table.fixed.chain, digest=terms.digest)
            return before or await self._propose(table, terms, by, act_id)

    # --- after trouble ---

    def _take(self, found: Stored) -> None:
        """Read through the writer, it comes in order with everything that is being written."""
        self._waiting, self._last = found
        self._unsure = False
        self._wake()

    def _doubt(self, writing: "asyncio.Future[None]") -> None:
        """A commit whose answer was lost may have been kept: then the store says what is true."""
        failed = not writing.cancelled() and isinstance(writing.exception(), StoreTrouble)
        if failed and not self._unsure:
            self._unsure = True
            self._look_again()

    def _look_again(self) -> None:
        def told(found: "asyncio.Future[Stored]") -> None:
            if found.exception() is None:
                self._take(found.result())
            elif self._unsure:
                found.get_loop().call_later(AGAIN, self._look_again)

        with suppress(StoreTrouble):  # the house is closing
            self._house.writer.write(stored).add_done_callback(told)

    # --- what people do ---

    async def _before(self, by: str, act_id: str | None, what: str, **same: Any) -> Proposal | Refusal | None:
        """What this person's id led to before: the proposal as it is now. None where the id is new."""

        def look(conn: Connection) -> Proposal | Refusal | None:
            row = earlier(conn, by, act_id)
            if row is None:
                return None
            body = body_of(row)
            if row.kind != "proposal" or {"what": what, **same} != {key: body.get(key) for key in ("what", *same)}:
                return reused(act_id)
            found = select(schema.proposals).where(schema.proposals.c.id == body["proposal"])
            return as_proposal(conn.execute(found).one())

        try:
            before = None if act_id is None else await self._house.writer.write(look)
            if before is not None or self._unsure:
                self._take(await self._house.writer.write(stored))
        except StoreTrouble as trouble:
            return self._house.trouble(trouble)
        return before

    async def _propose(self, table: "LiveTable", terms: Terms, by: str, act_id: str | None) -> Proposal | Refusal:
        now = table.now.rules.terms
        for what, given, allowed in (("game", terms.game, now.game), ("table", terms.table, now.table)):
            if given != allowed:
                return Refusal(f"other_{what}", f"these terms are for another {what}", given=given, allowed=allowed)
        wrong = other_kind(now, terms)
        if wrong is not None:
            return wrong
        if terms.digest == now.digest:
            return Refusal("same_terms", "these terms are in force already", given=terms.digest)
        if self.of(table.fixed.chain):
            return Refusal("proposal_waits", "another proposal waits", allowed="approve or withdraw it first")
        made = Proposal(self._last + 1, table.fixed.chain, terms, by, self._house.clock())
        values = {
            "id": made.id, "chain": made.chain, "terms": msgspec.json.encode(terms).decode(), "proposed_by": by,
            "proposed_at": made.proposed_at, "status": "proposed",
        }  # fmt: skip

        def change(conn: Connection) -> None:
            if is_closed(conn, made.chain):  # a moment ago
                raise _Closed
            conn.execute(schema.proposals.insert().values(values))

        told = {"terms": msgspec.to_builtins(terms), "at": made.proposed_at}
        try:
            return await self._record(made, by, act_id, told, change)
        except _Closed:
            return Refusal("table_closed", "this table is closed", given=table.fixed.name)

    def _find(self, number: int, table: int | None) -> Proposal | None:
        found = self._waiting.get(number)
        return found if found is not None and table in (None, found.chain) else None

    async def approve(
        self, number: int, by: str, act_id: str | None = None, *, table: int | None = None
    ) -> Proposal | Refusal:
        """By another person than the one who proposed it, whatever their roles. `table`: where it must be from."""
        async with self._one:
            before = await self._before(by, act_id, "approved", proposal=number)
            return before or await self._approve(self._find(number, table), number, by, act_id)

    async def _approve(self, found: Proposal | None, number: int, by: str, act_id: str | None) -> Proposal | Refusal:
        if found is None or found.status != "proposed":
            return Refusal("no_proposal", "no such proposal waits for approval", given=str(number))
        if same_person(found.proposed_by, by):
            return Refusal("two_people", "a proposal is approved by another person", given=name(by))
        if not {role(by), role(found.proposed_by)} & set(MANAGERS):
            return Refusal("wrong_role", "one of the two is a manager", given=role(by), allowed=", ".join(MANAGERS))
        at = self._house.clock()
        return await self._end(found, by, "approved", act_id, approved_by=by, approved_at=at)

    async def withdraw(
        self, number: int, by: str, act_id: str | None = None, *, table: int | None = None
    ) -> Proposal | Refusal:
        """What waits for approval is withdrawn by anybody who may propose; what two people agreed on by one of them or
        by a manager."""
        async with self._one:
            before = await self._before(by, act_id, "withdrawn", proposal=number)
            return before or await self._withdraw(self._find(number, table), number, by, act_id)

    async def _withdraw(self, found: Proposal | None, number: int, by: str, act_id: str | None) -> Proposal | Refusal:
        if found is None:
            return Refusal("no_proposal", "no such proposal waits", given=str(number))
        agreed = [person for person in (found.proposed_by, found.approved_by) if person]
        his = role(by) in MANAGERS or any(same_person(by, each) for each in agreed)
        if found.status == "approved" and not his:
            message = "what two people agreed on is withdrawn by one of them or by a manager"
            return Refusal("wrong_role", message, given=by, allowed=", ".join((*agreed, *MANAGERS)))
        table = self._house.tables.get(found.chain)
        bound = adopted_elsewhere(self._house, table, found.terms) if table and found.status == "approved" else None
        if bound is not None:
            return bound
        return await self._end(found, by, "withdrawn", act_id)

    async def _end(
        self, found: Proposal, by: str, status: str, act_id: str | None = None, **changes: Any
    ) -> Proposal | Refusal:
        done = replace(found, status=status, **changes)
        values = {"status": status, **changes}
        c = schema.proposals.c
        update = schema.proposals.update().where(c.id == found.id, c.status == found.status).values(values)
        told = {"at": done.approved_at} if status == "approved" else {}

        def change(conn: Connection) -> None:
            if conn.execute(update).rowcount != 1:
                raise _Otherwise

        return await self._record(done, by, act_id, told, change)

    async def _record(
        self, proposal: Proposal, by: str, act_id: str | None, more: dict[str, Any], change: Callable[[Any], Any]
    ) -> Proposal | Refusal:
        """Writes down what became of the proposal; once that is kept, it is so."""
        at, what = self._house.clock(), proposal.status
        body = said(proposal, **more)

        def write(conn: Any) -> None:
            append(conn, "proposal", by, body, at, act_id=act_id)
            change(conn)

        def then(_: None) -> None:
            self._last = max(self._last, proposal.id)
            if what in WAITING and proposal.chain in self._house.tables:  # it may have closed since
                self._waiting[proposal.id] = proposal
            else:
                self._waiting.pop(proposal.id, None)
            if what != "proposed":
                self._wake()

        writing = asyncio.ensure_future(self._house.kept(write, then))
        writing.add_done_callback(self._doubt)  # also where whoever asked has gone away meanwhile
        try:
            await asyncio.shield(writing)
        except StoreTrouble as trouble:
            return of_trouble(trouble)
        except (_Otherwise, *self._house.writer.conflicts):  # what was lost has been kept after all
            self._unsure = True
            self._look_again()
            return Refusal("store", "the store has these proposals otherwise", allowed="try again")
        return proposal

    def meters_moved(self) -> None:
        """One may have been reset at another table, and terms may have waited for that."""
        if self._waiting:
            self._wake()

    def _wake(self) -> None:
        """Whoever deals where approved terms wait looks at once whether it is their hour."""
        for found in self._waiting.values():
            table = self._house.tables.get(found.chain)
            if found.status == "approved" and table is not None and table.dealer is not None:
                table.dealer.wake()

    # --- adopting ---

    def ripe(self, table: "LiveTable") -> Proposal | None:
        """The approved proposal that can be adopted now."""
        for found in self.of(table.fixed.chain):
            if found.status == "approved" and meters_allow(self._house, table, found) and _at_rest(table):
                return found
        return None

    async def adopt(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        """Adopts the terms in the name of the manager who approved or proposed them."""
        async with self._one:
            if self._waiting.get(found.id) != found:
                return Refusal("no_proposal", "no such proposal waits", given=str(found.id))
            if not meters_allow(self._house, table, found):  # another table's may have been withdrawn meanwhile
                return Refusal("meter_terms", "these terms wait for a meter", given=found.terms.digest)
            try:
                refused = await self._adopt(table, found)
            except StoreTrouble as trouble:
                refused = of_trouble(trouble)
            if refused is not None:
                return refused
            ended = await self._end(found, found.approved_by, "adopted")
            return ended if isinstance(ended, Refusal) else None

    async def _adopt(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        if table.now.rules.terms.digest == found.terms.digest:  # adopted just before the house stopped
            return None
        house = self._house
        manager = next(p for p in (found.approved_by, found.proposed_by) if role(p) in MANAGERS)
        acts: list[tuple[str, a.AnyAction, HouseReason]] = [(manager, a.AdoptTerms(found.terms), "terms")]
        if table.now.state.step >= 0:
            acts.insert(0, (DEALER, a.GoIdle(), "automatic"))
        refused = _refused(table, acts, house.clock())
        if refused is not None:
            return refused
        await house.open_meters(table, found.terms.meters, found.approved_by)
        for by, action, why in acts:
            answer = await table.act(by, action, house=why)
            if isinstance(answer, Refusal):
                return answer
        return None


class _Closed(Exception):
    """The table of a proposal is closed."""


class _Otherwise(Exception):
    """The store has another status for a proposal than memory."""


def _refused(table: "LiveTable", acts: list[tuple[str, a.AnyAction, HouseReason]], at: int) -> Refusal | None:
    """Why the rules would refuse one of the acts, performed one after the other: a table does not go idle for terms
    that cannot be adopted then."""
    state = table.now.state
    for by, action, _ in acts:
        outcome = step(table.now.rules, state, a.Act(by, action, at))
        if isinstance(outcome, Refusal):
            return outcome
        state = outcome[1]
    return None


def _at_rest(table: "LiveTable") -> bool:
    """Between rounds, or bets are open and nobody has wagered."""
    state = table.now.state
    return state.step < 0 or (table.step_name == "bets" and not any(any(seat.stakes) for seat in state.seats))


__all__ = ["Approvals", "Proposal"]
