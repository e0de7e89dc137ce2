"""What the automatic staff does: the next duty, or a run of them."""

from typing import TYPE_CHECKING

from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.now import TableChange
from pitboss.house.live.request import NOTHING_DUE, Subject, TableRequest
from pitboss.house.live.supplies import drawer, whole
from pitboss.play.staff import STAFF_ACTS, fulfil
from pitboss.table import actions as a
from pitboss.table.acts import ACTS
from pitboss.table.duties import Duty, duty
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable


class Duties(TableRequest, frozen=True):
    """The next duty. As a `run` what is due after it follows in the same transaction, each act with rows of its own,
    until a round is opened or ended or somebody else is waited for."""

    run: bool

    @property
    def subject(self) -> Subject:
        return "duties", self.run

    def is_due(self, table: "LiveTable") -> bool:
        return table.open

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        draft = table.draft()
        begun = False
        while not begun or (self.run and draft.goes_on):
            due = duty(draft.now.rules, draft.now.state, draft.at)
            if due is None or not _by_staff(table, due):
                break
            refusal = _fulfil(table, draft, due)
            if refusal is not None and not begun:
                return refusal
            if refusal is not None:
                break
            begun = True
        return draft.finished() if begun else NOTHING_DUE


def _by_staff(table: "LiveTable", due: Duty) -> bool:
    """Whether the automatic staff can do this now."""
    by_shoe = due.do is a.DealCards and table.fixed.cards == "feed"
    return not due.waits and due.do in STAFF_ACTS and not by_shoe


def _fulfil(table: "LiveTable", draft: ChangeDraft, due: Duty) -> Refusal | None:
    now, readings = draft.now, table.readings(draft)
    action = fulfil(now.rules, now.state, due, drawer(now), readings)
    places: tuple[int, ...] = ()
    if isinstance(action, a.DealCards):
        places = now.packs[now.state.deck].top(len(action.cards))[0]
    else:
        action = whole(table.fixed, now, action, readings)
    return draft.act(ACTS[due.do].usual, action, None, places=places, house="automatic")
