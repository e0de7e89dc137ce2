"""Proposals of new terms as the store has them, and what becomes of those whose table closes."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.store import schema
from pitboss.house.trail.rows import append
from pitboss.rulebook.terms import Terms

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
        row.id, row.chain, msgspec.json.decode(row.terms, type=Terms), row.proposed_by, row.proposed_at,
        row.approved_by or "", row.approved_at or 0, row.status,
    )  # fmt: skip


def said(proposal: Proposal, **more: Any) -> dict[str, Any]:
    """What the trail says of it."""
    about = {"proposal": proposal.id, "table": proposal.chain, "what": proposal.status}
    return {**about, "digest": proposal.terms.digest, **more}


def end_of_closed(conn: Connection, at: int) -> None:
    """What waits for a table that is closed ends: nobody can adopt it any more. The house withdraws it, or says that it
    was adopted where only that was missing. In the transaction that closes the table; and once more when a house
    starts."""
    c, t = schema.proposals.c, schema.tables.c
    asked = select(schema.proposals, t.terms.label("in_force")).join(schema.tables, t.id == c.chain)
    for row in conn.execute(asked.where(c.status.in_(WAITING), t.status == "closed").order_by(c.id)).all():
        found, adopted = as_proposal(row), row.status == "approved" and row.terms == row.in_force
        done = msgspec.structs.replace(found, status="adopted" if adopted else "withdrawn")
        append(conn, "proposal", found.approved_by if adopted else "house", said(done), at)
        conn.execute(schema.proposals.update().where(c.id == found.id).values(status=done.status))


def is_closed(conn: Connection, chain: int) -> bool:
    return conn.execute(select(schema.tables.c.status).where(schema.tables.c.id == chain)).scalar() == "closed"
