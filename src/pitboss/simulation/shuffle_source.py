"""Orders of cards from the product's own shuffle, in chunks, on as many cores as wanted.

Chunks are numbered. With a seed each has a stream of its own, made from the seed and the number, so that the orders do
not depend on how many workers there are. Each physical card carries a label, so that the twelve Rabbits can be told
apart in the counts; the shuffle never looks at a card."""

import os
import secrets
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from types import FrameType

from msgspec import Struct

from pitboss.play.sources import seeded_stream
from pitboss.simulation.shuffle_plants import shuffler

CHUNK = 10_000
"""Shuffles in a chunk."""
_AHEAD = 2
"""Chunks waiting for each worker, so that none is idle."""


class ShufflePlan(Struct, frozen=True):
    """Which shuffles are wanted."""

    cards: int
    shuffles: int
    seed: str | None = None
    """None is the operating system's stream."""
    plant: str = ""

    @property
    def chunks(self) -> int:
        return -(-self.shuffles // CHUNK)


def chunk(plan: ShufflePlan, number: int) -> bytes:
    """The orders of one chunk, one byte a card, top card first, order after order."""
    stream = secrets.token_bytes if plan.seed is None else seeded_stream(f"{plan.seed}/{number}")
    labels = tuple(map(chr, range(plan.cards)))
    shuffle = shuffler(plan.plant)
    count = min(CHUNK, plan.shuffles - number * CHUNK)
    return "".join("".join(shuffle(labels, stream)) for _ in range(count)).encode("latin-1")


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chunks(plan: ShufflePlan, workers: int) -> Iterator[bytes]:
    """Every chunk in order of number."""
    workers = min(workers, plan.chunks)
    if workers <= 1:
        yield from (chunk(plan, number) for number in range(plan.chunks))
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)
    try:
        waiting: deque[Future[bytes]] = deque()
        with _remembered() as interrupts:
            with _deaf():
                waiting.extend(pool.submit(chunk, plan, number) for number in range(min(plan.chunks, _AHEAD * workers)))
            for number in range(len(waiting), plan.chunks + len(waiting)):
                yield _awake(waiting.popleft(), interrupts)
                if number < plan.chunks:
                    waiting.append(pool.submit(chunk, plan, number))
    finally:
        pool.shutdown(cancel_futures=True)


def _awake(coming: "Future[bytes]", interrupts: list[int]) -> bytes:
    """Waits a second at a time: a Ctrl-C that another thread of the process took is heard by this one when it wakes,
    and so is one whose exception was lost (raised where Python can only ignore it, such as in a finaliser)."""
    done = False
    while not done:
        done = bool(wait((coming,), timeout=1).done)
        if interrupts:
            raise KeyboardInterrupt
    return coming.result()


@contextmanager
def _remembered() -> Iterator[list[int]]:
    """Every Ctrl-C from now on; it does what it did before as well."""
    heard: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield heard
        return
    act = before

    def remember(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        act(number, frame)

    signal.signal(signal.SIGINT, remember)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes begun in here never hear Ctrl-C; it is for the one that began them, which hears it when all of them are
    begun: none is left half begun."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    inherited = hasattr(signal, "pthread_sigmask")  # elsewhere new processes inherit nothing of the kind
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if inherited else set()
    try:
        yield
    finally:
        if inherited:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _begin() -> None:
    """A worker ends when the process that began it is gone, however it went."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
