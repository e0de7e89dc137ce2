"""Rows and mishaps that several rulebooks share word for word. Each game passes its own clauses."""

from pitboss.rulebook.pays import LOSE, RETURNED
from pitboss.table.definition import Row
from pitboss.table.people import FLOOR_OR_ABOVE
from pitboss.table.state import ABANDONED, FORFEITED, LIVE, SPARED, VOID

ALIVE = (LIVE,)
BY_FLOOR = ("dealer", *FLOOR_OR_ABOVE)
BY_ANYONE = ("player", *BY_FLOOR)


def out_of_play(wagers: tuple[str, ...], *, void: str, left: str, forfeit: str = "") -> tuple[Row, ...]:
    """A void hand's wagers go back; abandoned and forfeited ones are lost, side wagers too (X-01, X-10, X-12)."""
    return (
        Row(void, wagers, {"standing": (VOID, SPARED)}, RETURNED, "X-01"),
        Row(left, wagers, {"standing": (ABANDONED,)}, LOSE, "X-10"),
        Row(forfeit or left, wagers, {"standing": (FORFEITED,)}, LOSE, "X-12"),
    )
