"""Which values of a book have the wrong form: a text where a number belongs, a number below the least allowed. Each
fault names its key and its line."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from pitboss.rulebook import book as books
from pitboss.rulebook.submission_faults import Path as Key
from pitboss.rulebook.submission_faults import shown
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.words import ENVY


class WrittenLine(Struct):
    """A line of a paytable as it is written."""

    hand: str
    clause: str = ""
    unit: str = "to"
    pays: Annotated[int, Meta(ge=0)] = 0
    per: Annotated[int, Meta(ge=1)] = 1
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


def misshapen(raw: dict[str, Any], lines: Lines) -> list[str]:
    """Every value that has not the right form."""
    one = {plural: singular for singular, plural in books.SINGULAR.items()}
    if found := [fault for place, line in _lines(raw) for fault in _wrong(line, WrittenLine, place)]:
        return [f" line {lines(path)}: {said}" for path, said in found]
    try:
        found = list(_wrong(books.whole(raw), books.Book, ()))
    except (msgspec.ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
        return [f": {error}"]
    return [f" line {lines(tuple(one.get(str(key), key) for key in path))}: {said}" for path, said in found]


def _lines(raw: dict[str, Any]) -> Iterator[tuple[Key, dict[str, Any]]]:
    """The lines of all paytables, and where each stands."""
    for name in ("paytable", ENVY):
        for number, part in enumerate(tables_in(raw.get(name))):
            for row, line in enumerate(tables_in(part.get("lines"))):
                yield (name, number, "lines", row), line


def _wrong(value: Any, shape: Any, path: Key) -> Iterator[tuple[Key, str]]:
    """Where a value is not of its type, and what is expected there: of a record each of its fields, of a list each of
    its members."""
    inner = next(iter(get_args(shape)), None)
    if isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, Struct):
        for field in msgspec.structs.fields(shape):
            if field.name in value:
                yield from _wrong(value[field.name], field.type, (*path, field.name))
    elif isinstance(value, list) and get_origin(shape) is tuple and get_args(shape)[1:] == (...,):
        for number, each in enumerate(value):
            yield from _wrong(each, inner, (*path, number))
    elif isinstance(value, dict) and get_origin(shape) is dict:
        for key, each in value.items():
            if isinstance(key, str):  # another was made of a wrong value, which is told where it stands
                yield from _wrong(each, get_args(shape)[1], (*path, key))
    else:
        try:
            msgspec.convert(value, shape)
        except msgspec.ValidationError as error:
            said, _, place = str(error).partition(" - at `$")
            steps = tuple(word or int(number) for word, number in _STEP.findall(place))
            yield (*path, *steps), _plainly(said, (*path, *steps), _at(value, steps))


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
