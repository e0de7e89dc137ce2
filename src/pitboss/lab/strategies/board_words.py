"""The words of two-card hands that share the community cards: before the flop the grid of starting hands, on the flop
[flop, hand], on the river [type of board and class of hand]."""

from collections.abc import Callable
from functools import cache, cached_property, partial
from math import comb

import numpy as np

from pitboss.lab.strategies.spots import DecisionSpots, Measures, few_cards, own_measures
from pitboss.lab.strategies.values import HandScale
from pitboss.odds.evaluator import places
from pitboss.odds.kernels import board_judged
from pitboss.odds.shapes.board_game import FLOP, OWN, START, Board
from pitboss.odds.shapes.board_ground import BoardGround
from pitboss.odds.shapes.board_solver import PIECE, pieces
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, Array, tables
from pitboss.table.definition import Step

_SUITS = 4


@cache
def _grid() -> Array:
    """[lower card, higher card]: the place of the two in the flattened grid of starting hands."""
    cards = np.arange(52)
    low, high = cards[:, None] >> 2, cards[None, :] >> 2
    alike = (cards[:, None] & 3 == cards[None, :] & 3) | (low == high)
    return np.where(alike, high * RANK_COUNT + low, low * RANK_COUNT + high).astype(np.uint8)


class BoardWords:
    """The spots of a pack, measured when a word is asked for."""

    def __init__(self, board: Board, g: BoardGround) -> None:
        self.board = board
        self.ground = g

    def spots(self, lie_open: int, step: Step) -> DecisionSpots:
        """The spots of the decision at which so many community cards lie open."""
        if lie_open == START:
            return self._start(step)
        return self._on_flop(step) if lie_open == FLOP else self._on_river(step)

    # --- before the flop --------------------------------------------------------------------------------------------

    @cached_property
    def combinations(self) -> Array:
        """[rank, rank]: how many starting hands stand at each place of the grid."""
        suits, held = int(self.ground.shape[0]), self.ground.shape[1:]
        grid = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.int64)
        for row in range(RANK_COUNT):
            for column in range(RANK_COUNT):
                many = comb(suits, 2) if row == column else suits if row > column else suits * (suits - 1)
                grid[row, column] = many * held[row] * held[column]
        return grid

    def _start(self, step: Step) -> DecisionSpots:
        row, column = np.indices((RANK_COUNT, RANK_COUNT))
        ranks = np.stack([row, column], axis=-1) + LOWEST_RANK
        measures = own_measures(ranks, None)
        measures["suited"] = lambda: row > column
        hand, scale = few_cards(ranks)
        measures["hand"] = lambda: hand
        return DecisionSpots(step, row.shape, measures, {"hand": scale}, self.combinations > 0)

    # --- on the flop ------------------------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> tuple[Array, Array]:
        """[flop, hand]: the lower and the higher card of every hand."""
        g = self.ground
        free = np.ones((len(g.flops), 52), dtype=bool)
        free[:, np.setdiff1d(np.arange(52), g.deck)] = False
        np.put_along_axis(free, g.flops[:, 1:], False, axis=1)
        kept = np.nonzero(free)[1].reshape(len(g.flops), len(g.deck) - 3).astype(np.uint8)
        first, second = np.triu_indices(kept.shape[1], 1)
        return kept[:, first], kept[:, second]

    @cached_property
    def grid(self) -> Array:
        """[flop, hand]: the place of the hand in the flattened grid of starting hands."""
        a, b = self.hands
        found: Array = _grid()[a, b]
        return found

    def _on_flop(self, step: Step) -> DecisionSpots:
        a, b = self.hands
        flops = self.ground.flops[:, 1:].astype(np.uint8)
        own = np.stack([a, b], axis=-1)
        measures = own_measures((own >> 2) + LOWEST_RANK, own & 3)
        board, scale = few_cards((flops >> 2) + LOWEST_RANK)
        measures |= flop_measures(own, flops, board, scale)
        return DecisionSpots(step, a.shape, measures, {"hand": HandScale(tables().hands), "board": scale})

    # --- on the river -----------------------------------------------------------------------------------------------

    @cached_property
    def river_places(self) -> Array:
        """[type and class]: the place of the hand, 0 where it cannot be held."""
        g = self.ground
        found = np.zeros(g.size, dtype=np.int16)
        tables_of = (g.types, g.offsets, g.shape, g.places, g.suited, g.pairs13, g.pairs26)
        _each(g, lambda first, last: board_judged.river_places(first, last, *tables_of, found))
        return found

    def _on_river(self, step: Step) -> DecisionSpots:
        g = self.ground
        ranks = [np.stack([pairs[0] % RANK_COUNT, pairs[1] % RANK_COUNT], axis=-1) for pairs in (g.pairs13, g.pairs26)]
        plain, flushed = (own_measures(each + LOWEST_RANK, None) for each in ranks)
        measures: Measures = {name: partial(self._by_class, plain[name], flushed[name]) for name in plain}
        measures |= {
            "hand": lambda: self.river_places,
            "board": lambda: self._by_type(self._boards()),
            "hidden": lambda: tables().category[self.river_places] > self._by_type(tables().category[self._boards()]),
            "paired": self._paired_on_river,
            "outs": self._outs,
        }
        scale = HandScale(tables().hands)
        return DecisionSpots(step, (g.size,), measures, {"hand": scale, "board": scale}, self.river_places > 0)

    def _boards(self) -> Array:
        """[type]: the place of the board alone."""
        g, known = self.ground, tables()
        found: Array = np.maximum(known.ranks[5][g.types[:, 0]], known.suited[g.types[:, 1]])
        return found

    def _by_class(self, plain: Callable[[], Array], flushed: Callable[[], Array]) -> Array:
        g = self.ground
        found = np.zeros(g.size, dtype=np.int8)
        each = plain().astype(np.int8), flushed().astype(np.int8)
        _each(g, lambda first, last: board_judged.by_class(first, last, g.types, g.offsets, *each, found))
        return found

    def _by_type(self, each: Array) -> Array:
        g = self.ground
        found = np.zeros(g.size, dtype=each.dtype)
        _each(g, lambda first, last: board_judged.by_type(first, last, g.types, g.offsets, each, found))
        return found

    def _paired_on_river(self) -> Array:
        g = self.ground
        found = np.zeros(g.size, dtype=np.int8)
        tables_of = (g.types, g.offsets, g.pairs13, g.pairs26)
        _each(g, lambda first, last: board_judged.river_paired(first, last, *tables_of, found))
        return found

    def _outs(self) -> Array:
        g = self.ground
        found = np.zeros(g.size, dtype=np.int8)
        hands = (tables().ranks[6], g.suited, g.choose, g.pairs13, g.pairs26, self.river_places)
        _each(
            g,
            lambda first, last: board_judged.river_outs(first, last, g.types, g.offsets, g.shape, *hands, found),
        )
        return found


def _each(g: BoardGround, work: Callable[[int, int], None]) -> None:
    """Does the work on all types of boards."""

    def part(first: int, last: int) -> Array:
        work(first, last)
        return np.zeros(1)

    pieces(part, len(g.types), PIECE)


def flop_measures(own: Array, flops: Array, board: Array, scale: HandScale) -> Measures:
    """The words that look at a flop. `own` [flop, hand, card] and `flops` [flop, card] are numbers of cards, `board`
    [flop] is what each flop makes alone, by its place in the scale."""
    shape = own.shape[:2]
    shared = np.broadcast_to(flops[:, None], (*shape, flops.shape[1]))

    def hand() -> Array:
        return places(np.concatenate([own, shared], axis=-1).reshape(-1, 5), checked=False).reshape(shape)

    def hidden() -> Array:
        names = tables().categories
        alone = np.array([names.index(each.name) for each in scale.hands])[board]
        return tables().category[hand()] > alone[:, None]

    flush = cache(lambda: _flush(own, flops))
    return {
        "hand": hand,
        "board": lambda: board[:, None],
        "hidden": hidden,
        "paired": lambda: highest_paired(own, flops),
        "flush_cards": lambda: flush() >> 4,
        "flush_own": lambda: flush() & 15,
    }


def highest_paired(own: Array, boards: Array) -> Array:
    """[board, hand]: the highest rank of a pair with a card of one's own."""
    a, b = ((own[..., place] >> 2) + np.uint8(LOWEST_RANK) for place in range(OWN))
    shared = (boards >> 2) + LOWEST_RANK
    found = np.where(a == b, a, np.uint8(0))
    for mine in (a, b):
        met = np.zeros(mine.shape, dtype=bool)
        for card in shared.T:
            met |= mine == card[:, None]
        found = np.maximum(found, mine * met)
    return found


def _flush(own: Array, flops: Array) -> Array:
    """[flop, hand]: 16 times the cards of the suit of which most are seen, and one's own highest rank in it."""
    a, b = own[..., 0], own[..., 1]
    found = np.zeros(a.shape, dtype=np.uint8)
    for suit in range(_SUITS):
        lie = ((flops & 3) == suit).sum(axis=1, dtype=np.uint8)[:, None]
        of = (a & 3 == suit).view(np.uint8), (b & 3 == suit).view(np.uint8)
        ranks = [((card >> 2) + np.uint8(LOWEST_RANK)) * mine for card, mine in zip((a, b), of, strict=True)]
        found = np.maximum(found, ((lie + of[0] + of[1]) << 4) + np.maximum(*ranks))
    return found
