"""A process of the suite that has grown gives back what it can work out again, and nothing else."""

from typing import Any

import memory
from pitboss.odds import cache
from pitboss.odds.shapes import board
from pitboss.odds.suits import suit_patterns


def test_what_was_counted_is_forgotten_and_where_things_lie_is_not() -> None:
    suit_patterns((1,), 4)
    cache.folder()
    solved: dict[object, Any] = board._SOLVED
    solved["made up"] = "a solution"
    assert suit_patterns.cache_info().currsize
    memory.give_back()
    assert not suit_patterns.cache_info().currsize and not board._SOLVED
    assert cache.folder.cache_info().currsize == 1


def test_a_process_knows_how_large_it_is() -> None:
    assert memory.held() == 0 or 20 * 2**20 < memory.held() < 64 * 2**30
