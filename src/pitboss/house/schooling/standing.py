"""Where somebody stands: of each topic how often he was right and how quick, when it comes back, and what he needs
most."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Literal

from msgspec import Struct

from pitboss.house.schooling.answers import KeptAnswer
from pitboss.school.memory import TopicKey, TrainingMemory, next_topic, remember, standing

RECENT = 20
"""Answers by which accuracy and pace are told: what somebody could not do a year ago says little."""

Why = Literal["due", "new", "later"]
"""It has come back, it was never answered, or nothing asks for it now."""


class TopicPractice(Struct, frozen=True):
    """What one person has done of one topic."""

    answers: int = 0
    right: int = 0
    recent: tuple[bool, ...] = ()
    """The last ones, the oldest first: whether each was right."""
    pace: int | None = None
    """Milliseconds of a right answer, the middle of the last ones; None where none was right."""
    last: int | None = None
    """When it was last answered."""

    @property
    def accuracy(self) -> float | None:
        """The share of the last answers that were right."""
        return sum(self.recent) / len(self.recent) if self.recent else None


class Progress(Struct, frozen=True):
    """All that is known of one person."""

    practice: dict[TopicKey, TopicPractice]
    memory: TrainingMemory
    last: KeptAnswer | None
    tasks: frozenset[object]
    """The names of the tasks that were answered."""

    def due(self, key: TopicKey, now: int) -> int | None:
        """When a topic comes back; None for a new one."""
        return standing(self.memory, (key,), now)[0].due

    def needed(self, offered: Sequence[TopicKey], now: int, most: int) -> list[tuple[TopicKey, Why]]:
        """The topics that are needed most, and why."""
        left, found = list(offered), list[tuple[TopicKey, Why]]()
        while left and len(found) < most:
            key = next_topic(self.memory, left, now)
            due = self.due(key, now)
            found.append((key, "new" if due is None else "due" if due <= now else "later"))
            left.remove(key)
        return found


def key_of(answer: KeptAnswer) -> TopicKey:
    return TopicKey(answer.name.game, answer.name.drill, answer.name.topic)


def progress(answers: Iterable[KeptAnswer]) -> Progress:
    """What follows from somebody's answers, which come the oldest first."""
    by_topic: dict[TopicKey, list[KeptAnswer]] = {}
    memory, last = TrainingMemory(), None
    for last in answers:
        key = key_of(last)
        by_topic.setdefault(key, []).append(last)
        memory = remember(memory, key, right=last.right, took=last.took, now=last.at)
    names = frozenset(each.name for some in by_topic.values() for each in some)
    return Progress({key: _practice(some) for key, some in by_topic.items()}, memory, last, names)


def _practice(answers: list[KeptAnswer]) -> TopicPractice:
    recent = answers[-RECENT:]
    paces = [each.took for each in recent if each.right]
    return TopicPractice(
        answers=len(answers),
        right=sum(each.right for each in answers),
        recent=tuple(each.right for each in recent),
        pace=round(median(paces)) if paces else None,
        last=answers[-1].at,
    )
