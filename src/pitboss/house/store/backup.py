"""A backup is always one SQLite file with the tables of the store, whichever database the store is on: it can be
opened, checked and restored into either. The sealed seeds in it stay sealed: the key that opens them is never part of a
backup."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.store.addresses import file_of
from pitboss.house.store.holding import vacate
from pitboss.house.store.migrate import check, require_current, revision
from pitboss.house.store.opening import StoreError, connect, open_store, reason, shown, snapshot, transaction
from pitboss.house.store.schema import holder, leases, metadata, processes
from pitboss.wording.command_line import command_line

KEY_STAYS = (
    "The key file is not part of a backup: keep a copy of it elsewhere. Without it the sealed seeds of shuffles that "
    "were not yet revealed stay closed, and rounds in progress cannot be continued with the same cards."
)
_RUNNING = (holder, processes, leases)
"""Who has the store: that is no part of a backup."""
_COPIED = [table for table in metadata.sorted_tables if table not in _RUNNING]
TOGETHER = 1000
"""Rows copied at a time."""


def backup(engine: Engine, path: Path) -> dict[str, int]:
    """Writes the store as it is at this moment into a new file; nobody has to stop for it. Returns the rows of each
    table. A PostgreSQL store has to be of our version; an SQLite file is copied whatever its version."""
    try:
        if path.exists():
            raise StoreError(f"{path}: there is a file of this name already; name a new one")
        with _beside(path) as part:
            if engine.dialect.name == "sqlite":
                _copy_pages(engine, part)
            else:
                require_current(engine, make=False)
                target = open_store(str(part))
                try:
                    with snapshot(engine) as source:
                        _copy_rows(source, target)
                finally:
                    target.dispose()
            return _settle(part)
    except OSError as error:
        raise StoreError(f"{path}: the backup cannot be written: {error.strerror or error}") from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreError(f"{path}: the backup could not be made: {reason(error)}") from None


def restore(path: Path, engine: Engine) -> dict[str, int]:
    """Puts a backup into a store in which nothing has been written yet; all of it or nothing. Returns the rows of each
    table."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    _require_empty(engine)
    source = connect(str(path), read_only=True)
    try:
        _require_restorable(path, source)
        require_current(engine)
        with snapshot(source) as conn:
            return _copy_rows(conn, engine)
    except SQLAlchemyError as error:
        raise StoreError(f"{path}: the backup could not be restored: {reason(error)}; nothing was changed") from None
    finally:
        source.dispose()


@contextmanager
def new_or_nothing(url: str) -> Iterator[None]:
    """Where there was no file and what was to fill it fails, there is none afterwards either, nor a folder for it."""
    path = None
    with suppress(StoreError, OSError, RuntimeError):  # which is said where the store is opened
        path = file_of(url)
        path = path.resolve() if path is not None else None
    new = path is not None and not path.exists()
    folders = [folder for folder in path.parents if not folder.exists()] if path is not None and new else []
    try:
        yield
    except BaseException:
        if path is not None and new:
            for ending in ("", "-journal", "-wal", "-shm", ".lock"):
                with suppress(OSError):
                    Path(f"{path}{ending}").unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def _require_empty(engine: Engine) -> None:
    if revision(engine) is None:
        return
    require_current(engine)
    with engine.connect() as conn:
        full = [table.name for table in _COPIED if conn.execute(select(1).select_from(table)).first()]
    if full:
        raise StoreError(
            f"{shown(engine)}: this store is in use ({', '.join(full[:3])} …); "
            "a backup is restored only into an empty one"
        )


def _require_restorable(path: Path, source: Engine) -> None:
    from pitboss.house.store.migrations import REVISIONS

    found = revision(source)
    if found is None:
        raise StoreError(f"{path}: this file holds no store")
    if found != REVISIONS[-1] and found in REVISIONS:
        raise StoreError(
            f"{path}: this backup is of version {found} and this program needs {REVISIONS[-1]}: "
            f"`{command_line('db', 'upgrade', '--database', path)}` brings it up to date"
        )
    faults = check(source, guarded=False)
    if faults:
        raise StoreError(f"{path}: this backup cannot be used: {faults[0]}")


# --- copying --------------------------------------------------------------------------------------------------------


def _copy_pages(engine: Engine, part: Path) -> None:
    raw = engine.raw_connection()
    try:
        copy = sqlite3.connect(part)
        try:
            source = raw.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
        finally:
            copy.close()
    finally:
        raw.close()


def _copy_rows(source: Connection, target: Engine) -> dict[str, int]:
    """Every table, parents before children, in one transaction. Which house has the store is not copied: none has the
    new one."""
    rows: dict[str, int] = {}
    with transaction(target) as conn:
        vacate(conn)
        for table in _COPIED:
            found = source.execute(select(table), execution_options={"yield_per": TOGETHER})
            for some in found.mappings().partitions():
                conn.execute(insert(table), [dict(row) for row in some])
            rows[table.name] = conn.execute(select(func.count()).select_from(table)).scalar_one()
            there = source.execute(select(func.count()).select_from(table)).scalar_one()
            if rows[table.name] != there:
                raise StoreError(f"{table.name}: {there} rows to copy, {rows[table.name]} arrived; nothing was changed")
    return rows


def _settle(part: Path) -> dict[str, int]:
    """One file without companions, on the disk; counts its rows."""
    copy = sqlite3.connect(part)
    try:
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        if (said := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise StoreError(f"the store is damaged and no backup was kept: {said}. `pitboss db check` tells more")
        left_out = {"alembic_version", *(table.name for table in _RUNNING)}
        names = [str(name) for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {
            name: int(copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for name in names
            if name not in left_out
        }
    finally:
        copy.close()
    return rows


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A name beside the file to be; what was written there takes its place, or is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # a backup holds what players hold
        yield part
        _to_disk(part)
        part.replace(path)
        if os.name != "nt":
            _to_disk(path.parent)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{part}{ending}").unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
