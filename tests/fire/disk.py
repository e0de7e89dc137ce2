"""What SQLite asks of the disk, recorded: every write, every wait until it is on the disk, every deletion. The very
library that Python uses is asked to go through functions of ours, which note the call and pass it on."""

import ctypes as ct
import ctypes.util
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct


class Write(Struct, frozen=True):
    file: str
    offset: int
    data: bytes


class Truncate(Struct, frozen=True):
    file: str
    size: int


class Sync(Struct, frozen=True):
    file: str


class Make(Struct, frozen=True):
    """A log was opened that may be new: when the disk is waited for the first time, the folder is too."""

    file: str


class Delete(Struct, frozen=True):
    file: str
    durable: bool
    """Whether SQLite waits for the folder too."""


class Mark(Struct, frozen=True):
    """Something that whoever records wants to remember at this moment."""

    what: Any


Note = Write | Truncate | Sync | Make | Delete | Mark

OK = 0
CREATE, JOURNAL, LOG = 0x4, 0x800, 0x80000
_OPEN = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_void_p, ct.c_void_p, ct.c_int, ct.c_void_p)
"""Names are passed on as they came: SQLite keeps the pointer."""
_DELETE = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_char_p, ct.c_int)
_WRITE = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_void_p, ct.c_int, ct.c_int64)
_TRUNCATE = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_int64)
_SYNC = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_int)


class _System(ct.Structure):
    """The beginning of `sqlite3_vfs`; the rest is passed on as it is."""

    _fields_ = (
        ("version", ct.c_int),
        ("file_size", ct.c_int),
        ("path_size", ct.c_int),
        ("next", ct.c_void_p),
        ("name", ct.c_char_p),
        ("data", ct.c_void_p),
        ("open", ct.c_void_p),
        ("delete", ct.c_void_p),
        ("others", ct.c_void_p * 14),
    )


class _Methods(ct.Structure):
    """`sqlite3_io_methods`, of a file."""

    _fields_ = (
        ("version", ct.c_int),
        ("close", ct.c_void_p),
        ("read", ct.c_void_p),
        ("write", ct.c_void_p),
        ("truncate", ct.c_void_p),
        ("sync", ct.c_void_p),
        ("others", ct.c_void_p * 13),
    )


def _address(function: Any) -> int:
    found = ct.cast(function, ct.c_void_p).value
    assert found is not None
    return found


_KEPT: list["Recorder"] = []
"""For ever: SQLite calls our functions as long as a connection that was opened through them is there."""


class Recorder:
    """Stands between SQLite and the disk while `recording` runs."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        self.notes: list[Note] = []
        self._wanted = wanted
        self._names: dict[int, str] = {}
        """The address of an open file → its name."""
        self._methods: dict[int, _Methods] = {}
        self._library = ct.CDLL(ctypes.util.find_library("sqlite3"))
        self._library.sqlite3_libversion.restype = ct.c_char_p
        assert self._library.sqlite3_libversion().decode() == sqlite3.sqlite_version, "Python has an SQLite of its own"
        self._library.sqlite3_vfs_find.restype = ct.POINTER(_System)
        self._real = self._library.sqlite3_vfs_find(None)
        self._ours = _System.from_buffer_copy(self._real.contents)
        self._ours.name = b"recording"
        self._kept = [_OPEN(self._open), _DELETE(self._delete)]
        self._ours.open, self._ours.delete = map(_address, self._kept)

    def install(self) -> None:
        _KEPT.append(self)
        self._library.sqlite3_vfs_register(ct.byref(self._ours), 1)

    def take_away(self) -> None:
        self._library.sqlite3_vfs_unregister(ct.byref(self._ours))
        self._library.sqlite3_vfs_register(self._real, 1)

    def _open(self, _: int, name: int | None, file: int, flags: int, out: int) -> int:
        code: int = _OPEN(self._real.contents.open)(_pointer(self._real), name, file, flags, out)
        slot = ct.cast(file, ct.POINTER(ct.c_void_p))
        if code == OK and name is not None and slot[0] and self._wanted(path := ct.string_at(name).decode()):
            self._names[file] = path
            slot[0] = ct.addressof(self._through(slot[0]))
            if flags & CREATE and flags & (JOURNAL | LOG):
                self.notes.append(Make(path))
        return code

    def _through(self, methods: int) -> _Methods:
        """The methods of a file, ours where they change something."""
        if methods not in self._methods:
            real = _Methods.from_address(methods)
            made = _Methods.from_buffer_copy(real)
            write, truncate, sync = _WRITE(real.write), _TRUNCATE(real.truncate), _SYNC(real.sync)

            def wrote(file: int, data: int, size: int, offset: int) -> int:
                self.notes.append(Write(self._names[file], offset, ct.string_at(data, size)))
                return int(write(file, data, size, offset))

            def truncated(file: int, size: int) -> int:
                self.notes.append(Truncate(self._names[file], size))
                return int(truncate(file, size))

            def synced(file: int, flags: int) -> int:
                code = int(sync(file, flags))
                if code == OK:
                    self.notes.append(Sync(self._names[file]))
                return code

            functions = [_WRITE(wrote), _TRUNCATE(truncated), _SYNC(synced)]
            self._kept += functions
            made.write, made.truncate, made.sync = map(_address, functions)
            self._methods[methods] = made
        return self._methods[methods]

    def _delete(self, _: int, name: bytes, durable: int) -> int:
        code: int = _DELETE(self._real.contents.delete)(_pointer(self._real), name, durable)
        if code == OK and self._wanted(name.decode()):
            self.notes.append(Delete(name.decode(), bool(durable)))
        return code


def _pointer(of: Any) -> int:
    return ct.addressof(of.contents)


@contextmanager
def recording(wanted: Callable[[str], bool]) -> Iterator[list[Note]]:
    """Every connection that is opened meanwhile is recorded, of the files that are wanted."""
    recorder = Recorder(wanted)
    recorder.install()
    try:
        yield recorder.notes
        assert recorder.notes, "Python has an SQLite of its own: nothing was recorded"
    finally:
        recorder.take_away()
