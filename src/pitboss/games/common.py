"""Rows and mishaps that several rulebooks share word for word. Each game passes its own clauses."""

from msgspec.structs import replace

from pitboss.rulebook.pays import LOSE, RETURNED
from pitboss.table.definition import Mishap, Row
from pitboss.table.people import FLOOR_OR_ABOVE
from pitboss.table.state import ABANDONED, FORFEITED, SPARED, VOID
from pitboss.table.vocabulary import Consequence

BY_FLOOR = ("dealer", *FLOOR_OR_ABOVE)
BY_ANYONE = ("player", *BY_FLOOR)


def out_of_play(wagers: tuple[str, ...], *, void: str, left: str, forfeit: str = "") -> tuple[Row, ...]:
    """A void hand's wagers go back; abandoned and forfeited ones are lost, side wagers too (X-01, X-10, X-12)."""
    return (
        Row(void, wagers, {"standing": (VOID, SPARED)}, RETURNED, "X-01"),
        Row(left, wagers, {"standing": (ABANDONED,)}, LOSE, "X-10"),
        Row(forfeit or left, wagers, {"standing": (FORFEITED,)}, LOSE, "X-12"),
    )


def late_counts(
    during: tuple[str, ...], clauses: dict[str, tuple[str, str]], by_place: tuple[str, str] | None = None
) -> tuple[Mishap, ...]:
    """A wrong count reported outside the stub step: a floorperson says whether the cards were misdealt (X-05).

    `clauses`: procedure → the clause for misdealt cards, the clause for others. `by_place`: the reading by which a
    misdeal has the consequence of the place that is wrong, however it is found; since the second edition such a place
    is reported by itself."""
    rows: list[Mishap] = []
    for procedure, (misdealt, not_misdealt) in clauses.items():
        found: tuple[tuple[str, Consequence, str], ...] = (
            ("misdealt", "void", misdealt),
            ("not_misdealt", "void_remove", not_misdealt),
        )
        for ruling, consequence, clause in found:
            title = f"a count of the stub is wrong, the cards {'were' if ruling == 'misdealt' else 'were not'} misdealt"
            row = Mishap(
                "wrong_count",
                title,
                consequence,
                clause,
                during,
                (procedure,),
                ruling=ruling,
                by=FLOOR_OR_ABOVE,
                reading="X-05",
            )
            if by_place and ruling == "misdealt":
                rows.append(replace(row, consequence="by_place", option=by_place, since=2))
            rows.append(row)
    return tuple(rows)


def device_fails(clause: str, in_round: tuple[str, ...], reading: str = "") -> tuple[Mishap, ...]:
    """The shuffler may fail at any time; a shoe that fails in the deal jams first (X-13)."""
    title = "a device cannot be used any more"
    return (
        Mishap(
            "device_fails",
            title,
            "set_aside_device",
            clause,
            ("between", "bets", *in_round),
            place=("shuffler",),
            reading=reading,
        ),
        Mishap(
            "device_fails", title, "set_aside_device", clause, ("between", "bets"), place=("shoe",), reading=reading
        ),
    )
