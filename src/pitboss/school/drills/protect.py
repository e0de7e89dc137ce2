"""Protect the game: find what is wrong in a short replay or in a picture of the table. A true round is made by the
engine; one thing is planted in what is told or shown of it, or nothing. What is planted the engine refuses, reports as
an irregularity or settles otherwise."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import Struct

from pitboss.messages.tasks import DrillAnswer, DrillTask, TaskName, TaskVerdict, Topic
from pitboss.school.answering import judged_choice, no_place
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.drills import protect_seen as seen
from pitboss.school.drills import protect_told as told
from pitboss.school.drills.protect_parts import Watched
from pitboss.school.rounds import RoundMoment, by_chance, round_of
from pitboss.school.troubles import kinds
from pitboss.table.mishaps import EXPOSED
from pitboss.table.rules import Rules

TRIES = 400
ONE_IN = 6
"""In how many tasks there is one in which nothing is wrong."""
Watching = Callable[[Rules, tuple[RoundMoment, ...], Chance, bool], Watched | None]


class WatchedFor(Struct, frozen=True):
    """Something that a dealer watches for."""

    id: str
    title: str
    ask: Watching
    clauses: Callable[[Rules], tuple[str, ...] | None]
    """Where the rulebook has it; None where this game has nothing of the kind."""


def _of_kinds(*wanted: str) -> Callable[[Rules], tuple[str, ...] | None]:
    """The clauses of the irregularities of these kinds."""

    def clauses(rules: Rules) -> tuple[str, ...] | None:
        rows = [row for kind, some in kinds(rules).items() if kind in wanted for row in some]
        return tuple(row.clause for row in rows) if rows else None

    return clauses


def _late(rules: Rules) -> tuple[str, ...]:
    return (rules.cite("late_wager"),)


def _settled(rules: Rules) -> tuple[str, ...] | None:
    steps = [s for script in rules.scripts.values() for s in script if s.kind == "settle"]
    return tuple(step.clause for step in steps) or None


def _decided(rules: Rules) -> tuple[str, ...] | None:
    steps = [s for script in rules.scripts.values() for s in script if s.kind == "ask" and not s.when]
    return tuple(step.clause for step in steps) or None


_FAULTS = (
    WatchedFor("late-wager", "A wager too late", told.late_wager, _late),
    WatchedFor("chips-changed", "Chips added to a wager or taken away", seen.chips_changed, _late),
    WatchedFor("out-of-turn", "A decision out of turn", told.out_of_turn, _decided),
    WatchedFor("cards-handled", "Cards that others see or touch", told.cards_handled, _of_kinds("violation")),
    WatchedFor("card-open", "A card that must not lie open", seen.exposed, _of_kinds(*EXPOSED, seen.OWN)),
    WatchedFor("card-count", "A card too many or too few", seen.card_count, _of_kinds("wrong_number")),
    WatchedFor("payments", "A payment that is wrong", told.payments, _settled),
)


def _topics(rules: Rules) -> Iterator[tuple[Topic, WatchedFor]]:
    for fault in _FAULTS:
        clauses = fault.clauses(rules)
        if clauses is not None:
            yield Topic(fault.id, fault.title, tuple(dict.fromkeys(filter(None, clauses)))), fault


def topics(rules: Rules) -> tuple[Topic, ...]:
    """What can be watched in this game."""
    return tuple(topic for topic, _ in _topics(rules))


def make(rules: Rules, name: TaskName) -> DrillTask:
    title = next(topic.title for topic in topics(rules) if topic.id == name.topic)
    return _watched(rules, name).task(name, title)


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    watched = _watched(rules, name)
    return judged_choice(watched.choosing, answer, watched.why)


@lru_cache(maxsize=64)
def _watched(rules: Rules, name: TaskName) -> Watched:
    if name.place:
        raise no_place(name, 1)
    fault = next(fault for topic, fault in _topics(rules) if topic.id == name.topic)
    chance = chance_of(name)
    none = not chance.below(ONE_IN)
    for attempt in range(TRIES):
        dealt = by_chance(rules, chance)
        moments = round_of(dealt, f"protect/{name.game}/{name.topic}/{name.seed}/{attempt}")
        watched = fault.ask(dealt, moments, chance, none)
        if watched is not None:
            return watched
    raise AssertionError(f"no round of {rules.game.id} comes to the topic '{name.topic}'")


DRILL = Drill(
    id="protect",
    title="Protect the game",
    about="You find what is wrong at a table: late wagers, changed chips, open cards, wrong payments.",
    topics=topics,
    make=make,
    judge=judge,
)
