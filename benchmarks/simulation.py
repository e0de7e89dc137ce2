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
    """What a script does: shuffle a deck, decide by rules of thumb, evaluate two hands with phevaluator, pay Ante,
    Blind, Play and Trips."""
    from phevaluator import evaluate_cards

    deck = [r + s for r in "23456789TJQKA" for s in "cdhs"]
    value = {r: n for n, r in enumerate("23456789TJQKA")}
    tops = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
    blind = (500, 50, 10, 3, 1.5, 1, 0, 0, 0, 0)
    trips = (50, 40, 30, 9, 7, 4, 3, -1, -1, -1)
    draw = random.Random(1)
    begun = time.perf_counter()
    total = 0.0
    for _ in range(rounds):
        draw.shuffle(deck)
        a, b, c, d, _, *board = deck[:10]
        high, low = sorted((value[a[0]], value[b[0]]), reverse=True)
        suited = a[1] == b[1]
        mine, other = evaluate_cards(a, b, *board), evaluate_cards(c, d, *board)
        kind = next(n for n, top in enumerate(tops) if mine <= top)
        shown = {card[0] for card in board[:3]}
        if (high == low and high) or high == 12 or (high == 11 and (suited or low >= 3)) or low >= 8:
            play = 4
        elif a[0] in shown or b[0] in shown or sum(card[1] == a[1] for card in board[:3]) == 3:
            play = 2
        elif kind < 8 or high >= 10 or a[0] in "".join(board) or b[0] in "".join(board):
            play = 1
        else:
            play = 0
        total += trips[kind]
        if not play:
            total -= 2
        elif mine < other:
            total += play + blind[kind] + (other <= tops[8])
        elif mine > other:
            total -= play + 1 + (other <= tops[8])
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
    times = ultimate / loop
    print(f"  a Python loop with phevaluator, one seat: {loop:,.0f}; the kernel is {times:,.0f} times as fast")
    print("  floor: one seat of Ultimate Texas deals nine cards and evaluates two hands; the others deal only")


if __name__ == "__main__":
    main()
