"""One player at a table, as a Gymnasium environment. An episode is a round; the engine conducts it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss.gym.acting import Acting, Info, action_number
from pitboss.gym.layout import Observation, layout_of
from pitboss.gym.terms import ILLEGAL, cards_for, one_of, priced, rules_of
from pitboss.lab.regret.table import BadDecision, DecisionTable, Wagers

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """`seats` positions are taken, of which the agent has the one numbered `seat`; the others are house players.
    `wagers` are dollars by the ids of wagers, made by everybody in every round: what is compulsory and is not named is
    made at the table's least. The reward comes at the end of the round: what it brought, in units of the base wager.

    `illegal`: what an action does that cannot be chosen now. "least" makes the least choice that there is and sets
    `info["illegal"]`; "raise" raises an error that names what can be chosen.

    `regret`: whether `info["regret"]` has the exact cost of the choice just made. Left open, it has it wherever the
    game has exact odds; without it steps are several times as fast."""

    metadata = METADATA

    def __init__(
        self,
        game: str = "",
        *,
        folder: str | Path | None = None,
        submission: str | Path | None = None,
        seats: int = 1,
        seat: int = 1,
        wagers: Wagers | None = None,
        illegal: str = "least",
        regret: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.rules = rules_of(game, folder, submission)
        self.table = DecisionTable(self.rules, seats=seats, decided=(seat,), wagers=wagers)
        self.layout = layout_of(self.rules)
        self.render_mode = render_mode
        self._seat = seat
        self._acting = Acting(self.table, illegal, priced(self.rules, regret))
        self._seen: Observation | None = None
        self.observation_space = spaces.Box(np.zeros(self.layout.size, np.int8), self.layout.highest(), dtype=np.int8)
        self.action_space = spaces.Discrete(len(self.layout.actions))

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observation, Info]:
        """A new round. `options={"cards": "Ah Kd …"}` deals these cards first, in the order in which they leave the
        deck."""
        super().reset(seed=seed)
        self.table.deal(cards_for(self.rules, self.np_random, options))
        self._seen = self._observed()
        return self._seen.copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """The answer to the decision that is asked."""
        if self._seen is None:
            raise BadDecision("the round is over, or none has begun; call reset()")
        number = action_number(action)
        info = self._acting.choose(number) if self.table.turn else {}
        over = not self.table.turn
        self._seen = self.layout.over(self._seen) if over else self._observed()
        cents = self.table.net(self._seat) if over else 0
        info = self._info() | info | (self._acting.result(cents) if over else {})
        found = self._seen.copy()
        if over:
            self._seen = None
        return found, cents / self.table.stake, over, False, info

    def _observed(self) -> Observation:
        view = self.table.view(self._seat)
        found = self.layout.observation(view, self._seat, self.table.stake)
        return found if self.table.turn else self.layout.over(found)

    def _info(self) -> Info:
        return {"action_mask": self.layout.mask(self.table.legal)}

    def render(self) -> str | None:  # the base class has a union of all modes
        """The table as the player sees it, with the terminal's cards."""
        if self.render_mode is None:
            return None
        from pitboss.gym.drawing import drawn

        return drawn(self.rules, self.table.view(self._seat), self._seat)
