"""Steps a second of the environments on one core, beside the loops of OpenSpiel and RLCard in the same run, where these
are installed. Everybody acts by chance among what is legal. Seconds are those of the core itself.

    python benchmarks/environments.py [--seconds 1] [--tables 1024]
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from pitboss.gym.aec import FullTableEnv
from pitboss.gym.env import TableEnv
from pitboss.gym.vector import TableVectorEnv
from pitboss.rulebook.folders import games

SPIEL = ("kuhn_poker", "blackjack", "leduc_poker")
RLCARD = ("blackjack", "leduc-holdem", "limit-holdem")


def per_second(play: Callable[[], int], seconds: float) -> float:
    """How many steps a second `play` takes; each call says how many it took."""
    play()
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        steps += play()
    return steps / (time.process_time() - begun)


def one_player(game: str, regret: bool) -> Callable[[], int]:
    """A round of the environment of one player."""
    env, chance = TableEnv(game, regret=regret), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        steps, over = 0, False
        _, info = env.reset()
        while not over:
            _, _, over, _, info = env.step(chance.choice(info["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return play


def full_table(game: str) -> Callable[[], int]:
    """A round of three agents."""
    env, chance = FullTableEnv(game, seats=3, regret=False), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        steps = 0
        env.reset()
        for agent in env.agent_iter():
            if env.terminations[agent]:
                env.step(None)
            else:
                env.step(chance.choice(env.infos[agent]["action_mask"].nonzero()[0].tolist()))
                steps += 1
        return steps

    return play


def many_tables(game: str, tables: int, **how: Any) -> Callable[[], int]:
    """A step at every table, with actions drawn beforehand; those that cannot be chosen are the least choice."""
    env = TableVectorEnv(tables, game, **how)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 1 << 20, (64, tables))
    actions %= len(env.layout.actions)
    number = 0

    def play() -> int:
        nonlocal number
        number += 1
        env.step(actions[number % len(actions)])
        return tables

    return play


def spiel(game: str) -> Callable[[], int]:
    """A game of OpenSpiel from Python; chance is no step."""
    import pyspiel

    made, chance = pyspiel.load_game(game), random.Random(1)

    def play() -> int:
        state, steps = made.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def rlcard_round(game: str) -> Callable[[], int]:
    """A game of RLCard with its own agents by chance."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return play


def rows(tables: int) -> Iterator[tuple[str, str, Callable[[], Callable[[], int]]]]:
    """What is measured, of which game, and how it is made ready."""
    for game in games():
        yield "one player", game, partial(one_player, game, regret=False)
        yield "one player, with regret", game, partial(one_player, game, regret=True)
        yield "three agents", game, partial(full_table, game)
        for mode in ("NextStep", "SameStep"):
            yield f"{tables} tables, {mode}", game, partial(many_tables, game, tables, autoreset_mode=mode)
        priced = partial(many_tables, game, 256, regret=True, autoreset_mode="SameStep")
        yield "256 tables, with regret", game, priced
    for game in SPIEL if find_spec("pyspiel") else ():
        yield "OpenSpiel", game, partial(spiel, game)
    for game in RLCARD if find_spec("rlcard") else ():
        yield "RLCard", game, partial(rlcard_round, game)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of the core, for each row")
    parser.add_argument("--tables", type=int, default=1024)
    asked = parser.parse_args()
    print(f"{'':28}{'game':26}{'steps a second':>16}")
    for what, game, made in rows(asked.tables):
        print(f"{what:28}{game:26}{per_second(made(), asked.seconds):16,.0f}", flush=True)
    for package, name in (("pyspiel", "open_spiel"), ("rlcard", "rlcard")):
        if not find_spec(package):
            print(f"{name} is not installed and was not measured")


if __name__ == "__main__":
    main()
