"""A table at which every position is an agent, as a PettingZoo environment: agents act in the order in which the dealer
asks them."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import Space, spaces
from gymnasium.utils import seeding

from pitboss.gym.acting import Acting, Info, action_number
from pitboss.gym.layout import Observation, layout_of
from pitboss.gym.terms import ILLEGAL, cards_for, one_of, priced, rules_of
from pitboss.lab.regret.table import DecisionTable, Wagers

if find_spec("pettingzoo") is None:
    raise ImportError("pitboss.gym.table_env needs PettingZoo: install pitboss with its extra 'gym'")

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper


class FullTableEnv(AECEnv):
    """One round is one episode. Agents are called `seat_1`, `seat_2`, …; what they see, what they may do and what is
    said of it is as in the environment of one player. All rewards come at the end of the round."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "pitboss_table_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "",
        *,
        folder: str | Path | None = None,
        submission: str | Path | None = None,
        seats: int = 2,
        wagers: Wagers | None = None,
        illegal: str = "least",
        regret: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.rules = rules_of(game, folder, submission)
        self.table = DecisionTable(self.rules, seats=seats, decided=None, wagers=wagers)
        self.layout = layout_of(self.rules)
        self.render_mode = render_mode
        self._acting = Acting(self.table, illegal, priced(self.rules, regret))
        self._chance, _ = seeding.np_random()
        self._seats = {f"seat_{seat}": seat for seat in self.table.decided}
        self.possible_agents = list(self._seats)
        seen = spaces.Box(np.zeros(self.layout.size, np.int8), self.layout.highest(), dtype=np.int8)
        self._sees: dict[str, Space[Observation]] = dict.fromkeys(self._seats, seen)
        self._does = {agent: spaces.Discrete(len(self.layout.actions)) for agent in self._seats}
        self._last: dict[str, Observation] = {}

    def observation_space(self, agent: str) -> Space[Observation]:
        return self._sees[agent]

    def action_space(self, agent: str) -> Space[np.int64]:
        return self._does[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new round; `options` as in the environment of one player."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self.table.deal(cards_for(self.rules, self._chance, options))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._last = {}
        self._look()
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._mask()

    def _look(self) -> None:
        """What everybody sees now; the round's last sight stays when it is over."""
        for agent, seat in self._seats.items():
            if self.table.turn or agent not in self._last:
                self._last[agent] = self.layout.observation(self.table.view(seat), seat, self.table.stake)
            if not self.table.turn:
                self._last[agent] = self.layout.over(self._last[agent])

    def _mask(self) -> None:
        """Whose turn it is, and what he may do; nobody else may do anything. Where nobody is asked in a round, its end
        is waited for."""
        asked = self.table.turn or 1
        self.agent_selection = f"seat_{asked}"
        nothing = np.zeros(len(self.layout.actions), np.int8)
        for agent in self.agents:
            turn = agent == self.agent_selection
            self.infos[agent]["action_mask"] = self.layout.mask(self.table.legal) if turn else nothing.copy()

    def observe(self, agent: str) -> Observation:
        return self._last[agent].copy()

    def step(self, action: np.int64 | int | None) -> None:  # None is the action of an agent whose round is over
        """The answer of the agent who is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        said = self._acting.choose(number) if self.table.turn else {}
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = said
        self._look()
        self._mask()
        if not self.table.turn:
            self._end()
        self._accumulate_rewards()
        self._deads_step_first()

    def _end(self) -> None:
        for agent, seat in self._seats.items():
            cents = self.table.net(seat)
            self.rewards[agent] = cents / self.table.stake
            self.terminations[agent] = True
            self.infos[agent] |= self._acting.result(cents)

    def render(self) -> str | None:
        """The table as the player sees it whose turn it is, with the terminal's cards."""
        if self.render_mode is None:
            return None
        from pitboss.gym.drawing import drawn

        seat = self._seats[self.agent_selection]
        return drawn(self.rules, self.table.view(seat), seat)

    def close(self) -> None:
        """There is nothing to close."""


def table_env(game: str = "", **how: Any) -> AECEnv:
    """The environment with PettingZoo's own wrapper, which tells a call out of order from others."""
    return OrderEnforcingWrapper(FullTableEnv(game, **how))
