"""What chance decides in a task. Everything follows from the task's name alone, by arithmetic of our own: the same name
makes the same task on any computer, in any year."""

from collections.abc import Sequence
from typing import TypeVar

from pitboss.cards.shuffle import Stream
from pitboss.messages.tasks import TaskName
from pitboss.play.sources import seeded_stream

Drawn = TypeVar("Drawn")


class Chance:
    """Draws one after the other; every value is equally likely."""

    def __init__(self, seed: str) -> None:
        self.stream: Stream = seeded_stream(seed)
        """Random bytes, for whoever shuffles."""

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1."""
        fair = 2**32 - 2**32 % count
        while (drawn := int.from_bytes(self.stream(4), "big")) >= fair:
            pass
        return drawn % count

    def one(self, among: Sequence[Drawn]) -> Drawn:
        return among[self.below(len(among))]

    def some(self, among: Sequence[Drawn], count: int) -> list[Drawn]:
        """So many of them, each place at most once, in random order; all where there are no more."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def mixed(self, among: Sequence[Drawn]) -> list[Drawn]:
        return self.some(among, len(among))


def chance_of(name: TaskName) -> Chance:
    """The chance of a task."""
    return Chance(f"{name.game}/{name.drill}/{name.topic}/{name.seed}/{name.place}")
