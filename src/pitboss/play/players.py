"""House players: they fill the other positions of a practice table.

Their play is *simple*, not optimal: a game brings a few rules of thumb that a person could remember. At a game that
brings none they play the solved strategy, where the caller has one, or the first choice offered. They know only what
anybody in their seat may know, their own `view` of the table and the `offers` made to them.
"""

from collections.abc import Callable, Sequence

from pitboss.cards.deck import UNKNOWN
from pitboss.games import game
from pitboss.rulebook.book import book
from pitboss.table import actions as a
from pitboss.table.offers import Offer
from pitboss.table.views import View

NAMES = ("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal")
"""Who sits at the other positions."""

Solved = Callable[[View, int], str]
"""The best choice of a position by the view of its player; empty where none is known."""


def wagers(view: View, offers: Sequence[Offer]) -> tuple[a.PlaceWager, ...]:
    """The compulsory wagers at the table's minimum, in the order in which the game wants them."""
    (seat,) = view.mine
    least = {o.example.wager: o.minimum for o in offers if isinstance(o.example, a.PlaceWager) and o.minimum}
    compulsory = [w for w in book(view.game).wagers if w.compulsory]
    amount = max((least[w.id] for w in compulsory if w.id in least), default=0)
    return tuple(a.PlaceWager(seat, w.id, amount) for w in compulsory) if amount else ()


def decision(view: View, offers: Sequence[Offer], solved: Solved | None = None) -> a.Decide | None:
    """The decision this player takes now, or None where none is asked of him."""
    asked = next((o for o in offers if isinstance(o.example, a.Decide)), None)
    if asked is None or not isinstance(asked.example, a.Decide):
        return None
    number = asked.example.seat
    choice = _choice(view, number, solved) if UNKNOWN not in view.seats[number - 1].cards else ""
    return a.Decide(number, choice if choice in asked.values else asked.values[0])


def _choice(view: View, number: int, solved: Solved | None) -> str:
    thumb = game(view.game).house_player
    if thumb is not None:
        return thumb(view.seats[number - 1].cards, tuple(c for c in view.community if c != UNKNOWN))
    return solved(view, number) if solved else ""
