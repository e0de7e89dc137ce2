"""One small change to the product, and how a changed function takes the place of the one that others hold."""

import sys
import types
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from pitboss.table.acts import ACTS

How = Literal["declared", "code", "javascript"]
"""What is changed: data that tests may read while they are collected, the code of a function, a module of the pages."""


class Mutant(msgspec.Struct, frozen=True):
    """One change: `apply` makes it in this process; tests that cite one of `clauses` must then fail."""

    id: str
    clauses: tuple[str, ...]
    apply: Callable[[], None]
    files: tuple[str, ...] = ()
    """Test files to run beside them: a refusal may take its clause from the moment."""
    how: How = "declared"


def family(mutant_id: str) -> str:
    parts = mutant_id.split("/")
    if parts[0] == "code":
        return f"code of {parts[1].split('.')[0]}"
    return parts[0] if parts[0] in ("lock", "default", "ranking", "role", "javascript") else parts[1]


def rebind(before: dict[str, Any], after: dict[str, Any]) -> None:
    changed = {
        id(old): after[key] for key, old in before.items() if isinstance(old, types.FunctionType) and key in after
    }
    for module in [m for n, m in sys.modules.items() if n.startswith("pitboss.")]:
        for key, value in list(vars(module).items()):
            if id(value) in changed:
                setattr(module, key, changed[id(value)])
            elif isinstance(value, dict):
                for inner, held in list(value.items()):
                    if id(held) in changed:
                        value[inner] = changed[id(held)]
    for row in ACTS.values():
        if id(row.does) in changed:
            force_setattr(row, "does", changed[id(row.does)])
