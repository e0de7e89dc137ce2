"""What somebody asks of a table, and what he is answered."""

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from pitboss.messages.base import LONGEST_ID, Done
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.now import Change
    from pitboss.house.live.table import LiveTable

Answer = Done | Refusal

NOTHING_DUE = Refusal("nothing_due", "nothing is due now")
"""Between the house and its own staff; people never hear it."""


def odd_id(act_id: str) -> Refusal | None:
    """Why this is no id, or None."""
    if 1 <= len(act_id) <= LONGEST_ID and act_id.isprintable():
        return None
    allowed = f"1 to {LONGEST_ID} printable characters"
    return Refusal("act_id", "an act needs an id of its own", given=act_id[:LONGEST_ID], allowed=allowed)


class Reply(Protocol):
    """Who waits for an answer: a future, or somebody who is told at once."""

    def done(self) -> bool: ...
    def set_result(self, answer: Answer, /) -> None: ...
    def set_exception(self, error: BaseException, /) -> None: ...


Asked = a.AnyAction | tuple[str | int, ...]
"""What is compared where an id comes again: the act itself, or the request's name and its values."""


class TableRequest(Struct, frozen=True):
    """Waits in the table's lane. Everything is looked at when its turn comes, on the table as it is then."""

    by: str
    """Whose id it is; who does it in the end is for `permit` to say."""
    act_id: str | None

    @property
    def asked(self) -> Asked:
        raise NotImplementedError

    def is_due(self, table: "LiveTable") -> bool:
        """Whether the reason for it is still there."""
        return True

    def permit(self, table: "LiveTable") -> str | Refusal:
        """Who does it, as the trail writes it, or why he may not."""
        return self.by

    def decide(self, table: "LiveTable", by: str) -> "Change | Refusal":
        """What it makes of the table, by the rules and the books; nothing has happened yet."""
        raise NotImplementedError
