"""`python -m javascript.checks lint` and `… types`: what is wrong with the JavaScript of the pages.

The types are checked as strictly as TypeScript can. Modules that `untyped.txt` names may still have parameters without
a type; one that has them all must leave the list. Modules that `unchecked.txt` names are not looked at yet.
"""

import re
import sys
from pathlib import Path

from msgspec import Struct

from javascript.deno import ROOT, SCRIPT, UNITS, deno

_FAULT = re.compile(r"^TS(\d+) \[ERROR\]: ", re.MULTILINE)
_PLACE = re.compile(r"^\s+at file://(\S+?):(\d+):\d+$", re.MULTILINE)
_COUNT = re.compile(r"^Found (\d+) errors\.$", re.MULTILINE)
_UNTYPED = range(7005, 7054)
"""The codes of TypeScript for what has no type."""


class Fault(Struct, frozen=True):
    """Something the type check found: where, and what."""

    file: Path
    code: int
    text: str


def lint(*folders: Path) -> str:
    """What the linter says; nothing where all is well."""
    done = deno("lint", "--config", ROOT / "deno.json", *(folders or (SCRIPT, UNITS)))
    return done.stdout + done.stderr if done.returncode else ""


def faults(*folders: Path) -> list[Fault]:
    """Everything that the type check finds, also in modules that are on a list."""
    done = deno("check", "--config", ROOT / "deno.json", "--no-remote", "--no-npm", *(folders or (SCRIPT,)))
    if done.returncode == 0:
        return []
    _, *parts = re.split(r"^(?=TS\d+ \[ERROR\]: )", done.stderr, flags=re.MULTILINE)
    found = [_fault(part) for part in parts]
    told = _COUNT.search(done.stderr)
    if not found or (told and int(told[1]) != len(found)):
        raise RuntimeError(f"the type check did not come to its end:\n{done.stderr}")
    return found


def _fault(part: str) -> Fault:
    code, place = _FAULT.match(part), _PLACE.search(part)
    if code is None or place is None:
        raise RuntimeError(f"the type check says something that is not understood:\n{part}")
    return Fault(Path(place[1]), int(code[1]), part.strip())


def named(name: str) -> set[str]:
    """The modules on a list."""
    return set((UNITS / name).read_text(encoding="utf-8").split())


def types() -> str:
    """What the type check says beyond what the lists allow; nothing where all is well."""
    untyped, unchecked = named("untyped.txt"), named("unchecked.txt")
    wrong, seen = [], set()
    for fault in faults():
        name = fault.file.relative_to(SCRIPT).as_posix() if fault.file.is_relative_to(SCRIPT) else ""
        seen.add(name)
        if name not in unchecked and not (name in untyped and fault.code in _UNTYPED):
            wrong.append(fault.text)
    for name in sorted((untyped | unchecked) - seen):
        wrong.append(f"{name} has no fault: take it off the list")
    return "\n\n".join(wrong)


if __name__ == "__main__":
    sys.exit({"lint": lint, "types": types}[sys.argv[1]]() or 0)
