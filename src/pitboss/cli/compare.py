"""`pitboss compare`: submissions of one game side by side."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, plain, screen, to_copy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pitboss.paper.compare import Comparison, Row

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]

FASTEST = 100_000
"""Rounds an hour that no table deals."""


@helped("compare")
def compare(
    *file: str,
    handle: _Text = None,
    rounds_per_hour: _Text = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    date: str | None = None,
) -> int:
    from pitboss.cli.odds_options import cents
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.compare import HANDLE, PACE, page
    from pitboss.paper.compare import compare as compared
    from pitboss.paper.writing import write

    dated = a_date(date)
    amount = cents(handle, "--handle") if handle is not None else HANDLE
    pace = a_pace(rounds_per_hour) if rounds_per_hour is not None else Fraction(PACE)
    place = a_place(output, *file) if output is not None else None
    if not file:
        raise Trouble("name at least two submissions: pitboss compare A.toml B.toml")
    named = [(Path(given).name, a_submission(given)) for given in file]
    with told_plainly(), Waiting("the exact odds") as waiting:
        found = compared(named, handle=amount, pace=pace, progress=waiting)
        paper = page(found, date=dated) if place is not None else None
    _print(screen(), found)
    if paper is None or place is None:
        return GOOD
    made, there = paper, place
    after = f"One of them in full: {to_copy('par', file[0], '-o', 'par.pdf')}"
    return written(lambda: write(made, there), after)


def a_pace(text: str) -> Fraction:
    """Rounds an hour."""
    try:
        exact = Decimal(text.strip().replace(",", ""))
    except InvalidOperation:
        exact = Decimal("nan")
    if not exact.is_finite() or not 0 < exact <= FASTEST:
        raise Trouble(f"--rounds-per-hour: '{plain(text)}' is not a number above 0 and up to {FASTEST:,}, such as 40")
    return Fraction(exact)


def _print(console: "Console", found: "Comparison") -> None:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitboss.paper.compare import assumptions, sections, warnings
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
    for title, rows in sections(found):
        for group in groups(rows, console.width):
            table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
            table.add_column("", no_wrap=True)
            for n in group:
                table.add_column(f"No. {found.columns[n].number}", justify="right", min_width=_least(rows, n))
            for label, cells in rows:
                style = "bold" if label == "house edge" else ""
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
