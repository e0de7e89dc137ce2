"""Single decisions at real rounds: what they cost, known otherwise, and what is refused."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, islice
from typing import Any, cast

import pytest

from pitboss.api import exact_odds
from pitboss.lab.regret.rounds import best, cards_for, scored_rounds, usual_rules
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import BadDecision, DecisionTable
from pitboss.play.sources import ScriptedOrder
from pitboss.rulebook.folders import games
from pitboss.table.rules import Rules

ROUNDS = 60


def boldest(spot: ScoredSpot) -> str:
    return max(spot.advice.alternatives, key=lambda each: each.more).choice


@pytest.mark.parametrize("game", games())
def test_the_best_play_costs_nothing_and_another_costs_something(game: str) -> None:
    table = DecisionTable(usual_rules(game))
    assert all(each.cost == 0 for each in islice(scored_rounds(table, seed=1), ROUNDS))
    others = list(islice(scored_rounds(table, boldest, seed=1), ROUNDS))
    assert all(decision.cost >= 0 for each in others for decision in each.decisions)
    assert sum((each.cost for each in others), Fraction(0)) > 0


@pytest.mark.parametrize("game", games()[:2])
def test_the_same_seed_gives_the_same_rounds(game: str) -> None:
    def played(seed: int, seats: int) -> list[tuple[tuple[str, ...], Fraction]]:
        table = DecisionTable(usual_rules(game), seats=seats, decided=range(1, seats + 1))
        found = islice(scored_rounds(table, boldest, seed=seed), 5)
        return [(each.decisions[0].spot.cards, each.net) for each in found]

    assert played(1, 3) == played(1, 3) != played(2, 3)
    assert all(len(each.decisions) >= 3 for each in islice(scored_rounds(_full(game), boldest), 3))


def _full(game: str) -> DecisionTable:
    return DecisionTable(usual_rules(game), seats=3, decided=(1, 2, 3))


def test_a_planted_fold_is_charged_what_the_hand_is_worth() -> None:
    """Three aces against every three of the 49 other cards, judged here by hand. Only 42 straight flushes beat them:
    12 of clubs, 10 of each suit whose ace is gone. With a Queen or better the dealer plays for the Play wager too;
    otherwise the Ante alone wins. The bonus of 4 to 1 comes in any case; a fold loses the Ante."""
    rules = usual_rules("three-card-poker")
    table = DecisionTable(rules)
    table.deal(ScriptedOrder(rules.deck, rules.deck.read_all("Ah Kc As Qc Ad Jc")))
    spot = table.spot()
    assert sorted(spot.cards) == ["Ad", "Ah", "As"]
    deals = list(combinations([card for card in rules.deck.cards if card not in spot.cards], 3))
    plays = sum(map(_queen_or_better, deals))
    assert (len(deals), plays) == (18424, 11704)
    raised = Fraction(2 * (plays - 42) - 2 * 42 + (len(deals) - plays), len(deals)) + 4
    assert spot.cost("fold") == raised + 1 == Fraction(1851, 329) + 1
    assert spot.cost("play") == 0


def _queen_or_better(cards: tuple[str, ...]) -> bool:
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    in_a_row = len(set(ranks)) == 3 and ranks[2] - ranks[0] == 2
    return ranks[2] >= 10 or len(set(ranks)) < 3 or in_a_row or len({card[1] for card in cards}) == 1


def test_the_result_is_what_the_engine_pays() -> None:
    """The mean over some rounds is near the exact one: four standard errors, for a seed that is always the same."""
    game = games()[0]
    main = exact_odds(game, wager="main")[0]
    nets = [each.net for each in islice(scored_rounds(DecisionTable(usual_rules(game)), seed=1), 1000)]
    mean = float(sum(nets)) / len(nets)
    assert abs(mean - float(main.ev)) < 4 * (float(main.figures.variance) / len(nets)) ** 0.5


@pytest.mark.parametrize("game", games())
def test_wagers_that_are_left_out_are_the_least(game: str) -> None:
    rules = usual_rules(game)
    for wagers, cents in (({}, rules.limits(rules.base).minimum), ({rules.base: 25}, 2500)):
        table = DecisionTable(rules, wagers=wagers)
        table.deal(cards_for(rules, 0, 0))
        assert table.stake == cents
        lies = table.spot().wagers
        assert {w.id: lies[w.id] for w in rules.wagers if w.compulsory} == {
            w.id: cents for w in rules.wagers if w.compulsory
        }


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda rules: DecisionTable(rules, seats=0), "seats=0 is not allowed"),
        (lambda rules: DecisionTable(rules, seats=99), "99"),
        (lambda rules: DecisionTable(rules, seats=True), "seats=True is not allowed"),
        (lambda rules: DecisionTable(rules, seats=2, decided=(3,)), "the seats of this table are 1 to 2"),
        (lambda rules: DecisionTable(rules, wagers={"nothing": 5}), "'nothing' is no wager"),
        (lambda rules: DecisionTable(rules, wagers={rules.base: 1_000_000}), "allowed"),
        (lambda rules: DecisionTable(rules, wagers={rules.base: "a lot"}), "'a lot' is not an amount in dollars"),
        (lambda rules: DecisionTable(rules, wagers={rules.base: "0.001"}), "no whole number of cents"),
        (lambda rules: DecisionTable(rules, wagers=cast(Any, ["ante"])), "give amounts in dollars by name"),
        (lambda rules: DecisionTable(rules).choose("raise"), "the round is over"),
        (lambda rules: DecisionTable(rules).spot(), "the round is over"),
        (lambda rules: _dealt(rules).choose("nonsense"), "what can be chosen: "),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(make: Callable[[object], object], says: str) -> None:
    rules = usual_rules(games()[0])
    with pytest.raises(BadDecision, match=says):
        make(rules)


def _dealt(rules: Rules) -> DecisionTable:
    table = DecisionTable(rules)
    table.deal(cards_for(rules, 0, 0))
    return table


def test_a_cost_is_asked_of_choices_that_there_are() -> None:
    spot = _dealt(usual_rules(games()[0])).spot()
    assert best(spot) in spot.choices
    assert all(spot.label(choice) and spot.says(choice).endswith(".") for choice in spot.choices)
    with pytest.raises(ValueError, match="what can be chosen: play, fold"):
        spot.cost("nonsense")


def test_an_unknown_game_is_answered_with_the_games() -> None:
    with pytest.raises(LookupError, match=games()[1]):
        usual_rules("no-such-game")
