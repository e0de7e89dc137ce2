"""The right answer to a task, for whoever marks papers or shows how it is done. It is what is said of an answer of the
right form: a verdict names the solution, whatever was answered."""

from pitboss.messages.tasks import (
    AskChoice,
    AskNumber,
    ChoiceAnswer,
    DrillAnswer,
    DrillTask,
    MovesAnswer,
    NumberAnswer,
    TaskVerdict,
)
from pitboss.school.drills import judge
from pitboss.table.rules import Rules


def solution_of(rules: Rules, task: DrillTask) -> TaskVerdict:
    """What is said of the right answer: `solution`, its words and the rules behind it."""
    return judge(rules, task.name, judge(rules, task.name, _some_answer(task)).solution)


def _some_answer(task: DrillTask) -> DrillAnswer:
    """An answer of the right form, right or wrong."""
    if isinstance(task.ask, AskChoice):
        return ChoiceAnswer((task.ask.options[0].id,))
    if isinstance(task.ask, AskNumber):
        return NumberAnswer(task.ask.least)
    return MovesAnswer(())
