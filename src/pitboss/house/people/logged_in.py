"""The sessions that live, in memory: asking who somebody is costs no question to the store."""

import asyncio
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from pitboss.house.people import sessions
from pitboss.house.people.accounts import Person
from pitboss.house.people.sessions import Session
from pitboss.house.store.writer import Writer

TIDY = 60_000


class Live:
    """Follows the store: whatever is committed is said here at once, in the order of the commits."""

    def __init__(self, writer: Writer, clock: Callable[[], int]) -> None:
        self._writer, self._clock = writer, clock
        self._known: dict[bytes, Session] = {}
        self._loading = asyncio.Lock()
        self._tidied = 0
        self.loaded = False
        self.on_end: list[Callable[[Session], None]] = []

    async def load(self) -> None:
        """The live sessions as the store has them. Asked through the writer: then changes before and after it arrive
        here in the order in which they were committed."""
        if self.loaded:
            return
        async with self._loading:
            if not self.loaded:
                now = self._clock()
                found = await self._writer.write(lambda conn: sessions.alive(conn, now))
                before, self._known = self._known, {s.key: s for s in found if not s.person.disabled}
                self.loaded = True
                self._tell(session for key, session in before.items() if key not in self._known)

    async def look_for(self, key: bytes) -> Session | None:
        """A session that another process may have begun a moment ago."""
        now = self._clock()
        for found in await self._writer.write(lambda conn: sessions.alive(conn, now, key=key)):
            if not found.person.disabled:
                self.remember(found)
        return self.get(key)

    def doubt(self) -> None:
        """Whether the last change was kept is for the store to say: it is asked before the next use."""
        self.loaded = False

    def get(self, key: bytes) -> Session | None:
        session = self._known.get(key)
        if session is None or not session.expired(self._clock()):
            return session
        del self._known[key]
        return None

    def of(self, handle: str) -> list[Session]:
        now = self._clock()
        return [s for s in self._known.values() if s.person.handle == handle and not s.expired(now)]

    def by_id(self, session_id: str) -> Session | None:
        return next((s for s in self._known.values() if s.id == session_id and not s.expired(self._clock())), None)

    def remember(self, session: Session) -> None:
        now = self._clock()
        if now - self._tidied >= TIDY:
            self._tidied = now
            self._known = {key: s for key, s in self._known.items() if not s.expired(now)}
        self._known[session.key] = session

    def changed(self, person: Person) -> None:
        """The person's sessions go on with the new roles."""
        for each in self.of(person.handle):
            self._known[each.key] = replace(each, person=person)

    def forget(self, ended: Iterable[Session]) -> None:
        self._tell([session for session in ended if self._known.pop(session.key, None) is not None])

    def _tell(self, ended: Iterable[Session]) -> None:
        for session in ended:
            for tell in self.on_end:
                tell(session)
