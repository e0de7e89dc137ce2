"""Files that the school keeps in the terminal: held while they are changed, and read strictly. One that is broken, or
that a newer version wrote, is refused and left as it is."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from pitboss.cli.screen import Trouble, safe, shown
from pitboss.house.store.file_locks import try_lock
from pitboss.odds.cache import write_whole

FORMAT = 1
LARGEST = 16 * 2**20
Kept = TypeVar("Kept", bound=Struct)


class _Version(Struct):
    pitboss_school: int


class KeptInFile(Struct, forbid_unknown_fields=True):
    """The outside of such a file."""

    pitboss_school: int
    kept: msgspec.Raw


def read_kept(path: Path, kind: type[Kept], what: str) -> Kept | None:
    """What is kept there; None where there is no file. Raises `Trouble`."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Trouble(f"{shown(path)}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        found = msgspec.json.decode(raw, type=_Version).pitboss_school
        if found > FORMAT:
            raise Trouble(
                f"{shown(path)}: a newer version of pitboss wrote it (format {found}; this version reads {FORMAT}); it "
                "is left as it is; name another file, or use that version"
            )
        if len(raw) > LARGEST:
            raise ValueError(f"it has {len(raw):,} bytes")
        return msgspec.json.decode(msgspec.json.decode(raw, type=KeptInFile).kept, type=kind)
    except (ValueError, RecursionError) as error:
        said = safe(str(error))
        raise Trouble(
            f"{shown(path)}: this is no {what}: {said}; it is left as it is; move it away, or name another file"
        ) from None


def write_kept(path: Path, kept: Struct) -> None:
    """All of it is written, or nothing. Raises `Trouble`."""
    held = KeptInFile(FORMAT, msgspec.Raw(msgspec.json.encode(kept)))
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(held)) + b"\n")
    except OSError as error:
        raise Trouble(f"{shown(path)}: cannot be written: {error.strerror}") from None


@contextmanager
def held(path: Path, patience: float, *, tidy: bool = False) -> Iterator[None]:
    """Nobody else changes the file meanwhile. Raises `Trouble` where another program holds it for longer than so many
    seconds, or where nothing can be kept. `tidy`: the lock beside it goes in the end, where nobody ever waits for
    it."""
    beside = path.with_name(f"{path.name}.lock")
    try:
        beside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise Trouble(f"{shown(path)}: cannot be kept there: {said}") from None
    try:
        begun = time.monotonic()
        while not try_lock(handle):
            if time.monotonic() - begun > patience:
                raise Trouble(f"{shown(path)}: another program holds it; end that one first")
            time.sleep(0.02)
        try:
            yield
        finally:
            if tidy:
                beside.unlink(missing_ok=True)
    finally:
        with suppress(OSError):
            os.close(handle)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
