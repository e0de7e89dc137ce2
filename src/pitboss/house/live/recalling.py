"""What was asked for by an id that a table remembers only from its trail, after a restart. An id that comes again for
the same act is answered as before; for another act it is refused, and that needs the act itself."""

from typing import Any

from msgspec.structs import replace
from sqlalchemy import Engine

from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read
from pitboss.table import actions as a

_BROUGHT: tuple[tuple[str, Any], ...] = (("commitment", ""), ("meters", ()), ("cards", ()))
"""What the house adds to an act: nobody asked for that."""


def plain(asked: Any) -> Any:
    """An act without what the house brings to it; anything else as it is."""
    if isinstance(asked, a.Action):
        for field, empty in _BROUGHT:
            if getattr(asked, field, empty) != empty:
                asked = replace(asked, **{field: empty})
    return asked


def recalled(engine: Engine, chain: int, number: int) -> Any:
    """What was asked for in this row, as `plain` would have it."""
    with engine.connect() as conn:
        row = next(read(conn, chain, number - 1, number))
    match b.decode(row):
        case b.ActDone(act=act):
            return plain(act)
        case b.OwnSeed(deck=deck, seed=seed):
            return (deck, seed)
        case b.Ready(seat=seat):
            return ("ready", seat)
        case b.Chips(cents=cents, reason=reason):
            return (cents if row.kind == "fill" else -cents, reason)
        case _:
            return None
