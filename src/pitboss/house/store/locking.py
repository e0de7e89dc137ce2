"""One house at a time: the locks of a store. The operating system lets go of them when the process dies.

A file of SQLite is locked twice: by its name (`FILE.lock` beside it, which says which process holds it) and by itself,
so that a lock file which was removed, or another name of the file, helps nobody past it. By itself only on Linux; on
other systems there is the lock file alone, and Windows lets nobody remove a file that is in use. Past every lock the
token in the store (`holding.py`) keeps an older house from writing."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.store.addresses import StoreError
from pitboss.house.store.file_locks import database_held, require_one_name, try_lock
from pitboss.house.store.leases import processes
from pitboss.house.store.opening import file_path, reason, shown


@contextmanager
def lock_store(engine: Engine) -> Iterator[None]:
    """The store is nobody else's meanwhile. On a server there is no lock that could be held for sure: where processes
    of a house are at work it is refused, and whoever changes everything lets nobody write afterwards (`vacate`)."""
    if engine.dialect.name == "sqlite":
        with _by_name(engine), _by_itself(engine):
            yield
        return
    try:
        with engine.connect() as conn:
            there = processes(conn) if inspect(conn).has_table("processes") else []
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(engine)}: the store cannot be read: {reason(error)}") from None
    if there:
        raise _taken(engine, f" ({', '.join(each.where for each in there)})")
    yield


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
