"""A command as a policy: it is given spots and answers with choices, within a time and at a length that are bounded."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from io import BufferedReader
from queue import Empty, Queue
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from pitboss.cli.screen import Trouble, plain, safe

if TYPE_CHECKING:
    from pitboss.lab.regret.spots import ScoredSpot

LONGEST = 1 << 16
"""Bytes that a command may answer at a spot."""
WAITING = 2
"""So many answers may wait; whoever says more is not read any further."""

AGAIN = "the command is begun again"

Answers = Queue[bytes | RuntimeError]


class AskedCommand:
    """A command that reads a spot and answers with a choice. It is begun anew for every spot, reads the spot until its
    input ends and answers in the last line it prints; or, with `lines`, it stays, reads a line of JSON for each spot
    and answers with a line."""

    def __init__(self, command: str, *, timeout: float, lines: bool, text: bool) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise Trouble(safe(f"--command: {error}")) from None
        if not self._words:
            raise Trouble("--command is empty")
        if shutil.which(self._words[0]) is None:
            raise Trouble(f"--command: there is no program '{plain(self._words[0])}' that can be run")
        self._timeout, self._lines, self._text = timeout, lines, text
        self.running: _Running | None = None

    def __call__(self, spot: "ScoredSpot") -> str:
        from pitboss.lab.benchmark.telling import read_answer, spot_data, spot_text

        told = spot_text(spot) if self._text else json.dumps(spot_data(spot), ensure_ascii=False)
        if not self._lines:
            return read_answer(self._once(told), spot.choices)
        answer = read_answer(self._line(told), spot.choices)
        if answer not in spot.choices:
            self.close()  # a greeting, perhaps: the answer that comes after it must not become that of the next spot
        return answer

    def _once(self, told: str) -> str:
        """What the command prints for this spot."""
        deadline = monotonic() + self._timeout
        running = _Running(self._words, lines=False)
        try:
            running.give(told)
            running.give(None)
            answer = _content(running.answers.get(timeout=self._timeout))
            complaint = _content(running.complaints.get(timeout=max(0, deadline - monotonic())))
            status = running.status(max(0, deadline - monotonic()))
        except (Empty, subprocess.TimeoutExpired):
            raise TimeoutError(f"no answer within {self._timeout:g} s") from None
        finally:
            running.kill()
        if status:
            raise RuntimeError(f"the command ended with status {status}: {_last(complaint)}")
        return answer

    def _line(self, told: str) -> str:
        """The line with which the command answers; after anything else it is begun again."""
        if self.running is None:
            self.running = _Running(self._words, lines=True)
        running = self.running
        try:
            with suppress(Empty):
                early = _content(running.answers.get_nowait())
                raise RuntimeError(f"{AGAIN}: before it was given the spot it said {early!r}")
            running.give(told + "\n")
            answer = _content(running.answers.get(timeout=self._timeout))
            if len(answer.splitlines()) > 1:
                raise RuntimeError(f"{AGAIN}: it answered with more than one line, {answer!r}")
        except Empty:
            self.close()  # a late answer must not become that of the next spot
            raise TimeoutError(f"no answer within {self._timeout:g} s; {AGAIN}") from None
        except RuntimeError:
            self.close()
            raise
        return answer

    def close(self) -> None:
        """Ends the command, if one is running."""
        running, self.running = self.running, None
        if running is not None:
            running.kill()


class _Running:
    """A command that runs. Threads write and read, so nobody waits for it longer than he likes."""

    def __init__(self, words: list[str], *, lines: bool) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if lines else subprocess.PIPE,
            start_new_session=True,  # so that what the command begins can be ended with it
        )
        self._spots: Queue[str | None] = Queue()
        self.answers: Answers = Queue()
        self.complaints: Answers = Queue()
        _aside(_write, self._process.stdin, self._spots)
        _aside(read_lines if lines else _read_all, self._process.stdout, self.answers)
        if not lines:
            _aside(_read_end, self._process.stderr, self.complaints)

    def give(self, told: str | None) -> None:
        """Hands it a text, in its own time; None ends its input."""
        self._spots.put(told)

    def status(self, timeout: float) -> int:
        return self._process.wait(timeout)

    def kill(self) -> None:
        """Ends it and whatever it has begun, unless it has ended by itself and its status was read."""
        self.give(None)
        if self._process.returncode is None:
            with suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait()


def _aside(work: Callable[..., None], pipe: IO[bytes] | None, queue: "Queue[Any]") -> None:
    threading.Thread(target=work, args=(pipe, queue), daemon=True).start()


def _write(pipe: IO[bytes], spots: "Queue[str | None]") -> None:
    """Every text that is given. A command that reads no more, or has ended, is told of by what it answers."""
    with suppress(OSError), pipe:
        while (told := spots.get()) is not None:
            pipe.write(told.encode())
            pipe.flush()


def _read_all(pipe: IO[bytes], answers: Answers) -> None:
    """All that a command prints, if it is not too long."""
    with pipe:
        text = pipe.read(LONGEST + 1)
        answers.put(text if len(text) <= LONGEST else _too_long())


def _read_end(pipe: BufferedReader, answers: Answers) -> None:
    """The end of what a command prints, however long that is."""
    end = b""
    with pipe:
        while more := pipe.read1(LONGEST):
            end = (end + more)[-LONGEST:]
    answers.put(end)


def read_lines(pipe: BufferedReader, answers: Answers) -> None:
    """What a command prints, each time that it ends a line; at last that it has ended."""
    line = b""
    with pipe:
        while answers.qsize() < WAITING:
            more = pipe.read1(LONGEST)
            line += more
            if len(line) > LONGEST:
                answers.put(_too_long())
                return
            if line and (not more or b"\n" in more):
                answers.put(line)
                line = b""
            if not more:
                answers.put(RuntimeError("the command has ended"))
                return


def _too_long() -> RuntimeError:
    return RuntimeError(f"the command answered more than {LONGEST:,} bytes")


def _content(found: bytes | RuntimeError) -> str:
    if isinstance(found, RuntimeError):
        raise found
    return found.decode(errors="replace")


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"
