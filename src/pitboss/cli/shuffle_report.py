"""What `pitboss shuffle-test` found, for a screen and as a document."""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cards import shuffle
from pitboss.simulation.shuffle_plants import PLANTS
from pitboss.simulation.shuffle_tests import LEVEL, MARYLAND, MARYLAND_LEVEL, Result, ShuffleFindings
from pitboss.version import VERSION as __version__

if TYPE_CHECKING:
    from rich.console import Console

HEAD = ("test", "statistic", "df", "p", "corrected p", "verdict")
PLANT_HEAD = ("plant", "what is wrong", "verdict", "by tests", "strongest", "p")
Row = tuple[str, ...]
RELATIVE = 0.01


def print_report(console: "Console", reports: Sequence[ShuffleFindings], planted: Sequence[ShuffleFindings]) -> None:
    from rich.text import Text

    for report in reports:
        console.print(Text(headline(report), style="bold"))
        _print_table(console, HEAD, rows(report), left=1)
        console.print(Text(scaling(report)))
        console.print(Text(power(report), style="dim"))
        console.print(Text(f"{verdict(report)}\n", style="bold" if report.accepted else "bold red"))
    if planted:
        console.print(Text(f"Faults planted on purpose, {planted[0].deck} deck", style="bold"))
        _print_table(console, PLANT_HEAD, [plant_row(report) for report in planted], left=3)
        console.print(Text(all_found(planted), style="bold"))
    console.print(Text(explanation(), style="dim"))


def _print_table(console: "Console", head: Row, body: Iterable[Row], left: int) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for at, word in enumerate(head):
        aside = at < left or at == len(head) - 1 or not at
        table.add_column(word, justify="left" if aside else "right", overflow="fold")
    for row in body:
        table.add_row(*(Text(cell) for cell in row), style="red" if row[-1].startswith("REJECTED") else None)
    console.print(table)


# --- words ----------------------------------------------------------------------------------------------------------


def headline(report: ShuffleFindings) -> str:
    source = "the operating system's bytes" if report.random_seed is None else f"seed '{report.random_seed}'"
    what = f"planted fault '{report.plant}'" if report.plant else "the house's shuffle"
    return f"{report.deck} deck, {report.cards} cards: {what}, {report.shuffles:,} shuffles, {source}"


def rows(report: ShuffleFindings) -> list[Row]:
    """One line a test; of the single places and cards only the one that is farthest out."""
    found: list[Row] = []
    for many, said in (("position_", "cards in each place"), ("card_", "places of each card")):
        some = [t for t in report.tests if t.test.startswith(many) and t.test not in ("position_card", "position_kind")]
        found.append(_row(min(some, key=lambda t: t.p), f"{said} ({len(some)} tests), farthest out"))
    rest = [t for t in report.tests if not t.test.startswith("card_")]
    rest = [t for t in rest if not t.test.startswith("position_") or t.test in ("position_card", "position_kind")]
    overall = [_row(t, t.title) for t in rest]
    at = sum(t.test.startswith("position_") for t in rest)
    m = report.maryland
    chi = (f"{m.statistic:,.1f}", f"{m.freedom:,}", number(m.p), "", _verdict(m.rejected))
    return [*overall[:at], *found, *overall[at:], (f"Maryland: place and card at {1 - MARYLAND_LEVEL:.0%}", *chi)]


def _row(test: Result, title: str) -> Row:
    df = "normal" if test.freedom is None else f"{test.freedom:,}"
    sign = "+" if test.freedom is None and test.statistic > 0 else ""
    statistic = f"{sign}{test.statistic:,.{2 if test.freedom is None else 1}f}"
    return title, statistic, df, number(test.p), number(test.adjusted_p), _verdict(test.rejected)


def _verdict(rejected: bool) -> str:
    return "REJECTED" if rejected else "accepted"


def number(p: float) -> str:
    if p >= 0.001:
        return f"{p:.3f}"
    return "< 1e-300" if p < 1e-300 else f"{p:.0e}"


def scaling(report: ShuffleFindings) -> str:
    if report.proof is None:
        return "Scaling of bytes: proved for the house's shuffle only."
    if report.proof.fault:
        return f"Scaling of bytes: BIASED, {report.proof.fault}."
    return (
        f"Scaling of bytes: proved. At each of the {len(report.proof.steps)} steps all 256 bytes were tried: each "
        "place left is chosen by equally many, the others are thrown away; and all orders of six cards come out once."
    )


def power(report: ShuffleFindings) -> str:
    off, chance = report.smallest_bias_found, 1 / report.cards
    needed = report.shuffles * (off / (RELATIVE * chance)) ** 2
    return (
        f"The probability of one card in one place is 1/{report.cards} = {chance:.3%}. With so many shuffles it is "
        f"found out 99 times in 100 if it is off by {100 * off:.3f} percentage points. A card that comes to one place "
        f"1% more often than it should needs {needed / 1e6:,.0f} million shuffles to be found out so surely."
    )


def verdict(report: ShuffleFindings) -> str:
    if report.accepted:
        return "Accepted: nothing speaks against a random shuffle."
    why = [t.title for t in sorted(report.tests, key=lambda t: t.p) if t.rejected]
    said = f"{len(why)} of {len(report.tests)} tests, first of all: {why[0]}" if why else ""
    if report.maryland.rejected:
        said += f"{'; and ' if said else ''}Maryland's chi-square"
    if report.proof is not None and report.proof.fault:
        said += f"{'; and ' if said else ''}the scaling of bytes"
    return f"Rejected by {said}."


def plant_row(report: ShuffleFindings) -> Row:
    out = [t for t in report.tests if t.rejected]
    worst = min(report.tests, key=lambda t: t.p)
    caught = "rejected" if report.caught else "NOT FOUND"
    return report.plant, PLANTS[report.plant][0], caught, f"{len(out)}", worst.title, number(worst.p)


def all_found(planted: Sequence[ShuffleFindings]) -> str:
    missed = [report.plant for report in planted if not report.caught]
    return f"NOT FOUND: {', '.join(missed)}." if missed else f"All {len(planted)} planted faults were found."


def explanation() -> str:
    return (
        f"p is two-sided: too even is as suspicious as too uneven. All tests of a deck together are held to "
        f"{1 - LEVEL:.0%} by Holm's correction; corrected p at or below {LEVEL} rejects. Maryland's chi-square "
        f"({MARYLAND}) stands apart, upper tail at {1 - MARYLAND_LEVEL:.0%}; a fair shuffle misses it once in twenty "
        "runs. Categories expected fewer than 20 times are joined with their neighbours."
    )


# --- the document ---------------------------------------------------------------------------------------------------


def document(reports: Sequence[ShuffleFindings], planted: Sequence[ShuffleFindings], command: str) -> str:
    """The report as Markdown, with what is needed to repeat it."""
    source = Path(shuffle.__file__)
    lines = [
        "# Tests of the shuffle",
        "",
        "Written by the command below. These are our own tests of our own shuffle, not a certificate of a laboratory.",
        "",
        f"* command: `{command}`",
        f"* pitboss {__version__}, {commit(source)}",
        f"* SHA-256 of `cards/shuffle.py`: `{_digest(source)}`",
        f"* Python {sys.version.split()[0]} on {sys.platform}; {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "",
        explanation(),
        "",
    ]
    for report in reports:
        lines += [f"## {headline(report)}", "", *_markdown(HEAD, rows(report))]
        lines += ["", scaling(report), "", power(report), "", f"**{verdict(report)}**", ""]
    if planted:
        lines += [f"## Faults planted on purpose, {planted[0].deck} deck, {planted[0].shuffles:,} shuffles each", ""]
        lines += _markdown(PLANT_HEAD, [plant_row(report) for report in planted])
        lines += ["", f"**{all_found(planted)}**", ""]
    steps = {s.places: s for report in reports if report.proof is not None for s in report.proof.steps}
    if steps:
        lines += ["## What the 256 bytes do at each step of the shuffle", ""]
        body = [(f"{p}", f"{s.each}", f"{s.thrown}") for p, s in sorted(steps.items(), reverse=True)]
        lines += _markdown(("places left", "bytes that choose each place", "bytes thrown away"), body)
        lines.append("")
    return "\n".join(lines)


def _markdown(head: Row, body: Iterable[Row]) -> list[str]:
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in body)]


def _digest(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def commit(source: Path) -> str:
    """The commit of the working tree that holds the shuffle, and whether the shuffle has been changed since."""

    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", "-C", str(source.parent), *words], capture_output=True, text=True, check=False)

    try:
        head = git("rev-parse", "HEAD")
        if head.returncode:
            return "installed without its history"
        changed = git("diff", "--quiet", "HEAD", "--", source.name).returncode
    except OSError:
        return "commit unknown (git is not installed)"
    return f"commit {head.stdout.strip()}" + (", the shuffle changed since" if changed else "")
