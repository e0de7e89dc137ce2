"""Passwords: what they must be like, and hashing that cannot take the machine."""

import asyncio
import hashlib
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.house.people.names import folded
from pitboss.table.refusals import refuse

T = TypeVar("T")

SHORTEST, LONGEST = 10, 256
VARIED = 4
"""Different characters a password has at least: one key held down is no secret."""
AT_ONCE = 2
"""How many hashes are computed at the same time; each takes 64 MiB and tens of milliseconds by intent."""
WAITING = 64
"""How many may wait for their turn; the next one is told to come back later."""


def check_new(password: str, handle: str) -> None:
    """Refuses a password that is too short, too long, the name itself, or a few keys held down."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise refuse(
            "password",
            "a password of another length is needed",
            given=f"{len(password)} characters",
            allowed=f"{SHORTEST} to {LONGEST} characters",
        )
    if folded(password) == folded(handle):
        raise refuse("password", "the name itself is no password", allowed="anything else")
    if len(set(password)) < VARIED:
        given = f"{len(set(password))} different characters"
        raise refuse(
            "password",
            "a password of more different characters is needed",
            given=given,
            allowed=f"{VARIED} different characters or more",
        )


def digest(kept: str | None) -> str | None:
    """What the trail says of a kept (hashed) password: enough to find that it was changed, no help to guess it."""
    return None if kept is None else hashlib.sha256(kept.encode()).hexdigest()


class Passwords:
    """Makes and checks hashes, two at a time, in threads of its own."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._waiting = 0
        self._nobody = self._threads.submit(self._hasher.hash, b"nobody's password")
        """Checked when there is no account: it takes as long as a real one."""

    def close(self) -> None:
        self._threads.shutdown()

    async def make(self, password: str) -> str:
        return await self._in_turn(lambda: self._hasher.hash(_bytes(password)))

    async def fits(self, find: Callable[[], str | None], password: str) -> tuple[bool, str | None]:
        """Whether the password fits the hash found (in the thread, when its turn has come), and a new hash where the
        one kept was made with other parameters."""
        return await self._in_turn(lambda: self._fits(find(), password))

    def _fits(self, kept: str | None, password: str) -> tuple[bool, str | None]:
        given = _bytes(password)
        try:
            self._hasher.verify(kept if kept is not None else self._nobody.result(), given)
        except (VerificationError, InvalidHashError):
            return False, None
        if kept is None:
            return False, None
        return True, self._hasher.hash(given) if self._hasher.check_needs_rehash(kept) else None

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING + AT_ONCE:
            raise refuse("busy", "too many people are logging in at this moment", allowed="try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    """The same password however its letters were composed when it was typed; any text has bytes."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
