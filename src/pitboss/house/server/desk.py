"""What every route and socket of the server works with."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pitboss.house.audit.auditor import Auditor
from pitboss.house.audit.holding import HoldKeeper
from pitboss.house.coaching.afterwards import Afterwards
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.coaching.figuring import Figuring
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.money.accounts import Accounts, accounts_of
from pitboss.house.people.accounts import Person
from pitboss.house.people.directory import People
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.house.processes.membership import Membership
from pitboss.house.processes.news_reader import NewsReader
from pitboss.house.schooling.examining import Examining
from pitboss.house.schooling.teaching import Teaching
from pitboss.house.server.guests import Guests
from pitboss.house.server.hosts import Hosts
from pitboss.house.server.limits import Limits
from pitboss.house.server.metrics import ServerFigures
from pitboss.house.server.origins import Origins
from pitboss.house.server.rooms import AWAY, Room
from pitboss.house.server.shared import Shared
from pitboss.house.settings import Settings
from pitboss.messages.people import OwnSeat
from pitboss.table.refusals import RefusedAct, refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection


class Desk:
    """The house with everything the server adds: rooms of viewers, limits, figures."""

    def __init__(self, house: House, people: People, settings: Settings, limits: Limits, *, port: int) -> None:
        """`port` is the one on which the house really listens."""
        self.house, self.people, self.settings = house, people, settings
        self.hosts = Hosts(settings.host, settings.host_names, settings.origins)
        self.origins = Origins(settings.host, port, settings.origins, self.hosts)
        self.limits = limits
        self.guests = Guests(limits.guests, limits.guests_at_once, people.still, house.clock)
        self.figures = ServerFigures(self._figures, lambda: self.holding.figures())
        self.closing = False
        self.shared: Shared | None = None
        """The other processes of the house, where it has several."""
        self.rooms: dict[int, Room] = {}
        self.chips = asyncio.Lock()
        """Held while somebody's practice chips are counted and topped up."""
        self.table_opened: list[Callable[[LiveTable], None]] = []
        """Called with every table that is opened while the house runs."""
        self._told = set(house.tables)
        """The tables that everybody here knows of."""
        self.auditor = Auditor()
        self.holding = HoldKeeper(house.clock)
        self.glancing = HoldKeeper(house.clock)
        """The same of the stretch of time that the floor looks at."""
        self.reviewer = Auditor()
        self.teaching = Teaching(lambda: self.closing)
        self.examining = Examining(house, self.teaching)
        self.figuring = Figuring(lambda: self.closing)
        self.kept: defaultdict[str, dict[Any, Any]] = defaultdict(dict)
        """What was made once and is sent again: drawings, words, odds, the document of the API."""
        self.coach = Coaching(settings.coach == "on", lambda: self.closing, house.clock())
        self.afterwards = Afterwards(self.coach.on, self.coach.advisor, self.figuring)
        with house.engine.connect() as conn:
            for table in house.tables.values():
                self.room(table).remember(conn)
                self.coach.follow(table)
        self.table_opened.append(self.coach.follow)
        house.table_listeners.append(self.opened)
        house.away_listeners.append(self._away)
        house.meter_listeners.append(self._meters_moved)
        people.on_end.append(self._session_ended)

    def share(self, membership: Membership) -> None:
        """This process is one of several that are the house."""
        self.people.shared = True
        news_reader = NewsReader(self.house, self.people)
        membership.on_rejoin = self.people.look_again
        self.shared = Shared(self, membership, news_reader)

    def table(self, number: int) -> LiveTable:
        """The open table of this number."""
        found = self.house.tables.get(number)
        if found is None and self.shared is not None:
            self.shared.require_here(number)
        if found is None:
            raise refuse("no_table", "there is no such table", given=number, allowed="a number from /api/v1/tables")
        return found

    def permits(self, session: Session | None, operation: str, **more: Any) -> Session:
        """The session, where whoever it is of may do this."""
        refusal = permit(session, operation, self.house.clock(), **more)
        if refusal is not None:
            raise RefusedAct(refusal)
        assert session is not None
        return session

    def seats_here(self, handle: str) -> list[OwnSeat]:
        """Somebody's seats at the tables of this process."""
        return [
            OwnSeat(table=table.fixed.chain, seat=seat.number)
            for table in self.house.tables.values()
            for seat in table.now.state.seats
            if seat.player == handle
        ]

    async def seats(self, handle: str) -> list[OwnSeat]:
        """Somebody's seats in the house."""
        elsewhere = await self.shared.seats_elsewhere(handle) if self.shared is not None else []
        return sorted([*self.seats_here(handle), *elsewhere], key=lambda seat: (seat.table, seat.seat))

    def room(self, table: LiveTable) -> Room:
        chain = table.fixed.chain
        found = self.rooms.get(chain)
        if found is None or found.table is not table:
            found = self.rooms[chain] = Room(table, self.figures)
        return found

    def opened(self, table: LiveTable) -> None:
        """A table is there; told more than once, it is new once."""
        if table.fixed.chain in self._told:
            return
        self._told.add(table.fixed.chain)
        room = self.room(table)
        if table.now.tally is not None:  # taken over in the middle of a round
            with self.house.engine.connect() as conn:
                room.remember(conn)
        for each in self.table_opened:
            each(table)

    def _away(self, table: LiveTable) -> None:
        """Another process has the table: who looks at it comes back, and is passed on."""
        self._told.discard(table.fixed.chain)
        self.coach.watch.forget(table)
        room = self.rooms.pop(table.fixed.chain, None)
        for viewer in tuple(room.viewers) if room is not None else ():
            viewer.bye(*AWAY)

    async def read(self, question: "Callable[[Connection], Any]") -> Any:
        """Asks the store, in a thread."""

        def ask() -> Any:
            with self.house.engine.connect() as conn:
                return question(conn)

        return await asyncio.to_thread(ask)

    def chips_of(self, person: Person) -> int:
        """The chips he has: real ones, or of a guest practice chips."""
        return self.balance(person.handle, accounts_of(person.guest))

    def balance(self, handle: str, accounts: Accounts) -> int:
        return self.house.bank.balance(accounts.patron(handle))

    def close_sockets(self, code: str, message: str) -> None:
        for room in self.rooms.values():
            for viewer in tuple(room.viewers):
                viewer.bye(code, message)

    def chips_moved(self, handle: str) -> None:
        """The cage has moved somebody's chips: the tables at which he looks tell him."""
        for room in self.rooms.values():
            room.chips_moved(handle)

    def _meters_moved(self, table: LiveTable, meters: set[str]) -> None:
        for room in self.rooms.values():
            if room.table is not table:
                room.meters_moved(meters)

    def meters_elsewhere(self, meters: set[str]) -> None:
        """Another process has moved meters."""
        for room in self.rooms.values():
            room.meters_moved(meters)

    def _session_ended(self, session: Session) -> None:
        self.coach.ended(session)
        for room in self.rooms.values():
            for viewer in tuple(room.viewers):
                if viewer.session is not None and viewer.session.id == session.id:
                    viewer.bye("not_logged_in", "this session has ended")

    def _figures(self) -> dict[str, tuple[str, float]]:
        tables = self.house.tables.values()
        return {
            "pitboss_tables": ("Open tables.", len(self.house.tables)),
            "pitboss_tables_set_aside": (
                "Open tables at which nobody can play because their game failed.",
                sum(table.aside is not None for table in tables),
            ),
            "pitboss_store_failing": (
                "1 from when the store has failed to keep something until /readyz finds it well again.",
                int(self.house.writer.failing),
            ),
            "pitboss_viewers": ("Open sockets at tables.", sum(len(room.viewers) for room in self.rooms.values())),
            "pitboss_seats_taken": (
                "Positions with a player.",
                sum(bool(seat.player) for table in tables for seat in table.now.state.seats),
            ),
            **(self.shared.figures() if self.shared is not None else {}),
            "pitboss_store_commits_total": ("Commits of the store since the start.", self.house.writer.commits),
        }
