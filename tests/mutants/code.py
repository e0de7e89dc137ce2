"""Small changes to the code itself: sums that become differences, limits that are off by one, conditions turned round;
and acts that a role may do no longer, or another one may do too."""

import ast
import copy
import importlib
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import force_setattr

from mutants.mutant import Mutant, rebind
from pitboss.rulebook.roles import ROLES
from pitboss.table.acts import ACTS

_T = "tests/table/test_"
MODULES: dict[str, tuple[str, ...]] = {
    "table.evolve": (
        "tests/playthroughs/test_goldens.py",
        f"{_T}limits_and_meters.py",
        f"{_T}irregularities_void.py",
        f"{_T}irregularities_bench.py",
        f"{_T}irregularities_players.py",
        f"{_T}deal_order.py",
        f"{_T}opening.py",
        f"{_T}shuffle_and_cut.py",
        f"{_T}open_cards.py",
        f"{_T}decks.py",
        f"{_T}devices.py",
        f"{_T}seats.py",
        f"{_T}stub.py",
    ),
    "house.money.entries": ("tests/house/test_meters_random.py::test_a_shared_meter_reads_what_both_trails_come_to",),
    "odds.advice": ("tests/odds/test_best_of_equals.py", "tests/cli/test_strategy.py"),
    "simulation.meters": ("tests/simulation/test_by_hand.py",),
}
"""Modules whose functions are changed, and the tests that must notice."""

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def changed_code() -> Iterator[Mutant]:
    for module, files in MODULES.items():
        for function in _functions(module):
            for n, what in enumerate(_places(function)):
                name = f"code/{module}/{function.name}/{n}-{type(what).__name__}"
                yield Mutant(name, (), _changed(module, function.name, n), files)


def _functions(module: str) -> list[ast.FunctionDef]:
    found = importlib.util.find_spec(f"pitboss.{module}")
    assert found is not None and found.origin is not None
    tree = ast.parse(Path(found.origin).read_text(encoding="utf-8"))
    return [each for each in tree.body if isinstance(each, ast.FunctionDef) and not each.decorator_list]


def _places(function: ast.FunctionDef) -> list[ast.AST]:
    """What can be changed in a function, in a fixed order; what is only said or asserted is left alone."""
    found: list[ast.AST] = []

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.Assert | ast.Raise | ast.JoinedStr | ast.arguments):
            return
        arithmetic = isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _ARITHMETIC
        compared = isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISON
        if arithmetic or compared or isinstance(node, ast.BoolOp):
            found.append(node)
        for child in ast.iter_child_nodes(node):
            look(child)

    for statement in function.body:
        look(statement)
    return found


def _turn(node: ast.AST) -> None:
    match node:
        case ast.BinOp() | ast.AugAssign():
            node.op = _ARITHMETIC[type(node.op)]()
        case ast.Compare():
            node.ops[0] = _COMPARISON[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _changed(module: str, name: str, n: int) -> Callable[[], None]:
    def apply() -> None:
        loaded = importlib.import_module(f"pitboss.{module}")
        function = copy.deepcopy(next(each for each in _functions(module) if each.name == name))
        _turn(_places(function)[n])
        tree = ast.fix_missing_locations(ast.Module([function], []))
        before = {name: vars(loaded)[name]}
        assert isinstance(before[name], types.FunctionType)
        exec(compile(tree, loaded.__name__, "exec"), vars(loaded))
        rebind(before, vars(loaded))

    return apply


# --- who may do what ------------------------------------------------------------------------------------------------

_ROLE_TESTS = (f"{_T}acts.py", "tests/house/test_people_permits.py")


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
