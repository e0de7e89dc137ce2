"""`pitboss drill`: the school in the terminal. Tasks are made and judged by the engine; what was wrong comes back."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import GOOD, Trouble, a_game, like, plain, screen, shown

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cli.drill_memory import MemoryKeeper
    from pitboss.cli.keyboard import Keyboard
    from pitboss.messages.tasks import DrillTask, Topic
    from pitboss.school.chance import Chance
    from pitboss.school.memory import TopicKey

TASKS = 10
MOST = 10_000
LARGEST_SEED = 2**53 - 1


@helped("drill")
def drill(
    game: str | None = None,
    *,
    drill: str | None = None,
    topic: str | None = None,
    seed: WholeNumber = None,
    tasks: WholeNumber = None,
    standing: bool = False,
    list: bool = False,
    memory: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.drill_memory import MemoryKeeper, usual_place

    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise Trouble(f"--seed {seed}: give a whole number from 0 to {LARGEST_SEED}")
    if tasks is not None and not 1 <= tasks <= MOST:
        raise Trouble(f"--tasks {tasks}: give a whole number from 1 to {MOST:,}")
    if standing and list:
        raise Trouble("give --standing or --list, not both")
    if json and not (standing or list):
        raise Trouble("--json goes with --standing or --list")
    lessons = chosen_lessons(None if game is None else a_game(game), drill, topic)
    keeper = MemoryKeeper(memory or usual_place())
    if standing or list:
        from pitboss.cli.drill_tables import show_lessons

        return show_lessons(lessons, keeper, all_of_them=list, json=json)
    return _practise(lessons if drill or topic else _for_dealers(lessons), keeper, seed, tasks)


# --- what is practised ------------------------------------------------------------------------------------------------


class Lesson(Struct, frozen=True):
    """A topic that can be practised."""

    key: "TopicKey"
    topic: "Topic"


def chosen_lessons(game: str | None, drill: str | None, topic: str | None) -> list[Lesson]:
    """All that there is of this game, drill and topic; a word that names none is refused with those that do."""
    from pitboss.rulebook.folders import games
    from pitboss.school.drills import DRILLS

    there = [lesson for each in ((game,) if game else games()) for lesson in _lessons(each)]
    if drill is not None:
        wanted = drill.strip().lower()
        known = tuple(dict.fromkeys(each.key.drill for each in there))
        if wanted not in DRILLS:
            names = tuple(DRILLS)
            raise Trouble(f"there is no drill '{plain(drill)}'; the drills are {', '.join(names)}{like(wanted, names)}")
        if wanted not in known:
            raise Trouble(f"{game} has nothing for the drill {wanted}; it has {', '.join(known)}")
        there = [each for each in there if each.key.drill == wanted]
    if topic is not None:
        wanted = topic.strip().lower()
        names = tuple(dict.fromkeys(each.key.topic for each in there))
        if wanted not in names:
            raise Trouble(f"there is no topic '{plain(topic)}'; there are {', '.join(names)}{like(wanted, names)}")
        there = [each for each in there if each.key.topic == wanted]
    if not there:
        raise Trouble(f"no drill has a task for {game}")
    return there


def _lessons(game: str) -> list[Lesson]:
    from pitboss.games import usual
    from pitboss.school.drills import DRILLS, topics
    from pitboss.school.memory import TopicKey

    rules = usual(game)
    return [Lesson(TopicKey(game, drill, each.id), each) for drill in DRILLS for each in topics(rules, drill)]


def _for_dealers(lessons: Sequence[Lesson]) -> Sequence[Lesson]:
    """What dealers practise: what is for players comes where it is asked for."""
    from pitboss.school.drills import DRILLS

    return [each for each in lessons if DRILLS[each.key.drill].audience == "dealers"]


# --- practice ---------------------------------------------------------------------------------------------------------


def _practise(lessons: Sequence[Lesson], keeper: "MemoryKeeper", seed: int | None, tasks: int | None) -> int:
    from pitboss.cli.keyboard import Keyboard

    console = screen()
    keys = Keyboard(console)
    with keys.listening():
        if not keys.anything() and not keys.stopped:
            return _demonstration(console, lessons, 0 if seed is None else seed, tasks or 1)
        keeper.writable()
        _welcome(console, lessons)
        right = answered = 0
        for task in _tasks(lessons, keeper, seed, tasks or TASKS):
            verdict = _one(console, keys, keeper, task, answered + 1)
            if verdict is None:
                break
            answered, right = answered + 1, right + verdict
    _farewell(console, keeper, right, answered)
    return 128 + keys.stopped if keys.stopped else GOOD


def _tasks(
    lessons: Sequence[Lesson], keeper: "MemoryKeeper | None", seed: int | None, count: int
) -> "Iterator[DrillTask]":
    """So many tasks: of a series one after the other, else of the topic that is needed most; with a seed the same ones
    each time."""
    from pitboss.cli.waiting import Waiting
    from pitboss.games import usual
    from pitboss.messages.tasks import TaskName
    from pitboss.school.chance import Chance
    from pitboss.school.drills import make_task

    chance = None if seed is None else Chance(f"drill/{seed}")
    last: DrillTask | None = None
    for _ in range(count):
        if last is not None and last.follows:
            before = last.name
            name = TaskName(before.game, before.drill, before.topic, before.seed, before.place + 1)
        else:
            key, number = _next(lessons, keeper, chance)
            name = TaskName(key.game, key.drill, key.topic, number)
        with Waiting(f"a task of {name.game}"):  # exact values of choices may have to be worked out first
            last = make_task(usual(name.game), name)
        yield last


def _next(lessons: Sequence[Lesson], keeper: "MemoryKeeper | None", chance: "Chance | None") -> "tuple[TopicKey, int]":
    """The topic of the next task, and its seed."""
    import secrets

    from pitboss.cli.kept_file import now
    from pitboss.school.memory import next_topic

    if chance is not None:
        return chance.one(lessons).key, chance.below(2**32)
    assert keeper is not None
    return next_topic(keeper.load(), [each.key for each in lessons], now()), secrets.randbelow(LARGEST_SEED)


def _one(console: "Console", keys: "Keyboard", keeper: "MemoryKeeper", task: "DrillTask", number: int) -> bool | None:
    """One task; whether the answer was right, or None where the trainee leaves. What he answered is kept at once."""
    import time

    from pitboss.cli.task_screen import ask_answer, show_task, tell_verdict
    from pitboss.games import usual
    from pitboss.messages.tasks import TaskVerdict
    from pitboss.school.drills import judge
    from pitboss.school.memory import TopicKey

    name = task.name
    rules = usual(name.game)
    _head(console, task, number)
    show_task(console, rules, task)
    begun = time.monotonic_ns()
    verdict = ask_answer(console, keys, rules, task, lambda answer: judge(rules, name, answer))
    if not isinstance(verdict, TaskVerdict):
        return None
    took = (time.monotonic_ns() - begun) // 1_000_000
    keeper.remember(TopicKey(name.game, name.drill, name.topic), right=verdict.right, took=took)
    tell_verdict(console, verdict)
    _tell_topic(console, task)
    return verdict.right


def _head(console: "Console", task: "DrillTask", number: int) -> None:
    """Which task it is; its topic is told afterwards, for it could tell what is to be found."""
    from pitboss.rulebook.book import book
    from pitboss.school.drills import DRILLS

    console.print()
    console.print(f"{number}. {DRILLS[task.name.drill].title}", style="bold underline")
    console.print(f"  {book(task.name.game).title}", style="dim")


def _tell_topic(console: "Console", task: "DrillTask") -> None:
    console.print(f"  {task.title} (--drill {task.name.drill} --topic {task.name.topic})", style="dim")


def _welcome(console: "Console", lessons: Sequence[Lesson]) -> None:
    from pitboss.wording.things import many

    games = len({each.key.game for each in lessons})
    said = f"{many(len(lessons), 'topic').capitalize()} of {many(games, 'game')}. What was wrong comes back sooner."
    console.print(said, style="bold")
    console.print("Press ? for how to answer, v to see the task again, q to leave.")


def _farewell(console: "Console", keeper: "MemoryKeeper", right: int, answered: int) -> None:
    from pitboss.wording.things import many

    console.print()
    if answered:
        said = f"{many(answered, 'task').capitalize()} answered, {right} of them right."
        console.print(f"{said} Kept in {shown(keeper.path)}; --standing shows where you stand.", soft_wrap=True)
    else:
        console.print("No task was answered.")


def _demonstration(console: "Console", lessons: Sequence[Lesson], seed: int, tasks: int) -> int:
    """Where nobody is there to answer: tasks with their answers. Nothing is kept."""
    from pitboss.cli.task_screen import show_task, tell_solution
    from pitboss.games import usual
    from pitboss.school.solving import solution_of

    console.print("Nobody is there to answer, so the answers stand below the tasks. Nothing is kept.", style="bold")
    for number, task in enumerate(_tasks(lessons, None, seed, tasks), 1):
        rules = usual(task.name.game)
        _head(console, task, number)
        show_task(console, rules, task)
        tell_solution(console, solution_of(rules, task))
        _tell_topic(console, task)
    return GOOD
