"""What a person is told while figures are worked out: nothing for two seconds, then how far it is. On the error stream
only, so that results can be piped."""

import sys
import threading
import time
from typing import TYPE_CHECKING, Self

from pitboss.cli.screen import safe

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

PATIENCE = 2.0
"""Seconds without a word."""
REPEAT = 10.0
"""Seconds between lines where there is no terminal that could redraw one."""
_TICK = 0.1
COMPILING = "compiling, once on this machine"


class Waiting:
    """A context in which `waiting(what, done)` may be called from the work."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._done = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, what: str, done: float) -> None:
        self._what, self._done = what or self._what, done

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self._over.set()
        self._thread.join()
        if self._bar is not None:
            self._bar.stop()

    def _watch(self) -> None:
        from pitboss.odds.compiling import Compiling

        compiler = Compiling()
        begun = time.monotonic()
        told = 0.0
        while not self._over.wait(_TICK):
            compiler.attach()
            waited = time.monotonic() - begun
            if waited < PATIENCE or sys.stderr is None:
                continue
            said = COMPILING if compiler.now else self._what
            if sys.stderr.isatty():
                self._draw(said)
            elif not told or waited - told >= REPEAT:
                told = waited
                part = f", {self._done:.0%} done" if self._done else ""
                self._say(f"{said} ({waited:.0f} s so far{part})")
        compiler.detach()

    def _draw(self, said: str) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(said, total=1.0)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=said, completed=self._done)

    def _say(self, line: str) -> None:
        try:
            print(
                safe(f"pitboss: {line}", getattr(sys.stderr, "encoding", None) or "utf-8"), file=sys.stderr, flush=True
            )
        except (OSError, ValueError):
            self._over.set()
