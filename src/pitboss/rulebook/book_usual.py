"""What a book may leave out, made up from what it says: the clauses of paytables, the hands that their lines name, the
layout of a plain table."""

from typing import Any

from pitboss.rulebook.cited import Cited
from pitboss.rulebook.words import ENVY

SHARED = (
    ("dealer_cards", "Dealer's cards"),
    ("community", "Community cards"),
    ("dealer_place", "Dealer's place, opposite the players"),
    ("inventory", "Table inventory container"),
    ("drop_box", "Drop box"),
    ("tip_box", "Tip box"),
    ("discard_rack", "Discard rack"),
)
"""What lies or stands at a plain table."""
INSCRIPTIONS = (
    {"id": "operator", "clause": "", "on_sign": False},
    {"id": "odds", "clause": ""},
    {"id": "out_of_order", "clause": "", "text": "Out of order"},
    {"id": "practice", "clause": "", "text": "Practice, not approved for gaming"},
)
"""What a plain table says."""


def completed(raw: dict[str, Any]) -> dict[str, Any]:
    """The book with everything that it left out. Its wagers, tables, areas and inscriptions are lists already."""
    wagers = [{"family": wager["id"], **wager} for wager in raw["wagers"]]
    clauses = Cited({wager["family"]: wager["clause"] for wager in reversed(wagers)})
    tables = [_table(table, clauses) for table in raw["paytables"]]
    return {
        **raw,
        "wagers": wagers,
        "paytables": tables,
        ENVY: [_table(table, clauses) for table in raw.get(ENVY, [])],
        "hands": {**_hands(tables, raw.get("groups", {})), **raw.get("hands", {})},
        "areas": raw["areas"] or _areas(wagers),
        "inscriptions": raw["inscriptions"] or list(INSCRIPTIONS),
    }


def _table(raw: dict[str, Any], clauses: Cited) -> dict[str, Any]:
    """A table whose lines have clauses: their own, else that of the table, else that of its wager."""
    usual = raw.get("clause") or clauses[raw.get("family", "")]
    return {**raw, "lines": [{"unit": "to", "clause": usual, **line} for line in raw["lines"]]}


def _hands(tables: list[dict[str, Any]], groups: dict[str, Any]) -> dict[str, list[str]]:
    """The hands that the lines of the paytables name, family by family."""
    found: dict[str, dict[str, None]] = {}
    for table in tables:
        together = groups.get(table["family"], {})
        named = [hand for line in table["lines"] for hand in together.get(line["hand"], (line["hand"],))]
        found.setdefault(table["family"], {}).update(dict.fromkeys(named))
    return {family: list(hands) for family, hands in found.items()}


def _areas(wagers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A betting area for every wager and a place for the cards before each player, and what the dealer has."""
    made = [{**{key: w[key] for key in ("id", "title", "clause")}, "per_seat": True, "wager": w["id"]} for w in wagers]
    made.append({"id": "cards", "title": "Player's cards", "clause": "", "per_seat": True})
    return made + [{"id": name, "title": title, "clause": ""} for name, title in SHARED]
