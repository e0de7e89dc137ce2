"""Who answers the tasks of the school."""

from collections.abc import Iterator

from pitboss.messages.tasks import AskChoice, AskNumber, ChoiceAnswer, DrillTask, NumberAnswer, TaskName, TaskVerdict
from pitboss.school.drills import judge, make_task, topics
from pitboss.table.rules import Rules


def series(rules: Rules, drill: str, seeds: int, topic: str = "") -> Iterator[DrillTask]:
    """The tasks of these seeds, series to their end."""
    for each in topics(rules, drill):
        for seed in range(seeds) if topic in ("", each.id) else ():
            yield from walked(rules, make_task(rules, TaskName(rules.game.id, drill, each.id, seed)))


def walked(rules: Rules, task: DrillTask) -> Iterator[DrillTask]:
    """This task and all that follow it in its series."""
    yield task
    while task.follows:
        name = task.name
        task = make_task(rules, TaskName(name.game, name.drill, name.topic, name.seed, name.place + 1))
        yield task


def some_answer(task: DrillTask) -> ChoiceAnswer | NumberAnswer:
    """An answer of the right form, right or wrong."""
    if isinstance(task.ask, AskChoice):
        return ChoiceAnswer((task.ask.options[0].id,))
    assert isinstance(task.ask, AskNumber)
    return NumberAnswer(task.ask.least)


def solved(rules: Rules, task: DrillTask) -> TaskVerdict:
    """What is said of the solution."""
    return judge(rules, task.name, judge(rules, task.name, some_answer(task)).solution)


def words_of(task: DrillTask, ids: tuple[str, ...]) -> list[str]:
    assert isinstance(task.ask, AskChoice)
    return [option.words for option in task.ask.options if option.id in ids]


def right_words(rules: Rules, task: DrillTask) -> list[str]:
    """The words of the right answers."""
    solution = judge(rules, task.name, some_answer(task)).solution
    assert isinstance(solution, ChoiceAnswer)
    return words_of(task, solution.ids)


def chosen(rules: Rules, task: DrillTask, wanted: str) -> ChoiceAnswer | None:
    """The first wrong option that has these words."""
    assert isinstance(task.ask, AskChoice)
    right = right_words(rules, task)
    wrong = (each.id for each in task.ask.options if wanted in each.words and each.words not in right)
    return next((ChoiceAnswer((each,)) for each in wrong), None)
