"""Every first decision of a game with a shared board, for somebody who has seen cards: one sweep over all deals values
them together. Such a table is kept between runs, under what the game pays, so that every stake and every table with the
same payments shares it."""

import json
from collections import OrderedDict
from contextlib import suppress
from fractions import Fraction
from functools import cache as remembered
from functools import lru_cache
from math import comb
from pathlib import Path
from threading import Lock

import msgspec
import numpy as np
from msgspec import Struct

from pitboss.lab.protect import board_both, board_one
from pitboss.lab.protect.board_ground import SeenGround, holdings_moved, rows_of, seen_ground
from pitboss.lab.protect.board_ledger import DEALS, worth
from pitboss.lab.protect.seen import SeenCards
from pitboss.lab.protect.valued import Valued
from pitboss.odds import cache
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes.board_game import FLOP, OWN, START, Board, board_of
from pitboss.odds.shapes.board_solver import nets
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

HANDS = comb(52, OWN)
MOST_KEPT = 8
"""Tables in memory, some millions of bytes each."""


class FirstDecisions(Struct, frozen=True):
    """All first decisions of somebody who knows so many cards. Spots that differ by the names of the suits are one."""

    codes: Array
    """[spot]: the number of its cards (see `_grid`); they ascend."""
    worth: Array
    """[0, spot]: the sum of what waiting for the flop brings beyond the base; [1 + row, spot]: of the differences
    (`Rows`)."""
    deals: Array
    """[spot]: over so many deals."""


def able(sight: SeenCards) -> bool:
    """Whether there is such a table."""
    flop = sum(place < FLOP for place in sight.community)
    if sight.box or flop < len(sight.community):
        return False
    return (sight.dealer, flop) in ((1, 0), (2, 0), (0, 1), (0, 2))


def valued(rules: Rules, rows: Array, sight: SeenCards, stake: int, pack: Pack, progress: Progress = silent) -> Valued:
    """What every choice is worth at these spots, rows of the player's two cards and the known ones. Of what the base
    brings nothing is told: it does not depend on what is known, so only differences between choices are meant."""
    board = board_of(rules)
    exact, unit = nets(rules, board, stake)
    sums = rows_of(board, exact, unit)
    found = table(rules, stake, pack, sight, progress)
    known = _holding(rows[:, OWN:]) if rows.shape[1] > OWN + 1 else rows[:, OWN]
    grid = _grid(_moves(seen_ground(pack)), rows.shape[1] - OWN)
    at = np.searchsorted(found.codes, grid[_holding(rows[:, :OWN]), known])
    columns = {}
    if wait := board.wait(START):
        columns[wait.name] = found.worth[0, at]
    for choice, (row, scale) in zip(board.early, sums.early.tolist(), strict=True):
        columns[choice.name] = found.worth[1 + row, at] * scale
    names = tuple(choice.name for choice in board.steps[START].choices)
    return Valued(names, np.column_stack([columns[name] for name in names]), found.deals[at], Fraction(unit, stake))


def table(rules: Rules, stake: int, pack: Pack, sight: SeenCards, progress: Progress = silent) -> FirstDecisions:
    """The table for this knowledge: from memory, from an earlier run, or worked out, which takes many seconds."""
    board = board_of(rules)
    exact, _ = nets(rules, board, stake)
    key = _key(board, exact, pack, sight)
    with _LOCK:
        found = _KEPT.pop(key, None) or _loaded(key)
        if found is None:
            found = _solved(rules, stake, pack, sight, progress)
            cache.store("odds", key, msgspec.msgpack.encode([each.tolist() for each in _parts(found)]))
        _KEPT[key] = found  # the last used is the last to go
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


_KEPT: OrderedDict[str, FirstDecisions] = OrderedDict()
_LOCK = Lock()


def _key(board: Board, exact: Array, pack: Pack, sight: SeenCards) -> str:
    """All that a table depends on: payments in the smallest whole numbers are the same at every stake, as long as no
    limit cuts them."""
    choices = (len(board.final), len(board.on_flop), len(board.early))
    waits = [board.wait(START) is not None, board.wait(FLOP) is not None]
    flop = len(sight.community)
    pays = [int(n) for n in exact.ravel()]
    return json.dumps(
        ["first decisions", _sources(), choices, waits, pays, board.kind.tolist(), board.low, pack, sight.dealer, flop]
    )


@remembered
def _sources() -> str:
    """A digest of the modules by which tables are made; the cache looks after the kernels."""
    here = Path(__file__)
    return cache.digest_of(
        [here, *(here.with_name(f"board_{name}.py") for name in ("one", "both", "ground", "ledger"))]
    )


def _parts(found: FirstDecisions) -> tuple[Array, Array, Array]:
    return found.codes, found.worth, found.deals


def _loaded(key: str) -> FirstDecisions | None:
    """What an earlier run has kept."""
    kept = cache.load("odds", key)
    if kept is not None:
        with suppress(msgspec.DecodeError, ValueError, TypeError, OverflowError):  # damaged: it is worked out again
            codes, worth, deals = (np.array(part, dtype=np.int64) for part in msgspec.msgpack.decode(kept))
            if codes.shape == deals.shape == worth.shape[1:]:
                return FirstDecisions(codes, worth, deals)
    return None


def _solved(rules: Rules, stake: int, pack: Pack, sight: SeenCards, progress: Progress) -> FirstDecisions:
    g, flop = seen_ground(pack), len(sight.community)
    known = sight.dealer + flop
    hands, others = np.nonzero(_lawful(g, known))
    codes, first = np.unique(_grid(_moves(g), known)[hands, others], return_index=True)
    hands, others = hands[first], others[first]
    if sight.dealer == 2:
        found, deals = board_both.first_decisions(rules, pack, stake, hands, others, progress)
    else:
        solved = board_one.solve(rules, pack, stake, dealer=bool(sight.dealer), flop=flop, progress=progress)
        lane = ((others & 3) * 16 + (others >> 2), 0) if sight.dealer else (0, others)
        here = solved.ledger[solved.groups[hands, *lane]]
        found, deals = worth(solved.rows, here), here[:, :, DEALS].sum(axis=1)
    return FirstDecisions(codes.astype(np.int64), found, deals)


def _moves(g: SeenGround) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, g.moves.tolist()))


def _holding(cards: Array) -> Array:
    """[spot]: the number of two cards."""
    high, low = cards.max(axis=1), cards.min(axis=1)
    found: Array = high * (high - 1) // 2 + low
    return found


def _lawful(g: SeenGround, known: int) -> Array:
    """[hand, known card or cards]: whether the pack deals both."""
    pairs = np.array([(a, b) for a in range(52) for b in range(a)], dtype=np.int64)
    others = pairs if known == 2 else np.arange(52)[:, None]
    own_there: Array = np.isin(pairs, g.deck).min(axis=1)
    other_there: Array = np.isin(others, g.deck).min(axis=1)
    apart: Array = own_there[:, None] & other_there[None, :]
    for own in pairs.T:
        for other in others.T:
            apart &= own[:, None] != other[None, :]
    return apart


@lru_cache(maxsize=4)
def _grid(moves: tuple[tuple[int, ...], ...], known: int) -> Array:
    """[hand, known card or cards]: a number, the same for spots that differ by the names of the suits: the lowest over
    all renamings."""
    cards = np.arange(52)
    found: Array = np.full((HANDS, HANDS if known == 2 else 52), HANDS * HANDS, dtype=np.int32)
    for new, hands in zip(moves, holdings_moved(moves), strict=True):
        others = hands if known == 2 else cards & ~3 | np.array(new)[cards & 3]
        each = (hands[:, None] * HANDS + others[None, :]).astype(np.int32)
        found = np.minimum(found, each)
    return found
