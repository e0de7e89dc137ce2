"""A shared board, with one of the dealer's cards known or none, and some cards of the flop: every deal counted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from queue import SimpleQueue
from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.lab.protect.board_ground import LANES, NOBODY, Rows, SeenGround, rows_of, seen_ground, spots_alike
from pitboss.odds.counting import Progress, silent
from pitboss.odds.figures import TooLarge
from pitboss.odds.kernels import seen_one as k
from pitboss.odds.shapes.board_game import FLOP, START, Board, board_of
from pitboss.odds.shapes.board_solver import nets
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

WORKERS = 2
PIECE = 20
"""Flops that one worker takes at a time."""
INT32, INT64 = 2**31, 2**63


class SeenSolution(Struct, frozen=True):
    """Every spot before the flop of a player who knows these cards."""

    board: Board
    ground: SeenGround
    rows: Rows
    groups: Array
    """[holding, lane, cards of the flop]: the number of the spot."""
    ledger: Array
    """See `board_ledger`."""


def known(ground: SeenGround, dealer: bool) -> Array:
    """[lane]: 1 where the known card can be."""
    found = np.zeros(LANES, dtype=np.int64)
    if not dealer:
        found[NOBODY] = 1
        return found
    found[(ground.deck & 3) * 16 + (ground.deck >> 2)] = 1
    return found


def solve(
    rules: Rules, pack: Pack, stake: int, *, dealer: bool, flop: int, progress: Progress = silent
) -> SeenSolution:
    """All spots before the flop, what follows being decided well. The dealer's two cards are counted in both orders."""
    board, g = board_of(rules), seen_ground(pack)
    rows = rows_of(board, *nets(rules, board, stake))
    n = len(g.deck)
    hands = (n - 8) * (1 if dealer else n - 7)
    factors = rows.factors(smallest(rows, g, hands * comb(n - FLOP, 2)))
    groups, spots = spots_alike(tuple(g.deck.tolist()), tuple(map(tuple, g.moves.tolist())), dealer, flop)
    labels = 1 + len(board.on_flop) + (len(board.early) if flop == FLOP else 0)
    columns = 3 + factors.shape[1] - len(rows.finals)
    deals = hands * comb(n - 5 - dealer, 2)
    given = (factors, len(rows.finals), known(g, dealer), not dealer, waits(board), rows.scales, rows.early, flop)

    def flops(first: int, last: int, ledger: Array) -> None:
        k.solve_flops(first, last, *g.common(board), *given, groups, deals, ledger)

    ledger = shared(flops, (spots, labels, columns), len(g.flops), PIECE, progress)
    assert int(ledger[:, :, 0].sum()) == g.deals * comb(FLOP, flop)
    return SeenSolution(board, g, rows, groups, ledger)


def waits(board: Board) -> Array:
    """Whether one may wait before the flop, and on it."""
    return np.array([board.wait(START) is not None, board.wait(FLOP) is not None], dtype=np.int64)


def smallest(rows: Rows, g: SeenGround, deals: int) -> Any:
    """The smallest whole numbers that hold the sums over so many deals. All sums must fit the largest."""
    scale = max([1, *(abs(int(x)) for x in (*rows.scales[:, 1], *rows.early[:, 1]))])
    if rows.largest() * scale * g.deals * 3 >= INT64:
        raise TooLarge
    return np.int32 if rows.largest() * deals < INT32 else np.int64


def shared(
    work: Callable[[int, int, Array], None], shape: tuple[int, ...], length: int, size: int, progress: Progress
) -> Array:
    """The sum of the work on all pieces, done by the workers, each of which has sums of its own."""
    bounds = [(first, min(first + size, length)) for first in range(0, length, size)]
    spare: SimpleQueue[Array] = SimpleQueue()
    for _ in range(WORKERS):
        spare.put(np.zeros(shape, dtype=np.int64))

    def piece(bound: tuple[int, int]) -> None:
        sums = spare.get()
        work(*bound, sums)
        spare.put(sums)

    with ThreadPoolExecutor(WORKERS) as pool:
        for done, _ in enumerate(pool.map(piece, bounds), start=1):
            progress(done / len(bounds))
    total = spare.get()
    for _ in range(WORKERS - 1):
        total += spare.get()
    return total
