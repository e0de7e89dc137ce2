"""Passages of a clause or a reading that are told only where they concern the table: what its equipment does, which
wagers it offers and by which paytable, what its operator chose.

    {if CONDITION: text}      told where the condition holds, and where nothing is known of it
    {at CONDITION: text}      told only where it is known to hold
    CONDITION                 name, name=a|b, name!=a|b; several joined by a comma hold together, `or` between them
    {pays WAGER TABLE LINE}   what that line of the paytable pays; the table by its letter or its number of hands

A name alone is a wager that is offered; a reading's choice, a device, a wager's paytable and the `edition` of the game
under which the table plays stand for their value.
"""

import re
from collections.abc import Mapping

from pitboss.rulebook.book import book
from pitboss.rulebook.devices import by_device_only, count_exempt, reshuffles
from pitboss.rulebook.folders import prefixes
from pitboss.rulebook.pays import words
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import ENVY

Facts = Mapping[str, str]
"""What is known of a table, each by the name of its choice. All of it, if how the cards are dealt is known."""
OFF = "off"

_PASSAGE = re.compile(r"\{(if|at) ([^:{}]+): ?([^{}]*)\}")
_FIGURE = re.compile(r"\{pays (\w+) (\w+) (\w+)\}")


def facts(terms: Terms) -> dict[str, str]:
    """What there is at a table. A cut is not made where a device has all cards, unless it is out of use, and one that
    reshuffles by itself keeps the stub."""
    keeps = reshuffles(terms)
    side = [wager.id for wager in book(terms.game).wagers if wager.optional_offer and terms.wager(wager.id)]
    known = {
        "procedure": terms.procedure,
        "shuffler": terms.shuffler,
        "decks": str(terms.decks),
        "hands": str(min(terms.positions, terms.positions_per_player)),
        "cut": OFF if by_device_only(terms.procedure, reshuffles=keeps) else "on",
        "stub": OFF if keeps else "on",
        "count": OFF if keeps or count_exempt(terms) else "on",
        "side": "on" if side else OFF,
        "sides": str(len(side)),
        "spared": _spared(terms),
        "metered": "on" if any(w.metered and terms.wager(w.family) for w in book(terms.game).wagers) else OFF,
        ENVY: "on" if terms.envy else OFF,
        "breakage": terms.breakage,
        "edition": str(terms.edition) if isinstance(terms.edition, int) else "1",
    }
    for wager in book(terms.game).wagers:
        held = terms.wager(wager.id)
        known[wager.id] = (held.paytable or "on") if held else OFF
    return known | terms.readings


def _spared(terms: Terms) -> str:
    """Which wagers are settled in a void that spares some: the name of one, both of two, all of more, or none."""
    wagers = [w for w in book(terms.game).wagers if terms.wager(w.family) is not None]
    found = [w.id for w in wagers if w.spared or (w.spared_if and terms.readings.get(w.spared_if[0]) == w.spared_if[1])]
    return {0: "none", 1: found[0] if found else "", 2: "both"}.get(len(found), "all")


def holds(condition: str, known: Facts) -> bool | None:
    """Whether a condition holds; None where that is not known."""
    found = [_all(part, known) for part in condition.split(" or ")]
    return True if True in found else None if None in found else False


def _all(condition: str, known: Facts) -> bool | None:
    found = [_one(part.strip(), known) for part in condition.split(",")]
    return False if False in found else None if None in found else True


def _one(condition: str, known: Facts) -> bool | None:
    name, unlike, values = re.split(r"(!?=)", condition) if "=" in condition else (condition, "!=", OFF)
    if name not in known:
        return None if "procedure" not in known else unlike == "!="
    return (known[name] in values.split("|")) == (unlike == "=")


def figures(text: str, reading: str) -> str:
    """The text of a reading, as one paragraph, with what the paytables of its game pay."""
    return _FIGURE.sub(
        lambda found: _pays(prefixes()[reading.partition("-")[0]], *found.groups()), " ".join(text.split())
    )


def _pays(game: str, family: str, table: str, hand: str) -> str:
    found = [
        words(line.pay)
        for each in book(game).paytables
        if each.family == family and table == (each.letter or str(each.column)) and not each.repeats
        for line in each.lines
        if line.hand == hand
    ]
    if len(found) != 1:
        raise LookupError(f"{len(found)} lines {hand} in table {table} of {family}, {game}")
    return found[0]


def told(text: str, known: Facts | None = None) -> str:
    """The text with the passages that concern the table; of no table in particular, as it holds in general. A passage
    that begins with a word stands apart from what is before it."""
    made, end = "", 0
    for found in _PASSAGE.finditer(text):
        made += text[end : found.start()]
        end = found.end()
        held = holds(found[2], known or {})
        if held or (held is None and found[1] == "if"):
            apart = made[-1:].strip() and (found[3][:1].isalnum() or found[3][:1] in ("(", '"'))
            made += f" {found[3]}" if apart else found[3]
    return made + text[end:]
