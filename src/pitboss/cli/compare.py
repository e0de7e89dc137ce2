"""`pitboss compare`: submissions of one game side by side."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.frame_files import frame_of, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, plain, screen, to_copy
from pitboss.paper.sheets import USUAL, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pitboss.lab.win.model import TablePlay
    from pitboss.paper.compare import Comparison, Row

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]

MOST_SEATS = 20
FASTEST = 100_000
"""Rounds an hour that no table deals."""


@helped("compare")
def compare(
    *file: str,
    bet: _Text = None,
    side_bet: _Text = None,
    share: _Text = None,
    seats: _Text = None,
    rounds_per_hour: _Text = None,
    table: Path | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    date: str | None = None,
    sheet: Sheet = USUAL,
) -> int:
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.compare import compare as compared
    from pitboss.paper.compare import page, seated
    from pitboss.paper.writing import write

    dated = a_date(date)
    wanted = _play(table, bet, side_bet, share, seats, rounds_per_hour)
    frame = frame_of(output, *file)
    place = a_place(output, *file) if output is not None and frame is None else None
    if not file:
        raise Trouble("name at least two submissions: pitboss compare A.toml B.toml")
    named = [(Path(given).name, a_submission(given)) for given in file]
    said = seats is not None or table is not None
    with told_plainly(), Waiting("the exact odds") as waiting:
        play = seated(wanted, [terms for _, terms in named], said=said)
        found = compared(named, play=play, progress=waiting)
        paper = page(found, date=dated, sheet=sheet) if place is not None else None
    _print(screen(), found)
    if frame is not None:
        from pitboss.paper.compare_rows import comparison_rows

        written_frame(frame, {"wagers": comparison_rows(found)})
    if paper is None or place is None:
        return GOOD
    made, there = paper, place
    after = f"One of them in full: {to_copy('par', file[0], '-o', 'par.pdf')}"
    return written(lambda: write(made, there), after)


def _play(
    table: Path | None, bet: str | None, side_bet: str | None, share: str | None, seats: str | None, pace: str | None
) -> "TablePlay":
    """How all these tables are played: as a file says, or as the options do."""
    from pitboss.cli.odds_options import cents
    from pitboss.cli.win import read_model
    from pitboss.lab.win.model import PACE, SEATS, SHARE, TablePlay

    if table is not None:
        if any(given is not None for given in (bet, side_bet, share, seats, pace)):
            raise Trouble("--table says how the tables are played; leave the other options of play out")
        return read_model(table).play
    amounts = [0 if given is None else cents(given, name) for given, name in ((bet, "--bet"), (side_bet, "--side-bet"))]
    for amount, given, name in zip(amounts, (bet, side_bet), ("--bet", "--side-bet"), strict=True):
        if given is not None and amount <= 0:
            raise Trouble(f"{name}: a bet is above $0; '{plain(given)}' was given")
    return TablePlay(
        seats=SEATS if seats is None else _between(seats, "--seats", 1, MOST_SEATS),
        pace=PACE if pace is None else a_pace(pace),
        main=amounts[0],
        side=amounts[1],
        share=SHARE if share is None else _between(share, "--share", 0, 100) / 100,
    )


def _between(text: str, option: str, least: int, most: int) -> Fraction:
    """A number from the one to the other."""
    try:
        exact = Decimal(text.strip().removesuffix("%"))
    except InvalidOperation:
        exact = Decimal("nan")
    if not exact.is_finite() or not least <= exact <= most:
        raise Trouble(f"{option}: '{plain(text)}' is not a number from {least} to {most}")
    return Fraction(exact)


def a_pace(text: str, option: str = "--rounds-per-hour") -> Fraction:
    """Rounds, or wagers, an hour."""
    try:
        exact = Decimal(text.strip().replace(",", ""))
    except InvalidOperation:
        exact = Decimal("nan")
    if not exact.is_finite() or not 0 < exact <= FASTEST:
        raise Trouble(f"{option}: '{plain(text)}' is not a number above 0 and up to {FASTEST:,}, such as 40")
    return Fraction(exact)


def _print(console: "Console", found: "Comparison") -> None:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitboss.paper.compare import ALL, assumptions, sections, totals, warnings
    from pitboss.rulebook.book import book

    the_book = book(found.game)
    console.print(f"{the_book.full_title}: submissions compared", style="bold underline")
    for column in found.columns:
        console.print(
            Text(f"  No. {column.number}  {column.name}: {column.terms.table}, version {column.terms.version}")
        )
    console.print(Padding(Text(assumptions(found), style="dim"), (0, 0, 0, 2), expand=False))
    for said in warnings(found):
        console.print(Text(f"  {said}", style="bold"))
    for title, rows in [*sections(found), (ALL, totals(found))]:
        for group in groups(rows, console.width):
            table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
            table.add_column("", no_wrap=True)
            for n in group:
                table.add_column(f"No. {found.columns[n].number}", justify="right", min_width=_least(rows, n))
            for label, cells in rows:
                style = "bold" if label == "house edge" or title == ALL else ""
                table.add_row(Text(label, style=style), *(Text(cells[n], style=style) for n in group))
            console.print(table)


def groups(rows: "Sequence[Row]", width: int) -> list[list[int]]:
    """Which columns stand beside each other: as many as the screen is wide enough for without tearing a figure, and
    the others below them."""
    edge, between = 2, 3
    label = max(len(said) for said, _ in rows)
    made: list[list[int]] = []
    room = 0
    for n in range(len(rows[0][1])):
        needed = _least(rows, n) + between
        if not made or needed > room:
            made.append([])
            room = width - label - edge - between
        made[-1].append(n)
        room -= needed
    return made


def _least(rows: "Sequence[Row]", n: int) -> int:
    """The longest figure or word of a column, and its head."""
    return max(len("No. 1"), *(len(word) for _, cells in rows for word in cells[n].split()))
