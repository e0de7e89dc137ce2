"""The written strategy of a PAR sheet: its cost is the exact cost, every rule is printed, its words are explained."""

from fractions import Fraction

import pytest

from paper.par_cases import terms_of
from pitboss.games import rules_for
from pitboss.lab.strategies.api import strategy_cost
from pitboss.lab.strategies.shipped import shipped
from pitboss.paper.par_short import _lost, cheapest, short_strategy
from pitboss.rulebook.submission import default_submission
from support import DRAGON, LIR, TOP5

THREE, MISSISSIPPI = "three-card-poker", "mississippi-stud"


@pytest.mark.parametrize("game", [DRAGON, LIR, TOP5, THREE, MISSISSIPPI])
def test_it_is_the_cheapest_that_the_game_brings(game: str) -> None:
    found = cheapest(rules_for(terms_of(default_submission(game))))
    assert found is not None
    name, best = found
    costs = {each: strategy_cost(game, each).cost for each in shipped(game)}
    assert best.cost == costs[name] == min(costs.values())


@pytest.mark.parametrize(
    ("cost", "said"), [(0, "nothing"), (1, "<0.0001%"), (9, "<0.0001%"), (10, "0.0001%"), (24_790, "0.2479%")]
)
def test_a_cost_that_is_none_is_told_from_one_that_is_small(cost: int, said: str) -> None:
    assert _lost(Fraction(cost, 10**7)) == said


def test_the_best_rule_for_three_card_poker_is_known() -> None:
    """Queen, six and four or better is optimal: it costs nothing."""
    told = short_strategy(rules_for(terms_of(default_submission(THREE))), THREE)
    assert told is not None
    assert (told["edge"], told["best"], told["cost"], told["exactly"]) == ("3.3730%", "3.3730%", "nothing", "")
    assert told["command"] == "pitboss strategy three-card-poker --cost q-6-4"
    assert [row[:4] for row in told["rows"]] == [
        ["Ask each player to play or fold", "1", "hand Q-6-4 or better", "Play"],
        ["Ask each player to play or fold", "–", "otherwise", "Fold"],
    ]


def test_shares_and_words() -> None:
    told = short_strategy(rules_for(terms_of(default_submission(TOP5))), TOP5)
    assert told is not None
    assert abs(sum(float(row[4].removesuffix("%")) for row in told["rows"]) - 100) < 0.02
    assert [word for word, _ in told["words"]] == ["cards from", "hand", "cards of"]
