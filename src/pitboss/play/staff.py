"""The automatic staff: which acts software may perform by itself, and how a duty becomes an act."""

from collections.abc import Callable, Sequence
from typing import cast

from pitboss.cards.deck import Card
from pitboss.table import actions as a
from pitboss.table.definition import Target
from pitboss.table.duties import Duty
from pitboss.table.flow import targets_due
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out

STAFF_ACTS: frozenset[type[a.Action]] = frozenset(
    {
        a.ReceiveCards, a.InspectCards, a.VerifyCards, a.SpreadCards, a.LookAtCards, a.WashCards, a.StackCards,
        a.ShuffleCards, a.DeviceCountsCards, a.CutCards, a.OpenRound, a.TakeWagers, a.DealCards, a.RemoveStub,
        a.CountStub, a.CollectFolded, a.ShowCards, a.PostContributions, a.SettleHand, a.SettleTable, a.ClearTable,
        a.RemoveDeck,
    }
)  # fmt: skip
"""Everything the staff do except announcing "no more bets" and ruling on disputes."""


def fulfil(
    rules: Rules,
    state: State,
    due: Duty,
    draw: Callable[[int, Sequence[Target]], tuple[Card, ...]],
    meters: a.Readings,
) -> a.AnyAction:
    """The act of a duty with what only the shell knows: cards, counts, the depth of a cut, what the meters read."""
    if due.do is a.DealCards:
        return a.DealCards(draw(state.deck, [target for target, _ in targets_due(rules, state)]))
    if due.do is a.ShuffleCards:
        return a.ShuffleCards(due.deck, device=state.shuffler == "working")
    if due.do is a.CutCards:
        return a.CutCards(rules.deck_size // 2, due.deck)
    if due.do is a.DeviceCountsCards:
        return a.DeviceCountsCards(rules.deck_size, due.deck)
    if due.do is a.TakeWagers:
        place = rules.index[due.wager]
        return a.TakeWagers(due.wager, sum(1 for s in state.playing if s.stakes[place]))
    if due.do is a.CountStub:
        return a.CountStub(rules.deck_size - len(cards_out(state)))
    if due.do is a.SettleHand:
        return a.SettleHand(due.seat, meters=meters)
    if due.do in (a.PostContributions, a.SettleTable):
        return due.do(meters=meters)
    # A duty names the class of its act; that every such class belongs to the union of acts, types cannot say.
    return cast("a.AnyAction", due.do(due.deck) if due.deck else due.do())
