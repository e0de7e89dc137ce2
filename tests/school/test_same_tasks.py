"""A result of an exam is scored again years later: so a name must make the same task, with the same solution, for as
long as `SCHOOL` has the same number. What the solutions are now is written down in `same_tasks.json`.

Where the test fails, tasks have changed. If that was meant, raise `SCHOOL` in `school/exam.py` and write the file anew:

    PYTHONPATH=src:tests python -m school.test_same_tasks"""

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from pitboss.games import usual
from pitboss.messages.tasks import TaskName
from pitboss.rulebook.folders import OURS, folders
from pitboss.school.drills import DRILLS, make_task, topics
from pitboss.school.exam import SCHOOL
from pitboss.school.solving import solution_of

FILE = Path(__file__).parent / "same_tasks.json"
SEEDS = 4
GAMES = tuple(each.game for each in folders() if each.origin == OURS)


def solutions(game: str) -> dict[str, str]:
    """Drill → a fingerprint of the solutions of its first tasks, topic by topic."""
    rules, found = usual(game), dict[str, str]()
    for drill in DRILLS.values():
        if drill.audience != "dealers":
            continue
        seen = sha256()
        for topic in topics(rules, drill.id):
            for seed in range(SEEDS):
                task = make_task(rules, TaskName(game, drill.id, topic.id, seed))
                seen.update(msgspec.json.encode((task.name, solution_of(rules, task).solution)))
        found[drill.id] = seen.hexdigest()[:16]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_name_makes_the_task_that_it_made(game: str) -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept["school"] == SCHOOL, "the school has another number: write the file again"
    assert solutions(game) == kept["games"][game]


if __name__ == "__main__":
    FILE.write_text(json.dumps({"school": SCHOOL, "games": {g: solutions(g) for g in GAMES}}, indent=2) + "\n", "utf-8")
