"""Which values of a book have the wrong form: a text where a number belongs, a number below the least allowed. Each
fault names its key and its line."""

import re
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from pitboss.rulebook import book as books
from pitboss.rulebook.submission_faults import Path as Key
from pitboss.rulebook.submission_faults import choice, near, shown
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import ENVY

MOST = 1_000_000_000
"""What a line can pay, or share, at most: far above any casino's figures, far below what the records can hold."""


class WrittenLine(Struct):
    """A line of a paytable as it is written."""

    hand: str
    clause: str = ""
    unit: Literal["to", "for", "dollars", "meter", "push"] = "to"
    pays: Annotated[int, Meta(ge=0, le=MOST)] = 0
    per: Annotated[int, Meta(ge=1, le=MOST)] = 1
    meter: str = ""
    stake_back: bool = False


_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_EXPECTED = re.compile(r"Expected `([^`]+)`(?:, got `[^`]+`| (>=|<=|>|<) (-?\d+))$")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in square brackets",
    "object": "a table of keys and values",
}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def not_tables(found: Any, at: Key, lines: Lines) -> Iterator[str]:
    """Where a part of the book, or the lines of one of its tables, is something else than a list of tables."""
    if found is not None and not (isinstance(found, list) and all(isinstance(each, dict) for each in found)):
        yield f" line {lines(at)}: `{at[-1]}` must be a list of tables, not {shown(found)}"
        return
    for number, part in enumerate(found or []):
        yield from not_tables(part.get("lines"), (*at, number, "lines"), lines)


def tables_in(found: Any) -> list[dict[str, Any]]:
    return [each if isinstance(each, dict) else {} for each in found] if isinstance(found, list) else []


class WrittenClause(Struct):
    """A clause that stands in the book."""

    id: str
    wording: str
    kind: str = "compute"


class WrittenGuide(Struct):
    """What a book says of a step; by dealing procedure where it differs."""

    title: str = ""
    clause: str = ""
    also: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()


def misshapen(raw: dict[str, Any], lines: Lines, *, complete: bool = True) -> list[str]:
    """Every value that has not the right form. A book that is not `complete` has keys missing, which are told."""
    one = {plural: singular for singular, plural in books.SINGULAR.items()}
    parts: list[tuple[Key, Any, Any]] = [(place, line, WrittenLine) for place, line in _lines(raw)]
    parts += [(("clause", n), part, WrittenClause) for n, part in enumerate(tables_in(raw.get("clause")))]
    parts += list(_cites(raw)) + list(_guides(raw))
    found = [fault for place, part, shape in parts for fault in wrong(part, shape, place)]
    told = [f" line {lines(path)}: {said}" for path, said in found]
    if any(shape is WrittenLine for place, part, shape in parts for _ in wrong(part, shape, place)):
        return told
    try:
        found = list(wrong(books.whole(raw), books.Book))
    except (msgspec.ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
        return told or [f": {error}"] * complete
    return told + [f" line {lines(tuple(one.get(str(key), key) for key in path))}: {said}" for path, said in found]


def _cites(raw: dict[str, Any]) -> Iterator[tuple[Key, Any, Any]]:
    for key, cited in raw["cites"].items() if isinstance(raw.get("cites"), dict) else ():
        yield ("cites", key), cited, dict[str, str] if isinstance(cited, dict) else str


def _guides(raw: dict[str, Any]) -> Iterator[tuple[Key, Any, Any]]:
    """The guides, and what they say of one dealing procedure."""
    for step, guide in raw["guides"].items() if isinstance(raw.get("guides"), dict) else ():
        yield ("guides", step), guide, WrittenGuide
        for procedure in PROCEDURES if isinstance(guide, dict) else ():
            if procedure in guide:
                yield ("guides", step, procedure), guide[procedure], WrittenGuide


def unlike(raw: Any, shape: Any, lines: Lines) -> list[str]:
    """Everything in a file that is not of its shape: unknown and missing keys, and values of another kind."""
    found = [*_keys(raw, shape, ()), *wrong(raw, shape)]
    told = sorted((lines(path), said) for path, said in found)
    return [f" line {line}: {said}" for line, said in told]


def _keys(value: Any, shape: Any, path: Key) -> Iterator[tuple[Key, str]]:
    shape = _given(shape)
    if isinstance(value, list) and get_origin(shape) is tuple:
        for number, each in enumerate(value):
            yield from _keys(each, get_args(shape)[0], (*path, number))
    elif isinstance(value, dict) and get_origin(shape) is dict:
        for key, each in value.items():
            yield from _keys(each, get_args(shape)[1], (*path, key))
    elif isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, Struct):
        known = {field.name: field for field in msgspec.structs.fields(shape)}
        for key, each in value.items():
            if key in known:
                yield from _keys(each, known[key].type, (*path, key))
            else:
                yield (*path, key), no_key(str(key), known)
        for name, field in known.items():
            if field.required and name not in value:
                yield (*path, name), f"'{name}' is missing"


def _given(shape: Any) -> Any:
    """What a record that may be left out must be where it is given."""
    kinds = (
        [each for each in get_args(shape) if each is not NoneType] if get_origin(shape) in (Union, UnionType) else []
    )
    return kinds[0] if len(kinds) == 1 else shape


def no_key(key: str, known: Iterable[str]) -> str:
    hint = near(key, known)
    return f"there is no key '{key}'{f'; {hint}' if hint else ''}"


def _lines(raw: dict[str, Any]) -> Iterator[tuple[Key, dict[str, Any]]]:
    """The lines of all paytables, and where each stands."""
    for name in ("paytable", ENVY):
        for number, part in enumerate(tables_in(raw.get(name))):
            for row, line in enumerate(tables_in(part.get("lines"))):
                yield (name, number, "lines", row), line


def wrong(value: Any, shape: Any, path: Key = ()) -> Iterator[tuple[Key, str]]:
    """Where a value is not of its type, and what is expected there: of a record each of its fields, of a list each of
    its members."""
    shape = _given(shape) if isinstance(value, dict) else shape
    inner = next(iter(get_args(shape)), None)
    if isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, Struct):
        for field in msgspec.structs.fields(shape):
            if field.name in value:
                yield from wrong(value[field.name], field.type, (*path, field.name))
    elif isinstance(value, list) and get_origin(shape) is tuple and get_args(shape)[1:] == (...,):
        for number, each in enumerate(value):
            yield from wrong(each, inner, (*path, number))
    elif isinstance(value, dict) and get_origin(shape) is dict:
        for key, each in value.items():
            if isinstance(key, str):  # another was made of a wrong value, which is told where it stands
                yield from wrong(each, get_args(shape)[1], (*path, key))
    else:
        try:
            msgspec.convert(value, shape)
        except msgspec.ValidationError as error:
            said, _, place = str(error).partition(" - at `$")
            steps = tuple(word or int(number) for word, number in _STEP.findall(place))
            yield (*path, *steps), _one_of(value, shape, path) or _plainly(said, (*path, *steps), _at(value, steps))


def _one_of(value: Any, shape: Any, path: Key) -> str:
    """What is said where only some words are allowed."""
    if get_origin(shape) is not Literal:
        return ""
    return f"`{path[-1]}` must be {choice(map(str, get_args(shape)))}, not {shown(value)}"


def _at(value: Any, steps: Key) -> Any:
    """What stands below a value at this place; the value itself where the place cannot be followed."""
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return value
    return value


def _plainly(said: str, path: Key, given: Any) -> str:
    """What the reader of the book expected, in words; its own where these words do not cover it."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    found = _EXPECTED.match(said)
    if not key or found is None:
        return f"`{key}`: {said}" if key else said
    kinds = [_KINDS.get(kind, kind) for kind in found[1].split(" | ") if kind != "null"]
    least = f" of {_BOUNDS[found[2]]} {found[3]}" if found[2] else ""
    member = "every member of " if isinstance(path[-1], int) else ""
    return f"{member}`{key}` must be {' or '.join(kinds)}{least}, not {shown(given)}"
