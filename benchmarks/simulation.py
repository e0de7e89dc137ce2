"""Simulated rounds a second per core, beside their floor (a kernel that deals the same cards from the same stream and
evaluates the hands, nothing else) and beside the way of public simulators (a Python loop with the fastest evaluator on
PyPI). `make bench`; nothing here is a test."""

import random
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from pitboss.games import rules_for
from pitboss.odds.evaluator import lookup
from pitboss.odds.kernels.deals import deal
from pitboss.odds.kernels.evaluator import NO_CARDS, U64, Lookup, place
from pitboss.rulebook.book import GAMES
from pitboss.rulebook.submission import check_data, default_data
from pitboss.simulation.blocks import BLOCK
from pitboss.simulation.setting import Setting, deck_of, fast, places


@numba.njit(nogil=True)
def floor_seven(first: Any, count: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, look: Lookup) -> Any:
    """Nine cards: two, two and a board; two hands evaluated and compared."""
    order = np.empty(len(deck), np.int64)
    higher = 0
    for n in range(count):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        key = NO_CARDS
        bits = U64(0)
        for i in range(4, 9):
            key += look.key[order[i]]
            bits += look.bit[order[i]]
        a, b, c, d = order[0], order[1], order[2], order[3]
        mine = place(key + look.key[a] + look.key[b], bits + look.bit[a] + look.bit[b], look)
        other = place(key + look.key[c] + look.key[d], bits + look.bit[c] + look.bit[d], look)
        higher += mine > other
    return higher


@numba.njit(nogil=True)
def floor_deal(first: Any, count: Any, key_0: Any, key_1: Any, deck: Any, needed: Any) -> Any:
    """The cards of a round, and one look at each."""
    order = np.empty(len(deck), np.int64)
    total = 0
    for n in range(count):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        for i in range(needed):
            total += order[i]
    return total


def best(work: Callable[[], Any], rounds: int, times: int = 9) -> float:
    """Rounds a second, the best of several."""
    work()
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return rounds / min(spent)


def python_loop(rounds: int = 20_000) -> float:
    """Shuffle a list, evaluate two hands with phevaluator, raise by a rule of thumb, pay: what a script does."""
    from phevaluator import evaluate_cards

    cards = [r + s for r in "23456789TJQKA" for s in "cdhs"]
    draw = random.Random(1)
    begun = time.perf_counter()
    total = 0.0
    for _ in range(rounds):
        a, b, c, d, *board = draw.sample(cards, 9)
        mine = evaluate_cards(a, b, *board)
        other = evaluate_cards(c, d, *board)
        raise_ = 4 if a[0] == b[0] or "A" in (a[0], b[0]) else 1
        total += (1 + raise_) * ((mine < other) - (mine > other))
    return rounds / (time.perf_counter() - begun)


def main() -> None:
    print("Simulated rounds a second on one core, optimal play, all wagers of the default submission")
    print(f"  {'game':24} {'seats':>5} {'rounds':>14} {'floor':>14} {'of the floor':>13}")
    looked = lookup(7)
    ultimate = 0.0
    for game in GAMES:
        terms = check_data(default_data(game)).terms
        assert terms is not None
        rules = rules_for(terms)
        for seats in (1, rules.terms.positions):
            setting = Setting(rules, seats)
            kernel = fast(setting)
            cells = np.zeros((BLOCK, seats, len(kernel.columns)), dtype=np.uint16)
            speed = best(lambda kernel=kernel, cells=cells: kernel.run(0, cells), BLOCK)
            deck, _ = deck_of(rules)
            needed = np.int64(places(rules, seats).needed)
            common = (np.int64(0), np.int64(BLOCK), *setting.key, deck, needed)
            if game == "ultimate-texas-holdem" and seats == 1:
                least = best(lambda c=common: floor_seven(*c, looked), BLOCK)
                ultimate = speed
            else:
                least = best(lambda c=common: floor_deal(*c), BLOCK)
            print(f"  {game:24} {seats:5} {speed:14,.0f} {least:14,.0f} {speed / least:12.0%}")
    loop = python_loop()
    print(f"  a Python loop with phevaluator, one seat: {loop:,.0f}; the kernel is {ultimate / loop:,.0f} times as fast")
    print("  floor: one seat of Ultimate Texas deals nine cards and evaluates two hands; the others deal only")


if __name__ == "__main__":
    main()
