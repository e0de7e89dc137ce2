"""A submission in words: what each field of its form is called, what its values mean, and what one submission has
otherwise than another."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.rulebook.book import book
from pitboss.rulebook.submission_form import NO, YES, FormField, FormSection, Rows, form_of, started
from pitboss.rulebook.submission_options import options_of
from pitboss.rulebook.words import hand_words, limited_title, sentence, wager_title
from pitboss.wording.plainly import about, plain
from pitboss.wording.things import PROCEDURES

SECTIONS = {
    "table": "The table",
    "dealing": "Dealing and shuffling",
    "meters": "Meters",
    "limits": "Limits and rounding",
    "readings": "Where the rulebook leaves a choice",
    "approvals": "References of approvals",
    "filing": "The filing",
}
"""Sections that are about no wager in particular."""
LABELS = {
    "table": "Name of the table",
    "operator": "Operator",
    "version": "Version of the terms",
    "practice": "For practice only",
    "procedure": "How the cards are dealt",
    "shuffler": "Shuffling device",
    "decks": "Decks",
    "shuffler_counts_cards": "The device counts the cards",
    "shuffler_loads_shoe": "The device loads the shoe",
    "offered": "Offered",
    "paytable": "Paytable",
    "minimum": "Minimum",
    "maximum": "Maximum",
    "increment": "Steps",
    "amount": "Amount",
    "cards": "Cards that count",
    "lines": "Lines of your own paytable",
    "meters": "Your own meters",
    "payout_limit": "Most that one hand wins",
    "breakage": "Payments that are not whole chips",
    "smallest_chip": "Smallest chip",
    "layout": "Layout",
    "shoe_location": "Place of the shoe",
    "automated_shoe": "Automated shoe",
    "continuous_device": "Device that reshuffles continuously",
    "hand": "Hand",
    "pays": "Pays",
    "unit": "In what",
    "meter": "From the meter",
    "name": "Name",
    "rate": "Rate in percent of the wager",
    "initial": "Begins with",
    "reset": "Is reset to",
    "approved": "Approved by the regulator on",
    "effective": "Effective from",
    "licence": "Licence number",
    "contact": "Contact",
    "preparer": "Prepared by",
    "helpline": "Line about problem gambling",
    "definitions": "Wagers of your own definition",
    "reason": "Why it is offered",
    "jurisdictions": "Where else it is offered",
    "rights": "Copyrights, trademarks, patents",
}
"""What is called the same in all games; other choices have their own titles."""
VALUES = {
    YES: "yes",
    NO: "no",
    **{name: said for name, said in PROCEDURES.items() if name != "hand"},
    "exact": "paid exactly, to the cent",
    "up_to_chip": "rounded up to the smallest chip",
    "to": "to 1",
    "for": "for 1",
    "dollars": "dollars",
    "meter": "percent of a meter",
}
_IN_DEALING = {
    "hand": PROCEDURES["hand"],
    "automated": "a shuffler",
    "continuous": "a device that reshuffles continuously",
}


_EQUATION = re.compile(r'\b([a-z][\w.]*) = "?([\w.]+)"?')
_DOTTED = re.compile(r"\b[a-z]\w*(?:\.\w+)+\b")


class FormChange(Struct, frozen=True):
    """What one field says otherwise."""

    section: str
    label: str
    clause: str
    before: str
    after: str


def section_title(game: str, section: FormSection) -> str:
    """What the fields are about."""
    return limited_title(book(game), section.family) if section.family else SECTIONS[section.name]


def label_of(game: str, section: FormSection, field: FormField) -> str:
    """What a field is called."""
    *around, name = (str(part) for part in field.path)
    if around[:1] == ["meters"]:
        return f"{around[1]}: {LABELS[name][:1].lower()}{LABELS[name][1:]}"
    if around == ["readings"] or name.startswith("positions"):
        own = {option.name: option.title for option in options_of(game)}
        return about(name) if name not in own else own[name].partition(";")[0]
    return LABELS.get(name) or wager_title(book(game), name)


def value_words(game: str, field: FormField, value: str) -> str:
    """A value of a field, as people say it."""
    if field.path[0] == "dealing" and value in _IN_DEALING:
        return _IN_DEALING[value]
    if field.path == ("hand",):
        return hand_words(book(game), value)
    if field.path[-1] == "amount" and field.values:
        return f"${value}"
    if value in VALUES and field.path[0] != "readings":
        return VALUES[value]
    return value if field.kind != "choice" else plain(value)


def in_form_words(game: str, text: str) -> str:
    """What is said of a submission, with its fields by their labels instead of their keys: not `dealing.decks = 2`,
    but `the choice “Decks: 2”`."""
    fields = {field.key: (section, field) for section in form_of(game) for field in section.fields}
    short = {str(field.path[-1]): key for key, (_, field) in fields.items() if field.path[0] != "wagers"}

    def equation(found: re.Match[str]) -> str:
        key = found[1] if found[1] in fields else short.get(found[1], "")
        if not key:
            return found[0]
        section, field = fields[key]
        return f"the choice “{label_of(game, section, field)}: {value_words(game, field, found[2])}”"

    def dotted(found: re.Match[str]) -> str:
        return f"the choice “{label_of(game, *fields[found[0]])}”" if found[0] in fields else found[0]

    return _DOTTED.sub(dotted, _EQUATION.sub(equation, text))


def changes(game: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[FormChange]:
    """What a submission has otherwise than another, field by field. A field that has no meaning in either is left
    out."""
    return list(_changes(game, before, after))


def _changes(game: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[FormChange]:
    was, will = started(game, before), started(game, after)
    for section in form_of(game):
        for field in section.fields:
            first, then = (_stands(game, field, each.values, each.rows) for each in (was, will))
            if first != then:
                title, label = section_title(game, section), label_of(game, section, field)
                yield FormChange(title, label, field.clause, first, then)


def _stands(game: str, field: FormField, values: Mapping[str, str], rows: Mapping[str, Rows]) -> str:
    """What a field says; nothing where it has no meaning beside the others."""
    if not all(values.get(each.key, "") in each.values for each in field.when):
        return ""
    if field.kind == "rows":
        return "; ".join(_row(game, field, row) for row in rows.get(field.key, ()))
    value = values.get(field.key, "")
    if field.kind == "amount" or field.path[-1] == "payout_limit":
        return f"${value}" if value[:1].isdigit() else plain(value)
    if field.kind == "percent":
        return f"{value}%" if value else ""
    return sentence(value_words(game, field, value)) if field.kind in ("choice", "truth") else value


def _row(game: str, field: FormField, row: tuple[str, ...]) -> str:
    words = [value_words(game, column, each) for column, each in zip(field.columns, row, strict=False) if each]
    return " ".join(words)
