"""What somebody asked for before under the same id. The trail remembers it, whatever was restarted since: sent twice it
is done once, and the same id for something else is refused."""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.house.store.schema import HOUSE, tables, trail
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row, as_row, hold, person_of
from pitboss.table.refusals import Refusal


class Repeated(Exception):
    """Something with this id was done before by the same person."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"row {row.number} of chain {row.chain}")
        self.row = row


def earlier(conn: Connection, by: str, act_id: str | None, chain: int = HOUSE) -> Row | None:
    """The row of a chain that this person made under this id, in whatever role."""
    if act_id is None:
        return None
    c = trail.c
    found = conn.execute(select(trail).where(c.chain == chain, c.person == person_of(by), c.act_id == act_id)).first()
    return None if found is None else as_row(found)


def new_only(conn: Connection, by: str, act_id: str | None) -> None:
    """Raises `Repeated` inside a change of the house whose id is known already; what is looked at from here on stays so
    until the change is made."""
    hold(conn)
    found = earlier(conn, by, act_id)
    if found is not None:
        raise Repeated(found)


def opening(conn: Connection, by: str, act_id: str) -> tuple[int, b.Opened] | None:
    """The table that this person opened under this id: its number, and how it was opened."""
    c = trail.c
    asked = select(trail).where(c.chain.in_(select(tables.c.id)), c.person == person_of(by), c.act_id == act_id)
    for found in conn.execute(asked.where(c.kind == "opened")):
        body = b.decode(as_row(found))
        assert isinstance(body, b.Opened)
        return int(found.chain), body
    return None


def body_of(row: Row) -> dict[str, Any]:
    """What stands in a row of the house."""
    found = msgspec.json.decode(row.body)
    assert isinstance(found, dict)
    return found


def reused(act_id: str | None) -> Refusal:
    return Refusal("id_reused", "this id was given to another act", given=act_id or "", allowed="a new id")
