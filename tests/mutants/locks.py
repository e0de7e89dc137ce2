"""Locks: every refusal of the engine dropped, one at a time."""

import ast
import importlib.util
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

from mutants.mutant import Mutant, rebind
from pitboss.rulebook.book import book
from support import GAMES

LOCKED_MODULES = ("life", "betting", "dealing", "settling", "mishaps", "draft")
"""Modules whose refusals are dropped."""


def locks() -> Iterator[Mutant]:
    for name in LOCKED_MODULES:
        tree = ast.parse(_source(name))
        functions = [f for f in tree.body if isinstance(f, ast.FunctionDef)]
        for function in functions:
            for n, raised in enumerate(_refusals(function)):
                cited = _cited(function, raised)
                files = _FILES[name]
                drop = _dropped(name, function.name, n)
                yield Mutant(f"lock/{name}/{function.name}/{n}", cited, drop, files)


def _source(name: str) -> str:
    spec = importlib.util.find_spec(f"pitboss.table.{name}")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def _refusals(function: ast.FunctionDef) -> list[ast.Raise]:
    return [n for n in ast.walk(function) if isinstance(n, ast.Raise) and ast.unparse(n).startswith("raise refuse(")]


def _cited(function: ast.FunctionDef, raised: ast.Raise) -> tuple[str, ...]:
    """The clauses of the refusal in every game; those of the whole function where it names none itself."""
    keys = _keys(raised) or _keys(function)
    found: list[str] = []
    for game in GAMES:
        for key in keys:
            cited = book(game).cites.get(key)
            found += list(cited.values()) if isinstance(cited, dict) else [cited] if cited else []
    return tuple(dict.fromkeys(found))


def _keys(node: ast.AST) -> list[str]:
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and ast.unparse(n.func).endswith("cite") and n.args]
    return [str(c.value) for call in calls for c in ast.walk(call.args[0]) if isinstance(c, ast.Constant)]


_T = "tests/table/test_"
_FILES = {
    "life": (
        f"{_T}opening.py",
        f"{_T}decks.py",
        f"{_T}devices.py",
        f"{_T}shuffle_and_cut.py",
        f"{_T}physical_table.py",
        f"{_T}guards.py",
        f"{_T}refusals.py",
    ),
    "betting": (
        f"{_T}wagers.py",
        f"{_T}seats.py",
        f"{_T}no_more_bets.py",
        f"{_T}decks.py",
        f"{_T}limits_and_meters.py",
        f"{_T}irregularities_players.py",
        f"{_T}guards.py",
        f"{_T}refusals.py",
        f"{_T}physical_table.py",
    ),
    "dealing": (
        f"{_T}physical_table.py",
        f"{_T}round_flow.py",
        f"{_T}deal_order.py",
        f"{_T}stub.py",
        f"{_T}refusals.py",
    ),
    "settling": (f"{_T}round_flow.py", f"{_T}settlement_order.py", f"{_T}physical_table.py", f"{_T}guards.py"),
    "mishaps": (
        f"{_T}coming_back.py",
        f"{_T}edition_rows.py",
        f"{_T}irregularities_bench.py",
        f"{_T}irregularities_players.py",
        f"{_T}irregularities_uth.py",
        f"{_T}irregularities_face_up.py",
        f"{_T}irregularities_moments_maryland.py",
        f"{_T}irregularities_moments_uth.py",
        f"{_T}irregularities_void.py",
        f"{_T}late_counts.py",
        f"{_T}guards.py",
        f"{_T}refusals.py",
    ),
    "draft": (
        f"{_T}round_flow.py",
        f"{_T}opening.py",
        f"{_T}wagers.py",
        f"{_T}seats.py",
        f"{_T}irregularities_bench.py",
    ),
}


def _dropped(name: str, function_name: str, n: int) -> Callable[[], None]:
    def apply() -> None:
        tree = ast.parse(_source(name))
        function = next(f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == function_name)
        target = _refusals(function)[n]

        class Drop(ast.NodeTransformer):
            def visit_Raise(self, node: ast.Raise) -> ast.AST:
                return ast.copy_location(ast.Pass(), node) if node is target else node

        full = f"pitboss.table.{name}"
        module = sys.modules.get(full) or types.ModuleType(full)
        code = compile(ast.fix_missing_locations(Drop().visit(tree)), full, "exec")
        # Into the module's own namespace: whoever imported a function by name keeps the old one, so the handlers and
        # helpers that others hold are replaced where they are held.
        before = dict(vars(module))
        exec(code, module.__dict__)
        rebind(before, vars(module))

    return apply
