"""A class that sits a small exam, for tests of the house: who gives it, who answers, and by which clock."""

from typing import Any

import msgspec

from house.school_drill import solution
from house.server_support import Served
from pitboss.client import Player
from pitboss.games import usual
from pitboss.house.schooling.exams import KeptSitting, sitting_numbered
from pitboss.messages.tasks import ChoiceAnswer, DrillAnswer, MovesAnswer, NumberAnswer, TaskName

GAME = "let-it-ride"
EXAM = f"""
title = "Small exam"
games = ["{GAME}"]
tasks = 6
minutes = 10
pass_percent = 50

[[part]]
drill = "small"
"""
MINUTE = 60_000


class Clock:
    """The clock of a house, which stands still until somebody moves it."""

    def __init__(self, server: Served) -> None:
        self.house = server.running.house
        self.now = self.house.clock()
        self.house.clock = lambda: self.now

    def on(self, ms: int) -> None:
        self.now += ms


def given(trainer: Player, id: str, text: str = EXAM, **more: Any) -> int:
    """The number of a new exam."""
    told = trainer.ask("POST", "/api/v1/school/exams", {"id": id, "text": text, **more})
    return int(told["exam"])


def begun(player: Player, exam: int, id: str = "") -> dict[str, Any]:
    told: dict[str, Any] = player.ask("POST", f"/api/v1/school/exams/{exam}/sitting", {"id": id or f"begin {exam}"})
    return told


def names(server: Served, sitting: int) -> tuple[TaskName, ...]:
    """The tasks of a sitting, as only the house knows them before its end."""
    return kept(server, sitting).sitting.tasks


def kept(server: Served, sitting: int) -> KeptSitting:
    with server.running.house.engine.connect() as conn:
        found = sitting_numbered(conn, sitting)
    assert found is not None
    return found


def right(name: TaskName) -> DrillAnswer:
    return solution(usual(name.game), name)


def wrong(name: TaskName) -> DrillAnswer:
    all_wrong: dict[str, DrillAnswer]
    all_wrong = {"choice": ChoiceAnswer(("a",)), "number": NumberAnswer(52), "moves": MovesAnswer(())}
    return all_wrong[name.topic]


def plain(said: DrillAnswer) -> Any:
    """An answer as it is sent."""
    return msgspec.to_builtins(said)


def answer(player: Player, sitting: int, task: int, said: DrillAnswer, id: str = "") -> dict[str, Any]:
    body = {"id": id or f"{sitting}/{task}", "task": task, "answer": plain(said)}
    told: dict[str, Any] = player.ask("POST", f"/api/v1/school/sittings/{sitting}/answers", body)
    return told


def sat(server: Served, player: Player, exam: int, wrongly: int = 0, clock: Clock | None = None) -> int:
    """All its tasks, the first so many of them wrong; the number of the sitting."""
    sitting = int(begun(player, exam)["sitting"])
    for place, name in enumerate(names(server, sitting)):
        if clock is not None:
            clock.on(3_000)
        answer(player, sitting, place, wrong(name) if place < wrongly else right(name))
    return sitting
