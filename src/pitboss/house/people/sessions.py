"""Sessions in the store: who is logged in. A token is shown once, to its owner; only its hash is kept, and neither is
ever in the trail, which has a digest of the hash. Every function takes the writer's connection, inside a change."""

import hashlib
import secrets
from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from pitboss.house.people.accounts import Person
from pitboss.house.store.schema import people, sessions
from pitboss.house.trail.rows import append

FRESH = 10 * 60_000
"""For how long after the password was given sensitive acts need no other confirmation."""
AGENT = 120
"""Characters kept of what a program says about itself."""


class Session(Struct, frozen=True, gc=False):
    """Somebody who is logged in, as of now. It holds nothing with which one could log in."""

    id: str
    person: Person
    created_at: int
    expires_at: int
    confirmed_at: int
    agent: str
    key: bytes
    """The hash of the token, by which the session is kept."""

    def expired(self, now: int) -> bool:
        return now >= self.expires_at

    def fresh(self, now: int) -> bool:
        """Whether the password was given so recently that it need not be given again. A clock that was set back
        proves nothing, and a guest has none to give."""
        return not self.person.guest and 0 <= now - self.confirmed_at < FRESH


def new_token() -> str:
    return secrets.token_urlsafe(32)


def key_of(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def digest_of(key: bytes) -> str:
    """What the trail keeps of the hash of a token."""
    return hashlib.sha256(key).hexdigest()


def begin(conn: Connection, person: Person, key: bytes, agent: str, at: int, expires_at: int) -> Session:
    """A new session; sessions whose time is over leave the store."""
    conn.execute(delete(sessions).where(sessions.c.expires_at <= at))
    shown = "".join(c if c.isprintable() else " " for c in agent[:AGENT]).strip()
    made = Session(secrets.token_hex(8), person, at, expires_at, at, shown, key)
    conn.execute(
        sessions.insert().values(
            token=key,
            id=made.id,
            handle=person.handle,
            created_at=at,
            expires_at=expires_at,
            confirmed_at=at,
            agent=shown,
        )
    )
    body = {
        "what": "began", "handle": person.handle, "session": made.id, "agent": shown, "at": at, "until": expires_at,
        "key": digest_of(key),
    }  # fmt: skip
    append(conn, "session", person.known_as, body, at)
    return made


def end(conn: Connection, ended: Iterable[Session], what: str, by: str, at: int) -> None:
    """`what`: logout (by its owner) or revoked. A session that is gone already leaves no second row."""
    for each in ended:
        if conn.execute(delete(sessions).where(sessions.c.id == each.id)).rowcount:
            body = {"what": what, "handle": each.person.handle, "session": each.id}
            append(conn, "session", by, body, at)


def confirm(conn: Connection, session: Session, at: int) -> bool:
    """The password was given again; False where the session has ended meanwhile."""
    changed = conn.execute(update(sessions).where(sessions.c.id == session.id).values(confirmed_at=at))
    if not changed.rowcount:
        return False
    body = {"what": "confirmed", "handle": session.person.handle, "session": session.id, "at": at}
    append(conn, "session", session.person.known_as, body, at)
    return True


def alive(conn: Connection, now: int, handle: str | None = None, *, key: bytes | None = None) -> list[Session]:
    """The sessions whose time is not over, of everybody or of one person, the oldest first; or the one of this key."""
    asked = (
        select(sessions, people.c.roles, people.c.guest, people.c.disabled, people.c.created_at.label("since"))
        .join(people, people.c.handle == sessions.c.handle)
        .where(sessions.c.expires_at > now)
        .order_by(sessions.c.created_at, sessions.c.id)
    )
    if handle is not None:
        asked = asked.where(sessions.c.handle == handle)
    if key is not None:
        asked = asked.where(sessions.c.token == key)
    return [
        Session(
            found.id,
            Person(found.handle, tuple(found.roles.split()), bool(found.guest), bool(found.disabled), found.since),
            found.created_at,
            found.expires_at,
            found.confirmed_at,
            found.agent,
            bytes(found.token),
        )
        for found in conn.execute(asked)
    ]
