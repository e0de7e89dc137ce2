"""Who has the page of a table open, and since when not."""

from collections import Counter

from pitboss.messages.socket import Speed


class Presence:
    """The people at the open sockets of a table. Somebody may have several; he is gone when the last one is."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._went: dict[str, float] = {}
        self._speeds: dict[str, Speed] = {}

    def came(self, handle: str) -> None:
        self._open[handle] += 1
        self._went.pop(handle, None)

    def went(self, handle: str, at: float) -> None:
        """One of his sockets was closed; `at` in seconds of the event loop."""
        self._open[handle] -= 1
        if self._open[handle] <= 0:
            del self._open[handle]
            self._speeds.pop(handle, None)
            self._went[handle] = at

    def wants(self, handle: str, speed: Speed) -> None:
        """How quickly he wants to be dealt to where he plays alone, as long as his page is open."""
        self._speeds[handle] = speed

    def speed(self, handle: str) -> Speed:
        return self._speeds.get(handle, "usual")

    def here(self, handle: str) -> bool:
        return handle in self._open

    def last_here(self, handle: str) -> float:
        """When the last of his sockets was closed; never where none was ever open."""
        return self._went.get(handle, float("-inf"))

    def forget_but(self, handles: set[str]) -> None:
        """When they went is remembered of these alone."""
        self._went = {handle: at for handle, at in self._went.items() if handle in handles}
