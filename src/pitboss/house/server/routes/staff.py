"""What staff do with tables: open and close them, bring chips, propose and approve terms, feed cards from a shoe."""

import asyncio
import hashlib
import secrets
from typing import Annotated

from msgspec import Meta
from sqlalchemy import Connection, delete, insert, select

from pitboss.house.live.approvals import Proposal
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_for, conflict_at
from pitboss.house.server.access import Signed, accept, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import CHANGES, IN_HEADER, Endpoints
from pitboss.house.server.routes.tables import Number, summary
from pitboss.house.server.routes.terms_form import changed
from pitboss.house.store.schema import feeds
from pitboss.house.trail import bodies
from pitboss.house.trail.asked import Repeated, body_of, earlier, new_only, reused
from pitboss.house.trail.rows import append
from pitboss.messages.base import Done, MaybeId, OnlyId
from pitboss.messages.money import MoneyAsked
from pitboss.messages.tables import CloseAsked, FeedAsked, FeedKey, ProposalAsked, ProposalShown, TableAsked, TableShown
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.submission import check
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.people import name
from pitboss.table.refusals import RefusedAct, refuse

Waiting = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Authorization = Annotated[str, Meta(description="Feed KEY", extra=IN_HEADER)]
NOBODY = "nobody"
"""A name that no account can have."""

routes = Endpoints("staff")


@routes.post("/tables", *CHANGES, status=201)
async def open_table(desk: Desk, asked: TableAsked, session: Signed) -> TableShown:
    """Open a table under the terms of a Rules Submission."""
    by = acting_for(desk.permits(session, "open_table").person, "open_table")
    terms = await read_terms(asked.submission)

    table = granted(
        await desk.house.open_table(
            terms, by, dealer=asked.dealer, cards=asked.cards, links=asked.links, act_id=asked.id
        )
    )
    desk.opened(table)
    return TableShown(**summary(table))


@routes.post("/tables/{id}/close", *CHANGES)
async def close_table(desk: Desk, id: Number, asked: CloseAsked, session: Signed) -> Done:
    """Close a table nobody plays at; its chips go back to the cage."""
    by = acting_for(desk.permits(session, "close_table").person, "close_table")
    before = await desk.read(lambda conn: earlier(conn, by, asked.id, id))
    if before is not None and before.kind == "closed":  # by this very act: there is no such table any more
        same = bodies.decode(before) == bodies.Closed(asked.reason)
        return Done(seq=granted(before.number if same else reused(asked.id)), again=True)
    return granted(await desk.house.close_table(desk.table(id), by, asked.reason, asked.id))


async def chips(desk: Desk, id: int, person: Person, operation: str, cents: int, asked: MoneyAsked) -> Done:
    table = desk.table(id)
    accept(conflict_at(person, table.now.state))
    return granted(await table.chips(cents, acting_for(person, operation), asked.reason, asked.id))


@routes.post("/tables/{id}/fill", *CHANGES)
async def fill(desk: Desk, id: Number, asked: MoneyAsked, session: Signed) -> Done:
    """Bring chips from the cage to the table's inventory."""
    person = desk.permits(session, "fill", cents=asked.cents).person
    return await chips(desk, id, person, "fill", asked.cents, asked)


@routes.post("/tables/{id}/credit", *CHANGES)
async def credit(desk: Desk, id: Number, asked: MoneyAsked, session: Signed) -> Done:
    """Bring chips from the table's inventory to the cage."""
    person = desk.permits(session, "credit", cents=asked.cents).person
    return await chips(desk, id, person, "credit", -asked.cents, asked)


# --- terms ---


@routes.get("/tables/{id}/proposals", 401, 403, 404, 422)
async def proposals(desk: Desk, id: Number, session: Signed) -> list[ProposalShown]:
    """New terms that wait for approval or for their hour."""
    desk.permits(session, "propose_terms")
    table = desk.table(id)
    return [shown(each, table) for each in desk.house.approvals.of(table.fixed.chain)]


@routes.post("/tables/{id}/proposals", *CHANGES, status=201)
async def propose(desk: Desk, id: Number, asked: ProposalAsked, session: Signed) -> ProposalShown:
    """Propose new terms for a table; another person approves them."""
    by = acting_for(desk.permits(session, "propose_terms").person, "propose_terms")
    table, terms = desk.table(id), await read_terms(asked.submission)
    return shown(granted(await desk.house.approvals.propose(table, terms, by, asked.id)), table)


def proposer(desk: Desk, table: int, number: int) -> str:
    """Who proposed it; nobody, where no such proposal waits: that is told only to those who may know."""
    found = (each for each in desk.house.approvals.of(desk.table(table).fixed.chain) if each.id == number)
    return next((name(each.proposed_by) for each in found), NOBODY)


@routes.post("/tables/{id}/proposals/{number}/approve", *CHANGES)
async def approve(desk: Desk, id: Number, number: Waiting, asked: OnlyId, session: Signed) -> ProposalShown:
    """Approve what somebody else has proposed. It is adopted between rounds."""
    person = desk.permits(session, "approve_terms", proposer=proposer(desk, id, number)).person
    by = acting_for(person, "approve_terms")
    return shown(granted(await desk.house.approvals.approve(number, by, asked.id, table=id)), desk.table(id))


@routes.post("/tables/{id}/proposals/{number}/withdraw", *CHANGES)
async def withdraw(desk: Desk, id: Number, number: Waiting, asked: OnlyId, session: Signed) -> ProposalShown:
    """Withdraw proposed terms."""
    by = acting_for(desk.permits(session, "withdraw_terms").person, "withdraw_terms")
    return shown(granted(await desk.house.approvals.withdraw(number, by, asked.id, table=id)), desk.table(id))


# --- cards from a shoe ---


@routes.post("/tables/{id}/feed-key", *CHANGES, status=201)
async def feed_key(desk: Desk, id: Number, session: Signed, asked: MaybeId | None = None) -> FeedKey:
    """Give the shoe of a table a new key; the old one is worth nothing from now on. A key is shown once: the same
    id sent again makes no other, and is refused."""
    by = acting_for(desk.permits(session, "make_feed_key").person, "make_feed_key")
    table, key, at = desk.table(id), secrets.token_urlsafe(32), desk.house.clock()
    if table.fixed.cards != "feed":
        message = "the cards of this table come from the house's shuffle"
        raise refuse("no_feed", message, given=table.fixed.name, allowed="a table that was opened for a shoe")
    chain, act_id = table.fixed.chain, asked.id if asked is not None else None

    def write(conn: Connection) -> None:
        new_only(conn, by, act_id)
        body = {"table": chain, "key": hashlib.sha256(_kept(key)).hexdigest()}
        append(conn, "feed", by, body, at, act_id=act_id)
        conn.execute(delete(feeds).where(feeds.c.chain == chain))
        conn.execute(insert(feeds).values(chain=chain, token=_kept(key)))

    try:
        await desk.house.writer.write(write)
    except Repeated as repeated:
        if repeated.row.kind != "feed" or body_of(repeated.row)["table"] != chain:
            raise RefusedAct(reused(act_id)) from None
        message = "a key was made under this id already; it is shown once"
        raise refuse("repeated", message, given=act_id or "", allowed="a new id, for a new key") from None
    return FeedKey(key=key)


@routes.post("/tables/{id}/feed", *CHANGES)
async def feed(desk: Desk, id: Number, asked: FeedAsked, authorization: Authorization = "") -> Done:
    """Deal these cards, as they left a physical shoe, report those found face up in it, or tell the faces of cards
    that it could not read when they are turned up."""
    table = desk.table(id)
    scheme, _, key = authorization.partition(" ")
    token = await desk.read(
        lambda conn: conn.execute(select(feeds.c.token).where(feeds.c.chain == table.fixed.chain)).scalar()
    )
    if scheme.lower() != "feed" or token is None or not secrets.compare_digest(bytes(token), _kept(key.strip())):
        raise refuse("feed_key", "this is not the key of the table's shoe", allowed="Authorization: Feed KEY")
    if not desk.limits.persons.take(bytes(token).hex(), asyncio.get_running_loop().time()):
        raise refuse("rate", "too many messages at once", allowed="try again in a moment")
    return granted(await table.act(f"{DEALER}:shoe", fed(asked), asked.id, house="feed", feed=True))


def fed(asked: FeedAsked) -> a.AnyAction:
    """The act behind what a shoe says."""
    cards, seats = tuple(asked.cards), asked.seats
    if asked.face_up and not asked.turned_up and not seats:
        return a.Report("card_face_up", cards=cards)
    match asked.turned_up:
        case "" if not seats and not asked.face_up:
            return a.DealCards(cards)
        case "ShowCards" if not seats and not asked.face_up:
            return a.ShowCards(cards)
        case "SettleHand" if len(seats) == 1 and not asked.face_up:
            return a.SettleHand(seats[0], cards)
        case "SettleTable" if seats and len(cards) % len(seats) == 0 and not asked.face_up:
            each = len(cards) // len(seats)
            return a.SettleTable(faces=tuple((n, cards[i * each : (i + 1) * each]) for i, n in enumerate(seats)))
    allowed = "one position for SettleHand, the same number of cards for each of SettleTable, otherwise no seats"
    raise refuse(
        "shape", "what the shoe says does not fit together", given="face_up, turned_up, seats", allowed=allowed
    )


def _kept(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


async def read_terms(submission: str) -> Terms:
    """The terms of a submission; all its faults in one refusal."""
    checked = await asyncio.to_thread(check, submission)
    if checked.terms is None:
        faults = [str(fault) for fault in checked.faults]
        clause = next((fault.clause for fault in checked.faults if fault.clause), "")
        given = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
        raise refuse(
            "submission",
            "this submission cannot become the terms of a table",
            clause,
            given=given,
            allowed="; ".join(faults)[:2000],
        )
    return checked.terms


def shown(found: Proposal, table: LiveTable) -> ProposalShown:
    return ProposalShown(
        id=found.id,
        table=found.chain,
        status=found.status,
        proposed_by=found.proposed_by,
        proposed_at=found.proposed_at,
        approved_by=found.approved_by,
        approved_at=found.approved_at,
        digest=found.terms.digest,
        terms=found.terms,
        changes=changed(table.now.rules.terms, found.terms),
    )
