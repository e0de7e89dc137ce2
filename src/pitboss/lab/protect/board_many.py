"""Many spots at once of a game with a shared board: first decisions by a table, flops and rivers by a kernel."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from pitboss.lab.protect import board_starts
from pitboss.lab.protect.board_ground import seen_ground
from pitboss.lab.protect.board_spots import payments
from pitboss.lab.protect.seen import SeenCards
from pitboss.lab.protect.valued import AskedSpot, Valued, numbers
from pitboss.odds.counting import Progress, silent
from pitboss.odds.evaluator import lookup
from pitboss.odds.kernels import spots_board as k
from pitboss.odds.shapes.board import combinations_of, grid_place, solution
from pitboss.odds.shapes.board_game import FLOP, OWN, RIVER, START, Board
from pitboss.odds.shapes.board_ground import ground, number
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

WORKERS = 2
FLOPS, RIVERS = 16, 1024
"""Flops, and spots on a river, that one worker takes at a time."""


def able(sight: SeenCards) -> bool:
    """Whether first decisions can be valued for somebody who knows these cards: by a table of all of them, or because
    the whole flop is known."""
    return board_starts.able(sight) or set(range(FLOP)) <= set(sight.community)


def valued(
    rules: Rules, step: str, asked: Sequence[AskedSpot], sight: SeenCards, stake: int, progress: Progress = silent
) -> Valued | None:
    """What every choice is worth; None where spots must be looked at one by one."""
    board, _, _ = payments(rules, stake)
    pack = rules.deck.contents
    lie = next((n for n, each in board.steps.items() if each.name == step), None)
    rows = numbers(asked, {card: number(card) for card, n in pack if n})
    if lie is None or rows is None or len(asked[0].own) != OWN or len(asked[0].open_cards) != lie or asked[0].dealer:
        return None
    if lie == START and not able(sight):
        return _honest_start(rules, board, asked, stake) if not sight else None
    if lie == START and board_starts.able(sight):
        return board_starts.valued(rules, rows, sight, stake, pack, progress)
    return _dealt_out(rules, board, lie, rows, sight, stake, pack)


def _honest_start(rules: Rules, board: Board, asked: Sequence[AskedSpot], stake: int) -> Valued:
    """By the solution of the game: one row for each of the 169 starting hands."""
    solved = solution(rules, rules.deck.contents, stake)
    after = solved.total // comb(len(solved.ground.deck), OWN)
    places = [grid_place(each.own) for each in asked]
    known = {place: combinations_of(place, solved) * after for place in dict.fromkeys(places)}
    at = tuple(np.array(places).T)
    sums = {choice.name: early[at] for choice, early in zip(board.early, solved.early, strict=True)}
    if wait := board.wait(START):
        sums[wait.name] = solved.waiting[at]
    names = tuple(choice.name for choice in board.steps[START].choices)
    deals = np.array([known[place] for place in places])
    return Valued(names, np.column_stack([sums[name] for name in names]), deals, Fraction(solved.unit, stake))


def _dealt_out(rules: Rules, board: Board, lie: int, rows: Array, sight: SeenCards, stake: int, pack: Pack) -> Valued:
    """On the flop, on the river, and before both where the flop is known: all that can follow is counted."""
    _, pays, unit = payments(rules, stake)
    dealer = rows[:, OWN + lie : OWN + lie + sight.dealer]
    faces = rows[:, OWN + lie + sight.dealer :]
    places = [rows[:, OWN + n] for n in range(lie)]
    places += [faces[:, n] for n, where in enumerate(sight.community) if where >= lie]
    lies = np.column_stack(places)
    if lie == RIVER:
        sums, deals = _on_rivers(board, pays, rows[:, :OWN], lies, dealer, pack)
    else:
        sums, deals = on_flops(board, pays, rows[:, :OWN], lies, dealer, pack)
    final, later = len(board.final), len(board.on_flop)
    names = {choice.name: c for c, choice in enumerate(board.choices) if choice in board.steps[lie].choices}
    if lie != RIVER and (wait := board.wait(lie)):
        names[wait.name] = 0
    if lie == START:
        on_flop = sums[:, final : final + later]
        able = np.column_stack([sums[:, :1], on_flop]) if board.wait(FLOP) else on_flop
        sums[:, 0] = able.max(axis=1)
    choices = tuple(choice.name for choice in board.steps[lie].choices)
    return Valued(choices, sums[:, [names[name] for name in choices]], deals, Fraction(unit, stake))


def _on_rivers(board: Board, pays: Array, own: Array, lies: Array, dealer: Array, pack: Pack) -> tuple[Array, Array]:
    """[spot, choice]: the sum of results, and [spot]: over how many of the dealer's hands."""
    deck = ground(pack).deck
    sums, deals = np.zeros((len(own), len(pays)), dtype=np.int64), np.zeros(len(own), dtype=np.int64)
    cards = (np.ascontiguousarray(own), np.ascontiguousarray(lies), np.ascontiguousarray(dealer))
    kind, table = board.kind.astype(np.int64), lookup(7)

    def work(first: int) -> None:
        last = min(first + RIVERS, len(own))
        k.river_spots(first, last, *cards, deck, table, board.low, kind, pays, sums, deals)

    _share(work, len(own), RIVERS)
    return sums, deals


def on_flops(board: Board, pays: Array, own: Array, lies: Array, dealer: Array, pack: Pack) -> tuple[Array, Array]:
    """The same where three community cards lie open, or are known; those behind them are known as well. Place 0 has the
    best that waiting for the river can bring."""
    renamed, codes = _alike(np.column_stack([lies[:, :FLOP], own, dealer, lies[:, FLOP:]]), pack)
    order = np.argsort(codes, kind="stable")
    some, starts = np.unique(codes[order], return_index=True)
    rows = renamed[order]
    flops = np.ascontiguousarray(rows[starts, :FLOP])
    bounds = np.append(starts, len(rows)).astype(np.int64)
    parts = np.cumsum([FLOP, OWN, dealer.shape[1]])
    cards = tuple(np.ascontiguousarray(part) for part in np.split(rows, parts, axis=1)[1:])
    sums, deals = np.zeros((len(own), len(pays)), dtype=np.int64), np.zeros(len(own), dtype=np.int64)
    kind, tables = board.kind.astype(np.int64), _tables(pack)

    def work(first: int) -> None:
        last = min(first + FLOPS, len(some))
        k.flop_spots(first, last, flops, bounds, *cards, *tables, board.low, kind, pays, len(board.final), sums, deals)

    _share(work, len(some), FLOPS)
    back = np.empty(len(order), dtype=np.int64)
    back[order] = np.arange(len(order))
    return sums[back], deals[back]


def _share(work: Callable[[int], None], length: int, size: int) -> None:
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(0, length, size)))


def _alike(rows: Array, pack: Pack) -> tuple[Array, Array]:
    """The rows with their suits renamed so that the first three cards, the flop, are the lowest of their kind, in
    ascending order; and a number for each flop."""
    kept, codes = rows, np.full(len(rows), 52**3, dtype=np.int64)
    for new in seen_ground(pack).moves:
        moved = rows & ~3 | new[rows & 3]
        moved[:, :FLOP] = np.sort(moved[:, :FLOP], axis=1)
        each = (moved[:, 0] * 52 + moved[:, 1]) * 52 + moved[:, 2]
        lower = each < codes
        kept, codes = np.where(lower[:, None], moved, kept), np.where(lower, each, codes)
    return kept, codes


@lru_cache(maxsize=4)
def _tables(pack: Pack) -> tuple[Any, ...]:
    """What the kernel needs to place hands: the pack, how many cards it has of each rank, which cards, and the tables
    of places."""
    g = ground(pack)
    ranks, has = np.zeros(13, dtype=np.int64), np.zeros(52, dtype=np.int64)
    np.add.at(ranks, g.deck >> 2, 1)
    has[g.deck] = 1
    return g.deck, ranks, has, g.choose, g.places, g.suited.astype(np.int16), g.tri13
