"""Everybody the house knows, and who is logged in: the door through which the server comes to accounts and sessions.

What is wrong is refused with `Refused` and changes nothing. Live sessions are held in memory, so that asking who it is
costs no question to the store; one process serves a store, and every change passes through here after its commit."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from hmac import compare_digest
from typing import TypeVar

from argon2 import PasswordHasher
from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from pitboss.house.people import accounts, sessions
from pitboss.house.people.accounts import SOFTWARE, Account, Person
from pitboss.house.people.attempts import Attempts, Who
from pitboss.house.people.carrying import Carrying
from pitboss.house.people.names import checked, folded
from pitboss.house.people.passwords import Passwords, check_new
from pitboss.house.people.sessions import Session
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import Writer
from pitboss.house.trail.asked import Repeated, body_of, earlier, new_only, reused
from pitboss.house.trail.rows import Row, read
from pitboss.rulebook.roles import MANAGER
from pitboss.table.refusals import RefusedAct, refuse

T = TypeVar("T")

HOUR, MINUTE = 3_600_000, 60_000
SET_UP = 24 * HOUR
"""For how long the set-up link can be used."""
LONGEST_TOKEN = 100


class People(Carrying):
    """Accounts and sessions. `by` is who does it, as the trail writes it: `manager:Maria`."""

    def __init__(
        self,
        writer: Writer,
        engine: Engine,
        clock: Callable[[], int],
        *,
        session_hours: float = 12,
        lockout_failures: int = 5,
        lockout_minutes: float = 15,
        hasher: PasswordHasher | None = None,
    ) -> None:
        super().__init__(writer, engine, clock)
        self._lifetime = int(session_hours * HOUR)
        self.attempts = Attempts(lockout_failures, int(lockout_minutes * MINUTE))
        self._passwords = Passwords(hasher)
        self._set_up: tuple[bytes, int] | None = None
        self.shared = False
        """Whether other processes make sessions too."""
        self.on_end = self._live.on_end
        """Called with each session that somebody ended, so that what hangs on it can be closed at once."""

    async def close(self) -> None:
        """Finishes what is under way."""
        await super().close()
        self._passwords.close()

    # --- who is it ---

    async def who(self, token: str) -> Session | None:
        """The session of this token, if it lives."""
        if not self._live.loaded:
            await self._live.load()
        if len(token) > LONGEST_TOKEN:
            return None
        key = sessions.key_of(token)
        return self._live.get(key) or (await self._live.look_for(key) if self.shared else None)

    async def look_again(self) -> None:
        """Another process has changed accounts or sessions."""
        self._live.doubt()
        await self._live.load()

    def still(self, session: Session) -> Session | None:
        """The same session as it is now (the roles may have changed), None once it has ended."""
        return self._live.get(session.key)

    async def sessions_of(self, handle: str) -> list[Session]:
        """The live sessions of one person, the oldest first."""
        await self._live.load()
        return self._live.of(handle)

    async def everyone(self) -> list[Person]:
        """All accounts, by name."""
        return [each.person for each in await asyncio.to_thread(self._read, accounts.everyone)]

    # --- coming and going ---

    async def login(self, handle: str, password: str, agent: str = "", origin: str = "") -> tuple[Person, str]:
        """A new session for whoever proves to be this person; the token is shown this once. `origin` is from where
        it is tried: wrong passwords are counted by it."""
        token = sessions.new_token()

        def proved(conn: Connection, found: Account, at: int) -> Session:
            return sessions.begin(conn, found.person, sessions.key_of(token), agent, at, at + self._lifetime)

        session = await self._whole(self._prove(Who(handle, origin), password, proved, self._live.remember))
        return session.person, token

    async def guest(self, name: str = "", agent: str = "") -> tuple[Person, str]:
        """A player without a password, under this name or a free one like "Guest 417"."""
        return await self._whole(self._enter(lambda conn, at: accounts.create_guest(conn, name, at), agent))

    async def logout(self, token: str) -> None:
        """Ends the session of this token; a token that is none ends nothing."""
        session = await self.who(token)
        if session is not None:
            await self._whole(self._end([session], "logout", session.person.known_as))

    async def revoke(self, session_id: str, by: str) -> None:
        """Ends one session, at once."""
        await self._live.load()
        found = self._live.by_id(session_id)
        if found is None:
            raise refuse("no_session", "there is no such session", given=session_id[:40], allowed="a live session")
        await self._whole(self._end([found], "revoked", by))

    async def confirm(self, session: Session, password: str) -> Session:
        """The person gives the password again before something sensitive; the session as it is now, fresh."""

        def proved(conn: Connection, found: Account, at: int) -> Session:
            return self._confirmed(conn, session, found, at)

        return await self._whole(self._prove(_in(session), password, proved, self._live.remember))

    # --- accounts ---

    async def create(
        self, handle: str, roles: Iterable[str], password: str, by: str, *, act_id: str | None = None
    ) -> Person:
        handle, given = checked(handle), accounts.roles_given(roles)
        check_new(password, handle)
        kept, at = await self._passwords.make(password), self._clock()

        def write(conn: Connection) -> Person:
            new_only(conn, by, act_id)
            return accounts.create(conn, handle, given, kept, by, at, act_id=act_id)

        try:
            return await self._writer.write(write)
        except Repeated as repeated:
            return self._as_it_is(repeated.row, handle, "created", given)

    async def change_password(self, session: Session, old: str, new: str, *, act_id: str | None = None) -> Session:
        """By its owner, who proves to be it; every other session of the account ends."""
        before = await asyncio.to_thread(self._read, lambda conn: earlier(conn, session.person.known_as, act_id))
        if before is not None:
            self._as_it_is(before, session.person.handle, "password")
            return session
        check_new(new, session.person.handle)
        kept = await self._passwords.make(new)

        def proved(conn: Connection, found: Account, at: int) -> tuple[Session, list[Session]]:
            by = found.person.known_as
            accounts.set_password(conn, found.person.handle, kept, by, at, act_id=act_id)
            others = [s for s in sessions.alive(conn, at, found.person.handle) if s.id != session.id]
            sessions.end(conn, others, "revoked", by, at)
            return self._confirmed(conn, session, found, at), others

        def done(result: tuple[Session, list[Session]]) -> None:
            self._live.remember(result[0])
            self._live.forget(result[1])
            self.attempts.forget(session.person.handle)

        changed = await self._whole(self._prove(_in(session), old, proved, done))
        return changed[0]

    async def change(
        self,
        handle: str,
        by: str,
        *,
        roles: Iterable[str] | None = None,
        password: str | None = None,
        disabled: bool | None = None,
        act_id: str | None = None,
    ) -> Person:
        """What a manager changes of an account: all of it or nothing. With a new password, or disabled, every session
        of it ends; otherwise live ones have the new roles from the commit on."""
        given = None if roles is None else tuple(roles)
        kept = None
        if password is not None:
            check_new(password, handle)
            kept = await self._passwords.make(password)

        def parts(conn: Connection, at: int) -> Person:
            new_only(conn, by, act_id)
            ids = iter([act_id])  # the first of the rows has it
            if given is not None:
                accounts.set_roles(conn, handle, given, by, at, next(ids, None))
            if kept is not None:
                accounts.set_password(conn, handle, kept, by, at, how="reset", act_id=next(ids, None))
            if disabled is not None:
                accounts.set_disabled(conn, handle, disabled, by, at, next(ids, None))
            return accounts.existing(conn, handle).person

        try:
            changed = await self._whole(self._change(parts, by, kept is not None or bool(disabled)))
        except Repeated as repeated:
            wanted = ["roles"] * (given is not None) + ["reset"] * (kept is not None)
            wanted += ["disabled" if disabled else "enabled"] * (disabled is not None)
            if self._read(partial(_together, first=repeated.row)) != wanted:
                raise RefusedAct(reused(act_id)) from None
            roles = None if given is None else accounts.roles_given(given)
            return self._as_it_is(repeated.row, handle, wanted[0], roles)
        if kept is not None:
            self.attempts.forget(handle)
        return changed

    def _as_it_is(self, row: Row, handle: str, what: str, roles: tuple[str, ...] | None = None) -> Person:
        """Somebody's account, where the row that an id led to before said this of it. (Of passwords nothing is kept
        that could be compared.)"""
        body = body_of(row)
        same = row.kind == "person" and (body["what"], folded(body["handle"])) == (what, folded(handle))
        if not same or (roles is not None and tuple(body["roles"]) != roles):
            raise RefusedAct(reused(row.act_id))
        return self._read(lambda conn: accounts.existing(conn, handle)).person

    # --- first start ---

    async def setup_token(self) -> str | None:
        """A secret with which the first manager's account is made, once, within a day; None where there is a manager.
        It is held in memory only: nothing that could make a manager lies in the store or in a copy of it, and each
        start prints its own."""
        if await asyncio.to_thread(self._read, accounts.managers):
            return None
        token = sessions.new_token()
        self._set_up = (sessions.key_of(token), self._clock() + SET_UP)
        return token

    async def first_manager(self, token: str, handle: str, password: str, agent: str = "") -> tuple[Person, str]:
        """Makes the first manager's account and logs in; whoever comes second finds a manager there."""
        self._check_set_up(token)
        handle = checked(handle)
        check_new(password, handle)
        kept = await self._passwords.make(password)
        self._check_set_up(token)

        def first(conn: Connection, at: int) -> Person:
            if accounts.managers(conn):
                raise _no_set_up()
            return accounts.create(conn, handle, (MANAGER,), kept, SOFTWARE, at, how="first manager")

        entered = await self._whole(self._enter(first, agent))
        self._set_up = None
        return entered

    def _check_set_up(self, token: str) -> None:
        known = self._set_up
        if known is None or not compare_digest(sessions.key_of(token), known[0]) or self._clock() >= known[1]:
            raise _no_set_up()

    # --- how it is done ---

    async def _prove(
        self,
        who: Who,
        password: str,
        proved: Callable[[Connection, Account, int], T],
        done: Callable[[T], None],
    ) -> T:
        """What follows when the password is the person's, in the same transaction; otherwise the failure is counted."""
        checked_account: list[Account | None] = []

        def find() -> str | None:
            known = self._read(lambda conn: self.attempts.account(conn, who, self._clock()))
            checked_account.append(known)
            return known.kept if known is not None else None

        fits, rehashed = await self._passwords.fits(find, password)
        before, at = checked_account[0], self._clock()

        def change(conn: Connection) -> tuple[RefusedAct | None, T | None]:
            found = self.attempts.account(conn, who, at)
            if (found and found.kept) != (before and before.kept):
                return None, None
            if found is None or not fits:
                return self.attempts.failed(conn, found, who, at), None
            accounts.forget_failures(conn, found)
            if rehashed is not None:
                accounts.set_password(conn, found.person.handle, rehashed, SOFTWARE, at, how="rehashed")
            return None, proved(conn, found, at)

        refused, result = await self._write(change)
        if refused is not None:
            raise refused
        if result is None:  # the password was changed while this one was looked at
            return await self._prove(who, password, proved, done)
        self.attempts.proved(who)
        done(result)
        return result

    async def _enter(self, make: Callable[[Connection, int], Person], agent: str) -> tuple[Person, str]:
        """A new account and its first session."""
        token, at = sessions.new_token(), self._clock()

        def change(conn: Connection) -> Session:
            person = make(conn, at)
            return sessions.begin(conn, person, sessions.key_of(token), agent, at, at + self._lifetime)

        session = await self._write(change)
        self._live.remember(session)
        return session.person, token

    async def _change(self, change: Callable[[Connection, int], Person], by: str, ends: bool) -> Person:
        """A change of an account, and what it means for its live sessions."""
        at = self._clock()

        def both(conn: Connection) -> Person:
            person = change(conn, at)
            if ends:
                sessions.end(conn, sessions.alive(conn, at, person.handle), "revoked", by, at)
            return person

        person = await self._write(both)
        if ends:
            self._live.forget(self._live.of(person.handle))
        else:
            self._live.changed(person)
        return person

    async def _end(self, ended: list[Session], what: str, by: str) -> None:
        at = self._clock()
        await self._write(lambda conn: sessions.end(conn, ended, what, by, at))
        self._live.forget(ended)

    @staticmethod
    def _confirmed(conn: Connection, session: Session, found: Account, at: int) -> Session:
        if session.person.handle != found.person.handle or not sessions.confirm(conn, session, at):
            raise refuse("no_session", "this session has ended", allowed="log in again")
        return replace(session, person=found.person, confirmed_at=at)


def _in(session: Session) -> Who:
    """Somebody in a session, who gives the password again."""
    return Who(session.person.handle, session=session.id)


PARTS = ("roles", "reset", "disabled", "enabled")
"""What a manager changes of an account, in the order in which the rows of one change stand."""


def _together(conn: Connection, first: Row) -> list[str]:
    """What was changed with one id: the first row of the change has it, the others follow at the same time."""
    found: list[str] = []
    for row in read(conn, HOUSE, first.number - 1, first.number + 2):
        body = body_of(row) if row.kind == "person" else {}
        what, handle = body.get("what", ""), body.get("handle")
        if what not in PARTS:
            break
        if found:
            apart = (row.by, row.at, row.act_id, handle) != (first.by, first.at, None, body_of(first)["handle"])
            if apart or PARTS.index(what) <= PARTS.index(found[-1]):
                break
        found.append(what)
    return found


def _no_set_up() -> RefusedAct:
    return refuse("set_up", "this set-up link cannot be used", allowed="the link printed at the last start, once")
