"""Exact odds: how long each part takes, and what bounds it. `make bench`; nothing here is a test."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from pitboss.cards.deck import STANDARD
from pitboss.games import rules_for
from pitboss.odds.api import best_play, odds
from pitboss.odds.kernels import board_flops, board_rivers
from pitboss.odds.request import Request
from pitboss.odds.shapes import board as shape
from pitboss.odds.shapes import board_solver
from pitboss.odds.shapes.board_game import board_of
from pitboss.odds.shapes.board_ground import BoardGround, ground
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table.rules import Rules


def rules_of(game: str, **changes: Any) -> Rules:
    terms = check_data(merge(default_data(game), changes)).terms
    assert terms is not None
    return rules_for(terms)


def timed(what: str, work: Callable[[], Any], times: int = 5, note: str = "") -> float:
    """Best and median of several runs, in milliseconds."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - begun))
    print(f"  {what:52} {min(spent):9.1f} ms  (median {median(spent):.1f}){note}")
    return min(spent)


def main() -> None:
    _board()
    _games()
    _coach()
    _processes()


def _board() -> None:
    rules = rules_of("ultimate-texas-holdem")
    pack, game = STANDARD.contents, board_of(rules)
    shape.tally(rules, "main", pack=shape.TINY)  # compiles

    print("Ultimate Texas Hold 'Em, main game, two threads")
    solved = board_solver.solve(rules, game, pack, 100)

    def afresh() -> None:
        ground.cache_clear()
        board_solver.solve(rules, game, pack, 100)

    value = timed("value and all decisions, from nothing", afresh)
    count = timed("every cell (variance, distribution), second pass", lambda: board_solver.count(solved))
    print(f"  {'together':52} {value + count:9.1f} ms")
    _bounds(solved)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {'largest resident memory so far':52} {memory:9.0f} MiB")


def _games() -> None:
    print("Everything in the book, all paytables, afresh in this process")
    for game in games():
        rows = odds(Request(game=game), use_cache=False)
        print(f"  {game:52} {1000 * sum(r.seconds for r in rows):9.1f} ms  ({len(rows)} rows)")

    print("A new paytable for a counted game")
    for game, wager, family in (("let-it-ride", "main", "let_it_ride"), ("dragon-poker", "main", "ante_bonus")):
        for letter in ("A", "B"):
            other = rules_of(game, wagers={family: {"paytable": letter}})
            row = Request(game=game, wager=wager, paytable=letter, terms=None)
            odds(row, use_cache=False)
            timed(f"{game} {wager} {letter}", partial(odds, row, use_cache=False))
            assert other is not None
    timed("trips D", lambda: odds(Request(game="ultimate-texas-holdem", wager="trips", paytable="D"), use_cache=False))


def _coach() -> None:
    rules = rules_of("ultimate-texas-holdem")
    print("The coach, warm")
    for cards, shown in (("Ah Kd", ""), ("Jd 9d", "Td 8c 2d"), ("Jd 9d", "Td 8c 2d 4s 3h")):
        hand, lies = STANDARD.read_all(cards), STANDARD.read_all(shown)
        timed(f"ultimate-texas-holdem {cards} | {shown}", partial(best_play, rules, hand, lies))
    ride = rules_of("let-it-ride")
    timed("let-it-ride Th Jh 4c", lambda: best_play(ride, STANDARD.read_all("Th Jh 4c")))
    five = rules_of("top-five-poker")
    timed("top-five-poker", lambda: best_play(five, STANDARD.read_all("Ah Kd Th 2c 3c 4c 5d")))
    dragon = rules_of("dragon-poker")
    timed("dragon-poker", lambda: best_play(dragon, ("PH", "PA", "RA")))


def _processes() -> None:
    print("Whole processes")
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "pitboss.cli.main", "odds", "ultimate-texas-holdem", "--json"]
        environment = {"PITBOSS_CACHE": str(Path(home)), "PATH": "/usr/bin:/bin"}

        def run(*more: str) -> None:
            subprocess.run([*command, *more], env=environment, check=True, capture_output=True)

        timed("first run on a new machine, compilation included", run, times=1)
        timed("second run, from the cache", run)
        timed("--no-cache, kernels compiled", lambda: run("--no-cache"), times=2)


def _bounds(solved: board_solver.Solution) -> None:
    """One thread, kernel by kernel, with what each moves."""
    g, pays = solved.ground, solved.nets
    checked, raised = np.zeros(g.size, np.int32), np.zeros((1, g.size), np.int32)
    starting = np.zeros((13, 13, 10, 6), np.int64)
    decisions = np.zeros((len(g.flops), 52, 52), np.uint8)
    waiting = np.zeros((13, 13), np.int64)
    weights = np.zeros((1, g.size), np.int32)
    found = np.zeros((len(solved.board.choices), 10, 6), np.int64)
    waits = (solved.start == 0).astype(np.int64)
    rivers, flops = solved.river_arguments, g.flop_arguments()
    steps: tuple[tuple[str, Callable[[], Any], int], ...] = (
        (
            "one thread: rivers",
            lambda: board_rivers.solve_rivers(0, len(g.types), *rivers, pays, 2, checked, raised, starting),
            len(g.types),
        ),
        (
            "one thread: flops",
            lambda: board_flops.solve_flops(0, len(g.flops), *flops, 1, checked, raised, decisions, waiting),
            len(g.flops),
        ),
        (
            "one thread: flops backwards",
            lambda: board_flops.weigh_flops(0, 1, *flops, solved.decisions, solved.start, 1, weights[0]),
            len(g.flops),
        ),
        (
            "one thread: rivers counted",
            lambda: board_rivers.count_rivers(0, len(g.types), *rivers, pays, 2, waits, weights, 10, found),
            len(g.types),
        ),
    )
    for what, work, pieces in steps:
        spent = timed(what, work, times=3)
        kind = "type of board" if pieces == len(g.types) else "flop"
        print(f"  {'':52} {1000 * spent / pieces:9.2f} µs a {kind}")
    floor = timed("floor: reading both river sums once a flop term", lambda: _floor(checked, raised, g), times=3)
    print(f"  {'':52} {floor:9.1f} ms for the same bytes, added without thought")


def _floor(checked: np.ndarray, raised: np.ndarray, g: BoardGround) -> int:
    """The flops read about 140 million sums of each kind; summing as many bytes in a straight line is the least."""
    times = 140_000_000 // g.size
    return sum(int(a.sum(dtype=np.int64)) for a in (checked, raised) for _ in range(times))


if __name__ == "__main__":
    main()
