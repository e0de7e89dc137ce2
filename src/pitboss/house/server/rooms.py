"""The viewers of one table. Each change is put into words once for everybody who may hear the same."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.house.live.faults import brought, contained, set_aside
from pitboss.house.live.sheet import Sheet
from pitboss.house.server.wire import Frame
from pitboss.house.trail.bodies import ActDone, Body, decode
from pitboss.house.trail.rows import read
from pitboss.messages.socket import Meters
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pitboss.house.live.now import TableChange
    from pitboss.house.live.table import LiveTable
    from pitboss.house.people.sessions import Session
    from pitboss.house.server.metrics import ServerFigures

MISSED = 500
"""How many rows are told again to somebody who comes back; whoever missed more looks at the view."""

AWAY = ("moved", "the table goes on elsewhere; come back with after=seq")
"""What viewers are told when another process has their table: its code, and the sentence."""

Numbered = tuple[int, Body]
"""A row of the trail by its number, and what it says."""

Whos = tuple[str, ...]
"""A person in each of the roles in which he sees the table; the first is how he sees it."""


class Viewing(Protocol):
    """Somebody at a socket."""

    session: "Session | None"
    language: str

    def whos(self) -> Whos | None: ...
    def push(self, frame: Frame) -> None: ...
    def bye(self, code: str, message: str) -> None: ...


def from_trail(conn: "Connection", chain: int, after: int, until: int) -> list[Numbered]:
    """The rows of a table after one and up to another, as the room remembers them: at most so many, the latest."""
    return [(row.number, decode(row)) for row in read(conn, chain, max(0, after, until - MISSED), until)]


def of_round(rows: Sequence[Numbered], number: int) -> list[Body] | None:
    """Of these rows those of the round that went on at this one, up to it; None where its opening is not among them."""
    found: list[Body] = []
    for row, body in reversed(rows):
        if row <= number:
            found.append(body)
            if isinstance(body, ActDone) and any(type(event) is e.RoundOpened for event in body.events):
                return found[::-1]
    return None


def events_of(bodies: Iterable[Body]) -> list[e.AnyEvent]:
    """What was done at the table."""
    return [event for body in bodies if isinstance(body, ActDone) for event in body.events]


class Room:
    def __init__(self, table: "LiveTable", figures: "ServerFigures") -> None:
        self.table = table
        self.viewers: dict[Viewing, None] = {}
        self._figures = figures
        self._recent: deque[Numbered] = deque(maxlen=MISSED)
        table.listeners.append(self._changed)

    def enter(self, viewer: Viewing) -> None:
        """He hears every change from now on, and is known to be here."""
        self.viewers[viewer] = None
        if viewer.session is not None:
            self.table.presence.came(viewer.session.person.handle)

    def leave(self, viewer: Viewing) -> None:
        """His socket is closed."""
        if viewer not in self.viewers:
            return
        del self.viewers[viewer]
        if viewer.session is not None:
            self.table.page_closed(viewer.session.person.handle)

    def remember(self, conn: "Connection") -> None:
        """Reads the round that goes on from the trail, where the house was started in its middle."""
        now = self.table.now
        if now.tally is not None and not self._recent:
            self._recent.extend(from_trail(conn, self.table.fixed.chain, now.tally.first - 1, now.number))

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
        return of_round(self._recent, number)

    def before(self, number: int) -> list[e.AnyEvent]:
        """The events of the round that went on before this row, as far as they are remembered here."""
        return events_of(self.round_at(number - 1) or ())

    def _changed(self, table: "LiveTable", change: "TableChange") -> None:
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
        frames: dict[tuple[Whos, str], Frame] = {}
        for viewer in viewers:
            whos = viewer.whos()
            if whos is None:
                continue
            same = whos, viewer.language
            frame = frames.get(same)
            if frame is None:
                frame = frames[same] = Frame(sheet.change(whos[0], whos[1:], viewer.language))
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
