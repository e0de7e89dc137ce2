"""A seeded sample of mutants, in a process of its own; `make mutants` runs them all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mutants.mutations import mutants
from mutants.run import equivalents

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_fifty_changes_are_noticed() -> None:
    command = [sys.executable, "-m", "mutants.run", "--sample", "50", "--workers", "2"]
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests"))
    env = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert done.stdout.count(": died") + done.stdout.count("SURVIVED") == 50


def test_ids_are_unique_and_listed_equivalents_exist() -> None:
    ids = [m.id for m in mutants()]
    assert len(ids) == len(set(ids))
    assert set(equivalents()) <= set(ids)
