"""Runs the tests of a change in a child of this process, which has everything loaded already.

A batch of changes to code has the same tests: they are collected once, and each change is made in a child of the
process that has collected them. Where data are changed, the tests themselves may read them, so each change has a
process of its own. A change that makes the product run for ever has been noticed too."""

import json
import os
import resource
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from _pytest.main import pytest_runtestloop

from mutants import script
from mutants.mutant import Mutant

ROOT = Path(__file__).parents[2]
SECONDS = 900
"""A change after which something waits for ever; on a busy machine honest tests may take minutes."""
WORK = 20
"""Seconds of the processor's own time, whatever else it does; the longest of all lists of tests takes three."""
ROOM = 512 * 2**20
"""Bytes that a child may take beyond what it was born with: what runs for ever often keeps something each time."""
DATA = 5
"""The place in `statm` of what a process has for itself, in pages."""
TIMED_OUT = 99
PASSED = "passed all the same"
UNCHANGED = "the tests fail without any change; what dies would prove nothing"
QUICKLY = [
    "-x", "-q", "--no-header", "--assert=plain", "-p", "no:xdist", "-p", "no:schemathesis", "-p", "no:anyio",
    "-k", "not postgresql",
]  # fmt: skip
"""Only whether a test fails matters: nothing is loaded that would say it better, or that no cited test needs."""


def forked(do: Callable[[], int], *, bounded: bool = True) -> int:
    """What is done in a child of this process gives its exit code."""
    child = os.fork()
    if child == 0:
        if bounded:
            signal.alarm(SECONDS)
            resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))
            _bound_memory()
        try:
            code = do()
        except BaseException:
            code = 1
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return TIMED_OUT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def _bound_memory() -> None:
    """Where the system tells how much this process has: whoever asks for more than ROOM beyond that gets none."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[DATA])
        most = pages * resource.getpagesize() + ROOM
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _quiet() -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(ROOT)


def _why(code: int, tests: int) -> str:
    """Why a mutant is still alive, or nothing."""
    if code == 0:
        return f"{tests} tests {PASSED}"
    return "" if code in (1, 2, TIMED_OUT) else f"the tests could not be run: exit code {code}"


def alone(mutant: Mutant, tests: list[str]) -> str:
    """Why the mutant survives these tests, or nothing; they are collected after the change."""

    def run() -> int:
        _quiet()
        mutant.apply()
        return int(pytest.main([*QUICKLY, *tests]))

    return _why(forked(run), len(tests))


def together(batch: list[Mutant], tests: tuple[str, ...]) -> dict[str, str]:
    """Why each of them survives these tests, which are collected once; first they must pass unchanged."""

    def run(say: Callable[[str, str], None]) -> None:
        pytest.main([*QUICKLY, *tests], plugins=[_Changes(batch, say)])

    return _told(batch, run)


class _Changes:
    """In place of running the tests once, they are run for every change, each time in another child."""

    def __init__(self, batch: list[Mutant], say: Callable[[str, str], None]) -> None:
        self._batch, self._say = batch, say

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        def run(mutant: Mutant | None) -> int:
            if mutant is not None:
                mutant.apply()
            pytest_runtestloop(session)
            return int(session.testsfailed > 0)

        if forked(partial(run, None)):
            return True
        for mutant in self._batch:
            code = forked(partial(run, mutant))
            self._say(mutant.id, _why(code, len(session.items)))
        return True


def of_pages(batch: list[Mutant], tests: tuple[str, ...]) -> dict[str, str]:
    """The same for modules of the pages, in copies of the tree. Where a change makes one run for ever, each is tried
    alone, and that one has been noticed."""

    def look(some: list[Mutant]) -> dict[str, bool] | None:
        with TemporaryDirectory() as folder:
            found = script.survivors(some, tests, Path(folder))
            os.chdir(ROOT)
        return found

    def run(say: Callable[[str, str], None]) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))  # of each process that is started from here, too
        if look([]) is None:
            return
        found = look(batch)
        for mutant in batch:
            alive = found[mutant.id] if found is not None else (look([mutant]) or {}).get(mutant.id, False)
            say(mutant.id, _why(int(not alive), len(tests)))

    return _told(batch, run)


def _told(batch: Iterable[Mutant], run: Callable[[Callable[[str, str], None]], None]) -> dict[str, str]:
    """What a child says of each mutant, through a file; those of which it says nothing did not pass unchanged."""
    with TemporaryDirectory() as folder:
        told = Path(folder) / "told"

        def do() -> int:
            _quiet()
            with told.open("w", encoding="utf-8") as file:
                run(lambda name, why: print(json.dumps([name, why]), file=file, flush=True))
            return 0

        forked(do, bounded=False)
        lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    said: dict[str, str] = dict(json.loads(line) for line in lines)
    return {mutant.id: said.get(mutant.id, UNCHANGED) for mutant in batch}
