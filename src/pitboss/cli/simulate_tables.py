"""The results of a simulation as a laboratory reads them: simulated and exact side by side."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cli import odds_words as w
from pitboss.cli.odds_details import LONGEST_BAR, MOST_RESULTS
from pitboss.odds.counting import why_not
from pitboss.odds.request_terms import family_of
from pitboss.odds.words import grouped
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.simulation.api import Prepared, hourly, minimum
from pitboss.simulation.report import LEAST_EXPECTED, SimulatedWager
from pitboss.simulation.setting import STRATEGIES
from pitboss.simulation.verdict import CHANCE, DIFFERS, LEVEL, NEAR, VerdictLimits
from pitboss.simulation.written import is_written

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MOST_PAYMENTS = 10
"""So many payments from a meter are listed; JSON has more."""
MOST_DIFFERENCES = 10
HELD = "The {wager}'s mean is that of meters at their reset amounts, as in the exact odds; below they run."


class SimulatedPage(Struct, frozen=True):
    """Everything the page is made of."""

    prepared: Prepared
    rows: list[SimulatedWager]
    verdicts: list[str]
    allowed: VerdictLimits
    only: str | None
    seconds: float
    how: str
    pace: Fraction
    checked: int
    differences: tuple[str, ...]


def print_results(console: "Console", page: SimulatedPage, said: Sequence[str]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    the_book = book(page.prepared.job.terms.game)
    console.print(f"{the_book.full_title}: simulation", style="bold underline")
    console.print(Padding(Text(_facts(page), style="dim"), (0, 0, 0, 2), expand=False))
    for line in said:
        console.print(Padding(Text(line), (0, 0, 0, 2), expand=False))
    rows = [row for row in page.rows if page.only in (None, row.wager)]
    _print_wagers(console, page)
    game = page.prepared.job.terms.game
    held = [HELD.format(wager=w.part_title(game, row.wager).lower()) for row in page.rows if row.running]
    notes = [*page.prepared.notes, *held]
    for line in [*_conclusion(page), *engine_said(page.differences, page.checked), *notes]:
        console.print(Padding(Text(line), (0, 0, 0, 2), expand=False))
    console.print()
    for row in rows:
        _print_lines(console, page, row)
        if row.running is not None:
            _print_meters(console, row)
    if len(rows) == 1 and rows[0].distribution:
        _print_distribution(console, page, rows[0])
    _print_win(console, page)


def _facts(page: SimulatedPage) -> str:
    job, row = page.prepared.job, page.rows[0]
    seats = "one seat" if job.seats == 1 else f"{job.seats} seats"
    rate = f"{row.rounds / page.seconds:,.0f} rounds a second" if page.seconds else ""
    spent = f"{page.seconds:.1f} s {page.how}, {rate}"
    unknown = job.strategy == STRATEGIES[0] and why_not(job.setting.rules)
    strategy = "by rule of thumb" if unknown else "as written" if is_written(job.strategy) else job.strategy
    return f"{row.rounds:,} rounds; {seats}; strategy {strategy}; random seed '{job.seed}'; {spent}"


def _name(page: SimulatedPage, row: SimulatedWager) -> str:
    game = page.prepared.job.terms.game
    title = w.part_title(game, row.wager)
    return title if row.paytable is None else f"{title} {row.paytable}"


def _table(first: str, *others: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _print(console: "Console", title: str, table: "Table", below: str = "") -> None:
    from rich.padding import Padding
    from rich.text import Text

    console.print(Text(title, style="bold"))
    console.print(Padding(table, (0, 0, 0, 2), expand=False))
    if below:
        console.print(Padding(Text(below, style="dim"), (0, 0, 0, 2), expand=False))
    console.print()


# --- wagers and verdicts --------------------------------------------------------------------------------------------


def _print_wagers(console: "Console", page: SimulatedPage) -> None:
    table = _table("wager", "mean", "standard\nerror", "exact", "z", "chi² p", "")
    for row, verdict in zip(page.rows, page.verdicts, strict=True):
        style = "bold red" if verdict == DIFFERS else "" if page.only in (None, row.wager) else "dim"
        table.add_row(
            _name(page, row),
            w.signed(row.mean),
            f"{row.standard_error:.6f}",
            "-" if row.exact is None else w.signed(row.exact),
            "-" if row.z is None else f"{row.z:+.2f}",
            "-" if row.chi_square is None else _p(row.chi_square.p_value),
            verdict,
            style=style,
        )
    console.print()
    console.print(table)
    console.print()


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 or value == 0 else f"{value:.0e}"


def _conclusion(page: SimulatedPage) -> list[str]:
    """What the verdicts mean, once."""
    allowed = page.allowed
    if not allowed.comparisons:
        return ["Exact odds are known of the best play only, so there is nothing to compare with."]
    once = f"once in {1 / LEVEL:,.0f} runs"
    said = (
        f"{allowed.comparisons} comparisons (z and chi-square). Agreement is |z| up to {NEAR:g}; with so many, chance "
        f"alone goes beyond |z| {allowed.z:.2f} or below p {allowed.p:.1e} {once}."
    )
    if DIFFERS in page.verdicts:
        return [said, "Simulated and exact figures DIFFER by more than chance explains."]
    if CHANCE in page.verdicts:
        return [said, "What lies beyond 3 is within what chance explains."]
    return [said, "Simulated and exact figures agree."]


def engine_said(differences: Sequence[str], checked: int) -> list[str]:
    """What the comparison with the real engine came to."""
    if not checked:
        return []
    rounds = "The first round was" if checked == 1 else f"The first {checked:,} rounds were"
    if not differences:
        return [f"{rounds} conducted by the engine too, event by event: every wager is the same."]
    count = "one difference" if len(differences) == 1 else f"{len(differences):,} differences"
    more = len(differences) - MOST_DIFFERENCES
    tail = [f"... and {more:,} more"] if more > 0 else []
    return [f"{rounds} conducted by the engine too: {count}.", *islice(differences, MOST_DIFFERENCES), *tail]


# --- one wager ------------------------------------------------------------------------------------------------------


def _print_lines(console: "Console", page: SimulatedPage, row: SimulatedWager) -> None:
    """Hands at one table are not independent of each other, so a deviation is told for one seat only."""
    hands = row.rounds * row.seats
    game = page.prepared.job.terms.game
    family = family_of(game, row.wager)
    title = f"{_name(page, row)}: hits in {hands:,} hands"
    table = _table("hand", "hits", "expected", "one in", "z" if row.seats == 1 else "off by")
    for line in row.lines:
        expected = "-" if line.expected is None else f"{line.expected:,.1f}"
        every = f"{hands / line.count:,.1f}" if line.count else "-"
        off = "-" if line.expected is None else _off(line.count, line.expected, hands, row.seats)
        table.add_row(w.line(game, family, line.hand), f"{line.count:,}", expected, every, off)
    below = ""
    if row.chi_square is not None:
        square, whose = row.chi_square, _whose(page, row)
        below = (
            f"chi-square of the net results{whose}: {square.statistic:.2f}, {square.degrees} degrees of freedom, "
            f"p {_p(square.p_value)}"
        )
    _print(console, title, table, below)


def _whose(page: SimulatedPage, row: SimulatedWager) -> str:
    """A metered wager hangs on all hands at the table, so that it takes its seats in turn."""
    metered = page.prepared.job.setting.rules.metered
    return "" if row.seats == 1 else " of one seat" if row.wager == metered else " of the first seat"


def _off(count: int, expected: float, hands: int, seats: int) -> str:
    if expected < LEAST_EXPECTED:
        return "-"
    if seats > 1:
        return f"{count / expected - 1:+.2%}"
    return f"{(count - expected) / sqrt(expected * (1 - expected / hands)):+.2f}"


def _print_meters(console: "Console", row: SimulatedWager) -> None:
    meters = row.running
    assert meters is not None
    table = _table("meter", "payments", "paid", "highest", "at the end")
    for name in meters.readings:
        cents = (meters.paid[name], meters.highest[name], meters.readings[name])
        table.add_row(name, f"{meters.counts[name]:,}", *map(dollars, cents))
    part = meters.rounds < row.rounds
    _print(console, f"Meters in the first {meters.rounds:,} rounds" if part else "Meters", table)
    if not meters.payments:
        return
    most = sorted(meters.payments, key=lambda payment: (-payment.paid, payment.round))[:MOST_PAYMENTS]
    title = "Payments" if len(most) == sum(meters.counts.values()) else f"The {MOST_PAYMENTS} highest payments"
    table = _table("hand", "round", "seat", "paid", "meter before", "after")
    for payment in sorted(most, key=lambda payment: payment.round):
        amounts = (dollars(amount) for amount in (payment.paid, payment.before, payment.after))
        table.add_row(w.hand(payment.hand), f"{payment.round:,}", str(payment.seat), *amounts)
    _print(console, title, table)


def _print_distribution(console: "Console", page: SimulatedPage, row: SimulatedWager) -> None:
    known = page.prepared.exact.get(row.wager)
    expected = dict(known.figures.distribution) if known else {}
    results = grouped(tuple((net, Fraction(count, row.rounds)) for net, count in row.distribution), MOST_RESULTS)
    full, thin = ("█", "▏") if console.encoding.startswith("utf") else ("#", "|")
    longest = max(10, min(LONGEST_BAR, console.width - 56))
    highest = max(share for _, _, share in results)
    table = _table("net", "rounds", "exact")
    table.columns[0].justify = "right"
    table.add_column("", no_wrap=True)
    for low, high, share in results:
        label = w.net(low) if low == high else f"{w.net(low)} to {w.net(high)}"
        exact = sum((p for net, p in expected.items() if low <= net <= high), Fraction(0))
        bar = full * round(share / highest * longest) or thin
        table.add_row(label, f"{int(share * row.rounds):,}", w.chance(exact) if known else "-", bar)
    _print(console, f"Net results{_whose(page, row)}", table)


# --- the win of the table --------------------------------------------------------------------------------------------


def _print_win(console: "Console", page: SimulatedPage) -> None:
    """What the table wins in an hour when everybody wagers the least that is permitted."""
    job, rules = page.prepared.job, page.prepared.job.setting.rules
    pace = f"{float(page.pace):g}"
    seats = "one seat" if job.seats == 1 else f"{job.seats} seats"
    title = f"Win of the table in an hour: {pace} rounds, {seats}, the lowest wagers permitted"
    table = _table("wager", "wagered", "simulated", "exact")
    total, theory = Fraction(0), Fraction(0)
    for row in page.rows:
        put = hourly(page.prepared, row.wager, page.pace)
        total -= row.mean * put
        theory -= (row.exact or 0) * put
        exact = "-" if row.exact is None else _money(-row.exact * put)
        table.add_row(_name(page, row), dollars(minimum(rules, row.wager)), _money(-row.mean * put), exact)
    known = all(row.exact is not None for row in page.rows)
    table.add_row("all together", "", _money(total), _money(theory) if known else "-", style="bold")
    _print(console, title, table)


def _money(cents: Fraction) -> str:
    whole = round(cents)
    return f"{'-' if whole < 0 else ''}${abs(whole) // 100:,}.{abs(whole) % 100:02d}"
