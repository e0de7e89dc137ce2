"""Wrong passwords, and what they lead to.

A name is locked after so many wrong passwords in a row, for so many minutes, and the answer says so (`locked`). Names
that nobody has, disabled accounts and guests are counted and locked in just the same way, after the same work: whoever
tries names learns from neither answer nor time which of them exist. (To say `locked` to nobody would hide no more and
leave the owner of an account puzzled; to say it of real accounts alone would tell which names are real.) Failures of
accounts are counted in the store, those of other names in memory, as many as fit. Sessions that live go on."""

from collections import OrderedDict

from sqlalchemy import Connection

from pitboss.house.people import accounts
from pitboss.house.people.accounts import SOFTWARE, Account
from pitboss.house.people.names import folded, possible
from pitboss.house.trail.rows import append
from pitboss.table.refusals import Refused, refuse

REMEMBERED = 10_000
"""Names without an account whose failures are remembered."""


def bad_login() -> Refused:
    return refuse("bad_login", "the name or the password is wrong", allowed="the name and password of an account")


def locked_out(minutes: int) -> Refused:
    later = "a minute" if minutes == 1 else f"{minutes} minutes"
    return refuse("locked", "too many wrong passwords for this name", allowed=f"try again {later} later")


class Attempts:
    """Counts failures. `lock` in milliseconds."""

    def __init__(self, most: int, lock: int) -> None:
        self._most, self._lock = most, lock
        self._strangers: OrderedDict[str, tuple[int, int]] = OrderedDict()  # name -> failures, locked until

    @property
    def minutes(self) -> int:
        """At least so many."""
        return max(1, -(-self._lock // 60_000))

    def account(self, conn: Connection, handle: str, now: int) -> Account | None:
        """The account that can be logged in to under this name, if there is one. Refuses locked names of either
        kind."""
        found = accounts.account(conn, handle) if possible(handle) else None
        if found is not None and (found.person.disabled or found.kept is None):
            found = None
        until = found.locked_until if found is not None else self._strangers.get(_key(handle), (0, 0))[1]
        if now < until:
            raise locked_out(self.minutes)
        return found

    def failed(self, conn: Connection, found: Account, at: int) -> bool:
        """Whether this failure locks the account."""
        return accounts.count_failure(conn, found, self._most, self._lock, at)

    def nobody(self, conn: Connection, at: int) -> None:
        """The row of a failure under a name without an account. What was typed is not in it: people type their
        password where the name belongs."""
        append(conn, "session", SOFTWARE, {"what": "failed", "handle": ""}, at)

    def failed_nobody(self, handle: str, at: int) -> bool:
        """Whether this failure locks the name."""
        key = _key(handle)
        failures, until = self._strangers.pop(key, (0, 0))
        if at < until:
            return True
        locked = failures + 1 >= self._most
        self._strangers[key] = (0, at + self._lock) if locked else (failures + 1, 0)
        if len(self._strangers) > REMEMBERED:
            self._strangers.popitem(last=False)
        return locked


def _key(handle: str) -> str:
    return folded(handle[:200])
