"""Accounts and sessions as the rows of the house's chain made them, to be held against those in the store. Each line of
`people` and `sessions` follows from the rows to the last column: counts of wrong passwords, locks, when a session ends
and when the password was last given too. A lock lifted, a session made longer or taken away by hand is seen."""

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.people import passwords
from pitboss.house.people.accounts import everyone
from pitboss.house.people.sessions import digest_of
from pitboss.house.store import schema
from pitboss.house.trail.rows import Row

KINDS = ("person", "session")
"""The rows that tell of people."""


class AccountByTrail(Struct):
    """An account as far as the trail and the store both tell of it."""

    roles: tuple[str, ...] = ()
    disabled: bool = False
    password: str | None = None
    """The digest of the hashed password."""
    failures: int = 0
    locked_until: int = 0
    created_at: int = 0


class Began(Struct):
    """A session, with the digest of the hash of its token: the hash itself is in no row."""

    handle: str
    created_at: int
    expires_at: int
    confirmed_at: int
    agent: str
    key: str | None
    """None where the row is from a version that did not record it."""


# --- by the trail -----------------------------------------------------------------------------------------------------


class PeopleByTrail:
    """Follows the rows of the house's chain, in order; rows of other kinds are passed over."""

    def __init__(self) -> None:
        self.accounts: dict[str, AccountByTrail] = {}
        self.sessions: dict[str, Began] = {}
        self._ends: list[tuple[int, str]] = []

    def take(self, row: Row) -> None:
        if row.kind == "person":
            self._person(row, msgspec.json.decode(row.body))
        elif row.kind == "session":
            self._session(row, msgspec.json.decode(row.body))

    def _person(self, row: Row, body: dict[str, Any]) -> None:
        handle, what = body["handle"], body["what"]
        found = self.accounts.get(handle)
        if found is None:
            found = self.accounts[handle] = AccountByTrail(created_at=body.get("at", row.at))
        found.roles = tuple(body.get("roles", found.roles))
        found.disabled = {"disabled": True, "enabled": False}.get(what, found.disabled)
        found.password = body.get("password", found.password)
        if what in ("password", "reset"):
            found.failures = found.locked_until = 0

    def _session(self, row: Row, body: dict[str, Any]) -> None:
        handle, what = body["handle"], body["what"]
        at = body.get("at", row.at)
        account = self.accounts.get(handle)
        match what:
            case "began":
                self._tidied(at)
                key, until = body["session"], body["until"]
                self.sessions[key] = Began(handle, at, until, at, body["agent"], body.get("key"))
                heappush(self._ends, (until, key))
            case "confirmed":
                self.sessions[body["session"]].confirmed_at = at
            case "logout" | "revoked":
                self.sessions.pop(body["session"], None)
        if account is None:
            return
        if what == "failed" and "session" not in body:  # wrong ones in a session count for that session alone
            account.failures += 1
        elif what == "locked":
            account.failures, account.locked_until = 0, body["until"]
        elif what in ("began", "confirmed"):
            account.failures = account.locked_until = 0

    def _tidied(self, at: int) -> None:
        """Who begins a session takes those out of the store whose time is over."""
        while self._ends and self._ends[0][0] <= at:
            self.sessions.pop(heappop(self._ends)[1], None)


def derive(rows: Iterable[Row]) -> PeopleByTrail:
    """Everybody, by these rows."""
    found = PeopleByTrail()
    for row in rows:
        found.take(row)
    return found


# --- against the store ------------------------------------------------------------------------------------------------


def stored_accounts(conn: Connection) -> dict[str, AccountByTrail]:
    return {
        each.person.handle: AccountByTrail(
            each.person.roles,
            each.person.disabled,
            passwords.digest(each.kept),
            each.failures,
            each.locked_until,
            each.person.created_at,
        )
        for each in everyone(conn)
    }


def stored_sessions(conn: Connection) -> dict[str, Began]:
    return {
        row.id: Began(row.handle, row.created_at, row.expires_at, row.confirmed_at, row.agent, digest_kept(row.token))
        for row in conn.execute(select(schema.sessions).order_by(schema.sessions.c.created_at, schema.sessions.c.id))
    }


def digest_kept(token: Any) -> str:
    """The digest of a stored token. We store bytes; whoever changed the file by hand may have left a text."""
    return digest_of(token.encode() if isinstance(token, str) else bytes(token))


def differences(said: PeopleByTrail, conn: Connection) -> list[str]:
    """Where accounts and sessions in the store are not those of the trail, in words."""
    return _accounts(said.accounts, stored_accounts(conn)) + _sessions(said.sessions, stored_sessions(conn))


def _accounts(said: Mapping[str, AccountByTrail], kept: Mapping[str, AccountByTrail]) -> list[str]:
    found = [f"account {h} is in the store and not in the trail" for h in sorted(kept.keys() - said.keys())]
    found += [f"account {h} is in the trail and not in the store" for h in sorted(said.keys() - kept.keys())]
    for handle in sorted(said.keys() & kept.keys()):
        for what in AccountByTrail.__struct_fields__:
            by_trail, by_store = getattr(said[handle], what), getattr(kept[handle], what)
            if by_trail != by_store:
                shown = "" if what == "password" else f": {by_store}, by the trail {by_trail}"
                found.append(f"account {handle}: {what} changed outside the program{shown}")
    return found


def _sessions(said: Mapping[str, Began], kept: Mapping[str, Began]) -> list[str]:
    found = []
    for key, session in kept.items():
        due = said.get(key)
        if due is None:
            found.append(f"a session of {session.handle} is in the store but did not begin in the trail")
            continue
        for what in Began.__struct_fields__:
            by_trail, by_store = getattr(due, what), getattr(session, what)
            if by_trail != by_store and not (what == "key" and by_trail is None):
                found.append(f"a session of {due.handle}: its {what} in the store is not that of the trail")
    for key, due in said.items():
        if key not in kept:
            found.append(f"a session of {due.handle} was taken out of the store; by the trail it has not ended")
    return found
