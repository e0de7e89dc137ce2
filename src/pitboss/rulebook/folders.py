"""Where the files of a game stand: each game is one folder in `pitboss/games`, with all that is said of it alone."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

HOME = "games"


def folder(game: str) -> Traversable:
    """The folder of this game."""
    return files("pitboss") / HOME / game.replace("-", "_")


def text(game: str, name: str) -> str:
    """What stands in one file of the game."""
    return (folder(game) / name).read_text(encoding="utf-8")


@cache
def data(game: str, name: str) -> dict[str, Any]:
    """A TOML file of the game, to be read and not changed."""
    return tomllib.loads(text(game, name))
