"""Functions fit on a screen: at most 50 lines, with their signature, decorators and docstring."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MOST = 50
LEFT_OUT = {"kernels", "migrations"}
"""Folders of loops that a compiler takes whole, and of what happened once."""


def too_long(source: str) -> Iterator[tuple[str, int]]:
    """The functions of a file that are longer, methods and those within others too, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min(part.lineno for part in (node, *node.decorator_list))
            lines = (node.end_lineno or first) - first + 1
            if lines > MOST:
                yield node.name, lines


def files() -> list[Path]:
    every = [path for top in ("src", "tests", "benchmarks", "examples") for path in (ROOT / top).rglob("*.py")]
    return sorted(path for path in every if not LEFT_OUT & set(path.relative_to(ROOT).parts))


def test_functions_fit_on_a_screen() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name} has {lines} lines"
        for path in files()
        for name, lines in too_long(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(("statements", "longer"), [(MOST - 3, False), (MOST - 2, True)])
@pytest.mark.parametrize("place", ["", "class Table:\n"])
def test_a_planted_function_is_found(statements: int, longer: bool, place: str) -> None:
    """Fifty lines with decorator, signature and docstring are allowed, one more is not."""
    lines = ["@cached", "def planted() -> int:", '    """Said."""', *["    x = 1"] * statements]
    source = place + "\n".join(f"    {line}" if place else line for line in lines)
    assert list(too_long(source)) == ([("planted", MOST + 1)] if longer else [])


def test_what_is_looked_at() -> None:
    looked = {path.relative_to(ROOT).as_posix() for path in files()}
    assert {"src/pitboss/api.py", "src/pitboss/house/house.py", "tests/support.py", "examples/bot.py"} <= looked
    assert not any("/kernels/" in path or "/migrations/" in path for path in looked)
