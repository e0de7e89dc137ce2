"""Requests that come again: under the same id something is done once, and answered as it was then. A table remembers
the last ids itself; the trail remembers all of them."""

from collections import OrderedDict

from pitboss.house.live.recall import IdRecall
from pitboss.house.live.request import Subject, TableRequest, odd_id
from pitboss.house.trail.asked import reused
from pitboss.house.trail.rows import person_of
from pitboss.messages.base import Done
from pitboss.table.refusals import Refusal

IDS_REMEMBERED = 1000
"""How many acts a table remembers by the ids their clients gave them, half a kilobyte each; older ones are in the
trail, which is asked before anything is refused under an id that may be one of them."""


class KnownIds:
    """The ids under which people have done something at a table."""

    def __init__(self, *, forgotten: bool) -> None:
        self.forgotten = forgotten
        """Whether there may be ids that only the trail remembers."""
        self._known: OrderedDict[tuple[str, str], tuple[int, Subject | None]] = OrderedDict()
        """Who, by which id -> the row, and what was asked; None where only the trail knows that."""

    def remember(self, by: str, act_id: str, row: int, asked: Subject | None) -> None:
        self._known[person_of(by), act_id] = (row, asked)
        if len(self._known) > IDS_REMEMBERED:
            self._known.popitem(last=False)
            self.forgotten = True

    def before(self, request: TableRequest) -> Done | Refusal | IdRecall | None:
        """What this id led to before; None where it is new, as far as is remembered here."""
        act_id = request.act_id
        if act_id is None:
            return None
        odd = odd_id(act_id)
        if odd is not None:
            return odd
        found = self._known.get((person_of(request.asker), act_id))
        if found is None:
            return None
        row, asked = found
        if asked is None:
            return IdRecall(reused(act_id))
        return Done(row, again=True) if asked == request.subject else reused(act_id)
