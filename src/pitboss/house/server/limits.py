"""How much the house takes from one person or one address: bytes, messages a second, log-ins, open sockets."""

from collections import Counter, OrderedDict
from collections.abc import Iterable

from pitboss.table.refusals import Refusal

SUBMISSION = 64 * 1024
"""Bytes in, on the routes that take a Rules Submission, or every move of chips at a full table."""
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

    __slots__ = ("_burst", "_kept", "_rate", "_taken")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, float(burst)
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._taken: Counter[str] | None = None

    def take(self, key: str, now: float) -> bool:
        """Whether one more is allowed now."""
        left = self._left(key, now)
        allowed = left >= 1.0
        self._kept[key] = (left - 1.0 if allowed else left, now)
        if allowed and self._taken is not None:
            self._taken[key] += 1
        return allowed

    def _left(self, key: str, now: float) -> float:
        kept = self._kept
        found = kept.get(key)
        if found is None:
            if len(kept) >= REMEMBERED:
                kept.popitem(last=False)
            return self._burst
        kept.move_to_end(key)
        return min(self._burst, found[0] + (now - found[1]) * self._rate)

    # --- several processes ---

    def share(self) -> None:
        """What is taken here is counted, for the other processes to hear."""
        self._taken = Counter()

    def taken(self, seconds: float, processes: int) -> list[tuple[str, int]]:
        """What was taken in the last so many seconds by those who took more than one process's part of their rate:
        what the others need not hear of comes to no more than the rate itself."""
        part = self._rate * seconds / processes
        taken, self._taken = self._taken or Counter[str](), Counter()
        return [(key, count) for key, count in taken.items() if count > part]

    def charge(self, key: str, count: int, now: float) -> None:
        """So many were taken in another process."""
        self._kept[key] = (max(self._left(key, now) - count, -self._burst), now)

    @property
    def wait(self) -> float:
        """Seconds until the next one is allowed."""
        return 1.0 / self._rate

    def wait_for(self, key: str, now: float) -> float:
        """Seconds until the next one of this key is allowed, after one was refused."""
        left, at = self._kept.get(key, (self._burst, now))
        return max(0.0, (1.0 - left) / self._rate - (now - at))


SocketsOf = tuple[str, str]
"""Whose sockets are counted: of the process, of an address, of a session."""
HOUSE_SOCKETS: SocketsOf = ("house", "")
COUNTED_TOGETHER = ("address", "session")
"""What is counted over all processes."""


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
        self._sockets: Counter[SocketsOf] = Counter()
        """Of this process."""
        self._elsewhere: dict[str, dict[SocketsOf, int]] = {}
        """Sockets at the tables of other processes, by process."""
        self._shared = False
        self._changed: set[SocketsOf] = set()

    def enter(self, address: str, session: str | None) -> Refusal | None:
        """One more socket at a table of this process; `leave` with the same words when it is closed."""
        return self._enter((HOUSE_SOCKETS, ("address", address), *([("session", session)] if session else [])))

    def leave(self, address: str, session: str | None) -> None:
        self._leave((HOUSE_SOCKETS, ("address", address), *([("session", session)] if session else [])))

    def pass_on(self, address: str) -> Refusal | None:
        """One more socket that is passed on to another process, which counts it as one at its table; `passed_on` when
        it is closed."""
        return self._enter((HOUSE_SOCKETS, ("passed on", address)))

    def passed_on(self, address: str) -> None:
        self._leave((HOUSE_SOCKETS, ("passed on", address)))

    def _enter(self, keys: Iterable[SocketsOf]) -> Refusal | None:
        for what, key in keys:
            most = {"house": self.sockets, "session": SOCKETS_PER_SESSION}.get(what, self.sockets_per_address)
            there = self._sockets[what, key] + sum(each.get((what, key), 0) for each in self._elsewhere.values())
            if there >= most:
                one = "address" if what == "passed on" else what
                return Refusal("connections", "too many connections are open", allowed=f"{most} for one {one}")
        self._sockets.update(keys)
        self._change(keys)
        return None

    def _leave(self, keys: Iterable[SocketsOf]) -> None:
        self._change(keys)
        for key in keys:
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]

    def _change(self, keys: Iterable[SocketsOf]) -> None:
        if self._shared:
            self._changed.update(keys)

    # --- several processes ---

    def share(self) -> None:
        """What is counted here is for the other processes to hear."""
        self._shared = True
        for bucket in self.buckets.values():
            bucket.share()

    @property
    def buckets(self) -> dict[str, Buckets]:
        return {"persons": self.persons, "addresses": self.addresses, "logins": self.logins, "guests": self.guests}

    def open_sockets(self, *, whole: bool) -> list[tuple[str, str, int]]:
        """How many sockets addresses and sessions have at the tables of this process: those that have changed since the
        last time, or with `whole` all."""
        told = [key for key in (self._sockets if whole else self._changed) if key[0] in COUNTED_TOGETHER]
        self._changed.clear()
        return [(*key, self._sockets[key]) for key in told]

    def sockets_elsewhere(self, process: str, found: list[tuple[str, str, int]]) -> None:
        """What another process has told."""
        there = self._elsewhere.setdefault(process, {})
        there.update({(what, key): count for what, key, count in found})
        self._elsewhere[process] = {key: count for key, count in there.items() if count > 0}

    def only(self, processes: Iterable[str]) -> None:
        """The processes that are there; those that have gone have no sockets any more."""
        self._elsewhere = {each: self._elsewhere[each] for each in processes if each in self._elsewhere}


def too_many(bucket: Buckets) -> Refusal:
    pause = max(1, round(bucket.wait)) if bucket.wait >= 1 else bucket.wait
    return Refusal("rate", "too many messages at once", allowed=f"one more in {pause:g} s")


def too_large(most: int) -> Refusal:
    return Refusal("too_large", "the message is too large", allowed=f"at most {most} bytes")
