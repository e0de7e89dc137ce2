"""Acts wait in a lane: one at a time is decided, written and, once the store has committed it, made true. Tables that
share a meter share a lane. Nobody who goes away in between can leave a table half-way: what was begun is finished."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

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


Job = Callable[[], Any]
"""Decides on the state as it is when its turn comes: a `Work`, or an answer that changes nothing."""


class Lane:
    def __init__(self, writer: Writer, trouble: Callable[[BaseException], Any]) -> None:
        """`trouble` turns an exception of the store into an answer, or raises it again."""
        self._writer = writer
        self._trouble = trouble
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._busy = False
        self.doubtful: Any = None
        """The change of which nobody knows whether it was kept: (chain, change, what to do if it was)."""

    def ask(self, job: Job) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        self._next()
        return future

    def _next(self) -> None:
        while self._waiting and not self._busy:
            job, future = self._waiting.popleft()
            try:
                decided = job()
                if not isinstance(decided, Work):
                    _answer(future, decided)
                    continue
                written = self._writer.write(decided.write)
            except Exception as error:
                self._refuse(future, error)
                continue
            self._busy = True
            written.add_done_callback(partial(self._written, decided, future))

    def _written(self, work: Work, future: "asyncio.Future[Any]", done: "asyncio.Future[Any]") -> None:
        self._busy = False
        error = done.exception()
        if error is None:
            try:
                work.then(done.result())
            except Exception as mistake:  # of somebody who was told: it is committed all the same
                told = {"message": "a listener of a table failed", "exception": mistake}
                done.get_loop().call_exception_handler(told)
            _answer(future, work.answer)
        else:
            if isinstance(error, StoreTrouble):
                work.doubt()
            self._refuse(future, error)
        self._next()

    def _refuse(self, future: "asyncio.Future[Any]", error: BaseException) -> None:
        try:
            _answer(future, self._trouble(error))
        except BaseException as raised:
            _fail(future, raised)


def _answer(future: "asyncio.Future[Any]", answer: Any) -> None:
    if not future.done():
        future.set_result(answer)


def _fail(future: "asyncio.Future[Any]", error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
