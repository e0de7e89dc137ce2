"""The log of an evening on disk: nothing is shown before it is written, and no act is ever half written."""

import os
from contextlib import suppress
from pathlib import Path

from pitboss.cli.screen import Trouble, shown
from pitboss.play.log import header_line, lines
from pitboss.play.table import Table
from pitboss.wording.things import many


class LogFile:
    """A new file. What cannot be written any more is said once (`trouble`) and leaves whole acts behind."""

    def __init__(self, path: Path, table: Table) -> None:
        self.path = path
        self.trouble = ""
        try:
            self._out = path.open("xb", buffering=0)
        except FileExistsError:
            raise Trouble(f"{shown(path)}: {_what_is_there(path)}") from None
        except (OSError, ValueError) as error:
            raise Trouble(f"{shown(path)}: the log cannot be written: {_cause(error)}") from None
        self.records = 0
        self._size = 0
        if not self._write(header_line(table.rules.terms)):
            self._out.close()
            with suppress(OSError):
                path.unlink()
            raise Trouble(f"{self.trouble}; nothing was recorded")

    def record(self, table: Table) -> bool:
        """Writes what has happened since the last time, and waits until it is on disk; False where it cannot."""
        if not self._write(b"".join(lines(table.log[self.records :]))):
            return False
        self.records = len(table.log)
        return True

    def holds(self) -> str:
        """What is in the file."""
        return f"it holds the first {many(self.records, 'record')}" if self.records else "it holds no record"

    def close(self) -> None:
        with suppress(OSError):
            self._out.close()

    def _write(self, text: bytes) -> bool:
        try:
            rest = memoryview(text)
            while rest:
                rest = rest[self._out.write(rest) :]
            os.fsync(self._out.fileno())
        except OSError as error:
            self.trouble = f"{shown(self.path)}: the log cannot be written: {_cause(error)}"
            with suppress(OSError):
                self._out.truncate(self._size)
            return False
        self._size += len(text)
        return True


def _what_is_there(path: Path) -> str:
    if path.is_dir():
        return "this is a directory; name a new file for the log"
    if path.exists() and not path.is_file():
        return "this is a device, not a file; name a new file for the log"
    return "there is already such a file; a log is never overwritten"


def _cause(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
