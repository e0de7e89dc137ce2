"""The river of a game with shared community cards, played by rules: deals, shares, costs, and the worst spots."""

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import Card
from pitboss.lab.strategies.judged import MOST_HANDS
from pitboss.lab.strategies.spots import Ruled
from pitboss.odds.evaluator import CARDS
from pitboss.odds.kernels import board_judged
from pitboss.odds.shapes.board_game import RESULTS
from pitboss.odds.shapes.board_ground import BoardGround
from pitboss.odds.shapes.board_solver import FLOPS_IN_A_BOARD, PIECE, Solution, pieces, weights
from pitboss.odds.tables import RANK_COUNT, Array

_SUITS = 4


class RiverSpot(NamedTuple):
    """A type of board and class of hand that is played otherwise than the best play."""

    loss: int
    at: int
    deals: int
    best: int


class JudgedRivers(NamedTuple):
    """What the rivers come to."""

    counts: Array
    """[choice, kind, result]: deals of those who waited for the flop."""
    shares: tuple[int, ...]
    """By rule: deals."""
    costs: tuple[int, ...]
    """By rule: units lost."""
    worst: tuple[RiverSpot, ...]


def late_weights(solved: Solution) -> Array:
    """[choice of the flop, type and class]: in how many flops and hands it is taken."""
    if len(solved.board.on_flop) == 1:
        return weights(solved, 1)[None]
    late = np.zeros((len(solved.board.on_flop), solved.ground.size), dtype=np.int32)
    for c in range(len(late)):
        late[c] = weights(solved, 1 + c)
    return late


def judge_rivers(solved: Solution, one: Ruled | None, codes: Array) -> JudgedRivers:
    """Plays all rivers by the rules of the last decision, or without one. `codes` are the choices as they are offered,
    by the kernels' numbers."""
    board, g = solved.board, solved.ground
    ruled = one or Ruled(np.zeros(g.size, dtype=np.uint8), (0,))
    does = codes[list(ruled.does)].astype(np.int64)
    final, later = len(board.final), len(board.on_flop)
    waits = (solved.start == 0).astype(np.int64)
    arguments = (*solved.river_arguments, solved.nets, final, waits, late_weights(solved), FLOPS_IN_A_BOARD)
    dealers = comb(len(g.deck) - 7, 2)
    kept: list[tuple[list[int], list[RiverSpot]]] = []

    def rivers(first: int, last: int) -> Array:
        found = np.zeros((len(does) + later, len(board.kinds), len(RESULTS)), dtype=np.int64)
        begin = int(g.offsets[first])
        end = int(g.offsets[last]) if last < len(g.types) else g.size
        losses, met = np.zeros(end - begin, dtype=np.int64), np.zeros(end - begin, dtype=np.int64)
        best = np.zeros(end - begin, dtype=np.uint8)
        board_judged.judge_rivers(first, last, *arguments, ruled.rule, does, found, losses, met, best)
        worst = np.argpartition(-losses, min(MOST_HANDS, len(losses) - 1))[:MOST_HANDS]
        spots = [RiverSpot(int(losses[n]), begin + n, int(met[n]) * dealers, int(best[n])) for n in worst.tolist()]
        costs = [int(losses[ruled.rule[begin:end] == rule].sum()) for rule in range(len(does))]
        kept.append((costs, [spot for spot in spots if spot.loss]))
        return found

    found = pieces(rivers, len(g.types), PIECE)
    counts = np.zeros((len(board.choices), len(board.kinds), len(RESULTS)), dtype=np.int64)
    for rule, choice in enumerate(does.tolist()):
        counts[choice] += found[rule]
    counts[final : final + later] += found[len(does) :]
    costs = tuple(sum(each[rule] for each, _ in kept) for rule in range(len(does)))
    worst = sorted((spot for _, spots in kept for spot in spots), reverse=True)[:MOST_HANDS]
    return JudgedRivers(counts, tuple(int(found[rule].sum()) for rule in range(len(does))), costs, tuple(worst))


def cell_sums(solved: Solution, cells: Array, number: int) -> Array:
    """[choice of the river, cell], and in the last row the best of every spot: what each brings where these decisions
    come."""
    board, g = solved.board, solved.ground
    waits = (solved.start == 0).astype(np.int64)
    final = len(board.final)
    arguments = (*solved.river_arguments, solved.nets, final, waits, late_weights(solved), FLOPS_IN_A_BOARD)

    def rivers(first: int, last: int) -> Array:
        found = np.zeros((final + 1, number), dtype=np.int64)
        board_judged.sum_by_cells(first, last, *arguments, cells, found)
        return found

    return pieces(rivers, len(g.types), PIECE)


def example(g: BoardGround, spot: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards of the player and on the board that are of this type and class."""
    number = int(np.searchsorted(g.offsets, spot, side="right")) - 1
    mask, counts = int(g.types[number, 1]), g.types[number, 2:].tolist()
    pairs = g.pairs26 if mask else g.pairs13
    classes = pairs[:2, spot - int(g.offsets[number])].tolist()
    suits = range(int(g.shape[0]))
    ranks = [rank for rank in range(RANK_COUNT) for _ in range(counts[rank])]
    for given in product(suits, repeat=len(ranks)):
        lies = [4 * rank + suit for rank, suit in zip(ranks, given, strict=True)]
        if _flush_ranks(lies) != mask:
            continue
        flush = next((s for s in suits if sum(card & 3 == s for card in lies) > 2), -1)
        for own in product(suits, repeat=2):
            cards = [4 * (kind % RANK_COUNT) + suit for kind, suit in zip(classes, own, strict=True)]
            of = [kind >= RANK_COUNT for kind in classes]
            fits = all((card & 3 == flush) == is_of for card, is_of in zip(cards, of, strict=True))
            if fits and len({*cards, *lies}) == len(cards) + len(lies):
                return _named(cards[::-1]), _named(lies)
    raise AssertionError("every type of board can be dealt")


def _flush_ranks(cards: Sequence[int]) -> int:
    """The ranks, as bits, of the suit of three or more different cards; −1 where a card comes twice."""
    if len(set(cards)) < len(cards):
        return -1
    for suit in range(_SUITS):
        of_suit = [card >> 2 for card in cards if card & 3 == suit]
        if len(of_suit) > 2:
            return sum(1 << rank for rank in of_suit)
    return 0


def _named(cards: Sequence[int]) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in cards)
