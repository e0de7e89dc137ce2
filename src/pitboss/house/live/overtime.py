"""Code of a brought game that does not come to an end would stop the whole house, for one process deals at all tables.
So the house looks once a second whether its main thread is still in the same call into such code, and raises `TooLong`
there after some looks. It is raised nowhere else: what the house itself was doing is never broken off half-way.

The limits: a thread other than the main one is not interrupted, nor a single call into compiled code, and where there
are no such signals (Windows) nothing is. A house whose games are all built in sets no timer."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pitboss.rulebook.folders import OURS, folders

SECONDS = 5
"""A call takes thousandths of a second. Counted are looks, not the clock: a computer that slept harms nobody."""


class TooLong(Exception):
    """A call into the code of a game has not ended."""


class CallWatch:
    """Which call into these folders is going on, and at how many looks it was."""

    def __init__(self, places: tuple[str, ...], most: int = SECONDS) -> None:
        self._beginnings = tuple(f"{place}{os.sep}" for place in places)
        self._most = most
        self._call: FrameType | None = None
        self._looks = 0

    def look(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal: `frame` is where the main thread is."""
        call = None
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._beginnings):
                call = frame
            frame = frame.f_back
        self._looks = self._looks + 1 if call is not None and call is self._call else 0
        self._call = call
        if self._looks >= self._most:
            raise TooLong(f"it has not ended after {self._most} seconds")


@contextmanager
def watched() -> Iterator[None]:
    """Until the end of the block no call into the code of a brought game takes longer than `SECONDS`."""
    places = tuple(str(folder.path) for folder in folders() if folder.origin != OURS)
    main = threading.current_thread() is threading.main_thread()
    if not places or not main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, CallWatch(places).look)
    signal.siginterrupt(signal.SIGALRM, False)  # nothing that waits for the system hears of it
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
