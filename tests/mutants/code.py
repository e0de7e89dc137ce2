"""Small changes to the code itself: sums that become differences, limits that are off by one, conditions turned round;
and acts that a role may do no longer, or another one may do too."""

import ast
import importlib
import re
import types
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import force_setattr

from mutants.modules import MODULES, PARTS
from mutants.mutant import Mutant
from pitboss.rulebook.roles import ROLES
from pitboss.table.acts import ACTS

Function = ast.FunctionDef | ast.AsyncFunctionDef

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}
_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_EXTREMES = {"min": "max", "max": "min"}
_SQL = re.compile(r"^(UPDATE|SELECT| AND) .*\?")


def changed_code() -> Iterator[Mutant]:
    for module, files in MODULES.items():
        for name, function in _functions(_tree(module)).items():
            if name not in PARTS.get(module, (name,)):
                continue
            for n, (kind, _) in enumerate(_places(function)):
                yield Mutant(f"code/{module}/{name}/{n}-{kind}", (), _changed(module, name, n), files, "code")


@cache
def _source(module: str) -> tuple[str, str]:
    """The path of a module, and its text."""
    found = importlib.util.find_spec(f"pitboss.{module}")
    assert found is not None and found.origin is not None
    return found.origin, Path(found.origin).read_text(encoding="utf-8")


def _tree(module: str) -> ast.Module:
    return ast.parse(_source(module)[1])


def _functions(tree: ast.Module) -> dict[str, Function]:
    """The functions of a module and the methods of its classes, by their names."""
    found: dict[str, Function] = {}
    for each in tree.body:
        if isinstance(each, Function):
            found[each.name] = each
        elif isinstance(each, ast.ClassDef):
            found |= {f"{each.name}.{inner.name}": inner for inner in each.body if isinstance(inner, Function)}
    return found


def _places(function: Function) -> list[tuple[str, Callable[[], None]]]:
    """What can be changed in a function, in a fixed order: of which kind it is, and what changes it. What is only said
    or asserted is left alone."""
    found: list[tuple[str, Callable[[], None]]] = []

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.Assert | ast.Raise | ast.arguments):
            return
        found.extend((type(node).__name__, turn) for turn in _turns(node))
        for child in ast.iter_child_nodes(node):
            if not isinstance(node, ast.JoinedStr) or isinstance(child, ast.Constant):
                look(child)

    for statement in function.body:
        look(statement)
    return found


def _turns(node: ast.AST) -> list[Callable[[], None]]:
    """The changes that can be made to one part of a function."""
    match node:
        case ast.BinOp() | ast.AugAssign() if type(node.op) in _ARITHMETIC:
            return [lambda: setattr(node, "op", _ARITHMETIC[type(node.op)]())]
        case ast.Compare() if type(node.ops[0]) in _COMPARISON:
            return [lambda: setattr(node, "ops", [_COMPARISON[type(node.ops[0])](), *node.ops[1:]])]
        case ast.BoolOp():
            return [lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())]
        case ast.Call(func=ast.Name() as name) if name.id in _EXTREMES:
            return [lambda: setattr(name, "id", _EXTREMES[name.id])]
        case ast.Constant(value=str(text)) if _SQL.search(text):
            return [partial(setattr, node, "value", each) for each in _other_sql(text)]
    return []


def _other_sql(text: str) -> list[str]:
    """A statement with a condition that always holds, a sum that is a difference, a limit that is off by one."""
    before = text.find(" WHERE ")
    conditions = [each for each in re.finditer(r"\w+ = \?", text) if each.start() > before >= 0]
    made = [f"{text[: each.start()]}? IS NOT NULL{text[each.end() :]}" for each in conditions]
    made += [f"{text[: each.start()]} - {text[each.end() :]}" for each in re.finditer(r" \+ ", text)]
    return made + [f"{text[: each.start()]} > {text[each.end() :]}" for each in re.finditer(" >= ", text)]


def _changed(module: str, name: str, n: int) -> Callable[[], None]:
    def apply() -> None:
        tree = _tree(module)
        _, turn = _places(_functions(tree)[name])[n]
        turn()
        made = compile(tree, _source(module)[0], "exec")
        live: Any = importlib.import_module(f"pitboss.{module}")
        *classes, own = name.split(".")
        for each in classes:
            live = getattr(live, each)
        function, forget = _plain(vars(live)[own])
        function.__code__ = _code(made, name)  # whoever holds the function holds the changed one
        forget()

    return apply


def _code(made: types.CodeType, name: str) -> types.CodeType:
    """The code of a function, out of that of its module."""
    found = [each for each in made.co_consts if isinstance(each, types.CodeType)]
    found += [inner for each in found for inner in each.co_consts if isinstance(inner, types.CodeType)]
    return next(each for each in found if each.co_qualname == name)


def _plain(held: Any) -> tuple[types.FunctionType, Callable[[], None]]:
    """The function inside what stands under its name (a property, a method of the class, what remembers its answers),
    and how that forgets what it remembers."""
    forget = getattr(held, "cache_clear", lambda: None)
    held = getattr(held, "fget", None) or getattr(held, "func", None) or held
    while (wrapped := getattr(held, "__wrapped__", None)) is not None:
        held = wrapped
    assert isinstance(held, types.FunctionType), held
    return held, forget


# --- who may do what ------------------------------------------------------------------------------------------------

_ROLE_TESTS = ("tests/table/test_acts.py", "tests/house/test_people_permits.py")


def roles() -> Iterator[Mutant]:
    """Every role that an act names taken out of its list, and the first that it does not name put in."""
    for act, row in ACTS.items():
        if not isinstance(row.who, tuple):
            continue
        for role in row.who:
            less = tuple(each for each in row.who if each != role)
            yield Mutant(f"role/{act.__name__}/less-{role}", (), _allowed(row, less), _ROLE_TESTS)
        other = next((role for role in ROLES if role not in row.who), None)
        if other is not None:
            yield Mutant(f"role/{act.__name__}/more-{other}", (), _allowed(row, (*row.who, other)), _ROLE_TESTS)


def _allowed(row: Any, who: tuple[str, ...]) -> Callable[[], None]:
    return lambda: force_setattr(row, "who", who)
