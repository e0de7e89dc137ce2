"""How much the house takes from one person or one address: bytes, messages a second, log-ins, open sockets."""

from collections import Counter, OrderedDict
from collections.abc import Hashable

from pitboss.table.refusals import Refusal

SUBMISSION = 64 * 1024
"""Bytes in, on the routes that take a Rules Submission."""
HARD = 16 * 1024
"""A longer WebSocket message ends the connection: it is not even looked at."""
REMEMBERED = 20_000
"""Buckets that are kept; the least used are forgotten."""
PER_ADDRESS = 10
"""One address may send as much as this many people: families, offices and telephone networks share one."""
SOCKETS, SOCKETS_PER_SESSION = 5_000, 50
STUBBORN = 5
"""Whoever sends on for this many bursts while being refused is disconnected."""


class Buckets:
    """Token buckets by key: `burst` at once, `rate` a second for long. Times are seconds of any steady clock."""

    __slots__ = ("_burst", "_kept", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, float(burst)
        self._kept: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, now: float) -> bool:
        """Whether one more is allowed now."""
        kept = self._kept
        found = kept.get(key)
        if found is None:
            if len(kept) >= REMEMBERED:
                kept.popitem(last=False)
            left = self._burst
        else:
            left = min(self._burst, found[0] + (now - found[1]) * self._rate)
            kept.move_to_end(key)
        allowed = left >= 1.0
        kept[key] = (left - 1.0 if allowed else left, now)
        return allowed

    @property
    def wait(self) -> float:
        """Seconds until the next one is allowed."""
        return 1.0 / self._rate

    def wait_for(self, key: Hashable, now: float) -> float:
        """Seconds until the next one of this key is allowed, after one was refused."""
        left, at = self._kept.get(key, (self._burst, now))
        return max(0.0, (1.0 - left) / self._rate - (now - at))


class Limits:
    """All of them. `rate` and `burst` are messages of one person."""

    def __init__(
        self,
        rate: float,
        burst: int,
        *,
        message: int = 4096,
        logins: tuple[float, int] = (1 / 6, 20),
        guests: tuple[float, int] = (1 / 60, 60),
        guests_at_once: int = 200,
        sockets: int = SOCKETS,
        sockets_per_address: int = 500,
    ) -> None:
        self.message = message
        self.sockets, self.sockets_per_address = sockets, sockets_per_address
        self.burst = burst
        self.persons = Buckets(rate, burst)
        self.addresses = Buckets(rate * PER_ADDRESS, burst * PER_ADDRESS)
        self.logins = Buckets(*logins)
        """Passwords tried from one address."""
        self.guests = Buckets(*guests)
        """Guests made from one address."""
        self.guests_at_once = guests_at_once
        self._sockets: Counter[tuple[str, Hashable]] = Counter()

    def enter(self, address: str, session: Hashable) -> Refusal | None:
        """One more socket; `leave` with the same words when it is closed."""
        count = self._sockets
        for what, key, most in (
            ("house", "", self.sockets),
            ("address", address, self.sockets_per_address),
            ("session", session, SOCKETS_PER_SESSION),
        ):
            if key is not None and count[what, key] >= most:
                return Refusal("connections", "too many connections are open", allowed=f"{most} for one {what}")
        for key in (("house", ""), ("address", address), ("session", session)):
            if key[1] is not None:
                count[key] += 1
        return None

    def leave(self, address: str, session: Hashable) -> None:
        for key in (("house", ""), ("address", address), ("session", session)):
            if key[1] is not None:
                self._sockets[key] -= 1
                if self._sockets[key] <= 0:
                    del self._sockets[key]


def too_many(bucket: Buckets) -> Refusal:
    pause = max(1, round(bucket.wait)) if bucket.wait >= 1 else bucket.wait
    return Refusal("rate", "too many messages at once", allowed=f"one more in {pause:g} s")


def too_large(most: int) -> Refusal:
    return Refusal("too_large", "the message is too large", allowed=f"at most {most} bytes")
