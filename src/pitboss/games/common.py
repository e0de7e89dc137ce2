"""Rows and mishaps that several rulebooks share word for word. Each game passes its own clauses."""

from msgspec.structs import replace

from pitboss.rulebook.pays import LOSE, RETURNED
from pitboss.rulebook.roles import FLOOR, who_may
from pitboss.table.definition import Mishap, Row
from pitboss.table.state import ABANDONED, FORFEITED, SPARED, VOID
from pitboss.table.vocabulary import Consequence

BY_ANYONE = who_may("sit", "deal", "floor")


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
                by=FLOOR,
                reading="X-05",
            )
            if by_place and ruling == "misdealt":
                rows.append(replace(row, consequence="by_place", option=by_place, since=2))
            rows.append(row)
    return tuple(rows)


def cards_run_out(
    clauses: dict[str, tuple[str, str]], dealing: tuple[str, ...], by_hand: tuple[str, ...] = ()
) -> tuple[Mishap, ...]:
    """The deck is found to be short while it is dealt: as with a count that is wrong, the cards not misdealt.

    `clauses` as in `late_counts`. `by_hand`: the steps where no machine deals whole hands, unless they are the same."""
    title = "the cards run out during the deal"
    during = {"automated_shoe": dealing}
    return tuple(
        Mishap("cards_run_out", title, "void_remove", clause, during.get(procedure, by_hand or dealing), (procedure,))
        for procedure, (_, clause) in clauses.items()
    )


def found_face_up(
    one: str, several: str, dealing: tuple[str, ...], by_hand: tuple[str, ...] = ()
) -> tuple[Mishap, ...]:
    """One card found face up is replaced or ends the deal, several end it (X-07). `by_hand`: the steps in which a
    card can be replaced, unless they are all those of the deal."""
    stack, first = "a card is found face up in a stack", by_hand or dealing
    return (
        Mishap("card_face_up", "a card is found face up in the shoe or the deck", "replace", one, first,
               procedures=("manual_shoe", "hand"), repeated=False, reading="X-07"),
        Mishap("card_face_up", stack, "void", one, dealing,
               procedures=("automated_shoe",), option=("face_up_in_stack", "void"), repeated=False, reading="X-07"),
        Mishap("card_face_up", stack, "complete_later", one, first,
               procedures=("automated_shoe",), option=("face_up_in_stack", "complete_from_stub"), repeated=False,
               reading="X-07"),
        Mishap("card_face_up", "more than one card is found face up", "void", several, dealing, repeated=True),
    )  # fmt: skip


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
