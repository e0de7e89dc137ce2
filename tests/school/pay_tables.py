"""The tables that tests settle: every game as it is usually offered, and some with what few tables offer."""

from functools import cache
from typing import Any

from msgspec import Struct

from pitboss.rulebook.submission import merge
from pitboss.table.rules import Rules
from progressives import METER, progressive
from school.payers import Table, table
from school.school_support import GAMES, rules_of, tasks
from support import DEALING, DRAGON, LIR, SHIPPED, UTH, rules

DRILL = "pay-table"
SEEDS = 8


class Variant(Struct, frozen=True):
    """A game under terms of its own."""

    game: str
    procedure: str
    changes: dict[str, Any]


VARIANTS: dict[str, Variant] = {
    "cover all and a progressive": Variant(
        UTH, "automated_shoe", merge({"wagers": {"cover_all": {"offered": True}}}, progressive(UTH, {METER: "5"}))
    ),
    "payments rounded up": Variant(UTH, "hand", {"breakage": "up_to_chip", "smallest_chip": 1}),
    "a progressive of its own": Variant(DRAGON, "hand", progressive(DRAGON, {METER: "5"})),
    "three meters": Variant(
        LIR,
        "hand",
        progressive(
            LIR, dict.fromkeys(("Mega Progressive", "Major Progressive", "Minor Progressive"), "1"), letter="F"
        ),
    ),
    "a low payout limit": Variant(
        LIR, "manual_shoe", {"wagers": {"six_card_bonus": {"offered": False}}, "limits": {"payout_limit": 25_000}}
    ),
}
TABLES = (*GAMES, *VARIANTS)


@cache
def bound(name: str) -> Rules:
    """The rules of such a table."""
    if name not in VARIANTS:
        return rules_of(name)
    found = VARIANTS[name]
    return rules(found.game, found.procedure, **found.changes)


def submission(name: str) -> dict[str, Any]:
    """What differs from the default submission of the game."""
    if name not in VARIANTS:
        return {"dealing": DEALING["manual_shoe"]} if name in SHIPPED else {}
    return {"dealing": DEALING[VARIANTS[name].procedure], **VARIANTS[name].changes}


@cache
def tables(name: str) -> tuple[Table, ...]:
    """Some tables of every topic."""
    return tuple(table(bound(name), task) for task in tasks(bound(name), DRILL, SEEDS))
