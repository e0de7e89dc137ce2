"""How the house does an act by itself: the act of a duty, with what only the shell knows (cards, counts, the depth of a
cut, what the meters read)."""

from collections.abc import Callable, Sequence
from typing import cast

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.table import actions as a
from pitboss.table.definition import Target
from pitboss.table.duties import Duty
from pitboss.table.examples import chips_of, middle
from pitboss.table.flow import targets_due
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out

Draw = Callable[[int, Sequence[Target]], tuple[Card, ...]]
"""draw(deck, targets): the cards for these deliveries."""


class Task(Struct, frozen=True, gc=False):
    """A duty at a table, and what the shell brings to it."""

    rules: Rules
    state: State
    due: Duty
    draw: Draw
    meters: a.Readings


def plain(task: Task) -> a.AnyAction:
    """An act that needs nothing but the number of its deck, if any."""
    do, deck = task.due.do, task.due.deck
    # A duty names the class of its act; that every such class belongs to the union of acts, types cannot say.
    return cast("a.AnyAction", do(deck) if deck else do())


def with_meters(task: Task) -> a.AnyAction:
    return cast("a.AnyAction", task.due.do(meters=task.meters))


def deal(task: Task) -> a.AnyAction:
    return a.DealCards(task.draw(task.state.deck, [target for target, _ in targets_due(task.rules, task.state)]))


def shuffle(task: Task) -> a.AnyAction:
    return a.ShuffleCards(task.due.deck, device=task.state.shuffler == "working")


def cut(task: Task) -> a.AnyAction:
    return a.CutCards(middle(task.rules), task.due.deck)


def device_count(task: Task) -> a.AnyAction:
    return a.DeviceCountsCards(task.rules.deck_size, task.due.deck)


def take_wagers(task: Task) -> a.AnyAction:
    return a.TakeWagers(task.due.wager, chips_of(task.rules, task.state, task.due.wager))


def count_stub(task: Task) -> a.AnyAction:
    return a.CountStub(task.rules.deck_size - len(cards_out(task.state)))


def settle_hand(task: Task) -> a.AnyAction:
    return a.SettleHand(task.due.seat, meters=task.meters)
