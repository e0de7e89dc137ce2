"""How many guests one address makes, and has here at a time. A guest is an account that anybody can make; accounts and
their rows stay for ever, so whoever makes them without end fills the store. From where a guest came is remembered while
the session lives, and nowhere written down."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.house.people.sessions import Session
from pitboss.house.server.limits import Buckets
from pitboss.table.refusals import Refused, refuse

HOUR, MINUTE = 3600, 60


class Place:
    """Kept free for a guest who is being made; `session` once there is one."""

    def __init__(self) -> None:
        self.session: Session | None = None


class Guests:
    """`rate` is how quickly an address may make them, `most` how many of them it may have. `still` tells whether a
    session lives, `clock` is the house's, in milliseconds."""

    def __init__(
        self, rate: Buckets, most: int, still: Callable[[Session], Session | None], clock: Callable[[], int]
    ) -> None:
        self._rate, self._most, self._still, self._clock = rate, most, still, clock
        self._here: dict[str, list[Place]] = {}

    @contextmanager
    def place(self, origin: str) -> Iterator[Place]:
        """A place for one more guest from there; refuses where there is none, and says when to come again."""
        standing = self._standing(origin)
        if len(standing) >= self._most:
            raise self._full(standing)
        now = asyncio.get_running_loop().time()
        if not self._rate.take(origin, now):
            raise _too_quick(self._rate.wait_for(origin, now))
        made = Place()
        self._here.setdefault(origin, []).append(made)
        try:
            yield made
        finally:
            if made.session is None:
                self._here[origin].remove(made)
                self._standing(origin)

    def _standing(self, origin: str) -> list[Place]:
        """Whose sessions live, or are being made."""
        standing = [p for p in self._here.get(origin, ()) if p.session is None or self._still(p.session) is not None]
        if standing:
            self._here[origin] = standing
        else:
            self._here.pop(origin, None)
        return standing

    def _full(self, standing: list[Place]) -> Refused:
        ends = [place.session.expires_at for place in standing if place.session is not None]
        left = (min(ends) - self._clock()) / 1000 if ends else 0
        return refuse(
            "guests",
            "this address has as many guests here as it may",
            given=f"{len(standing)} guests",
            allowed=f"one more when one of them logs out, or {_later(left)}",
        )


def _too_quick(seconds: float) -> Refused:
    return refuse("rate", "too many guests came from this address", allowed=f"one more {_later(seconds)}")


def _later(seconds: float) -> str:
    """When to come again, rounded up.

    >>> _later(0.2), _later(59.1), _later(61), _later(7201)
    ('in 1 second', 'in 60 seconds', 'in 2 minutes', 'in 121 minutes')
    """
    unit, name = (1, "second") if seconds <= MINUTE else (MINUTE, "minute")
    count = max(1, -int(-seconds // unit))
    return f"in {count} {name}{'s' * (count != 1)}"
