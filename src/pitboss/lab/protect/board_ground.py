"""What the counts of seen cards on a shared board start from: the pack, its flops up to renamings of the suits that
leave it as it is, what each choice brings beyond a base, and which spots before the flop are alike."""

from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb, gcd
from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.odds.kernels import board_rivers
from pitboss.odds.shapes.board_game import RESULTS, Board
from pitboss.odds.shapes.board_ground import number
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import Pack

SUITS = 4
LANES = 64
NOBODY = 15
"""A lane that no card has: there stands what is summed over all of the dealer's cards."""
NO_CARD = 1 << 52
HANDS = 1326
SHOWN = (1, 52, HANDS, 1)
"""By how many cards of the flop are known beforehand: how many such cards there can be. A whole flop is decided on."""
Moves = tuple[tuple[int, ...], ...]
"""Renamings of the suits: for each the new suit of every old one."""


class SeenGround(Struct, frozen=True):
    """All that depends on the pack alone."""

    deck: Array
    moves: Array
    """[renaming, suit]: the new suit."""
    flops: Array
    """[how many, card, card, card]"""
    arguments: tuple[Any, ...]
    """What the kernels need to place hands: choose, boards, ranks and cards of the pack, places, suits, triangle."""

    def common(self, board: Board) -> tuple[Any, ...]:
        """What both kernels are given first."""
        return (self.flops, self.deck, self.moves, *self.arguments, board.low, board.kind)

    @property
    def deals(self) -> int:
        """Hands, flops, turn and river, and the dealer's two cards in their order."""
        n = len(self.deck)
        return comb(n, 2) * comb(n - 2, 3) * comb(n - 5, 2) * (n - 7) * (n - 8)


@lru_cache(maxsize=4)
def seen_ground(pack: Pack) -> SeenGround:
    """The pack, which may lack cards."""
    every = [number(card) for card, n in pack for _ in range(n)]
    deck = np.array(sorted(every), dtype=np.int64)
    if len(set(deck.tolist())) != len(deck):
        raise ValueError("a pack that holds a card twice cannot be counted where both hands share the board")
    if len(every) < 9:
        raise ValueError(f"a pack of {len(every)} cards is too small; player, dealer and board need 9")
    held = set(deck.tolist())
    moves = [new for new in permutations(range(SUITS)) if {c & ~3 | new[c & 3] for c in held} == held]
    ranks, cards = np.zeros(13, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for card in deck.tolist():
        ranks[card >> 2] += 1
        cards[card] = 1
    known, places, tri = _places()
    moved = np.array(moves, dtype=np.int64)
    arguments = (known.choose, multisets(5).astype(np.int64), ranks, cards, places, known.suited.astype(np.int32), tri)
    return SeenGround(deck, moved, _flops(deck, moved), arguments)


@cache
def _places() -> tuple[Any, Array, Array]:
    known = tables()
    boards = multisets(5)
    tri = np.zeros((13, 13), dtype=np.int64)
    for index, pair in enumerate((x, y) for x in range(13) for y in range(x, 13)):
        tri[pair] = tri[pair[::-1]] = index
    places = np.zeros((len(boards), 91), dtype=np.int32)
    board_rivers.pair_places(boards, known.ranks[7], known.choose, tri, places)
    return known, places, tri


def _flops(deck: Array, moves: Array) -> Array:
    """Every flop up to the renamings, and for how many each stands."""
    return _up_to_renaming(np.array(list(combinations(deck.tolist(), 3)), dtype=np.int64), moves)


def flops_with(deck: Array, moves: Array, card: int) -> Array:
    """Those with this card, which the renamings leave where it is."""
    others = [c for c in deck.tolist() if c != card]
    return _up_to_renaming(np.array([(card, *two) for two in combinations(others, 2)], dtype=np.int64), moves)


def staying(moves: Array, card: int) -> Array:
    """The renamings that leave a card where it is."""
    found: Array = moves[moves[:, card & 3] == card & 3]
    return found


def _up_to_renaming(every: Array, moves: Array) -> Array:
    least = np.full(len(every), 52**3, dtype=np.int64)
    for new in moves:
        cards = np.sort(every & ~3 | new[every & 3], axis=1)
        least = np.minimum(least, (cards[:, 0] * 52 + cards[:, 1]) * 52 + cards[:, 2])
    codes, times = np.unique(least, return_counts=True)
    return np.column_stack([times, codes // 2704, codes // 52 % 52, codes % 52])


class Rows(Struct, frozen=True):
    """What choices bring beyond the base, the last choice of the river, as whole numbers."""

    nets: Array
    """[choice, kind, result], all choices in the order of the game."""
    base: int
    """The number of the base among the choices."""
    finals: Array
    """[row, kind, result]: the choices of the river but the base."""
    linear: Array
    """[row, kind, result]: the differences of the choices before the river; those that differ by a factor share one."""
    scales: Array
    """[choice of the flop] = (row, factor)"""
    early: Array
    """[choice before the flop] = (row, factor)"""
    unit: int
    """Cents."""

    def weights(self) -> Array:
        """[row, kind, result], beyond the base: the choices of the river, their squares, the linear rows, their
        products with the base, their squares."""
        base = self.nets[self.base]
        finals, linear = self.finals.astype(object), self.linear.astype(object)
        return np.concatenate([finals, (finals + base) ** 2 - base**2, linear, linear * base, linear**2])

    def factors(self, kind: Any) -> Array:
        """The same, as what to multiply the numbers of lower, equal, unqualified and of all hands with: [whether the
        player's hand would qualify, row, kind of hand, 4]."""
        w0, w1, w2, w3, w4, w5 = (self.weights()[:, :, r] for r in range(len(RESULTS)))
        below = np.stack([w0 - w4, w2 - w4, w4 - w5, w5], axis=-1)
        above = np.stack([w1 - w5, w3 - w5, w0 - w1, w5], axis=-1)
        return np.ascontiguousarray(np.stack([below, above]).astype(kind))

    def largest(self) -> int:
        """The largest that a deal can add to a sum, on average over deals among which one cannot tell."""
        weights, finals = self.weights(), len(self.finals)
        found = [1, *(abs(int(x)) for x in weights[2 * finals :].ravel()), *(int(x) for x in weights[:finals].ravel())]
        for values, squares in zip(weights[:finals], weights[finals : 2 * finals], strict=True):
            for v, s in zip(values.tolist(), squares.tolist(), strict=True):
                found.append(_largest_where_chosen(v, s))
        return max(found)


def _largest_where_chosen(values: list[int], squares: list[int]) -> int:
    """Of the mean of squares over results that come in any proportion, as long as the values are not negative together:
    at one result, or at two with values of both signs that make nothing."""
    each = list(zip(values, squares, strict=True))
    found = [abs(square) for value, square in each if value >= 0]
    for up, first in each:
        found += [-(-abs(first * -down + second * up) // (up - down)) for down, second in each if up > 0 and down < 0]
    return max(found, default=0)


def rows_of(board: Board, nets: Array, unit: int) -> Rows:
    """The rows of a game with these payments."""
    final, later = len(board.final), len(board.on_flop)
    differences = nets - nets[final - 1]
    found: list[tuple[int, ...]] = []
    scales = []
    for place in range(final, len(nets)):
        row = [int(x) for x in differences[place].ravel()]
        factor = gcd(*row) or 1
        if next((x for x in row if x), 1) < 0:
            factor = -factor
        small = tuple(x // factor for x in row)
        if small not in found:
            found.append(small)
        scales.append((found.index(small), factor))
    shape = (len(found), len(board.kinds), len(RESULTS))
    return Rows(
        nets=nets,
        base=final - 1,
        finals=np.array(differences[: final - 1].tolist(), dtype=np.int64).reshape(final - 1, *shape[1:]),
        linear=np.array(found, dtype=np.int64).reshape(shape),
        scales=np.array(scales[:later], dtype=np.int64).reshape(later, 2),
        early=np.array(scales[later:], dtype=np.int64).reshape(len(board.early), 2),
        unit=unit,
    )


@lru_cache(maxsize=4)
def holdings_moved(moves: Moves) -> Array:
    """[renaming, holding]: what two cards become."""
    pairs = np.array([(a, b) for a in range(52) for b in range(a)], dtype=np.int64)
    found = []
    for new in moves:
        cards = pairs & ~3 | np.array(new)[pairs & 3]
        high, low = cards.max(axis=1), cards.min(axis=1)
        found.append(high * (high - 1) // 2 + low)
    return np.array(found)


@lru_cache(maxsize=8)
def spots_alike(deck: tuple[int, ...], moves: Moves, dealer: bool, flop: int) -> tuple[Array, int]:
    """[holding, lane, cards of the flop]: the number of the spot before the flop, the same for spots that differ by
    the names of the suits; and how many there are. Without a known card of the dealer's there is one lane. What this
    deck cannot deal has no number of its own."""
    hands, cards = holdings_moved(moves).astype(np.int32), np.arange(52, dtype=np.int32)
    lanes = np.arange(LANES if dealer else 1, dtype=np.int32)
    size = SHOWN[flop]
    code = np.full((HANDS, len(lanes), size), HANDS * LANES * HANDS, dtype=np.int32)
    for place, new in enumerate(moves):
        suits = np.array(new, dtype=np.int32)
        moved = suits[lanes // 16] * 16 + lanes % 16 if dealer else lanes
        extra = (cards & ~3 | suits[cards & 3]) if flop == 1 else hands[place] if flop == 2 else cards[:1]
        each = (hands[place][:, None, None] * len(lanes) + moved[None, :, None]) * size + extra[None, None, :]
        np.minimum(code, each, out=code)
    there = _dealt(deck, len(lanes), flop)
    found, numbers = np.unique(code[there], return_inverse=True)
    code[:] = 0
    code[there] = numbers.ravel()
    return code, len(found)


def _dealt(deck: tuple[int, ...], lanes: int, flop: int) -> Array:
    """[holding, lane, cards of the flop]: whether the deck has all these cards, and none of them is there twice."""
    card = 1 << np.arange(52, dtype=np.int64)
    pairs = np.array([card[a] | card[b] for a in range(52) for b in range(a)])
    shown = pairs if flop == 2 else card if flop == 1 else card[:1] * 0
    known = card[:1] * 0
    if lanes > 1:
        known = np.array([card[x % 16 * 4 + x // 16] if x % 16 < 13 else NO_CARD for x in range(lanes)])
    has = int(sum(card[list(deck)]))
    own, his, lie = (each & has == each for each in (pairs, known, shown))
    two, other = own[:, None] & his & (pairs[:, None] & known == 0), lie & (pairs[:, None] & shown == 0)
    found: Array = two[:, :, None] & other[:, None, :] & (known[:, None] & shown == 0)
    return found
