"""Many players, each alone at a table, as one Gymnasium vector environment. The kernels of the simulation deal the
rounds and settle them, so a step takes a fraction of a microsecond; what is seen, chosen and paid is as in the
environment of one player."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.cards.deck import Card
from pitboss.gym.acting import Info, no_choice
from pitboss.gym.layout import Observation, layout_of
from pitboss.gym.pricing import ActionCosts
from pitboss.gym.terms import ILLEGAL, one_of, priced, rules_of
from pitboss.gym.ways import ways_of
from pitboss.lab.regret.bulk import BulkRounds, NoBulk
from pitboss.lab.regret.table import BadDecision, DecisionTable, Wagers
from pitboss.odds.kernels.round_steps import DealtAhead, StepRounds, answer, look, next_rounds
from pitboss.simulation.setting import Setting

MODES = (AutoresetMode.NEXT_STEP.value, AutoresetMode.SAME_STEP.value)
AHEAD = 1 << 13
"""At least so many rounds are dealt together."""
MOST = 1 << 20
Numbers = NDArray[np.int64]


class TableVectorEnv(VectorEnv[Observation, Numbers, NDArray[Any]]):
    """`num_envs` players, each at a table of his own. `game`, `folder`, `submission`, `wagers` and `illegal` are as in
    the environment of one player.

    `autoreset_mode`: "NextStep", the usual mode of Gymnasium: the step after the end of a round ignores its action and
    begins the next round. "SameStep": the next round begins at once, and `info["final_obs"]` has what was seen last.

    `regret`: whether `info["regret"]` has the cost of the choices just made, as numbers with a decimal point. Left out,
    it is not worked out, because a step then takes a thousand times as long."""

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "",
        *,
        folder: str | Path | None = None,
        submission: str | Path | None = None,
        seats: int = 1,
        wagers: Wagers | None = None,
        illegal: str = "least",
        regret: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        one_of("illegal", illegal, ILLEGAL)
        mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        one_of("autoreset_mode", mode, MODES)
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or not 1 <= num_envs <= MOST:
            raise BadDecision(f"num_envs={num_envs!r} is not allowed; it is a whole number from 1 to {MOST:,}")
        self.rules = rules_of(game, folder, submission)
        try:
            self.bulk = BulkRounds(DecisionTable(self.rules, seats=seats, wagers=wagers))
        except NoBulk as error:
            raise NoBulk(f"{error}; vectorization_mode='sync' has the engine play such tables one by one") from None
        self.num_envs, self.metadata = num_envs, {"autoreset_mode": AutoresetMode(mode)}
        self.layout = layout_of(self.rules)
        self._same_step, self._raises = mode == AutoresetMode.SAME_STEP.value, illegal == "raise"
        self._prices = ActionCosts(self.bulk, self.layout) if priced(self.rules, bool(regret)) else None
        self._ways = ways_of(self.bulk, self.layout)
        low = np.zeros(self.layout.size, np.int8)
        self.single_observation_space = spaces.Box(low, self.layout.highest(), dtype=np.int8)
        self.single_action_space = spaces.Discrete(len(self.layout.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begin(None)

    def _begin(self, seed: int | None) -> None:
        """No round is being played or waits; the next one is the first of this seed."""
        n, draws = self.num_envs, self.bulk.places.needed
        self._setting: Setting | None = None if seed is None else self.bulk.seeded(seed)
        self._first = self._taken = 0
        self._ahead = DealtAhead(np.zeros((0, draws), np.uint8), np.zeros(0, np.int32))
        self._rounds = StepRounds(
            np.zeros(n, np.int32),
            np.zeros((n, draws), np.uint8),
            np.zeros(n, np.int32),
            np.full(n, -1, np.int64),
            np.ones(n, np.bool_),
        )

    @property
    def round_numbers(self) -> Numbers:
        """Which round of the seed each table plays."""
        return self._rounds.number.copy()

    def cards(self, table: int) -> tuple[Card, ...]:
        """The cards of the round at this table, in the order in which they leave the deck: with them, the environment
        of one player deals the same round (`reset(options={"cards": …})`)."""
        if self._setting is None:
            raise BadDecision("no round has begun; call reset()")
        return self.bulk.cards(self._setting, int(self._rounds.number[table]))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """New rounds at all tables. A seed begins its rounds from the first one; without a seed they go on with those
        that have not been played yet."""
        if isinstance(seed, list):
            raise BadDecision(f"seed={seed!r} is not allowed; one number is the seed of all tables")
        if options and "reset_mask" in options:
            raise BadDecision("reset_mask is not allowed; rounds begin by themselves, as autoreset_mode says")
        if options and "cards" in options:
            raise BadDecision(
                "cards are dealt to one table: gymnasium.make(…) takes them; many are dealt by their seed"
            )
        super().reset(seed=seed)
        if seed is not None or self._setting is None:
            self._begin(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        every = np.ones(self.num_envs, np.bool_)
        self._next(every)
        return self._seen(every)

    def _next(self, which: NDArray[np.bool_]) -> None:
        """These tables begin another round."""
        assert self._setting is not None
        if self._taken + self.num_envs > len(self._ahead.made):
            self._first, self._taken = self._first + self._taken, 0
            self._ahead = DealtAhead(*self.bulk.deal(self._setting, self._first, max(AHEAD, 4 * self.num_envs)))
        self._taken = next_rounds(self._rounds, which, self._ahead, self._first, self._taken)

    def _seen(self, which: NDArray[np.bool_], into: Observation | None = None) -> tuple[Observation, Info]:
        """What is seen, and what may be done."""
        seen = np.empty((self.num_envs, self.layout.size), np.int8) if into is None else into
        mask = np.empty((self.num_envs, len(self.layout.actions)), np.int8)
        look(self._rounds, self._ways, which, self.layout.part("wagers").start, len(self.layout.steps), seen, mask)
        return seen, {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def step(
        self, actions: Numbers
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """One answer at every table."""
        if self._setting is None:
            raise BadDecision("no round has begun; call reset()")
        chosen = self._read(actions)
        rounds, waiting = self._rounds, self._rounds.over.copy()
        told = self._priced(chosen, ~waiting)
        illegal, cents = np.empty(self.num_envs, np.bool_), np.empty(self.num_envs, np.int64)
        answer(rounds, self._ways, chosen, self.bulk.nets, illegal, cents)
        if waiting.any():
            self._next(waiting)
        over = rounds.over.copy()
        seen, info = self._seen(np.ones(self.num_envs, np.bool_))
        info |= told | {"illegal": illegal, "_illegal": ~waiting, "net_cents": cents, "_net_cents": over}
        if self._same_step and over.any():
            info |= {"final_obs": seen.copy(), "_final_obs": over.copy()}
            self._next(over)
            again = self._seen(np.ones(self.num_envs, np.bool_), seen)[1]
            info |= again
        return seen, cents / self.bulk.table.stake, over, np.zeros(self.num_envs, np.bool_), info

    def _read(self, actions: Numbers) -> Numbers:
        """The actions, one whole number for each table; refuses others before anything is changed."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise BadDecision(f"actions are {self.num_envs} whole numbers, one for each table; not {actions!r}")
        chosen = chosen.astype(np.int64)
        if self._raises:
            known = (chosen >= 0) & (chosen < len(self.layout.actions))
            legal = self._ways.legal[self._rounds.at, np.where(known, chosen, 0)].astype(np.bool_) & known
            if len(wrong := np.flatnonzero(~legal & ~self._rounds.over)):
                self._refuse(int(wrong[0]), int(chosen[wrong[0]]))
        return chosen

    def _refuse(self, table: int, action: int) -> None:
        node, actions = self.bulk.paths.nodes[int(self._rounds.at[table])], self.layout.actions
        raise no_choice(f"{action} of table {table}", node.step, actions, node.choices)

    def _priced(self, chosen: Numbers, asked: NDArray[np.bool_]) -> Info:
        if self._prices is None:
            return {}
        costs = np.zeros(self.num_envs)
        for table in np.flatnonzero(asked).tolist():
            node = int(self._rounds.at[table])
            costs[table] = self._prices.cost(node, self._rounds.cards[table], int(chosen[table]))
        return {"regret": costs, "_regret": asked}
