"""A shared board, with both of the dealer's cards known: every deal counted, the dealer's two cards being the lane. Who
knows both chooses on the river by the result itself."""

from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.lab.protect.board_ground import (
    Rows,
    SeenGround,
    flops_with,
    holdings_moved,
    rows_of,
    seen_ground,
    staying,
)
from pitboss.lab.protect.board_ledger import BEST, DEALS, Played, linear_at, play, worth
from pitboss.lab.protect.board_one import INT64, shared, smallest, waits
from pitboss.odds.counting import Progress, silent
from pitboss.odds.figures import TooLarge
from pitboss.odds.kernels import seen_both as k
from pitboss.odds.shapes.board_game import FLOP, RESULTS, Board, board_of
from pitboss.odds.shapes.board_solver import nets
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

PIECE = 10
"""Flops that one worker takes at a time."""
HANDS = 1326
WORD = 62
"""Bits into which fields are packed."""


class PackedFields(Struct, frozen=True):
    """The columns of a ledger, as far as they differ by more than sums of others, packed into words."""

    coefficients: Array
    """[word, whether the player's hand would qualify, kind, 4]: what it adds that the dealer is at least as high,
    higher, qualified, and what every board adds."""
    bias: Array
    places: Array
    """[field] = (word, shift, mask, offset)"""
    made: list[tuple[list[int], int]]
    """For each column: how often each field is in it, and by what to divide."""


def solve(
    rules: Rules, pack: Pack, stake: int, *, flop: int, progress: Progress = silent
) -> tuple[SeenGround, Rows, Played]:
    """All deals played well by one who knows so many cards of the flop besides: none, one or all."""
    board, g = board_of(rules), seen_ground(pack)
    rows = rows_of(board, *nets(rules, board, stake))
    smallest(rows, g, 1)
    fields = _fields(rows, g)
    cards = _firsts(g) if flop == 1 else {-1: 1}
    done = Played([0] * len(board.choices), 0, 0)
    for place, (card, times) in enumerate(cards.items()):
        moves = g.moves if card < 0 else staying(g.moves, card)
        flops = g.flops if card < 0 else flops_with(g.deck, moves, card)

        def told(part: float, begun: int = place) -> None:
            progress((begun + part) / len(cards))

        ledger = _ledger(board, rows, g, fields, moves, flops, flop == FLOP, told)
        done = done.plus(play(board, rows, ledger, flop), 2 * times)
    assert sum(done.choices) == g.deals * comb(FLOP, flop)
    return g, rows, done


def first_decisions(
    rules: Rules, pack: Pack, stake: int, hands: Array, others: Array, progress: Progress = silent
) -> tuple[Array, Array]:
    """Of these spots before the flop, each with all that are alike: what the choices bring (see `worth`), and over how
    many deals. The dealer's two cards are counted in one order."""
    board, g = board_of(rules), seen_ground(pack)
    rows = rows_of(board, *nets(rules, board, stake))
    smallest(rows, g, 1)
    ledger = _ledger(board, rows, g, _fields(rows, g), g.moves, g.flops, False, progress)
    moved = holdings_moved(tuple(map(tuple, g.moves.tolist())))
    codes, holders = _holders(g, moved)
    turned = moved[moved.argmin(axis=0)[hands], others]
    here = ledger[_alike(moved, codes)[holders[hands], turned]]
    return worth(rows, here), here[:, :, DEALS].sum(axis=1)


def _firsts(g: SeenGround) -> dict[int, int]:
    """Cards up to renamings of the suits, and for how many each stands."""
    found: dict[int, int] = {}
    for card in g.deck.tolist():
        least = min(card & ~3 | int(new[card & 3]) for new in g.moves)
        found[least] = found.get(least, 0) + 1
    return found


def _ledger(
    board: Board,
    rows: Rows,
    g: SeenGround,
    fields: PackedFields,
    moves: Array,
    flops: Array,
    whole: bool,
    told: Progress,
) -> Array:
    """The ledger of all spots before the flop (see `board_ledger`)."""
    moved = holdings_moved(tuple(map(tuple, moves.tolist())))
    masks = _masks()
    codes, holders = _holders(g, moved)
    free = np.zeros((len(codes), k.HOLDINGS), dtype=np.int64)
    free[:, :HANDS] = masks[codes][:, None] & masks[None, :] == 0
    lanes, lane_of, bits = _lanes()
    choices = 1 + len(board.on_flop) + (len(board.early) if whole else 0)
    shape = (1 if whole else len(codes), choices, 1 + len(fields.places), k.HOLDINGS)
    ground = (flops, g.deck, moves, *g.arguments, board.low, board.kind)
    spots = (moved, holders, moved.argmin(axis=0), free, lanes, lane_of, bits)
    game = (fields.coefficients, fields.bias, fields.places, waits(board), rows.scales, rows.early, whole)

    def some(first: int, last: int, into: Array) -> None:
        k.both_flops(first, last, *ground, *spots, *game, into)

    sums = shared(some, shape, len(flops), PIECE, told)
    if whole:
        return _columns(sums.sum(axis=-1), fields, g)
    numbers = _alike(moved, codes)
    ledger = np.zeros((int(numbers.max()) + 1, *shape[1:3]), dtype=np.int64)
    np.add.at(ledger, numbers.ravel(), sums[..., :HANDS].transpose(0, 3, 1, 2).reshape(-1, *shape[1:3]))
    return _columns(ledger, fields, g)


def _holders(g: SeenGround, moved: Array) -> tuple[Array, Array]:
    """The player's hands of this pack up to renamings of the suits; and for every hand its place among them."""
    least = moved.min(axis=0)
    codes = np.unique(least[_masks() & ~sum(1 << card for card in g.deck.tolist()) == 0])
    return codes, np.minimum(np.searchsorted(codes, least), len(codes) - 1)


def _alike(moved: Array, codes: Array) -> Array:
    """[player's hand of these, dealer's hand]: a number from 0, the same for hands of the dealer's that are alike
    beside the player's."""
    alike = np.full((len(codes), HANDS), HANDS)
    for new in moved:
        stays = new[codes] == codes
        alike = np.minimum(alike, np.where(stays[:, None], new[None, :], HANDS))
    spots = np.arange(len(codes))[:, None] * HANDS + alike
    numbers: Array = np.unique(spots, return_inverse=True)[1].reshape(spots.shape)
    return numbers


def _columns(sums: Array, fields: PackedFields, g: SeenGround) -> Array:
    """From fields to the columns of a ledger; choice 0 keeps what is left when the others are taken off."""
    sums[:, 0] -= sums[:, 1:].sum(axis=1)
    columns = [sums[..., 0] * comb(len(g.deck) - 7, 2)]
    for times, divisor in fields.made:
        columns.append((sums[..., 1:] * np.array(times, dtype=np.int64)).sum(axis=-1) // divisor)
    return np.stack(columns, axis=-1)


@cache
def _lanes() -> tuple[Any, Array, Array]:
    """What the kernel must know of lanes: ((the two classes, cards of each class) without a suit, and with one); the
    lane of two classes; the ranks of its cards of the suit."""
    ranks = [(x, y) for x in range(k.RANKS) for y in range(x, k.RANKS)]
    both = [(x + k.RANKS, y + k.RANKS) for x, y in ranks if x != y]
    one = [(x, y + k.RANKS) for x in range(k.RANKS) for y in range(k.RANKS)]
    every = [*both, *one, *ranks]
    lane_of = np.zeros((k.CARDS, k.CARDS), dtype=np.int64)
    bits = np.zeros(k.WIDE, dtype=np.int64)
    for lane, (x, y) in enumerate(every):
        lane_of[x, y] = lane_of[y, x] = lane
        bits[lane] = sum(1 << c - k.RANKS for c in (x, y) if c >= k.RANKS)
    return (_lane_cards(ranks, k.RANKS), _lane_cards(every, k.CARDS)), lane_of, bits


def _lane_cards(pairs: list[tuple[int, int]], classes: int) -> tuple[Array, Array]:
    cards = np.zeros((2, k.WIDE), dtype=np.int64)
    dealt = np.zeros((classes, k.WIDE), dtype=np.int16)
    for lane, pair in enumerate(pairs):
        cards[:, lane] = pair
        for c in pair:
            dealt[c, lane] += 1
    return cards, dealt


def _masks() -> Array:
    """[hand]: its two cards as bits."""
    return np.array([1 << a | 1 << b for a in range(52) for b in range(a)], dtype=np.int64)


# --- fields ---------------------------------------------------------------------------------------------------------


def _fields(rows: Rows, g: SeenGround) -> PackedFields:
    """What a board adds to each column follows from the kind of hand and the result: the river is chosen by them."""
    linear = linear_at(rows) - BEST
    kept = [0, *range(linear, linear + len(rows.linear))]
    basis, made = _basis(_known_results(rows), kept, INT64 // (FLOP * g.deals))
    boards = comb(len(g.deck) - 7, 2)
    places, bias, word, shift = [], [0], 0, 0
    for row in basis:
        offset = max(1, *map(abs, row)) * boards
        width = (2 * offset + 1).bit_length()
        if width > WORD:
            raise TooLarge
        if shift + width > WORD:
            word, shift = word + 1, 0
            bias.append(0)
        places.append((word, shift, (1 << width) - 1, offset))
        bias[word] += offset << shift
        shift += width
    words = [[0] * len(basis[0]) for _ in bias]
    for row, (word, shift, _, _) in zip(basis, places, strict=True):
        words[word] = [old + (new << shift) for old, new in zip(words[word], row, strict=True)]
    packed = np.array(words, dtype=object).reshape(len(words), -1, len(RESULTS))
    w0, w1, w2, w3, w4, w5 = (packed[..., r] for r in range(len(RESULTS)))
    below = np.stack([w2 - w0, w4 - w2, w5 - w4, w0], axis=-1)
    above = np.stack([w3 - w1, w5 - w3, w1 - w0, w0], axis=-1)
    coefficients = np.ascontiguousarray(np.stack([below, above], axis=1).astype(np.int64))
    return PackedFields(coefficients, np.array(bias, dtype=np.int64), np.array(places, dtype=np.int64), made)


def _known_results(rows: Rows) -> list[list[int]]:
    """What a deal adds to the columns of a ledger from BEST on, by kind and result."""
    weights, finals = rows.weights(), len(rows.finals)
    shape = weights.shape[1:]
    best, squares = np.zeros(shape, dtype=object), np.zeros(shape, dtype=object)
    taken = np.full(shape, finals)
    for j in range(finals - 1, -1, -1):
        better = weights[j] >= best
        best, squares = np.where(better, weights[j], best), np.where(better, weights[finals + j], squares)
        taken = np.where(better, j, taken)
    each = [np.where(taken == j, 1, 0) for j in range(finals - 1, -1, -1)]
    every = [best, squares, *each, *weights[2 * finals :]]
    return [[int(x) for x in column.ravel()] for column in every]


def _basis(
    columns: list[list[int]], kept: list[int], largest: int
) -> tuple[list[list[int]], list[tuple[list[int], int]]]:
    """The columns to be kept, and of the others those that are no sum of multiples of earlier ones, whose parts are not
    too large together; and how all of them are made of these."""
    basis: list[list[int]] = []
    made: dict[int, tuple[list[int], int]] = {}
    for number in sorted(range(len(columns)), key=lambda number: number not in kept):
        found = None if number in kept else _multiples(basis, columns[number])
        if found is not None:
            divisor = lcm(*(x.denominator for x in found))
            times = [int(x * divisor) for x in found]
            parts = sum(abs(n) * max(map(abs, row)) for n, row in zip(times, basis, strict=True))
            if parts < largest:
                made[number] = (times, divisor)
                continue
        basis.append(columns[number])
        made[number] = ([0] * (len(basis) - 1) + [1], 1)
    return basis, [(times + [0] * (len(basis) - len(times)), divisor) for _, (times, divisor) in sorted(made.items())]


def _multiples(basis: list[list[int]], column: list[int]) -> list[Fraction] | None:
    """How often each of the basis is in a column, or None: solved by elimination."""
    rows = [[*map(Fraction, values), Fraction(last)] for *values, last in zip(*basis, column, strict=True)]
    unknown, pivots = len(basis), list[int]()
    for place in range(unknown):
        found = next((n for n in range(len(pivots), len(rows)) if rows[n][place]), None)
        if found is None:
            continue
        at = len(pivots)
        rows[at], rows[found] = rows[found], rows[at]
        rows[at] = [x / rows[at][place] for x in rows[at]]
        for n, row in enumerate(rows):
            if n != at and row[place]:
                rows[n] = [x - row[place] * y for x, y in zip(row, rows[at], strict=True)]
        pivots.append(place)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    result = [Fraction(0)] * unknown
    for at, place in enumerate(pivots):
        result[place] = rows[at][-1]
    return result
