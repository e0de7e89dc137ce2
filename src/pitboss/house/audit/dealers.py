"""Who dealt a round, from the trail: the index of rounds does not say it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy import Connection, exists, func, select

from pitboss.house.store import schema
from pitboss.rulebook.roles import DEALER
from pitboss.table.people import name

if TYPE_CHECKING:
    from pitboss.house.audit.queries import RoundLine

HOUSE = "house"
"""How rounds are asked for that the house deals by itself."""
SHOE = f"{DEALER}:shoe"
"""A physical shoe that sends its cards: not a person."""
LAST = 2**62


def dealt_by(dealer: str | None) -> list[Any]:
    """What holds for the rounds in which this person did a dealer's work; nothing where nobody is named."""
    r, t = schema.rounds.c, schema.trail.c
    if dealer is None:
        return []
    if dealer == HOUSE:
        return [schema.tables.c.dealer == "automatic"]
    rows = (t.chain == r.chain, t.number >= r.first, t.number <= func.coalesce(r.last, LAST), t.round == r.round)
    return [schema.tables.c.dealer != "automatic", exists().where(*rows, t.by == f"{DEALER}:{dealer}")]


def with_dealers(conn: Connection, lines: "Sequence[RoundLine]") -> "list[RoundLine]":
    """The same rounds, each with those who dealt it: several where one relieved another, none where the house did."""
    return [line if line.automatic else replace(line, dealers=_dealers(conn, line)) for line in lines]


def _dealers(conn: Connection, line: "RoundLine") -> tuple[str, ...]:
    t = schema.trail.c
    asked = (
        select(t.by, func.min(t.number))
        .where(t.chain == line.chain, t.number >= line.first, t.number <= (line.last or LAST), t.round == line.round)
        .where(t.by.startswith(f"{DEALER}:"), t.by != SHOE)
        .group_by(t.by)
        .order_by(func.min(t.number))
    )
    return tuple(name(by) for by in conn.execute(asked).scalars())
