"""Acts wait in a lane: one at a time is decided, written and, once the store has committed it, made true. Tables that
share a meter share a lane. Nobody who goes away in between can leave a table half-way: what was begun is finished."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Connection

from pitboss.house.store.writer import StoreTrouble, Writer


class Work:
    """A change that is ready to be written, what to do once it is (with what writing gave), and what to answer."""

    __slots__ = ("answer", "conflict", "doubt", "then", "write")

    def __init__(
        self, write: Callable[[Connection], Any], then: Callable[[Any], None], answer: Any, doubt: Callable[[], None],
        conflict: Callable[[BaseException], Any],
    ) -> None:  # fmt: skip
        """`doubt` is called where the store failed: a commit whose answer was lost may have been kept. `conflict`
        decides where something is there already: nothing was written."""
        self.write, self.then, self.answer, self.doubt, self.conflict = write, then, answer, doubt, conflict


class Look:
    """Something has to be looked up before anything can be decided: `then` decides, with what `read` gave. It is read
    where changes are written, in its turn, and the event loop does not wait for it."""

    __slots__ = ("read", "then")

    def __init__(self, read: Callable[[Connection], Any], then: Callable[[Any], Any]) -> None:
        self.read, self.then = read, then


class Reply(Protocol):
    """Who waits for an answer: a future, or somebody who is told at once."""

    def done(self) -> bool: ...
    def set_result(self, answer: Any, /) -> None: ...
    def set_exception(self, error: Any, /) -> None: ...


Job = Callable[[], Any]
"""Decides on the state as it is when its turn comes: a `Work`, a `Look`, or an answer that changes nothing."""


class Lane:
    def __init__(self, writer: Writer, trouble: Callable[[BaseException], Any]) -> None:
        """`trouble` turns an exception of the store into an answer, or raises it again."""
        self._writer = writer
        self._trouble = trouble
        self._waiting: deque[tuple[Job, Reply]] = deque()
        self._busy = False
        self.doubtful: Any = None
        """The change of which nobody knows whether it was kept: (chain, change, what to do if it was)."""

    def ask(self, job: Job) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.answer(job, future)
        return future

    def answer(self, job: Job, reply: Reply) -> None:
        """As `ask`, for somebody who is not to wait for the event loop to come round to him."""
        self._waiting.append((job, reply))
        self._next()

    def _next(self) -> None:
        while self._waiting and not self._busy:
            self._decide(*self._waiting.popleft())

    def _decide(self, job: Job, reply: Reply) -> None:
        """As far as it goes without waiting for the store."""
        self._busy = True  # also for those who hear of something while it is decided, and then ask for more
        try:
            decided = job()
            if isinstance(decided, Work):
                self._writer.write_then(decided.write, partial(self._written, decided, reply))
                return
            if isinstance(decided, Look):
                self._writer.write_then(decided.read, partial(self._looked, decided, reply))
                return
        except Exception as error:
            self._busy = False
            self._refuse(reply, error)
        else:
            self._busy = False
            _answer(reply, decided)

    def _looked(self, look: Look, reply: Reply, found: Any, error: BaseException | None) -> None:
        if error is None:
            self._decide(partial(look.then, found), reply)
        else:
            self._busy = False
            self._refuse(reply, error)
        self._next()

    def _written(self, work: Work, reply: Reply, result: Any, error: BaseException | None) -> None:
        self._busy = False
        if error is None:
            try:
                work.then(result)
            except Exception as mistake:  # of somebody who was told: it is committed all the same
                told = {"message": "a listener of a table failed", "exception": mistake}
                asyncio.get_running_loop().call_exception_handler(told)
            _answer(reply, work.answer)
        elif isinstance(error, self._writer.conflicts):
            self._decide(partial(work.conflict, error), reply)
        else:
            if isinstance(error, StoreTrouble):
                work.doubt()
            self._refuse(reply, error)
        self._next()

    def _refuse(self, reply: Reply, error: BaseException) -> None:
        try:
            answer = self._trouble(error)
        except BaseException as raised:
            if not reply.done():
                reply.set_exception(raised)
        else:
            _answer(reply, answer)


def _answer(reply: Reply, answer: Any) -> None:
    if not reply.done():
        reply.set_result(answer)
