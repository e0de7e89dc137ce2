"""What staff do with tables: open and close them, bring chips, propose and approve terms, feed cards from a shoe."""

import asyncio
import hashlib
import secrets
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path
from sqlalchemy import Connection, delete, insert, select

from pitboss.house.live.approving import Proposal
from pitboss.house.people.permits import acting_for
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, Signed, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.tables import Number, summary
from pitboss.house.store.schema import feeds
from pitboss.house.trail.rows import append
from pitboss.rulebook.submission import check
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.people import name
from pitboss.table.refusals import refuse

Waiting = Annotated[int, Path(ge=1, le=2**31 - 1)]
ALL = problems(400, 401, 403, 404, 409, 413, 422)
NOBODY = "nobody"
"""A name that no account can have."""


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["staff"])
    permits = Permits(desk)
    house = desk.house

    @routes.post("/tables", status_code=201, responses=ALL)
    async def open_table(asked: m.TableAsked, session: Signed) -> m.TableShown:
        """Open a table under the terms of a Rules Submission."""
        person = permits(session, "open_table").person
        by = acting_for(person, "open_table")
        terms = await read_terms(asked.submission)

        async def work() -> m.TableShown:
            table = granted(
                await house.open_table(terms, by, dealer=asked.dealer, cards=asked.cards, links=asked.links)
            )
            desk.opened(table)
            return m.TableShown(**summary(table))

        return await desk.once.do(person.handle, asked.id, asked, work)

    @routes.post("/tables/{id}/close", responses=ALL)
    async def close_table(id: Number, asked: m.CloseAsked, session: Signed) -> m.Done:
        """Close a table nobody plays at; its chips go back to the cage."""
        person = permits(session, "close_table").person
        by = acting_for(person, "close_table")

        async def work() -> m.Done:
            done = granted(await house.close_table(desk.table(id), by, asked.reason, asked.id))
            return m.Done(seq=done.seq, again=done.again)

        return await desk.once.do(person.handle, asked.id, (id, asked), work)

    @routes.post("/tables/{id}/fill", responses=ALL)
    async def fill(id: Number, asked: m.MoneyAsked, session: Signed) -> m.Done:
        """Bring chips from the cage to the table's inventory."""
        by = acting_for(permits(session, "fill", cents=asked.cents).person, "fill")
        done = granted(await desk.table(id).chips(asked.cents, by, asked.reason, asked.id))
        return m.Done(seq=done.seq, again=done.again)

    @routes.post("/tables/{id}/credit", responses=ALL)
    async def credit(id: Number, asked: m.MoneyAsked, session: Signed) -> m.Done:
        """Bring chips from the table's inventory to the cage."""
        by = acting_for(permits(session, "credit", cents=asked.cents).person, "credit")
        done = granted(await desk.table(id).chips(-asked.cents, by, asked.reason, asked.id))
        return m.Done(seq=done.seq, again=done.again)

    # --- terms ---

    @routes.get("/tables/{id}/proposals", responses=problems(401, 403, 404, 422))
    async def proposals(id: Number, session: Signed) -> list[m.ProposalShown]:
        """New terms that wait for approval or for their hour."""
        permits(session, "propose_terms")
        return [shown(each) for each in house.approvals.of(desk.table(id).fixed.chain)]

    @routes.post("/tables/{id}/proposals", status_code=201, responses=ALL)
    async def propose(id: Number, asked: m.ProposalAsked, session: Signed) -> m.ProposalShown:
        """Propose new terms for a table; another person approves them."""
        person = permits(session, "propose_terms").person
        table, terms = desk.table(id), await read_terms(asked.submission)

        async def work() -> m.ProposalShown:
            return shown(granted(await house.approvals.propose(table, terms, acting_for(person, "propose_terms"))))

        return await desk.once.do(person.handle, asked.id, (id, asked), work)

    def proposer(table: int, number: int) -> str:
        """Who proposed it; nobody, where no such proposal waits: that is told only to those who may know."""
        found = (each for each in house.approvals.of(desk.table(table).fixed.chain) if each.id == number)
        return next((name(each.proposed_by) for each in found), NOBODY)

    def waiting(table: int, number: int) -> None:
        if proposer(table, number) == NOBODY:
            raise refuse("no_proposal", "no such proposal waits at this table", given=number)

    @routes.post("/tables/{id}/proposals/{number}/approve", responses=ALL)
    async def approve(id: Number, number: Waiting, asked: m.OnlyId, session: Signed) -> m.ProposalShown:
        """Approve what somebody else has proposed. It is adopted between rounds."""
        person = permits(session, "approve_terms", proposer=proposer(id, number)).person
        waiting(id, number)

        async def work() -> m.ProposalShown:
            return shown(granted(await house.approvals.approve(number, acting_for(person, "approve_terms"))))

        return await desk.once.do(person.handle, asked.id, (id, number), work)

    @routes.post("/tables/{id}/proposals/{number}/withdraw", responses=ALL)
    async def withdraw(id: Number, number: Waiting, asked: m.OnlyId, session: Signed) -> m.ProposalShown:
        """Withdraw proposed terms."""
        person = permits(session, "withdraw_terms").person
        waiting(id, number)

        async def work() -> m.ProposalShown:
            return shown(granted(await house.approvals.withdraw(number, acting_for(person, "withdraw_terms"))))

        return await desk.once.do(person.handle, asked.id, (id, number, "withdraw"), work)

    # --- cards from a shoe ---

    @routes.post("/tables/{id}/feed-key", status_code=201, responses=problems(401, 403, 404, 422))
    async def feed_key(id: Number, session: Signed) -> m.FeedKey:
        """Give the shoe of a table a new key; the old one is worth nothing from now on."""
        by = acting_for(permits(session, "make_feed_key").person, "make_feed_key")
        table, key, at = desk.table(id), secrets.token_urlsafe(32), house.clock()
        chain = table.fixed.chain

        def write(conn: Connection) -> None:
            append(conn, "feed", by, {"table": chain, "key": hashlib.sha256(_kept(key)).hexdigest()}, at)
            conn.execute(delete(feeds).where(feeds.c.chain == chain))
            conn.execute(insert(feeds).values(chain=chain, token=_kept(key)))

        await house.writer.write(write)
        return m.FeedKey(key=key)

    @routes.post("/tables/{id}/feed", responses=ALL)
    async def feed(
        id: Number, asked: m.FeedAsked, authorization: Annotated[str, Header(description="Feed KEY")] = ""
    ) -> m.Done:
        """Deal these cards, as they left a physical shoe, or report those found face up in it."""
        table = desk.table(id)
        scheme, _, key = authorization.partition(" ")
        token = await desk.read(
            lambda conn: conn.execute(select(feeds.c.token).where(feeds.c.chain == table.fixed.chain)).scalar()
        )
        if scheme.lower() != "feed" or token is None or not secrets.compare_digest(bytes(token), _kept(key.strip())):
            raise refuse("feed_key", "this is not the key of the table's shoe", allowed="Authorization: Feed KEY")
        if not desk.limits.persons.take(bytes(token), asyncio.get_running_loop().time()):
            raise refuse("rate", "too many messages at once", allowed="try again in a moment")
        cards = tuple(asked.cards)
        act = a.Report("card_face_up", cards=cards) if asked.face_up else a.DealCards(cards)
        done = granted(await table.act("dealer:shoe", act, asked.id, house="feed", feed=True))
        return m.Done(seq=done.seq, again=done.again)

    return routes


def _kept(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


async def read_terms(submission: str) -> Terms:
    """The terms of a submission; all its faults in one refusal."""
    checked = await asyncio.to_thread(check, submission)
    if checked.terms is None:
        faults = [str(fault) for fault in checked.faults]
        clause = next((fault.clause for fault in checked.faults if fault.clause), "")
        raise refuse(
            "submission", "this submission cannot become the terms of a table", clause, given=f"{len(faults)} faults",
            allowed="; ".join(faults)[:2000],
        )  # fmt: skip
    return checked.terms


def shown(found: Proposal) -> m.ProposalShown:
    terms: Any = msgspec.to_builtins(found.terms)
    return m.ProposalShown(
        id=found.id, table=found.chain, status=found.status, proposed_by=found.proposed_by,
        proposed_at=found.proposed_at, approved_by=found.approved_by, approved_at=found.approved_at,
        digest=found.terms.digest, terms=terms,
    )  # fmt: skip
