"""New terms for a running table: proposed by one person, approved by another, adopted between rounds. Where they change
a meter that runs, they wait until it has been reset; where several tables feed it, until all of them can follow.

Each step is one transaction, decided on the proposals as the store has them. Memory only follows, for whoever deals."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy import Connection

from pitboss.house.live.links import Feeder, adopted_elsewhere, elsewhere, meters_allow
from pitboss.house.live.proposals import (
    Proposal,
    Waiting,
    earlier_step,
    end_of_hopeless,
    in_force,
    is_closed,
    keep,
    next_number,
    not_for,
    other_kind,
    said,
    stored,
)
from pitboss.house.people.permits import agreed, approver, withdrawn
from pitboss.house.store.writer import StoreTrouble, of_trouble
from pitboss.house.trail.bodies import HouseReason
from pitboss.house.trail.rows import append, hold
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal, RefusedAct

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.table import LiveTable

APPROVING = "approve_terms"
"""The operation whose row says who approves."""

AGAIN = 1.0
"""Seconds before a store that did not answer is asked again."""

Change = Callable[[Connection, Waiting], Proposal | Refusal]
"""What becomes of a proposal, seen from those that wait: as it is then, or why nothing is done."""

_OTHERWISE = Refusal("store", "the store has these proposals otherwise", allowed="try again")


class Approvals:
    """The proposals that wait; ended ones stay in the store."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._one = asyncio.Lock()
        self._looking = False
        """Whether the store is being asked what it has, after something that it did not answer."""
        with house.engine.connect() as conn:
            self._waiting = stored(conn)
        self._decided_on: Waiting = {}
        """What waited when it was last found that terms can be adopted."""

    async def start(self) -> None:
        """Once the open tables are known: what still waits and cannot be adopted by any of them ends now."""
        tables = self._house.tables
        waiting = [(tables.get(found.chain), found.terms) for found in self._waiting.values()]
        if all(table and other_kind(table.now.rules.terms, terms) is None for table, terms in waiting):
            return
        at = self._house.clock()
        with suppress(StoreTrouble):  # then it ends another day: nobody waits for it
            await self._house.writer.write(lambda conn: end_of_hopeless(conn, at))
            await self.read_again()

    def close(self, conn: Connection, at: int) -> None:
        """In the transaction that closes a table."""
        end_of_hopeless(conn, at)

    def closed(self, chain: int) -> None:
        """The table is closed: nothing waits for it any more, and others may have waited for what it does."""
        self._take({number: found for number, found in self._waiting.items() if found.chain != chain})

    @property
    def some_wait(self) -> bool:
        return bool(self._waiting)

    def of(self, chain: int) -> list[Proposal]:
        return [found for found in self._waiting.values() if found.chain == chain]

    # --- what people do ---

    async def propose(self, table: "LiveTable", terms: Terms, by: str, act_id: str | None = None) -> Proposal | Refusal:
        chain, at = table.fixed.chain, self._house.clock()

        def made(conn: Connection, waiting: Waiting) -> Proposal | Refusal:
            wrong = not_for(table.now.rules.terms, terms)
            if wrong is not None:
                return wrong
            if any(found.chain == chain for found in waiting.values()):
                return Refusal("proposal_waits", "another proposal waits", allowed="approve or withdraw it first")
            if is_closed(conn, chain):  # a moment ago
                return Refusal("table_closed", "this table is closed", given=table.fixed.name)
            return Proposal(next_number(conn), chain, terms, by, at)

        async with self._one:
            return await self._step(by, act_id, {"what": "proposed", "table": chain, "digest": terms.digest}, made)

    async def approve(
        self, number: int, by: str, act_id: str | None = None, *, table: int | None = None
    ) -> Proposal | Refusal:
        """By another person than the one who proposed it, whatever their roles. `table`: where it must be from."""
        at = self._house.clock()

        def approved(_: Connection, waiting: Waiting) -> Proposal | Refusal:
            found = _from(waiting, number, table)
            if found is None or found.status != "proposed":
                return Refusal("no_proposal", "no such proposal waits for approval", given=str(number))
            wrong = agreed(APPROVING, found.proposed_by, by)
            return wrong or replace(found, status="approved", approved_by=by, approved_at=at)

        async with self._one:
            return await self._step(by, act_id, {"what": "approved", "proposal": number}, approved)

    async def withdraw(
        self, number: int, by: str, act_id: str | None = None, *, table: int | None = None
    ) -> Proposal | Refusal:
        """What waits for approval is withdrawn by anybody who may propose; what two people agreed on by one of them or
        by a manager, unless a table has adopted it, its own or another for a meter of both."""
        house = self._house
        async with self._one:
            try:
                await house.look_elsewhere()
            except StoreTrouble as trouble:
                return house.trouble(trouble)
            known, here, there = self._waiting.get(number), frozenset(house.tables), house.elsewhere
            at = house.tables.get(known.chain) if known else None
            bound = adopted_elsewhere(house, Feeder.of(at), known.terms) if known and at else None

            def gone(conn: Connection, waiting: Waiting) -> Proposal | Refusal:
                found = _from(waiting, number, table)
                if found is None:
                    return Refusal("no_proposal", "no such proposal waits", given=str(number))
                # Another process may have adopted terms since they were looked at, for this table or for its meters.
                moved = house.process and elsewhere(conn, here) != there
                if found != known or moved or in_force(conn, found.chain) == found.terms.digest:
                    return _OTHERWISE
                both = (found.proposed_by, found.approved_by)
                wrong = (withdrawn(APPROVING, both, by) or bound) if found.status == "approved" else None
                return wrong or replace(found, status="withdrawn")

            return await self._step(by, act_id, {"what": "withdrawn", "proposal": number}, gone)

    async def _step(
        self, by: str, act_id: str | None, asked: dict[str, str | int], change: Change
    ) -> Proposal | Refusal:
        """One transaction: what this person's id led to before, or else what the change makes of the proposals as the
        store has them. Memory follows, also where whoever asked has gone away meanwhile."""
        at = self._house.clock()

        def write(conn: Connection) -> tuple[Proposal | Refusal, Waiting]:
            hold(conn)
            done = earlier_step(conn, by, act_id, asked)
            if done is None:
                done = change(conn, stored(conn))
                if isinstance(done, Proposal):
                    append(conn, "proposal", by, said(done), at, act_id=act_id)
                    keep(conn, done)
            return done, stored(conn)

        writing = asyncio.ensure_future(self._house.kept(write, lambda found: self._take(found[1])))
        writing.add_done_callback(self._doubt)
        try:
            return (await asyncio.shield(writing))[0]
        except StoreTrouble as trouble:
            return self._house.trouble(trouble)

    # --- what memory knows ---

    async def read_again(self) -> None:
        """Something else has written proposals: another process, or the house itself."""
        await self._house.look_elsewhere()
        self._take(await self._house.writer.write(stored))

    def _take(self, found: Waiting) -> None:
        """Read through the writer, it comes in order with everything that is being written."""
        self._waiting = found
        self._wake()

    def _doubt(self, writing: "asyncio.Future[tuple[Proposal | Refusal, Waiting]]") -> None:
        """A commit whose answer was lost may have been kept: then the store says what is true."""
        failed = not writing.cancelled() and isinstance(writing.exception(), StoreTrouble)
        if failed and not self._looking:
            self._looking = True
            self._look_again()

    def _look_again(self) -> None:
        def told(found: "asyncio.Future[Waiting]") -> None:
            if found.exception() is not None:
                found.get_loop().call_later(AGAIN, self._look_again)
                return
            self._looking = False
            self._take(found.result())

        with suppress(StoreTrouble):  # the house is closing
            self._house.writer.write(stored).add_done_callback(told)

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
            if found.status == "approved" and meters_allow(self._house, Feeder.of(table), found) and _at_rest(table):
                return found
        return None

    async def adopt(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        """Adopts the terms in the name of the manager who approved or proposed them."""
        async with self._one:
            try:
                self._waiting = await self._house.writer.write(stored)  # another process may have withdrawn it
                await self._house.look_elsewhere()
                refused = self._not_ripe(table, found) or await self._adopt(table, found)
            except StoreTrouble as trouble:
                refused = of_trouble(trouble)
            if refused is not None:
                return refused
            ended = await self._step(found.approved_by, None, {}, partial(_adopted, found))
            return ended if isinstance(ended, Refusal) else None

    def require_agreed(self, conn: Connection) -> None:
        """In the transaction that adopts terms: another process may have withdrawn them, or what another table was to
        adopt with them, since it was found that they can be adopted. Nobody changes a proposal after this."""
        hold(conn)
        if stored(conn) != self._decided_on:
            raise RefusedAct(_OTHERWISE)

    def _not_ripe(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        if self._waiting.get(found.id) != found:
            return Refusal("no_proposal", "no such proposal waits", given=str(found.id))
        if not meters_allow(self._house, Feeder.of(table), found):  # another table's may have been withdrawn meanwhile
            return Refusal("meter_terms", "these terms wait for a meter", given=found.terms.digest)
        return None

    async def _adopt(self, table: "LiveTable", found: Proposal) -> Refusal | None:
        if table.now.rules.terms.digest == found.terms.digest:  # adopted just before the house stopped
            return None
        house, self._decided_on = self._house, self._waiting
        manager = approver(APPROVING, (found.approved_by, found.proposed_by))
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


def _from(waiting: Waiting, number: int, table: int | None) -> Proposal | None:
    """The proposal of this number, from this table or, where none is named, from any."""
    found = waiting.get(number)
    return found if found is not None and table in (None, found.chain) else None


def _adopted(found: Proposal, _: Connection, waiting: Waiting) -> Proposal | Refusal:
    return replace(found, status="adopted") if waiting.get(found.id) == found else _OTHERWISE


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
