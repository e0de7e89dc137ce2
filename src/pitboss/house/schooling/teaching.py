"""Tasks and verdicts, made in threads of their own: however long one takes, the tables go on. What is for players waits
for exact values, which a fresh installation has to work out first; so it has a thread of its own, and what dealers
practise does not wait behind it. Exams have theirs too: they wait for nobody who practises."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from pitboss.games import usual
from pitboss.house.coaching.worker import Worker
from pitboss.messages.tasks import Audience, DrillAnswer, DrillTask, TaskName, TaskVerdict, Topic, UnfitAnswer
from pitboss.rulebook.folders import remembered
from pitboss.school.drills import DRILLS, judge, make_task, topics
from pitboss.table.refusals import RefusedAct, refuse
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.strategies.taught import TaughtStrategy

T = TypeVar("T")

REMEMBERED = 20_000
"""Verdicts that were made again and are kept."""
AT_ONCE = 200
"""Tasks and verdicts that wait in line; beyond them whoever asks is told to come again."""


@remembered
def curriculum(game: str) -> dict[str, tuple[Topic, ...]]:
    """The topics of a game by their drill; a drill that makes no sense for the game is left out."""
    rules = usual(game)
    found = {drill: topics(rules, drill) for drill in DRILLS}
    return {drill: some for drill, some in found.items() if some}


class CostsBegun:
    """Costs that are being counted."""

    future: "Future[TaughtStrategy]"

    def __init__(self) -> None:
        self.done = 0.0
        """Which part of it is done."""

    def tell(self, done: float) -> None:
        self.done = done

    @property
    def failed(self) -> bool:
        return self.future.done() and (self.future.cancelled() or self.future.exception() is not None)


def _counted(rules: Rules, begun: CostsBegun) -> "TaughtStrategy":
    from pitboss.lab.strategies.taught import taught_costs  # loads the solver

    return taught_costs(rules, begun.tell)


class Teaching:
    """`stopped` says whether the house is closing."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._again: OrderedDict[object, Future[TaskVerdict]] = OrderedDict()
        self._costs: dict[str, CostsBegun] = {}
        self._counting = Worker("school's costs", stopped)
        self._exams = Worker("exams", stopped)
        self._workers: dict[Audience, Worker] = {
            "dealers": Worker("school", stopped),
            "players": Worker("school for players", stopped),
        }

    def curricula(self, games: Sequence[str]) -> "Future[dict[str, dict[str, tuple[Topic, ...]]]]":
        """The topics of these games, by game and drill."""
        return self._do("dealers", lambda: {game: curriculum(game) for game in games})

    def task(self, name: TaskName) -> "Future[DrillTask]":
        return self._do(_audience(name), lambda: make_task(usual(name.game), name))

    def verdict(self, name: TaskName, answer: DrillAnswer) -> "Future[TaskVerdict]":
        return self._do(_audience(name), lambda: judge(usual(name.game), name, answer))

    def examine(self, work: Callable[[], T]) -> "Future[T]":
        """What exams need: in a thread of its own, so that nobody who sits one waits for what others practise, or is
        told to come again."""
        return _put(self._exams, work)

    def again(self, name: TaskName, answer: DrillAnswer) -> "Future[TaskVerdict]":
        """What was said of an answer that was judged before; it waits behind what somebody asks now."""
        key = (name, answer)
        found = self._again.get(key)
        if found is None:
            found = self._again[key] = self._counting.submit(lambda: judge(usual(name.game), name, answer))
            if len(self._again) > REMEMBERED:
                self._again.popitem(last=False)
        return found

    def costs(self, game: str) -> "CostsBegun":
        """What the rules of the game's strategy cost: counted once, in a thread of its own, as it may take a minute."""
        rules = usual(game)
        begun = self._costs.get(rules.digest)
        if begun is None or begun.failed:
            begun = self._costs[rules.digest] = CostsBegun()
            begun.future = self._counting.submit(lambda: _counted(rules, begun))
        return begun

    def _do(self, whose: Audience, work: Callable[[], T]) -> "Future[T]":
        return _put(self._workers[whose], work)


def _put(worker: Worker, work: Callable[[], T]) -> "Future[T]":
    if worker.waiting >= AT_ONCE:
        raise refuse("busy", "too many tasks wait to be made", allowed="try again in a moment")
    return worker.submit(work)


def unfit(error: UnfitAnswer) -> RefusedAct:
    """What is said to an answer of another form."""
    return refuse("unfit_answer", str(error), allowed="an answer of the form that the task asks for")


def _audience(name: TaskName) -> Audience:
    """For whom a task is; where there is no such drill, that is found out in the dealers' thread."""
    return DRILLS[name.drill].audience if name.drill in DRILLS else "dealers"
