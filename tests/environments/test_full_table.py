"""Full tables of several agents: the library's own checkers, the order of turns, rewards."""

import importlib.util
import sys
from typing import Any, cast

import pytest

import pitboss.gym
from pitboss.gym.aec import FullTableEnv
from pitboss.lab.regret.table import BadDecision
from pitboss.rulebook.folders import games


@pytest.mark.parametrize("game", games())
def test_the_checkers_of_pettingzoo_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(pitboss.gym.table_env(game, seats=3, regret=False), num_cycles=20)
    seed_test(lambda: pitboss.gym.table_env(game, seats=2), num_cycles=5)
    assert "Passed API test" in capsys.readouterr().out


def played(game: str, **how: Any) -> tuple[FullTableEnv, list[str], dict[str, float]]:
    """A round in which everybody takes the last choice; who was asked, and what each got."""
    env = FullTableEnv(game, **how)
    env.reset(seed=1)
    asked: list[str] = []
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        if over:
            got[agent] = reward
            env.step(None)
        else:
            asked.append(agent)
            env.step(int(info["action_mask"].nonzero()[0][-1]))
    return env, asked, got


def test_agents_are_asked_in_turn_and_get_what_their_hands_bring() -> None:
    env, asked, got = played(games()[0], seats=3)
    assert asked == ["seat_1", "seat_2", "seat_3"]
    assert got == {agent: env.table.net(seat) / env.table.stake for seat, agent in enumerate(asked, start=1)}
    assert env.agents == []


def test_who_is_not_asked_may_do_nothing_and_sees_no_other_hand() -> None:
    env = FullTableEnv("ultimate-texas-holdem", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.infos["seat_1"]["action_mask"].sum() == 3 and env.infos["seat_2"]["action_mask"].sum() == 0
    own = env.layout.part("own").place
    for seat in (1, 2):
        held = env.table.view(seat).seats[seat - 1].cards
        seen = env.observe(f"seat_{seat}")[own].nonzero()[0]
        assert {env.layout.cards[n] for n in seen} == set(held)
    assert "Position 1" in str(env.render())
    env.step(0)
    assert env.infos["seat_1"]["regret"] >= 0


@pytest.mark.parametrize("wrong", [None, 0.9, "0"])
@pytest.mark.parametrize("illegal", ["least", "raise"])
def test_what_is_no_action_is_refused_and_changes_nothing(wrong: Any, illegal: str) -> None:
    env = pitboss.gym.table_env(games()[0], seats=2, illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(BadDecision, match="an action is a whole number"):
        env.step(wrong)
    assert env.agent_selection == "seat_1" and env.infos["seat_1"]["action_mask"].any()
    env.step(0)
    assert env.agent_selection == "seat_2"


def test_without_pettingzoo_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pettingzoo" else found(name))
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "pitboss.gym.aec")
    with pytest.raises(ImportError, match="needs PettingZoo: install pitboss with its extra 'gym'"):
        pitboss.gym.table_env(games()[0])


def test_wrong_use_is_refused() -> None:
    with pytest.raises(BadDecision, match="seats=0 is not allowed"):
        pitboss.gym.table_env(games()[0], seats=0)
    with pytest.raises(BadDecision, match="one of 'least', 'raise'"):
        pitboss.gym.table_env(games()[0], illegal=cast(Any, None))
    with pytest.raises(AttributeError, match="before reset"):
        pitboss.gym.table_env(games()[0]).agents
