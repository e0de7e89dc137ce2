"""Hands placed a second, one thread, beside phevaluator on the same hands in the same run, and beside the floor.

The floor is a kernel that only adds a hand's bytes. phevaluator has no call for many hands; its fastest use in bulk
is to call the C functions of its extension from a compiled loop, and its results are compared with ours. All lines
take turns, so that a disturbance of the machine meets all of them; the best and the middle of the turns are printed.

    python benchmarks/evaluator.py [--hands 2097152] [--turns 25] [--json]
"""

import argparse
import ctypes
import json
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from pitboss.odds import evaluator
from pitboss.odds.kernels import evaluator as kernels
from pitboss.odds.tables import tables

Array = Any
PHEVALUATOR_WORST = 7463
"""Its numbers run from 1, the royal flush, to 7,462; the sum of both numberings."""


def random_hands(n: int, size: int, seed: int) -> Array:
    """Columns of hands without repeated cards: the first steps of a shuffle, done for all at once."""
    random = np.random.default_rng(seed)
    deck = np.repeat(np.arange(52, dtype=np.uint8)[:, None], n, axis=1)
    every = np.arange(n)
    for place in range(size):
        pick = random.integers(place, 52, n)
        deck[place], deck[pick, every] = deck[pick, every].copy(), deck[place].copy()
    return np.ascontiguousarray(deck[:size])


def loop(size: int, given: str, each: str, joined: str, **names: Any) -> Callable[[Array, Array], None]:
    """A compiled loop over hands whose size is written out, card by card."""
    space: dict[str, Any] = {"call": int, **names}
    body = joined.join(each.format(j=j, size=size) for j in range(size))
    exec(f"def run({given}, out):\n    for i in range(len(out)):\n        out[i] = call({body})\n", space)
    compiled: Callable[[Array, Array], None] = numba.njit(nogil=True)(space["run"])
    return compiled


@numba.njit(nogil=True)
def on_boards(deals: Array, lookup: Any, out: Array) -> None:
    """Seven cards one hand at a time, as a simulation does: the sums of a board of five serve two hands."""
    for i in range(deals.shape[1]):
        key, bits = kernels.NO_CARDS, np.uint64(0)
        for j in range(5):
            key += lookup.key[deals[j, i]]
            bits += lookup.bit[deals[j, i]]
        for hand in range(2):
            a, b = deals[5 + 2 * hand, i], deals[6 + 2 * hand, i]
            mine = key + lookup.key[a] + lookup.key[b]
            out[2 * i + hand] = kernels.place(mine, bits + lookup.bit[a] + lookup.bit[b], lookup)


def phevaluator(size: int) -> Callable[[Array, Array], None]:
    from phevaluator import _pheval

    call = getattr(ctypes.CDLL(_pheval.__file__), f"evaluate_{size}cards")
    call.argtypes, call.restype = [ctypes.c_int] * size, ctypes.c_int
    return loop(size, "rows", "rows[i, {j}]", ", ", call=call)


def lines(n: int) -> tuple[dict[tuple[int, str], Callable[[], object]], Array]:
    found: dict[tuple[int, str], Callable[[], object]] = {}
    out = np.empty(n, dtype=np.uint16)
    for size in evaluator.SIZES:
        columns = random_hands(n, size, seed=size)
        rows = np.ascontiguousarray(columns.T)
        theirs = phevaluator(size)
        theirs(rows, out)
        assert (evaluator.places(rows) + out == PHEVALUATOR_WORST).all(), "phevaluator places a hand differently"
        assert (evaluator.places_of_columns(columns) + out == PHEVALUATOR_WORST).all()

        def line(name: str, run: Callable[..., object], *given: Any, size: int = size, **options: Any) -> None:
            found[size, name] = lambda: run(*given, **options)

        line("floor, columns", loop(size, "columns", "columns[{j}][i]", "+"), columns, out)
        line("floor, rows", loop(size, "cards", "cards[{size} * i + {j}]", "+"), rows.reshape(-1), out)
        line("columns", evaluator.places_of_columns, columns, checked=False, out=out)
        line("columns, checked", evaluator.places_of_columns, columns, out=out)
        line("rows", evaluator.places, rows, checked=False, out=out)
        line("rows, checked", evaluator.places, rows, out=out)
        line("phevaluator, rows", theirs, rows, out)
    deals = random_hands(n // 2, 9, seed=9)
    line("one by one, two to a board", on_boards, deals, evaluator.lookup(7), out)
    return found, out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1 << 21, help="how many random hands of each size")
    parser.add_argument("--turns", type=int, default=25, help="how often each line is measured")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    tables()
    start = time.perf_counter()
    for size in evaluator.SIZES:
        evaluator.lookup(size)
    built = time.perf_counter() - start
    found, _ = lines(options.hands)
    seconds: dict[tuple[int, str], list[float]] = {key: [] for key in found}
    for run in found.values():
        run()
    for _ in range(options.turns):
        for key, run in found.items():
            start = time.perf_counter()
            run()
            seconds[key].append(time.perf_counter() - start)
    results = [
        {
            "cards": size,
            "what": name,
            "million_per_second": options.hands / min(times) / 1e6,
            "median": options.hands / sorted(times)[len(times) // 2] / 1e6,
            "ns_per_hand": min(times) / options.hands * 1e9,
        }
        for (size, name), times in seconds.items()
    ]
    if options.json:
        print(json.dumps({"hands": options.hands, "lookups_seconds": built, "results": results}, indent=1))
        return
    print(f"{options.hands:,} random hands, one thread; lookups made in {built * 1e3:.0f} ms")
    print(f"{'cards':<6}{'':<28}{'million/s':>10}{'median':>8}{'ns/hand':>9}")
    for r in results:
        rate, middle = r["million_per_second"], r["median"]
        print(f"{r['cards']:<6}{r['what']:<28}{rate:>10,.0f}{middle:>8,.0f}{r['ns_per_hand']:>9.2f}")


if __name__ == "__main__":
    main()
