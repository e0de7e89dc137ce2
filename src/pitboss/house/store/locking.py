"""One house at a time: the locks of a store. The operating system or the server lets go of them when the process dies.

A file of SQLite is locked twice: by its name (`FILE.lock` beside it, which says which process holds it) and by itself,
so that a lock file which was removed, or another name of the file, helps nobody past it. By itself only on Linux; on
other systems there is the lock file alone, and Windows lets nobody remove a file that is in use. Past every lock the
token in the store (`holding.py`) keeps an older house from writing."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.store.addresses import StoreError
from pitboss.house.store.file_locks import database_held, require_one_name, try_lock
from pitboss.house.store.opening import file_path, reason, shown

_ADVISORY = 0x70697462
"""The number under which a house holds its database on PostgreSQL ("pitb")."""
_HOLDER = (
    "SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() "
    f"AND l.locktype = 'advisory' AND l.classid = 0 AND l.objid = {_ADVISORY} AND l.objsubid = 1 AND l.granted"
)
TRIES, WAIT = 5, 1000
"""How often the lock is asked for while only our own last connection is in the way, and the milliseconds it gets."""


@contextmanager
def lock_store(engine: Engine) -> Iterator["DatabaseLock | None"]:
    """Holds the store for this process alone. On a server the connection is what holds it: whoever writes does so on
    that one (`DatabaseLock.connection`)."""
    if engine.dialect.name == "sqlite":
        with _by_name(engine), _by_itself(engine):
            yield None
        return
    lock = DatabaseLock(engine)
    try:
        lock.connection()
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(engine)}: the store cannot be locked: {reason(error)}") from None
    try:
        yield lock
    finally:
        lock.release()


def _taken(engine: Engine, holder: str = "") -> StoreError:
    return StoreError(
        f"{shown(engine)}: another house is running on this store{holder}; stop it first, or name another store"
    )


# --- a file ---------------------------------------------------------------------------------------------------------


@contextmanager
def _by_name(engine: Engine) -> Iterator[None]:
    path = Path(f"{file_path(engine)}.lock")
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(f"{path}: the store cannot be locked: {error.strerror or error}") from None
    try:
        if not try_lock(handle):
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip() if hasattr(os, "pread") else ""
            raise _taken(engine, f" (process {holder})" if holder.isdigit() else "")
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        # The file stays: if it were removed, one could hold the old file and another a new one of the same name.
        yield
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


@contextmanager
def _by_itself(engine: Engine) -> Iterator[None]:
    path = file_path(engine)
    with ExitStack() as held:
        try:
            ours = held.enter_context(database_held(path))
            held.callback(engine.dispose)  # before the lock is let go
            if ours:
                require_one_name(path)
        except OSError as error:
            raise StoreError(f"{path}: the store cannot be locked: {error.strerror or error}") from None
        if not ours:
            raise _taken(engine)
        yield


# --- a server -------------------------------------------------------------------------------------------------------


class DatabaseLock:
    """The lock of a database on a server. It belongs to one connection and is gone when that is, so it is taken anew
    for each connection, before anything is written there. It keeps a second house from opening; what keeps a house from
    writing that was replaced while it had no connection is the token in the store (`holding.py`)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._conn: Connection | None = None
        self._server = 0
        """The process of the server that held the lock for us last."""

    def connection(self) -> Connection:
        """The connection that holds the lock; a new one where the last was closed. `StoreError` where another house
        holds it."""
        if self._conn is None or self._conn.closed:
            conn = self._engine.connect()
            try:
                if not self._taken(conn):
                    raise _taken(self._engine)
                self._server = conn.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            except BaseException:
                conn.close()
                raise
            self._conn = conn
        return self._conn

    def release(self) -> None:
        conn, self._conn = self._conn, None
        if conn is None or conn.closed:
            return
        try:  # closing alone would tell the server only a moment later
            conn.exec_driver_sql(f"SELECT pg_advisory_unlock({_ADVISORY})")
        except SQLAlchemyError:
            conn.invalidate()  # it must not go back to the pool with the lock
        finally:
            conn.close()

    def _taken(self, conn: Connection) -> bool:
        """Whether the lock is ours now. Our own last connection may hold it still, broken on this side alone: the
        server is asked to end it."""
        for _ in range(TRIES):
            if conn.exec_driver_sql(f"SELECT pg_try_advisory_lock({_ADVISORY})").scalar():
                return True
            holder = conn.exec_driver_sql(_HOLDER).scalar()
            if holder is not None and holder != self._server:
                return False
            if holder is not None:
                conn.exec_driver_sql(f"SELECT pg_terminate_backend({holder}, {WAIT})")
        return False
