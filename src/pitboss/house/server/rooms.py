"""The viewers of one table. Each change is put into words once for everybody who may hear the same."""

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.house.live.faults import brought, contained, set_aside
from pitboss.house.live.sheet import Sheet
from pitboss.house.server.wire import Frame
from pitboss.house.trail.bodies import ActDone, Body
from pitboss.messages.socket import Meters
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.house.live.now import Change
    from pitboss.house.live.table import LiveTable
    from pitboss.house.people.sessions import Session
    from pitboss.house.server.metrics import Figures

MISSED = 500
"""How many rows are told again to somebody who comes back; whoever missed more looks at the view."""

Whos = tuple[str, ...]
"""A person in each of the roles in which he sees the table; the first is how he sees it."""


class Viewing(Protocol):
    """Somebody at a socket."""

    session: "Session | None"

    def whos(self) -> Whos | None: ...
    def push(self, frame: Frame) -> None: ...
    def bye(self, code: str, message: str) -> None: ...


class Room:
    def __init__(self, table: "LiveTable", figures: "Figures") -> None:
        self.table = table
        self.viewers: dict[Viewing, None] = {}
        self._figures = figures
        self._recent: deque[tuple[int, Body]] = deque(maxlen=MISSED)
        table.listeners.append(self._changed)

    def since(self, number: int) -> list[Body] | None:
        """What happened after this row, as far as it is remembered here; None where more happened than that."""
        now = self.table.now.number
        missed = now - number
        if missed <= 0:
            return []
        if missed > len(self._recent):
            return None
        return [body for row, body in self._recent if row > number]

    def round_at(self, number: int) -> list[Body] | None:
        """What happened in the round of this row up to it, as far as it is remembered here; None where its opening is
        not."""
        found: list[Body] = []
        for row, body in reversed(self._recent):
            if row <= number:
                found.append(body)
                if isinstance(body, ActDone) and any(type(event) is e.RoundOpened for event in body.events):
                    return found[::-1]
        return None

    def before(self, number: int) -> list[e.AnyEvent]:
        """The events of the round that went on before this row, as far as they are remembered here."""
        bodies = self.round_at(number - 1) or ()
        return [event for body in bodies if isinstance(body, ActDone) for event in body.events]

    def _changed(self, table: "LiveTable", change: "Change") -> None:
        for row, body in zip(change.rows, change.bodies, strict=True):
            self._recent.append((row.number, body))
        if change.ended is not None:
            self._figures.rounds[table.now.rules.game.id] += 1
        if self.viewers:
            self._tell(change.bodies, tuple(self.viewers), change.rows[0].number if change.rows else 0)
        if not table.open:
            for viewer in tuple(self.viewers):
                viewer.bye("table_closed", "the table is closed")

    def unseen(self, error: Exception) -> None:
        """The view of a brought game's table cannot be made: whoever looks at it is told so, and goes."""
        table = self.table
        if not brought(table):
            raise error
        said = set_aside(table, error)
        if table.aside is not None:
            table.aside.unseen = True
        for viewer in tuple(self.viewers):
            viewer.bye(said.code, said.message)

    def _tell(self, bodies: list[Body], viewers: Sequence[Viewing], first: int = 0) -> None:
        """Tells them what these rows say, the first of them by number, and how the table is now."""
        try:
            self._push(Sheet(self.table, bodies, lambda: self.before(first)), viewers)
        except BaseException as error:
            self.unseen(contained(error))

    @staticmethod
    def _push(sheet: Sheet, viewers: Sequence[Viewing]) -> None:
        frames: dict[Whos, Frame] = {}
        for viewer in viewers:
            whos = viewer.whos()
            if whos is None:
                continue
            frame = frames.get(whos)
            if frame is None:
                frame = frames[whos] = Frame(sheet.change(whos[0], whos[1:]))
            viewer.push(frame)

    def chips_moved(self, handle: str) -> None:
        """Somebody's chips became more or fewer elsewhere: whoever he is here is told anew how the table is for him."""
        own = [each for each in self.viewers if each.session is not None and each.session.person.handle == handle]
        if own:
            self._tell([], own)

    def meters_moved(self, meters: set[str]) -> None:
        """Meters of this table that another table feeds."""
        if not self.viewers:
            return
        fixed, bank = self.table.fixed, self.table.house.bank
        own = [meter.name for meter in self.table.now.rules.terms.meters if fixed.meter(meter.name) in meters]
        if not own:
            return
        shown = {name: bank.reading(fixed.meter(name)) // MICRO for name in own}
        frame = Frame(msgspec.json.encode(Meters(shown)))
        for viewer in tuple(self.viewers):
            viewer.push(frame)
