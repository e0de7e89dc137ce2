"""What the chart of a game shows in which both hands share the community cards: the worth of every starting hand, and
how often the best player raises on the flop and on the river with hands of each sort. All of it is counted from the
solved game."""

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.odds.charts_kept import kept
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.shapes.board import combinations_of, solution, starting_hands, tally
from pitboss.odds.shapes.board_game import FLOP, RIVER, START, Board, board_of
from pitboss.odds.shapes.board_solver import Solution, chosen_on_flop, finals
from pitboss.odds.shapes.board_solver import weights as weights_on_flop
from pitboss.odds.tables import Array, tables
from pitboss.rulebook.words import MAIN
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

FLOP_SORTS = (
    "Straight or flush",
    "Two pair or better, with your own cards",
    "Pair with the highest card of the flop",
    "Pair with the middle card of the flop",
    "Pair with the lowest card of the flop",
    "Pocket pair, no better",
    "Four to a flush, your card in it ten or higher",
    "Four to a flush, your card in it lower",
    "Everything else",
)
RIVER_SORTS = (
    "Straight or better, with your own cards",
    "Pair or better, with your own cards",
    "Board paired; your high card is best or second",
    "Board paired; your high card is third",
    "Board paired; your high card is fourth",
    "Board paired; your high card is lower",
    "No pair; your high card is best",
    "No pair; your high card is second",
    "No pair; your high card is lower",
    "The board itself is your hand",
)
"""High cards are counted among the ranks that do not lie on the board."""
_OWN_PAIR, _DRAW, _TEN = 2, 6, 8
_PIECE = 4000


class Start(Struct, frozen=True):
    """One of the starting hands of the grid."""

    hand: str
    place: tuple[int, int]
    combinations: int
    play: str
    """What the best play is, as the script names it."""
    times: int
    """What it raises, as a multiple of the base; 0 where it does not."""
    gain: Fraction
    """Raising less waiting, in units of the base: the best raise, or that of other hands where this one waits. Where
    one cannot wait, less folding."""


class BoardSort(Struct, frozen=True):
    """Hands of one sort at a later decision, among all that have waited until then."""

    words: str
    deals: int
    raised: int


class Later(Struct, frozen=True):
    """A decision after the start: what may be raised, what may be done instead, and how often each sort is raised."""

    raises: tuple[int, ...]
    instead: tuple[str, ...]
    wait: str
    """How one waits; empty where nobody can."""
    sorts: tuple[BoardSort, ...]


class BoardChart(Struct, frozen=True):
    """The best play where community cards open street by street."""

    instead: tuple[str, ...]
    """What may be done at the start instead of a raise."""
    wait: str
    starts: tuple[Start, ...]
    """None where nobody is asked before the flop."""
    flop: Later | None
    river: Later | None
    figures: Figures
    deals: int
    """All deals of the game."""

    @property
    def raised(self) -> tuple[int, int]:
        """How many starting hands raise, of how many."""
        raising = sum(start.combinations for start in self.starts if start.times)
        return raising, sum(start.combinations for start in self.starts)

    @property
    def raises(self) -> tuple[int, ...]:
        """The raises that some hand makes."""
        return tuple(sorted({start.times for start in self.starts if start.times}))


def chart(rules: Rules, progress: Callable[[float], None] = lambda _: None) -> BoardChart:
    """The facts of the chart; kept on disk, because they take some seconds."""
    board = board_of(rules)
    choices = [[choice.name for choice in step.choices] for step in board.steps.values()]
    return kept(BoardChart, rules, choices, lambda: _worked_out(rules, progress))


def _worked_out(rules: Rules, progress: Callable[[float], None]) -> BoardChart:
    rules, stake = in_whole_units(rules)
    solved = solution(rules, rules.deck.contents, stake, lambda part: progress(part * 0.3))
    counted = tally(rules, MAIN, stake=stake)
    progress(0.6)
    board = solved.board
    flop = _later(board, FLOP, _flop(solved)) if FLOP in board.steps else None
    progress(0.75)
    river = _later(board, RIVER, _river(solved)) if RIVER in board.steps else None
    worth = figures(rules, counted, stake, {})
    starts = _starts(solved, stake) if raises(board.early) else ()
    return BoardChart(_instead(board, START), _wait(board, START), starts, flop, river, worth, solved.total)


def raises(choices: tuple[Choice, ...]) -> tuple[int, ...]:
    """By how much one may raise, the smallest first."""
    return tuple(sorted(choice.times for choice in choices if choice.does == "raise"))


def _later(board: Board, lie_open: int, sorts: tuple[BoardSort, ...]) -> Later:
    return Later(raises(board.steps[lie_open].choices), _instead(board, lie_open), _wait(board, lie_open), sorts)


def _wait(board: Board, lie_open: int) -> str:
    choice = board.wait(lie_open)
    return choice.name if choice else ""


def _instead(board: Board, lie_open: int) -> tuple[str, ...]:
    choices = board.steps[lie_open].choices if lie_open in board.steps else ()
    return tuple(choice.name for choice in choices if choice.does != "raise")


def _starts(solved: Solution, stake: int) -> tuple[Start, ...]:
    board, each = solved.board, solved.total // comb(len(solved.ground.deck), 2)
    able = [k for k, choice in enumerate(board.early) if choice.does == "raise"]
    made = sorted({int(number) - 1 for number in solved.start.ravel() if int(number) - 1 in able}) or able
    wait = board.wait(START)
    others = ([solved.waiting] if wait else []) or [solved.early[k] for k in range(len(board.early)) if k not in able]
    found = []
    for name, place in starting_hands():
        n = combinations_of(place, solved)
        number = int(solved.start[place])
        best = max(int(solved.early[k][place]) for k in made)
        other = max((int(each[place]) for each in others), default=best)
        gain = Fraction((best - other) * solved.unit, n * each * stake)
        choice = board.early[number - 1] if number else wait
        assert choice is not None, "who may not wait does not"
        found.append(Start(name, place, n, choice.name, choice.times if choice.does == "raise" else 0, gain))
    return tuple(found)


# --- the flop -------------------------------------------------------------------------------------------------------


def _flop(solved: Solution) -> tuple[BoardSort, ...]:
    """Every flop with every hand that has waited for it."""
    g, known = solved.ground, tables()
    a, b = np.array([(x, y) for x in g.deck for y in g.deck if x < y], dtype=np.int64).T
    (ra, sa), (rb, sb) = (a >> 2, a & 3), (b >> 2, b & 3)
    high, low = np.maximum(ra, rb), np.minimum(ra, rb)
    waits = np.where((sa == sb) | (ra == rb), solved.start[high, low], solved.start[low, high]) == 0
    deals, raised = (np.zeros(len(FLOP_SORTS), dtype=np.int64) for _ in range(2))
    chosen = chosen_on_flop(solved)
    raising = np.array([False, *(choice.does == "raise" for choice in solved.board.on_flop)])
    for number, (times, *flop) in enumerate(g.flops.tolist()):
        free = waits & ~np.isin(a, flop) & ~np.isin(b, flop)
        ranks, suits = [c >> 2 for c in flop], [c & 3 for c in flop]
        five = np.sort(np.stack([ra, rb, *(np.full_like(ra, r) for r in ranks)]), axis=0)
        place = known.ranks[5][sum(g.choose[five[i] + i, i + 1] for i in range(5))]
        sort = np.full(len(a), FLOP_SORTS.index("Everything else"))
        for suit in set(suits):
            of_suit = suits.count(suit) + (sa == suit) + (sb == suit)
            own = np.maximum(np.where(sa == suit, ra, -1), np.where(sb == suit, rb, -1))
            sort[(of_suit == 4) & (own >= 0)] = _DRAW + 1
            sort[(of_suit == 4) & (own >= _TEN)] = _DRAW
            place = np.where(of_suit == 5, known.suited[_mask(ranks) | 1 << ra | 1 << rb], place)
        sort[ra == rb] = _OWN_PAIR + 3
        on_flop = sorted(set(ranks), reverse=True)
        for rank in reversed(on_flop):
            # A flop with a pair has a highest and a lowest card only; three of a kind just the highest.
            middle = on_flop.index(rank) if len(on_flop) != 2 else 2 * on_flop.index(rank)
            sort[(ra == rank) | (rb == rank)] = _OWN_PAIR + middle
        name = known.category[place]
        own = (sort >= _OWN_PAIR) & (sort < _DRAW)
        sort[own & (name >= known.categories.index("two_pair"))] = 1
        for made in ("straight", "flush", "straight_flush", "royal_flush"):
            sort[name == known.categories.index(made)] = 0
        deals += times * np.bincount(sort[free], minlength=len(deals))
        raised += times * np.bincount(sort[free & raising[chosen[number][a, b]]], minlength=len(deals))
    later = comb(len(g.deck) - 5, 2) * comb(len(g.deck) - 7, 2)
    return _sorts(FLOP_SORTS, deals, raised, later)


def _mask(ranks: list[int]) -> int:
    return sum(1 << r for r in set(ranks))


# --- the river ------------------------------------------------------------------------------------------------------


def _river(solved: Solution) -> tuple[BoardSort, ...]:
    """Every board with every hand that has waited twice."""
    g, known = solved.ground, tables()
    reached = weights_on_flop(solved, 0)
    plays = np.array([choice.does == "raise" for choice in solved.board.final])[finals(solved)]
    deals, raised = (np.zeros(len(RIVER_SORTS), dtype=np.int64) for _ in range(2))
    for kinds in (13, 26):
        x, y = np.array([(x, y) for x in range(kinds) for y in range(x, kinds)], dtype=np.int64).T
        i, j = x % 13, y % 13
        added = np.where(x >= 13, 1 << i, 0) | np.where(y >= 13, 1 << j, 0)
        numbers = np.nonzero((g.types[:, 1] != 0) == (kinds == 26))[0]
        for first in range(0, len(numbers), _PIECE):
            some = numbers[first : first + _PIECE]
            index, mask, counts = g.types[some, 0], g.types[some, 1], g.types[some, 2:]
            place = np.maximum(g.places[index][:, g.tri13[i, j]], g.suited[mask[:, None] | added])
            board = np.maximum(known.ranks[5][index], g.suited[mask])[:, None]
            sort = _river_sort(counts, i, j, known.category[place] >= known.categories.index("straight"))
            sort[place == board] = RIVER_SORTS.index("The board itself is your hand")
            at = g.offsets[some][:, None] + np.arange(len(x))
            for found, weights in ((deals, reached[at]), (raised, np.where(plays[at], reached[at], 0))):
                for number in range(len(found)):
                    found[number] += int(weights[sort == number].sum())
    return _sorts(RIVER_SORTS, deals, raised, comb(len(g.deck) - 7, 2))


def _river_sort(counts: Array, i: Array, j: Array, strong: Array) -> Array:
    own = (i == j) | (counts[:, i] > 0) | (counts[:, j] > 0)
    # How many ranks that do not lie on the board are at least as high as the player's higher card.
    missing = np.cumsum((counts == 0)[:, ::-1], axis=1)[:, ::-1][:, np.maximum(i, j)]
    paired = np.where(missing <= 2, 2, np.minimum(missing, 5))
    single = 5 + np.minimum(missing, 3)
    sort = np.where((counts.max(axis=1) > 1)[:, None], paired, single)
    sort[own] = 1
    sort[strong] = 0
    return sort


def _sorts(words: tuple[str, ...], deals: Array, raised: Array, times: int) -> tuple[BoardSort, ...]:
    rows = zip(words, deals.tolist(), raised.tolist(), strict=True)
    return tuple(BoardSort(said, n * times, m * times) for said, n, m in rows if n)
