"""Policies that a person names on the command line: a function in a module or a file, or a command that is asked."""

import importlib
import importlib.util
import inspect
import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import Trouble, plain, safe

if TYPE_CHECKING:
    from pitboss.lab.regret.rounds import SpotPolicy
    from pitboss.lab.regret.spots import ScoredSpot

LONGEST = 1 << 16
"""Characters that a command may answer."""


def policy_of(name: str, seed: str) -> "SpotPolicy":
    """The policy of this name: `optimal`, `random`, `least`, `module:function` or `file.py:function`."""
    from pitboss.lab.benchmark.references import LEAST, OPTIMAL, RANDOM, built_in

    known = built_in(name, seed)
    if known is not None:
        return known
    place, colon, function = name.rpartition(":")
    if not colon or not place or not function:
        raise Trouble(
            f"there is no policy '{plain(name)}'; give {OPTIMAL}, {RANDOM}, {LEAST}, module:function, "
            "file.py:function, or --command"
        )
    return called(_function(place, function, name))


def _function(place: str, function: str, name: str) -> Callable[..., Any]:
    try:
        module = _from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except Exception as error:  # the file is somebody else's: whatever goes wrong in it is told
        raise Trouble(safe(f"{plain(place)} cannot be loaded: {type(error).__name__}: {error}")) from None
    found: Callable[..., Any] | None = getattr(module, function, None)
    if not callable(found):
        able = ", ".join(n for n, value in vars(module).items() if inspect.isfunction(value) and not n.startswith("_"))
        raise Trouble(f"{plain(name)}: there is no function '{plain(function)}'; those there are {able or 'none'}")
    return found


def _from_file(path: Path) -> Any:
    """The module in this file; what lies beside it can be imported by it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    return module


def called(function: Callable[..., Any]) -> "SpotPolicy":
    """A function of one argument is given the spot and names a choice. One of two or three is an agent: it is given the
    observation and the mask of the environment, then the name of the game, and gives the number of an action."""
    taken = [
        each
        for each in inspect.signature(function).parameters.values()
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) and each.default is each.empty
    ]
    if len(taken) == 1:
        return function
    if len(taken) not in (2, 3):
        raise Trouble("a policy takes a spot, or an observation, a mask and, if it likes, the name of the game")
    try:
        from pitboss.gym.layout import layout_of
    except ImportError as error:
        raise Trouble(f"an agent of observation and mask is asked as in the environments: {error}") from None

    def agent(spot: "ScoredSpot") -> str:
        layout = layout_of(spot.rules)
        seen = layout.observation(spot.view, spot.seat, spot.stake)
        given = (seen, layout.mask(spot.choices), spot.game)
        action = int(function(*given[: len(taken)]))
        if 0 <= action < len(layout.actions) and layout.actions[action] in spot.choices:
            return layout.actions[action]
        able = ", ".join(f"{layout.actions.index(choice)} ({choice})" for choice in spot.choices)
        raise ValueError(f"action {action} cannot be chosen; what can be: {able}")

    return agent


# --- commands ---------------------------------------------------------------------------------------------------------


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
        self._timeout, self._lines, self._text = timeout, lines, text
        self._running: subprocess.Popen[str] | None = None
        self._answers: Queue[str] = Queue()

    def __call__(self, spot: "ScoredSpot") -> str:
        from pitboss.lab.benchmark.telling import read_answer, spot_data, spot_text

        told = spot_text(spot) if self._text else json.dumps(spot_data(spot), ensure_ascii=False)
        answer = self._line(told) if self._lines else self._once(told)
        return read_answer(answer[:LONGEST], spot.choices)

    def _once(self, told: str) -> str:
        try:
            done = subprocess.run(
                self._words, input=told, capture_output=True, text=True, timeout=self._timeout, check=False
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"no answer within {self._timeout:g} s") from None
        if done.returncode:
            raise RuntimeError(f"the command ended with status {done.returncode}: {_last(done.stderr)}")
        return done.stdout

    def _line(self, told: str) -> str:
        running = self._started()
        assert running.stdin is not None
        try:
            running.stdin.write(told + "\n")
            running.stdin.flush()
        except OSError:
            self.close()
            raise RuntimeError("the command has ended") from None
        try:
            answer = self._answers.get(timeout=self._timeout)
        except Empty:
            self.close()  # a late answer must not become that of the next spot
            raise TimeoutError(f"no answer within {self._timeout:g} s; the command is begun again") from None
        if not answer:
            self.close()
            raise RuntimeError("the command has ended without an answer")
        return answer

    def _started(self) -> "subprocess.Popen[str]":
        if self._running is None:
            self._running = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
            self._answers = Queue()
            threading.Thread(target=_read, args=(self._running.stdout, self._answers), daemon=True).start()
        return self._running

    def close(self) -> None:
        """Ends the command, if one is running."""
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.wait()
            for pipe in (running.stdin, running.stdout):
                if pipe is not None:
                    pipe.close()


def _read(lines: Any, answers: "Queue[str]") -> None:
    """What a command prints, line by line; an empty text when it has ended."""
    try:
        for line in lines:
            answers.put(line)
    except ValueError:  # the pipe was closed
        pass
    answers.put("")


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"
