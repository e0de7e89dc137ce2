"""An exam on paper: the tasks of a seed, the sheet on which they are answered, and the marking key."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss.paper.printing import Paper, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.task_words import answer_place, key_data, task_data
from pitboss.paper.words import listed
from pitboss.rulebook.edition import edition
from pitboss.school.drawing import draw
from pitboss.school.drills import DRILLS, make_task
from pitboss.school.exam import Exam
from pitboss.school.solving import solution_of
from pitboss.table.rules import Rules

OWN = "the school's own"
"""What covers nothing that the rules on training name."""


def exam_paper(
    exam: Exam, rules: Mapping[str, Rules], seed: int, *, date: str = "", sheet: Sheet = USUAL, command: str = ""
) -> Paper:
    """The exam of this seed. The same seed gives the same bytes."""
    tasks = [make_task(rules[name.game], name) for name in draw(exam, rules, seed)]
    asked = [(number, task, rules[task.name.game]) for number, task in enumerate(tasks, 1)]
    drawn = Counter((task.name.game, task.name.drill) for task in tasks)
    need = -(-exam.pass_percent * exam.tasks // 100)
    data: dict[str, Any] = {
        "head": {
            "sheet": sheet,
            "title": exam.title,
            "right": f"Seed {seed}",
            "left": date or "undated",
            "middle": f"exam {exam.digest}",
        },
        "title": exam.title,
        "seed": str(seed),
        "facts": [
            ["Date", date or "undated"],
            ["Games", listed([rules[game].book.full_title for game in exam.games])],
            ["Editions", listed([f"{game} {edition(game)}" for game in exam.games])],
            ["Exam and seed", f"{exam.digest}, seed {seed}; the same seed makes the same tasks again"],
            ["Tasks", f"{exam.tasks}"],
            ["Time", f"{exam.minutes} minutes"],
            ["To pass", f"{exam.pass_percent}%: {need} of {exam.tasks} tasks"],
        ],
        "command": command,
        "tasks": [task_data(bound, task, number) for number, task, bound in asked],
        "sheet": [answer_place(task, number) for number, task, _ in asked],
        "parts": [
            [covered(exam, game, drill), rules[game].book.title, DRILLS[drill].title, str(count)]
            for (game, drill), count in sorted(drawn.items())
        ],
        "marking": f"{need} right answers of {exam.tasks} pass.",
        "key": [key_data(bound, task, solution_of(bound, task), number) for number, task, bound in asked],
    }
    return Paper(source=template("exam.typ"), data=data, title=f"{exam.title}, seed {seed}", date=date)


def covered(exam: Exam, game: str, drill: str) -> str:
    """What of the training rules these tasks cover."""
    said = dict.fromkeys(part.covers for part in exam.parts if part.game == game and part.drill == drill)
    return "; ".join(filter(None, said)) or OWN
