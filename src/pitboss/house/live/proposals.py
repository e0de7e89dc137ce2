"""Proposals of new terms as the store has them, and what becomes of those that no table can adopt."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.store import schema
from pitboss.house.trail.asked import body_of, earlier, reused
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


Waiting = dict[int, Proposal]
"""Those that wait, by their numbers."""


def stored(conn: Connection) -> Waiting:
    """The proposals that wait."""
    c = schema.proposals.c
    waiting = conn.execute(select(schema.proposals).where(c.status.in_(WAITING)).order_by(c.id))
    return {row.id: as_proposal(row) for row in waiting}


def next_number(conn: Connection) -> int:
    return (conn.execute(select(func.max(schema.proposals.c.id))).scalar() or 0) + 1


def keep(conn: Connection, proposal: Proposal) -> None:
    """Writes down what a proposal has become."""
    written = schema.proposals
    by, at = proposal.approved_by or None, proposal.approved_at or None
    became = {"status": proposal.status, "approved_by": by, "approved_at": at}
    if proposal.status != "proposed":
        conn.execute(written.update().where(written.c.id == proposal.id).values(became))
        return
    terms = msgspec.json.encode(proposal.terms).decode()
    conn.execute(written.insert().values(msgspec.structs.asdict(proposal) | {"terms": terms} | became))


def earlier_step(
    conn: Connection, by: str, act_id: str | None, asked: Mapping[str, str | int]
) -> Proposal | Refusal | None:
    """What this person's id led to before: the proposal as it is now. None where the id is new; a refusal where it was
    given to something else than what is `asked`."""
    row = earlier(conn, by, act_id)
    if row is None:
        return None
    body = body_of(row)
    if row.kind != "proposal" or asked != {key: body.get(key) for key in asked}:
        return reused(act_id)
    return as_proposal(conn.execute(select(schema.proposals).where(schema.proposals.c.id == body["proposal"])).one())


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


def said(proposal: Proposal) -> dict[str, Any]:
    """What the trail says of what it has become."""
    more: dict[str, Any] = {}
    if proposal.status == "proposed":
        more = {"terms": msgspec.to_builtins(proposal.terms), "at": proposal.proposed_at}
    elif proposal.status == "approved":
        more = {"at": proposal.approved_at}
    about = {"proposal": proposal.id, "table": proposal.chain, "what": proposal.status}
    return {**about, "digest": proposal.terms.digest, **more}


def not_for(now: Terms, given: Terms) -> Refusal | None:
    """Why these terms cannot be proposed to a table that has those."""
    for what, new, old in (("game", given.game, now.game), ("table", given.table, now.table)):
        if new != old:
            return Refusal(f"other_{what}", f"these terms are for another {what}", given=new, allowed=old)
    if given.digest == now.digest:
        return Refusal("same_terms", "these terms are in force already", given=given.digest)
    return other_kind(now, given)


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
        keep(conn, done)


def is_closed(conn: Connection, chain: int) -> bool:
    return conn.execute(select(schema.tables.c.status).where(schema.tables.c.id == chain)).scalar() == "closed"


def in_force(conn: Connection, chain: int) -> str:
    """The digest of the terms that a table has by the store."""
    found = conn.execute(select(schema.tables.c.terms).where(schema.tables.c.id == chain)).scalar_one()
    return msgspec.json.decode(found, type=Terms).digest
