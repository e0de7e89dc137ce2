"""Paytables by the thousand: how long it takes to know a table's exact figures, and to find tables that meet a target.
Nothing here is a test."""

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from statistics import median
from typing import Any

import pitboss
from pitboss.lab.design.api import design
from pitboss.lab.design.search import limits, search
from pitboss.lab.design.start import StartTable, start
from pitboss.lab.design.sums import TableSums, counted_sums, table_rules
from pitboss.lab.design.targets import DesignTargets, a_range
from pitboss.odds.counting import counter
from pitboss.odds.figures import figures, in_whole_units
from pitboss.odds.request import Request, RowAsked, asked
from pitboss.odds.tally import Tally
from pitboss.table.rules import Rules

TABLES = 1000
WAGERS = (("ultimate-texas-holdem", "trips"), ("three-card-poker", "pair_plus"), ("let-it-ride", "six_card_bonus"))
DECIDED = (
    ("let-it-ride", "3..3.2"),
    ("mississippi-stud", "3..3.2"),
    ("caribbean-stud", "4.9..5"),
    ("ultimate-texas-holdem", "2..2.1"),
)
"""Games whose decisions hang on the table."""


def timed(what: str, work: Callable[[], Any], times: int = 5) -> Any:
    """Best and median of several runs, in milliseconds; what the last run gave."""
    spent = []
    found = None
    for _ in range(times):
        begun = time.perf_counter()
        found = work()
        spent.append(1000 * (time.perf_counter() - begun))
    print(f"  {what:66} {min(spent):9.1f} ms  (median {median(spent):.1f})")
    return found


def prepared(row: RowAsked, targets: DesignTargets) -> tuple[StartTable, TableSums, Tally, Rules, int]:
    table = start(row, targets, any_amount=True)
    rules, stake = in_whole_units(table.rules(table.pays), row.stake, row.wager)
    counted = counter(rules).tally(rules, row.wager, players=row.players, stake=stake)
    return table, counted_sums(table, counted, rules, stake), counted, rules, stake


def candidates(sums: TableSums) -> list[tuple[int, ...]]:
    """Tables at random, in order or not."""
    chance = Random(18)
    return [tuple(chance.randrange(len(line.choices)) for line in sums.lines) for _ in range(TABLES)]


def evaluated(sums: TableSums, tables: list[tuple[int, ...]]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Edge, hit frequency and variance of each, exactly."""
    found = []
    for chosen in tables:
        at = [line.choices[n] for line, n in zip(sums.lines, chosen, strict=True)]
        ev = Fraction(sums.gain + sum(c.gain for c in at), sums.deals * sums.unit)
        square = Fraction(sums.square + sum(c.square for c in at), sums.deals * sums.unit**2)
        found.append((-ev, Fraction(sums.hits + sum(c.hits for c in at), sums.deals), square - ev * ev))
    return found


def without_decisions(game: str, wager: str) -> None:
    """The sums, a thousand tables, the search."""
    print(f"{game}, {wager}")
    targets = DesignTargets(edge=a_range("3..4", "--edge"))
    row = asked(Request(game=game, wager=wager))[0]
    prepare = partial(prepared, row, targets)
    table, sums, counted, rules, stake = timed("the sums of every payment of every line", prepare)
    tables = candidates(sums)
    known = timed(f"{TABLES:,} tables: edge, hit rate and variance, exact", lambda: evaluated(sums, tables))
    pays = tuple(each.choices[n] for each, n in zip(table.lines, tables[0], strict=True))
    settled = timed(
        "one table settled in full (lines, distribution)",
        lambda: figures(table_rules(table, rules, pays), counted, stake, row.readings),
    )
    assert (-settled.ev, settled.hit_frequency, settled.variance) == known[0]
    end = timed("search, any whole number, edge 3..4", lambda: search(sums, limits(sums, targets), 5))
    print(f"    {end.tried:,} steps, {len(end.found):,} tables, up to {end.changes} lines changed")
    timed("pitboss.design, all of it", lambda: pitboss.design(game, wager=wager, edge="3..4"))


def with_decisions(game: str, edge: str) -> None:
    print(f"{game}, main game: every table solved anew")
    row = asked(Request(game=game, wager="main"))[0]
    wanted = DesignTargets(edge=a_range(edge, "--edge"))
    found = timed(f"five tables, edge {edge}", lambda: design(row, wanted), times=2)
    print(f"    {found.solved} tables solved")


if __name__ == "__main__":
    for each in WAGERS:
        without_decisions(*each)
    for each in DECIDED:
        with_decisions(*each)
