"""What the chart of Ultimate Texas Hold 'Em shows: the worth of every starting hand, and how often the best player
raises on the flop and plays on the river with hands of each sort. All of it is counted from the solved game."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb

import msgspec
import numpy as np
from msgspec import Struct

from pitboss.odds import cache, holdem
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.games.ultimate_texas_holdem import EARLY, combinations_of, solution, starting_hands, tally
from pitboss.odds.kernels import holdem_flops, holdem_rivers
from pitboss.odds.result import exactly
from pitboss.odds.tables import Array, tables
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
    times: int
    """What the best play raises, as a multiple of the ante; 0 to check."""
    gain: Fraction
    """Raising less checking, in units of the ante: the best raise, or that of other hands where this one checks."""


class Sort(Struct, frozen=True):
    """Hands of one sort at a later decision, among all that have waited until then."""

    words: str
    deals: int
    raised: int


class Chart(Struct, frozen=True):
    early: str
    starts: tuple[Start, ...]
    flop: tuple[Sort, ...]
    river: tuple[Sort, ...]
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


def chart(rules: Rules, early: str, progress: Callable[[float], None] = lambda _: None) -> Chart:
    """The facts of the chart; kept on disk, because they take some seconds."""
    if early not in EARLY:
        raise ValueError(f"'{early}' is no way to raise before the flop; there are {', '.join(EARLY)}")
    key = json.dumps(["holdem", rules.digest, early])
    kept = cache.load("charts", key)
    if kept is not None:
        try:
            return msgspec.json.decode(kept, type=Chart, dec_hook=lambda kind, text: kind(text))
        except (msgspec.DecodeError, ValueError):
            pass  # damaged: worked out again
    found = _worked_out(rules, early, progress)
    cache.store("charts", key, msgspec.json.encode(found, enc_hook=exactly))
    return found


def _worked_out(rules: Rules, early: str, progress: Callable[[float], None]) -> Chart:
    rules, stake = in_whole_units(rules)
    pack = rules.deck.contents
    solved = solution(rules, pack, stake, early, lambda part: progress(part * 0.3))
    counted = tally(rules, "main", stake=stake, early=early)
    progress(0.6)
    flop = _flop(solved)
    progress(0.75)
    return Chart(early, _starts(solved, stake), flop, _river(solved), figures(rules, counted, stake, {}), solved.total)


def _starts(solved: holdem.Solution, stake: int) -> tuple[Start, ...]:
    each = solved.total // comb(len(solved.ground.deck), 2)
    made = sorted({int(number) - 1 for number in solved.start.ravel() if number}) or list(range(len(solved.early)))
    found = []
    for name, place in starting_hands():
        n = combinations_of(place, solved)
        number = int(solved.start[place])
        best = max(int(solved.early[k][place]) for k in made)
        gain = Fraction((best - int(solved.waiting[place])) * solved.unit, n * each * stake)
        times = solved.choices[2 + number].times if number else 0
        found.append(Start(name, place, n, times, gain))
    return tuple(found)


# --- the flop -------------------------------------------------------------------------------------------------------


def _flop(solved: holdem.Solution) -> tuple[Sort, ...]:
    """Every flop with every hand that has waited for it."""
    g, known = solved.ground, tables()
    a, b = np.array([(x, y) for x in g.deck for y in g.deck if x < y], dtype=np.int64).T
    (ra, sa), (rb, sb) = (a >> 2, a & 3), (b >> 2, b & 3)
    high, low = np.maximum(ra, rb), np.minimum(ra, rb)
    waits = np.where((sa == sb) | (ra == rb), solved.start[high, low], solved.start[low, high]) == 0
    deals, raised = (np.zeros(len(FLOP_SORTS), dtype=np.int64) for _ in range(2))
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
        raised += times * np.bincount(sort[free & (solved.decisions[number][a, b] & 1 == 1)], minlength=len(deals))
    later = comb(len(g.deck) - 5, 2) * comb(len(g.deck) - 7, 2)
    return _sorts(FLOP_SORTS, deals, raised, later)


def _mask(ranks: list[int]) -> int:
    return sum(1 << r for r in set(ranks))


# --- the river ------------------------------------------------------------------------------------------------------


def _river(solved: holdem.Solution) -> tuple[Sort, ...]:
    """Every board with every hand that has waited twice."""
    g, known = solved.ground, tables()
    plays, reached = _plays(solved), _reached(solved)
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


def _plays(solved: holdem.Solution) -> Array:
    """type and class → whether he plays on the river: it is worth more than folding, which always costs the same."""
    g, fold = solved.ground, int(solved.nets[0].flat[0])
    assert (solved.nets[0] == fold).all(), "a folded hand loses the same, whatever it was"
    dealers = comb(len(g.deck) - 7, 2)
    narrow = np.int32 if int(abs(solved.nets).max()) * dealers < 2**31 else np.int64
    best: Array = np.zeros(g.size, dtype=narrow)
    unused = np.zeros_like(best)

    def rivers(first: int) -> None:
        last = min(first + _PIECE, len(g.types))
        starting = np.zeros_like(solved.starting)
        holdem_rivers.solve_rivers(first, last, *g.river_arguments(), solved.nets, best, unused, starting)

    with ThreadPoolExecutor(holdem.WORKERS) as pool:
        list(pool.map(rivers, range(0, len(g.types), _PIECE)))
    plays: Array = best > fold * dealers
    return plays


def _reached(solved: holdem.Solution) -> Array:
    """type and class → in how many (flop, hand) he has waited before the flop and on it."""
    g, waits = solved.ground, 1 - (solved.decisions & 1)

    def weigh(first: int) -> Array:
        found = np.zeros(g.size, dtype=np.int32)
        holdem_flops.weigh_flops(first, holdem.WORKERS, *g.flop_arguments(), waits, solved.start, found)
        return found

    with ThreadPoolExecutor(holdem.WORKERS) as pool:
        first, *others = pool.map(weigh, range(holdem.WORKERS))
    for other in others:
        first += other
    return first


def _sorts(words: tuple[str, ...], deals: Array, raised: Array, times: int) -> tuple[Sort, ...]:
    rows = zip(words, deals.tolist(), raised.tolist(), strict=True)
    return tuple(Sort(said, n * times, m * times) for said, n, m in rows if n)
