"""The one writer. Every change of the store goes through it, in the order in which it was asked for; whoever asked
hears of it only after the commit. Changes that wait at the same time share one commit, each under a savepoint of its
own, so that many tables cost few waits for the disk and one refused change undoes nothing of the others.

Changes are made in a thread of their own, all of them: however long the disk takes, or somebody who holds the file,
the event loop goes on."""

import asyncio
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from pitboss.house.store import holding
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.durability import risks
from pitboss.house.store.leases import Fenced
from pitboss.house.store.opening import reason, shown, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.table.refusals import Refusal

T = TypeVar("T")
Callback = Callable[[Any, BaseException | None], None]
"""Hears the result of a change once it is committed, or why nothing was done."""
Job = tuple[Callable[[Connection], Any], Callback, asyncio.AbstractEventLoop]
"""A change that waits for its turn, who hears of it, and the loop in which he does."""

TOGETHER = 64
"""How many changes share a commit at most."""
EVERY = 200
"""After so many commits the log of a file is brought into the file itself."""
LONG = 16_000
"""Pages. A log this long is brought into the file by the commit itself: nobody found the time before."""
ROOM = 1 << 20
"""Bytes the disk must have left for a house that calls itself ready: some fifty acts."""
TRIES = 5
"""How often changes are done again that two processes kept each other from."""
CROSSED = ("40P01", "40001")
"""What PostgreSQL calls it: a deadlock, or a transaction that could not come after another."""
TAKEN = "another house serves this store, or has meanwhile; this one has stopped"


class StoreTrouble(Exception):
    """The store could not keep a change: nothing of it was done."""


IN_TROUBLE = Refusal("store", "the store could not keep or read this", allowed="try again")
"""What people are told of it. What the database itself says is for those who run the house (`Writer.on_trouble`)."""


class _Crossed(Exception):
    """Undone because two processes waited for each other: to be done again."""


class NotOurs(StoreTrouble):
    """Somebody else writes to this store. What this house has in memory is no longer what is true: nothing more is
    written until it is opened again."""


def of_trouble(error: StoreTrouble) -> Refusal:
    """What people are told. The words of a lost store are our own."""
    return Refusal("store", str(error)) if isinstance(error, NotOurs) else IN_TROUBLE


class Writer:
    """Runs changes on one connection, one batch at a time."""

    def __init__(self, engine: Engine, process: str = "") -> None:
        """The store is this writer's from now on: whoever had it before writes nothing more. With `process` (its id in
        the house, see `leases.py`) it is shared with the other processes of the house."""
        self._engine = engine
        self._process = process
        self._sqlite = engine.dialect.name == "sqlite"
        driver = engine.dialect.loaded_dbapi
        # Statements of the hot path go straight to the driver, so its own exceptions come too.
        self._troubles = (OperationalError, InterfaceError, driver.OperationalError, driver.InterfaceError)
        self.conflicts = (IntegrityError, driver.IntegrityError)
        """What a change raises where something is there already: an id, a name."""
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        """What the thread has to do; after None there is nothing more."""
        self._door = threading.Lock()
        self._closing = False
        self._conn: Connection | None = None
        self._bringing: threading.Thread | None = None
        """Brings the log into the file."""
        self.commits = 0
        self.failing = False
        """Whether the store has failed to keep something, and nothing was written for a test since."""
        self._reported = False
        """Whether those who run the house have heard that it fails."""
        self.lost: NotOurs | None = None
        """Why nothing more is written: the store is another process's."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called once, from the thread that writes, when that is noticed."""
        self.on_trouble: Callable[[str], None] = lambda said: None
        """Called likewise when the store begins to fail, with what it says."""
        self.on_fenced: Callable[[], None] = lambda: None
        """Called likewise when the other processes of the house have counted this one as gone."""
        self._token = self._take()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def _take(self) -> str:
        try:
            with transaction(self._engine) as conn:
                return holding.share(conn) if self._process else holding.take(conn)
        except SQLAlchemyError as error:
            raise StoreError(f"{shown(self._engine)}: the store cannot be taken: {reason(error)}") from None

    def rejoin(self, process: str) -> None:
        """The process has another id in the house from now on."""
        self._process = process

    def write(self, change: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Asks for a change; the future holds its result once it is committed, or why nothing was done."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._ask(change, partial(_settle, future))
        return future

    def write_then(self, change: Callable[[Connection], T], told: Callable[[T, BaseException | None], None]) -> None:
        """As `write`, for somebody who needs no future: `told` is called once it is committed. Whoever waits with a
        future hears in the loop's next turn, so this one does too: all hear in the order in which they asked."""
        loop = asyncio.get_running_loop()
        self._ask(change, lambda result, error: _later(loop, told, result, error))

    def _ask(self, change: Callable[[Connection], Any], told: Callback) -> None:
        with self._door:
            if self._closing:
                raise StoreTrouble("the house is shutting down")
            self._waiting.put((change, told, asyncio.get_running_loop()))

    async def probe(self) -> list[str]:
        """`StoreTrouble` where the store keeps nothing now. After a failure only a real write tells: reading goes on
        where a disk is full. Otherwise what can be lost although it is kept."""
        failing = self.failing
        if failing:
            await self.write(_write_something)
        found = await self.write(risks)
        if self._sqlite:
            await asyncio.to_thread(self._room)
        if failing:
            self.failing = False
        return found

    def _room(self) -> None:
        """A test that just fits says nothing about the next act."""
        file = self._engine.url.database
        free = shutil.disk_usage(Path(file).absolute().parent).free if file else ROOM
        if free < ROOM:
            raise StoreTrouble(f"the disk of the store has {free} bytes left; a table needs {ROOM}")

    def close(self) -> None:
        """Finishes what was asked for and ends."""
        with self._door:
            if not self._closing:
                self._closing = True
                self._waiting.put(None)
        self._thread.join()

    # --- in the thread ---

    def _run(self) -> None:
        over = False
        while not over:
            batch, over = self._batch()
            if batch:
                self._tell_loops(batch, self._commit([change for change, _, _ in batch]))
        if self._bringing is not None:
            self._bringing.join()
        if self._conn is not None:
            self._conn.close()

    def _batch(self) -> tuple[list[Job], bool]:
        """What waits now, and whether that is all there will ever be."""
        batch: list[Job] = []
        try:
            while len(batch) < TOGETHER:
                asked = self._waiting.get(block=not batch)
                if asked is None:
                    return batch, True
                batch.append(asked)
        except Empty:
            pass
        return batch, False

    def _tell_loops(self, batch: list[Job], done: list[Any]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Callback, Any]]] = {}
        for (_, hear, loop), result in zip(batch, done, strict=True):
            by_loop.setdefault(loop, []).append((hear, result))
        for loop, told in by_loop.items():
            with suppress(RuntimeError):  # it has been closed
                loop.call_soon_threadsafe(self._told, told)

    def _told(self, told: list[tuple[Callback, Any]]) -> None:
        """On the event loop's thread."""
        for hear, result in told:
            if isinstance(result, BaseException):
                hear(None, result)
            else:
                hear(result, None)

    def _bring_home(self) -> None:
        """The log grows until it is brought into the file. That waits for the disk, but for nobody who writes: it has
        a thread to itself."""
        if self._bringing is None or not self._bringing.is_alive():
            self._bringing = threading.Thread(target=_checkpoint, args=(self._engine,), name="log", daemon=True)
            self._bringing.start()

    def _commit(self, changes: list[Callable[[Connection], Any]]) -> list[Any]:
        """The result of each change, or the exception that undid it. Two processes can each wait for what the other
        has: then the server undoes one of them, which does its changes again, one at a time."""
        results = self._try(changes)
        for _ in range(TRIES):
            if not any(isinstance(result, _Crossed) for result in results):
                break
            results = [result for change in changes for result in self._try([change])]
        return [StoreTrouble(str(result)) if isinstance(result, _Crossed) else result for result in results]

    def _try(self, changes: list[Callable[[Connection], Any]]) -> list[Any]:
        results: list[Any] = []
        try:
            if self.lost is not None:
                raise self.lost
            conn = self._connection()
            conn.info["process"] = self._process
            self._begin(conn)
            alone = len(changes) == 1
            for change in changes:
                results.append(self._change(conn, change, alone))
            if alone and isinstance(results[0], BaseException):
                self._say(conn, "ROLLBACK")
            else:
                self._say(conn, "COMMIT")
                self.commits += 1
                self._reported = False
                if self._sqlite and self.commits % EVERY == 0:
                    self._bring_home()
        except Exception as error:
            if self._crossed(error):
                self._say(conn, "ROLLBACK")
                return [_Crossed(_said(error)) for _ in changes]
            self._forget()
            trouble = error if isinstance(error, NotOurs) else StoreTrouble(_said(error))
            self._fail(trouble)
            return [r if isinstance(r, BaseException) else trouble for r in results] + [
                trouble for _ in range(len(changes) - len(results))
            ]
        return results

    def _crossed(self, error: Exception) -> bool:
        """Whether the server has undone everything because two processes waited for each other."""
        said = error.orig if isinstance(error, DBAPIError) else error
        return not self._sqlite and getattr(said, "sqlstate", None) in CROSSED

    def _begin(self, conn: Connection) -> None:
        if holding.begin(conn, shared=bool(self._process)) != self._token:
            raise self._lose(TAKEN)

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
            if isinstance(error, Fenced) and error.chain == HOUSE:
                self.on_fenced()
                error = StoreTrouble("the other processes of the house have counted this one as gone")
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
            self._conn = self._engine.connect()
            if self._sqlite:
                self._conn.exec_driver_sql(f"PRAGMA wal_autocheckpoint = {LONG}").fetchall()
        return self._conn

    def _fail(self, trouble: StoreTrouble) -> None:
        self.failing = True
        if not self._reported:
            self._reported = True
            self.on_trouble(str(trouble))

    def _lose(self, why: str) -> NotOurs:
        self.lost = NotOurs(why)
        self.on_lost()
        return self.lost

    def _forget(self) -> None:
        """After trouble nothing of the transaction may linger: the next change begins on a new connection."""
        conn, self._conn = self._conn, None
        if conn is not None:
            conn.invalidate()
            conn.close()


def _said(error: Exception) -> str:
    reason = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return f"the store could not keep this: {reason.strip()}"


def _other_row(error: Exception) -> bool:
    """Whether a row of the trail was there already under the number that was next: not an id that was given twice."""
    said = error.orig if isinstance(error, DBAPIError) else error
    constraint = getattr(getattr(said, "diag", None), "constraint_name", None)
    return constraint == "pk_trail" or str(said) == "UNIQUE constraint failed: trail.chain, trail.number"


def _write_something(conn: Connection) -> None:
    """Pages that have been changed are written, also where the change is taken back before the commit."""
    conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('probe', 0)"))
    conn.execute(text("DELETE FROM accounts WHERE name = 'probe'"))


def _checkpoint(engine: Engine) -> None:
    try:
        with engine.connect() as conn:
            conn.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except SQLAlchemyError:
        pass  # a commit will tell of what is wrong, or do it itself


def _later(loop: asyncio.AbstractEventLoop, told: Callback, result: Any, error: BaseException | None) -> None:
    loop.call_soon(told, result, error)


def _settle(future: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
