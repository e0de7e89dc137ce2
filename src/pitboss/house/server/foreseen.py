"""What would follow from an act that nobody has done yet. Of what would follow only what cannot be taken back is told,
and none of it names a card: whoever asks learns nothing that he may not see."""

from pitboss.house.live.supplies import bring
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_as
from pitboss.messages.work import Foreseen
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.engine import decide
from pitboss.table.refusals import Refusal
from pitboss.wording.events import sentence
from pitboss.wording.reader import Reader

GRAVE = (e.RoundVoided, e.HandVoided, e.DeckRemoved, e.WagersForfeited, e.PlayerAway)
"""What takes a deck off the table, or a round, a hand or wagers from those who play."""
_TOLD = (e.StubCounted, e.MatterRaised, e.DeviceFailed, e.ShuffleOrdered, *GRAVE)


def foreseen(table: LiveTable, person: Person, action: a.AnyAction, wanted: str | None) -> Foreseen | Refusal:
    """The same answer as if it were done, but nothing is."""
    now = table.now
    at = max(table.house.clock(), now.at)
    by = acting_as(person, action, wanted, now.rules, now.state, at)
    if isinstance(by, Refusal):
        return by
    brought = bring(table.fixed, now, action, table.readings())
    if isinstance(brought, Refusal):
        return brought
    events = decide(now.rules, now.state, a.Act(by, brought[0], at))
    if isinstance(events, Refusal):
        return events
    names = {seat.number: seat.player for seat in now.state.seats if seat.player}
    told = [event for event in events if isinstance(event, _TOLD)]
    words = [sentence(event, now.rules, Reader((), names)) for event in told]
    return Foreseen(any(isinstance(event, GRAVE) for event in told), words)
