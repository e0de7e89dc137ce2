"""What somebody has learnt in the terminal, as a file in his data folder."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.cli.screen import Trouble, shown
from pitboss.house.store.addresses import data_folder
from pitboss.house.store.file_locks import try_lock
from pitboss.odds.cache import write_whole
from pitboss.school.memory import TopicKey, TrainingMemory, remember

NAME = "school.json"
FORMAT = 1
LARGEST = 16 * 2**20
PATIENCE = 10.0
"""Seconds for which another terminal may hold the file."""


class _Version(Struct):
    pitboss_school: int


class _MemoryFile(TrainingMemory, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pitboss_school: int


def usual_place() -> Path:
    return data_folder() / NAME


class MemoryKeeper:
    """Reads and writes the file. It is read again before every change, so that two terminals lose nothing of each
    other; a file that cannot be read as one is never written over."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> TrainingMemory:
        """What is remembered; nothing where there is no file. Raises `Trouble`."""
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return TrainingMemory()
        except OSError as error:
            raise Trouble(f"{shown(self.path)}: cannot be read: {error.strerror}") from None
        try:
            if (found := msgspec.json.decode(raw, type=_Version).pitboss_school) > FORMAT:
                raise Trouble(
                    f"{shown(self.path)}: a newer version of pitboss wrote it (format {found}; this version reads "
                    f"{FORMAT}); it is left as it is. --memory names another file"
                )
            held = msgspec.json.decode(raw[:LARGEST], type=_MemoryFile)
        except (ValueError, RecursionError) as error:
            raise Trouble(
                f"{shown(self.path)}: this is no memory of the school: {error}; it is left as it is. Move it away, or "
                "name another file with --memory"
            ) from None
        return TrainingMemory(held.topics)

    def writable(self) -> None:
        """Raises `Trouble` where nothing can be kept."""
        with self._held():
            self.load()

    def remember(self, key: TopicKey, *, right: bool, took: int) -> None:
        """One more answer, which took so many milliseconds."""
        with self._held():
            after = remember(self.load(), key, right=right, took=took, now=now())
            written = msgspec.json.encode(_MemoryFile(after.topics, pitboss_school=FORMAT))
            try:
                write_whole(self.path, msgspec.json.format(written) + b"\n")
            except OSError as error:
                raise Trouble(f"{shown(self.path)}: cannot be written: {error.strerror}") from None

    @contextmanager
    def _held(self) -> Iterator[None]:
        beside = self.path.with_name(f"{self.path.name}.lock")
        try:
            beside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Trouble(f"{shown(self.path)}: cannot be kept there: {error.strerror}") from None
        try:
            begun = time.monotonic()
            while not try_lock(handle):
                if time.monotonic() - begun > PATIENCE:
                    raise Trouble(f"{shown(self.path)}: another program holds it; try again in a moment")
                time.sleep(0.02)
            yield
        finally:
            with suppress(OSError):
                os.close(handle)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
