"""What a simulation found, beside the exact odds."""

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from pitboss.frames.showing import html_of
from pitboss.odds.figures import Figures, lines_of, net, settled
from pitboss.odds.result import WagerOdds, root
from pitboss.rulebook.terms import MICRO
from pitboss.simulation.blocks import BlockSums, Hit, Job, cells_of, tools
from pitboss.simulation.meters import RunningMeters, endings, round_result, running
from pitboss.simulation.setting import CellColumn
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    import pyarrow

LEAST_EXPECTED = 5
"""Results that should come less often are put together for the chi-square."""


class LineCount(Struct, frozen=True):
    hand: str
    count: int
    expected: float | None


class ChiSquare(Struct, frozen=True):
    """Counts of the net results of one seat against the exact distribution: the first seat, since those of one round
    are not independent. A metered wager hangs on the hands of others and on who is paid before, so of a round in which
    a meter or an envy bonus pays another seat is taken each time; the exact odds are those of all seats, too."""

    statistic: float
    degrees: int
    p_value: float


class SimulatedWager(Struct, frozen=True, kw_only=True):
    """One wager. Values are in units of its base."""

    wager: str
    paytable: str | None
    base: str
    mean: Fraction
    standard_error: float
    """The sample's own, but never less than the exact standard deviation gives for independent hands: a sample in which
    the rarest payments did not come up knows nothing of their variance."""
    exact: Fraction | None
    z: float | None
    rounds: int
    seats: int
    stake: int
    lines: tuple[LineCount, ...]
    distribution: tuple[tuple[Fraction, int], ...]
    chi_square: ChiSquare | None
    running: RunningMeters | None = None

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self, table: Literal["figures", "lines", "distribution"] = "lines") -> "pyarrow.Table":
        """One of its tables as a frame of Apache Arrow."""
        from pitboss.frames.arrow import arrow_table
        from pitboss.simulation.frames import SIMULATION_TABLES

        return arrow_table(SIMULATION_TABLES[table]([self]))


def report(job: Job, sums: BlockSums, exact: dict[str, WagerOdds]) -> list[SimulatedWager]:
    """The results of every wager; `exact` by the name of the column."""
    rules, kit = job.setting.rules, tools(job)
    found = []
    for k, column in enumerate(kit.fast.columns):
        stake = job.stakes[column.wager]
        known = exact.get(column.wager)
        total, squares = sums.totals[k], sums.squares[k]
        meters = None
        if column.wager == rules.metered:
            more, more_squares = _held(rules, column, sums, stake, known, kit.nets[k])
            total, squares = total + more, squares + more_squares
            meters = (
                running(rules, column, sums.hits, _followed(sums), job.seats, stake) if rules.terms.meters else None
            )
        mean = Fraction(total, sums.rounds * job.seats * stake)
        error = standard_error(total, squares, sums.rounds, job.seats * stake)
        if known:
            error = max(error, root(known.figures.variance / (sums.rounds * job.seats)))
        ev = known.ev if known else None
        nets = _nets(rules, column, stake, sums.counts[0][k], _readings(rules, known))
        if column.wager == rules.metered and job.seats > 1:
            nets = _nets_together(rules, column, stake, sums, nets, _readings(rules, known))
        found.append(
            SimulatedWager(
                wager=column.wager,
                paytable=known.paytable if known else None,
                base=known.base if known else column.wager,
                mean=mean,
                standard_error=error,
                exact=ev,
                z=float(mean - ev) / error if ev is not None and error else None,
                rounds=sums.rounds,
                seats=job.seats,
                stake=stake,
                lines=_lines(rules, column, stake, sums, k, known),
                distribution=tuple((Fraction(n, stake), c) for n, c in sorted(nets.items())),
                chi_square=chi_square(nets, stake, sums.rounds, known.figures) if known and nets else None,
                running=meters,
            )
        )
    return found


def standard_error(total: int, squares: int, rounds: int, unit: int) -> float:
    """Of the mean of a round's total, seats of one round not being independent."""
    if rounds < 2:
        return 0.0
    variance = Fraction(squares * rounds - total * total, rounds * (rounds - 1))
    scaled = variance / rounds / unit / unit
    return float(Fraction(isqrt(scaled.numerator * 10**40 // scaled.denominator), 10**20))


def _held(
    rules: Rules, column: CellColumn, sums: BlockSums, stake: int, known: WagerOdds | None, nets: Any
) -> tuple[int, int]:
    """What the hits add to the sum and to the sum of squares with the meters held where the exact odds have them."""
    readings = _readings(rules, known)
    total = squares = 0
    seen: dict[tuple[int, ...], int] = {}
    for kind, times in sums.special.items():
        _, cells = cells_of(kind)
        if cells not in seen:
            seen[cells] = round_result(rules, column, Hit(0, cells), stake, readings)
        counted = sum(int(nets[cell]) for cell in cells)
        result = seen[cells]
        total += times * (result - counted)
        squares += times * (result * result - counted * counted)
    return total, squares


def _followed(sums: BlockSums) -> int:
    """For how many rounds all hits are known."""
    every = sum(sums.special.values())
    return sums.rounds if len(sums.hits) == every else sums.hits[-1].round + 1


def _nets_together(
    rules: Rules, column: CellColumn, stake: int, sums: BlockSums, nets: dict[int, int], readings: dict[str, int]
) -> dict[int, int]:
    """Net result of one seat → how often. `nets` has the first seat's as if it were alone; of the rounds with a hit it
    is taken away, and put in its place what a seat, another each time, wins there with all that the others hold."""
    found = dict(nets)
    for kind, times in sums.special.items():
        seat, cells = cells_of(kind)
        alone = net(rules, column.endings[cells[0]], stake, readings)
        together = net(rules, endings(rules, column, Hit(0, cells))[seat], stake, readings)
        found[alone] -= times
        found[together] = found.get(together, 0) + times
    return {result: count for result, count in found.items() if count}


def _readings(rules: Rules, known: WagerOdds | None) -> dict[str, int]:
    """Where the meters are held: as the exact odds have them."""
    cents = known.meters if known else {meter.name: meter.reset for meter in rules.terms.meters}
    return {name: reading * MICRO for name, reading in cents.items()}


def _nets(
    rules: Rules, column: CellColumn, stake: int, counts: dict[int, int], readings: dict[str, int]
) -> dict[int, int]:
    """Net result in cents → how often, for one seat."""
    found: dict[int, int] = {}
    for cell, count in counts.items():
        result = net(rules, column.endings[cell], stake, readings)
        found[result] = found.get(result, 0) + count
    return found


def _lines(
    rules: Rules, column: CellColumn, stake: int, sums: BlockSums, k: int, known: WagerOdds | None
) -> tuple[LineCount, ...]:
    """How often each line of the deciding paytable paid, over all seats."""
    wager = known.deciding.wager if known else column.endings[0][0].wager
    readings = {meter.name: 0 for meter in rules.terms.meters}
    paid: dict[str, int] = {}
    for seat in sums.counts:
        for cell, count in seat[k].items():
            ending = column.endings[cell]
            for part, (_, done) in zip(ending, settled(rules, ending, stake, readings), strict=True):
                for hand in done.outcome.hands if part.wager == wager else ():
                    paid[hand] = paid.get(hand, 0) + count
    chance = {line.hand: line.probability for line in known.lines} if known else {}
    everything = sums.rounds * len(sums.counts)
    names = dict.fromkeys(chance or [line.hand for line in lines_of(rules, wager)])
    return tuple(
        LineCount(hand, paid.get(hand, 0), float(chance[hand] * everything) if hand in chance else None)
        for hand in names
    )


def chi_square(nets: dict[int, int], stake: int, rounds: int, known: Figures) -> ChiSquare | None:
    from scipy.special import chdtrc

    expected = {int(result * stake): float(p * rounds) for result, p in known.distribution}
    groups: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for result, hoped in expected.items():
        count = nets.get(result, 0)
        if hoped < LEAST_EXPECTED:
            rare, seen = rare + hoped, seen + count
        else:
            groups.append((hoped, count))
    if rare >= LEAST_EXPECTED:
        groups.append((rare, seen))
    elif groups:
        hoped, count = groups.pop()
        groups.append((hoped + rare, count + seen))
    if len(groups) < 2:
        return None
    impossible = sum(count for result, count in nets.items() if result not in expected)
    statistic = sum((count - hoped) ** 2 / hoped for hoped, count in groups)
    degrees = len(groups) - 1
    p_value = 0.0 if impossible else float(chdtrc(degrees, statistic))
    return ChiSquare(float(statistic), degrees, p_value)


def as_json(row: SimulatedWager, seconds: float, win_per_hour: float) -> dict[str, Any]:
    """The row as `pitboss simulate --json` prints it."""
    shown: dict[str, Any] = {
        "wager": row.wager,
        "paytable": row.paytable,
        "mean": float(row.mean),
        "standard_error": row.standard_error,
        "exact": None if row.exact is None else float(row.exact),
        "z": row.z,
        "rounds": row.rounds,
        "seconds": seconds,
        "base": row.base,
        "seats": row.seats,
        "stake": row.stake / 100,
        "win_per_hour": win_per_hour,
        "exact_fraction": None if row.exact is None else f"{row.exact.numerator}/{row.exact.denominator}",
        "lines": [{"hand": x.hand, "count": x.count, "expected": x.expected} for x in row.lines],
        "distribution": [{"net": float(n), "count": c} for n, c in row.distribution],
        "chi_square": None,
    }
    if row.chi_square:
        square = row.chi_square
        shown["chi_square"] = {"statistic": square.statistic, "degrees": square.degrees, "p_value": square.p_value}
    if row.running:
        shown["meters"] = {
            "at_the_end": {name: cents / 100 for name, cents in row.running.readings.items()},
            "highest": {name: cents / 100 for name, cents in row.running.highest.items()},
            "count": row.running.counts,
            "paid": {name: cents / 100 for name, cents in row.running.paid.items()},
            "rounds": row.running.rounds,
            "payments": [
                {
                    "round": p.round,
                    "seat": p.seat,
                    "meter": p.meter,
                    "hand": p.hand,
                    "paid": p.paid / 100,
                    "before": p.before / 100,
                    "after": p.after / 100,
                }
                for p in row.running.payments
            ],
        }
    return shown


def rounds_for(precision: Fraction, deviation: float) -> int:
    """N ≥ (5·SD/δ)²: so many rounds tell a difference of δ at five standard errors."""
    wanted = (5 * Fraction(deviation) / precision) ** 2
    return -(-wanted.numerator // wanted.denominator)
