"""Rows of the trail in pages: works on any connection, in a transaction or not, and never holds more than a page."""

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, select

from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store.schema import trail
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row, as_row

PAGE = 1000


def rows(
    conn: Connection, chain: int, after: int = 0, until: int | None = None, *, kinds: Collection[str] = ()
) -> Iterator[Row]:
    """The rows of a chain in order: after a number, up to another, of these kinds or of all."""
    c = trail.c
    asked = select(trail).where(c.chain == chain).order_by(c.number).limit(PAGE)
    if until is not None:
        asked = asked.where(c.number <= until)
    if kinds:
        asked = asked.where(c.kind.in_(sorted(kinds)))
    while True:
        page = conn.execute(asked.where(c.number > after)).all()
        for found in page:
            yield as_row(found)
        if len(page) < PAGE:
            return
        after = page[-1].number


def decoded(row: Row) -> b.Body:
    """What stands in a row of a table."""
    try:
        return b.decode(row)
    except (KeyError, ValueError) as error:
        raise AuditTrouble("damaged", f"row {row.number} of chain {row.chain} cannot be read: {error}") from None


def backwards(conn: Connection, chain: int, before: int, kind: str) -> Iterator[Row]:
    """The rows of one kind before a number, the last first."""
    c = trail.c
    while True:
        asked = select(trail).where(c.chain == chain, c.number < before, c.kind == kind)
        page = conn.execute(asked.order_by(c.number.desc()).limit(8)).all()
        for found in page:
            yield as_row(found)
        if len(page) < 8:
            return
        before = page[-1].number
