"""Answers from a terminal, a pipe or nobody. Without a terminal, silence counts as the end of the input."""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 30
"""Seconds to wait for a pipe that says nothing, so that no program without a person in front of it waits for ever."""


_STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _nothing(line: str, word: str) -> Sequence[str]:
    return ()


class Keyboard:
    """Asks questions; every answer is None from the end of the input on, or from a signal to stop."""

    def __init__(self, console: "Console") -> None:
        self.console = console
        self.terminal = sys.stdin is not None and sys.stdin.isatty()
        self.ended = sys.stdin is None or sys.stdin.closed
        self.answers = 0
        self.stopped = 0
        """The signal that ended the evening: Ctrl-C, a closed terminal, a request to end."""
        self.complete: Callable[[str, str], Sequence[str]] = _nothing
        """What Tab offers at a terminal: from the line before the word, and the beginning of the word."""
        self._asking = False
        self._kept = b""

    def ask(self, prompt: str) -> str | None:
        """One line, or None."""
        if self.ended:
            return None
        answer = self._until_stopped(prompt)
        if answer is None:
            self.ended = True
            return None
        self.answers += 1
        return answer.strip()

    def _until_stopped(self, prompt: str) -> str | None:
        try:
            self._asking = True
            answer = self._typed(prompt) if self.terminal else self._piped(prompt)
            self._asking = False
        except KeyboardInterrupt:
            self._asking = False
            self.stopped = self.stopped or signal.SIGINT
            self.console.print()
            return None
        return answer

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Ctrl-C and the like end the questions, not the program: an act is never cut in two. The second one does."""
        before: dict[Any, Any] = {}
        with suppress(ValueError):  # only the main thread has signals
            before = {number: signal.signal(number, self._signalled) for number in _STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: object) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = number
        if self._asking:
            raise KeyboardInterrupt
        self.ended = True

    def anything(self) -> bool:
        """Whether there is anything to read at all, without taking it."""
        if self.terminal or self.ended:
            return not self.ended
        try:
            self._asking = True
            line = self._line()
        except KeyboardInterrupt:
            self.stopped = self.stopped or signal.SIGINT
            line = None
        self._asking = False
        if line is None:
            self.ended = True
            return False
        self._kept = f"{line}\n".encode() + self._kept
        return True

    def _typed(self, prompt: str) -> str | None:
        self._edit_lines()
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
        except OSError:
            return None  # the terminal is gone
        except UnicodeDecodeError:
            return ""

    def _edit_lines(self) -> None:
        """Arrow keys, earlier answers and Tab, where the system has them: `input` finds the module once it is
        loaded."""
        with suppress(ImportError):
            lines = import_module("readline")
            lines.set_completer_delims(" ;,")
            lines.set_completer(lambda word, number: self._completed(lines.get_line_buffer(), word, number))
            lines.parse_and_bind("tab: complete")

    def _completed(self, line: str, word: str, number: int) -> str | None:
        found = self.complete(line[: len(line) - len(word)], word)
        return found[number] if number < len(found) else None

    def _piped(self, prompt: str) -> str | None:
        line = self._line()
        shown = "(end of input)" if line is None else line
        self.console.print(f"{prompt}{shown}", style="bold")
        return line

    def _line(self) -> str | None:
        while b"\n" not in self._kept:
            try:
                handle = sys.stdin.fileno()
            except (OSError, ValueError):
                line = sys.stdin.readline()
                return line.rstrip("\r\n") if line else None
            if os.name == "posix" and not select.select([handle], [], [], PATIENCE)[0]:
                return None
            more = os.read(handle, 65536)
            if not more:
                rest, self._kept = self._kept, b""
                return rest.decode("utf-8", "replace") if rest else None
            self._kept += more
        line, _, self._kept = self._kept.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")
