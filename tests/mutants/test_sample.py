"""A seeded sample of mutants; `make mutants` runs them all."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from run import equivalents, mutants, sample, survives

SAMPLE = sample(mutants(), 50)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda m: m.id)
def test_the_change_is_noticed(mutant) -> None:
    if mutant.id in equivalents():
        pytest.skip(equivalents()[mutant.id])
    assert not survives(mutant)


def test_ids_are_unique_and_listed_equivalents_exist() -> None:
    ids = [m.id for m in mutants()]
    assert len(ids) == len(set(ids))
    assert set(equivalents()) <= set(ids)
