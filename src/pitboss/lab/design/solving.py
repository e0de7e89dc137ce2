"""Tables of a game with decisions: another table may change the best play, so that every table has to be solved anew.

What a table is worth under its best play is a convex function of what the lines pay. The best play for a table that is
solved brings at least so much on another table as its own stakes on the lines say (the tangent); the largest of these
bounds, over all tables solved so far, says which table to solve next."""

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from pitboss.lab.design.making import amounts, as_design, designed, lines_changed, pays_of
from pitboss.lab.design.result import Design, DesignedTable
from pitboss.lab.design.search import MOST_TRIED, Chosen, limits, search
from pitboss.lab.design.start import StartTable, with_lines
from pitboss.lab.design.sums import TableSums, tangent_sums
from pitboss.lab.design.targets import DesignTargets
from pitboss.odds.api import work_out
from pitboss.odds.figures import Figures
from pitboss.rulebook.pays import LOSE, Lose, Pay
from pitboss.rulebook.terms import Line

Progress = Callable[[str, float], None]
Pays = tuple[Pay | None, ...]
Accepts = Callable[[tuple[Line, ...]], bool]
"""Whether a table may be shown at all."""
MOST_SOLVED = 60
"""So many tables are solved, and no more, unless another number is given."""
WIDER = Fraction(1)
"""Percent by which the range of the edge is widened upwards for tables that are not solved yet."""
ENOUGH, SAFELY, LEAST = 3, 4, Fraction(2, 100)
"""When so many tables are solved, the range is only widened by four times the largest error of an estimate so far, and
at least by so many percent."""


class Solver:
    """Works out the best play for a table, and with it the figures."""

    def __init__(self, table: StartTable) -> None:
        self._table = table

    def __call__(self, pays: Pays) -> Figures:
        """A line that is not there is one that loses, so that its share of the stakes is known."""
        table = self._table
        explicit = pays if table.bonus else tuple(LOSE if pay is None else pay for pay in pays)
        rules = with_lines(table.row.rules, table.family, table.column, table.as_lines(explicit))
        return work_out(replace(table.row, rules=rules)).figures


def by_solving(
    table: StartTable,
    targets: DesignTargets,
    count: int,
    solve: Callable[[Pays], Figures],
    progress: Progress,
    *,
    any_amount: bool,
    accepts: Accepts,
    most: int,
) -> Design:
    """Tables with no line changed, with one, and so on; of each number of changes those first whose edge is estimated
    nearest to the middle of its range. At most so many tables are solved."""
    hunt = _Hunt(table, targets, solve, progress, accepts, most)
    free = sum(len(each.choices) > 1 for each in table.lines)
    tried = done = 0
    stopped = ""
    for changes in range(free + 1):
        end = search(
            hunt.first,
            limits(hunt.first, targets, WIDER),
            count,
            only=changes,
            progress=lambda done: progress(f"estimating tables, {len(hunt.met)} found", done),
        )
        tried += end.tried
        if not hunt.level([found.chosen for found in end.found], count):
            stopped = f"; it ended after {hunt.solved} tables were solved"
        elif not end.complete:
            stopped = f"; it ended after {MOST_TRIED:,} steps with one number of changed lines"
        if stopped:
            break
        done = changes
        if len(hunt.met) >= count:
            break
    made = tuple(shown for _, shown in sorted(hunt.met, key=lambda each: each[0])[:count])
    said = (
        f"Every table with up to {lines_changed(done)} was estimated by exact bounds from the tables solved before, "
        f"and those estimated nearest to the middle of the range were solved anew{stopped}. A table was passed over if "
        f"its estimate lay above the range by more than {SAFELY} times the largest error of an estimate, or by {WIDER} "
        f"percent. {amounts(any_amount)} No line pays less than the next."
    )
    return as_design(table, targets, made, said, tried, hunt.solved, hunt.began)


_Order = tuple[int, Fraction, Fraction]


class _Hunt:
    """The tables solved so far, and those that met the targets."""

    def __init__(
        self,
        table: StartTable,
        targets: DesignTargets,
        solve: Callable[[Pays], Figures],
        progress: Progress,
        accepts: Accepts,
        most: int,
    ) -> None:
        self._table, self._targets, self._solve, self._progress = table, targets, solve, progress
        self._accepts, self._most = accepts, most
        self.met: list[tuple[_Order, DesignedTable]] = []
        self.solved = 0
        self._errors: list[Fraction] = []
        """By how many percent each estimate was too high."""
        self._known: dict[Pays, Figures] = {}
        self.first = self._tangent(table.pays)
        self._tangents = [self.first]
        self.began = self._known[table.pays] if table.pays == table.before else None
        """The figures of the table that is there, where they are known."""

    def _figures(self, pays: Pays) -> Figures:
        if pays not in self._known:
            self._progress(f"solving table {self.solved + 1}, {len(self.met)} found", self.solved / self._most)
            self._known[pays] = self._solve(pays)
            self.solved += 1
        return self._known[pays]

    def _tangent(self, pays: Pays) -> TableSums:
        return tangent_sums(self._table, self._figures(pays), pays)

    def level(self, candidates: list[Chosen], count: int) -> bool:
        """Solves the candidates with one number of changes, as far as they are needed; whether the number of tables to
        be solved sufficed."""
        ahead = {chosen: max(_ev(sums, chosen) for sums in self._tangents) for chosen in candidates}
        middle = self._targets.edge.middle / 100
        low = self._targets.edge.low
        while ahead:
            chosen = min(ahead, key=lambda each: (abs(-ahead[each] - middle), each))
            estimate = -ahead.pop(chosen)
            worst = sorted(order for order, _ in self.met)[:count]
            if len(worst) >= count and abs(estimate - middle) > worst[-1][1]:
                return True
            if self._too_high(estimate):
                continue
            if self.solved >= self._most:
                return False
            pays = pays_of(self._table, chosen)
            if not self._accepts(self._table.as_lines(pays)):
                continue
            self._take(chosen, self._figures(pays))
            self._errors.append((estimate - -self._figures(pays).ev) * 100)
            sums = self._tangent(pays)
            self._tangents.append(sums)
            for other, before in ahead.items():
                ahead[other] = max(before, _ev(sums, other))
            if low is not None:  # the true edge is never above the estimate
                ahead = {other: ev for other, ev in ahead.items() if -ev * 100 >= low}
        return True

    def _too_high(self, estimate: Fraction) -> bool:
        """Whether the edge was estimated so far above its range that the table is not worth solving."""
        high = self._targets.edge.high
        seen = max(self._errors, default=WIDER) if len(self._errors) >= ENOUGH else WIDER / SAFELY
        return high is not None and estimate * 100 > high + max(SAFELY * seen, LEAST)

    def _take(self, chosen: Chosen, found: Figures) -> None:
        targets = self._targets
        shown = designed(self._table, chosen, _paid_only(found))
        deviation = targets.volatility
        squared = [None if end is None else max(end, Fraction(0)) ** 2 for end in (deviation.low, deviation.high)]
        meets = (
            shown.house_edge * 100 in targets.edge
            and found.hit_frequency * 100 in targets.hit
            and shown.top in targets.top
            and (squared[0] is None or found.variance >= squared[0])
            and (squared[1] is None or found.variance <= squared[1])
        )
        if meets:
            changed = sum(n != each.choices.index(each.pay) for each, n in zip(self._table.lines, chosen, strict=True))
            off = abs(shown.house_edge - targets.edge.middle / 100)
            self.met.append(((changed, off, found.variance), shown))


def _paid_only(found: Figures) -> Figures:
    """Without the lines that say what loses: the table that is shown does not have them."""
    parts = tuple(
        replace(part, lines=tuple(line for line in part.lines if not isinstance(line.pay, Lose)))
        for part in found.parts
    )
    return replace(found, parts=parts)


def _ev(sums: TableSums, chosen: Chosen) -> Fraction:
    gain = sums.gain + sum(line.choices[n].gain for line, n in zip(sums.lines, chosen, strict=True))
    return Fraction(gain, sums.deals * sums.unit)
