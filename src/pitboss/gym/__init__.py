"""Environments for those who study learning and decisions: every game as a Gymnasium environment that knows the exact
cost of each choice.

>>> import gymnasium
>>> import pitboss.gym
>>> env = gymnasium.make(pitboss.gym.IDS[0])
>>> observation, info = env.reset(seed=7)
>>> observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
>>> over, info["regret"] >= 0
(True, True)
"""

from importlib.util import find_spec
from typing import Any

from pitboss.rulebook.folders import games

__all__ = ["ANY", "IDS", "table_env"]

if find_spec("gymnasium") is None:
    raise ImportError("pitboss.gym needs Gymnasium: install pitboss with its extra 'gym'")

import gymnasium


def name_of(game: str) -> str:
    """The id of a game's environment: `a-b-game` is `pitboss/ABGame-v0`."""
    return f"pitboss/{''.join(word[:1].upper() + word[1:] for word in game.split('-'))}-v0"


def _register(name: str, game: str) -> str:
    gymnasium.register(
        name,
        entry_point="pitboss.gym.env:TableEnv",
        vector_entry_point="pitboss.gym.vector:TableVectorEnv",
        kwargs={"game": game} if game else {},
    )
    return name


ANY = _register("pitboss/Game-v0", "")
"""For a folder that was brought: `gymnasium.make(ANY, folder="my-game")`."""
IDS = tuple(_register(name_of(game), game) for game in games())
"""One for each game that is known, in the order in which games are told."""


def table_env(game: str = "", **how: Any) -> Any:
    """A table at which every position is an agent, as a PettingZoo environment (AEC); see `pitboss.gym.aec`."""
    from pitboss.gym.aec import table_env as made

    return made(game, **how)
