"""A seeded sample of mutants, in a process of its own; `make mutants` runs them all."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from mutants.mutant import family
from mutants.mutations import mutants
from mutants.run import equivalents, sample
from mutants.script import operators

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests"))}

SIZE = 2 * len({family(m.id) for m in mutants()})
"""Two of each family."""


def test_some_changes_of_every_family_are_noticed() -> None:
    command = [sys.executable, "-m", "mutants.run", "--sample", str(SIZE), "--workers", "2"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert done.stdout.count(": died") + done.stdout.count("SURVIVED") == SIZE


def test_the_sample_takes_of_every_family() -> None:
    chosen = Counter(family(m.id) for m in sample(mutants(), SIZE))
    assert set(chosen) == {family(m.id) for m in mutants()} and set(chosen.values()) == {2}
    assert "javascript" in chosen and "code of house" in chosen


def test_ids_are_unique_and_listed_equivalents_exist() -> None:
    ids = [m.id for m in mutants()]
    assert len(ids) == len(set(ids))
    assert set(equivalents()) <= set(ids)


SCRIPT = """const a = b - -1; // x + y
const re = /a+b/.test(c) && d <= e / 2; /* f * g */
const said = `${h === "i + j" ? `${k + 1}` : {}} l < m`;
export const of = (n) => (n > 0 ? n ** 2 : n++) || "o && p";
"""


def test_operators_are_found_and_texts_left_alone() -> None:
    found = [(SCRIPT.count("\n", 0, place) + 1, token) for place, token in operators(SCRIPT)]
    assert found == [(1, "-"), (2, "&&"), (2, "<="), (2, "/"), (3, "==="), (3, "+"), (4, ">"), (4, "||")]
    assert all(SCRIPT.startswith(token, place) for place, token in operators(SCRIPT))


ENDLESS = """
from mutants.children import forked
kept = []
def hoard():
    while len(kept) < 100:
        kept.append(bytearray(2**24))
    return 0
def modest():
    return len(bytearray(2**24)) - 2**24
print(forked(modest), forked(hoard))
"""


def test_a_change_that_takes_more_and_more_memory_is_noticed_before_it_has_much() -> None:
    """A hundred times 16 MB are too much, 16 MB are not."""
    done = subprocess.run([sys.executable, "-c", ENDLESS], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1"]
