"""The page on which the campaign is recorded."""

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from math import sqrt
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from pitboss.rulebook.book import book
from pitboss.simulation.verdict import CHANCE, DIFFERS, LEVEL, NEAR, NEAR_P, VerdictLimits, limits, verdict
from pitboss.version import VERSION

if TYPE_CHECKING:
    from pitboss.simulation.campaign import CampaignRow

HEAD = """\
# Simulation beside exact odds

Every wager by every paytable was played in bulk by the kernels and compared with the exact odds
([odds.md](odds.md)). The kernels deal, decide and name the cells; the exact odds count deals. Both are settled by the
same function of the table, so what is compared is everything else: the deal, the ranking, the decisions, the counting.
`make proof-simulation` writes this page; `pitboss simulate` does one game.

*mean*: result of one hand in units of the base. *error*: its standard error, from the totals of whole rounds, since
seats at one table share cards; never less than the exact standard deviation gives for independent hands, because a
sample that has not seen a payment of once in twenty million knows nothing of its variance. *z*: their difference in
standard errors. *p*: of the chi-square of one seat's net results against the exact distribution (the first seat; where
a meter or an envy bonus pays, the seats in turn). Meters are held at their reset amounts. A progressive of an
operator's *own* is the one that the default submission shows as an example. What lies beyond three standard errors is
*played again* at once, with other cards and four times the rounds; both figures stand.
"""


def allowed_for(rows: "Sequence[CampaignRow]") -> VerdictLimits:
    return limits(sum((row.z is not None) + (row.p_value is not None) for row in rows))


def verdicts(rows: "Sequence[CampaignRow]") -> list[str]:
    allowed = allowed_for(rows)
    return [verdict(row.z, row.p_value, allowed) for row in rows]


def all_agree(rows: "Sequence[CampaignRow]") -> bool:
    """Whether chance explains every deviation, all comparisons counted."""
    return DIFFERS not in verdicts(rows)


def page(rows: "Sequence[CampaignRow]", seconds: float, command: str = "") -> str:
    parts = [HEAD, _made(seconds, command), _summary(rows)]
    judged = list(zip(rows, verdicts(rows), strict=True))
    for game, group in groupby(judged, key=lambda pair: pair[0].game):
        parts.append(f"## {book(game).title}\n")
        lines = [
            "| wager | paytable | seats | rounds | mean | error | exact | z | p | |",
            "|---|---|--:|--:|--:|--:|--:|--:|--:|---|",
        ]
        lines += [_line(row, said) for row, said in group]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _line(row: "CampaignRow", said: str) -> str:
    z = "-" if row.z is None else f"{row.z:+.2f}"
    p = "-" if row.p_value is None else f"{row.p_value:.3f}"
    figures = f"{row.mean:+.6f} | {row.standard_error:.6f} | {row.exact:+.6f} | {z} | {p}"
    said += ", played again" if row.again else ""
    return f"| {row.wager} | {row.paytable} | {row.seats} | {row.rounds:,} | {figures} | {said} |"


def _summary(rows: "Sequence[CampaignRow]") -> str:
    allowed = allowed_for(rows)
    known = [row.z for row in rows if row.z is not None]
    far = sum(abs(z) > NEAR for z in known)
    unlikely = sum(row.p_value is not None and row.p_value < NEAR_P for row in rows)
    spread = sqrt(sum(z * z for z in known) / len(known)) if known else 0.0
    said = verdicts(rows)
    found = (
        "**Some figures differ by more than chance explains.**"
        if DIFFERS in said
        else "**Simulated and exact figures agree**"
        + (", what lies beyond 3 being within what chance explains." if CHANCE in said else ", all within 3.")
    )
    squares = allowed.comparisons - len(known)
    text = (
        f"{allowed.comparisons} comparisons: {len(known)} deviations and {squares} chi-squares. Chance alone is "
        f"expected to put {len(known) * NEAR_P:.1f} deviations beyond {NEAR:g} standard errors ({far} were) and "
        f"{squares * NEAR_P:.1f} chi-squares below p {NEAR_P} ({unlikely} were). With so many comparisons chance goes "
        f"beyond |z| {allowed.z:.2f} or below p {allowed.p:.1e} anywhere once in {1 / LEVEL:,.0f} campaigns "
        "(Bonferroni); only that counts as a difference. "
        f"The furthest z is {max(map(abs, known), default=0.0):.2f}; the root of the mean of z² is {spread:.2f}, where "
        f"about 1 is expected. {found}"
    )
    return fill(text, 118, break_long_words=False, break_on_hyphens=False) + "\n"


def _made(seconds: float, command: str) -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%d")
    return f"""\
| | |
|---|---|
| commit | {_commit()} |
| command | `{command}` |
| date | {now} |
| machine | {_machine()} |
| software | pitboss {VERSION}, Python {platform.python_version()} |
| time | {seconds:,.0f} s of play |
"""


def _commit() -> str:
    """The commit, where the source lies in a repository."""

    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
        return f"{commit}{', with changes' if git('status', '--porcelain', '--', '.') else ''}" if commit else "unknown"
    except OSError:
        return "unknown"


def _machine() -> str:
    model = ""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = (line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name"))
        model = next(lines, "").partition(":")[2].strip()
    return f"{model or platform.processor() or platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
