"""The main game of two hands that share the community cards, solved: every deal accounted for (27.8 trillion of 52
cards)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb, gcd

import numpy as np
from msgspec import Struct

from pitboss.odds.figures import TooLarge, net
from pitboss.odds.kernels import board_flops, board_rivers
from pitboss.odds.kernels.board_flops import CHOICE, TIE
from pitboss.odds.shapes.board_game import FLOP, RESULTS, START, Board
from pitboss.odds.shapes.board_ground import BoardGround, ground
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

WORKERS = 2
PIECE = 4000
"""Types of boards that one worker takes at a time."""
FLOPS_IN_A_BOARD = comb(5, 3)
INT64 = 2**63 - 1
LARGEST = INT64 // (comb(47, 2) * comb(45, 2))
"""Of a result, so that the deals of one flop can be added up."""


def nets(rules: Rules, board: Board, stake: int) -> tuple[Array, int]:
    """nets[choice, kind, result] as whole numbers, and how many cents each of them is."""
    cents = [
        [
            [net(rules, board.ending(choice, kind, result), stake, {}) for result in range(len(RESULTS))]
            for kind in range(len(board.kinds))
        ]
        for choice in board.choices
    ]
    every = [n for by_kind in cents for row in by_kind for n in row]
    unit = gcd(*every) or 1
    if max(map(abs, every)) // unit > LARGEST:
        raise TooLarge
    return np.array(cents, dtype=object) // unit, unit


class Solution(Struct, frozen=True):
    """The main game under given rules: what every starting hand is worth, and every decision."""

    board: Board
    ground: BoardGround
    nets: Array
    unit: int
    """Cents in each unit of the sums."""
    waiting: Array
    """[higher rank, lower rank] for pairs and suited hands, the other way round for others: the sum of results of the
    hands that wait for the flop, over flops, turn and river, and the dealer's hands."""
    early: Array
    """The same for each choice that ends the decisions before the flop."""
    starting: Array
    """[…, kind, result]: in how many deals of board and dealer each starting hand ends so, if it stays in."""
    start: Array
    """0 to wait, else the number of the early choice, from 1."""
    decisions: Array
    """[flop, card, card]: 0 to wait, else the number of the choice on the flop, from 1. TIE is added where others are
    worth as much (the one with the least variance is taken)."""

    @property
    def total(self) -> int:
        """All deals of hand, flop, turn and river, dealer."""
        n = len(self.ground.deck)
        return comb(n, 2) * comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2)

    @property
    def value(self) -> int:
        """The sum of the results of all deals, in units."""
        able = ([self.waiting] if self.board.wait(START) else []) + list(self.early)
        return int(sum(int(v) for v in np.max(able, axis=0).ravel()))

    @property
    def river_arguments(self) -> tuple[object, ...]:
        return self.ground.river_arguments(self.board.low, self.board.kind)


class RiverSums(Struct, frozen=True):
    """What every type of board and class of hand brings, over the dealer's hands."""

    starting: Array
    """As in `Solution`."""
    checked: Array
    """[type and class]: with the best choice of the river, in units."""
    raised: Array
    """[choice of the flop, type and class]: the same after each of these choices."""


def sum_rivers(
    board: Board, g: BoardGround, exact: Array, progress: Callable[[float], None] = lambda _: None
) -> RiverSums:
    """All rivers under these payments."""
    n = len(g.deck)
    per_board = max(abs(int(x)) for x in exact.ravel()) * comb(n - 7, 2)
    # The largest sum is that of one starting hand (at most 12 combinations) over all boards and dealer's hands.
    if per_board * comb(n - 2, 5) * FLOPS_IN_A_BOARD * 12 > INT64:
        raise TooLarge
    pays = exact.astype(np.int64)
    final, later = len(board.final), len(board.on_flop)
    # Sums over turn and river fit into half the bytes at ordinary payments, which is what the flops' time depends on.
    narrow = np.int32 if per_board * comb(n - 3, 2) < 2**31 else np.int64
    checked, raised = np.zeros(g.size, dtype=narrow), np.zeros((later, g.size), dtype=narrow)
    arguments = g.river_arguments(board.low, board.kind)

    def rivers(first: int, last: int) -> Array:
        found = np.zeros((13, 13, len(board.kinds), len(RESULTS)), dtype=np.int64)
        board_rivers.solve_rivers(first, last, *arguments, pays, final, checked, raised, found)
        return found

    return RiverSums(pieces(rivers, len(g.types), PIECE, progress), checked, raised)


def solve(
    rules: Rules, board: Board, pack: Pack, stake: int, progress: Callable[[float], None] = lambda _: None
) -> Solution:
    """The value of every starting hand and all decisions."""
    g = ground(pack)
    exact, unit = nets(rules, board, stake)
    rivers = sum_rivers(board, g, exact, lambda part: progress(part / 2))
    decisions = np.zeros((len(g.flops), 52, 52), dtype=np.uint8)
    waits = int(board.wait(FLOP) is not None)

    def flops(first: int, last: int) -> Array:
        found = np.zeros((13, 13), dtype=np.int64)
        board_flops.solve_flops(
            first, last, *g.flop_arguments(), waits, rivers.checked, rivers.raised, decisions, found
        )
        return found

    waiting = pieces(flops, len(g.flops), 60, lambda part: progress(0.5 + part / 2))
    pays = exact.astype(np.int64)
    before = early_sums(board, rivers.starting, pays)
    _break_ties(board, g, pays, decisions)
    start = _start(board, waiting, before)
    return Solution(board, g, pays, unit, waiting, before, rivers.starting, start, decisions)


def early_sums(board: Board, starting: Array, pays: Array) -> Array:
    """For each choice that ends the decisions before the flop what every starting hand brings."""
    first = len(board.final) + len(board.on_flop)
    each = [(starting * pays[first + k]).sum(axis=(2, 3)) * FLOPS_IN_A_BOARD for k in range(len(board.early))]
    return np.array(each, dtype=np.int64).reshape(len(each), 13, 13)


def _start(board: Board, waiting: Array, before: Array) -> Array:
    """The choice of each starting hand. The smallest comes first: a larger one must be worth more."""
    waits = board.wait(START) is not None
    start = np.full((13, 13), 0 if waits else 1, dtype=np.int64)
    best = waiting.copy() if waits else before[0].copy()
    for k in range(0 if waits else 1, len(before)):
        better = before[k] > best
        start[better] = k + 1
        best[better] = before[k][better]
    return start


def _break_ties(board: Board, g: BoardGround, pays: Array, decisions: Array) -> None:
    """Of choices that are worth the same the one with the least variance: with equal means, the smallest sum of
    squares. Among those the smallest wager."""
    squares = pays.astype(object) ** 2
    for flop, a, b in np.argwhere(decisions & TIE).tolist():
        deals = counts_at(board, g, g.flops[flop, 1:], a, b, pays).astype(object)
        sums = {c: int((deals[some] * pays[some]).sum()) for c, some in after_flop(board)}
        equal = [(c, some) for c, some in after_flop(board) if sums[c] == max(sums.values())]
        found, _ = min(equal, key=lambda each: int((deals[each[1]] * squares[each[1]]).sum()))
        decisions[flop, a, b] = TIE | found


def after_flop(board: Board) -> list[tuple[int, slice]]:
    """The choices on the flop, as decisions number them, and which choices end the round after each."""
    final = len(board.final)
    ends = [(1 + c, slice(final + c, final + c + 1)) for c in range(len(board.on_flop))]
    return ([(0, slice(0, final))] if board.wait(FLOP) else []) + ends


def counts_at(board: Board, g: BoardGround, lies: Array, a: int, b: int, pays: Array) -> Array:
    """found[choice, kind, result] for one hand on one flop or river: how many deals end so (see `spot`)."""
    final, later = len(board.final), len(board.on_flop)
    found = np.zeros((final + later, len(board.kinds), len(RESULTS)), dtype=np.int64)
    board_rivers.spot(lies, a, b, g.deck, *g.tables(board.low, board.kind), g.choose, pays, final, found)
    return found


def weights(solution: Solution, choice: int) -> Array:
    """type and class → in how many (flop, hand) the player, having waited for the flop, chooses this there."""
    g = solution.ground

    def weigh(first: int) -> Array:
        found = np.zeros(g.size, dtype=np.int32)
        arguments = (*g.flop_arguments(), solution.decisions, solution.start, choice, found)
        board_flops.weigh_flops(first, WORKERS, *arguments)
        return found

    with ThreadPoolExecutor(WORKERS) as pool:
        first, *others = pool.map(weigh, range(WORKERS))
    for other in others:
        first += other
    return first


def count(solution: Solution) -> Array:
    """found[choice, kind, result]: in how many deals the round ends so."""
    board, g = solution.board, solution.ground
    final, later = len(board.final), len(board.on_flop)
    late = np.zeros((later, g.size), dtype=np.int32)
    for c in range(later):
        late[c] = weights(solution, 1 + c)
    waits = (solution.start == 0).astype(np.int64)

    def rivers(begin: int, last: int) -> Array:
        found = np.zeros((len(board.choices), len(board.kinds), len(RESULTS)), dtype=np.int64)
        arguments = (*solution.river_arguments, solution.nets, final, waits, late, FLOPS_IN_A_BOARD, found)
        board_rivers.count_rivers(begin, last, *arguments)
        return found

    found = pieces(rivers, len(g.types), PIECE)
    for k in range(len(board.early)):
        found[final + later + k] += solution.starting[solution.start == k + 1].sum(axis=0) * FLOPS_IN_A_BOARD
    assert int(found.sum()) == solution.total
    return found


def finals(solution: Solution) -> Array:
    """type and class → the number of the best choice on the river."""
    g, final = solution.ground, len(solution.board.final)
    found = np.zeros(g.size, dtype=np.uint8)

    def rivers(first: int) -> None:
        last = min(first + PIECE, len(g.types))
        board_rivers.list_finals(first, last, *solution.river_arguments, solution.nets, final, found)

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(rivers, range(0, len(g.types), PIECE)))
    return found


def chosen_on_flop(solution: Solution) -> Array:
    """[flop, card, card]: 0 to wait, else the number of the choice, from 1."""
    chosen: Array = solution.decisions & CHOICE
    return chosen


def pieces(
    work: Callable[[int, int], Array], length: int, size: int, progress: Callable[[float], None] = lambda _: None
) -> Array:
    """The sum of the work on all pieces, shared among the workers."""
    bounds = [(first, min(first + size, length)) for first in range(0, length, size)]
    found: list[Array] = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for part in pool.map(lambda bound: work(*bound), bounds):
            found.append(part)
            progress(len(found) / len(bounds))
    total: Array = np.sum(found, axis=0)
    return total
