"""A drill of every form of answer, for tests of the house: what is asked and judged here is as small as can be."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from pitboss.house.schooling.teaching import curriculum
from pitboss.messages.tasks import (
    AnswerOption,
    Ask,
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
from pitboss.school.drill import Drill
from pitboss.school.drills import DRILLS
from pitboss.table.people import SPECTATOR
from pitboss.table.rules import Rules
from pitboss.table.views import SeatView, View, view

CLAUSE = {"let-it-ride": "MD-LIR 11.C(1)(b)"}
TOPICS = ("choice", "number", "moves")


def lying(rules: Rules) -> tuple[WagerLying, ...]:
    wager = rules.wagers[0]
    return tuple(WagerLying(seat, wager.id, wager.title, (ChipPile(500, seat),)) for seat in (1, 2))


def settled(rules: Rules) -> View:
    """A table with two players who have shown their hands."""
    empty = view(rules, rules.opening(), SPECTATOR)
    cards = ("As", "Kd", "7c")
    seats = list(empty.seats)
    for each in lying(rules):
        stake = sum(pile.cents * pile.count for pile in each.chips)
        seats[each.seat - 1] = SeatView(each.seat, f"Player {each.seat}", {each.wager: stake}, (), "live", cards, 0)
    return replace(empty, seats=tuple(seats), community=("2c", "3d"))


def solution(rules: Rules, name: TaskName) -> DrillAnswer:
    if name.topic == "choice":
        return ChoiceAnswer(("b",))
    if name.topic == "number":
        return NumberAnswer(name.seed % 10 + name.place)
    one, two = lying(rules)
    paid = DealerMove(two.seat, two.wager, "pay", (ChipPile(500, 2),))
    return MovesAnswer((DealerMove(one.seat, one.wager, "take"), paid))


def made(rules: Rules, name: TaskName) -> DrillTask:
    choice = AskChoice(tuple(AnswerOption(each, f"Answer {each}") for each in "abc"))
    asks: dict[str, Ask] = {
        "choice": choice,
        "number": AskNumber("cards", 0, 52),
        "moves": AskMoves((ChipPile(10_000, 20), ChipPile(2_500, 20), ChipPile(500, 40)), lying(rules)),
    }
    view_of = settled(rules) if name.topic == "moves" else None
    shown = (Shown("Your cards", ("As", "Kd")),) if name.topic == "choice" else ()
    follows = name.topic == "number" and name.place < 1
    return DrillTask(
        name, "A small task", "What is right?", asks[name.topic], shown, view_of, ("It began.",), follows=follows
    )


def judged(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    wanted = solution(rules, name)
    if type(answer) is not type(wanted):
        raise UnfitAnswer(f"a {name.topic} is asked for")
    clause = CLAUSE.get(name.game, "")
    wrong = Misstep("wrong_choice", "That is not it.", clause, "thinks_otherwise")
    rule = Misstep("rule", "So it is written.", clause)
    return TaskVerdict(answer == wanted, () if answer == wanted else (wrong,), wanted, "The right answer.", (rule,))


def topics(rules: Rules) -> tuple[Topic, ...]:
    clauses = (CLAUSE[rules.game.id],) if rules.game.id in CLAUSE else ()
    return tuple(Topic(each, f"All about {each}", clauses) for each in TOPICS)


DRILL = Drill("small", "A small drill", "What is smallest.", topics, made, judged)


@contextmanager
def small_drill() -> Iterator[None]:
    """The school teaches this and nothing else."""
    before = dict(DRILLS)
    DRILLS.clear()
    DRILLS[DRILL.id] = DRILL
    curriculum.cache_clear()
    try:
        yield
    finally:
        DRILLS.clear()
        DRILLS.update(before)
        curriculum.cache_clear()
