"""Rounds of two hands that share the community cards, in bulk."""

from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.evaluator import CARDS, lookup
from pitboss.odds.holdings import sizes
from pitboss.odds.kernels import sim_board
from pitboss.odds.kernels.evaluator import ROW_SHIFT
from pitboss.odds.rankings import is_best_five
from pitboss.odds.shapes.board import solution
from pitboss.odds.shapes.board_game import COMMUNITY, FLOP, OWN, RESULTS, RIVER, START, Board, kinds_of
from pitboss.odds.shapes.board_ground import BoardGround
from pitboss.odds.shapes.board_solver import Solution, chosen_on_flop, finals
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import Ending, EndingPart
from pitboss.rulebook.words import MAIN
from pitboss.simulation.setting import CellColumn, Fast, Key, Places, Setting
from pitboss.simulation.written import BoardChoices, decided, is_written
from pitboss.table.cells import HandsDealt, HighestNamed, Holding, Named, Standing
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE


def fast(setting: Setting, places: Places) -> Fast:
    rules = setting.rules
    finer, stake = setting.decided()
    solved = solution(finer, rules.deck.contents, stake)
    ground, board = solved.ground, solved.board
    start, flop, last = _decisions(solved, setting)
    sides = [_side(setting, w.id) for w in rules.wagers if not w.compulsory and not w.later]
    seats, dealer, community = (at.astype(np.uint64) for at in (places.seats, places.dealer, places.community))
    plan = (ground.deck.astype(np.uint8), np.int64(places.needed), seats, dealer, community)
    hands = (lookup(7), lookup(5), board.kind.astype(np.uint8), np.uint64(len(board.kinds)), np.uint16(board.low))
    rivers = (_boards(), ground.at.astype(np.uint32).ravel(), _triangles(ground))
    chosen = (start, _renamings(ground.flops), *flop, *rivers, *last, np.uint32(len(board.final)))
    side = np.array([each.look for each in sides], dtype=np.int64)
    places_of = np.array([each.kinds for each in sides], dtype=np.uint8).reshape(len(sides), len(tables().hands))
    pairs = np.array([each.pairs for each in sides], dtype=np.uint16).reshape(len(sides), len(CARDS) ** 2)

    def run(first: int, cells: Array, key: Key = setting.key) -> None:
        sim_board.play_board(np.int64(first), *key, *plan, *hands, *chosen, side, places_of, pairs, cells)

    return Fast((_main(board), *(each.column for each in sides)), run)


def _main(board: Board) -> CellColumn:
    endings = [
        board.ending(choice, kind, result)
        for choice in board.choices
        for kind in range(len(board.kinds))
        for result in range(len(RESULTS))
    ]
    return CellColumn(MAIN, tuple(endings))


# --- side wagers ----------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    """A wager without a decision: what it looks at, and the cell of each hand there."""

    column: CellColumn
    look: int
    kinds: Array
    """[place of a hand]."""
    pairs: Array
    """[card and card], where it looks at two cards alone."""


def _side(setting: Setting, wager: str) -> Side:
    rules = setting.rules
    match [field for field in rules.fields[wager] if not isinstance(field, Standing | HandsDealt)]:
        case [Named() as field]:
            look = _look(rules, field.hand)
        case [HighestNamed() as field]:
            look = sim_board.TABLE if _look(rules, field.hand) == sim_board.SEVEN else 0
        case _:
            look = 0
    if not look:
        raise ValueError(
            f"the {wager} wager of {rules.book.title} can be played; simulated are those on a player's two cards "
            "alone, on the best five of them and the first three or all five community cards, and on the highest such "
            "hand"
        )
    none = np.zeros(len(CARDS) ** 2, dtype=np.uint16)
    if look == sim_board.TWO:
        names, pairs = _pairs(field)
        return Side(_column(setting, wager, names), look, np.zeros(len(tables().hands), dtype=np.uint8), pairs)
    kind, examples = kinds_of(field.called)
    return Side(_column(setting, wager, [field.called(hand) for hand in examples]), look, kind.astype(np.uint8), none)


def _look(rules: Rules, holding: Holding) -> int:
    """What a hand is made of, as the kernel numbers it; 0 for what it does not know."""
    seen = {place: n for place, n in sizes(rules, holding).items() if n}
    if seen == {"own": OWN}:
        return sim_board.TWO
    for community, look in ((COMMUNITY, sim_board.SEVEN), (FLOP, sim_board.FLOP)):
        best = is_best_five(holding.ranking, OWN + community) and not holding.ranking.apart
        if best and seen == {"own": OWN, "community": community}:
            return look
    return 0


def _pairs(field: Named | HighestNamed) -> tuple[list[str], Array]:
    """The names of hands of two cards, and the number of each such hand."""
    names: dict[str, int] = {}
    found = np.zeros((len(CARDS), len(CARDS)), dtype=np.uint16)
    for a, b in permutations(range(len(CARDS)), 2):
        called = field.called(field.hand.ranking.of((CARDS[a], CARDS[b])))
        found[a, b] = names.setdefault(called, len(names))
    return list(names), found.ravel()


def _column(setting: Setting, wager: str, names: list[str]) -> CellColumn:
    return CellColumn(wager, tuple(_ending(setting, wager, name) for name in names))


def _ending(setting: Setting, wager: str, name: str) -> Ending:
    said = {Standing: LIVE, HandsDealt: str(setting.seats + 1)}
    return (EndingPart(wager, 1, tuple(said.get(type(field), name) for field in setting.rules.fields[wager])),)


# --- decisions ------------------------------------------------------------------------------------------------------


def _decisions(solved: Solution, setting: Setting) -> tuple[Array, tuple[Array, np.uint32], tuple[Array, np.uint32]]:
    """What to do before the flop, and in a few bits each on the flop and on the river (so that it stays in the nearer
    caches)."""
    ground, board = solved.ground, solved.board
    final = len(board.final)
    last: Array = np.zeros(ground.size, dtype=np.uint8)
    upper, lower = np.tril_indices(52, -1)
    flop, start = chosen_on_flop(solved)[:, lower, upper], solved.start
    if is_written(setting.strategy):
        written: BoardChoices = decided(setting)
        start, flop, last = written.start, written.flop[:, lower, upper], written.finals
    elif setting.strategy == "optimal":
        last = finals(solved)
    else:
        bold = setting.strategy == "bold"
        start = np.full((13, 13), _simple(board, START, bold), dtype=np.int64)
        flop = np.full_like(flop, _simple(board, FLOP, bold))
        last = np.full_like(last, _simple(board, RIVER, bold))
    early = np.zeros((len(CARDS), len(CARDS)), dtype=np.uint8)
    for a, b in permutations(range(len(CARDS)), 2):
        low, high = sorted((a >> 2, b >> 2))
        chosen = int(start[high, low] if a & 3 == b & 3 else start[low, high])
        early[a, b] = final + len(board.on_flop) - 1 + chosen if chosen else 0
    return early.ravel(), packed(flop.ravel(), len(board.on_flop)), packed(last, final - 1)


def _simple(board: Board, lie_open: int, bold: bool) -> int:
    """Always the largest wager, or always the smallest, down to folding."""
    if lie_open == RIVER:
        return len(board.final) - 1 if bold else 0
    ends = board.early if lie_open == START else board.on_flop
    waits = board.wait(lie_open) is not None
    if bold:
        return len(ends) if ends and (ends[-1].does == "raise" or not waits) else 0
    return 1 if not waits or (ends and ends[0].does == "fold") else 0


def packed(values: Array, largest: int) -> tuple[Array, np.uint32]:
    """Numbers up to the largest in as few bits as a byte holds whole, and the logarithm of how many that are."""
    width = next(w for w in range(4) if largest < 1 << (1 << w))
    bits = np.unpackbits(values.astype(np.uint8)[:, None], axis=1, count=1 << width, bitorder="little")
    return np.packbits(bits.ravel(), bitorder="little"), np.uint32(width)


# --- tables for the kernel ------------------------------------------------------------------------------------------


def _renamings(flops: Array) -> Array:
    """For every set of three cards: its number up to a renaming of the suits; in the lowest eight bits, two a suit,
    what each suit is renamed to."""
    found = np.zeros(comb(52, 3), dtype=np.uint32)
    cards = flops[:, 1:]
    for suits in permutations(range(4)):
        back = sum(int(new) << 2 * old for old, new in enumerate(np.argsort(suits)))
        named = np.sort((cards & ~3) | np.array(suits)[cards & 3], axis=1)
        number = named[:, 2] * (named[:, 2] - 1) * (named[:, 2] - 2) // 6 + named[:, 1] * (named[:, 1] - 1) // 2
        number += named[:, 0]
        found[number] = np.arange(len(flops)) << 8 | back
    return found


def _triangles(ground: BoardGround) -> Array:
    """Two ranks → the class of the hand on a board without a flush suit and on one with it."""
    found = np.zeros((2, *ground.tri26.shape), dtype=np.uint16)
    found[0, :13, :13] = ground.tri13
    found[1] = ground.tri26
    return found.ravel()


def _boards() -> Array:
    """Slot of five ranks in the evaluator's lookup → index of their multiset."""
    five = lookup(5)
    found = np.zeros(len(five.places), dtype=np.int16)
    keys = np.array([five.key[4 * r] >> np.uint64(32) for r in range(13)], dtype=np.uint64)
    for index, ranks in enumerate(multisets(5)):
        if (np.bincount(ranks) > 4).any():
            continue
        total = int(sum(int(keys[r]) for r in ranks)) & 0xFFFFFFFF
        found[(int(five.rows[total >> ROW_SHIFT]) + total) & (len(five.places) - 1)] = index
    return found
