"""The coach of a house: it follows every table, and answers those who ask."""

from collections.abc import Callable, Iterable

from pitboss.house.coaching.advising import Advisor, CoachedDecision, asked
from pitboss.house.coaching.watching import Decision, Watch
from pitboss.house.live.table import LiveTable
from pitboss.house.people.sessions import Session
from pitboss.table.people import as_player
from pitboss.table.refusals import refuse
from pitboss.table.views import view


class Coaching:
    """`on` is the operator's switch: off, nothing is followed and nobody is answered."""

    def __init__(self, on: bool, closing: Callable[[], bool], since: int = 0) -> None:
        """`since`: when it begins to count what people decide."""
        self.on, self.since = on, since
        self.advisor = Advisor(closing)
        self.watch = Watch(self.advisor)

    def follow(self, table: LiveTable) -> None:
        if self.on:
            self.watch.follow(table)

    def prepare(self, tables: Iterable[LiveTable]) -> None:
        """Somebody has opened a page: soon he will be asked to decide something."""
        if self.on:
            for table in tables:
                self.advisor.prepare(table.now.rules)

    def decided(self, table: LiveTable, handle: str, seat: int) -> Decision:
        """What this person decided last at this table, from this position; refuses where that is not known."""
        self._on()
        made = self.watch.last(handle, table.fixed.chain, seat)
        if made is None:
            raise refuse("nothing_decided", "nothing that you decided here is known", given=seat)
        return made

    def _on(self) -> None:
        if not self.on:
            raise refuse("coach_off", "this house has no coach", allowed='the operator can switch it on: coach = "on"')

    def spot(self, table: LiveTable, handle: str, seat: int) -> CoachedDecision:
        """The decision before this person at his position; refuses where there is none."""
        self._on()
        now = table.now
        seats = now.state.seats
        if not 1 <= seat <= len(seats) or seats[seat - 1].player != handle:
            raise refuse("not_your_seat", "this position is not yours", given=seat, allowed="your own position")
        seen = view(now.rules, now.state, as_player(handle))
        if not asked(now.rules, seen, seat):
            raise refuse(
                "nothing_to_decide", "this position has nothing to decide now", given=seen.step or "between rounds"
            )
        self.watch.coached.add(handle)
        return CoachedDecision(now.rules, seen, seat)

    def ended(self, session: Session) -> None:
        """What he decided stays until others need the room: he may be logged in elsewhere."""
        self.watch.coached.discard(session.person.handle)
