"""Every game as an OpenSpiel game of one player, with explicit chance: `pyspiel.load_game("pitboss(game=GAME)")`
once this module was imported, or `load`.

>>> from pitboss.gym.openspiel import load
>>> state = load().new_initial_state()
>>> state.is_chance_node(), state.history()
(True, [])

Cards come one by one, each when it is first needed: a card that nobody has seen yet may be drawn later than it is dealt
at the table, and cards that are burned or thrown away are not drawn at all. That changes no probability. The bounds of
the utility are loose."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from pitboss.gym.acting import no_choice
from pitboss.gym.layout import layout_of
from pitboss.gym.terms import rules_of
from pitboss.lab.regret.paths import PathNode, paths_of, seen_draws
from pitboss.lab.regret.table import BadDecision, DecisionTable
from pitboss.odds.counting import some_only
from pitboss.play.sources import ScriptedOrder
from pitboss.rulebook.folders import games
from pitboss.simulation.setting import deck_of, places

if find_spec("pyspiel") is None:
    raise ImportError("pitboss.gym.openspiel needs OpenSpiel: install pitboss with its extra 'openspiel'")

import pyspiel

NAME = "pitboss"
MOST = 1e6
"""Above every result, in units of the base wager."""
Choices = tuple[int, ...]


class SpielTable:
    """What all states of a game share."""

    def __init__(self, game: str, folder: str, wagers: str) -> None:
        self.rules = rules_of(game, folder or None, None)
        if some := some_only(self.rules):
            raise BadDecision(f"{self.rules.book.title} is no OpenSpiel game here; it would need {some}")
        self.table = DecisionTable(self.rules, wagers=_wagers(wagers))
        self.layout = layout_of(self.rules)
        self.paths = paths_of(self.table, self.rules.deck.cards)
        if not self.paths.nodes:
            raise BadDecision(f"{self.rules.book.title} leaves the player nothing to decide")
        self.places = places(self.rules, 1)
        numbers, self.names = deck_of(self.rules)
        self.contents = Counter(numbers.tolist())
        self.seen = [seen_draws(self.places, node) for node in self.paths.nodes]
        """[decision]: own, dealer, community, box → draws."""
        self.least = -float(max(sum(end.wagers.values()) for end in self.paths.endings) / self.table.stake)
        self.longest = max(len(end.choices) for end in self.paths.endings)

    def at(self, choices: Choices) -> int:
        """The number of the decision after these choices; below 0 where nothing more is asked."""
        number = 0
        for action in choices:
            node = self.paths.nodes[number]
            number = node.then[node.choices.index(self.layout.actions[action])]
        return number

    def needed(self, number: int) -> int:
        """How many cards must have been drawn there."""
        if number < 0:
            return self.places.needed
        return 1 + max(draw for draws in self.seen[number].values() for draw in draws)

    def result(self, drawn: Sequence[int], choices: Choices) -> float:
        """What the engine pays for this round, in units of the base wager."""
        rest = list((self.contents - Counter(drawn)).elements())
        every = [self.names[card] for card in (*drawn, *rest)]
        self.table.deal(ScriptedOrder(self.rules.deck, [every[draw] for draw in self.places.draws.tolist()]))
        for action in choices:
            self.table.choose(self.layout.actions[action])
        return self.table.net(1) / self.table.stake


@lru_cache(maxsize=16)
def spiel_table(game: str, folder: str, wagers: str) -> SpielTable:
    return SpielTable(game, folder, wagers)


def _wagers(text: str) -> dict[str, str]:
    """`WAGER:10 WAGER:5`, in dollars."""
    found = {}
    for part in text.split():
        name, colon, amount = part.partition(":")
        if not colon:
            raise BadDecision(f"wagers='{text}' are no wagers; give amounts in dollars, WAGER:10 WAGER:5")
        found[name] = amount
    return found


GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Casino table games by Pitboss",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": games()[0], "folder": "", "wagers": ""},
)


class SpielGame(pyspiel.Game):
    """One seat at a table."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {"game": games()[0], "folder": "", "wagers": ""} | dict(params or {})
        self.asked = (str(given["game"]), str(given["folder"]), str(given["wagers"]))
        made = spiel_table(*self.asked)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(made.layout.actions),
            max_chance_outcomes=len(made.names),
            num_players=1,
            min_utility=made.least,
            max_utility=MOST,
            max_game_length=made.longest,
        )
        super().__init__(GAME_TYPE, info, dict(given))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return spiel_table(*self.asked).places.needed

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What the player sees, as numbers: as in the environments."""
        if params:
            raise ValueError(f"observations have no parameters; {params} were given")
        return SpielObserver(spiel_table(*self.asked))


class SpielState(pyspiel.State):
    """A round: the cards that were drawn, the choices that were made."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.asked = game.asked
        self.drawn: list[int] = []
        self.chosen: list[int] = []

    @property
    def _table(self) -> SpielTable:
        return spiel_table(*self.asked)

    @property
    def number(self) -> int:
        """The decision that is asked or comes next; below 0 where none does."""
        return self._table.at(tuple(self.chosen))

    @property
    def node(self) -> PathNode | None:
        number = self.number
        return self._table.paths.nodes[number] if number >= 0 else None

    def current_player(self) -> int:
        number = self.number
        if len(self.drawn) < self._table.needed(number):
            return int(pyspiel.PlayerId.CHANCE)
        return 0 if number >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        return sorted(self._table.layout.actions.index(choice) for choice in node.choices) if node else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of card that are left, each as often as it comes."""
        left = self._table.contents - Counter(self.drawn)
        return [(card, count / left.total()) for card, count in sorted(left.items())]

    def _apply_action(self, action: int) -> None:
        table, node = self._table, self.node
        if self.is_chance_node():
            left = table.contents - Counter(self.drawn)
            if action not in left:
                able = ", ".join(f"{card} ({table.names[card]})" for card in sorted(left))
                raise BadDecision(f"card {action} cannot be drawn; what can be: {able}")
            self.drawn.append(int(action))
        elif node is None:
            raise BadDecision(f"action {action} cannot be chosen: the round is over")
        elif action not in self._legal_actions(0):
            raise no_choice(str(action), node.step, table.layout.actions, node.choices)
        else:
            self.chosen.append(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        table = self._table
        return f"deal {table.names[action]}" if player == pyspiel.PlayerId.CHANCE else table.layout.actions[action]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return [self._table.result(self.drawn, tuple(self.chosen)) if self.is_terminal() else 0.0]

    def sight(self) -> dict[str, list[int]]:
        """The cards that the player sees now, by where they lie; once the round is over, those of his last choice."""
        number = self.number if self.number >= 0 else self._table.at(tuple(self.chosen[:-1]))
        seen = self._table.seen[number]
        return {where: [self.drawn[draw] for draw in draws if draw < len(self.drawn)] for where, draws in seen.items()}

    def information_state_string(self, player: int = 0) -> str:
        """What the player has seen and chosen."""
        names, actions = self._table.names, self._table.layout.actions
        lying = [
            f"{where} {' '.join(sorted(names[card] for card in cards))}"
            for where, cards in self.sight().items()
            if cards
        ]
        return "; ".join([*lying, *(actions[action] for action in self.chosen)])

    def observation_string(self, player: int = 0) -> str:
        node = self.node
        return f"{node.step if node else 'over'}; {self.information_state_string(player)}"

    def __str__(self) -> str:
        table = self._table
        dealt = " ".join(table.names[card] for card in self.drawn)
        return f"{dealt} | {' '.join(table.layout.actions[action] for action in self.chosen)}"


class SpielObserver:
    """Observations in the layout of the environments."""

    def __init__(self, table: SpielTable) -> None:
        self._table = table
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = {part.name: self.tensor[part.place] for part in table.layout.parts}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what the player sees."""
        self.tensor.fill(0)
        node, layout = state.node, self._table.layout
        self.dict["step"][layout.number(node.step) if node else len(layout.steps)] = 1
        for where, cards in state.sight().items():
            for card in cards:
                self.dict[where][card] += 1
        shown = node or self._table.paths.nodes[self._table.at(tuple(state.chosen[:-1]))]
        for n, wager in enumerate(layout.wagers):
            self.dict["wagers"][n] = shown.wagers.get(wager, 0) // self._table.table.stake

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


pyspiel.register_game(GAME_TYPE, SpielGame)


def load(game: str = "", *, folder: str = "", wagers: str = "") -> SpielGame:
    """A game by its id, or a folder by its path; `wagers` in dollars, as `WAGER:10 WAGER:5`."""
    return SpielGame({"game": game or (games()[0] if not folder else ""), "folder": folder, "wagers": wagers})
