"""What is wrong with the files of a game's folder: each fault with its file and line, all of them at once."""

import csv
import re
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from pitboss.rulebook import book as books
from pitboss.rulebook.cited import CITES, VERIFY
from pitboss.rulebook.cited import SUBMISSION as SUBMISSION_KEYS
from pitboss.rulebook.clauses import FILE as CLAUSES
from pitboss.rulebook.clauses import KINDS
from pitboss.rulebook.folder_form import WrittenClause, WrittenLine, misshapen, no_key, not_tables, tables_in, unlike
from pitboss.rulebook.folder_sense import senseless
from pitboss.rulebook.folder_shapes import SHAPES
from pitboss.rulebook.folders import BOOK, head
from pitboss.rulebook.submission_faults import FaultList, choice, shown
from pitboss.rulebook.submission_faults import Path as Key
from pitboss.rulebook.submission_lines import Lines

SUBMISSION, OPTIONS = "submission.toml", "options.toml"


def faults_in_files(place: Path) -> list[str]:
    """Every fault of book, clauses and the other files; nothing where they are as they should be."""
    if not place.is_dir():
        return ["there is no such folder"]
    if not (place / BOOK).is_file():
        return [f"{BOOK}: there is no such file"]
    files = sorted(place.glob("*.toml"), key=lambda file: (file.name != BOOK, file.name))
    return [*(fault for file in files for fault in _in_file(file)), *_in_clauses(place / CLAUSES)]


def _in_file(file: Path) -> list[str]:
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        raw = tomllib.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = found[1] if found else text.count("\n") + 1 if "at end of document" in str(error) else ""
        return [f"{file.name}{f' line {line}' if line else ''}: {error}"]
    lines = Lines(text)
    if file.name == BOOK:
        return _in_book(raw, lines)
    if file.name == SUBMISSION:
        return [*_of_another_game(file, raw, lines), *_submission(file.name, text, lines)]
    said = unlike(raw, SHAPES[file.name], lines) if file.name in SHAPES else []
    if file.name == OPTIONS and not said:
        said = _unshared(raw, lines)
    return [f"{file.name}{fault}" for fault in said]


def _unshared(raw: dict[str, Any], lines: Lines) -> list[str]:
    """A choice that games do not share needs a title and a section of its own."""
    from pitboss.rulebook.submission_options import shared_options

    return [
        f" line {lines(('option', number, 'name'))}: '{key}' is missing; only a choice that games share needs none"
        for number, option in enumerate(raw.get("option", ()))
        for key in ("title", "section")
        if key not in option and option["name"] not in shared_options()
    ]


def _submission(name: str, text: str, lines: Lines) -> list[str]:
    """The form of the default submission; what the game permits is judged when it is known."""
    from pitboss.rulebook.submission_shape import read_shape

    report = FaultList(lines)
    written = tomllib.loads(text, parse_float=Decimal)
    read_shape({key: value for key, value in written.items() if key != "game"}, report)
    return [f"{name} line {fault.line}: {fault.key}: {fault.message}" for fault in report.faults]


def _of_another_game(file: Path, raw: dict[str, Any], lines: Lines) -> list[str]:
    """The default submission is one for this game."""
    with suppress(OSError, ValueError):
        game = head((file.parent / BOOK).read_text(encoding="utf-8")).get("game")
        if "game" not in raw:
            return [f"{file.name} line 1: 'game' is missing"]
        if raw["game"] != game:
            return [f"{file.name} line {lines(('game',))}: game = {shown(raw['game'])}, {BOOK} says {shown(game)}"]
    return []


def _in_book(raw: dict[str, Any], lines: Lines) -> list[str]:
    """Unknown and missing keys of the book and of every table in it; or else what has the wrong form."""
    together = set(books.SINGULAR.values())
    tables, parts = _tables()
    if said := [fault for name in tables for fault in not_tables(raw.get(name), (name,), lines)]:
        return [f"{BOOK}{fault}" for fault in said]
    known = (set(books.Book.__struct_fields__) - together) | {*tables, *books.SINGULAR}
    said = _keys(lines, (), raw, known, _required(books.Book) - together)
    for name, shape in tables.items():
        for number, part in enumerate(tables_in(raw.get(name))):
            said += _keys(lines, (name, number), part, shape.__struct_fields__, _required(shape))
            for row, line in enumerate(tables_in(part.get("lines"))):
                said += _keys(
                    lines, (name, number, "lines", row), line, WrittenLine.__struct_fields__, _required(WrittenLine)
                )
    for name, shape in parts.items():
        if isinstance(found := raw.get(name), dict):
            said += _keys(lines, (name,), found, shape.__struct_fields__, _required(shape))
    for name, keys in (("cites", (*CITES, *_verified(raw))), ("submission", SUBMISSION_KEYS)):
        if isinstance(found := raw.get(name), dict):
            said += _keys(lines, (name,), found, keys, set())
    said += [*_kinds(raw, lines), *misshapen(raw, lines, complete=not said)]
    return [f"{BOOK}{fault}" for fault in said or _sense(raw, lines)]


def _verified(raw: dict[str, Any]) -> list[str]:
    """What a book may cite of its own wagers: how those are counted that are collected before the deal."""
    return [f"{VERIFY}{wager.get('id')}" for wager in tables_in(raw.get("wager"))]


def _tables() -> tuple[dict[str, type[Struct]], dict[str, type[Struct]]]:
    """The tables of a book that may stand several times, and those that stand once, with the keys they can have."""
    one = {plural: singular for singular, plural in books.SINGULAR.items()}
    several: dict[str, type[Struct]] = {"clause": WrittenClause}
    single: dict[str, type[Struct]] = {}
    for field in msgspec.structs.fields(books.Book):
        inner = next(iter(get_args(field.type)), field.type)
        if isinstance(inner, type) and issubclass(inner, Struct):
            (single if inner is field.type else several)[one.get(field.name, field.name)] = inner
    return several, single


def _required(shape: type[Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(shape) if field.required}


def _keys(lines: Lines, at: Key, raw: dict[str, Any], known: Iterable[str], required: set[str]) -> list[str]:
    said = [_unknown(lines, (*at, key), known) for key in raw if key not in known]
    missing = [key for key in known if key in required and key not in raw]
    return said + [f" line {lines((*at, key))}: '{key}' is missing" for key in sorted(missing)]


def _unknown(lines: Lines, path: Key, known: Iterable[str]) -> str:
    return f" line {lines(path)}: {no_key(str(path[-1]), known)}"


def _kinds(raw: dict[str, Any], lines: Lines) -> list[str]:
    return [
        f" line {lines(('clause', number, 'kind'))}: a clause is of the kind {choice(KINDS)}, not '{part.get('kind')}'"
        for number, part in enumerate(tables_in(raw.get("clause")))
        if isinstance(kind := part.get("kind", "compute"), str) and kind not in KINDS
    ]


def _sense(raw: dict[str, Any], lines: Lines) -> list[str]:
    """Clauses stated twice, and what is said of things that the book does not have."""
    said, seen = [], set()
    for number, part in enumerate(tables_in(raw.get("clause"))):
        if part["id"] in seen:
            said.append(f" line {lines(('clause', number, 'id'))}: the clause '{part['id']}' is stated above already")
        seen.add(part["id"])
    return [*said, *senseless(books.read_book(raw), lines)]


def _in_clauses(file: Path) -> list[str]:
    """What is wrong with the file of clauses, where there is one."""
    if not file.is_file():
        return []
    try:
        rows = csv.reader(StringIO(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        return [f"{file.name}: {error}"]
    columns = ["id", "kind", "wording"]
    if (first := next(rows, [])) != columns:
        return [f"{file.name} line 1: the columns must be {', '.join(columns)}; given {', '.join(first) or 'none'}"]
    said: list[str] = []
    seen: dict[str, int] = {}
    for row in rows:
        at = f"{file.name} line {rows.line_num}"
        if len(row) != len(columns):
            said.append(f"{at}: {len(row)} columns instead of {len(columns)}")
        elif row[1] not in KINDS:
            said.append(f"{at}: a clause is of the kind {choice(KINDS)}, not '{row[1]}'")
        elif row[0] in seen:
            said.append(f"{at}: the clause '{row[0]}' stands on line {seen[row[0]]} already")
        seen.setdefault(row[0] if row else "", rows.line_num)
    return said
