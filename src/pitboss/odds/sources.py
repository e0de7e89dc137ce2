"""Which sources a result depends on: the modules that work it out, whatever these import, wherever in their text they
do, and the data of the rulebooks. A change elsewhere leaves what was kept as it is."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = "pitboss"
_IMPORT = re.compile(r"\b(?:from\s+([\w.]+)\s+import\b\s*(\([^)]*\)|[^\n]*)|import\s+([\w., \t]+))")
_NAME = re.compile(r"[\w.]+")


def closure(home: Path, roots: Iterable[str]) -> set[Path]:
    """The files in the package at `home` of the modules whose dotted names begin with one of these, and of all that
    they import. The package itself imports what it is asked for: who imports it may depend on everything."""
    files = modules(home)
    todo = [name for name in files if name.startswith(tuple(roots))]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += imported(files[name].read_text(encoding="utf-8"), files)
    return set(files.values()) if PACKAGE in found else {files[name] for name in found}


def modules(home: Path) -> dict[str, Path]:
    """Dotted name → file of everything in the package."""
    found = {}
    for file in home.rglob("*.py"):
        parts = file.relative_to(home).with_suffix("").parts
        found[".".join((PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)))] = file
    return found


def imported(text: str, files: Iterable[str]) -> set[str]:
    """The modules of the package that a source names in its imports, with the packages they lie in. Words that only
    look like an import count too: one too many costs time, one too few would be wrong."""
    found: set[str] = set()
    for home, names, plain in _IMPORT.findall(text):
        wanted = [home, *(f"{home}.{name}" for name in _NAME.findall(names))] if home else _NAME.findall(plain)
        for name in wanted:
            if name == PACKAGE and (not home or not _only_modules(home, names, files)):
                found.add(PACKAGE)
            while name in files or "." in name:
                if name in files and name != PACKAGE:
                    found.add(name)
                name = name.rpartition(".")[0]
    return found


def _only_modules(home: str, names: str, files: Iterable[str]) -> bool:
    return all(f"{home}.{name}" in files for name in _NAME.findall(names) if name != "as")


@cache
def figures() -> frozenset[Path]:
    """What exact figures come from: the counters, which are found by their names, the games and their books."""
    home = Path(__file__).parents[1]
    counters = [f"{PACKAGE}.odds.{part}" for part in ("api", "counting", "shapes", "sides", "kernels")]
    return frozenset(closure(home, [*counters, f"{PACKAGE}.games"]) | data(home))


@cache
def charts() -> frozenset[Path]:
    """What charts come from: the same, and everything else in the solver."""
    home = Path(__file__).parents[1]
    return frozenset(closure(home, [f"{PACKAGE}.odds", f"{PACKAGE}.games"]) | data(home))


@cache
def strategies() -> frozenset[Path]:
    """What the costs of written strategies come from: the counters, and the laboratory's module of them."""
    home = Path(__file__).parents[1]
    return frozenset(figures() | closure(home, [f"{PACKAGE}.lab.strategies"]))


def data(home: Path) -> set[Path]:
    """The books, clauses and readings."""
    return {file for part in ("rulebook", "games") for end in ("*.toml", "*.csv") for file in (home / part).rglob(end)}
