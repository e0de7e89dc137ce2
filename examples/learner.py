"""A small learner with a table: it plays by chance at thousands of tables, remembers what each choice has brought on
average in situations that look alike to it, and then takes what brought most. Nothing of a game's rules is in it.

    python examples/learner.py three-card-poker            # learns, and says how it would score
    pitboss benchmark examples/learner.py:agent --game three-card-poker

What looks alike: the same decision, the same ranks in pairs and above, the same highest ranks, as many cards of one
suit, the same card of the dealer's, the same wagers. That is coarse, which is why it loses more than the best play.

It needs the extra `gym`.
"""

import sys
from functools import lru_cache
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import pitboss.gym
from pitboss.gym.layout import AgentLayout, layout_of
from pitboss.lab.regret.rounds import usual_rules

Array = NDArray[Any]
ROUNDS = 1_000_000
"""For each pass over the game."""
TABLES = 4096
SIZE = 1 << 20
"""Places in the table."""
DOUBT = 30
"""So often a choice must have been tried until what it brought counts for half."""
RANKS, SUITS = "23456789TJQKA", "cdhs"


def alike(layout: AgentLayout, seen: Array) -> tuple[Array, Array]:
    """[table]: the place in the table of what is seen there, and that of its decision and wagers alone. What looks
    alike has the same place."""
    where = [seen[:, layout.part("step").place].argmax(axis=1), *seen[:, layout.part("wagers").place].T]
    own, dealer, shared = (_part(layout, seen, name) for name in ("own", "dealer", "community"))
    if all(card[0] in RANKS and card[-1] in SUITS for card in layout.cards):
        cards = [*_looks(layout, own, 3), *_looks(layout, own + shared, 2), (dealer * _ranks(layout)).sum(axis=1)]
    else:
        cards = [*own.T, *shared.T]
    return _hashed([*where, *cards]), _hashed(where)


def _hashed(numbers: list[Array]) -> Array:
    found = np.zeros(len(numbers[0]), np.uint64)
    for number in numbers:
        found = (found ^ number.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return (found % np.uint64(SIZE)).astype(np.int64)


class Remembered:
    """What choices have brought on average: at what looks alike, and, until that is known well, wherever the wagers lie
    so."""

    def __init__(self, actions: int) -> None:
        self.sums, self.counts = (np.zeros((2, SIZE, actions)) for _ in range(2))

    def add(self, places: tuple[Array, Array], action: Array, brought: Array) -> None:
        for kind, place in enumerate(places):
            np.add.at(self.sums[kind], (place, action), brought)
            np.add.at(self.counts[kind], (place, action), 1)

    def worth(self, places: tuple[Array, Array], mask: Array) -> Array:
        """[table, action]"""
        fine, coarse = places
        usual = self.sums[1, coarse] / np.maximum(self.counts[1, coarse], 1)
        found = (self.sums[0, fine] + DOUBT * usual) / (self.counts[0, fine] + DOUBT)
        return np.where(mask > 0, found, -np.inf)


def _part(layout: AgentLayout, seen: Array, name: str) -> Array:
    """[table, kind of card]: how many lie there."""
    known = {part.name: part.place for part in layout.parts}
    return seen[:, known[name]].astype(np.int64) if name in known else np.zeros((len(seen), len(layout.cards)), int)


def _ranks(layout: AgentLayout) -> Array:
    return np.array([RANKS.index(card[0]) + 1 for card in layout.cards])


def _looks(layout: AgentLayout, cards: Array, ranked: int) -> list[Array]:
    """The ranks that count most, each with how often it comes, and how many cards are of one suit."""
    ranks, suits = _ranks(layout), np.array([SUITS.index(card[-1]) for card in layout.cards])
    count = np.stack([cards[:, ranks == rank].sum(axis=1) for rank in range(1, 14)], axis=1)
    most = -np.sort(-(count * 16 + np.arange(1, 14) * (count > 0)), axis=1)[:, :ranked]
    return [*most.T, np.stack([cards[:, suits == suit].sum(axis=1) for suit in range(4)], axis=1).max(axis=1)]


@lru_cache
def learnt(game: str, rounds: int = ROUNDS, seed: int = 1) -> tuple[AgentLayout, Remembered]:
    """The last decision of a round is learnt in the first pass, the one before it in the second, and so on: each pass
    takes from the one before what the next decision is worth."""
    envs = gymnasium.make_vec(pitboss.gym.name_of(game), num_envs=TABLES, autoreset_mode="SameStep")
    layout = layout_of(usual_rules(game))
    chance = np.random.default_rng(seed)
    known = Remembered(len(layout.actions))
    for number in range(len(layout.steps)):
        seen, info = envs.reset(seed=seed + number)
        new, ended = Remembered(len(layout.actions)), 0
        while ended < rounds:
            places, mask = alike(layout, seen), info["action_mask"]
            action = (chance.random(mask.shape) * mask).argmax(axis=1)
            seen, reward, over, _, info = envs.step(action)
            then = known.worth(alike(layout, seen), info["action_mask"]).max(axis=1)
            new.add(places, action, np.where(over, reward, then))
            ended += int(over.sum())
        known = new
    return layout, known


def agent(seen: Array, mask: Array, game: str) -> int:
    """For `pitboss benchmark`: learns a game when it is first asked about it."""
    layout, known = learnt(game)
    return int(known.worth(alike(layout, seen[None, :]), mask[None, :]).argmax())


def main() -> None:
    from pitboss.cli.benchmark_policies import called
    from pitboss.lab.benchmark.scores import score

    for game in sys.argv[1:] or ["three-card-poker"]:
        found = score(usual_rules(game), called(agent), spots=2000)
        print(f"{game}: gives away {float(found.regret):.4f} ± {found.standard_error:.4f} a round")


if __name__ == "__main__":
    main()
