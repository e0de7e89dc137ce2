"""Policies that a person names on the command line: a function in a module or a file."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import Trouble, plain, safe

if TYPE_CHECKING:
    from pitboss.lab.regret.rounds import SpotPolicy
    from pitboss.lab.regret.spots import ScoredSpot


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
    with redirect_stdout(sys.stderr):
        policy = called(_function(place, function, name))

    def aside(spot: "ScoredSpot") -> str:
        """What a policy prints must not stand among the results."""
        with redirect_stdout(sys.stderr):
            return policy(spot)

    return aside


def _function(place: str, function: str, name: str) -> Callable[..., Any]:
    from pitboss.lab.benchmark.scores import error_told

    try:
        module = _from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
        found: Callable[..., Any] | None = getattr(module, function, None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the file is somebody else's: whatever goes wrong in it is told, `sys.exit` too
        raise Trouble(safe(f"{plain(place)} cannot be loaded: {error_told(error)}")) from None
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
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        raise Trouble(
            "this function does not say what arguments it takes; name one that is written in Python"
        ) from None
    taken = [
        each
        for each in parameters
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
