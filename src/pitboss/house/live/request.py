"""What somebody asks of a table, and what he is answered."""

from abc import ABCMeta, abstractmethod
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, StructMeta

from pitboss.messages.base import LONGEST_ID, Done
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.now import TableChange
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


Subject = a.AnyAction | tuple[str | int, ...]
"""What is compared where an id comes again: the act itself, or the request's name and its values."""


class _Abstract(StructMeta, ABCMeta):
    """Makes structures that leave something to their subclasses."""


class TableRequest(Struct, frozen=True, metaclass=_Abstract):
    """Waits in the table's lane. What concerns the table is looked at when its turn comes, as the table is then."""

    asker: str
    """Who asks, and whose id it is; in which of his roles he does it `permit` says."""
    act_id: str | None

    @property
    @abstractmethod
    def subject(self) -> Subject:
        """What is compared where the id comes again."""

    def is_due(self, table: "LiveTable") -> bool:
        """Whether the reason for it is still there."""
        return True

    def permit(self, table: "LiveTable") -> str | Refusal:
        """Who does it, as the trail writes it, or why he may not."""
        return self.asker

    @abstractmethod
    def change(self, table: "LiveTable", by: str) -> "TableChange | Refusal":
        """What it makes of the table, by the rules and the books; nothing has happened yet."""
