"""How a round can end for one player, and in how many of all deals it ends so. Counting knows no payment: an ending
only lists the wagers at risk with their cells, and `figures` settles it with the table's own rules."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.table.cells import Cell

Pack = tuple[tuple[Card, int], ...]
"""The contents of a deck: card → how many. The oracle's packs are smaller than the rulebook's."""


class EndingPart(NamedTuple):
    """One wager of an ending."""

    wager: str
    times: int
    """What is finally at risk, as a multiple of the base; 0 for an envy bonus, which nobody wagers."""
    cell: Cell
    other: bool = False
    """Another player's wager, settled before: it pays this player nothing, but it may lower a meter."""


Ending = tuple[EndingPart, ...]
"""The wagers in the order of settlement."""


class Tally(Struct, frozen=True):
    """Endings and their counts. Counts are whole numbers of equally likely deals."""

    endings: dict[Ending, int]

    @property
    def total(self) -> int:
        """How many deals were counted."""
        return sum(self.endings.values())


def tally(pairs: Iterable[tuple[Ending, int]]) -> Tally:
    """Adds up equal endings; those that never happen are left out."""
    found: dict[Ending, int] = {}
    for ending, count in pairs:
        if count:
            found[ending] = found.get(ending, 0) + count
    return Tally(found)
