"""What a kind of exercise is."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.messages.tasks import Audience, DrillAnswer, DrillTask, TaskName, TaskVerdict, Topic
from pitboss.table.rules import Rules


class Drill(Struct, frozen=True):
    """One kind of exercise. A module makes one and calls it `DRILL`."""

    id: str
    title: str
    about: str
    """What is learnt, in one sentence."""
    topics: Callable[[Rules], tuple[Topic, ...]]
    """What of it this game has; none where the drill makes no sense for it."""
    make: Callable[[Rules, TaskName], DrillTask]
    judge: Callable[[Rules, TaskName, DrillAnswer], TaskVerdict]
    """Raises `UnfitAnswer` where the answer has not the form that was asked for."""
    audience: Audience = "dealers"
    """For whom it is. No exam for dealers takes in what is for players, unless its file names it."""
