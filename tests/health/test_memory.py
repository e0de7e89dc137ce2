"""A process of the suite that has grown gives back what it can work out again, and nothing else."""

import sys
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

import apart
import memory
from pitboss.odds import cache
from pitboss.odds.kernels.evaluator import rank_key
from pitboss.odds.shapes import board
from pitboss.odds.suits import suit_patterns


def test_what_was_counted_is_forgotten_and_where_things_lie_is_not() -> None:
    suit_patterns((1,), 4)
    cache.folder()
    solved: dict[object, Any] = board._SOLVED
    solved["made up"] = "a solution"
    assert suit_patterns.cache_info().currsize
    memory.give_back(memory.WITHIN)
    assert not suit_patterns.cache_info().currsize and not board._SOLVED
    assert cache.folder.cache_info().currsize == 1


def test_a_process_knows_how_large_it_is() -> None:
    assert memory.held() == 0 or 20 * 2**20 < memory.held() < 64 * 2**30


def test_what_tests_remember_is_forgotten_after_their_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a module has made itself, and not while its tests run."""
    module: Any = ModuleType("made_up_tests")
    module.__file__ = str(memory.TESTS / "made_up_tests.py")
    exec("from functools import cache\n@cache\ndef worked_out(): return []\n", vars(module))
    module.folder = cache.folder
    monkeypatch.setitem(sys.modules, module.__name__, module)
    kept = module.worked_out()
    memory.give_back(memory.WITHIN)
    assert module.worked_out() is kept
    memory.give_back(memory.MOST)
    assert module.worked_out() is not kept and cache.folder.cache_info().currsize == 1


@pytest.mark.parametrize(("held", "forgets"), [(99, False), (101, True), (179, True)])
def test_a_process_that_cannot_be_small_forgets_when_it_has_grown(
    monkeypatch: pytest.MonkeyPatch, held: int, forgets: bool
) -> None:
    monkeypatch.setattr(memory, "held", lambda: held * 2**20)
    monkeypatch.setattr(memory, "_least", {7: 200 * 2**20})
    assert memory.too_large(100 * 2**20) == forgets
    monkeypatch.setattr(memory, "_least", {100 * 2**20: 120 * 2**20})
    assert not memory.too_large(100 * 2**20)
    monkeypatch.setattr(memory, "held", lambda: 181 * 2**20)
    assert memory.too_large(100 * 2**20)


def test_a_kernel_that_was_packed_up_is_built_into_another() -> None:
    kernel: Any = rank_key
    card = np.uint32(8)
    key = kernel(card)
    for found in kernel.overloads.values():
        if found.library._shared_module is not None:
            apart.lighten(found.library)
    twice: Any = numba.njit(lambda card: 2 * rank_key(card))
    assert key and twice(card) == 2 * key
