"""Pay the table: what is right is what the engine does, by another way too; who pays wrongly is told what is wrong."""

import pytest

from pitboss.messages.tasks import AskMoves, DrillTask, MovesAnswer
from pitboss.school.drills import judge
from pitboss.table.rules import Rules
from school.school_support import GAMES, rules_of, tasks

DRILL = "pay-table"
SEEDS = 12


def solution(rules: Rules, task: DrillTask) -> MovesAnswer:
    found = judge(rules, task.name, MovesAnswer(())).solution
    assert isinstance(found, MovesAnswer)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_that_lies_there_is_settled_and_the_solution_is_right(game: str) -> None:
    rules = rules_of(game)
    for task in tasks(rules, DRILL, SEEDS):
        assert isinstance(task.ask, AskMoves) and task.view is not None
        answer = solution(rules, task)
        verdict = judge(rules, task.name, answer)
        assert verdict.right and not verdict.missteps and verdict.words and verdict.why, task.name
        assert all(rule.clause for rule in verdict.why)
        lying = {(each.seat, each.wager) for each in task.ask.wagers if each.chips or each.lammer}
        assert lying <= {(move.seat, move.wager) for move in answer.moves}, task.name
        for seat in task.view.seats:
            assert "??" not in seat.cards or seat.in_rack
            assert {w for s, w in lying if s == seat.number} == {*seat.wagers, *seat.lammers}
