"""Rounds by the kind of irregularity that was reported in them. The index of rounds counts irregularities; of which
kind they were the trail says."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy import Connection, LargeBinary, exists, func, literal, select

from pitboss.games import game
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.rulebook.folders import games, remembered
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.house.audit.queries import RoundLine

ANY = "any"
SAID = re.compile(rb'"is":"%s","kind":"(\w+)"' % e.Irregularity.__name__.encode())
"""As the event stands in a row. In what somebody typed a quotation mark never stands by itself."""


@remembered
def kinds() -> tuple[str, ...]:
    """Every kind of irregularity that a rulebook of the house knows, in their order."""
    return tuple(dict.fromkeys(row.kind for each in games() for row in game(each).mishaps))


def with_irregularity(conn: Connection, kind: str) -> list[Any]:
    """What holds for the rounds in which this was reported."""
    r, t = schema.rounds.c, schema.trail.c
    if kind != ANY and kind not in kinds():
        raise AuditTrouble(
            "irregularity", f"there is no irregularity '{kind[:60]}'; the kinds are: {', '.join((ANY, *kinds()))}"
        )
    if kind == ANY:
        return [r.irregularities > 0]
    said = literal(f'"is":"{e.Irregularity.__name__}","kind":"{kind}"'.encode(), LargeBinary)
    found = func.instr(t.body, said) if conn.dialect.name == "sqlite" else func.pg_catalog.position(t.body, said)
    rows = (t.chain == r.chain, t.number >= r.first, t.number <= r.last, t.kind == "act")
    return [r.irregularities > 0, exists().where(*rows, found > 0)]


def with_kinds(conn: Connection, lines: "Sequence[RoundLine]") -> "list[RoundLine]":
    """The same rounds, those with irregularities with their kinds."""
    return [replace(line, kinds=_kinds(conn, line)) if line.irregularities else line for line in lines]


def _kinds(conn: Connection, line: "RoundLine") -> tuple[str, ...]:
    t = schema.trail.c
    asked = select(t.body).where(t.chain == line.chain, t.number >= line.first, t.kind == "act", t.round == line.round)
    asked = asked if line.last is None else asked.where(t.number <= line.last)
    said = [kind.decode() for body in conn.execute(asked.order_by(t.number)).scalars() for kind in SAID.findall(body)]
    return tuple(dict.fromkeys(said))
