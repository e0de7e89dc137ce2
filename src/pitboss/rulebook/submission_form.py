"""A submission as a form: which choices the operator of a game has, what may be chosen, and where a choice has a
meaning only beside another. It follows from the game's options and its book: a folder of one's own has a form too.

    form_of(game)                 the sections of the form, each with its fields
    started(game, data)           what stands in the fields where a submission says this
    filled(game, values, rows)    the submission of fields that were filled in"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from pitboss.rulebook.book import Book, Wager, book
from pitboss.rulebook.folders import remembered
from pitboss.rulebook.submission_faults import Path, written
from pitboss.rulebook.submission_options import Option, cites, clause_of, options_of
from pitboss.rulebook.submission_table import APPROVALS
from pitboss.rulebook.terms import DEFINITION_FACTS, FILING_FACTS

Kind = Literal["text", "whole", "amount", "percent", "choice", "truth", "rows"]
Procedure = Literal["manual_shoe", "hand", "automated_shoe"]
Shuffler = Literal["none", "automated", "continuous"]
YES, NO = "true", "false"
UNITS = ("to", "for", "dollars", "meter")


class FormCondition(Struct, frozen=True):
    """A field has a meaning only while another has one of these values."""

    key: str
    values: tuple[str, ...]


class FormField(Struct, frozen=True, kw_only=True):
    """One choice. `values` are those from which one chooses; where there are none, something is written."""

    path: Path
    kind: Kind
    values: tuple[str, ...] = ()
    clause: str = ""
    when: tuple[FormCondition, ...] = ()
    number: bool = False
    """Its values are whole numbers."""
    columns: tuple["FormField", ...] = ()
    """Of rows: what each of them says."""
    named: bool = False
    """Of rows: the first column is the name under which the others stand."""

    @property
    def key(self) -> str:
        """As a file and its faults write it."""
        return written(self.path)


class FormSection(Struct, frozen=True):
    """The fields that belong together. `family` is the wager that they are about, where they are about one."""

    name: str
    fields: tuple[FormField, ...]
    family: str = ""


@remembered
def form_of(game: str) -> tuple[FormSection, ...]:
    """Everything that an operator of this game chooses for a table."""
    the_book = book(game)
    families = dict.fromkeys(w.family for w in the_book.wagers)
    wagers = [FormSection("wager", _wager(the_book, family), family) for family in families]
    sections = [
        FormSection("table", _table(the_book)),
        FormSection("dealing", _dealing(the_book)),
        *wagers,
        FormSection("meters", _meters(the_book)),
        FormSection("limits", _limits(the_book)),
        FormSection("readings", _readings(the_book)),
        FormSection("approvals", _approvals(the_book)),
        FormSection("filing", _filing(the_book)),
    ]
    return tuple(section for section in sections if section.fields)


def _field(the_book: Book, *path: str, kind: Kind = "text", **more: Any) -> FormField:
    return FormField(path=path, kind=kind, clause=more.pop("clause", "") or clause_of(the_book, path), **more)


def _option(the_book: Book, name: str) -> Option | None:
    return next((each for each in options_of(the_book.game) if each.name == name), None)


def _allowed(the_book: Book, name: str, all_of: tuple[str, ...]) -> tuple[str, ...]:
    """The values that the game's option has, among those that a file may have."""
    option = _option(the_book, name)
    return tuple(value for value in all_of if option is None or not option.values or value in option.values)


def _when(*path: str, values: Sequence[str]) -> FormCondition:
    return FormCondition(written(path), tuple(values))


# --- the table and its devices ----------------------------------------------------------------------------------------


def _table(the_book: Book) -> tuple[FormField, ...]:
    most, per_player = the_book.positions_max, the_book.per_player_max
    return (
        _field(the_book, "table"),
        _field(the_book, "operator"),
        _field(the_book, "version", kind="whole"),
        _field(the_book, "practice", kind="truth", values=(NO, YES)),
        _field(
            the_book,
            "positions",
            kind="choice",
            number=True,
            values=_counted(most),
            clause=the_book.positions_clause,
        ),
        _field(
            the_book,
            "positions_per_player",
            kind="choice",
            number=True,
            values=_counted(per_player),
            clause=the_book.per_player_clause,
        ),
    )


def _counted(most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(1, most + 1))


def _dealing(the_book: Book) -> tuple[FormField, ...]:
    devices = _allowed(the_book, "shuffler", get_args(Shuffler))
    has = (_when("dealing", "shuffler", values=[each for each in devices if each != "none"]),)
    loads = (*has, _when("dealing", "procedure", values=[each for each in get_args(Procedure) if each != "hand"]))
    procedures = _allowed(the_book, "procedure", get_args(Procedure))
    return (
        _field(the_book, "dealing", "procedure", kind="choice", values=procedures),
        _field(the_book, "dealing", "shuffler", kind="choice", values=devices),
        _field(
            the_book, "dealing", "decks", kind="choice", number=True, values=_allowed(the_book, "decks", ("1", "2"))
        ),
        _field(the_book, "dealing", "shuffler_counts_cards", kind="truth", values=(NO, YES), when=has),
        _field(the_book, "dealing", "shuffler_loads_shoe", kind="truth", values=(NO, YES), when=loads),
    )


# --- wagers and what they are paid by ---------------------------------------------------------------------------------


def _first(the_book: Book, family: str) -> Wager:
    return next(w for w in the_book.wagers if w.family == family)


def _wager(the_book: Book, family: str) -> tuple[FormField, ...]:
    """Whether it is offered, by which paytable, for how much."""
    wager = _first(the_book, family)
    at = ("wagers", family)
    optional = all(w.optional_offer for w in the_book.wagers if w.family == family)
    while_offered = (_when(*at, "offered", values=[YES]),) if optional else ()
    letters = tuple(letter for letter in the_book.letters(family) if letter)
    fields = []
    if optional:
        fields.append(_field(the_book, *at, "offered", kind="truth", values=(YES, NO)))
    if letters:
        fields.append(_field(the_book, *at, "paytable", kind="choice", values=letters, when=while_offered))
    fields += _amounts(the_book, wager, while_offered)
    floors = [t.letter for t in the_book.paytables if t.family == family and t.floor]
    if wager.unoffered:
        fields.append(_field(the_book, *at, "cards", kind="choice", values=wager.cards, when=while_offered))
        fields.append(_lines(the_book, wager, while_offered))
    elif floors:
        fields.append(_lines(the_book, wager, (*while_offered, _when(*at, "paytable", values=floors))))
    return tuple(fields)


def _amounts(the_book: Book, wager: Wager, when: tuple[FormCondition, ...]) -> list[FormField]:
    at = ("wagers", wager.family)
    if wager.amounts:
        values = tuple(as_dollars(cents) for cents in wager.amounts)
        return [_field(the_book, *at, "amount", kind="choice", values=values, when=when)]
    if wager.unoffered:
        return [_field(the_book, *at, "amount", kind="amount", when=when)]
    if wager.later or wager.equal_to:
        return []
    return [_field(the_book, *at, key, kind="amount", when=when) for key in ("minimum", "maximum", "increment")]


def _lines(the_book: Book, wager: Wager, when: tuple[FormCondition, ...]) -> FormField:
    """A paytable of the operator's own."""
    family = wager.family
    floor = [line.hand for t in the_book.paytables if t.family == family and t.floor for line in t.lines]
    hands = tuple(dict.fromkeys(floor or (*the_book.hands[family], *the_book.groups.get(family, {}))))
    columns = [
        FormField(path=("hand",), kind="choice", values=hands),
        FormField(path=("pays",), kind="whole"),
        FormField(path=("unit",), kind="choice", values=UNITS if wager.metered else ("to",)),
    ]
    if wager.metered:
        columns.append(FormField(path=("meter",), kind="text"))
    return _field(the_book, "wagers", family, "lines", kind="rows", columns=tuple(columns), when=when)


# --- meters, limits, readings, approvals ------------------------------------------------------------------------------


def _meters(the_book: Book) -> tuple[FormField, ...]:
    metered = next((w for w in the_book.wagers if w.metered), None)
    if metered is None:
        return ()
    offered = _when("wagers", metered.family, "offered", values=[YES])
    keys: tuple[tuple[str, Kind], ...] = (("rate", "percent"), ("initial", "amount"), ("reset", "amount"))
    if not the_book.meters:
        columns = (FormField(path=("name",), kind="text"), *(FormField(path=(key,), kind=kind) for key, kind in keys))
        return (_field(the_book, "meters", kind="rows", columns=columns, named=True, when=(offered,)),)
    fields = []
    for name in dict.fromkeys(meter.name for meter in the_book.meters):
        letters = [meter.letter for meter in the_book.meters if meter.name == name]
        when = (offered, _when("wagers", metered.family, "paytable", values=letters))
        fields += [_field(the_book, "meters", name, key, kind=kind, when=when) for key, kind in keys]
    return tuple(fields)


def _limits(the_book: Book) -> tuple[FormField, ...]:
    fields = []
    if "payout_limit" in cites(the_book.game):
        fields.append(_field(the_book, "limits", "payout_limit", clause=cites(the_book.game)["payout_limit"]))
    if _option(the_book, "breakage") is not None:
        rounds_up = (_when("breakage", values=["up_to_chip"]),)
        fields.append(_field(the_book, "breakage", kind="choice", values=("exact", "up_to_chip")))
        fields.append(_field(the_book, "smallest_chip", kind="amount", when=rounds_up))
    return tuple(fields)


def _readings(the_book: Book) -> tuple[FormField, ...]:
    fields = []
    for option in options_of(the_book.game):
        if option.section != "readings":
            continue
        free = "number" in option.values
        fields.append(
            _field(
                the_book,
                "readings",
                option.name,
                kind="text" if free else "choice",
                values=tuple(value for value in option.values if value != "number"),
                when=_needed(the_book, option),
            )
        )
    return tuple(fields)


def _needed(the_book: Book, option: Option) -> tuple[FormCondition, ...]:
    """What an option needs, as far as it is one other field that says it."""
    name, equals, values = option.needs.partition("=")
    if option.needs == "" or "," in option.needs or " or " in option.needs or name.endswith("!"):
        return ()
    if name in ("procedure", "shuffler", "decks"):
        return (_when("dealing", name, values=values.split("|")),)
    if name in {w.family for w in the_book.wagers}:
        offered = _when("wagers", name, "offered", values=[YES])
        return (offered, _when("wagers", name, "paytable", values=values.split("|"))) if equals else (offered,)
    return ()


def _approvals(the_book: Book) -> tuple[FormField, ...]:
    """What must have been approved, unless the table is for practice."""
    known = cites(the_book.game)
    if _option(the_book, "approvals") is None:
        return ()
    real = _when("practice", values=[NO])
    conditions: dict[str, FormCondition | None] = {
        "layout": None,
        "shoe_location": _when("dealing", "procedure", values=["manual_shoe", "automated_shoe"]),
        "automated_shoe": _when("dealing", "procedure", values=["automated_shoe"]),
        "continuous_device": _when("dealing", "shuffler", values=["continuous"]),
    }
    fields = []
    for name in APPROVALS:
        if known.get("continuous" if name == "continuous_device" else name, ""):
            condition = conditions[name]
            when = (real,) if condition is None else (real, condition)
            fields.append(_field(the_book, "approvals", name, when=when))
    for wager in (w for w in the_book.wagers if w.approval):
        offered = _when("wagers", wager.family, "offered", values=[YES])
        fields.append(_field(the_book, "approvals", wager.family, when=(real, offered), clause=wager.approval_clause))
    return tuple(fields)


def _filing(the_book: Book) -> tuple[FormField, ...]:
    """What the papers say of the filing. No table for practice is approved."""
    real = _when("practice", values=[NO])
    facts = [_field(the_book, "filing", name, when=(real,) if name == "approved" else ()) for name in FILING_FACTS]
    columns = tuple(FormField(path=(name,), kind="text") for name in ("name", *DEFINITION_FACTS))
    return (*facts, _field(the_book, "filing", "definitions", kind="rows", columns=columns, named=True))


# --- from a submission, and back --------------------------------------------------------------------------------------


def as_dollars(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


Rows = tuple[tuple[str, ...], ...]


class Filled(Struct, frozen=True):
    """What stands in the fields of a form, by their keys."""

    values: dict[str, str]
    rows: dict[str, Rows]


def started(game: str, data: Mapping[str, Any]) -> Filled:
    """What stands in the fields where a submission says this; what it leaves out is as it would be without a word."""
    values: dict[str, str] = {}
    rows: dict[str, Rows] = {}
    for section in form_of(game):
        for field in section.fields:
            found = _found(data, field.path)
            if field.kind == "rows":
                rows[field.key] = _rows(field, found)
            else:
                values[field.key] = _usual(game, section, field, data) if found is None else said(found)
    return Filled(values, rows)


def said(value: Any) -> str:
    """A value as a field has it: an amount without the cents that are none."""
    if isinstance(value, bool):
        return YES if value else NO
    text = str(value)
    whole, point, rest = text.partition(".")
    return text if not point or not (whole.isdigit() and rest.isdigit()) else f"{whole}.{rest}".rstrip("0").rstrip(".")


def _found(data: Mapping[str, Any], path: Path) -> Any:
    below: Any = data
    for part in path:
        below = below.get(part) if isinstance(below, Mapping) else None
    return below


def _usual(game: str, section: FormSection, field: FormField, data: Mapping[str, Any]) -> str:
    if field.path[-1] == "offered":
        named = isinstance(_found(data, ("wagers", section.family)), Mapping)
        return YES if named or _offered(game, section.family) else NO
    if field.path == ("version",):
        return "1"
    if field.path == ("limits", "payout_limit"):
        return "none"
    if field.path[0] in ("dealing", "readings", "breakage", "practice") and field.values:
        return field.values[0]
    return ""


def _offered(game: str, family: str) -> bool:
    """Whether the rulebook offers it where nobody says otherwise (D-12)."""
    own = next((o for o in options_of(game) if o.name == family and o.section == "wagers"), None)
    if own is not None:
        return own.values[0] == "on"
    return not _first(book(game), family).unoffered


def _rows(field: FormField, found: Any) -> Rows:
    if field.named and isinstance(found, Mapping):
        parts = [{"name": name, **part} for name, part in found.items()]
    else:
        parts = list(found) if isinstance(found, list) else []
    return tuple(tuple(said(part.get(column.path[-1], "")) for column in field.columns) for part in parts)


def filled(game: str, values: Mapping[str, str], rows: Mapping[str, Sequence[Sequence[str]]]) -> dict[str, Any]:
    """The submission that these fields say. A field that has no meaning beside the others, or in which nothing stands,
    is left out: then the check says what is missing."""
    data: dict[str, Any] = {"game": game}
    for section in form_of(game):
        for field in section.fields:
            if not all(values.get(each.key, "") in each.values for each in field.when):
                continue
            value = _of_rows(field, rows.get(field.key, ())) if field.kind == "rows" else _value(field, values)
            if value not in ("", None, [], {}):
                _put(data, field.path, value)
    return data


def _value(field: FormField, values: Mapping[str, str]) -> Any:
    text = values.get(field.key, "").strip()
    if field.kind == "truth":
        return text == YES
    return int(text) if (field.number or field.kind == "whole") and _whole(text) else text


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18


def _of_rows(field: FormField, rows: Sequence[Sequence[str]]) -> Any:
    found = []
    for row in rows:
        said = {column.path[-1]: text.strip() for column, text in zip(field.columns, row, strict=False)}
        part = {key: int(text) if key == "pays" and _whole(text) else text for key, text in said.items() if text}
        if part:
            found.append(part)
    if not field.named:
        return found
    return {part.pop("name", ""): part for part in found}


def _put(data: dict[Any, Any], path: Path, value: Any) -> None:
    below = data
    for part in path[:-1]:
        below = below.setdefault(part, {})
    below[path[-1]] = value
