"""Finds the name of a role, written as a literal.

Two roles are called as things of a table are: "dealer" is also where cards lie, "player" also a field of a record. Of
these two a literal counts only where a person is meant: as who acts, beside another role, compared with a role."""

import ast
import re
from collections.abc import Iterable, Iterator

from pitboss.rulebook.roles import ROLES

THINGS = ("player", "dealer")
ALONE = tuple(role for role in ROLES if role not in THINGS)
WHO = ("by", "who", "role", "roles", "wanted", "proposer", "held")
"""Names of fields, parameters and variables that hold a role or a person."""
ACTS = ("act", "act_if", "do", "apply", "offers", "view", "acting", "Act", "role", "as_", "who_faults")
"""Functions that are told who acts, or who looks."""

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_QUOTED = r"[\"'`](?:role\.)?({})(?::[^\"'`]*)?[\"'`]"
_ALONE = re.compile(_QUOTED.format("|".join(ALONE)))
_THING = re.compile(_QUOTED.format("|".join(THINGS)))
_HOLDS_ROLES = re.compile(r"\broles?\b(?!=)|\.by\b")


def in_python(text: str) -> list[tuple[int, str]]:
    """The lines with such literals, and what is written there."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        for each in _literals(node):
            found.add((each.lineno, ast.unparse(each)))
    return sorted(found)


def _literals(node: ast.AST) -> Iterator[ast.expr]:
    """The literals at this node that are the name of a role, or of a person in a role."""
    if isinstance(node, ast.Constant) and (node.value in ALONE or _is_person(node.value)):
        yield node
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        if _is_person(node.values[0].value):
            yield node
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        named = [each for each in node.elts if isinstance(each, ast.Constant) and each.value in ROLES]
        if len(named) > 1:
            yield from named
    elif isinstance(node, ast.Call):
        yield from _things(node.args if _last_name(node.func) in ACTS else ())
        yield from _things(word.value for word in node.keywords if word.arg in WHO)
        if len(node.args) == 2 and isinstance(node.args[0], ast.Constant) and node.args[0].value in WHO:
            yield from _things(node.args[1:])  # told.get("by", …)
    elif isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_last_name(part) in WHO for side in sides for part in ast.walk(side) if isinstance(part, ast.expr)):
            yield from _things(sides)
    elif isinstance(node, ast.AnnAssign) and node.value is not None and _last_name(node.target) in WHO:
        yield from _things([node.value])
    elif isinstance(node, ast.arguments):
        plain = list(zip(reversed([*node.posonlyargs, *node.args]), reversed(node.defaults), strict=False))
        keyed = [(arg, default) for arg, default in zip(node.kwonlyargs, node.kw_defaults, strict=True) if default]
        yield from _things(default for arg, default in [*plain, *keyed] if arg.arg in WHO)


def _things(nodes: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.Constant) and node.value in THINGS:
            yield node


def _is_person(value: object) -> bool:
    return isinstance(value, str) and value.partition(":")[0] in ROLES and ":" in value and " " not in value


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def in_script(text: str) -> list[tuple[int, str]]:
    """The same in a script or a page."""
    found = []
    bare = _COMMENT.sub(lambda remark: "\n" * remark[0].count("\n"), text)
    for number, line in enumerate(bare.splitlines(), 1):
        things = _THING.findall(line)
        several = len(set(_ALONE.findall(line)) | set(things)) > 1 and "[" in line
        if _ALONE.search(line) or (things and (several or _HOLDS_ROLES.search(line))):
            found.append((number, line.strip()))
    return found
