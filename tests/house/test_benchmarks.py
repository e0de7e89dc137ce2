"""The benchmarks of the house still fit the house: their floors write what it writes. How quick anything is does not
matter here; each runs in a process of its own, because it changes how memory is looked after."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
ACTS = """
import asyncio, pathlib, sys, house
acts, bare, rounds, cpu = asyncio.run(house.acts_a_second(pathlib.Path(sys.argv[1]), 1, 2, 1, False))
assert min(acts, bare, rounds, cpu) > 0
"""
ROWS = """
import asyncio, pathlib, sys, load_bare
groups, _ = asyncio.run(load_bare.recorded(pathlib.Path(sys.argv[1]), 1, 2, 1))
assert list(groups) == [1] and len(groups[1]) > 4
"""


@pytest.mark.parametrize("program", [ACTS, ROWS], ids=["acts a second", "rows of the echo"])
def test_the_floors_write_what_the_house_writes(program: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=BENCHMARKS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
