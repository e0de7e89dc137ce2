"""What a player's answers come to: how many decisions, how many mistakes, right ones in a row, and what the mistakes
gave away. All of it follows from the answers that are kept; what a mistake cost is worked out again from its task."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from fractions import Fraction
from itertools import takewhile

from msgspec import Struct

from pitboss.house.schooling.answers import KeptAnswer
from pitboss.messages.tasks import TaskVerdict
from pitboss.school.drills import DRILLS

VALUED = 500
"""Mistakes whose cost is told: the newest."""


class AnswerSums(Struct, frozen=True):
    """Decisions of one player, together."""

    answers: int
    mistakes: int
    streak: int
    """Right answers since the last mistake."""
    longest: int
    """The most right answers in a row."""


def of_players(answers: Iterable[KeptAnswer], game: str = "") -> list[KeptAnswer]:
    """Those to exercises for players, of one game or of all."""
    return [
        each
        for each in answers
        if each.name.drill in DRILLS and DRILLS[each.name.drill].audience == "players" and game in ("", each.name.game)
    ]


def summed(answers: Sequence[KeptAnswer]) -> AnswerSums:
    """Of answers that come the oldest first."""
    right = [each.right for each in answers]
    longest = now = 0
    for each in right:
        now = now + 1 if each else 0
        longest = max(longest, now)
    streak = sum(1 for _ in takewhile(bool, reversed(right)))
    return AnswerSums(len(right), right.count(False), streak, longest)


def lost(verdicts: Iterable["Future[TaskVerdict]"]) -> tuple[Fraction, Fraction, int]:
    """What mistakes gave away, in units of the base and in cents, as far as they are judged again; and how many are
    not yet. One whose task is not made any more counts for nothing."""
    units, cents, waiting = Fraction(0), Fraction(0), 0
    for each in verdicts:
        if not each.done():
            waiting += 1
        elif not each.cancelled() and each.exception() is None and (worth := each.result().worth) is not None:
            units += Fraction(worth.cost)
            cents += Fraction(worth.cost) * worth.stake
    return units, cents, waiting
