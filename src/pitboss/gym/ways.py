"""The ways of answering in a round as arrays, in the numbers of observations and actions."""

import numpy as np

from pitboss.gym.layout import MOST, AgentLayout, least
from pitboss.lab.regret.bulk import BulkRounds
from pitboss.odds.kernels.round_steps import StepWays


def ways_of(bulk: BulkRounds, layout: AgentLayout) -> StepWays:
    """For the kernel that takes all tables one answer further."""
    nodes = bulk.paths.nodes
    actions = len(layout.actions)
    then = np.zeros((len(nodes), actions + 1), np.int32)
    legal = np.zeros((len(nodes), actions), np.uint8)
    wagers = np.zeros((len(nodes), len(layout.wagers)), np.int8)
    seen = [_looks(bulk, layout, number) for number in range(len(nodes))]
    most = max(map(len, seen))
    looks = np.zeros((2, len(nodes), most), np.int64)
    for n, node in enumerate(nodes):
        follows = dict(zip(node.choices, node.then, strict=True))
        step = layout.steps[layout.number(node.step)]
        then[n] = follows[least(step)]
        for choice, to in follows.items():
            place = layout.actions.index(choice)
            then[n, place], legal[n, place] = to, 1
        for k, wager in enumerate(layout.wagers):
            wagers[n, k] = min(node.wagers.get(wager, 0) // bulk.table.stake, MOST)
        looks[:, n, : len(seen[n])] = np.array(seen[n]).T
    steps = np.array([layout.number(node.step) for node in nodes], np.int64)
    many = np.array([len(each) for each in seen], np.int64)
    return StepWays(then, legal, steps, wagers, looks[0], looks[1], many)


def _looks(bulk: BulkRounds, layout: AgentLayout, node: int) -> list[tuple[int, int]]:
    """The draws that are seen at a decision, and where the part of the observation begins to which each belongs."""
    starts = {part.name: part.start for part in layout.parts}
    return [(draw, starts[where]) for where, draws in bulk.draws(node).items() for draw in draws]
