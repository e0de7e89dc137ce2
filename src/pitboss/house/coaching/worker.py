"""A thread that works off what is asked of it, in order. It is there only while there is work: a house that nobody asks
for odds never loads the solver."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any


class Worker:
    """`stopped` says whether the house is closing: then nothing more is begun."""

    def __init__(self, name: str, stopped: Callable[[], bool]) -> None:
        self._name, self._stopped = name, stopped
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._busy = False

    def submit(self, work: Callable[[], Any], *, first: bool = False) -> "Future[Any]":
        """Puts work at the end of the line, or at its head."""
        made: Future[Any] = Future()
        with self._lock:
            (self._waiting.appendleft if first else self._waiting.append)((made, work))
            if not self._busy:
                self._busy = True
                # A compilation cannot be broken off; a process that ends does not wait for it.
                threading.Thread(target=self._run, name=self._name, daemon=True).start()
        return made

    @property
    def waiting(self) -> int:
        """How much has not been begun yet."""
        return len(self._waiting)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._busy = False
                    return
                made, work = self._waiting.popleft()
            if self._stopped():
                made.cancel()
                made.set_running_or_notify_cancel()
            elif made.set_running_or_notify_cancel():
                try:
                    made.set_result(work())
                except BaseException as error:
                    made.set_exception(error)


async def done_within(future: "Future[Any]", seconds: float) -> bool:
    """Whether the answer comes in this time; it is worked on in any case."""
    if future.done() or seconds <= 0:
        return future.done()
    loop, ready = asyncio.get_running_loop(), asyncio.Event()

    def tell(_: "Future[Any]") -> None:
        with suppress(RuntimeError):  # the house has closed meanwhile
            loop.call_soon_threadsafe(ready.set)

    future.add_done_callback(tell)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ready.wait()
    return future.done()
