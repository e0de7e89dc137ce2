"""The table as somebody sees it, in words on a screen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import place_words, sentence
from pitboss.table.rules import Rules
from pitboss.table.views import View
from pitboss.wording import things as w
from pitboss.wording.cards_art import in_line

if TYPE_CHECKING:
    from rich.console import Console


def table_seen(console: "Console", rules: Rules, seen: View, *, since_start: bool = False) -> None:
    """Every position with a player, the dealer and the meters; `since_start` adds what each has won since sitting
    down."""
    columns = ("", "Position", "Wagers", "Cards", "", *["Since start"] * since_start)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        grid.add_column(column, justify="right" if column == "Since start" else "left", overflow="fold")
    for seat in seen.seats:
        if seat.player:
            wagers = [f"{w.wager(rules, x)} {dollars(c)}" for x, c in seat.wagers.items()]
            wagers += [f"{w.wager(rules, x)} (lammer)" for x in seat.lammers]
            row = (
                "",
                f"{seat.number} {seat.player}",
                "\n".join(wagers),
                in_line(rules.deck, seat.cards),
                seat.standing,
            )
            grid.add_row(*row, *[dollars(seat.net)] * since_start)
    console.print(grid)
    for said in elsewhere(rules, seen):
        console.print(Padding(said, (0, 0, 0, 2)))


def elsewhere(rules: Rules, seen: View) -> Iterator[Text]:
    """What lies in the middle and at the dealer, and what the meters show."""
    third = sentence(place_words(rules.book, "box").removeprefix("the "))
    for label, cards in (("Dealer", seen.dealer), ("Community", seen.community), (third, seen.box)):
        if cards:
            yield Text(f"{label}: ").append(in_line(rules.deck, cards))
    for name, cents in seen.meters.items():
        yield Text(f"The {name} meter shows {dollars(cents)}.")
