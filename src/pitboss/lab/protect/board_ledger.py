"""What one gets on a shared board who knows some cards, from sums over what he can know: the best choice before the
flop, how often each choice is made, the mean and the variance.

A ledger has, for every spot before the flop and every choice on the flop (0 to wait, else from 1), these sums over
deals: how many they are; what the best choice of the river brings beyond the base; its squares, less those of the base;
in how many deals each choice of the river but the base is best, the largest first; the linear rows, their products with
the base, and their squares."""

from fractions import Fraction
from itertools import chain

import numpy as np
from msgspec import Struct

from pitboss.lab.protect.board_ground import Rows, SeenGround
from pitboss.lab.protect.result import Advantage, Plays
from pitboss.odds.kernels import seen_sweep, seen_types
from pitboss.odds.shapes.board_game import FLOP, RESULTS, RIVER, START, Board
from pitboss.odds.tables import Array
from pitboss.table.rules import Rules

DEALS, BEST, SQUARES, TAKEN = 0, 1, 2, 3
"""The first columns of a ledger."""


def linear_at(rows: Rows) -> int:
    """The first column of the linear rows."""
    return TAKEN + len(rows.finals)


class Played(Struct, frozen=True):
    """All deals, played well."""

    choices: list[int]
    """In how many deals each choice ends the decisions, in the order of the game."""
    gain: int
    """What they bring beyond the base."""
    squares: int
    """The squares of what they bring, less those of the base."""

    def plus(self, other: "Played", times: int) -> "Played":
        """With other deals, each so many times."""
        choices = [mine + times * more for mine, more in zip(self.choices, other.choices, strict=True)]
        return Played(choices, self.gain + times * other.gain, self.squares + times * other.squares)


def worth(rows: Rows, ledger: Array) -> Array:
    """[0, spot]: beyond the base, if one waits for the flop; [1 + j, spot]: the sums of the linear rows."""
    waiting, at = ledger[:, 0, BEST].copy(), linear_at(rows)
    for label, (row, scale) in enumerate(chain(rows.scales.tolist(), rows.early.tolist()), start=1):
        if label < ledger.shape[1]:
            waiting += scale * ledger[:, label, at + row]
    every = ledger[:, :, at : at + len(rows.linear)].sum(axis=1)
    return np.concatenate([waiting[None], every.T])


def best_start(rows: Rows, board: Board, found: Array, flop: int) -> Array:
    """[spot]: the best choice before the flop, 0 to wait; a larger one must be worth more. Where the whole flop is
    known, it was decided there."""
    start = np.zeros(found.shape[1], dtype=np.int64)
    if flop == FLOP:
        return start
    best = found[0].copy()
    for c, (row, scale) in enumerate(rows.early.tolist()):
        value = found[1 + row] * scale
        better = value > best if c or board.wait(START) is not None else np.ones(len(value), dtype=bool)
        best[better], start[better] = value[better], c + 1
    return start


def play(board: Board, rows: Rows, ledger: Array, flop: int) -> Played:
    """Everything that the ledger has, with the best choice before the flop."""
    start = best_start(rows, board, worth(rows, ledger), flop)
    later, many = len(board.on_flop), len(board.choices)
    scales = [*rows.scales.tolist(), *rows.early.tolist()]
    done = Played([0] * many, 0, 0)
    for label, sums in enumerate(ledger[start == 0].sum(axis=0).tolist()):
        done = done.plus(_label(rows, scales, label, sums, many), 1)
    for c in range(len(board.early)):
        sums = ledger[start == 1 + c].sum(axis=(0, 1)).tolist()
        done = done.plus(_label(rows, scales, 1 + later + c, sums, many), 1)
    return done


def _label(rows: Rows, scales: list[list[int]], label: int, sums: list[int], many: int) -> Played:
    """What one choice comes to; 0 is the best of the river."""
    choices = [0] * many
    if label == 0:
        taken = sums[TAKEN : linear_at(rows)]
        choices[: rows.base + 1] = [*reversed(taken), sums[DEALS] - sum(taken)]
        return Played(choices, sums[BEST], sums[SQUARES])
    row, scale = scales[label - 1]
    choices[rows.base + label] = sums[DEALS]
    at, linear = linear_at(rows) + row, len(rows.linear)
    return Played(choices, scale * sums[at], 2 * scale * sums[at + linear] + scale * scale * sums[at + 2 * linear])


def every_ending(board: Board, g: SeenGround) -> Array:
    """[kind, result]: how often they meet, whatever is chosen."""
    most = seen_types.MOST_TYPES
    room = [np.zeros(most, dtype=np.int64) for _ in range(4)]
    keys, times, firsts, seconds = room
    meets = np.zeros((most, seen_types.LANES), dtype=np.int64)
    type_of, starts = np.zeros((52, 52), dtype=np.int64), np.zeros(most + 1, dtype=np.int64)
    types, weights = [], []
    for many, *flop in g.flops.tolist():
        cards = np.array(flop, dtype=np.int64)
        n = seen_types.list_types(cards, g.deck, g.arguments[0], keys, type_of, times, meets, firsts, seconds, starts)
        types.append(keys[:n].copy())
        weights.append(times[:n] * many)
    every, weight = np.concatenate(types), np.concatenate(weights)
    ranks, suits, masks = every >> 13, (every >> 13) % 5, every & 8191
    least = np.array([0, *(1 + g.moves[:, suit].min() for suit in range(4))], dtype=np.int64)
    found, places = np.unique((ranks - suits + least[suits]) << 13 | masks, return_inverse=True)
    together = np.zeros(len(found), dtype=np.int64)
    np.add.at(together, places, weight)
    endings = np.zeros((len(board.kinds), len(RESULTS)), dtype=np.int64)
    seen_sweep.count_types(found, together, *g.arguments[1:], board.low, board.kind, endings)
    return endings


def advantage(rules: Rules, board: Board, g: SeenGround, rows: Rows, done: Played, stake: int) -> Advantage:
    """The figures, in units of the base wager."""
    deals = sum(done.choices)
    endings = every_ending(board, g).astype(object)
    base, every, scale = rows.nets[rows.base], int(endings.sum()), Fraction(rows.unit, stake)
    ev = Fraction(int((endings * base).sum()), every) + Fraction(done.gain, deals)
    square = Fraction(int((endings * base * base).sum()), every) + Fraction(done.squares, deals)
    risk = [
        sum(rules.staked(part.wager, part.times, stake) for part in board.ending(choice, 0, 0))
        for choice in board.choices
    ]
    at_risk = Fraction(sum(n * cents for n, cents in zip(done.choices, risk, strict=True)), deals * stake)
    return Advantage(
        ev=ev * scale,
        variance=(square - ev * ev) * scale * scale,
        at_risk=at_risk,
        plays=plays_of(board, done.choices),
        deals=deals,
    )


def plays_of(board: Board, deals: list[int]) -> Plays:
    """How often each choice is made, from the number of deals in which it ends the decisions."""
    shares = [Fraction(n, sum(deals)) for n in deals]
    final, later = len(board.final), len(board.on_flop)
    ends = {START: shares[final + later :], FLOP: shares[final : final + later], RIVER: shares[:final]}
    still, plays = Fraction(1), dict[str, dict[str, Fraction]]()
    for lie_open, step in sorted(board.steps.items()):
        names = {START: board.early, FLOP: board.on_flop, RIVER: board.final}[lie_open]
        here = {choice.name: share for choice, share in zip(names, ends[lie_open], strict=True)}
        still -= sum(here.values(), Fraction(0))
        if lie_open != RIVER and (wait := board.wait(lie_open)):
            here[wait.name] = still
        plays[step.name] = {choice.name: here[choice.name] for choice in step.choices}
    return plays
