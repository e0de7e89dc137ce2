"""From what the search has chosen to records and sentences."""

from pitboss.lab.design.result import Design, DesignedTable
from pitboss.lab.design.start import StartTable
from pitboss.lab.design.targets import DesignTargets
from pitboss.odds.figures import Figures
from pitboss.odds.request import base_of, family_of
from pitboss.rulebook.pays import Pay


def lines_changed(number: int) -> str:
    """As "2 lines changed"."""
    return "no line changed" if number == 0 else "one line changed" if number == 1 else f"{number} lines changed"


def amounts(any_amount: bool) -> str:
    """What the search lets a line pay, in a sentence."""
    return "Lines pay any whole number." if any_amount else "Lines pay whole numbers that tables print."


def as_design(
    table: StartTable,
    targets: DesignTargets,
    made: tuple[DesignedTable, ...],
    said: str,
    tried: int,
    solved: int,
    began: Figures | None,
) -> Design:
    """What is handed out: what was asked for and what was found. `began` are the figures of the table that is there."""
    row = table.row
    game = row.rules.game.id
    titles = {w.family: w.title for w in row.rules.book.wagers}
    return Design(
        game=game,
        wager=row.wager,
        title=titles.get(row.wager, "Main game"),
        family=family_of(game, row.wager),
        base=base_of(game, row.wager),
        paytable=row.paytable,
        stake=row.stake,
        players=row.players,
        targets=targets,
        now=None if began is None else DesignedTable(table.as_lines(table.before), (), began),
        tables=made,
        search=said,
        tried=tried,
        solved=solved,
    )


def pays_of(table: StartTable, chosen: tuple[int, ...]) -> tuple[Pay | None, ...]:
    """What every line pays."""
    return tuple(each.choices[n] for each, n in zip(table.lines, chosen, strict=True))


def designed(table: StartTable, chosen: tuple[int, ...], found: Figures) -> DesignedTable:
    """A table with its figures, and what is new in it."""
    pays = pays_of(table, chosen)
    every = zip(table.lines, table.before, pays, strict=True)
    changed = tuple(each.line.hand for each, before, pay in every if before != pay)
    return DesignedTable(table.as_lines(pays), changed, found)
