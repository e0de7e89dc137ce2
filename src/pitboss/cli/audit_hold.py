"""`pitboss audit hold`: what every wager brought beside what it was to bring."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.audit_store import reading
from pitboss.cli.audit_words import moment
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, plain, print_json, screen
from pitboss.rulebook.pays import dollars
from pitboss.wording.things import many, underscored

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.house.audit.hold_report import HoldReport, HoldRow
    from pitboss.lab.hold.records import Search

_CENT = Fraction(1, 10**12)


@helped("audit-hold")
def hold(
    *,
    table: str | None = None,
    since: str | None = None,
    until: str | None = None,
    false_alarm: str = "0.001",
    lines: bool = False,
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.house.audit.hold import hold as look
    from pitboss.house.audit.queries import table as find

    rate = share("--false-alarm", false_alarm)
    after, before = moment("--since", since), moment("--until", until)
    with reading(database, config, archive, table) as conn:
        chain = find(conn, table).chain if table is not None else None
        with Waiting("reading the trail") as waiting:
            report = look(
                conn,
                chain=chain,
                since=after,
                until=before,
                false_alarm=rate,
                progress=lambda done: waiting("", done),
            )
    if json:
        print_json(report)
    else:
        _print(screen(), report, lines=lines)
    if report.archived:
        complain(
            f"old rounds of {many(report.archived, 'table')} are archived and not in this: --archive, or the setting "
            "archive, names their folder"
        )
    return FINDINGS if report.alarms else GOOD


def share(option: str, text: str) -> Fraction:
    """A probability that somebody typed, above 0 and below 1."""
    said = text.strip()
    try:
        found = Fraction(said.removesuffix("%")) / (100 if said.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not _CENT <= found < 1:
        raise Trouble(f"{option}: '{plain(text)}' is not a probability; write 0.001, 0.1% or 1/1000")
    return found


def _print(console: "Console", report: "HoldReport", *, lines: bool) -> None:
    if not report.rows:
        console.print("No round that could be counted has been played.")
    for (name, practice), rows in groupby(report.rows, key=lambda row: (row.table, row.practice)):
        console.print(f"{name}{', practice chips' if practice else ''}", style="bold underline")
        for row in rows:
            _print_row(console, row, lines=lines)
        console.print()
    for each in report.refused:
        of = f"{each.table}, {underscored(each.wager)}" if each.wager else each.table
        console.print(f"Not counted: {of}: {each.why}.", style="yellow")
    for text in _said(report):
        console.print(text, style="dim")
    if report.alarms:
        console.print(f"{many(report.alarms, 'alarm').capitalize()}.", style="bold red")
    elif report.rows:
        console.print("No alarm.", style="green")


def _print_row(console: "Console", row: "HoldRow", *, lines: bool) -> None:
    found = row.result
    console.print(f"  {row.title}{named(row)}", style="bold")
    console.print(
        f"    {many(found.rounds, 'round')}, {many(found.hands, 'hand')}, base {dollars(found.staked)}: the house won "
        f"{dollars(found.win)} ({found.actual_edge:.2%}), {_cents(found.expected)} ({found.edge:.2%}) was to be "
        "expected"
    )
    bands = ", ".join(f"{100 * band.level:g} % {dollars(band.low)} to {dollars(band.high)}" for band in found.bands)
    console.print(f"    bands: {bands}; so far out, or farther: {found.chance:.3g}{_method(row)}")
    console.print(f"    evidence {_power(found.evidence)}" + (" (only against the house)" if found.one_sided else ""))
    if found.alarm is not None:
        told = f"ALARM in round {found.alarm.round:,}, after {many(found.alarm.rounds, 'round')}: {found.alarm.why}"
        console.print(f"    {told}", style="bold red")
    if lines:
        for search in found.searches:
            console.print(f"      {_search(search)}", style="dim")


def named(row: "HoldRow") -> str:
    """Which paytable, and how many players it was for."""
    table = f", paytable {row.paytable}" if row.paytable else ""
    seen = f", {many(row.players, 'player')}" if row.players else ""
    return f"{table}{seen}"


def _method(row: "HoldRow") -> str:
    said = ["several hands in a round: bands at their widest"] * row.result.widest
    said += [f"rounded to {dollars(row.result.rounded)}"] * bool(row.result.rounded)
    return f" ({', '.join(said)})" if said else ""


def _power(evidence: float) -> str:
    """A power of ten as a number that people read."""
    return f"{10**evidence:,.3g} : 1" if evidence < 6 else f"10^{evidence:.0f} : 1"


def _cents(amount: float) -> str:
    return dollars(round(amount))


def _search(search: "Search") -> str:
    if search.first_seen is not None and search.seen_surely is not None:
        mean, surely = f"{search.first_seen:,.0f}", f"{search.seen_surely:,.0f}"
        seen = f"at its first payment, after {mean} rounds on average, {surely} with 95 %"
    else:
        seen = "not by its amount, which another line pays too"
    money = f"after about {search.by_money:,.0f}" if search.by_money is not None else "never"
    return f"{search.words} a tenth too high: found {seen}; by money alone {money}"


def _said(report: "HoldReport") -> Iterator[str]:
    left = report.left_out
    if report.rows:
        rate = f"{report.false_alarm:.3g}"
        yield (
            f"False alarms of the sequential test: at most {rate} for each row for ever, at most "
            f"{min(1.0, report.false_alarm * len(report.rows)):.3g} for all {len(report.rows)} together."
        )
    out = [many(left.void, "void round")] * bool(left.void)
    out += [many(left.irregular, "irregular round")] * bool(left.irregular)
    out += [many(left.hands, "hand")] * bool(left.hands)
    if out:
        yield f"Left out: {', '.join(out)}."
    sums = {"cut by payout limits": left.cut, "envy bonuses": left.envy, "paid from meters": left.from_meters}
    if any(sums.values()):
        yield "Not in it: " + ", ".join(f"{dollars(cents)} {what}" for what, cents in sums.items() if cents) + "."
