"""The terms a round was played under, out of the trail: those of the opening, or those adopted last before it."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e

ADOPTED = b'"TermsAdopted"'


def opened(conn: Connection, chain: int) -> tuple[Row, b.Opened]:
    """The first row of a table."""
    for row in rows(conn, chain, 0, 1):
        if row.kind == "opened":
            body = decoded(row)
            assert isinstance(body, b.Opened)
            return row, body
    raise AuditTrouble("damaged", f"the trail of table {chain} does not begin with its opening")


def adopted(body: b.ActDone) -> Terms | None:
    """The terms that this act brought into force."""
    return next((event.terms for event in reversed(body.events) if isinstance(event, e.TermsAdopted)), None)


def terms_of(conn: Connection, chain: int, round: int) -> Terms:
    """The terms of a round. The digest that the round itself recorded tells whether they are the right ones."""
    c = schema.rounds.c
    found = conn.execute(select(c.terms, c.first).where(c.chain == chain, c.round == round)).first()
    if found is None:
        raise AuditTrouble("no_round", f"table {chain} has no round {round}")
    for terms in _candidates(conn, chain, round, found.terms):
        if terms.digest == found.terms:
            return terms
    raise AuditTrouble("damaged", f"the trail of table {chain} does not hold the terms of round {round}")


def _candidates(conn: Connection, chain: int, round: int, digest: str) -> Iterator[Terms]:
    """Where the terms may stand, the likeliest place first."""
    now = conn.execute(select(schema.tables.c.terms).where(schema.tables.c.id == chain)).scalar()
    if now is not None:
        with suppress(ValueError):  # where somebody changed it, the trail has them too
            yield msgspec.json.decode(now, type=Terms)
    yield opened(conn, chain)[1].terms
    c = schema.rounds.c
    others = select(func.max(c.last)).where(c.chain == chain, c.round < round, c.terms != digest)
    after = conn.execute(others).scalar() or 0
    before = conn.execute(select(func.min(c.first)).where(c.chain == chain, c.first > after)).scalar()
    for row in rows(conn, chain, after, before):
        if row.kind == "act" and ADOPTED in row.body:
            body = decoded(row)
            terms = adopted(body) if isinstance(body, b.ActDone) else None
            if terms is not None:
                yield terms
