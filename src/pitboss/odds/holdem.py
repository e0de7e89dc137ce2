"""The main game of Ultimate Texas Hold 'Em, solved: every one of the 27.8 trillion deals accounted for."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb, gcd
from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.games.ultimate_texas_holdem.game import (
    BELOW_PAIR,
    FINAL,
    PAIR_OR_BETTER,
    POSTFLOP,
    PREFLOP,
    main_cell,
    qualifies,
)
from pitboss.odds.figures import TooLarge, net
from pitboss.odds.kernels import holdem_flops, holdem_rivers
from pitboss.odds.suits import compositions, suit_patterns
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import Ending, Pack, Part
from pitboss.table.cells import EQUAL, HIGHER, LOWER
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

WORKERS = 2
RESULTS = tuple((result, dealer) for result in (HIGHER, EQUAL, LOWER) for dealer in (BELOW_PAIR, PAIR_OR_BETTER))
"""In the order of the kernels."""
FLOPS_IN_A_BOARD = comb(5, 3)
INT64 = 2**63 - 1
LARGEST = INT64 // (comb(47, 2) * comb(45, 2))
"""Of a result, so that the deals of one flop can be added up."""


class Ground(Struct, frozen=True):
    """All that depends on the pack alone."""

    deck: Array
    shape: Array
    types: Array
    offsets: Array
    at: Array
    size: int
    flops: Array
    plain: Array
    plain_suited: Array
    places: Array
    suited: Array
    low: int
    category: Array
    choose: Array
    tri13: Array
    tri26: Array
    pairs13: Array
    pairs26: Array
    """What `river` needs to know at each index of a triangle (see `_pairs`)."""

    def river_arguments(self) -> tuple[Any, ...]:
        return (self.types, self.offsets, *self.tables, self.plain, self.plain_suited)

    @property
    def tables(self) -> tuple[Any, ...]:
        return (self.shape, self.places, self.suited, self.low, self.category, self.pairs13, self.pairs26)

    def flop_arguments(self) -> tuple[Any, ...]:
        return (self.flops, self.deck, self.choose, self.at, self.tri13, self.tri26)


def number(card: Card) -> int:
    """Kernels number cards by rank, then suit."""
    return 4 * (RANK[card] - 2) + SUIT[card]


@cache
def ground(pack: Pack) -> Ground:
    """The types of boards, the flops and the tables for a pack of ranks × suits."""
    deck = np.array(sorted(number(card) for card, _ in pack), dtype=np.int64)
    ranks, suits = {int(c) >> 2 for c in deck}, 1 + max(int(c) & 3 for c in deck)
    if suits < 2 or len(deck) != len(ranks) * suits or any(count != 1 for _, count in pack):
        raise ValueError(
            "the pack must hold every one of its ranks once in every one of its suits, two or more, clubs first"
        )
    known = tables()
    shape = np.array([suits, *(int(r in ranks) for r in range(13))], dtype=np.int64)
    tri13, tri26 = _triangle(13), _triangle(26)
    boards = multisets(5)
    places = np.zeros((len(boards), 91), dtype=np.int16)
    holdem_rivers.pair_places(boards, known.ranks[7], known.choose, tri13, places)
    plain, plain_suited = _plain_boards(suits)
    types = np.zeros((len(boards) * 8, 15), dtype=np.int64)
    offsets = np.zeros(len(types), dtype=np.int64)
    at = np.zeros((len(boards), 32), dtype=np.int64)
    count, size = holdem_rivers.list_types(boards, shape, plain, types, offsets, at)
    qualified = [qualifies(hand) == PAIR_OR_BETTER for hand in known.hands]
    low = qualified.index(True)
    assert all(qualified[low:]), "the dealer qualifies from a certain hand upwards"
    return Ground(
        deck=deck,
        shape=shape,
        types=types[:count],
        offsets=offsets[:count],
        at=at,
        size=size,
        flops=_flops(sorted(ranks), suits),
        plain=plain,
        plain_suited=plain_suited,
        places=places,
        suited=known.suited,
        low=low,
        category=known.category,
        choose=known.choose,
        tri13=tri13,
        tri26=tri26,
        pairs13=_pairs(13),
        pairs26=_pairs(26),
    )


def _pairs(size: int) -> Array:
    """For each index of a triangle: the two classes of card, the index of their ranks alone, the flush suit's bits."""
    ranks = {pair: n for n, pair in enumerate((x, y) for x in range(13) for y in range(x, 13))}
    rows = []
    for x in range(size):
        for y in range(x, size):
            bits = sum(1 << k - 13 for k in {x, y} if k >= 13)
            low, high = sorted((x % 13, y % 13))
            rows.append((x, y, ranks[low, high], bits))
    return np.array(rows, dtype=np.int32).T.copy()


def _triangle(size: int) -> Array:
    found = np.zeros((size, size), dtype=np.int64)
    for index, (x, y) in enumerate(_pairs(size)[:2].T):
        found[x, y] = found[y, x] = index
    return found


def _plain_boards(suits: int) -> tuple[Array, Array]:
    """Boards on which no suit comes three times, by the composition of their ranks (`hands_of_type` reads them)."""
    plain = np.zeros(5**5, dtype=np.int64)
    shared = np.zeros((5**5, 5, 5), dtype=np.int64)
    for counts in compositions(5, suits):
        code = 0
        for n in counts:
            code = code * 5 + n
        for masks, times in suit_patterns(counts, suits):
            if any(sum(mask >> s & 1 for mask in masks) > 2 for s in range(suits)):
                continue
            plain[code] += times
            for i, first in enumerate(masks):
                for j, second in enumerate(masks):
                    shared[code, i, j] += times * (suits - (first | second).bit_count())
    return plain, shared


def _flops(ranks: list[int], suits: int) -> Array:
    """[how many flops, card, card, card] for every flop up to a renaming of the suits."""
    rows = []
    for row in multisets(3).tolist():
        distinct = sorted(set(row))
        counts = tuple(row.count(r) for r in distinct)
        if set(distinct) <= set(ranks) and max(counts) <= suits:
            for masks, times in suit_patterns(counts, suits):
                cards = [4 * r + s for r, mask in zip(distinct, masks, strict=True) for s in range(4) if mask >> s & 1]
                rows.append((times, *cards))
    return np.array(rows, dtype=np.int64)


# --- what the endings bring -----------------------------------------------------------------------------------------


def raises_before_flop(allowed: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """The early raises of the script, or those of them that are allowed, the smallest first."""
    found = [c for c in PREFLOP.choices if c.does == "raise" and (allowed is None or c.name in allowed)]
    return tuple(sorted(found, key=lambda c: c.times))


def choices(early: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """In the order of the kernels: fold, play on the river, raise on the flop, the early raises."""
    fold = next(c for c in FINAL.choices if c.does == "fold")
    late = next(c for c in FINAL.choices if c.does == "raise")
    return (fold, late, next(c for c in POSTFLOP.choices if c.does == "raise"), *early)


def ending(choice: Choice, hand: str, result: str, dealer: str) -> Ending:
    """The wagers at risk after this choice, in the order of settlement."""
    standing = FOLDED if choice.does == "fold" else LIVE
    times = {"ante": 1, "blind": 1, "play": choice.times}
    return tuple(
        Part(wager, times[wager], main_cell(wager, standing, dealer, result, hand))
        for wager in ("ante", "blind", "play")
        if times[wager]
    )


def nets(rules: Rules, early: tuple[Choice, ...], stake: int) -> tuple[Array, int]:
    """nets[choice, category, result] as whole numbers, and how many cents each of them is."""
    names = tables().categories
    cents = [
        [[net(rules, ending(choice, hand, *result), stake, {}) for result in RESULTS] for hand in names]
        for choice in choices(early)
    ]
    assert all(len({n for row in by_hand for n in row}) == 1 for by_hand in cents[:1]), "a fold loses whatever is held"
    every = [n for by_hand in cents for row in by_hand for n in row]
    unit = gcd(*every) or 1
    if max(map(abs, every)) // unit > LARGEST:
        raise TooLarge
    return np.array(cents, dtype=object) // unit, unit


# --- solving --------------------------------------------------------------------------------------------------------


class Solution(Struct, frozen=True):
    """The main game under given rules: what every starting hand is worth, and every decision."""

    ground: Ground
    choices: tuple[Choice, ...]
    nets: Array
    unit: int
    """Cents in each unit of the sums."""
    waiting: Array
    """[higher rank, lower rank] for pairs and suited hands, the other way round for others: the sum of results of the
    hands that check before the flop, over flops, turn and river, and the dealer's hands."""
    early: Array
    """The same for each early raise."""
    starting: Array
    """[…, category, result]: in how many deals of board and dealer each starting hand ends so, if it stays in."""
    start: Array
    """0 to wait, else the number of the early raise, from 1."""
    decisions: Array
    """[flop, card, card]: 0 check, 1 raise, 2 check and 3 raise where the two are worth the same (the one with less
    variance)."""

    @property
    def total(self) -> int:
        """All deals of hand, flop, turn and river, dealer."""
        n = len(self.ground.deck)
        return comb(n, 2) * comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2)

    @property
    def value(self) -> int:
        """The sum of the results of all deals, in units."""
        best = np.maximum(self.waiting, self.early.max(axis=0, initial=-INT64)) if len(self.early) else self.waiting
        return int(sum(int(v) for v in best.ravel()))


def solve(
    rules: Rules, pack: Pack, stake: int, early: tuple[Choice, ...], progress: Callable[[float], None] = lambda _: None
) -> Solution:
    """The value of every starting hand and all decisions."""
    g = ground(pack)
    exact, unit = nets(rules, early, stake)
    n = len(g.deck)
    most = max(abs(int(x)) for x in exact.ravel())
    per_board = most * comb(n - 7, 2)
    # The largest sum is that of one starting hand (at most 12 combinations) over all boards and dealer's hands.
    if per_board * comb(n - 2, 5) * FLOPS_IN_A_BOARD * 12 > INT64:
        raise TooLarge
    pays = exact.astype(np.int64)
    # Sums over turn and river fit into half the bytes at ordinary payments, which is what the flops' time depends on.
    narrow = np.int32 if per_board * comb(n - 3, 2) < 2**31 else np.int64
    checked, raised = np.zeros(g.size, dtype=narrow), np.zeros(g.size, dtype=narrow)

    def rivers(first: int, last: int) -> Array:
        found = np.zeros((13, 13, len(tables().categories), len(RESULTS)), dtype=np.int64)
        holdem_rivers.solve_rivers(first, last, *g.river_arguments(), pays, checked, raised, found)
        return found

    decisions = np.zeros((len(g.flops), 52, 52), dtype=np.uint8)

    def flops(first: int, last: int) -> Array:
        found = np.zeros((13, 13), dtype=np.int64)
        holdem_flops.solve_flops(first, last, *g.flop_arguments(), checked, raised, decisions, found)
        return found

    starting = _pieces(rivers, len(g.types), 4000, lambda part: progress(part / 2))
    waiting = _pieces(flops, len(g.flops), 60, lambda part: progress(0.5 + part / 2))
    before = np.array([(starting * pays[3 + k]).sum(axis=(2, 3)) * FLOPS_IN_A_BOARD for k in range(len(early))])
    start = np.zeros((13, 13), dtype=np.int64)
    best = waiting.copy()
    for k in range(len(early)):  # the smallest raise first: a larger one must be worth more
        better = before[k] > best
        start[better] = k + 1
        best[better] = before[k][better]
    _break_ties(g, pays, decisions)
    return Solution(g, choices(early), pays, unit, waiting, before, starting, start, decisions)


def _break_ties(g: Ground, pays: Array, decisions: Array) -> None:
    """Of two choices that are worth the same the one with less variance: with equal means, the smaller sum of
    squares."""
    squares = pays.astype(object) ** 2
    for flop, a, b in np.argwhere(decisions == 2).tolist():
        deals = counts_at(g, g.flops[flop, 1:], a, b, pays).astype(object)
        check, bet = (int((deals[k] * squares[k]).sum()) for k in (slice(0, 2), slice(2, 3)))
        if bet < check:
            decisions[flop, a, b] = 3


def counts_at(g: Ground, board: Array, a: int, b: int, pays: Array) -> Array:
    """found[choice, category, result] for one hand on one flop or river: how many deals end so (see `spot`)."""
    found = np.zeros((3, len(tables().categories), len(RESULTS)), dtype=np.int64)
    holdem_rivers.spot(board, a, b, g.deck, *g.tables, g.choose, pays, found)
    return found


def count(solution: Solution) -> Array:
    """found[choice, category, result]: in how many deals the round ends so."""
    g = solution.ground

    def weigh(first: int) -> Array:
        found = np.zeros(g.size, dtype=np.int32)
        holdem_flops.weigh_flops(first, WORKERS, *g.flop_arguments(), solution.decisions, solution.start, found)
        return found

    with ThreadPoolExecutor(WORKERS) as pool:
        first, *others = pool.map(weigh, range(WORKERS))
    for other in others:
        first += other

    waits = (solution.start == 0).astype(np.int64)

    def rivers(begin: int, last: int) -> Array:
        found = np.zeros((len(solution.choices), len(tables().categories), len(RESULTS)), dtype=np.int64)
        arguments = (*g.river_arguments(), solution.nets, waits, first, FLOPS_IN_A_BOARD, found)
        holdem_rivers.count_rivers(begin, last, *arguments)
        return found

    found = _pieces(rivers, len(g.types), 4000)
    for k in range(len(solution.early)):
        found[3 + k] += solution.starting[solution.start == k + 1].sum(axis=0) * FLOPS_IN_A_BOARD
    assert int(found.sum()) == solution.total
    return found


def _pieces(
    work: Callable[[int, int], Array], length: int, size: int, progress: Callable[[float], None] = lambda _: None
) -> Array:
    """The sum of the work on all pieces, shared among the workers."""
    bounds = [(first, min(first + size, length)) for first in range(0, length, size)]
    found: list[Array] = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for part in pool.map(lambda bound: work(*bound), bounds):
            found.append(part)
            progress(len(found) / len(bounds))
    total: Array = np.sum(found, axis=0)
    return total
