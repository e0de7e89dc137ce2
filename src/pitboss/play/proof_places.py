"""Where in a folder's code something is declared, so that a fault can name its file and line."""

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pitboss.rulebook.folder_code import CODE
from pitboss.rulebook.folders import BOOK
from pitboss.rulebook.submission_lines import Lines
from pitboss.table.definition import Game


class Declared:
    """The code of one folder, read and not run."""

    def __init__(self, place: Path, game: Game) -> None:
        self._place = place
        self._game = game
        self._trees = {file.name: _tree(file) for file in sorted(place.glob("*.py"))}
        self._book = (place / BOOK).read_text(encoding="utf-8")

    def clauses(self, beginning: str) -> Iterator[tuple[str, str, int]]:
        """Every text of the code and the book that begins so: the text, its file and line. What the book states as its
        own clauses is left out."""
        for name, tree in self._trees.items():
            docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
                if isinstance(text, str) and text.startswith(beginning):
                    yield text, name, getattr(node, "lineno", 1)

    def of_fault(self, fault: str) -> str:
        """`file line N` of what a sentence of `table.faults` speaks of."""
        first, _, rest = fault.partition(":")
        word, _, named = first.partition(" '")
        named = named.rstrip("'").partition("'")[0]
        if word == "step":
            return self._call("Step", 1, named) or self.of("script")
        if word == "irregularity":
            return self._call("Mishap", 0, named) or CODE
        if first.startswith("row of "):
            return self._call("Row", 0, first.removeprefix("row of ")) or self.of("rows")
        if word == "hands of":
            return f"{BOOK} line {self.book_lines(('hands', named))}"
        if word == "book" or not rest:
            return self._cited(fault) or BOOK
        return self.of({"cells of": "cells"}.get(word, word))

    def _cited(self, fault: str) -> str:
        """Where the clause stands that a fault names first."""
        named = fault.split("'")[1] if fault.count("'") > 1 else ""
        return next((f"{file} line {line}" for text, file, line in self.clauses(named) if text == named), "")

    def of(self, part: str) -> str:
        """Where the script, the plan, the cells or the rows are declared."""
        function: Callable[..., Any] | None = getattr(self._game, part, None)
        code = getattr(inspect.unwrap(function), "__code__", None) if function else None
        if code is None or Path(code.co_filename).parent != self._place:
            return CODE
        return f"{Path(code.co_filename).name} line {code.co_firstlineno}"

    def _call(self, what: str, argument: int, value: str) -> str:
        for name, tree in self._trees.items():
            for node in ast.walk(tree):
                called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == what
                if called and isinstance(node, ast.Call) and len(node.args) > argument:
                    given = node.args[argument]
                    if isinstance(given, ast.Constant) and given.value == value:
                        return f"{name} line {node.lineno}"
        return ""

    def line_of_clause(self, clause: str) -> str:
        """Where a folder states a clause."""
        for file in (self._place / "clauses.csv", self._place / BOOK):
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            for number, line in enumerate(text.splitlines(), 1):
                if line.startswith((f"{clause},", f'"{clause}",')) or line.replace(" ", "") == _key(clause):
                    return f"{file.name} line {number}"
        return BOOK

    def line_with(self, text: str) -> str:
        """The first line of the book on which this text stands in quotes."""
        lines = enumerate(self._book.splitlines(), 1)
        return next((f"{BOOK} line {number}" for number, line in lines if f'"{text}"' in line), BOOK)

    @property
    def book_lines(self) -> Lines:
        return Lines(self._book)


def _key(clause: str) -> str:
    return f'id="{clause}"'.replace(" ", "")


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
