"""The library call behind `pitboss design`."""

from fractions import Fraction
from functools import partial

from pitboss.lab.design.making import amounts, as_design, designed, lines_changed, pays_of
from pitboss.lab.design.result import Design
from pitboss.lab.design.search import MOST_TRIED, limits, search
from pitboss.lab.design.solving import MOST_SOLVED, Accepts, Progress, Solver, by_solving
from pitboss.lab.design.start import main_game, start
from pitboss.lab.design.sums import NotApart, TableSums, counted_sums, table_rules
from pitboss.lab.design.targets import ANY, BadDesign, DesignTargets, Within
from pitboss.odds.counting import counter
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.request import RowAsked
from pitboss.rulebook.pays import Pay
from pitboss.rulebook.terms import Line

TABLES = 5
"""So many tables are shown unless another number is asked for."""


def _silent(what: str, done: float) -> None:
    pass


def _all(lines: tuple[Line, ...]) -> bool:
    return True


def design(
    row: RowAsked,
    targets: DesignTargets,
    *,
    count: int = TABLES,
    any_amount: bool = False,
    accepts: Accepts = _all,
    most_solved: int = MOST_SOLVED,
    progress: Progress = _silent,
) -> Design:
    """Tables for the wager of this row that meet the targets, the best first; only those that `accepts` says yes to.
    What cannot be met, or contradicts itself, raises `BadDesign` with all that is wrong."""
    table = start(row, targets, any_amount=any_amount)
    solving = partial(by_solving, table, targets, count, any_amount=any_amount, accepts=accepts, most=most_solved)
    if main_game(row):
        return solving(Solver(table), progress)
    finer, _ = in_whole_units(table.rules(table.before), row.stake, row.wager)
    rules, stake = in_whole_units(table_rules(table, finer, table.pays), row.stake, row.wager)
    progress(f"counting the deals of {row.wager}", 0.0)
    counted = counter(rules).tally(rules, row.wager, players=row.players, stake=stake, meters=row.readings)

    def settled(pays: tuple[Pay | None, ...]) -> Figures:
        return figures(table_rules(table, rules, pays), counted, stake, row.readings)

    try:
        sums = counted_sums(table, counted, rules, stake)
    except NotApart:
        return solving(settled, progress)
    _can_be_met(sums, targets)
    end = search(
        sums,
        limits(sums, targets),
        count,
        accepts=lambda chosen: accepts(table.as_lines(pays_of(table, chosen))),
        progress=lambda done: progress("looking for tables", done),
    )
    made = []
    for found in end.found[:count]:
        shown = designed(table, found.chosen, settled(pays_of(table, found.chosen)))
        assert abs(shown.house_edge - targets.edge.middle / 100) == found.off, "the sums are those of the settlement"
        made.append(shown)
    said = (
        f"Every table with up to {lines_changed(end.changes)} was looked at, by exact sums over the lines"
        + ("" if end.complete else f"; the search ended after {MOST_TRIED:,} steps, with one more changed line begun")
        + f". {amounts(any_amount)} No line pays less than the next."
    )
    return as_design(table, targets, tuple(made), said, end.tried, len(made), settled(table.before))


def _can_be_met(sums: TableSums, targets: DesignTargets) -> None:
    """Raises `BadDesign` where no table at all could have such an edge, such a hit frequency, or both together."""
    faults = []
    known = _reachable(sums)
    least, most = min(low for _, low, _ in known), max(high for _, _, high in known)
    edge = targets.edge
    if not _meets(edge, least, most):
        faults.append(
            f"--edge {edge}: with these lines and payments the house edge lies between {float(least):.4f} and "
            f"{float(most):.4f} percent"
        )
    allowed = [each for each in known if each[0] in targets.hit]
    if not allowed:
        said = ", ".join(f"{float(hit):.4f}" for hit in sorted({hit for hit, _, _ in known}))
        faults.append(f"--hit {targets.hit}: the player can win in these percentages of all rounds only: {said}")
    elif not faults and targets.hit != ANY and not any(_meets(edge, low, high) for _, low, high in allowed):
        low, high = min(each[1] for each in allowed), max(each[2] for each in allowed)
        faults.append(
            f"--edge {edge} and --hit {targets.hit} contradict each other: where the player wins so often, the house "
            f"edge lies between {float(low):.4f} and {float(high):.4f} percent"
        )
    if faults:
        raise BadDesign(*faults)


def _meets(edge: Within, least: Fraction, most: Fraction) -> bool:
    return (edge.low is None or edge.low <= most) and (edge.high is None or edge.high >= least)


def _reachable(sums: TableSums) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Where the table ends with each of its lines: the hit frequency, and the least and the highest house edge that its
    payments could give, all in percent."""
    found = []
    every = sums.deals * sums.unit
    lines = [line for line in sums.lines if line.ordered]
    fixed = [line.choices[line.now] for line in sums.lines if not line.ordered]
    for paid in range(len(lines) + 1):
        there = [[c for c in line.choices if c.height >= 0] for line in lines[:paid]]
        gone = [[c for c in line.choices if c.height < 0] for line in lines[paid:]]
        if not all(there) or not all(gone):
            continue
        hits = sums.hits + sum(c.hits for c in fixed) + sum(each[-1].hits for each in (*there, *gone))
        rest = sums.gain + sum(c.gain for c in fixed) + sum(each[0].gain for each in gone)
        least, most = (rest + sum(best(c.gain for c in each) for each in there) for best in (min, max))
        found.append((Fraction(100 * hits, sums.deals), Fraction(-100 * most, every), Fraction(-100 * least, every)))
    return found
