"""The search: tables with no line changed, with one, with two, and so on, each number of changes in full, until enough
are found. The last line of a set that is changed is not tried out but looked up: its payments are in order, so those
that bring the edge into its range stand together."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import combinations, islice
from math import ceil, floor

from msgspec import Struct

from pitboss.lab.design.sums import LinePayment, SumLine, TableSums
from pitboss.lab.design.targets import DesignTargets, Within

MOST_TRIED = 1_000_000
"""So many tables are looked at, and no more."""
MOST_KEPT = 5000
"""Of the tables with one number of changes the best are remembered."""
Chosen = tuple[int, ...]
"""Which choice each line has."""


class FoundTable(Struct, frozen=True, order=True):
    """A table that meets the targets. In order the best comes first: fewest lines changed, then the edge nearest to the
    middle of its range, then the lower standard deviation, then the lower payments from the top."""

    changed: int
    off: Fraction
    """How far the edge is from the middle of its range."""
    variance: Fraction
    heights: tuple[int, ...]
    chosen: Chosen


class SearchEnd(Struct, frozen=True):
    """What was found, and how far the search came."""

    found: tuple[FoundTable, ...]
    tried: int
    changes: int
    """Up to so many changed lines every table was looked at."""
    complete: bool
    """Whether the whole space was looked at, or the search stopped because it had found enough."""


class _Limits(Struct, frozen=True):
    """The targets as whole numbers in the measure of the sums."""

    gain: tuple[int, int]
    hits: tuple[int, int]
    top: tuple[Fraction, Fraction]
    variance: Within
    middle: Fraction


def limits(sums: TableSums, targets: DesignTargets, slack: Fraction = Fraction(0)) -> _Limits:
    """`slack`: by how much the range of the edge is widened upwards, in percent, where the true edge may be lower than
    the sums say."""
    every = sums.deals * sums.unit
    edge = targets.edge
    low = -every * 10**6 if edge.high is None else ceil(-(edge.high + slack) * every / 100)
    high = every * 10**6 if edge.low is None else floor(-edge.low * every / 100)
    hit = targets.hit if sums.whole else Within()
    hits = (
        0 if hit.low is None else ceil(hit.low * sums.deals / 100),
        sums.deals if hit.high is None else floor(hit.high * sums.deals / 100),
    )
    top = targets.top
    tops = (top.low or Fraction(0)) * sums.scale, (Fraction(10**9) if top.high is None else top.high) * sums.scale
    sd = targets.volatility if sums.whole else Within()
    variance = Within(*(None if end is None else max(end, Fraction(0)) ** 2 for end in (sd.low, sd.high)))
    return _Limits((low, high), hits, tops, variance, edge.middle / 100)


def search(
    sums: TableSums,
    within: _Limits,
    count: int,
    *,
    most: int = MOST_TRIED,
    only: int | None = None,
    accepts: Callable[[Chosen], bool] = lambda chosen: True,
    progress: Callable[[float], None] = lambda done: None,
) -> SearchEnd:
    """The best tables, at least `count` of them where there are so many; with `only`, those with just so many
    changes. `accepts` says which may be shown; it is asked for the best of each number of changes."""
    free = [place for place, line in enumerate(sums.lines) if len(line.choices) > 1]
    walk = _Walk(sums, within, most)
    found: list[FoundTable] = []
    done = 0
    wanted = count if only is None else None
    for changes in range(len(free) + 1) if only is None else [only]:
        here: list[FoundTable] = []
        for subset in combinations(free, changes):
            here += walk.tables(subset)
            here = nsmallest(MOST_KEPT, here) if len(here) > 2 * MOST_KEPT else here
            progress(min(1.0, walk.tried / most))
            if walk.tried >= most:
                found += islice((each for each in sorted(here) if accepts(each.chosen)), wanted)
                return SearchEnd(tuple(found), walk.tried, done, False)
        found += islice((each for each in sorted(here) if accepts(each.chosen)), wanted)
        done = changes
        if len(found) >= count and only is None:
            break
    return SearchEnd(tuple(found), walk.tried, done, True)


class _Walk:
    """Looks at the tables in which a set of lines is changed."""

    def __init__(self, sums: TableSums, within: _Limits, most: int) -> None:
        self.sums, self.within, self.most = sums, within, most
        self.tried = 0

    def tables(self, subset: Sequence[int]) -> Iterator[FoundTable]:
        """Every table that meets the targets and differs from the first in just these lines."""
        sums = self.sums
        chosen = [line.now for line in sums.lines]
        options = []
        for place in subset:
            line = sums.lines[place]
            low, high = self._neighbours(place, {*subset})
            options.append(
                [n for n, c in enumerate(line.choices) if n != line.now and low <= c.height <= high]
                if low <= high
                else []
            )
        fixed = [place for place in range(len(chosen)) if place not in subset]
        if not all(options) or not self._in_order(chosen, {*subset}):
            return
        at = [sums.lines[place].choices[chosen[place]] for place in fixed]
        gain = sums.gain + sum(c.gain for c in at)
        hits = sums.hits + sum(c.hits for c in at)
        room = _room([[sums.lines[p].choices[n] for n in each] for p, each in zip(subset, options, strict=True)])
        yield from self._down(subset, options, room, 0, chosen, gain, hits)

    def _neighbours(self, place: int, subset: set[int]) -> tuple[int, int]:
        """Between which heights a changed line may lie, by the lines beside it that stay."""
        lines = self.sums.lines
        low, high = -self.sums.scale, 10**12
        if not lines[place].ordered:
            return low, high
        above, below = self._beside(place)
        if above is not None and above not in subset and lines[above].strict:
            high = _now(lines[above])
        if above is not None and above not in subset and _now(lines[above]) < 0:
            high = -self.sums.scale  # nothing is paid below a line that is not there
        if below is not None and below not in subset:
            low = _now(lines[below]) if lines[place].strict else min(0, _now(lines[below]))
        return low, high

    def _beside(self, place: int) -> tuple[int | None, int | None]:
        ordered = [n for n, line in enumerate(self.sums.lines) if line.ordered]
        at = ordered.index(place)
        return (ordered[at - 1] if at else None), (ordered[at + 1] if at + 1 < len(ordered) else None)

    def _in_order(self, chosen: list[int], subset: set[int]) -> bool:
        """Whether the lines that stay are in order among themselves."""
        lines = self.sums.lines
        for place, line in enumerate(lines):
            below = self._beside(place)[1] if line.ordered else None
            if below is None or place in subset or below in subset:
                continue
            upper, lower = (lines[n].choices[chosen[n]].height for n in (place, below))
            if not _may_follow(line, upper, lower):
                return False
        return True

    def _down(
        self,
        subset: Sequence[int],
        options: list[list[int]],
        room: "list[_Room]",
        depth: int,
        chosen: list[int],
        gain: int,
        hits: int,
    ) -> Iterator[FoundTable]:
        """Chooses for one changed line after the other; leaves a branch that can no longer meet the targets."""
        low, high = self.within.gain
        least, most = self.within.hits
        here = room[depth]
        out_of_reach = gain + here.most < low or gain + here.least > high
        if out_of_reach or hits + here.most_hits < least or hits + here.least_hits > most:
            return
        self.tried += 1
        if depth == len(subset):
            yield from self._leaf(chosen, gain, hits)
            return
        place = subset[depth]
        line = self.sums.lines[place]
        for n in self._fitting(line, options[depth], depth == len(subset) - 1, gain):
            if self.tried >= self.most:
                return
            choice = line.choices[n]
            if not self._follows(place, choice, chosen, subset[:depth]):
                continue
            chosen[place] = n
            yield from self._down(subset, options, room, depth + 1, chosen, gain + choice.gain, hits + choice.hits)
        chosen[place] = line.now

    def _fitting(self, line: SumLine, options: list[int], last: bool, gain: int) -> list[int]:
        """Of the last line only the payments that bring the edge into its range."""
        if not last:
            return options
        low, high = self.within.gain
        gains = [line.choices[n].gain for n in options]
        return options[bisect_left(gains, low - gain) : bisect_right(gains, high - gain)]

    def _follows(self, place: int, choice: LinePayment, chosen: list[int], changed: Sequence[int]) -> bool:
        """Whether the payment is in order below the line above it, where that one is changed as well."""
        lines = self.sums.lines
        if not lines[place].ordered:
            return True
        above = self._beside(place)[0]
        if above is None or above not in changed:
            return True
        return _may_follow(lines[above], lines[above].choices[chosen[above]].height, choice.height)

    def _leaf(self, chosen: list[int], gain: int, hits: int) -> Iterator[FoundTable]:
        sums, within = self.sums, self.within
        at = [line.choices[n] for line, n in zip(sums.lines, chosen, strict=True)]
        highest = max((c.height for c, line in zip(at, sums.lines, strict=True) if line.ordered), default=0)
        if not within.top[0] <= highest <= within.top[1] or highest <= 0:
            return
        ev = Fraction(gain, sums.deals * sums.unit)
        variance = Fraction(0)
        if sums.whole:
            square = sums.square + sum(c.square for c in at)
            variance = Fraction(square, sums.deals * sums.unit**2) - ev * ev
            if variance not in within.variance:
                return
        changed = sum(n != line.now for line, n in zip(sums.lines, chosen, strict=True))
        yield FoundTable(changed, abs(-ev - within.middle), variance, tuple(c.height for c in at), tuple(chosen))


class _Room(Struct, frozen=True):
    """What the lines that are still to be chosen can add at least and at most."""

    least: int
    most: int
    least_hits: int
    most_hits: int


def _room(choices: list[list[LinePayment]]) -> list[_Room]:
    found = [_Room(0, 0, 0, 0)]
    for each in reversed(choices):
        gains, hits = [c.gain for c in each], [c.hits for c in each]
        last = found[-1]
        found.append(
            _Room(
                last.least + min(gains), last.most + max(gains), last.least_hits + min(hits), last.most_hits + max(hits)
            )
        )
    return found[::-1]


def _now(line: SumLine) -> int:
    return line.choices[line.now].height


def _may_follow(upper: SumLine, above: int, below: int) -> bool:
    """Whether a line may pay `below` under one that pays `above`."""
    return above >= below if upper.strict else above >= 0 or below < 0
