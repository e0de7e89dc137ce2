"""One wager by one paytable in full: every line with its probability and value, and the distribution of results."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli import odds_words as w
from pitboss.cli.odds_tables import alike
from pitboss.odds.figures import no_line
from pitboss.odds.result import WagerOdds, exactly, root
from pitboss.odds.words import grouped
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.figures import PartFigure

MOST_RESULTS = 24
"""So many different net results are shown one by one; of more, the rarest neighbours are put together."""
LONGEST_BAR = 40
LONGEST_FRACTION = 40
WIDE = 100
"""From here on payments are written in full."""
NARROW = 60
"""Below this a probability is headed by a shorter word."""
ROOM_FOR_MORE = 24
"""With less room beside it, what is said of a figure stands below it."""
SHORTEST_BAR = 10


def print_details(console: "Console", row: WagerOdds, *, say_stake: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    the_book = book(row.game)
    table = "" if row.paytable is None else f", {row.paytable} hands" if row.by_hands else _table(row)
    console.print(f"{the_book.full_title}: {row.title}{table}", style="bold underline")
    console.print(Padding(Text(w.facts([row], say_stake=say_stake), style="dim"), (0, 0, 0, 2), expand=False))
    console.print()
    _print_figures(console, row)
    for part in _different_parts(row):
        _print_lines(console, row, part)
    _print_distribution(console, row)
    for note in row.notes:
        console.print(Padding(Text(f"Note: {note}"), (0, 0, 0, 2), expand=False))


def _table(row: WagerOdds) -> str:
    return ", paytable of your own" if row.paytable == "custom" else f", paytable {row.paytable}"


# --- figures --------------------------------------------------------------------------------------------------------


def _print_figures(console: "Console", row: WagerOdds) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    found = _figures(row)
    labels, values = (max(len(line[i]) for line in found) for i in (0, 1))
    left = max(20, labels + 2)
    below = console.width - left - values - 4 < ROOM_FOR_MORE
    grid = Table.grid(padding=(0, 2))
    grid.add_column(min_width=20, no_wrap=not below)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(style="dim", overflow="fold")
    for label, value, more in found:
        style = "bold" if label == "house edge" else ""
        if below:
            console.print(Text(f"  {label:<{left - 2}}  {value:>{values}}", style=style))
            console.print(Padding(Text(more, style="dim"), (0, 0, 0, 4), expand=False)) if more else None
        else:
            grid.add_row(Text(f"  {label}", style=style), Text(value, style=style), Text(more))
    if not below:
        console.print(grid)
    console.print()


def _figures(row: WagerOdds) -> list[tuple[str, str, str]]:
    found = row.figures
    base = "one bet" if row.base == "one bet" else f"the {w.part_title(row.game, row.base).lower()}"
    base = base if row.wager == w.MAIN else "the wager"
    made = [
        ("house edge", w.percent(row.house_edge, 4), f"of {base}{_exact(row.house_edge)}"),
        ("expected value", w.signed(found.ev), f"for each 1 wagered on {base}" if row.wager == w.MAIN else ""),
    ]
    if found.at_risk != 1:
        made.append(("element of risk", w.percent(found.element_of_risk, 4), "of all that is finally at risk"))
        made.append(("average at risk", f"{float(found.at_risk):.6f}", f"times {base}{_exact(found.at_risk)}"))
    made.append(("standard deviation", f"{root(found.variance):,.6f}", f"variance {float(found.variance):,.6f}"))
    made.append(("wins", w.one_in(found.hit_frequency), f"{w.chance(found.hit_frequency)} of all rounds"))
    for name, cents in row.meters.items():
        level = row.break_even.get(name)
        enough = "no reading makes up for the edge" if level is None else f"breaks even at {dollars(level)}"
        title = name if name.lower().endswith("meter") else f"{name} meter"
        made.append((title, dollars(cents), enough))
    return made


def _exact(value: Fraction) -> str:
    """The fraction itself, where it can be taken in."""
    said = exactly(value)
    return f", exactly {said}" if len(said) <= LONGEST_FRACTION else ""


# --- lines ----------------------------------------------------------------------------------------------------------


def _different_parts(row: WagerOdds) -> "list[PartFigure]":
    return [part for part in row.figures.parts if part.lines]


def _print_lines(console: "Console", row: WagerOdds, part: "PartFigure") -> None:
    alone = len(row.figures.parts) == 1
    title = "" if alone else f"{w.part_title(row.game, part.wager)}: {_share(row, part)}"
    rows = []
    for line in part.lines:
        pays = w.short(row.game, line.pay) if console.width < WIDE else w.pays(row.game, line.pay)
        chance = w.chance(line.probability), w.one_in(line.probability)
        rows.append((w.line(row.game, part.wager, line.hand), pays, *chance, w.signed(line.value)))
    rest = no_line(w.default_rules(row.game), part)
    value = part.ev - sum((line.value for line in part.lines), Fraction(0))
    if rest:
        rows.append(("everything else", "loses" if alone else "", w.chance(rest), w.one_in(rest), w.signed(value)))
    head = ("hand", "pays", _probability(console), "", "value")
    columns = fitting_columns(head, rows, console.width, (3, 4, 1))
    total = [("all together", "", "", "", w.signed(part.ev))] if 4 in columns else []
    _print_table(console, title, head, [*rows, *total], columns, bold=len(total))


def _probability(console: "Console") -> str:
    return "chance" if console.width < NARROW else "probability"


def fitting_columns(
    head: tuple[str, ...], rows: Sequence[tuple[str, ...]], width: int, spared: tuple[int, ...]
) -> tuple[int, ...]:
    """The columns that fit on the screen in full; those that can be spared go one after the other."""
    columns = tuple(range(len(head)))
    for gone in (*spared, None):
        if sum(max(len(line[i]) for line in (head, *rows)) + 3 for i in columns) + 1 <= width or gone is None:
            break
        columns = tuple(i for i in columns if i != gone)
    return columns


def _print_table(
    console: "Console",
    title: str,
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    columns: tuple[int, ...],
    *,
    left: tuple[int, ...] = (0,),
    bold: int = 0,
) -> None:
    """These columns of the rows, the last `bold` rows in bold."""
    from rich import box
    from rich.table import Table

    fits = sum(max(len(line[i]) for line in (head, *rows)) + 3 for i in columns) + 1 <= console.width
    table = Table(title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for i in columns:
        table.add_column(head[i], justify="left" if i in left else "right", no_wrap=fits or i > 0)
    for place, cells in enumerate(rows):
        style = "bold" if place >= len(rows) - bold else ""
        table.add_row(*(cells[i] for i in columns), style=style)
    console.print(table)


def _share(row: WagerOdds, part: "PartFigure") -> str:
    same = next(wagers for _, wagers in alike(row) if part.wager in wagers)
    bet = "" if len(same) < 3 else ", on average at risk " + f"{float(part.at_risk):.4f}"
    return f"expected value {w.signed(part.ev)}{bet}"


# --- the distribution -----------------------------------------------------------------------------------------------


def _print_distribution(console: "Console", row: WagerOdds) -> None:
    results = grouped(row.figures.distribution, MOST_RESULTS)
    full, thin = ("█", "▏") if console.encoding.startswith("utf") else ("#", "|")
    labels = [w.net(low) if low == high else f"{w.net(low)} to {w.net(high)}" for low, high, _ in results]
    rows = [(label, w.chance(chance), w.one_in(chance)) for label, (_, _, chance) in zip(labels, results, strict=True)]
    head = ("net", _probability(console), "", "")
    columns = fitting_columns(head, [(*line, "#" * SHORTEST_BAR) for line in rows], console.width, (2, 3))
    used = sum(max(len(line[i]) for line in (head, *rows)) + 3 for i in columns if i < 3) + 4
    longest = min(LONGEST_BAR, max(SHORTEST_BAR, console.width - used))
    highest = max(chance for _, _, chance in results)
    bars = [full * round(chance / highest * longest) or thin for _, _, chance in results]
    drawn = [(*line, bar) for line, bar in zip(rows, bars, strict=True)]
    _print_table(console, "Net results", head, drawn, columns, left=(3,))
