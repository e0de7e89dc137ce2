"""What somebody does again and again, found in his decisions: which choice at which decision with which kind of hand,
how often, and exactly what it gave away. Told only where there are enough cases."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

FEW = 5
"""Mistakes of one kind that are no habit yet."""
SHARE = Fraction(2, 3)
"""Of the cases in which another choice was best: a habit is at least so often."""
EXAMPLES = 3
Where = tuple[int, int, int]
"""The table, the round and the event of a decision."""


class PlayedDecision(Struct, frozen=True):
    """A decision that was made, with what it was worth."""

    game: str
    step: str
    kinds: tuple[str, ...]
    """Of the hand that was seen, from the widest to the closest."""
    choice: str
    best: str
    cost: Fraction
    """What the choice gave away against the best, in cents."""
    where: Where


class Habit(Struct, frozen=True):
    """A mistake that was made again and again."""

    game: str
    step: str
    kind: str
    """Of the hands; empty: of any."""
    best: str
    choice: str
    times: int
    """How often this was chosen."""
    cases: int
    """How often the other choice was best, with such hands."""
    cost: Fraction
    """All of them together, in cents."""
    examples: tuple[Where, ...]
    """Some of them, the costliest first."""


def habits(decisions: Sequence[PlayedDecision]) -> list[Habit]:
    """The habits in these decisions, the costliest first."""
    groups: dict[tuple[str, str, str], list[PlayedDecision]] = {}
    for made in decisions:
        groups.setdefault((made.game, made.step, made.best), []).append(made)
    found = []
    for (_, _, best), cases in groups.items():
        for choice in sorted({made.choice for made in cases if made.cost} - {best}):
            found += _within(cases, choice, 0)
    return sorted(found, key=lambda habit: (-habit.cost, habit.game, habit.step, habit.kind, habit.choice))


def _within(cases: list[PlayedDecision], choice: str, depth: int) -> list[Habit]:
    """The habits among the cases of one kind. A closer kind is told where it explains all of them, and several
    closer ones where the wider kind is not always played so."""
    times = len(_times(cases, choice))
    if times < FEW:
        return []
    closer = list(_closer(cases, depth))
    for part in closer:
        if len(_times(part, choice)) == times:
            return _within(part, choice, depth + 1)
    parts = [habit for part in closer for habit in _within(part, choice, depth + 1)]
    if times < SHARE * len(cases):
        return parts
    explained = sum(habit.times for habit in parts) == times
    return parts if explained and times < len(cases) else [_habit(cases, choice, depth)]


def _closer(cases: list[PlayedDecision], depth: int) -> Iterator[list[PlayedDecision]]:
    """The cases by the next closer kind of hand; nothing where there is none."""
    found: dict[str, list[PlayedDecision]] = {}
    for made in cases:
        if len(made.kinds) > depth:
            found.setdefault(made.kinds[depth], []).append(made)
    yield from found.values()


def _times(cases: list[PlayedDecision], choice: str) -> list[PlayedDecision]:
    return [made for made in cases if made.choice == choice and made.cost]


def _habit(cases: list[PlayedDecision], choice: str, depth: int) -> Habit:
    first = cases[0]
    wrong = sorted(_times(cases, choice), key=lambda made: (-made.cost, made.where))
    return Habit(
        game=first.game,
        step=first.step,
        kind=first.kinds[depth - 1] if depth else "",
        best=first.best,
        choice=choice,
        times=len(wrong),
        cases=len(cases),
        cost=sum((made.cost for made in wrong), Fraction(0)),
        examples=tuple(made.where for made in wrong[:EXAMPLES]),
    )
