"""Whether the house's shuffle is random: counts over many shuffles against what uniformly random orders give.

All tests together are held to 99 % with Holm's correction, which holds whatever their dependence: a fair shuffle is
rejected once in a hundred runs. Maryland's chi-square at 95 % on the count of places and cards stands apart; a fair
shuffle misses it once in twenty runs, as any test at 95 % does."""

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.games.decks import decks
from pitboss.simulation import shuffle_stats as stats
from pitboss.simulation.shuffle_hands import hand_tests
from pitboss.simulation.shuffle_plants import shuffler
from pitboss.simulation.shuffle_proof import ShuffleProof, proof
from pitboss.simulation.shuffle_source import ShufflePlan, chunks

Array = NDArray[Any]
Progress = Callable[[str, float], None]
LEVEL = 0.01
MARYLAND_LEVEL = 0.05
MARYLAND = "COMAR 36.05.02.17F"
DEFAULT_SHUFFLES = 200_000
FEWEST_SHUFFLES = 2_000
"""With fewer the law of chi-square is too far off for the cells of a deck."""
MOST_SHUFFLES = 10**9


class Result(Struct, frozen=True):
    """One test. The chance is two-sided: too even is as suspicious as too uneven."""

    test: str
    title: str
    statistic: float
    freedom: int | None
    """Degrees of freedom of chi-square; None where the statistic is a number of standard deviations."""
    p: float
    adjusted_p: float = 1.0
    """After Holm's correction."""
    rejected: bool = False


class Maryland(Struct, frozen=True):
    statistic: float
    freedom: int
    p: float
    """The chance of a value as large."""
    rejected: bool


class ShuffleFindings(Struct, frozen=True):
    """What was found out about one shuffler and one deck."""

    deck: str
    cards: int
    shuffles: int
    random_seed: str | None
    plant: str
    level: float
    accepted: bool
    tests: tuple[Result, ...]
    maryland: Maryland
    proof: ShuffleProof | None
    """None for a planted shuffler, which has to be rejected by what it does."""
    smallest_bias_found: float
    """By how much the probability of one card in one place must be off to be found 99 times in 100."""

    @property
    def caught(self) -> bool:
        """Whether a planted fault was found: by the tests at 99 % alone, which chance seldom fails."""
        return any(test.rejected for test in self.tests)


class ShuffleCounts:
    """What is counted, chunk by chunk; only whole numbers, so the order of the chunks does not matter."""

    def __init__(self, deck: str) -> None:
        n = self.n = decks()[deck].size
        self.shuffles = 0
        self.places = np.zeros((n, n), dtype=np.int64)
        self.ring = np.zeros((n, n), dtype=np.int64)
        self.fixed = np.zeros(n + 1, dtype=np.int64)
        self.again = np.zeros(n + 1, dtype=np.int64)
        self.falls = np.zeros(n, dtype=np.int64)
        self.rising = np.zeros(n, dtype=np.int64)
        self.reversed = np.zeros(n * (n - 1) // 2 + 1, dtype=np.int64)
        self.hand_tests = hand_tests(deck)
        self.hands = {name: np.zeros(len(t.ways), dtype=np.int64) for name, t in self.hand_tests.items()}

    def add(self, block: bytes) -> None:
        """One chunk of orders."""
        n = self.n
        orders = np.frombuffer(block, dtype=np.uint8).reshape(-1, n)
        cards = orders.astype(np.int32)
        self.shuffles += len(orders)
        at = np.arange(n, dtype=np.int32)
        self.places += np.bincount((at * n + cards).ravel(), minlength=n * n).reshape(n, n)
        self.ring += np.bincount((cards * n + np.roll(cards, -1, axis=1)).ravel(), minlength=n * n).reshape(n, n)
        self.fixed += np.bincount((orders == at.astype(np.uint8)).sum(axis=1), minlength=n + 1)
        self.again += np.bincount((orders[1:] == orders[:-1]).sum(axis=1), minlength=n + 1)
        self.falls += np.bincount((orders[:, 1:] < orders[:, :-1]).sum(axis=1), minlength=n)
        place_of = np.empty_like(orders)
        np.put_along_axis(place_of, cards, np.broadcast_to(at.astype(np.uint8), orders.shape), axis=1)
        self.rising += np.bincount((place_of[:, 1:] < place_of[:, :-1]).sum(axis=1), minlength=n)
        self.reversed += np.bincount(digits(orders).sum(axis=0, dtype=np.int64), minlength=len(self.reversed))
        for name, test in self.hand_tests.items():
            self.hands[name] += np.bincount(test.categories(orders), minlength=len(test.ways))


def digits(orders: Array) -> Array:
    """For each place (a row) and order (a column): how many lower cards lie below. These are the digits of the order's
    number among all orders: the top card's is any of 0 … n − 1, the next one's any of 0 … n − 2, independently."""
    columns = np.ascontiguousarray(orders.T)
    below = np.zeros_like(columns)
    for at in range(len(columns) - 1):
        for later in columns[at + 1 :]:
            below[at] += later < columns[at]
    return below


def run(
    plan: ShufflePlan, deck: str, workers: int = 1, progress: Progress = lambda what, done: None
) -> ShuffleFindings:
    """Shuffles, counts and judges."""
    what = f"{deck} deck" + (f", {plan.plant}" if plan.plant else "")
    proved = None if plan.plant else proof(shuffler(), plan.cards)
    counts = ShuffleCounts(deck)
    for number, block in enumerate(chunks(plan, workers), start=1):
        counts.add(block)
        progress(what, number / plan.chunks)
    return judge(counts, plan, deck, proved)


def judge(counts: ShuffleCounts, plan: ShufflePlan, deck: str, proved: ShuffleProof | None) -> ShuffleFindings:
    """Every test, corrected for their number."""
    found = results(counts, deck)
    adjusted = stats.holm([result.p for result in found])
    tests = tuple(replace(result, adjusted_p=p, rejected=p <= LEVEL) for result, p in zip(found, adjusted, strict=True))
    table = stats.position_by_card(counts.places)
    above = stats.tails(table)[1]
    maryland = Maryland(table.value, table.freedom, above, above <= MARYLAND_LEVEL)
    n = counts.n
    return ShuffleFindings(
        deck=deck,
        cards=n,
        shuffles=counts.shuffles,
        random_seed=plan.seed,
        plant=plan.plant,
        level=LEVEL,
        accepted=not (any(t.rejected for t in tests) or maryland.rejected or (proved is not None and proved.fault)),
        tests=tests,
        maryland=maryland,
        proof=proved,
        smallest_bias_found=stats.smallest_found(counts.shuffles, 1 / n, n * n, len(tests), LEVEL),
    )


def results(counts: ShuffleCounts, deck: str) -> list[Result]:
    """Every test by itself."""
    n, contents = counts.n, decks()[deck].contents
    found = [_chi("position_card", "place and card", stats.position_by_card(counts.places))]
    if len(contents) < n:
        sizes = [size for _, size in contents]
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        by_kind = np.add.reduceat(counts.places, starts, axis=1)
        found.append(_chi("position_kind", "place and kind of card", stats.position_by_card(by_kind, sizes)))
    cards = _labels(deck)
    for place in range(n):
        found.append(_chi(f"position_{place + 1}", f"cards in place {place + 1}", stats.evenly(counts.places[place])))
    for card, name in enumerate(cards):
        found.append(_chi(f"card_{name}", f"places of {name}", stats.evenly(counts.places[:, card])))
    z, p = stats.worst_cell(counts.places, counts.shuffles, 1 / n, n * n)
    found.append(Result("largest_cell", "one card in one place, the farthest out", z, None, p))
    found.append(_chi("followers", "which card lies behind which", stats.followers(counts.ring)))
    off_diagonal = counts.ring - np.eye(n, dtype=np.int64)
    z, p = stats.worst_cell(off_diagonal, counts.shuffles, 1 / (n - 1), n * (n - 1))
    found.append(Result("largest_pair", "one card behind one other, the farthest out", z, None, p))
    for name, test in counts.hand_tests.items():
        found.append(_chi(name, test.title, stats.goodness(counts.hands[name].tolist(), list(test.ways.values()))))
    for name, title, seen, ways in (
        ("fixed_points", "cards left in their place", counts.fixed, stats.fixed_points(n)),
        ("rising_sequences", "rising sequences", counts.rising, stats.eulerian(n)),
        ("falls", "cards behind a higher one", counts.falls, stats.eulerian(n)),
        ("inversions", "pairs of cards in reverse", counts.reversed, stats.mahonian(n)),
        ("same_again", "cards in the same place as in the shuffle before", counts.again, stats.fixed_points(n)),
    ):
        found.append(_chi(name, title, stats.goodness(seen.tolist(), ways)))
    return found


def _chi(test: str, title: str, found: stats.Statistic) -> Result:
    return Result(test, title, found.value, found.freedom, stats.two_sided(found))


def _labels(deck: str) -> list[str]:
    """Physical cards by name; copies are numbered."""
    return [
        card if count == 1 else f"{card}{copy + 1}" for card, count in decks()[deck].contents for copy in range(count)
    ]
