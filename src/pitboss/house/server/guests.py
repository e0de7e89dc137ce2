"""How many guests one address makes, and has here at a time. A guest is an account that anybody can make; accounts and
their rows stay for ever, so whoever makes them without end fills the store. From where a guest came is remembered while
the session lives, and nowhere written down."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from pitboss.house.people.sessions import Session
from pitboss.house.server.limits import Buckets
from pitboss.table.refusals import RefusedAct, refuse

HOUR, MINUTE = 3600, 60


class GuestPlace:
    """Kept free for a guest who is being made; `session` once there is one."""

    def __init__(self, session: Session | None = None) -> None:
        self.session = session


class GuestCame(Struct, frozen=True):
    """A guest who is here, and from where he came."""

    origin: str
    session: Session


class Guests:
    """`rate` is how quickly an address may make them, `most` how many of them it may have. `still` tells whether a
    session lives, `clock` is the house's, in milliseconds."""

    def __init__(
        self, rate: Buckets, most: int, still: Callable[[Session], Session | None], clock: Callable[[], int]
    ) -> None:
        self._rate, self._most, self._still, self._clock = rate, most, still, clock
        self._here: dict[str, list[GuestPlace]] = {}
        self.shared = False
        """Whether other processes want to hear who came."""
        self._new: list[GuestCame] = []

    def came(self, *, whole: bool) -> list[GuestCame]:
        """For the other processes: the guests that have come since the last time, or with `whole` all."""
        found, self._new = self._new, []
        if not whole:
            return found
        places = ((origin, place) for origin in tuple(self._here) for place in self._standing(origin))
        return [GuestCame(origin, place.session) for origin, place in places if place.session is not None]

    def learn(self, came: list[GuestCame]) -> None:
        """Guests that another process has let in."""
        now = self._clock()
        for origin in tuple(self._here):
            self._here[origin] = [p for p in self._here[origin] if p.session is None or not p.session.expired(now)]
        for guest in came:
            places = self._here.setdefault(guest.origin, [])
            if all(place.session is None or place.session.key != guest.session.key for place in places):
                places.append(GuestPlace(guest.session))

    @contextmanager
    def place(self, origin: str) -> Iterator[GuestPlace]:
        """A place for one more guest from there; refuses where there is none, and says when to come again."""
        standing = self._standing(origin)
        if len(standing) >= self._most:
            raise self._full(standing)
        now = asyncio.get_running_loop().time()
        if not self._rate.take(origin, now):
            raise _too_quick(self._rate.wait_for(origin, now))
        made = GuestPlace()
        self._here.setdefault(origin, []).append(made)
        try:
            yield made
        finally:
            if made.session is None:
                self._here[origin].remove(made)
                self._standing(origin)
            elif self.shared:
                self._new.append(GuestCame(origin, made.session))

    def _standing(self, origin: str) -> list[GuestPlace]:
        """Whose sessions live, or are being made."""
        standing = [p for p in self._here.get(origin, ()) if p.session is None or self._still(p.session) is not None]
        if standing:
            self._here[origin] = standing
        else:
            self._here.pop(origin, None)
        return standing

    def _full(self, standing: list[GuestPlace]) -> RefusedAct:
        ends = [place.session.expires_at for place in standing if place.session is not None]
        left = (min(ends) - self._clock()) / 1000 if ends else 0
        return refuse(
            "guests",
            "this address has as many guests here as it may",
            given=f"{len(standing)} guests",
            allowed=f"one more when one of them logs out, or {_later(left)}",
        )


def _too_quick(seconds: float) -> RefusedAct:
    return refuse("rate", "too many guests came from this address", allowed=f"one more {_later(seconds)}")


def _later(seconds: float) -> str:
    """When to come again, rounded up.

    >>> _later(0.2), _later(59.1), _later(61), _later(7201)
    ('in 1 second', 'in 60 seconds', 'in 2 minutes', 'in 121 minutes')
    """
    unit, name = (1, "second") if seconds <= MINUTE else (MINUTE, "minute")
    count = max(1, -int(-seconds // unit))
    return f"in {count} {name}{'s' * (count != 1)}"
