"""Proposals of new terms as the store has them, and what becomes of those that no table can adopt."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.store import schema
from pitboss.house.trail.rows import append
from pitboss.rulebook.terms import Terms
from pitboss.table.refusals import Refusal

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


Stored = tuple[dict[int, Proposal], int]


def stored(conn: Connection) -> Stored:
    """The proposals that wait, and the last number given to one."""
    c = schema.proposals.c
    waiting = conn.execute(select(schema.proposals).where(c.status.in_(WAITING)).order_by(c.id))
    return {row.id: as_proposal(row) for row in waiting}, conn.execute(select(func.max(c.id))).scalar() or 0


def as_proposal(row: Any) -> Proposal:
    """A proposal as the store has it."""
    return Proposal(
        row.id,
        row.chain,
        msgspec.json.decode(row.terms, type=Terms),
        row.proposed_by,
        row.proposed_at,
        row.approved_by or "",
        row.approved_at or 0,
        row.status,
    )


def said(proposal: Proposal, **more: Any) -> dict[str, Any]:
    """What the trail says of it."""
    about = {"proposal": proposal.id, "table": proposal.chain, "what": proposal.status}
    return {**about, "digest": proposal.terms.digest, **more}


def other_kind(now: Terms, given: Terms) -> Refusal | None:
    """Why these cannot replace the terms in force: a table has practice chips, or real ones, as long as it is open."""
    if given.practice == now.practice:
        return None
    message = "a practice table stays one, and so does a table of real chips: its tray and its meters hold no others"
    kinds = {True: "practice", False: "real chips"}
    allowed = "a new table under another name"
    return Refusal("practice", message, given=f"{kinds[given.practice]}; it is {kinds[now.practice]}", allowed=allowed)


def end_of_hopeless(conn: Connection, at: int) -> None:
    """Ends the proposals that nobody can adopt any more, because their table is closed or has chips of the other kind.
    The house withdraws them; one that was adopted, but not yet marked so, is marked. Called in the transaction that
    closes a table, and when a house starts."""
    c, t = schema.proposals.c, schema.tables.c
    asked = select(schema.proposals, t.terms.label("in_force"), t.status.label("of_table"))
    asked = asked.join(schema.tables, t.id == c.chain).where(c.status.in_(WAITING)).order_by(c.id)
    for row in conn.execute(asked).all():
        in_force = msgspec.json.decode(row.in_force, type=Terms)
        if row.of_table != "closed" and other_kind(in_force, as_proposal(row).terms) is None:
            continue
        found, adopted = as_proposal(row), row.status == "approved" and row.terms == row.in_force
        done = msgspec.structs.replace(found, status="adopted" if adopted else "withdrawn")
        append(conn, "proposal", found.approved_by if adopted else "house", said(done), at)
        conn.execute(schema.proposals.update().where(c.id == found.id).values(status=done.status))


def is_closed(conn: Connection, chain: int) -> bool:
    return conn.execute(select(schema.tables.c.status).where(schema.tables.c.id == chain)).scalar() == "closed"
