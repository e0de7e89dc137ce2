"""Tables of every equipment, with every wager offered or not and by every paytable, and each sentence that is filed of
one."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from paper.reading import EVERYTHING, METER
from pitboss.games import rules_for
from pitboss.paper.submission import data
from pitboss.paper.submission_choices import NOT_ASKED
from pitboss.rulebook.book import book
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.terms import Terms
from support import DRAGON, LIR, TOP5, UTH, rules

EQUIPMENT: dict[str, dict[str, Any]] = {
    "manual shoe": {"procedure": "manual_shoe", "shuffler": "none"},
    "manual shoe, shuffler": {"procedure": "manual_shoe", "shuffler": "automated"},
    "hand": {"procedure": "hand", "shuffler": "automated"},
    "automated shoe": {"procedure": "automated_shoe", "shuffler": "automated"},
    "automated shoe, counted": {
        "procedure": "automated_shoe",
        "shuffler": "automated",
        "shuffler_counts_cards": True,
    },
    "manual shoe, continuous": {"procedure": "manual_shoe", "shuffler": "continuous"},
    "hand, continuous": {"procedure": "hand", "shuffler": "continuous"},
    "automated shoe, continuous": {"procedure": "automated_shoe", "shuffler": "continuous"},
}
READ = ("manual shoe", "automated shoe", "automated shoe, continuous")
"""With which equipment each value of each reading is told."""
SIDE = {
    DRAGON: ("three_card_bonus", "dragon", "progressive"),
    TOP5: ("top_five_bonus", "poker_bonus"),
    LIR: ("five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive"),
    UTH: ("trips", "cover_all", "progressive"),
}
_METERS = {
    **dict.fromkeys("ABC", ("Progressive",)),
    "D": ("Major Progressive", "Minor Progressive"),
    **dict.fromkeys("EF", ("Mega Progressive", "Major Progressive", "Minor Progressive")),
}


def equipment(game: str) -> list[str]:
    """What the rules of the game know: MA-UTH has no device that reshuffles by itself."""
    return [name for name in EQUIPMENT if game != UTH or "continuous" not in name]


@cache
def table(game: str, dealing: str, offered: tuple[str, ...], letters: tuple[tuple[str, str], ...] = ()) -> Terms:
    """A table with this equipment and these side wagers, by these paytables. A wager that needs another device is
    offered all the same: what is said of it is asked, not whether it may be."""
    full = EVERYTHING[game]
    with_progressive = "progressive" in offered
    wagers: dict[str, Any] = {}
    if with_progressive:
        wagers["progressive"] = dict(full["wagers"]["progressive"])
    elif game == LIR:
        wagers["progressive"] = {"offered": False}
    for name in SIDE[game]:
        if name != "progressive":
            wagers[name] = {"offered": name in offered}
    for name, letter in letters:
        wagers.setdefault(name, {})["paytable"] = letter
    meters = full.get("meters", {}) if with_progressive else {}
    if with_progressive and game == LIR:
        names = _METERS[wagers["progressive"]["paytable"]]
        meters = {name: METER | {"initial": 10_000, "reset": 10_000} for name in names}
    more: dict[str, Any] = {"wagers": wagers, "meters": meters, "positions_per_player": 1 if game == UTH else 2}
    if game == UTH and with_progressive and "trips" not in offered:
        more["readings"] = {"progressive_requires_trips": False}
    if game == UTH and "cover_all" in offered:
        made = rules(game, "automated_shoe", **more).terms
        return replace(made, **{key: EQUIPMENT[dealing][key] for key in ("procedure", "shuffler")})
    return rules(game, "manual_shoe", dealing=EQUIPMENT[dealing], **more).terms


def offers(game: str) -> Iterator[tuple[str, ...]]:
    """All side wagers, none, each alone, and all but one."""
    every = SIDE[game]
    found = [every, (), *((name,) for name in every), *(tuple(n for n in every if n != name) for name in every)]
    yield from dict.fromkeys(found)


def tables(game: str) -> Iterator[tuple[str, Terms]]:
    """Every equipment with all wagers and with none; each offer and each paytable at one table; each value of each
    reading at some of the equipment."""
    for dealing in equipment(game):
        for offered in (SIDE[game], ()):
            made = table(game, dealing, offered)
            yield f"{dealing}, {offered}", made
            for name, option in reading_options(game).items():
                for value in option.values[1:] if dealing in READ else ():
                    said = "9" if value == "number" else value
                    yield f"{dealing}, {offered}, {name}={value}", read_as(made, **{name: said})
    for offered in offers(game):
        yield f"{offered}", table(game, "automated shoe", offered)
    for wager in dict.fromkeys(wager.family for wager in book(game).wagers):
        for letter in filter(None, book(game).letters(wager)):
            yield f"{wager} {letter}", table(game, "manual shoe", SIDE[game], ((wager, letter),))


def read_as(terms: Terms, **readings: str) -> Terms:
    return replace(terms, readings=terms.readings | {k: v for k, v in readings.items() if k in terms.readings})


@cache
def _filed(digest: str) -> dict[str, Any]:
    return data(rules_for(_KNOWN[digest]), [], None, [], "", "")


_KNOWN: dict[str, Terms] = {}


def filed(terms: Terms) -> dict[str, Any]:
    """What a submission of these terms prints, without the odds; worked out once."""
    _KNOWN[terms.digest] = terms
    return _filed(terms.digest)


def readings(terms: Terms) -> dict[str, str]:
    """Choice and reason of every reading that is filed, by its id."""
    parts = ("chosen_readings", "fixed_readings")
    return {it["id"]: f"{it['choice']} {it['reason']}" for part in parts for it in filed(terms)[part]}


def about_offers(terms: Terms) -> set[str]:
    """The readings behind the choice whether a wager is offered, and of what a submission must state: they speak of
    wagers that may be offered."""
    rows = [row for part in filed(terms)["sections"] if part["title"] == "Wagers and paytables" for row in part["rows"]]
    return {"X-25"} | {row[4] for row in rows if row[2].lstrip("*") in ("off", NOT_ASKED)}
