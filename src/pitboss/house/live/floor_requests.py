"""What the floor asks for at a table: chips for its tray, that it closes; and the house, that it is parked."""

from typing import TYPE_CHECKING

from pitboss.house.live.now import TableChange
from pitboss.house.live.request import Subject, TableRequest
from pitboss.house.money.accounts import FUNDS
from pitboss.house.money.entries import LARGEST
from pitboss.house.trail.bodies import Parked
from pitboss.rulebook.pays import dollars
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable


class ChipsRequest(TableRequest, frozen=True):
    """A fill of the inventory, or a credit where negative."""

    cents: int
    reason: str

    @property
    def subject(self) -> Subject:
        return "chips", self.cents, self.reason

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        cents, have = self.cents, table.inventory
        if cents == 0 or abs(cents) > LARGEST:
            return Refusal("amount", "not an amount", given=str(cents), allowed=f"1 to {LARGEST} cents")
        if have + cents < 0:
            allowed = f"up to {dollars(have)}"
            return Refusal(FUNDS, "the inventory does not hold this", given=dollars(-cents), allowed=allowed)
        draft = table.draft()
        draft.chips(cents, by, self.reason, self.act_id)
        return draft.finished()


class Close(TableRequest, frozen=True):
    """The table closes between rounds, when nothing lies on it; its inventory goes back to the cage."""

    reason: str

    @property
    def subject(self) -> Subject:
        return "close", self.reason

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        state = table.now.state
        wagers = any(any(seat.stakes) for seat in state.seats)
        if wagers or (state.step > 0 and table.step_name != "bets"):
            return Refusal("in_round", "a round is being played", given=table.step_name, allowed="between rounds")
        draft = table.draft()
        if table.inventory:
            draft.chips(-table.inventory, by, "the table closes")
        draft.close(by, self.reason, self.act_id)
        return draft.finished()


class Park(TableRequest, frozen=True):
    """The house parks the table, or takes it up again."""

    body: Parked

    @property
    def subject(self) -> Subject:
        return "park", self.body.what

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        draft = table.draft()
        draft.row("parked", by, self.body)
        return draft.finished()
