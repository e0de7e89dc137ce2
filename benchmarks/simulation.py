"""Simulated rounds a second per core, beside their floor (a kernel that deals the same cards from the same stream and
ranks every hand, nothing else) and beside the way of public simulators (`python_loop.py`). Seconds are those of the
core itself, so that other work on the machine disturbs little. `make bench`; nothing here is a test."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from python_loop import NAMES, NUMBERS
from python_loop import speed as python_speed

from pitboss.odds.counting import shape_of
from pitboss.odds.evaluator import lookup
from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import BATCH, deal_batch, room
from pitboss.odds.kernels.evaluator import U64, Lookup
from pitboss.odds.kernels.sim_against import Numbers, number
from pitboss.odds.kernels.sim_hands import add_to, add_up, found, place, sums
from pitboss.odds.shapes.against_game import contest
from pitboss.rulebook.folders import games
from pitboss.simulation import api
from pitboss.simulation.blocks import BLOCK, tools, work
from pitboss.simulation.setting import deck_of, places
from pitboss.simulation.shapes.against_numbers import of_kinds, of_ranks

LIR, UTH = "let-it-ride", "ultimate-texas-holdem"


@kernel
def floor_cards(
    count: Any, key_0: Any, key_1: Any, size: Any, needed: Any, shared: Any, owns: Any, look: Lookup
) -> Any:
    """Hands of five or seven cards: those at the places `shared`, and each hand's own."""
    batch, board, added, hands = room(size), sums(), sums(), found()
    total = U64(0)
    for first in range(0, count, BATCH):
        deal_batch(np.int64(first), key_0, key_1, size, needed, batch)
        add_up(batch.cards, shared, board)
        for s in range(U64(len(owns))):
            add_to(board, batch.cards, owns[s], added)
            place(batch.cards, np.concatenate((owns[s], shared)), added, look, hands)
            total += U64(hands.places[0])
    return total


@kernel
def floor_numbers(count: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, owns: Any, numbers: Numbers) -> Any:
    """Hands whose number says what they are."""
    size = np.int64(len(deck))
    batch, sets, hands = room(size), np.empty(BATCH, np.uint32), np.empty(BATCH, np.uint32)
    total = U64(0)
    for first in range(0, count, BATCH):
        deal_batch(np.int64(first), key_0, key_1, size, needed, batch)
        for s in range(U64(len(owns))):
            number(batch.cards, owns[s], numbers, sets, hands)
            total += U64(hands[0])
    return total


def floor(game: str, setting: Any) -> Callable[[], Any]:
    """The floor of a block, ready to be called."""
    rules = setting.rules
    at = places(rules, setting.seats)
    own, dealer = at.seats.astype(np.uint64), at.dealer.astype(np.uint64)
    hands = own if game == LIR else np.vstack((own, dealer))
    common = (np.int64(BLOCK), *setting.key)
    needed = np.int64(at.needed)
    deck = deck_of(rules)[0]
    if shape_of(rules) == "against":
        sight = contest(rules).sight
        numbers = (of_ranks if sight.his.only else of_kinds)(rules, sight, sight.own).numbers
        return lambda: floor_numbers(*common, deck, needed, hands, numbers)
    shared, look = at.community.astype(np.uint64), lookup(5 if game == LIR else 7)
    return lambda: floor_cards(*common, np.int64(len(deck)), needed, shared, hands, look)


def best(call: Callable[[], Any], rounds: int, times: int = 25) -> float:
    """Rounds a second, the best of several."""
    call()
    spent = []
    for _ in range(times):
        begun = time.thread_time()
        call()
        spent.append(time.thread_time() - begun)
    return rounds / min(spent)


def main() -> None:
    print(
        "Simulated rounds a second on one core, optimal play, all wagers: played, counted cell by cell, and the floor"
    )
    print(f"  {'game':24} {'seats':>5} {'played':>14} {'and counted':>14} {'floor':>14} {'of the floor':>13}")
    ultimate = 0.0
    for game in games():
        terms = api.default_terms(game)
        for seats in (1, terms.positions):
            job = api.prepare(terms, players=seats).job
            kit = tools(job)
            cells = np.zeros((BLOCK, seats, len(kit.fast.columns)), dtype=np.uint16)
            played = best(partial(kit.fast.run, 0, cells), BLOCK)
            counted = best(partial(work, job, 0), BLOCK)
            least = best(floor(game, job.setting), BLOCK)
            if game == UTH and seats == 1:
                ultimate = counted
            print(f"  {game:24} {seats:5} {played:14,.0f} {counted:14,.0f} {least:14,.0f} {counted / least:12.0%}")
    print("  a Python loop with phevaluator, one seat of Ultimate Texas, Ante, Blind, Play and Trips:")
    for how, speed in (("names", python_speed(NAMES)), ("numbers", python_speed(NUMBERS))):
        print(
            f"    cards by their {how}: {speed:,.0f}; the kernel plays and counts {ultimate / speed:,.0f} times as many"
        )
    print("  floor: deals the same cards and ranks the same hands (of Let It Ride those of five cards)")


if __name__ == "__main__":
    main()
