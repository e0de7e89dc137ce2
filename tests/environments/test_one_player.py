"""The environment of one player: the library's own checker, what he sees, what choices cost, what is refused."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss.gym
from pitboss.gym.env import TableEnv
from pitboss.gym.layout import layout_of, least
from pitboss.lab.regret.rounds import usual_rules
from pitboss.lab.regret.table import BadDecision
from pitboss.lab.review.decisions import lies_open
from pitboss.rulebook.folders import games, release
from pitboss.simulation.setting import places

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "casino-war"
SEVERAL = "ultimate-texas-holdem"
"""A game with three decisions, each with other choices."""


def env_of(game: str, **how: Any) -> TableEnv:
    made = gymnasium.make(pitboss.gym.name_of(game), **how).unwrapped
    assert isinstance(made, TableEnv)
    return made


def test_every_game_has_an_id() -> None:
    assert [gymnasium.spec(name).kwargs["game"] for name in pitboss.gym.IDS] == list(games())
    assert "pitboss/UltimateTexasHoldem-v0" in pitboss.gym.IDS
    assert gymnasium.spec(pitboss.gym.ANY).kwargs == {}


@pytest.mark.parametrize("game", games())
def test_the_checker_of_gymnasium_passes(game: str) -> None:
    check_env(env_of(game, render_mode="ansi"), skip_render_check=True)
    check_env(env_of(game, seats=2, seat=2, regret=False), skip_render_check=True)


@pytest.mark.parametrize("game", games())
def test_the_same_seed_plays_the_same_rounds(game: str) -> None:
    def rounds(seed: int) -> list[Any]:
        env, told = env_of(game, regret=False), []
        seen, info = env.reset(seed=seed)
        for _ in range(6):
            told.append(seen.tolist())
            seen, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            told.append(reward)
            if over:
                seen, info = env.reset()
        return told

    assert rounds(3) == rounds(3) != rounds(4)


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("game", games())
def test_cards_that_are_not_seen_change_nothing_that_is(game: str, seats: int) -> None:
    """Two deals that differ in every card that the player does not see at a decision: until there, observations, masks
    and costs are equal. Where a card is turned up afterwards, what is seen next is not."""
    rules = usual_rules(game)
    where, deck = places(rules, seats), list(rules.deck.cards)
    np.random.default_rng(5).shuffle(deck)
    steps = layout_of(rules).steps
    for asked, step in enumerate(steps):
        visible = {*where.seats[0].tolist(), *where.shown.tolist(), *where.community[: lies_open(rules)[step.name]]}
        hidden = [place for place, draw in enumerate(where.draws.tolist()) if draw not in visible]
        hidden += range(len(where.draws), len(deck))
        twin = deck.copy()
        for place, other in zip(hidden, reversed(hidden), strict=True):
            twin[place] = deck[other]
        one, two = (_seen(game, seats, cards, asked) for cards in (deck, twin))
        assert one[: asked + 1] == two[: asked + 1]
        if asked + 1 < len(steps):
            assert one[asked + 1] != two[asked + 1]


def _seen(game: str, seats: int, cards: list[str], asked: int) -> list[Any]:
    """What is seen at every decision of a player who waits, or makes the smallest wager, and what that costs."""
    env = env_of(game, seats=seats)
    seen, info = env.reset(options={"cards": cards})
    found: list[Any] = []
    over = False
    while not over:
        step = env.table.step
        assert step is not None
        stays = next((c.name for c in step.choices if c.does == "pass"), None)
        stays = stays or next(c.name for c in step.choices if c.does == "raise")
        told = [seen.tolist(), info["action_mask"].tolist()]
        seen, _, over, _, info = env.step(env.layout.actions.index(stays))
        found.append((*told, info["regret"]))
    return found


def test_nothing_but_the_view_of_the_player_is_looked_at() -> None:
    """What is seen is counted by hand: two cards of his own, a flop, no card of the dealer's."""
    env = env_of(SEVERAL)
    env.reset(options={"cards": "Ah Kd 2c 3c 7s 8s 9s Td Jd"})
    seen, *_ = env.step(env.layout.actions.index("check"))
    layout = env.layout
    for part, number in (("own", 2), ("community", 3), ("dealer", 0)):
        assert seen[layout.part(part).place].sum() == number
    own = {layout.cards[n] for n in np.flatnonzero(seen[layout.part("own").place])}
    assert own == set(env.table.view(1).seats[0].cards)
    assert seen[layout.part("wagers").place].tolist() == [1, 1, 0]
    assert seen[layout.part("step").place].tolist() == [0, 1, 0, 0]


def test_wagers_are_seen_when_the_first_was_taken_back() -> None:
    env = env_of("let-it-ride")
    env.reset(seed=1)
    wagers, ride, withdraw = (
        env.layout.part("wagers").place,
        *(env.layout.actions.index(c) for c in ("ride", "withdraw")),
    )
    assert env.step(withdraw)[0][wagers].tolist() == [0, 1, 1]
    env.reset(seed=1)
    assert env.step(ride)[0][wagers].tolist() == [1, 1, 1]


def test_what_is_given_back_is_the_callers() -> None:
    """An agent that writes into what it was given changes nothing for itself or others."""
    env, other = (env_of(SEVERAL, regret=False) for _ in range(2))
    (seen, info), (same, _) = env.reset(seed=1), other.reset(seed=1)
    seen[:] = 7
    info["action_mask"][:] = 0
    after, *_ = env.step(0)
    assert (after == other.step(0)[0]).all() and not (after == 7).any() and (same != 7).any()
    assert env.observation_space is env.observation_space


@pytest.mark.parametrize("game", games())
def test_an_action_that_cannot_be_chosen_makes_the_least_choice(game: str) -> None:
    env, same = env_of(game), env_of(game)
    env.reset(seed=2)
    same.reset(seed=2)
    step = env.table.step
    assert step is not None
    wrong = next((n for n, mask in enumerate(env.layout.mask(env.table.legal)) if not mask), 99)
    one, two = env.step(wrong), same.step(env.layout.actions.index(least(step)))
    assert one[4].pop("illegal") is True and "illegal" not in two[4]
    assert one[1:4] == two[1:4] and one[4]["regret"] == two[4]["regret"]
    assert least(step) in ("fold", "check", "withdraw")


def test_or_it_is_refused_with_what_can_be_chosen() -> None:
    env = env_of(SEVERAL, illegal="raise")
    env.reset(seed=2)
    with pytest.raises(BadDecision, match=r"action 5 \(play_1x\) cannot be chosen at 'preflop'.*1 \(play_3x\)"):
        env.step(5)
    with pytest.raises(BadDecision, match="action 6 cannot be chosen"):
        env.step(6)
    assert env.table.turn == 1, "nothing was changed"


def test_a_planted_choice_is_charged_its_exact_cost() -> None:
    """As in the tests of the laboratory's core, where the cards of the dealer were counted by hand: folding three aces
    gives away 2180/329 of the Ante."""
    env = env_of("three-card-poker", wagers={"ante": 10})
    env.reset(options={"cards": "Ah Kc As Qc Ad Jc"})
    _, reward, over, _, info = env.step(env.layout.actions.index("fold"))
    assert (reward, over, info["regret"]) == (-1.0, True, Fraction(2180, 329))
    assert info["regret_float"] == pytest.approx(2180 / 329)
    assert (info["net"], info["net_cents"]) == (Fraction(-1), -1000)


def test_the_reward_is_that_of_the_agent_s_own_seat() -> None:
    """Three seats of Three Card Poker, all dealt by hand against a dealer with queen high. Position 1 plays a king and
    wins Ante and Play; the agent, in position 2, plays 5-3-2 and loses both; position 3 has no more than 7-4-2 and
    folds. Then the agent plays a straight flush: Ante, Play and the bonus of 5 to 1."""
    env = env_of("three-card-poker", seats=3, seat=2, regret=False)
    env.reset(options={"cards": "Kh 2h 2c Qc 9s 3s 4d 9d 4c 5d 7s 3h"})
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["net"], info["net_cents"]) == (-2.0, True, Fraction(-2), -1000)
    assert [env.table.net(seat) for seat in (1, 2, 3)] == [1000, -1000, -500]
    env.reset(options={"cards": "Kh 5d 2c Qc 9s 6d 4d 9d 4c 7d 7s 3h"})
    assert env.step(0)[1] == 7.0


@pytest.mark.parametrize("action", [np.int64(1), np.array(1), np.uint8(1)])
def test_whole_numbers_of_every_kind_are_actions(action: Any) -> None:
    env = env_of("three-card-poker", regret=False)
    env.reset(options={"cards": "Ah Kc As Qc Ad Jc"})
    assert env.step(action)[1] == -1.0


def test_without_regret_nothing_is_priced() -> None:
    env = env_of(SEVERAL, regret=False)
    env.reset(seed=1)
    assert set(env.step(0)[4]) == {"action_mask"}


def test_a_folder_that_was_brought() -> None:
    """A game whose question only some are asked: a round without one ends with any action."""
    try:
        env = gymnasium.make(pitboss.gym.ANY, folder=EXAMPLE).unwrapped
        assert isinstance(env, TableEnv)
        check_env(env, skip_render_check=True)
        _, info = env.reset(options={"cards": "Ah Kd"})
        before = env.table.turn
        assert (info["action_mask"].tolist(), before) == ([1, 0], 0)
        _, reward, over, _, info = env.step(1)
        assert (reward, over, "regret" in info) == (1.0, True, False)
        env.reset(options={"cards": "Ah Ad"})
        assert env.table.turn == 1
        with pytest.raises(BadDecision, match="regret=True needs exact odds: Casino War"):
            gymnasium.make(pitboss.gym.ANY, folder=EXAMPLE, regret=True)
    finally:
        release("casino-war")


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"seats": 9}, "seats=9 is not allowed; .* has 1 to"),
        ({"seat": 2}, "the seats of this table are 1 to 1"),
        ({"wagers": {"nothing": 5}}, "'nothing' is no wager that is made here .*: ante, blind, trips"),
        ({"wagers": {"ante": 1_000_000}}, r"allowed: \$5 to \$500 in steps of \$5"),
        ({"wagers": {"ante": float("inf")}}, "'inf' is not an amount in dollars; wagers are amounts in dollars"),
        ({"wagers": {"trips": float("-inf")}}, "'-inf' is not an amount in dollars"),
        ({"wagers": {"ante": float("nan")}}, "'nan' is not an amount in dollars"),
        ({"wagers": {"ante": "1e999999999"}}, "'1e999999999' is not an amount in dollars"),
        ({"wagers": {"ante": 0}}, r"'ante' \(Ante\) is compulsory here; the least is \$5"),
        ({"wagers": {"ante": 10, "blind": 0}}, r"'blind' \(Blind\) is compulsory here; the least is \$5"),
        ({"wagers": []}, r"wagers=\[\] are no wagers; give amounts in dollars by name"),
        ({"wagers": {"play": 5}}, "'play' is no wager that is made here before the deal"),
        ({"illegal": "ignore"}, "illegal='ignore' is not allowed; it is one of 'least', 'raise'"),
        ({"folder": "no/such/folder"}, "is no folder"),
        ({"submission": ROOT / "examples" / "dragon-poker.toml"}, "this submission is for dragon-poker"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(how: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDecision, match=says):
        env_of(SEVERAL, **how)


@pytest.mark.parametrize(
    ("use", "error", "says"),
    [
        (lambda env: env.step(0), BadDecision, "call reset"),
        *(
            (lambda env, wrong=wrong: (env.reset(seed=1), env.step(wrong)), BadDecision, "an action is a whole number")
            for wrong in (0.9, 0.0, "0", None, True, np.array([0, 1]), np.float64(1))
        ),
        (lambda env: env.reset(options={"cards": "Ah Ah"}), ValueError, "more often than in the deck"),
        (lambda env: env.reset(options={"cards": "XX"}), ValueError, "XX"),
        (lambda env: TableEnv(), BadDecision, "say which game"),
        (lambda env: TableEnv("no-such-game"), LookupError, "the games are"),
        (lambda env: TableEnv(games()[0], render_mode="human"), BadDecision, "one of 'ansi'"),
    ],
)
def test_wrong_use_is_refused(use: Callable[[TableEnv], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        use(env_of(SEVERAL))


def test_the_terms_of_a_house_can_be_played() -> None:
    env = gymnasium.make(pitboss.gym.ANY, submission=ROOT / "examples" / "dragon-poker.toml").unwrapped
    assert isinstance(env, TableEnv) and env.rules.game.id == "dragon-poker"


def test_it_is_drawn_with_the_cards_of_the_terminal() -> None:
    env = env_of(SEVERAL, render_mode="ansi")
    env.reset(options={"cards": "Ah Kd 2c 3c 7s 8s 9s Td Jd"})
    text = env.render()
    assert isinstance(text, str)
    assert "░░░░░" in text and "To choose: check, play_3x, play_4x" in text and "Wagers: Ante $5, Blind $5" in text
    for choice in ("check", "check", "fold"):
        env.step(env.layout.actions.index(choice))
    assert "The round is over." in str(env.render())
    assert env_of(SEVERAL).render() is None
