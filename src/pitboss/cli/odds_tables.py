"""Odds for a manager: one table for each wager, its paytables side by side."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from pitboss.cli import odds_words as w
from pitboss.odds.result import WagerOdds, root
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import listed

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.figures import LineFigure, PartFigure

Row = tuple[str, list[str], str]
"""A label, one cell for each paytable, and the style."""
_APART = 3
_EDGE = 4
"""Blanks between columns and at the ends of a line, as the tables are drawn."""


def print_tables(console: "Console", rows: list[WagerOdds], *, say_stake: bool) -> None:
    """Every wager asked for."""
    from rich.padding import Padding
    from rich.text import Text

    the_book = book(rows[0].game)
    console.print(f"{the_book.full_title}: exact odds", style="bold underline")
    console.print()
    for _, group in groupby(rows, key=lambda row: row.wager):
        of_wager = list(group)
        console.print(Text(of_wager[0].title, style="bold").append(f"   {of_wager[0].wager}", style="cyan"))
        console.print(Padding(Text(w.facts(of_wager, say_stake=say_stake), style="dim"), (0, 0, 0, 2), expand=False))
        for chunk in fitting(of_wager, the_book, console.width):
            _print_table(console, chunk, the_book)
        for note in dict.fromkeys(note for row in of_wager for note in row.notes):
            console.print(Padding(Text(f"Note: {note}"), (0, 0, 0, 2), expand=False))
    _explain(console, rows)


def _explain(console: "Console", rows: list[WagerOdds]) -> None:
    """The words that a newcomer may not know, once."""
    from rich.text import Text

    said = ["House edge: what the house keeps of the base wager on average."]
    if any(_differs(row) for row in rows):
        said.append("Element of risk: the same loss as a share of all that is finally at risk.")
    said.append("Wins: how often the player ends with more than before.")
    if any(row.break_even for row in rows):
        said.append("Break-even: the meter from which on the house keeps nothing, the other meters as shown.")
    console.print(Text(" ".join(said), style="dim"))


def fitting(rows: list[WagerOdds], the_book: Book, width: int) -> list[list[WagerOdds]]:
    """The paytables in as few tables as fit on the screen, evenly."""
    for parts in range(1, len(rows) + 1):
        size = -(-len(rows) // parts)
        chunks = [rows[i : i + size] for i in range(0, len(rows), size)]
        if all(_width(chunk, the_book) <= width for chunk in chunks):
            return chunks
    return [[row] for row in rows]


def _width(rows: list[WagerOdds], the_book: Book) -> int:
    made = table_rows(rows, the_book)
    columns = [max(len(cells[i]) for _, cells, _ in made if cells) for i in range(len(rows))]
    heads = [len(w.column(row)) for row in rows]
    label = max(len(label) for label, _, _ in made)
    return label + sum(max(pair) + _APART for pair in zip(columns, heads, strict=True)) + _EDGE


def _print_table(console: "Console", rows: list[WagerOdds], the_book: Book) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(rows[0].title.lower() if rows[0].by_hands else "paytable")
    for row in rows:
        table.add_column(w.column(row), justify="right", no_wrap=True)
    for label, cells, style in table_rows(rows, the_book):
        table.add_row(Text(label, style=style), *(Text(cell, style=style) for cell in cells))
    console.print(table)


def table_rows(rows: list[WagerOdds], the_book: Book) -> list[Row]:
    """What the table says, before it is drawn."""
    return [*_lines(rows, the_book), ("", [], ""), *_figures(rows), *_parts(rows)]


# --- what is paid ---------------------------------------------------------------------------------------------------


def _lines(rows: list[WagerOdds], the_book: Book) -> list[Row]:
    """Every line that one of the paytables has, highest hand first."""
    main = rows[0].wager == w.MAIN
    made: list[Row] = []
    for title, same in alike(rows[0]):
        family = next((x.family for x in the_book.wagers if x.id == same[0]), rows[0].wager)
        by_row = [{line.hand: line for line in _part(row, same[0])} for row in rows]
        names = _in_order(the_book, family, dict.fromkeys(name for lines in by_row for name in lines))
        if main or title != rows[0].title:
            made.append((f"{title} {'pay' if ' and ' in title else 'pays'}", [], "italic"))
        made += [
            (f"  {w.line(the_book.game, same[0], name)}", [_cell(the_book.game, x.get(name)) for x in by_row], "")
            for name in names
        ]
    return made


def _part(row: WagerOdds, wager: str) -> "Iterable[LineFigure]":
    return next((part.lines for part in row.figures.parts if part.wager == wager), ())


def alike(row: WagerOdds) -> list[tuple[str, list[str]]]:
    """The parts of a row with what they are called, those with the same paytable together."""
    found: dict[object, list[str]] = {}
    for part in row.figures.parts:
        found.setdefault(tuple((line.hand, line.pay) for line in part.lines), []).append(part.wager)
    return [(_together(row, wagers), wagers) for wagers in found.values()]


def _together(row: WagerOdds, wagers: list[str]) -> str:
    if len(wagers) > 2 and row.base == "one bet":
        return "Each bet"
    return listed(w.part_title(row.game, wager) for wager in wagers)


def _in_order(the_book: Book, family: str, names: Iterable[str]) -> list[str]:
    order = {name: place for place, name in enumerate(the_book.hands.get(family, ()))}

    def lowest(name: str) -> tuple[int, int]:
        hands = the_book.named(family, name)
        return max((order[h] for h in hands), default=-1), len(hands)

    return sorted(names, key=lowest)


def _cell(game: str, line: "LineFigure | None") -> str:
    return w.short(game, line.pay) if line is not None else "-"


# --- figures --------------------------------------------------------------------------------------------------------


def _differs(row: WagerOdds) -> bool:
    return row.figures.at_risk != 1


def _figures(rows: list[WagerOdds]) -> list[Row]:
    def line(label: str, cell: Callable[[WagerOdds], str], style: str = "") -> Row:
        return label, [cell(row) for row in rows], style

    made = [
        line("house edge", lambda r: w.percent(r.house_edge), "bold"),
        line("expected value", lambda r: w.signed(r.ev)),
    ]
    if any(_differs(row) for row in rows):
        made.append(line("element of risk", lambda r: w.percent(r.figures.element_of_risk)))
        made.append(line("average at risk", lambda r: f"{float(r.figures.at_risk):.4f}"))
    made.append(line("standard deviation", lambda r: f"{root(r.figures.variance):,.3f}"))
    made.append(line("wins", lambda r: w.one_in(r.figures.hit_frequency)))
    for name in dict.fromkeys(name for row in rows for name in row.meters):
        made.append((_meter(name), [_amount(row.meters, name) for row in rows], ""))
        made.append(("  breaks even at", [_amount(row.break_even, name) for row in rows], ""))
    return made


def _meter(name: str) -> str:
    return f"{name.removesuffix('Progressive').strip() or 'Progressive'} meter at"


def _amount(amounts: "dict[str, int] | dict[str, int | None]", name: str) -> str:
    if name not in amounts:
        return "-"
    cents = amounts[name]
    return "never" if cents is None else dollars(cents)


def _parts(rows: list[WagerOdds]) -> list[Row]:
    if rows[0].wager != w.MAIN and len(rows[0].figures.parts) == 1:
        return []
    made: list[Row] = [("expected value of", [], "italic")]
    for part in rows[0].figures.parts:
        cells = [_part_ev(row.figures.parts, part.wager) for row in rows]
        made.append((f"  {w.part_title(rows[0].game, part.wager)}", cells, ""))
    return made


def _part_ev(parts: "Iterable[PartFigure]", wager: str) -> str:
    return next((w.signed(part.ev) for part in parts if part.wager == wager), "-")
