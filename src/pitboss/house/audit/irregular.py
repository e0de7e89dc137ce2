"""Rounds by the kind of irregularity that was reported in them. The index of rounds counts irregularities; of which
kind they were the trail says."""

from functools import cache
from typing import Any

from sqlalchemy import Connection, LargeBinary, exists, func, literal

from pitboss.games import game
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.rulebook.book import GAMES
from pitboss.table import events as e

ANY = "any"


@cache
def kinds() -> tuple[str, ...]:
    """Every kind of irregularity that a rulebook of the house knows, in their order."""
    return tuple(dict.fromkeys(row.kind for each in GAMES for row in game(each).mishaps))


def with_irregularity(conn: Connection, kind: str) -> list[Any]:
    """What holds for the rounds in which this was reported."""
    r, t = schema.rounds.c, schema.trail.c
    if kind != ANY and kind not in kinds():
        raise AuditTrouble(
            "irregularity", f"there is no irregularity '{kind[:60]}'; the kinds are: {', '.join((ANY, *kinds()))}"
        )
    if kind == ANY:
        return [r.irregularities > 0]
    # As the event stands in a row. In what somebody typed a quotation mark never stands by itself.
    said = literal(f'"is":"{e.Irregularity.__name__}","kind":"{kind}"'.encode(), LargeBinary)
    found = func.instr(t.body, said) if conn.dialect.name == "sqlite" else func.pg_catalog.position(t.body, said)
    rows = (t.chain == r.chain, t.number >= r.first, t.number <= r.last, t.kind == "act")
    return [r.irregularities > 0, exists().where(*rows, found > 0)]
