"""Many seeds of every drill and game: no task is impossible, and none has two answers. A drill that is added joins by
itself."""

from collections.abc import Iterator

import pytest

from pitboss.messages.tasks import (
    AskChoice,
    AskMoves,
    AskNumber,
    ChoiceAnswer,
    DrillTask,
    MovesAnswer,
    NumberAnswer,
    TaskName,
)
from pitboss.school.drills import DRILLS, judge, make_task, topics
from pitboss.school.solving import solution_of
from pitboss.table.rules import Rules
from school.robots import walked
from school.school_support import GAMES, rules_of
from support import UTH

SEEDS = 10_000
"""Of each drill and game, shared by its topics."""
WHOLE = 10
"""Of so many seeds of a topic one is followed to the end of its series."""


def of_seeds(rules: Rules, drill: str, seeds: int) -> Iterator[DrillTask]:
    """The first task of each seed; for every tenth seed of each topic the whole series."""
    there = topics(rules, drill)
    for seed in range(seeds if there else 0):
        turn, place = divmod(seed, len(there))
        task = make_task(rules, TaskName(rules.game.id, drill, there[place].id, seed))
        if turn % WHOLE:
            yield task
        else:
            yield from walked(rules, task)


def proved(rules: Rules, task: DrillTask) -> None:
    """There is a right answer, it is judged right, and what differs from it is not."""
    solution = solution_of(rules, task)
    assert solution.right and not solution.missteps and solution.words, task.name
    right = solution.solution
    match task.ask:
        case AskChoice(options=options, several=several):
            assert isinstance(right, ChoiceAnswer)
            assert len({option.words for option in options}) == len(options) >= 2, task.name
            alone = [each.id for each in options if judge(rules, task.name, ChoiceAnswer((each.id,))).right]
            assert several or right.ids == tuple(alone) or _equal(rules, task, alone), task.name
        case AskNumber(least=least, most=most):
            assert isinstance(right, NumberAnswer) and least <= right.value <= most, task.name
            other = right.value + 1 if right.value < most else right.value - 1
            assert not judge(rules, task.name, NumberAnswer(other)).right, task.name
        case AskMoves(wagers=wagers):
            assert isinstance(right, MovesAnswer)
            settled = {(move.seat, move.wager) for move in right.moves}
            assert {(w.seat, w.wager) for w in wagers if w.chips or w.lammer} <= settled, task.name
            for place in range(len(right.moves)):
                rest = right.moves[:place] + right.moves[place + 1 :]
                assert not judge(rules, task.name, MovesAnswer(rest)).right, task.name


def _equal(rules: Rules, task: DrillTask, right: list[str]) -> bool:
    """Whether a player may choose each of these because nothing beats it, or because his strategy says it."""
    worths = [judge(rules, task.name, ChoiceAnswer((each,))).worth for each in right]
    costs = [worth.cost for worth in worths if worth is not None]
    return len(costs) == len(right) and sum(cost != "0/1" for cost in costs) <= 1


def test_of_every_topic_some_series_are_followed_to_their_end() -> None:
    """Those that have more than one task, by how many tasks there are of each seed."""
    rules = rules_of(UTH)
    for drill in DRILLS:
        there = topics(rules, drill)
        made = [task.name for task in of_seeds(rules, drill, len(there) + 1)]
        for seed, topic in enumerate(there):
            name = TaskName(rules.game.id, drill, topic.id, seed)
            places = [each.place for each in made if each.seed == seed]
            assert places == list(range(len(places))), name
            last = TaskName(name.game, drill, name.topic, seed, places[-1])
            assert not make_task(rules, last).follows, name
        assert [each.place for each in made if each.seed == len(there)] == [0]


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("drill", DRILLS)
def test_no_seed_makes_an_impossible_or_an_ambiguous_task(drill: str, game: str) -> None:
    rules = rules_of(game)
    for task in of_seeds(rules, drill, SEEDS):
        proved(rules, task)
