"""Answers from a terminal, a pipe or nobody. Without a terminal, silence counts as the end of the input."""

import os
import select
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 30
"""Seconds to wait for a pipe that says nothing, so that no program without a person in front of it waits for ever."""


class Keyboard:
    """Asks questions; every answer is None from the end of the input on."""

    def __init__(self, console: "Console") -> None:
        self.console = console
        self.terminal = sys.stdin is not None and sys.stdin.isatty()
        self.ended = sys.stdin is None or sys.stdin.closed
        self.answers = 0
        self._kept = b""

    def ask(self, prompt: str) -> str | None:
        """One line, or None."""
        if self.ended:
            return None
        answer = self._typed(prompt) if self.terminal else self._piped(prompt)
        if answer is None:
            self.ended = True
            return None
        self.answers += 1
        return answer.strip()

    def anything(self) -> bool:
        """Whether there is anything to read at all, without taking it."""
        if self.terminal or self.ended:
            return not self.ended
        line = self._line()
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
        except UnicodeDecodeError:
            return ""

    @staticmethod
    def _edit_lines() -> None:
        """Arrow keys and earlier answers, where the system has them."""
        with suppress(ImportError):
            import readline  # noqa: F401

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
