"""What a campaign is. To add one: a module that makes it ready, and a row in `campaigns.py`."""

import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from house.postgres import Postgres
from pitboss.house.live.storage import MeterMoved

Tally = Counter[str]
"""What was done in a trial: so many of this, so many of that. The unit of the campaign is among them."""


class Place:
    """Where a campaign works: an empty folder, and a PostgreSQL of its own, which is started when it is first asked
    for."""

    def __init__(self, folder: Path, postgres: Callable[[], Postgres]) -> None:
        self.folder, self._start = folder, postgres
        self._postgres: Postgres | None = None

    def postgres(self) -> Postgres:
        self._postgres = self._postgres or self._start()
        return self._postgres


class Ready(Protocol):
    """A campaign that is ready to be run."""

    def trial(self, seed: int) -> Tally:
        """One trial, the same for the same seed. An `AssertionError` says what broke."""

    def plant(self, fault: str) -> None:
        """The same with a fault planted: an `AssertionError` says that it was noticed."""


class Campaign(Struct, frozen=True):
    name: str
    title: str
    unit: str
    """What is counted, in the plural."""
    count: int
    """How many in a recorded run."""
    suite: tuple[int, ...]
    """The seeds of the trials that the suite does."""
    tells: str
    """What is done, and what must hold."""
    plants: dict[str, str]
    """The planted faults that must be noticed: name → what it is."""
    ready: Callable[[Place], AbstractContextManager[Ready]]
    lacks: Callable[[], str] = str
    """What has to be installed before it can be run; empty where everything is there."""


class NotStarted(AssertionError):
    """A house did not start: that breaks a trial. A planted fault is not noticed by it, which keeps the trial from
    being done at all."""


def noticed(ready: Ready, fault: str) -> str:
    """What the checks say of a planted fault; empty where they notice nothing."""
    try:
        ready.plant(fault)
    except NotStarted as failed:
        print(f"with {fault} planted, {first_line(failed)}", file=sys.stderr)
    except (AssertionError, MeterMoved) as found:
        return first_line(found)
    return ""


def first_line(error: BaseException) -> str:
    """What it says, or the line of code that says it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else traceback.extract_tb(error.__traceback__)[-1].line or type(error).__name__)[:200]


@contextmanager
def place(postgres: Callable[[], Postgres] | None = None) -> Iterator[Place]:
    """A place of its own, in memory where there is some: a process that is killed loses nothing it wrote to a file.
    `postgres` gives the server where there is one already."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with ExitStack() as stack:

        def start() -> Postgres:
            server = Postgres()
            stack.callback(server.close)
            return server

        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-fire-", dir=where))
        yield Place(Path(folder), postgres or start)
