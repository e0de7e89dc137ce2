"""The one writer. Every change of the store goes through it, in the order in which it was asked for; whoever asked
hears of it only after the commit. Changes that wait at the same time share one commit, each under a savepoint of its
own, so that many tables cost few waits for the disk and one refused change undoes nothing of the others."""

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from pitboss.house.store.addresses import StoreError
from pitboss.house.store.opening import DatabaseLock

T = TypeVar("T")
Asked = tuple[Callable[[Connection], Any], "asyncio.Future[Any]"]

TOGETHER = 64
"""How many changes share a commit at most."""


class StoreTrouble(Exception):
    """The store could not keep a change: nothing of it was done."""


class NotOurs(StoreTrouble):
    """Somebody else writes to this store. What this house has in memory is no longer what is true: nothing more is
    written until it is opened again."""


class Writer:
    """Runs changes in a thread of its own on one connection."""

    def __init__(self, engine: Engine, lock: DatabaseLock | None = None) -> None:
        """`lock` gives the connection that holds the store for this process, where a connection does."""
        self._engine = engine
        self._lock = lock
        self._sqlite = engine.dialect.name == "sqlite"
        driver = engine.dialect.loaded_dbapi
        # Statements of the hot path go straight to the driver, so its own exceptions come too.
        self._troubles = (OperationalError, InterfaceError, driver.OperationalError, driver.InterfaceError)
        self.conflicts = (IntegrityError, driver.IntegrityError)
        """What a change raises where something is there already: an id, a name."""
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        """None: nothing comes any more."""
        self._door = threading.Lock()
        self._closing = False
        self._conn: Connection | None = None
        self.commits = 0
        self.failing = False
        """Whether the store has failed to keep something, and nothing was written for a test since."""
        self.lost: NotOurs | None = None
        """Why nothing more is written: the store is another process's."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called once, from the writer's thread, when that is noticed."""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, change: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Asks for a change; the future holds its result once it is committed, or why nothing was done."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._door:
            if self._closing:
                raise StoreTrouble("the house is shutting down")
            self._waiting.put((change, future))
        return future

    async def probe(self) -> None:
        """`StoreTrouble` where the store keeps nothing now. After a failure only a real write tells: reading goes on
        where a disk is full."""
        failing = self.failing
        await self.write(_write_something if failing else _read_something)
        if failing:
            self.failing = False

    def close(self) -> None:
        """Finishes what was asked for and ends."""
        with self._door:
            if not self._closing:
                self._closing = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        first = self._waiting.get()
        while first is not None:
            batch, last = self._batch(first)
            done = self._commit([change for change, _ in batch])
            self._tell([(future, result) for (_, future), result in zip(batch, done, strict=True)])
            first = None if last else self._waiting.get()
        if self._conn is not None:
            if self._lock is None:
                self._conn.close()
            else:
                self._lock.release()

    def _batch(self, first: Asked) -> tuple[list[Asked], bool]:
        """What waits now, and whether nothing can follow."""
        batch = [first]
        try:
            while len(batch) < TOGETHER:
                asked = self._waiting.get_nowait()
                if asked is None:
                    return batch, True
                batch.append(asked)
        except Empty:
            pass
        return batch, False

    def _tell(self, told: "list[tuple[asyncio.Future[Any], Any]]") -> None:
        loop = told[0][0].get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, told)

    def _commit(self, changes: list[Callable[[Connection], Any]]) -> list[Any]:
        """The result of each change, or the exception that undid it."""
        results: list[Any] = []
        try:
            if self.lost is not None:
                raise self.lost
            conn = self._connection()
            if self._lock is None:
                self._say(conn, "BEGIN IMMEDIATE" if self._sqlite else "BEGIN")
            else:
                self._lock.begin(conn)
            alone = len(changes) == 1
            for change in changes:
                results.append(self._change(conn, change, alone))
            if alone and isinstance(results[0], BaseException):
                self._say(conn, "ROLLBACK")
            else:
                self._say(conn, "COMMIT")
                self.commits += 1
        except Exception as error:
            self._forget()
            self.failing = True
            trouble = error if isinstance(error, NotOurs) else StoreTrouble(_said(error))
            return [r if isinstance(r, BaseException) else trouble for r in results] + [
                trouble for _ in range(len(changes) - len(results))
            ]
        return results

    def _change(self, conn: Connection, change: Callable[[Connection], Any], alone: bool) -> Any:
        if not alone:
            self._say(conn, "SAVEPOINT change")
        try:
            result = change(conn)
        except self._troubles:
            raise
        except Exception as error:
            if isinstance(error, self.conflicts) and _other_row(error):
                raise self._lose("another process writes to this store") from error
            if not alone:
                self._say(conn, "ROLLBACK TO SAVEPOINT change")
            return error
        if not alone:
            self._say(conn, "RELEASE SAVEPOINT change")
        return result

    @staticmethod
    def _say(conn: Connection, words: str) -> None:
        cursor = conn.connection.cursor()
        try:
            cursor.execute(words)
        finally:
            cursor.close()

    def _connection(self) -> Connection:
        if self._conn is None:
            try:
                self._conn = self._engine.connect() if self._lock is None else self._lock.connection()
            except StoreError:
                raise self._lose("another house serves this store, or has meanwhile; this one has stopped") from None
        return self._conn

    def _lose(self, why: str) -> NotOurs:
        self.lost = NotOurs(why)
        self.on_lost()
        return self.lost

    def _forget(self) -> None:
        """After trouble nothing of the transaction may linger: the next change begins on a new connection."""
        if self._conn is not None:
            self._conn.invalidate()
            self._conn.close()
            self._conn = None


def _said(error: Exception) -> str:
    reason = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return f"the store could not keep this: {reason.strip()}"


def _other_row(error: Exception) -> bool:
    """Whether a row of the trail was there already under the number that was next: not an id that was given twice."""
    said = error.orig if isinstance(error, DBAPIError) else error
    constraint = getattr(getattr(said, "diag", None), "constraint_name", None)
    return constraint == "pk_trail" or str(said) == "UNIQUE constraint failed: trail.chain, trail.number"


def _read_something(conn: Connection) -> None:
    conn.execute(text("SELECT 1"))


def _write_something(conn: Connection) -> None:
    """Pages that have been changed are written, also where the change is taken back before the commit."""
    conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('probe', 0)"))
    conn.execute(text("DELETE FROM accounts WHERE name = 'probe'"))


def _resolve(told: "list[tuple[asyncio.Future[Any], Any]]") -> None:
    for future, result in told:
        if future.done():
            continue
        if isinstance(result, BaseException):
            future.set_exception(result)
        else:
            future.set_result(result)
