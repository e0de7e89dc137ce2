"""The formatter lays out all code but for tables of data, which are easier to read as rows (`fmt: skip`)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MARK = "# fmt: " + "skip"
LEAST, LEAST_NAMES = 4, 10
"""A table has so many entries; a list of mere names so many."""
LOGIC = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Await, ast.JoinedStr, ast.IfExp, ast.BoolOp)
NAMES = (ast.Name, ast.Attribute, ast.Starred, ast.Constant)
EXCUSED = {
    "src/pitboss/odds/kernels": "kernels take their arrays one by one, in long lists of arguments",
}
"""Folder → what else it lays out itself."""


def misused(source: str) -> list[int]:
    """The lines that keep the formatter from something else than a table of data."""
    marked = [number for number, line in enumerate(source.splitlines(), start=1) if line.endswith(MARK)]
    if not marked:
        return []
    last = {each for table in _tables(ast.parse(source)) for each in (table.end_lineno, (table.end_lineno or 0) + 1)}
    return [line for line in marked if line not in last]


def _tables(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and (node.end_lineno or 0) - node.lineno >= 1 and _is_table(node):
            yield node


def _is_table(node: ast.expr) -> bool:
    """Several entries in the shape of data: more values than names, or names only, and nothing worked out."""
    entries = _entries(node)
    parts = [part for entry in entries if not isinstance(entry, ast.Starred) for part in ast.walk(entry)]
    if len(entries) < LEAST or any(isinstance(part, (*LOGIC, ast.Compare)) for part in parts):
        return False
    if len(entries) >= LEAST_NAMES and all(isinstance(entry, NAMES) for entry in entries):
        return True
    within = list(ast.walk(node))
    values, names = ([part for part in within if isinstance(part, kind)] for kind in (ast.Constant, ast.Name))
    return len(values) >= len(names)


def _entries(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return node.elts
    if isinstance(node, ast.Dict):
        return node.values
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):  # a union of types
        return [*_entries(node.left), node.right] if isinstance(node.left, ast.BinOp) else [node.left, node.right]
    return []


def test_only_tables_are_kept_from_the_formatter() -> None:
    files = sorted(path for top in ("src", "tests") for path in (ROOT / top).rglob("*.py"))
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        if not any(path.is_relative_to(ROOT / folder) for folder in EXCUSED)
        for line in misused(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "ROWS = [\n    ('a', 1),\n    ('b', 2),\n    ('c', 3), ('d', 4),\n]",
        "NAMES = {\n    'a': 1, 'b': 2,\n    'c': 3, 'd': 4}",
        "Event = (\n    A | B | C | D | E\n    | F | G | H | I | J\n)",
        "ROWS = (\n    *OTHERS, Row('a', 1),\n    Row('b', 2), Row('c', 3),\n)",
    ],
)
def test_tables(code: str) -> None:
    assert misused(f"{code}  {MARK}\n") == []


@pytest.mark.parametrize(
    "code",
    [
        "found = work(one, two,\n             three,\n             four)",
        "ROWS = [\n    ('a', 1),\n    ('b', 2),\n    ('c', 3)]",
        "rows = [\n    a if b else c,\n    'd', 'e', 'f', 'g',\n    'h']",
        "flags = {\n    'a': a, 'b': b.c(),\n    'd': d(e), 'f': f(g, h)}",
        "def longer(one: int,\n           two: int,\n           three: int) -> None: ...",
    ],
)
def test_other_code_that_is_laid_out_by_hand_is_found(code: str) -> None:
    assert misused(f"{code}  {MARK}\n") == [code.count("\n") + 1]
