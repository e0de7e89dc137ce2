"""What a person is told while rounds are played: the running result, the pace, and how long it will take."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.cli.waiting import Waiting
    from pitboss.simulation.api import Prepared
    from pitboss.simulation.blocks import BlockSums


class RunningResult:
    """The running result, for the bar."""

    def __init__(self, prepared: "Prepared", count: int, waiting: "Waiting") -> None:
        self._unit = prepared.job.seats * prepared.job.stakes["main"]
        self._count, self._waiting = count, waiting
        self._begun = time.perf_counter()
        self._before: int | None = None
        waiting(f"{count:,} rounds", 0.0)

    def __call__(self, sums: "BlockSums") -> None:
        from pitboss.simulation.blocks import BLOCK
        from pitboss.simulation.report import standard_error

        if self._before is None:
            self._before = max(0, sums.rounds - BLOCK)
        spent = time.perf_counter() - self._begun
        rate = (sums.rounds - self._before) / spent
        mean = sums.totals[0] / (sums.rounds * self._unit)
        error = standard_error(sums.totals[0], sums.squares[0], sums.rounds, self._unit)
        left = _span((self._count - sums.rounds) / rate) if rate else "?"
        said = f"main {mean:+.5f} ± {error:.5f}, {_short(rate)} rounds/s, {left} left"
        self._waiting(said, sums.rounds / self._count)


def _short(number: float) -> str:
    for times, letter in ((10**9, "b"), (10**6, "m"), (10**3, "k")):
        if number >= times:
            return f"{number / times:.1f}{letter}"
    return f"{number:.0f}"


def _span(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 7200 else f"{whole / 3600:.1f} h"
