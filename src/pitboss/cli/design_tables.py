"""Tables that were found, side by side beside the one the search began with."""

from typing import TYPE_CHECKING

from pitboss.cli import odds_words as w
from pitboss.odds.result import root
from pitboss.rulebook.book import book

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.design.result import Design, DesignedTable
    from pitboss.odds.request import RowAsked
    from pitboss.rulebook.terms import Line

_APART = 3
CHANGED = "lines changed"


def print_design(console: "Console", found: "Design", row: "RowAsked") -> None:
    """What was found, what the order means, and how it was searched for."""
    from rich.padding import Padding
    from rich.text import Text

    console.print(f"{book(found.game).full_title}: tables for {found.title}", style="bold underline")
    said = [f"house edge {found.targets.edge} percent", *_more_targets(found)]
    console.print(Padding(Text("; ".join(said), style="dim"), (0, 0, 0, 2), expand=False))
    held = row.rules.terms.wager(found.family)
    column = row.players + 1 if any(line.column for line in (held.lines if held else ())) else 0
    began = [line for line in (held.lines if held else ()) if line.column == column]
    for group in _groups(found, began, console.width):
        _print_group(console, found, began, group)
    console.print(Text(f"Best first: {found.measure}. {found.search}", style="dim"))


def _more_targets(found: "Design") -> list[str]:
    targets = found.targets
    named = (("hit", targets.hit, " percent"), ("top", targets.top, " to 1"), ("volatility", targets.volatility, ""))
    made = [f"{name} {given}{unit}" for name, given, unit in named if str(given) != ".."]
    kept = [name.replace("_", " ") for name, _ in targets.keep]
    return [*made, f"kept: {', '.join(kept)}"] if kept else made


def _groups(found: "Design", began: "list[Line]", width: int) -> list[list[int]]:
    """Which tables stand beside each other on a screen so wide."""
    names = [w.line(found.game, found.family, hand) for hand in _hands(found, began)]
    room = width - max(map(len, (*names, "standard deviation"))) - 12 - 4
    each = 10 + _APART
    size = max(1, room // each)
    places = list(range(len(found.tables)))
    return [places[at : at + size] for at in range(0, len(places), size)] or [[]]


def _hands(found: "Design", began: "list[Line]") -> list[str]:
    known = dict.fromkeys(line.hand for line in began)
    return list(known | dict.fromkeys(line.hand for table in found.tables for line in table.lines))


def _print_group(console: "Console", found: "Design", began: "list[Line]", group: list[int]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    tables = [found.tables[place] for place in group]
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column("paytable", no_wrap=True)
    shown.add_column(f"now {found.paytable or ''}".strip(), justify="right", no_wrap=True)
    for place in group:
        shown.add_column(f"No. {place + 1}", justify="right", no_wrap=True)
    before = {line.hand: w.short(found.game, line.pay) for line in began}
    for hand in _hands(found, began):
        cells = [_cell(found, table, hand) for table in tables]
        style = ["bold" if hand in table.changed else "" for table in tables]
        texts = [Text(cell, style=how) for cell, how in zip(cells, style, strict=True)]
        shown.add_row(w.line(found.game, found.family, hand), before.get(hand, "-"), *texts)
    shown.add_section()
    now = [found.now] if found.now is not None else []
    for label, figures in _figures([*now, *tables]):
        if now and label == CHANGED:
            figures[0] = ""
        first = [] if now else [""]
        shown.add_row(Text(label, style="bold" if label == "house edge" else ""), *first, *figures)
    console.print(shown)


def _cell(found: "Design", table: "DesignedTable", hand: str) -> str:
    pay = next((line.pay for line in table.lines if line.hand == hand), None)
    return "-" if pay is None else w.short(found.game, pay)


def _figures(tables: "list[DesignedTable]") -> list[tuple[str, list[str]]]:
    made = [
        ("house edge", [w.percent(table.house_edge, 4) for table in tables]),
        ("wins", [w.chance(table.figures.hit_frequency) for table in tables]),
        ("standard deviation", [f"{root(table.figures.variance):,.4f}" for table in tables]),
        (CHANGED, [str(len(table.changed)) for table in tables]),
    ]
    if any(table.figures.at_risk != 1 for table in tables):
        made.insert(1, ("element of risk", [w.percent(t.figures.element_of_risk, 4) for t in tables]))
    return made
