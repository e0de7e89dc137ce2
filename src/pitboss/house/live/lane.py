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

    __slots__ = ("answer", "doubt", "then", "write")

    def __init__(
        self, write: Callable[[Connection], Any], then: Callable[[Any], None], answer: Any, doubt: Callable[[], None]
    ) -> None:
        """`doubt` is called where the store failed: a commit whose answer was lost may have been kept."""
        self.write, self.then, self.answer, self.doubt = write, then, answer, doubt


class Reply(Protocol):
    """Who waits for an answer: a future, or somebody who is told at once."""

    def done(self) -> bool: ...
    def set_result(self, answer: Any, /) -> None: ...
    def set_exception(self, error: Any, /) -> None: ...


Job = Callable[[], Any]
"""Decides on the state as it is when its turn comes: a `Work`, or an answer that changes nothing."""


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
            job, reply = self._waiting.popleft()
            try:
                decided = job()
                written = self._writer.write(decided.write) if isinstance(decided, Work) else None
            except Exception as error:
                self._refuse(reply, error)
                continue
            if written is None:
                _answer(reply, decided)
                continue
            self._busy = True
            written.add_done_callback(partial(self._written, decided, reply))

    def _written(self, work: Work, reply: Reply, done: "asyncio.Future[Any]") -> None:
        self._busy = False
        error = done.exception()
        if error is None:
            try:
                work.then(done.result())
            except Exception as mistake:  # of somebody who was told: it is committed all the same
                told = {"message": "a listener of a table failed", "exception": mistake}
                done.get_loop().call_exception_handler(told)
            _answer(reply, work.answer)
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
