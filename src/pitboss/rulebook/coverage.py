"""Which clause is carried out where, and which test proves it. Citations are found in the package's own code and data;
the tests that passed are written beside them by the test suite (`coverage.json`)."""

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.folders import BOOK, OURS, Folder, data, documents, folders, games, remembered, text

_CODE = ("games", "table", "rulebook", "play")
RECORD = "coverage.json"


@remembered
def citations() -> dict[str, tuple[str, ...]]:
    """clause → the places in code and data that cite it, as `file:name`."""
    found: dict[str, set[str]] = defaultdict(set)
    package = files("pitboss")
    homes = {_called(folder): folder for folder in folders()}
    places = {name: package / name for name in _CODE} | {name: folder.path for name, folder in homes.items()}
    for where, place in places.items():
        for source in _sorted(place, ".py"):
            for clause, name in _in_code(source.read_text(encoding="utf-8")):
                found[clause].add(f"{where}/{source.name}:{name}")
    for where, folder in homes.items():
        for clause, name in _in_data(_book(folder.game), ""):
            found[clause].add(f"{where}/{BOOK}:{name}")
    return {clause: tuple(sorted(places)) for clause, places in found.items()}


def _called(folder: Folder) -> str:
    """How a game's folder is named where a clause is carried out."""
    return f"games/{folder.path.name}" if folder.origin == OURS else f"{folder.path}"


def _book(game: str) -> dict[str, Any]:
    """What of a book carries out clauses: not those that it states itself."""
    return {key: part for key, part in data(game, BOOK).items() if key not in ("clause", "submission")}


def _sorted(folder: Traversable, ending: str) -> list[Traversable]:
    return sorted((f for f in folder.iterdir() if f.name.endswith(ending)), key=lambda f: f.name)


def _in_code(text: str) -> Iterator[tuple[str, str]]:
    """Clause ids among the strings of a module, with the name of the definition they stand in."""
    for statement in ast.parse(text).body:
        name = _name(statement)
        docs = {id(n.value) for n in ast.walk(statement) if isinstance(n, ast.Expr)}
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and id(node) not in docs and str(node.value).startswith(_prefixes()):
                yield str(node.value), name


def _prefixes() -> tuple[str, ...]:
    return tuple(f"{document} " for document in documents())


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return statement.name
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    return "module"


def _in_data(value: Any, path: str) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _in_data(inner, f"{path}.{key}" if path else str(key))
        case list():
            for inner in value:
                label = path
                if isinstance(inner, dict):
                    mark = inner.get("id") or inner.get("family") or inner.get("letter") or inner.get("hand") or ""
                    label = f"{path}.{mark}" if mark else path
                yield from _in_data(inner, label)
        case str() if value.startswith(_prefixes()):
            yield value, path


@remembered
def tests() -> dict[str, list[str]]:
    """clause → the test cases that proved it when the suite last passed."""
    found: dict[str, list[str]] = {}
    for game in games():
        found |= json.loads(text(game, RECORD) or "{}")
    return found


def coverage() -> dict[str, Any]:
    """The matrix: every clause with the places that carry it out and the tests that prove it, and the totals."""
    cited, proved = citations(), tests()
    rows = [
        {"id": c.id, "kind": c.kind, "enforced": list(cited.get(c.id, ())), "tests": proved.get(c.id, [])}
        for c in clauses().values()
    ]
    return {
        "clauses": rows,
        "totals": {
            "clauses": len(rows),
            "enforced": sum(1 for r in rows if r["enforced"] and r["kind"] != "physical"),
            "recorded": sum(1 for r in rows if r["enforced"] and r["kind"] == "physical"),
            "tested": sum(1 for r in rows if r["tests"]),
            "unassigned": sum(1 for r in rows if not r["enforced"]),
        },
    }
