"""A strategy rule by rule: what is asked follows from the rules that are known, examples are decided by the rule that
is new, and what the first rules cost is what another way of counting finds."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.lab.strategies.api import strategy_cost
from pitboss.lab.strategies.taught import TaughtStrategy, taught, taught_costs
from pitboss.lab.strategies.written import BadStrategy, WrittenStrategy
from pitboss.messages.tasks import ChoiceAnswer, DrillTask, TaskName, UnknownTask
from pitboss.odds.api import best_play
from pitboss.school import ruled
from pitboss.school.drills import judge, make_task, rule_by_rule, topics
from pitboss.school.spots import spot_of, stages
from pitboss.table.cells import Place
from pitboss.table.rules import Rules
from school.robots import series, solved
from school.school_support import fresh, rules_of
from school.test_decide import ids, place
from support import DRAGON, LIR, MISSISSIPPI, TOP5, UTH, rules

DRILL = "rules"
TCP = "three-card-poker"
TAUGHT = (DRAGON, TOP5, LIR, TCP, MISSISSIPPI, "street_stud")


def task_of(game: str, topic: str, at: int, seed: int = 1) -> DrillTask:
    return make_task(rules(game), TaskName(game, DRILL, topic, seed, at))


@pytest.mark.parametrize("game", TAUGHT)
def test_who_follows_the_rules_is_right_and_so_is_what_nothing_beats(game: str) -> None:
    bound = rules_of(game)
    assert [topic.id for topic in topics(bound, DRILL)] == [stage.step for stage in stages(bound)]
    for task in series(bound, DRILL, 1):
        assert solved(bound, task).right
        for choice in ids(task):
            found = judge(bound, task.name, ChoiceAnswer((choice,)))
            assert found.worth is not None
            best = next(each.best for each in found.worth.choices if each.choice == choice)
            assert found.right == (best or found.solution == ChoiceAnswer((choice,)))
            assert bool(found.missteps) != found.right and found.why[0].words.startswith(taught(bound).title)


def test_a_series_has_three_tasks_for_each_rule_and_the_first_tells_it() -> None:
    for topic, many in (("decide_1", 5), ("decide_2", 4)):
        names = [task.name.place for task in series(rules(LIR), DRILL, 1, topic)]
        assert names == list(range(3 * many))
        for task in series(rules(LIR), DRILL, 1, topic):
            new = [shown.words for shown in task.shown if shown.words.startswith("New, of")]
            assert bool(new) == (task.name.place % 3 == 0)
            if new:
                assert f"rule {task.name.place // 3 + 1}:" in new[0] and sum(bool(s.cards) for s in task.shown) >= 2
    with pytest.raises(UnknownTask, match="it has 15, numbered from 0"):
        task_of(LIR, "decide_1", 15)


def rides(cards: tuple[str, ...]) -> int:
    """The rule of the books for the first bet of Let It Ride, by a plain look at the cards; 0 where none fits."""
    ranks = sorted(("23456789TJQKA".index(card[0]) + 2 for card in cards), reverse=True)
    suited, high = len({card[1] for card in cards}) == 1, sum(rank >= 10 for rank in ranks)
    pair = max((rank for rank in ranks if ranks.count(rank) > 1), default=0)
    if pair >= 10 or len(set(ranks)) == 1:
        return 1
    runs = [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
    straights = sum({*ranks} <= run for run in runs) if len(set(ranks)) == 3 else 0
    asks = ((2, high == 3), (3, straights == 3), (4, straights == 2 and high), (5, straights == 1 and high >= 2))
    return next((number for number, fits in asks if suited and fits), 0)


def test_examples_are_decided_by_the_new_rule_and_tasks_by_those_that_are_known() -> None:
    met = set[int]()
    for seed in (1, 2):
        for task in series(rules(LIR), DRILL, seed + 1, "decide_1"):
            known = task.name.place // 3 + 1
            assert task.view is not None
            number = rides(task.view.seats[0].cards)
            assert number <= known
            met.add(number)
            assert solved(rules(LIR), task).solution == ChoiceAnswer(("ride" if number else "withdraw",))
            assert all(rides(shown.cards) == known for shown in task.shown if shown.cards)
            if task.name.place % 3 == 0:
                assert number == known
    assert met == {0, 1, 2, 3, 4, 5}


def test_three_card_poker_is_taught_by_one_rule() -> None:
    limit = place(("Qs", "6h", "4d"))
    for task in series(rules(TCP), DRILL, 6):
        assert task.view is not None
        plays = place(task.view.seats[0].cards) >= limit
        assert solved(rules(TCP), task).solution == ChoiceAnswer(("play" if plays else "fold",))


def test_the_same_name_makes_the_same_task() -> None:
    bound, again = rules(TOP5), fresh(TOP5)
    for task in series(bound, DRILL, 1):
        assert make_task(again, task.name) == task


# --- what the first rules cost ----------------------------------------------------------------------------------------


def costs_of(game: str, step: str) -> list[Fraction]:
    return [rule.cost for rule in learnt(game).rules if rule.decision == step]


def learnt(game: str) -> TaughtStrategy:
    return taught_costs(rules(game))


@pytest.mark.parametrize(("game", "name"), [(DRAGON, "basic"), (TOP5, "basic"), (LIR, "basic"), (TCP, "q-6-4")])
def test_all_rules_together_cost_what_the_strategy_costs(game: str, name: str) -> None:
    found = learnt(game)
    whole = strategy_cost(game, name)
    assert found.title == whole.title and found.best == whole.best
    assert found.rules[-1].cost == whole.cost
    for stage in stages(rules(game)):
        costs = costs_of(game, stage.step)
        assert costs == sorted(costs, reverse=True) and len(costs) > 1


def test_without_a_rule_three_card_poker_loses_the_ante() -> None:
    assert costs_of(TCP, "decide") == [1 - Fraction(686689, 20358520), 0]


def test_the_first_rules_of_let_it_ride_cost_what_the_coach_says_of_every_hand() -> None:
    """All 22,100 hands of three cards, each valued by itself: who knows the first rules takes the bet back where none
    of them fits, and plays on as well as can be."""
    bound, count = rules(LIR), 22100
    lost = [Fraction(0)] * 6
    values: dict[tuple[tuple[str, ...], ...], tuple[Fraction, Fraction]] = {}
    for cards in combinations(bound.deck.cards, 3):
        suits = sorted("".join(sorted(card[0] for card in cards if card[1] == suit)) for suit in "cdhs")
        key = tuple(tuple(each) for each in suits)
        if key not in values:
            worth = {each.choice: each.value for each in best_play(bound, cards).alternatives}
            values[key] = worth["ride"], worth["withdraw"]
        ride, withdraw = values[key]
        number = rides(cards)
        for known in range(6):
            taken = ride if 0 < number <= known else withdraw
            lost[known] += max(ride, withdraw) - taken
    assert costs_of(LIR, "decide_1") == [each / count for each in lost]


# --- what cannot be taught --------------------------------------------------------------------------------------------


def test_a_game_that_no_counter_fits_is_not_taught() -> None:
    assert topics(rules_of("casino-war"), DRILL) == ()
    with pytest.raises(UnknownTask, match="has no topic 'decide'"):
        make_task(rules_of("casino-war"), TaskName("casino-war", DRILL, "decide", 1))


def test_a_strategy_that_cannot_be_read_is_told_and_costs_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(bound: Rules) -> WrittenStrategy:
        raise BadStrategy([f"no rule of {bound.book.title} can be read"])

    for module in (ruled, rule_by_rule):
        monkeypatch.setattr(module, "strategy_of", broken)
    with pytest.raises(UnknownTask, match="cannot be taught"):
        task_of(TCP, "decide", 0, seed=77)
    name = TaskName(TCP, "decide", topics(rules(TCP), "decide")[0].id, 77)
    assert [each.clause for each in judge(rules(TCP), name, ChoiceAnswer(("fold",))).why] == ["TCP 10.4"]


def test_the_verdict_of_a_decision_has_the_rule_and_says_where_it_goes_wrong() -> None:
    """The published short strategy of Ultimate Texas Hold 'Em raises every king that is suited or stands beside a five
    or better. After the flop it plays every pair, though the lowest one on a flop of one suit is better checked."""
    bound = rules(UTH)
    name = TaskName(UTH, "decide", "preflop-high-king", 3)
    task = make_task(bound, name)
    said = judge(bound, name, ChoiceAnswer(("check",))).why[0].words
    assert said.startswith("The published short strategy, ") and task.view is not None
    high, low = sorted(("23456789TJQKA".index(card[0]) + 2 for card in task.view.seats[0].cards), reverse=True)
    suited = len({card[1] for card in task.view.seats[0].cards}) == 1
    assert ("Play 4×" in said) == (high == 13 and (suited or low >= 5))
    assert "not the best choice" not in said
    lies: dict[Place, tuple[str, ...]] = {
        "own": bound.deck.read_all("3s 2d"),
        "community": bound.deck.read_all("3c Jc Qc"),
    }
    low_pair = spot_of(bound, "postflop", lies).spot
    assert low_pair.advice.best.choice == "check"
    assert "rule 3: paired yes → Play 2×. Here it is not the best choice" in ruled.rule_words(low_pair)
