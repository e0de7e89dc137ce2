"""Three small drills, of which the right answer is known without any engine."""

from collections.abc import Iterator

import pytest

from pitboss.messages.tasks import (
    AnswerOption,
    AskChoice,
    AskMoves,
    AskNumber,
    ChipPile,
    ChoiceAnswer,
    DealerMove,
    DrillAnswer,
    DrillTask,
    Misstep,
    MovesAnswer,
    NumberAnswer,
    Shown,
    TaskName,
    TaskVerdict,
    Topic,
    UnfitAnswer,
    WagerLying,
)
from pitboss.school.drills import DRILLS, Drill
from pitboss.table.rules import Rules

CLAUSE = "TINY 1"
MOVES = (
    DealerMove(1, "ante", "pay", (ChipPile(500, 2),)),
    DealerMove(2, "ante", "take"),
    DealerMove(3, "ante", "push"),
)


def right(name: TaskName) -> DrillAnswer:
    """The right answer to any of these tasks."""
    match name.drill:
        case "tiny-choice":
            return ChoiceAnswer(("even",) if name.seed % 2 == 0 else ("odd",))
        case "tiny-count":
            return NumberAnswer(name.seed % 100 + name.place)
        case _:
            return MovesAnswer(MOVES)


def wrong(name: TaskName) -> DrillAnswer:
    """An answer that is never right."""
    match name.drill:
        case "tiny-choice":
            return ChoiceAnswer(("odd",) if name.seed % 2 == 0 else ("even",))
        case "tiny-count":
            return NumberAnswer(name.seed % 100 + name.place + 1)
        case _:
            return MovesAnswer(MOVES[::-1])


def _make(rules: Rules, name: TaskName) -> DrillTask:
    match name.drill:
        case "tiny-choice":
            options = (AnswerOption("even", "It is even"), AnswerOption("odd", "It is odd"))
            question = f"Is {name.seed} even?"
            return DrillTask(name, "Tiny choice", question, AskChoice(options), (Shown("Your cards", ("As", "Kd")),))
        case "tiny-count":
            question = f"How many are {name.seed % 100} and {name.place}?"
            return DrillTask(name, "Tiny count", question, AskNumber("cards", 0, 200), follows=name.place < 2)
        case _:
            tray = (ChipPile(2500, 10), ChipPile(500, 20), ChipPile(100, 50))
            wagers = tuple(WagerLying(seat, "ante", f"Ante, seat {seat}", (ChipPile(500, 2),)) for seat in (1, 2, 3))
            return DrillTask(name, "Tiny moves", "Pay, take, push.", AskMoves(tray, wagers))


def _judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    solution = right(name)
    if type(answer) is not type(solution):
        raise UnfitAnswer("this is not the form that is asked for")
    good = answer == solution
    missteps = () if good else (Misstep("wrong_choice", "that is not so", CLAUSE),)
    return TaskVerdict(good, missteps, solution, "it is so", (Misstep("rule", "numbers are even or odd", CLAUSE),))


def _topics(*ids: str) -> tuple[Topic, ...]:
    return tuple(Topic(each, each.title(), (CLAUSE,)) for each in ids)


_ALL = (
    Drill("tiny-choice", "Even or odd", "Tells even from odd.", lambda _: _topics("small", "large"), _make, _judge),
    Drill("tiny-count", "Count", "Counts.", lambda _: _topics("sum"), _make, _judge),
    Drill("tiny-moves", "Pay", "Pays.", lambda _: _topics("table"), _make, _judge),
)


@pytest.fixture
def tiny() -> Iterator[None]:
    """The school has these drills alone; afterwards its own, in their order."""
    before = dict(DRILLS)
    _have({drill.id: drill for drill in _ALL})
    yield
    _have(before)


def _have(drills: dict[str, Drill]) -> None:
    DRILLS.clear()
    DRILLS.update(drills)
