"""`python -m javascript.checks lint` and `… types`: what is wrong with the JavaScript of the pages.

The types are checked with TypeScript's `strict`, in every module: every parameter has one.
"""

import re
import sys
from pathlib import Path

from msgspec import Struct

from javascript.deno import ROOT, SCRIPT, UNITS, deno

_FAULT = re.compile(r"^TS(\d+) \[ERROR\]: ", re.MULTILINE)
_PLACE = re.compile(r"^\s+at file://(\S+?):(\d+):\d+$", re.MULTILINE)
_COUNT = re.compile(r"^Found (\d+) errors\.$", re.MULTILINE)


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
    """Everything that the type check finds."""
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


def types() -> str:
    """What the type check says; nothing where all is well."""
    return "\n\n".join(fault.text for fault in faults())


if __name__ == "__main__":
    sys.exit({"lint": lint, "types": types}[sys.argv[1]]() or 0)
