"""The kinds of exercise, each one module. `DRILLS` has them by name; `topics`, `make_task` and `judge` are what
everybody else uses."""

from pitboss.messages.tasks import DrillAnswer, DrillTask, TaskName, TaskVerdict, Topic, UnknownTask
from pitboss.school.drill import Drill as Drill
from pitboss.school.drills import conduct, count, decide, pay_table, protect, read_hand, rule_by_rule, trouble
from pitboss.table.rules import Rules

_ALL: tuple[Drill, ...] = (
    read_hand.DRILL,
    pay_table.DRILL,
    conduct.DRILL,
    trouble.DRILL,
    protect.DRILL,
    count.DRILL,
    decide.DRILL,
    rule_by_rule.DRILL,
)
DRILLS: dict[str, Drill] = {each.id: each for each in _ALL}


def drill_named(name: str) -> Drill:
    if name not in DRILLS:
        raise UnknownTask(f"there is no drill '{name}'; the drills are {', '.join(DRILLS)}")
    return DRILLS[name]


def topics(rules: Rules, drill: str) -> tuple[Topic, ...]:
    return drill_named(drill).topics(rules)


def make_task(rules: Rules, name: TaskName) -> DrillTask:
    """The task of this name."""
    return _known(rules, name).make(rules, name)


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    """What is said of this answer; `UnfitAnswer` where it is none."""
    return _known(rules, name).judge(rules, name, answer)


def _known(rules: Rules, name: TaskName) -> Drill:
    drill = drill_named(name.drill)
    if name.game != rules.game.id:
        raise UnknownTask(f"the task is of {name.game}, the table of {rules.game.id}")
    there = [each.id for each in drill.topics(rules)]
    if name.topic not in there:
        raise UnknownTask(f"{drill.title} has no topic '{name.topic}' in this game; its topics are {', '.join(there)}")
    return drill
