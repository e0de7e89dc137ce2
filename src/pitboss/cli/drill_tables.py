"""What there is to practise and where somebody stands, as tables on a screen or as data."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import GOOD, print_json, screen, shown

if TYPE_CHECKING:
    from pitboss.cli.drill import Lesson
    from pitboss.cli.drill_memory import MemoryKeeper
    from pitboss.school.memory import TopicStanding, TrainingMemory

DAY, HOUR, MINUTE = 86_400_000, 3_600_000, 60_000


def show_lessons(lessons: "Sequence[Lesson]", keeper: "MemoryKeeper", *, all_of_them: bool, json: bool) -> int:
    """The topics, the hardest first; without `all_of_them` those that were answered."""
    from pitboss.cli.kept_file import now
    from pitboss.school.memory import standing

    memory, moment = keeper.load(), now()
    order = hardest_first(lessons, memory)
    stands = dict(
        zip((each.key for each in order), standing(memory, [each.key for each in order], moment), strict=True)
    )
    rows = [(each, stands[each.key]) for each in order if all_of_them or stands[each.key].attempts]
    if json:
        print_json([_as_json(each, stood) for each, stood in rows])
        return GOOD
    console = screen()
    if not rows:
        console.print("Nothing was answered yet. --list shows what there is.")
        return GOOD
    _print(rows, moment, several=len({each.key.game for each, _ in rows}) > 1)
    if not all_of_them:
        console.print(f"From {shown(keeper.path)}. --list shows all that there is.", soft_wrap=True)
    return GOOD


def hardest_first(lessons: "Sequence[Lesson]", memory: "TrainingMemory") -> "list[Lesson]":
    """What was hardest so far, then what is new, as the drills list it."""
    hard = {each.key: each.difficulty for each in memory.topics}
    return sorted(lessons, key=lambda each: -hard.get(each.key, 0))


def _print(rows: "list[tuple[Lesson, TopicStanding]]", moment: int, *, several: bool) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    grid = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in (*["game"] * several, "drill", "topic"):
        grid.add_column(head, overflow="fold", no_wrap=not several)
    grid.add_column("")
    for head in ("right", "pace", "back"):
        grid.add_column(head, justify="right", no_wrap=True)
    for each, stood in rows:
        right = f"{stood.right} of {stood.attempts}" if stood.attempts else "-"
        pace = f"{stood.pace / 1000:.1f} s" if stood.pace is not None else "-"
        names = (*[each.key.game] * several, each.key.drill, each.key.topic)
        grid.add_row(*names, each.topic.title, right, pace, _when(stood, moment))
    screen().print(grid)


def _when(stood: "TopicStanding", moment: int) -> str:
    if stood.due is None:
        return "new"
    left = stood.due - moment
    if left <= 0:
        return "now"
    for unit, name in ((DAY, "d"), (HOUR, "h")):
        if left >= unit:
            return f"in {left // unit} {name}"
    return f"in {-(-left // MINUTE)} min"


def _as_json(each: "Lesson", stood: "TopicStanding") -> dict[str, Any]:
    key, topic = each.key, each.topic
    return {
        "game": key.game,
        "drill": key.drill,
        "topic": key.topic,
        "title": topic.title,
        "clauses": list(topic.clauses),
        "answers": stood.attempts,
        "right": stood.right,
        "pace": stood.pace,
        "due": stood.due,
    }
