"""The one writer. Every change of the store goes through it, in the order in which it was asked for; whoever asked
hears of it only after the commit. Changes that wait at the same time share one commit, each under a savepoint of its
own, so that many tables cost few waits for the disk and one refused change undoes nothing of the others.

Changes are made in a thread of their own, but for one kind: an act at a table is a handful of statements, and going to
another thread and back costs more than they do. Where the store is a file and its last commit was quick, such a brief
change is made where it was asked for, at the end of the event loop's turn, together with the others of that turn. It
never overtakes what the thread still has to do, and a slow disk or a file that somebody holds keeps only the thread
waiting."""

import asyncio
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from pitboss.house.store import holding
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.durability import risks
from pitboss.house.store.locking import DatabaseLock
from pitboss.house.store.opening import BUSY, reason, shown, transaction, within
from pitboss.table.refusals import Refusal

T = TypeVar("T")
Told = Callable[[Any, BaseException | None], None]
"""Hears the result of a change once it is committed, or why nothing was done."""
Asked = tuple[Callable[[Connection], Any], Told, asyncio.AbstractEventLoop]

TOGETHER = 64
"""How many changes share a commit at most."""
QUICK = 0.005
"""Seconds. A commit that takes longer is not waited for by the event loop."""
EVERY = 200
"""After so many commits the log of a file is brought into the file itself, in the thread."""
LONG = 16_000
"""Pages. A log this long is brought into the file by the commit itself: nobody found the time before."""
ROOM = 1 << 20
"""Bytes the disk must have left for a house that calls itself ready: some fifty acts."""
TAKEN = "another house serves this store, or has meanwhile; this one has stopped"
RETRY = 0.005
"""Seconds until a file that somebody holds is tried again."""


class StoreTrouble(Exception):
    """The store could not keep a change: nothing of it was done."""


IN_TROUBLE = Refusal("store", "the store could not keep or read this", allowed="try again")
"""What people are told of it. What the database itself says is for those who run the house (`Writer.on_trouble`)."""


class NotOurs(StoreTrouble):
    """Somebody else writes to this store. What this house has in memory is no longer what is true: nothing more is
    written until it is opened again."""


def of_trouble(error: StoreTrouble) -> Refusal:
    """What people are told. The words of a lost store are our own."""
    return Refusal("store", str(error)) if isinstance(error, NotOurs) else IN_TROUBLE


class _Held(Exception):
    """Somebody else is writing to the file just now."""


class Writer:
    """Runs changes on one connection, one batch at a time."""

    def __init__(self, engine: Engine, lock: DatabaseLock | None = None) -> None:
        """The store is this writer's from now on: whoever had it before writes nothing more. `lock` gives the
        connection that holds the store for this process, where a connection does."""
        self._engine = engine
        self._lock = lock
        self._sqlite = engine.dialect.name == "sqlite"
        driver = engine.dialect.loaded_dbapi
        # Statements of the hot path go straight to the driver, so its own exceptions come too.
        self._troubles = (OperationalError, InterfaceError, driver.OperationalError, driver.InterfaceError)
        self.conflicts = (IntegrityError, driver.IntegrityError)
        """What a change raises where something is there already: an id, a name."""
        self.quick = QUICK
        self.patience = BUSY / 1000
        """For how many seconds the thread waits for somebody who holds the file."""
        self._waiting: SimpleQueue[Asked | str] = SimpleQueue()
        """What the thread has to do: changes, and the two words below."""
        self._behind = 0
        """How many changes were given to the thread and not told yet: what comes now comes after them."""
        self._here: list[Asked] = []
        """Brief changes of this turn of the event loop."""
        self._door = threading.Lock()
        self._using = threading.Lock()
        """Whoever has it uses the connection."""
        self._closing = False
        self._conn: Connection | None = None
        self._slow = False
        self.commits = 0
        self.failing = False
        """Whether the store has failed to keep something, and nothing was written for a test since."""
        self._reported = False
        """Whether those who run the house have heard that it fails."""
        self.lost: NotOurs | None = None
        """Why nothing more is written: the store is another process's."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called once, from whichever thread writes, when that is noticed."""
        self.on_trouble: Callable[[str], None] = lambda said: None
        """Called likewise when the store begins to fail, with what it says."""
        self._token = self._take()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def _take(self) -> str:
        try:
            if self._lock is None:
                with transaction(self._engine) as conn:
                    return holding.take(conn)
            conn = self._lock.connection()
            with within(conn):
                return holding.take(conn)
        except SQLAlchemyError as error:
            raise StoreError(f"{shown(self._engine)}: the store cannot be taken: {reason(error)}") from None

    def write(self, change: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Asks for a change; the future holds its result once it is committed, or why nothing was done."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._door:
            self._check_open()
            self._to_thread([(change, partial(_settle, future), loop)])
        return future

    def write_brief(self, change: Callable[[Connection], Any], told: Told) -> None:
        """As `write`, for a handful of statements: they may be made on this very thread, and `told` is called as soon
        as they are committed."""
        loop = asyncio.get_running_loop()
        with self._door:
            self._check_open()
            if self._behind or self._slow or not self._sqlite:
                self._to_thread([_in_turn(change, told, loop)])
                return
            self._here.append((change, told, loop))
            if len(self._here) == 1:
                loop.call_soon(self._write_here)

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
                self._to_thread([])
                self._waiting.put("close")
        self._thread.join()

    def _check_open(self) -> None:
        if self._closing:
            raise StoreTrouble("the house is shutting down")

    def _to_thread(self, asked: list[Asked]) -> None:
        """With the door held. What still waits here goes first."""
        here, self._here = self._here, []
        for each in (*(_in_turn(*brief) for brief in here), *asked):
            self._behind += 1
            self._waiting.put(each)

    # --- on the event loop's thread ---

    def _write_here(self) -> None:
        with self._using:
            with self._door:
                asked, self._here = self._here, []
            told: list[tuple[Told, Any]] = []
            while asked:
                batch, rest = asked[:TOGETHER], asked[TOGETHER:]
                try:
                    done = self._commit([change for change, _, _ in batch])
                except _Held:
                    with self._door:
                        self._here = asked + self._here
                        self._to_thread([])
                    break
                told += [(hear, result) for (_, hear, _), result in zip(batch, done, strict=True)]
                asked = rest
        _tell(told)

    # --- in the thread ---

    def _run(self) -> None:
        while (first := self._waiting.get()) != "close":
            if isinstance(first, str):
                self._bring_home()
                continue
            batch = self._batch(first)
            with self._using:
                done = self._patiently([change for change, _, _ in batch])
            self._tell_loops(batch, done)
        with self._using:
            if self._conn is not None:
                if self._lock is None:
                    self._conn.close()
                else:
                    self._lock.release()

    def _batch(self, first: Asked) -> list[Asked]:
        """What waits now."""
        batch = [first]
        try:
            while len(batch) < TOGETHER:
                asked = self._waiting.get_nowait()
                if isinstance(asked, str):
                    self._waiting.put(asked)  # nothing follows "close", and "log" can wait
                    break
                batch.append(asked)
        except Empty:
            pass
        return batch

    def _patiently(self, changes: list[Callable[[Connection], Any]]) -> list[Any]:
        until = time.monotonic() + self.patience
        while True:
            try:
                return self._commit(changes)
            except _Held:
                if time.monotonic() >= until:
                    trouble = StoreTrouble(_said(sqlite3.OperationalError("database is locked")))
                    self._fail(trouble)
                    return [trouble] * len(changes)
                time.sleep(RETRY)

    def _tell_loops(self, batch: list[Asked], done: list[Any]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Told, Any]]] = {}
        for (_, hear, loop), result in zip(batch, done, strict=True):
            by_loop.setdefault(loop, []).append((hear, result))
        for loop, told in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._told, told)

    def _told(self, told: list[tuple[Told, Any]]) -> None:
        with self._door:
            self._behind -= len(told)
        _tell(told)

    def _bring_home(self) -> None:
        """The log grows until it is brought into the file. That waits for the disk, but for nobody who writes."""
        try:
            with self._engine.connect() as conn:
                conn.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except DBAPIError:
            pass  # a commit will tell of what is wrong, or do it itself

    # --- in either ---

    def _commit(self, changes: list[Callable[[Connection], Any]]) -> list[Any]:
        """The result of each change, or the exception that undid it."""
        results: list[Any] = []
        try:
            if self.lost is not None:
                raise self.lost
            conn = self._connection()
            self._begin(conn)
            alone = len(changes) == 1
            for change in changes:
                results.append(self._change(conn, change, alone))
            if alone and isinstance(results[0], BaseException):
                self._say(conn, "ROLLBACK")
            else:
                begun = time.perf_counter()
                self._say(conn, "COMMIT")
                self._slow = time.perf_counter() - begun > self.quick
                self.commits += 1
                self._reported = False
                if self._sqlite and self.commits % EVERY == 0:
                    self._waiting.put("log")
        except _Held:
            raise
        except Exception as error:
            self._forget()
            trouble = error if isinstance(error, NotOurs) else StoreTrouble(_said(error))
            self._fail(trouble)
            return [r if isinstance(r, BaseException) else trouble for r in results] + [
                trouble for _ in range(len(changes) - len(results))
            ]
        return results

    def _begin(self, conn: Connection) -> None:
        try:
            found = holding.begin(conn)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise _Held from error
            raise
        if found != self._token:
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
                raise self._lose(TAKEN) from None
            if self._sqlite:  # nobody is waited for on the event loop's thread; `_patiently` does it in the other
                for pragma in ("PRAGMA busy_timeout = 0", f"PRAGMA wal_autocheckpoint = {LONG}"):
                    self._conn.exec_driver_sql(pragma).fetchall()
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


def _write_something(conn: Connection) -> None:
    """Pages that have been changed are written, also where the change is taken back before the commit."""
    conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('probe', 0)"))
    conn.execute(text("DELETE FROM accounts WHERE name = 'probe'"))


def _in_turn(change: Callable[[Connection], Any], told: Told, loop: asyncio.AbstractEventLoop) -> Asked:
    """Whoever waits with a future hears in the loop's next turn. A brief change that comes back from the thread with
    such a one is told then too: everybody hears in the order in which the changes were made."""
    return change, lambda result, error: _later(loop, told, result, error), loop


def _later(loop: asyncio.AbstractEventLoop, told: Told, result: Any, error: BaseException | None) -> None:
    loop.call_soon(told, result, error)


def _tell(told: list[tuple[Told, Any]]) -> None:
    for hear, result in told:
        try:
            if isinstance(result, BaseException):
                hear(None, result)
            else:
                hear(result, None)
        except Exception as mistake:  # of one who hears: the others hear all the same
            context = {"message": "somebody who waited for the store failed", "exception": mistake}
            asyncio.get_running_loop().call_exception_handler(context)


def _settle(future: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
