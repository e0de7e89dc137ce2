"""Nothing stands in the product that only tests use: each name of a module is used in the product, each method is
called somewhere in it."""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"
FOUND_BY_NAME = ("pitboss.odds.shapes.", "pitboss.simulation.shapes.", "pitboss.house.server.routes.")
"""Packages whose modules are chosen when the program runs: `chosen.name` anywhere uses the name in all of them."""
LEFT_OUT = "pitboss.house.store.migrations."
"""Run by Alembic."""
EXCUSED = {
    "GAME": "a game's declaration, found in its folder",
    "pitboss.rulebook.pays.HALF": "for games that are brought, such as examples/casino-war",
    "to_frame": "for those who use the library",
    "_repr_html_": "called by notebooks",
    "pitboss.notebook.html_of": "found by its name: pitboss.frames.showing",
    "pitboss.notebook.cards": "for those who use the library",
    "distribution_chart": "for those who use the library",
    "paytable_chart": "for those who use the library",
    "choices_chart": "for those who use the library",
    "bands_chart": "for those who use the library",
    "pitboss.gym.table_env": "for those who use the library",
    "pitboss.gym.openspiel.load": "for those who use the library",
    "observe": "called by PettingZoo",
    "round_numbers": "for those who use the library",
    "scored_rounds": "for those who use the library",
    "make_py_observer": "called by OpenSpiel",
    "max_chance_nodes_in_history": "called by OpenSpiel",
    "set_from": "called by OpenSpiel",
    "string_from": "called by OpenSpiel",
    "_apply_action": "called by OpenSpiel",
    "_action_to_string": "called by OpenSpiel",
    "chance_outcomes": "called by OpenSpiel",
    "new_initial_state": "called by OpenSpiel",
    "returns": "called by OpenSpiel",
    "emit": "called by logging",
    "set_data": "called by importlib",
    "capture_signals": "called by uvicorn",
    "pause_writing": "called by asyncio",
    "resume_writing": "called by asyncio",
}
"""A name, or a name of one module → who uses it."""

TYPE = re.compile(r"[\w.\[\]|, ]*[A-Z][\w.\[\]|, ]*")
"""What may be the name of a class, or a type made of some."""
TAKEN = re.compile(r"\w+\.command\b|drawing\.register\b|routes\.(get|post|patch|delete)\(")
"""Decorators that take a function at once: as a command, as a drawing, as an answer at an address."""
Trees = Mapping[str, ast.Module]


def product() -> dict[str, ast.Module]:
    """Module → its code."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if not name.startswith(LEFT_OUT):
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def unused(trees: Trees) -> list[str]:
    """What no other definition in these modules uses."""
    called = {node.attr for tree in trees.values() for node in _nodes(tree) if isinstance(node, ast.Attribute)}
    used = {name for module, tree in trees.items() for name in _uses(module, tree, trees)}
    found = []
    for module, tree in trees.items():
        for node in tree.body:
            for name in _defined(node):
                by_name = module.startswith(FOUND_BY_NAME) and name in called
                if f"{module}.{name}" not in used and not by_name:
                    found.append(f"{module}.{name}")
            if isinstance(node, ast.ClassDef):
                found += [f"{module}.{node.name}.{name}" for name in _methods(node) if name not in called]
    return found


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement gives, but for those a decorator such as `@audit.command` takes at once."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        taken = any(TAKEN.match(ast.unparse(each)) for each in node.decorator_list)
        return [] if taken or node.name.startswith("__") else [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    return [name for name in names if not name.startswith("__")]


def _methods(node: ast.ClassDef) -> list[str]:
    named = [part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [name for name in named if not name.startswith("__")]


def _uses(module: str, tree: ast.Module, trees: Trees) -> Iterator[str]:
    """`pitboss.cards.deck.Deck` for everything that a module uses of its own or of others."""
    aliases = {}
    for node in _nodes(tree):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                yield f"{node.module}.{each.name}"
                aliases[each.asname or each.name] = f"{node.module}.{each.name}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.replace(":", ".")  # the places of commands
    for node in _nodes(tree):
        if isinstance(node, ast.Attribute) and (place := aliases.get(ast.unparse(node.value))) in trees:
            yield f"{place}.{node.attr}"
    for statement in tree.body:
        own = _defined(statement)
        for node in _nodes(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
                yield f"{module}.{node.id}"


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, with those of types in quotation marks."""
    for node in ast.walk(tree):
        yield node
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and TYPE.fullmatch(node.value):
            with suppress(SyntaxError):
                yield from ast.walk(ast.parse(node.value, mode="eval"))


@cache
def found() -> list[str]:
    return unused(product())


def test_nothing_is_there_for_tests_alone() -> None:
    assert [name for name in found() if name not in EXCUSED and name.rpartition(".")[2] not in EXCUSED] == []


def test_every_excuse_is_needed() -> None:
    assert {*EXCUSED} <= {*found(), *(name.rpartition(".")[2] for name in found())}


def test_planted_names_are_found() -> None:
    deck = """
SIZE, LARGEST = 52, 60

class Deck:
    def cut(self): return SIZE
    def riffle(self): ...

def fresh(): return Deck().cut()
def again(): return again()
"""
    table = """
from shop import deck
from shop.box import used

def dealt() -> "Box": return deck.fresh(), used()

class Box: ...
"""
    box = "def used(): ...\ndef forgotten(): ..."
    trees = {"shop.deck": ast.parse(deck), "shop.table": ast.parse(table), "shop.box": ast.parse(box)}
    assert unused(trees) == [
        "shop.deck.LARGEST",
        "shop.deck.Deck.riffle",
        "shop.deck.again",
        "shop.table.dealt",
        "shop.box.forgotten",
    ]
