"""Many tables as one vector environment: the same rounds as the environment of one player plays, to the cent."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import pitboss.gym
from pitboss.gym.env import TableEnv
from pitboss.gym.vector import TableVectorEnv
from pitboss.lab.regret.bulk import NoBulk
from pitboss.lab.regret.rounds import usual_rules
from pitboss.lab.regret.table import BadDecision
from pitboss.rulebook.folders import games, release

TESTS = Path(__file__).parents[1]
SEVERAL = "ultimate-texas-holdem"
TABLES = 24


def many(game: str, tables: int = TABLES, **how: Any) -> TableVectorEnv:
    made = gymnasium.make_vec(pitboss.gym.name_of(game), num_envs=tables, **how)
    assert isinstance(made, TableVectorEnv)
    return made


def side_wagers(game: str) -> dict[str, str]:
    """Everything that can be wagered before the deal, at its least."""
    rules = usual_rules(game)
    return {w.id: f"{rules.limits(w.id).minimum / 100:.2f}" for w in rules.wagers if not w.later}


def same_rounds(env: TableVectorEnv, one: TableEnv, steps: int, seed: int) -> int:
    """Plays by chance, actions that cannot be chosen among them, and every round again by the engine, alone at one
    table. How many rounds ended."""
    chance = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    actions = chance.integers(-1, len(env.layout.actions) + 1, size=(steps, env.num_envs))
    told: list[list[Any]] = [[(seen[n].tolist(), info["action_mask"][n].tolist())] for n in range(env.num_envs)]
    ended = 0
    for row in actions:
        cards = [env.cards(n) for n in range(env.num_envs)]
        seen, reward, over, cut, info = env.step(row)
        assert not cut.any()
        for n in range(env.num_envs):
            last = info["final_obs"][n] if over[n] else seen[n]
            told[n].append((int(row[n]), last.tolist(), float(reward[n]), bool(over[n]), bool(info["illegal"][n])))
            told[n].append(None if over[n] else info["action_mask"][n].tolist())
            if over[n]:
                assert told[n] == replayed(one, cards[n], told[n], int(info["net_cents"][n]))
                told[n] = [(seen[n].tolist(), info["action_mask"][n].tolist())]
                ended += 1
    return ended


def replayed(one: TableEnv, cards: tuple[str, ...], told: list[Any], cents: int) -> list[Any]:
    """The same round by the engine."""
    seen, info = one.reset(options={"cards": cards})
    found: list[Any] = [(seen.tolist(), info["action_mask"].tolist())]
    for action, *_ in told[1::2]:
        seen, reward, over, _, info = one.step(action)
        found.append((action, seen.tolist(), reward, over, "illegal" in info))
        found.append(None if over else info["action_mask"].tolist())
    assert info["net_cents"] == cents
    return found


@pytest.mark.parametrize("game", games())
def test_rounds_are_those_of_the_environment_of_one_player(game: str) -> None:
    one = TableEnv(game, regret=False)
    assert same_rounds(many(game, autoreset_mode="SameStep"), one, steps=12, seed=3) > TABLES


@pytest.mark.parametrize("game", games())
def test_so_they_are_with_every_wager_made(game: str) -> None:
    wagers = side_wagers(game)
    one = TableEnv(game, regret=False, wagers=wagers)
    assert same_rounds(many(game, autoreset_mode="SameStep", wagers=wagers), one, steps=8, seed=4) > TABLES // 2


@pytest.mark.parametrize("folder", ["open_stud", "street_stud", "suit_run"])
def test_folders_that_were_brought_are_played_in_bulk(folder: str) -> None:
    path = TESTS / "made_up" / folder
    try:
        env = gymnasium.make_vec(pitboss.gym.ANY, num_envs=6, folder=path, autoreset_mode="SameStep")
        assert isinstance(env, TableVectorEnv)
        assert same_rounds(env, TableEnv(folder=path, regret=False), steps=12, seed=5) >= 6
    finally:
        release(folder.replace("_", "-"))


def test_what_no_kernel_plays_is_refused_with_a_way_out() -> None:
    folder = TESTS.parent / "examples" / "casino-war"
    try:
        with pytest.raises(NoBulk, match=r"asks only some; vectorization_mode='sync'"):
            gymnasium.make_vec(pitboss.gym.ANY, num_envs=2, folder=folder)
        env = gymnasium.make_vec(pitboss.gym.ANY, num_envs=2, folder=folder, vectorization_mode="sync")
        assert env.reset(seed=1)[0].shape[0] == 2
    finally:
        release("casino-war")
    with pytest.raises(NoBulk, match="one player alone, and 3 sit here; vectorization_mode='sync'"):
        many(SEVERAL, seats=3)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_how_the_next_round_begins(mode: str) -> None:
    """Table 0 raises at once, table 1 waits: in the usual mode table 0's next action is ignored."""
    env = many(SEVERAL, 2, autoreset_mode=mode)
    first, _ = env.reset(seed=1)
    raises, waits = env.layout.actions.index("play_4x"), env.layout.actions.index("check")
    seen, reward, over, _, info = env.step(np.array([raises, waits]))
    assert over.tolist() == [True, False] and info["_net_cents"].tolist() == [True, False]
    assert reward[0] == info["net_cents"][0] / env.bulk.table.stake != 0
    last = info["final_obs"][0] if mode == "SameStep" else seen[0]
    assert last[env.layout.part("step").place].tolist() == [0, 0, 0, 1]
    assert (last[env.layout.part("own").place] == first[0][env.layout.part("own").place]).all()
    after, reward, over, _, info = env.step(np.array([99, env.layout.actions.index("play_2x")]))
    assert (env.metadata["autoreset_mode"].value, over[1]) == (mode, True)
    if mode == "SameStep":
        assert env.round_numbers.tolist() == [2, 3] and info["illegal"].tolist() == [True, False]
    else:
        assert (reward[0], bool(over[0]), bool(info["illegal"][0])) == (0, False, False)
        assert env.round_numbers.tolist() == [2, 1] and (after[0] != seen[0]).any()


@pytest.mark.parametrize("game", games())
def test_choices_cost_what_they_cost_at_one_table(game: str) -> None:
    env, one = many(game, 5, regret=True), TableEnv(game)
    env.reset(seed=6)
    actions = np.array([0, 1, 1, 0, 99])
    cards = [env.cards(n) for n in range(5)]
    info = env.step(actions)[4]
    for n, action in enumerate(actions.tolist()):
        one.reset(options={"cards": cards[n]})
        assert info["regret"][n] == one.step(action)[4]["regret_float"]


def test_seeds() -> None:
    env, other = many(SEVERAL, 3), many(SEVERAL, 3)
    (one, _), (two, _) = env.reset(seed=1), other.reset(seed=1)
    assert (one == two).all() and env.round_numbers.tolist() == [0, 1, 2]
    more, _ = env.reset()
    assert env.round_numbers.tolist() == [3, 4, 5] and (more != one).any()
    assert (env.reset(seed=1)[0] == one).all() and (env.reset(seed=2)[0] != one).any()
    fresh, again = many(SEVERAL, 3), many(SEVERAL, 3)
    assert (fresh.reset()[0] != again.reset()[0]).any()


def test_more_rounds_than_wait_are_dealt_on() -> None:
    """No round is played twice, and none is left out, when further ones are dealt."""
    env = many("three-card-poker", 500, autoreset_mode="SameStep")
    env.reset(seed=8)
    played = set(env.round_numbers.tolist())
    for _ in range(40):
        env.step(np.zeros(500, np.int64))
        played |= set(env.round_numbers.tolist())
    assert played == set(range(500 * 41))
    one = TableEnv("three-card-poker", regret=False)
    cards = env.cards(3)
    one.reset(options={"cards": cards})
    assert one.step(0)[1] == env.step(np.zeros(500, np.int64))[1][3]


def test_the_wrappers_of_gymnasium_count_rounds() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(many("dragon-poker", 4))
    env.reset(seed=1)
    reward, info = env.step(np.ones(4, np.int64))[1::3]
    assert info["episode"]["r"].tolist() == reward.tolist() and info["episode"]["l"].tolist() == [1] * 4


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"num_envs": 0}, "num_envs=0 is not allowed"),
        ({"wagers": {"nothing": 5}}, "'nothing' is no wager"),
        ({"illegal": "ignore"}, "one of 'least', 'raise'"),
        ({"autoreset_mode": "Never"}, "one of 'NextStep', 'SameStep'"),
        ({"folder": "no/such/folder"}, "is no folder"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(how: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDecision, match=says):
        TableVectorEnv(game=SEVERAL, **how)


def test_wrong_use_is_refused_and_changes_nothing() -> None:
    env = many(SEVERAL, 2, illegal="raise")
    with pytest.raises(BadDecision, match="call reset"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    for wrong in ([0.5, 1.0], [0], [[0, 0]], ["a", "b"]):
        with pytest.raises(BadDecision, match="2 whole numbers, one for each table"):
            env.step(np.array(wrong))
    with pytest.raises(BadDecision, match=r"action 5 of table 1 cannot be chosen at 'preflop'.*0 \(check\)"):
        env.step(np.array([0, 5]))
    assert env._rounds.at.tolist() == [0, 0]
    with pytest.raises(BadDecision, match="one number is the seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(BadDecision, match="reset_mask is not allowed"):
        env.reset(options={"reset_mask": np.ones(2, np.bool_)})
    with pytest.raises(BadDecision, match=r"cards are dealt to one table: gymnasium.make"):
        env.reset(options={"cards": "Ah Kd"})
    assert env.round_numbers.tolist() == [0, 1]
