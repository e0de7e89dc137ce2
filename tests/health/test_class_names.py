"""A class has a name of its own: who reads it knows which is meant."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src" / "pitboss"
EXCUSED = {
    "House": "the house itself, and for a program that uses `pitboss.client` the house it speaks to",
    "Row": "a row of the rules of settlement, and a row of the trail: both are called so, as the glossary says",
    "Sheet": "what is exported as a sheet, and the sheet from which one moment is told to everybody",
    "Table": "a table in one process, and for a program that uses `pitboss.client` the table at which it sits",
}
"""Name → why two classes have it."""


def classes(source: str) -> Iterator[str]:
    """The classes of a module that others may use."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def shared(modules: dict[str, str]) -> dict[str, list[str]]:
    """Name → the modules that have a class of it, where there are several."""
    found = defaultdict(list)
    for module, source in modules.items():
        for name in classes(source):
            found[name].append(module)
    return {name: where for name, where in found.items() if len(where) > 1}


def product() -> dict[str, str]:
    paths = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
    return {name: path.read_text(encoding="utf-8") for name, path in paths.items()}


def test_no_two_classes_have_the_same_name() -> None:
    assert {name: where for name, where in shared(product()).items() if name not in EXCUSED} == {}


def test_every_excuse_is_needed() -> None:
    assert {*EXCUSED} <= {*shared(product())}


def test_a_planted_pair_is_found() -> None:
    modules = {
        "cards/deck.py": "class Deck: ...\nclass _Own: ...",
        "table/state.py": "class Deck: ...\nclass _Own: ...",
    }
    assert shared(modules) == {"Deck": ["cards/deck.py", "table/state.py"]}
    assert shared(dict([modules.popitem()])) == {}
