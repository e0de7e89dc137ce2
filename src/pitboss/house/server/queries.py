"""What people ask the store about themselves and about meters, in pages."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select, tuple_

from pitboss.house.store import schema
from pitboss.table.refusals import refuse

MOST = 200


def cursor(text: str, parts: int) -> tuple[int, ...]:
    """The place in a list that `next` of the page before named."""
    found = text.split(".")
    if len(found) != parts or not all(part.isascii() and part.isdigit() and len(part) < 19 for part in found):
        raise refuse("shape", "this is no place in the list", allowed="`next` of the page before")
    return tuple(int(part) for part in found)


def ledger(conn: Connection, accounts: Sequence[str], before: str, limit: int) -> list[Any]:
    """The postings of these accounts, the newest first: (at, chain, number, line, cents, why)."""
    p, t = schema.postings.c, schema.trail.c
    asked = (
        select(t.at, p.chain, p.number, p.line, p.cents, p.why)
        .join(schema.trail, (t.chain == p.chain) & (t.number == p.number))
        .where(p.account.in_(accounts))
    )
    if before:
        asked = asked.where(tuple_(t.at, p.chain, p.number, p.line) < tuple_(*cursor(before, 4)))
    asked = asked.order_by(t.at.desc(), p.chain.desc(), p.number.desc(), p.line.desc())
    return list(conn.execute(asked.limit(limit)).all())


def meter_log(conn: Connection, meter: str, before: int | None, limit: int) -> list[Any]:
    c = schema.meter_log.c
    asked = select(schema.meter_log).where(c.meter == meter)
    if before is not None:
        asked = asked.where(c.number < before)
    return list(conn.execute(asked.order_by(c.number.desc()).limit(limit)).all())
