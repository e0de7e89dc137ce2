"""What strategies cost in the games of the house: published figures and counts of our own; the best play costs nothing
and is worth what the odds say; the strategies that games bring are lawful and mean what their titles say."""

import json
from fractions import Fraction
from math import comb

import pytest

from pitboss.api import exact_odds
from pitboss.cli.main import dispatch
from pitboss.lab.strategies.api import StrategyCost, strategy_cost
from pitboss.lab.strategies.shipped import shipped, titles
from pitboss.rulebook.folders import games
from support import CARIBBEAN, LIR, MISSISSIPPI, THREE, UTH

KNOWN = {
    (THREE, "q-6-4"): Fraction(-686689, 20358520),
    (THREE, "queen"): Fraction(-70219, 2035852),
    (THREE, "play-all"): Fraction(-1947749, 25448150),
    (THREE, "timid"): Fraction(-1),
    (LIR, "basic"): Fraction(-37963, 1082900),
    (LIR, "bold"): Fraction(-242173, 216580),
    (LIR, "timid"): Fraction(-242173, 649740),
    (UTH, "short"): Fraction(-452323427, 18592119000),
    (UTH, "always-4x"): Fraction(-6432686411, 15803301150),
    (UTH, "timid"): Fraction(-2),
}
OPTIMAL = {(THREE, "q-6-4"), (LIR, "basic")}


@pytest.mark.parametrize(("game", "name"), KNOWN, ids=lambda text: text)
def test_the_edge_is_as_published(game: str, name: str) -> None:
    found = strategy_cost(game, name)
    assert found.edge == KNOWN[game, name]
    best = exact_odds(game, wager="main")[0]
    assert found.best == best.ev
    assert found.cost == best.ev - found.edge == sum(rule.cost for rule in found.rules)
    assert (found.cost == 0) == ((game, name) in OPTIMAL) == (not found.hands)
    assert found.deals == best.deals
    _sound(found)


def _sound(found: StrategyCost) -> None:
    """Shares, costs and hands fit together."""
    first = found.rules[0].decision
    assert sum(rule.share for rule in found.rules if rule.decision == first) == 1
    assert all(rule.cost >= 0 and 0 <= rule.share <= 1 for rule in found.rules)
    costs = [hand.cost for hand in found.hands]
    assert costs == sorted(costs, reverse=True) and len(costs) <= 10
    assert all(hand.does != hand.best and hand.loss > 0 for hand in found.hands)
    assert sum(costs) <= found.cost


def test_the_worst_hand_of_a_player_who_plays_any_queen() -> None:
    """Q-3-2 of three suits: 24 of 22,100 hands, and folding it would save most."""
    worst = strategy_cost(THREE, "queen").hands[0]
    assert sorted(card[0] for card in worst.cards) == ["2", "3", "Q"]
    assert len({card[1] for card in worst.cards}) == 3
    assert (worst.does, worst.best, worst.share) == ("play", "fold", Fraction(24, 22100))


def test_every_game_that_asks_brings_strategies() -> None:
    for game in games():
        assert shipped(game), game
        for name, title, source in titles(game):
            assert title and source, (game, name)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (MISSISSIPPI, ["basic", "bold", "timid"]),
        (CARIBBEAN, ["call-all"]),
        pytest.param(CARIBBEAN, ["a-k-j-8-3", "basic", "timid"], marks=pytest.mark.proof),
    ],
)
def test_those_of_other_games_are_lawful(game: str, names: list[str]) -> None:
    best = exact_odds(game, wager="main")[0].ev
    assert {*names} <= {*shipped(game)}
    for name in names:
        found = strategy_cost(game, name)
        assert found.best == best
        _sound(found)


def test_the_json_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Hands below a queen: three of ten ranks that are no straight, in 60 of 64 ways no flush."""
    assert dispatch(["strategy", THREE, "--cost", "queen", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    below = Fraction((comb(10, 3) - 8) * 60, comb(52, 3))
    assert [Fraction(rule["exact_share"]) for rule in told["rules"]] == [1 - below, below]
    assert [rule["share"] for rule in told["rules"]] == [float(1 - below), float(below)]
    assert Fraction(told["exact"]) == Fraction(-70219, 2035852) and told["edge"] == pytest.approx(-0.034491, abs=1e-6)
    assert told["element_of_risk"] == pytest.approx(-told["edge"] / float(2 - below))
    ends = strategy_cost(THREE, "queen").figures.distribution
    assert told["sd"] ** 2 == pytest.approx(float(sum(n**2 * p for n, p in ends)) - told["edge"] ** 2)
    assert (told["standard_error"], told["asked"], told["game"]) == (0, {"cost": "queen"}, THREE)
    assert told["cost"] == pytest.approx(sum(rule["cost"] for rule in told["rules"])) and told["cost"] > 0
    for hand in told["hands"]:
        assert hand["loss"] == pytest.approx(hand["cost"] / hand["share"])
