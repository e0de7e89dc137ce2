"""Wrong passwords, and what they lead to.

Whoever gives so many wrong passwords in a row for a name is locked out of it for so many minutes: that name, from that
address. Strangers elsewhere cannot lock the owner out with it. So that many addresses together do not guess for ever,
ten times as many lock the name for all of them, but for those from which its owner has logged in since the start. A
session that lives has a count of its own: whatever strangers do, its owner can give the password again.

Names that nobody has, disabled accounts and guests are counted and locked in just the same way, after the same work:
whoever tries names learns from neither answer nor time which of them exist. (To say `locked` to nobody would hide no
more and leave the owner of an account puzzled.) What counts against a name from everywhere is kept in the store where
it has an account; the rest is held in memory, as much as fits: no address is written down. Where several processes are
the house, the one that logs people in tells the others what it has counted (`counted`), and whoever takes its place
goes on from there (`learn`)."""

import threading
from collections import OrderedDict
from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import Connection

from pitboss.house.people import accounts
from pitboss.house.people.accounts import SOFTWARE, Account
from pitboss.house.people.names import folded, possible
from pitboss.house.trail.rows import append
from pitboss.table.refusals import RefusedAct, refuse

REMEMBERED = 10_000
"""Of each kind, how many counts are remembered."""
EVERYWHERE = 10
"""How many times as many wrong passwords lock a name for all addresses."""

Key = tuple[str, str]

HERE, ANYWHERE, SESSION = "for this name from this address", "for this name", "in this session"


def bad_login() -> RefusedAct:
    return refuse("bad_login", "the name or the password is wrong", allowed="the name and password of an account")


class Who(Struct, frozen=True):
    """Who gives a password: for which name and from where, or in which session of that name."""

    handle: str
    origin: str = ""
    session: str = ""

    @property
    def name(self) -> str:
        return folded(self.handle[:200])

    @property
    def here(self) -> Key:
        return self.name, self.origin

    @property
    def anywhere(self) -> Key:
        return self.name, ""

    @property
    def inside(self) -> Key:
        return self.session, ""


class Counted(Struct, frozen=True, array_like=True):
    """What one process tells another of wrong passwords. `kind`: for a name from an address, in a session, for a name
    without an account; or that a name was logged in to from an address."""

    kind: str
    key: tuple[str, str]
    failures: int = 0
    until: int = 0


class Counts:
    """Failures in a row by key, and until when a key is locked; the ones seen longest ago are forgotten."""

    def __init__(self, most: int, lock: int) -> None:
        self._most, self._lock = most, lock
        self._kept: OrderedDict[Key, tuple[int, int]] = OrderedDict()
        self._changed: set[Key] = set()
        self._using = threading.Lock()  # passwords are looked at in threads

    def changes(self, *, whole: bool) -> list[tuple[Key, int, int]]:
        """What has changed since the last time, or everything; nothing is `(0, 0)`."""
        with self._using:
            told, self._changed = [*self._kept] if whole else [*self._changed], set()
            return [(key, *self._kept.get(key, (0, 0))) for key in told]

    def put(self, key: Key, failures: int, until: int) -> None:
        """As another process has counted."""
        with self._using:
            self._kept.pop(key, None)
            if failures or until:
                self._keep(key, failures, until)

    def _keep(self, key: Key, failures: int, until: int) -> None:
        self._kept[key] = (failures, until)
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)

    def _forget(self, key: Key) -> None:
        if self._kept.pop(key, None) is not None:
            self._change(key)

    def _change(self, key: Key) -> None:
        if len(self._changed) < REMEMBERED:  # nobody may ever ask
            self._changed.add(key)

    def locked(self, key: Key, now: int) -> bool:
        with self._using:
            return now < self._kept.get(key, (0, 0))[1]

    def failed(self, key: Key, at: int) -> bool:
        """One more; whether the key is locked now."""
        with self._using:
            failures, until = self._kept.pop(key, (0, 0))
            locked = at < until or failures + 1 >= self._most
            self._keep(key, *((0, max(until, at + self._lock)) if locked else (failures + 1, 0)))
            self._change(key)
            return locked

    def forget(self, key: Key) -> None:
        with self._using:
            self._forget(key)

    def forget_name(self, name: str) -> None:
        """Wherever the failures came from."""
        with self._using:
            for key in [key for key in self._kept if key[0] == name]:
                self._forget(key)


class Known(Counts):
    """Keys that are known; nothing is counted."""

    def __init__(self) -> None:
        super().__init__(1, 0)

    def note(self, key: Key) -> None:
        with self._using:
            self._kept.pop(key, None)
            self._keep(key, 1, 0)
            self._change(key)

    def __contains__(self, key: Key) -> bool:
        with self._using:
            return key in self._kept


class Attempts:
    """Counts failures. `lock` in milliseconds."""

    def __init__(self, most: int, lock: int) -> None:
        self._everywhere, self._lock = most * EVERYWHERE, lock
        self._here = Counts(most, lock)
        self._sessions = Counts(most, lock)
        self._strangers = Counts(self._everywhere, lock)
        """Names without an account, from everywhere."""
        self._own = Known()
        """Where names were logged in from with the right password."""

    # --- several processes ---

    @property
    def _kinds(self) -> dict[str, Counts]:
        return {"here": self._here, "session": self._sessions, "stranger": self._strangers, "own": self._own}

    def counted(self, *, whole: bool) -> list[Counted]:
        """What has changed since the last time, or with `whole` all there is."""
        kinds = self._kinds.items()
        return [Counted(kind, *change) for kind, counts in kinds for change in counts.changes(whole=whole)]

    def learn(self, told: Iterable[Counted]) -> None:
        """What another process has counted."""
        kinds = self._kinds
        for each in told:
            kinds[each.kind].put(each.key, each.failures, each.until)

    # --- one attempt ---

    def account(self, conn: Connection, who: Who, now: int) -> Account | None:
        """The account for which a password is given, if there is one that can be logged in to. Refuses whoever is
        locked out, whether there is one or not."""
        found = accounts.account(conn, who.handle) if possible(who.handle) else None
        if found is not None and (found.person.disabled or found.kept is None):
            found = None
        if who.session:
            self._refuse(self._sessions.locked(who.inside, now), SESSION)
            return found
        self._refuse(self._here.locked(who.here, now), HERE)
        if who.here not in self._own:
            self._refuse(self._strangers.locked(who.anywhere, now) if found is None else found.locked(now), ANYWHERE)
        return found

    def failed(self, conn: Connection, found: Account | None, who: Who, at: int) -> RefusedAct:
        """One more wrong password; what is said to it. In the transaction of its row, so that a hundred guesses at once
        are counted one after the other."""
        handle = "" if found is None else found.person.handle
        if who.session:
            append(conn, "session", SOFTWARE, {"what": "failed", "handle": handle, "session": who.session}, at)
            return self._said(self._sessions.failed(who.inside, at), SESSION)
        here = self._here.failed(who.here, at)
        if found is None:
            # What was typed is not in the row: people type their password where the name belongs.
            accounts.count_nobody(conn, at)
            everywhere = self._strangers.failed(who.anywhere, at)
        else:
            everywhere = accounts.count_failure(conn, found, self._everywhere, self._lock, at)
        return self._said(here or (everywhere and who.here not in self._own), HERE if here else ANYWHERE)

    def proved(self, who: Who) -> None:
        """The password was right, and what follows from it is kept."""
        if who.session:
            self._sessions.forget(who.inside)
            return
        self._here.forget(who.here)
        self._own.note(who.here)

    def forget(self, handle: str) -> None:
        """The name has a new password: nothing counts any more that was tried with the old one."""
        name = Who(handle).name
        self._here.forget_name(name)
        self._own.forget_name(name)

    def _refuse(self, locked: bool, where: str) -> None:
        if locked:
            raise self._said(True, where)

    def _said(self, locked: bool, where: str) -> RefusedAct:
        if not locked:
            return bad_login()
        minutes = max(1, -(-self._lock // 60_000))
        later = "a minute" if minutes == 1 else f"{minutes} minutes"
        return refuse("locked", f"too many wrong passwords {where}", allowed=f"try again {later} later")
