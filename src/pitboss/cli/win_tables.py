"""What a table wins, on the screen."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.lab.win.theory import BANDS, DROP_BAND, WinFigures
from pitboss.lab.win.words import how, how_alone
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import MAIN, wager_title

if TYPE_CHECKING:
    from rich.console import Console

RUIN = (0.5, 0.05, 0.01)


def print_win(console: "Console", found: WinFigures) -> None:
    from rich.padding import Padding
    from rich.text import Text

    model = found.model
    console.print(f"{book(model.terms.game).full_title}: what a table wins", style="bold underline")
    for line in how(found):
        console.print(Padding(Text(line, style="dim"), (0, 0, 0, 2), expand=False))
    _print(console, "Theoretical win an hour", _wagers(found), bold_last=True)
    _print(console, "Theoretical win", _periods(found))
    _print(console, "Where the win lies", _bands(found))
    _print(console, "Win against drop (COMAR 36.05.03.25)", _drop(found))
    console.print(Text("A player", style="bold"))
    console.print(Padding(Text(_player(found)), (0, 0, 1, 2), expand=False))
    console.print(Text("The house", style="bold"))
    console.print(Padding(Text(_house(found)), (0, 0, 0, 2), expand=False))
    for line in how_alone(found):
        console.print(Padding(Text(f"Note: {line}"), (0, 0, 0, 2), expand=False))


def _print(console: "Console", title: str, rows: Sequence[Sequence[str]], *, bold_last: bool = False) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    head, *others = rows
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if place else "left")
    for row in others:
        style = "bold" if bold_last and row is others[-1] else ""
        table.add_row(*(Text(cell, style=style) for cell in row))
    console.print(table)


def whole(cents: Fraction | float) -> str:
    """Whole dollars."""
    return dollars(round(float(cents) / 100) * 100)


def exact(cents: Fraction | float) -> str:
    """Dollars and cents."""
    said = dollars(round(cents))
    return said if "." in said else f"{said}.00"


def _wagers(found: WinFigures) -> list[list[str]]:
    rows = [["", "average", "of players", "at risk", "theoretical win"]]
    the_book = book(found.model.terms.game)
    for wager in found.wagers:
        title = "Main game" if wager.wager == MAIN else wager_title(the_book, wager.wager)
        share = f"{float(wager.share):.0%}"
        rows.append([title, dollars(wager.average), share, whole(wager.wagered), exact(wager.win)])
    risk = sum((wager.wagered for wager in found.wagers), Fraction(0))
    return [*rows, ["In all", "", "", whole(risk), exact(found.win)]]


def _periods(found: WinFigures) -> list[list[str]]:
    rows = [["", "hours", "theoretical win", "standard deviation", "the house loses"]]
    for period in found.periods:
        hours, loses = f"{float(period.hours):,.4g}", f"{period.loses:.2%}"
        rows.append([period.name, hours, whole(period.win), whole(period.deviation), loses])
    return rows


def _bands(found: WinFigures) -> list[list[str]]:
    rows = [["", *(f"{part:.0%} of them" for part in BANDS)]]
    for period in found.periods:
        rows.append([period.name, *(f"{whole(low)} to {whole(high)}" for low, high in period.bands.values())])
    return rows


def _drop(found: WinFigures) -> list[list[str]]:
    rows = [["", "drop", "theoretical win", "win to drop", "95% of them"]]
    for period in found.periods[1:]:
        low, high = (period.held(cents) for cents in period.bands[DROP_BAND])
        held = f"{period.held(period.win):.1%}"
        rows.append([period.name, whole(period.drop), whole(period.win), held, f"{low:.1%} to {high:.1%}"])
    return rows


def _player(found: WinFigures) -> str:
    model = found.model
    titles = [wager_title(book(model.terms.game), name) for name in model.makes]
    makes = f" and makes {', '.join(titles)}" if titles else " and makes no side wager"
    enough = ", ".join(f"{whole(found.bankroll_for(risk))} for {risk:.0%}" for risk in RUIN)
    return (
        f"who brings {dollars(model.bankroll)}, plays {float(model.sitting):g} hours{makes} cannot play on at some "
        f"point with a probability of {found.risk_of_ruin:.2%}: then he has less than the {exact(found.needed)} that "
        f"a round can cost him. The bankroll for such a sitting by the risk he takes: {enough}. Who plays on for ever "
        "against a house edge is ruined for certain."
    )


def _house(found: WinFigures) -> str:
    return (
        f"A float of {whole(found.float_needed)} is enough for a day with a probability of "
        f"{float(found.model.confidence):.4%}: further than that its win does not fall below its start, looked at "
        "after every round."
    )
