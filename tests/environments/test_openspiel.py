"""Games as OpenSpiel games: the library's own test, rounds as the environment of one player plays them, what is seen,
what is refused."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation

from pitboss.gym.env import TableEnv
from pitboss.gym.openspiel import NAME, SpielState, load
from pitboss.lab.regret.table import BadDecision
from pitboss.rulebook.folders import games, release

MADE_UP = Path(__file__).parents[1] / "made_up"


@pytest.mark.parametrize("game", games())
def test_the_library_s_own_test_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, {"game": game}), num_sims=3, serialize=False, verbose=False)


def played(state: SpielState, chance: random.Random) -> list[str]:
    """A round by chance; what was chosen."""
    chosen = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(chances) - 1) < 1e-9
            state.apply_action(chance.choices(outcomes, chances)[0])
        else:
            action = chance.choice(state.legal_actions())
            chosen.append(state.action_to_string(0, action))
            state.apply_action(action)
    return chosen


@pytest.mark.parametrize("game", games())
def test_rounds_bring_what_they_bring_in_the_environment(game: str) -> None:
    """The same cards where they are looked at; what is burned makes no difference."""
    made, one = load(game), TableEnv(game, regret=False)
    observer = make_observation(made)
    for seed in range(8):
        state = made.new_initial_state()
        chosen = played(state, random.Random(seed))
        table = state._table
        rest = list((table.contents - type(table.contents)(state.drawn)).elements())
        every = [table.names[card] for card in (*state.drawn, *rest)]
        seen, _ = one.reset(options={"cards": [every[draw] for draw in table.places.draws.tolist()]})
        reward = 0.0
        for choice in chosen:
            seen, reward, *_ = one.step(one.layout.actions.index(choice))
        assert state.returns() == [reward]
        observer.set_from(state, 0)
        assert observer.tensor.tolist() == seen.tolist()


def test_cards_that_are_not_seen_are_in_no_information() -> None:
    """Two deals that differ in the dealer's cards alone look alike; in the player's own they do not."""
    made = load("three-card-poker")

    def dealt(cards: str) -> SpielState:
        state = made.new_initial_state()
        for card in cards.split():
            state.apply_action(state._table.names.index(card))
        return state

    one, twin, other = (dealt(cards) for cards in ("Ah 2c Kh 3c Qh", "Ah 9d Kh 8d Qh", "Ah 2c Kh 3c Jh"))
    assert one.current_player() == twin.current_player() == 0
    assert one.information_state_string(0) == twin.information_state_string(0) == "own Ah Kh Qh"
    assert one.observation_tensor(0) == twin.observation_tensor(0) != other.observation_tensor(0)
    assert other.information_state_string(0) != one.information_state_string(0)


def test_chance_is_that_of_the_pack() -> None:
    """Dragon Poker has cards of which there are several: each kind is as likely as there are of it."""
    made = load(games()[0])
    state = made.new_initial_state()
    contents = dict(state._table.rules.deck.contents)
    total = sum(contents.values())
    for kind, chance in state.chance_outcomes():
        name = state._table.names[kind]
        assert chance == float(Fraction(contents[name], total))
    (kind, _), *_ = state.chance_outcomes()
    state.apply_action(kind)
    left = dict(state.chance_outcomes())
    name = state._table.names[kind]
    assert left.get(kind, 0.0) == pytest.approx((contents[name] - 1) / (total - 1))


def test_a_copy_goes_its_own_way_and_learners_can_play() -> None:
    made: Any = pyspiel.load_game("pitboss(game=let-it-ride,wagers=bet_1:10)")
    state = made.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state) and state.legal_actions() == [0, 1]
    env = rl_environment.Environment(made, observation_type=rl_environment.ObservationType.OBSERVATION)
    step = env.reset()
    while not step.last():
        step = env.step([step.observations["legal_actions"][0][0]])
    assert len(step.rewards) == 1


def test_a_folder_that_was_brought() -> None:
    try:
        pyspiel.random_sim_test(load(folder=str(MADE_UP / "open_stud")), num_sims=2, serialize=False, verbose=False)
    finally:
        release("open-stud")


def test_an_action_that_cannot_be_is_refused_at_once() -> None:
    """Cards that were drawn, numbers of no card and of no choice; the round goes on as if nothing had been said."""
    state = load("ultimate-texas-holdem").new_initial_state()
    state.apply_action(7)
    drawn = state._table.names[7]
    for wrong in (7, 52, -2):
        with pytest.raises(ValueError, match=f"card {wrong} cannot be drawn; what can be: 0 ") as told:
            state.apply_action(wrong)
        assert f"({drawn})" not in str(told.value)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    actions = state._table.layout.actions
    for name in ("play_1x", "fold", "play_2x"):
        with pytest.raises(ValueError, match=r"cannot be chosen at 'preflop'; what can be: .*\(check\)"):
            state.apply_action(actions.index(name))
    with pytest.raises(ValueError, match="action 99 cannot be chosen"):
        state.apply_action(99)
    assert state.chosen == [] and len(state.history()) == len(state.drawn)
    state.apply_action(actions.index("play_4x"))
    played(state, random.Random(1))
    with pytest.raises(ValueError, match="the round is over"):
        state.apply_action(0)
    assert state.is_terminal() and len(state.returns()) == 1


def test_wrong_use_is_refused() -> None:
    with pytest.raises(LookupError, match="the games are"):
        load("no-such-game")
    with pytest.raises(BadDecision, match="'nothing' is no wager"):
        load("three-card-poker", wagers="nothing:5")
    with pytest.raises(BadDecision, match="WAGER:10 WAGER:5"):
        load("three-card-poker", wagers="ante")
    try:
        with pytest.raises(BadDecision, match="Casino War is no OpenSpiel game here; it would need"):
            load(folder=str(MADE_UP.parents[1] / "examples" / "casino-war"))
    finally:
        release("casino-war")
