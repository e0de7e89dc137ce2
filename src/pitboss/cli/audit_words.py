"""What `pitboss audit` reads from people and shows to them."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.screen import Trouble, plain, print_json, screen, shown
from pitboss.rulebook.pays import dollars
from pitboss.wording.things import many

if TYPE_CHECKING:
    from pitboss.house.audit.findings import Findings
    from pitboss.house.audit.queries import RoundLine
    from pitboss.house.audit.recall import Recall


def moment(option: str, text: str | None) -> int | None:
    """A time somebody typed, in milliseconds since 1970; UTC unless it says otherwise."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        found = None
    if found is None or not 1970 <= found.year < 9000:
        raise Trouble(f"{option}: '{plain(text)}' is not a time; write 2026-11-15 or 2026-11-15T18:30")
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return round((found - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)


def cents(option: str, text: str | None) -> int | None:
    """Dollars somebody typed, in cents."""
    if text is None:
        return None
    try:
        amount = Decimal(text.strip().removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount != int(amount) or not 0 <= amount <= 10**15:
        raise Trouble(f"{option}: '{plain(text)}' is not an amount; write dollars like 25 or 12.50")
    return int(amount)


def time_of(at: int | None) -> str:
    if at is None:
        return "-"
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def print_findings(findings: "Findings", *, json: bool) -> None:
    if json:
        print_json(
            {
                "clean": findings.clean, "findings": findings.found, "total": findings.total, "notes": findings.notes,
                "chains": findings.chains, "rows": findings.rows, "rounds": findings.rounds,
            }
        )  # fmt: skip
        return
    console = screen()
    for each in findings.found:
        console.print(f"- {each.text}", style="red")
    if findings.left_out:
        console.print(f"- and {findings.left_out:,} more of the same kinds", style="red")
    for note in findings.notes:
        console.print(f"Note: {note}.", style="yellow")
    seen = (
        f"{many(findings.chains, 'chain')}, {many(findings.rows, 'row')}, {many(findings.rounds, 'round')} played again"
    )
    if findings.clean:
        console.print(f"Nothing is wrong: {seen}.", style="green")
    else:
        console.print(f"{many(findings.total, 'finding').capitalize()} in {seen}.", style="bold red")


def print_rounds(found: "list[RoundLine]", limit: int, open_now: "list[RoundLine]") -> None:
    from rich.table import Table

    console = screen()
    if not found:
        console.print("No round fits.")
        return
    grid = Table(box=None, pad_edge=False)
    for name in ("opened (UTC)", "table", "round"):
        grid.add_column(name, no_wrap=name != "table")  # a long name takes two lines before a sum is cut
    for name in ("wagered", "returned"):
        grid.add_column(name, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for line in found:
        marks = ["practice"] * line.practice + ["void"] * line.void
        if line.cleared_at is None:  # a round that nobody wagered on ends with its table, or when all have left
            marks.append("not cleared" if line in open_now else "not played")
        marks += [f"{line.irregularities} irregular"] * bool(line.irregularities)
        grid.add_row(
            time_of(line.opened_at),
            f"{line.chain} {plain(line.table)}",
            str(line.round),
            dollars(line.wagered),
            dollars(line.returned),
            ", ".join(marks),
        )
    console.print(grid)
    if len(found) == limit:
        console.print(f"More: --before {found[-1].cursor}", style="dim")


def print_recall(told: "Recall") -> None:
    """Where and when, and who had how much."""
    console = screen()
    kind = ", practice chips" if told.practice else ""
    console.print(f"{plain(told.table)}, round {told.round} of {told.game}: {told.status}{kind}", style="bold")
    console.print(f"Opened {time_of(told.opened_at)}, cleared {time_of(told.cleared_at)} (UTC).")
    tables = ", ".join(f"{x.wager} {x.paytable}" for x in told.paytables if x.paytable)
    console.print(f"Terms {told.terms}, version {told.terms_version}; paytables: {tables or 'none'}.")
    console.print(f"Rows {told.rows[0]} to {told.rows[1]} of chain {told.chain}; shuffle {told.shuffle or 'none'}.")
    for each in told.players:
        got = f"wagered {dollars(each.wagered)}, got {dollars(each.returned)}"
        console.print(f"Position {each.seat}, {plain(each.player)}: {got}.")
    for each in {each.player: each for each in told.players}.values():  # once for all positions of a player
        if each.before is not None and each.after is not None:
            had = f"{plain(each.player)} had {dollars(each.before)} before and {dollars(each.after)} after"
            console.print(f"{had}{_elsewhere(each.elsewhere or 0)}.")


def _elsewhere(cents: int) -> str:
    """What is in a balance and does not come from the round."""
    if not cents:
        return ""
    return f"; {dollars(abs(cents))} {'came from' if cents > 0 else 'went'} elsewhere meanwhile"


# --- files ------------------------------------------------------------------------------------------------------------


def write_out(path: Path, lines: Iterable[bytes]) -> None:
    """Writes beside the file first, so that a crash leaves the old one or the new one; `-` is standard output."""
    if str(path) == "-":
        sys.stdout.flush()
        for line in lines:
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        return
    beside = path.with_name(f"{path.name}.tmp")
    try:
        try:
            with beside.open("wb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except (OSError, ValueError) as error:
        from pitboss.house.audit.trouble import AuditTrouble

        if isinstance(error, AuditTrouble):
            raise
        raise Trouble(f"{shown(path)}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
