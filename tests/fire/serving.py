"""A house that serves in a process of its own and can be killed. A process that has everything loaded waits for orders
and forks a house for each, so that a start costs no time to load the program."""

import ctypes
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

import msgspec
import uvloop
from msgspec import Struct

import house.crashing as c
from fire.campaign import NotStarted
from fire.hooks import hooked
from house.server_support import PLENTY, cheap_people, settings_for
from pitboss.house.house import wall_clock
from pitboss.house.server.limits import Limits
from pitboss.house.server.running import Running, serve
from pitboss.house.store.writer import Writer

ROOT = Path(__file__).parents[2]
LOG = "log"
"""The file in the folder of a house to which it writes its log."""
SILENT = "it ended without a word"


class Start(Struct, frozen=True):
    """Where to serve, and when to die: before or after the commit with this number (0: never)."""

    url: str
    folder: str
    port: int
    when: str = ""
    commit: int = 0
    plant: str = ""
    name: str = ""
    """What it is called, where it is one of several processes."""
    lease: float = 10.0
    """Seconds."""
    shift: int = 0
    """Milliseconds by which its clock is wrong."""


class Forker:
    """Starts houses; every one of them is gone when the block ends."""

    def __init__(self) -> None:
        paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests"))
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from fire.serving import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._alive: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in self._alive:
            self.kill(pid)
        self._process.communicate(timeout=60)

    def start(self, order: Start) -> int:
        """The id of its process, once the house answers requests; 0 where it was to die and did before that."""
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None and answers is not None
        pipe.write(msgspec.json.encode(order) + b"\n")
        pipe.flush()
        said = answers.readline().decode().strip()
        if order.commit and said == SILENT:
            return 0
        if not said.startswith("ready "):
            raise NotStarted(f"the house did not start: {said}")
        self._alive.append(int(said.removeprefix("ready ")))
        return self._alive[-1]

    def kill(self, pid: int, how: int = signal.SIGKILL, seconds: float = 60) -> None:
        """Sends the signal and waits until the process has ended."""
        with suppress(ProcessLookupError):
            os.kill(pid, how)
        self.wait(pid, seconds)

    def wait(self, pid: int, seconds: float) -> None:
        assert self.ended(pid, seconds), "the process does not end"

    def ended(self, pid: int, seconds: float) -> bool:
        """Whether it has ended by then."""
        if pid in self._alive:
            try:
                handle = os.pidfd_open(pid)
            except ProcessLookupError:
                self._alive.remove(pid)
                return True
            found, _, _ = select.select([handle], [], [], seconds)
            os.close(handle)
            if found:
                self._alive.remove(pid)
        return pid not in self._alive


# --- in the process that forks ----------------------------------------------------------------------------------------

LEAKED: list[bytes] = []


@contextmanager
def leaking(order: Start) -> Iterator[None]:
    """A planted fault: every commit leaves something behind in memory."""
    real = Writer._commit

    def commit(writer: Writer, changes: Any) -> Any:
        LEAKED.append(os.urandom(400_000))
        return real(writer, changes)

    if order.plant != "leak":
        yield
        return
    with patch.object(Writer, "_commit", commit):
        yield


def _die_with_parent() -> None:
    """No house outlives who started it (on Linux; elsewhere one that was left behind must be ended by hand)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _shifted(milliseconds: int) -> int:
    return wall_clock() + milliseconds


def _child(order: Start, read: int, out: int) -> None:
    _die_with_parent()
    os.close(read)
    folder = Path(order.folder)
    os.dup2(os.open(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    settings = settings_for(
        folder, database=order.url, port=order.port, log_level="error", lease_seconds=order.lease, host="127.0.0.1"
    )
    dies = c.Order(order.url, order.folder, order.when, order.commit, order.plant)
    try:
        with leaking(order), c.dying_at(dies), hooked(order.name, order.when, order.commit, order.plant):

            def ready(_: Running) -> None:
                os.write(out, f"ready {os.getpid()}\n".encode())

            limits = Limits(100_000, 1_000_000, **PLENTY)
            clock = partial(_shifted, order.shift)
            uvloop.run(serve(settings, ready, people=cheap_people, limits=limits, clock=clock))
    except BaseException as error:
        with suppress(BrokenPipeError):  # it had begun: who started it has stopped listening
            os.write(out, f"{type(error).__name__}: {' '.join(str(error).split())}\n".encode())
        os._exit(1)
    os._exit(0)


def main() -> None:
    for line in sys.stdin.buffer:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        read, write = os.pipe()
        if not os.fork():
            _child(msgspec.json.decode(line, type=Start), read, write)
        os.close(write)
        with os.fdopen(read, "rb", buffering=0) as lines:
            said = lines.read(4096)
        sys.stdout.buffer.write(said.splitlines()[0] + b"\n" if said else SILENT.encode() + b"\n")
        sys.stdout.buffer.flush()
