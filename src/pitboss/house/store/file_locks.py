"""Locks of files. They belong to a descriptor, so that the operating system lets go of them when the process dies.

A database is locked by itself only where a system has locks that SQLite's own never meet: on Linux. There a byte is
locked that no file ever reaches. Elsewhere it has the lock file beside it alone (`locking.py`)."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.house.store.addresses import StoreError

FAR = 1 << 62
_HELD: set[tuple[int, int]] = set()
"""The databases that this process holds, by device and number."""

if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Locks a file for this descriptor; whether nobody else has it."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Locks a file for this descriptor; whether nobody else has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


if sys.platform == "linux":
    import errno
    import struct

    def _free(handle: int, write: bool) -> bool:
        """(`flock` would do as well, but on a disk of the network it locks every byte, SQLite's own too.) Where a file
        system knows no such locks, the lock file alone must do."""
        kind = fcntl.F_WRLCK if write else fcntl.F_RDLCK
        try:
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", kind, os.SEEK_SET, FAR, 1, 0))
        except OSError as error:
            return error.errno not in (errno.EAGAIN, errno.EACCES)
        return True

    @contextmanager
    def database_held(path: Path) -> Iterator[bool]:
        """Locks a database by itself; whether it is ours. Closing a descriptor takes all of SQLite's own locks of that
        file from this process. So none is opened where this process holds the file already, and whoever leaves this
        should have closed his connections."""
        there = path.stat()
        if (there.st_dev, there.st_ino) in _HELD:
            yield False
            return
        handle = os.open(path, os.O_RDWR)
        try:
            if not _free(handle, write=True):
                yield False
                return
            there = os.fstat(handle)
            _HELD.add((there.st_dev, there.st_ino))
            try:
                yield True
            finally:
                _HELD.remove((there.st_dev, there.st_ino))
        finally:
            os.close(handle)

    def _in_use(path: Path) -> bool:
        there = path.stat()
        if (there.st_dev, there.st_ino) in _HELD:
            return True
        handle = os.open(path, os.O_RDONLY)
        try:
            return not _free(handle, write=False)
        finally:
            os.close(handle)

else:

    @contextmanager
    def database_held(path: Path) -> Iterator[bool]:
        """Nothing more than the lock file is needed."""
        yield True

    def _in_use(path: Path) -> bool:
        return False


# --- files of several names -------------------------------------------------------------------------------------------


def require_one_name(path: Path) -> None:
    """For whoever writes."""
    names = path.stat().st_nlink
    if names > 1:
        raise StoreError(
            f"{path}: this file has {names} names (hard links). SQLite keeps the newest rows in a log beside the name "
            "by which it was opened; opened by another, they would be lost. Leave it one name"
        )


def require_right_name(path: Path) -> None:
    """For whoever only reads: a file of several names can be read by any of them, unless a house is running on it."""
    if path.stat().st_nlink > 1 and not Path(f"{path}-wal").exists() and _in_use(path):
        raise StoreError(
            f"{path}: a house is running on this file under another name (a hard link), and its newest rows are in a "
            "log beside that name; name the file as that house does"
        )
