"""What each choice is worth, asked for by a player's own view and by nothing else: no card that he may not see can
reach the solver."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.house.coaching.worker import Worker
from pitboss.table.rules import Rules
from pitboss.table.views import View

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice

REMEMBERED = 4000
"""Answers that are kept."""
BACKLOG = 8
"""With so much waiting nothing is prepared any more: it is worked out when it is asked for."""


class CoachedDecision(Struct, frozen=True):
    """A decision as the player who makes it sees it."""

    rules: Rules
    seen: View
    seat: int

    @property
    def stake(self) -> int:
        """What lies on the wager that is the unit, in cents."""
        held = self.seen.seats[self.seat - 1].wagers
        return next((held[w.id] for w in self.rules.wagers if w.compulsory and w.id in held), 0)

    @property
    def key(self) -> object:
        """Everything the answer depends on."""
        own = self.seen.seats[self.seat - 1].cards
        return (self.rules.digest, self.seen.step, own, self.seen.community, self.seen.dealer, self.stake)


def asked(rules: Rules, seen: View, seat: int) -> bool:
    """Whether the player of this position is asked to decide."""
    step = next((s for s in rules.script(rules.terms.procedure) if s.name == seen.step), None)
    return step is not None and step.kind == "ask" and seen.turn == seat and seat in seen.mine


class Advisor:
    """Answers come from a thread; the same question is asked of the solver once."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._worker = Worker("coach", stopped)
        self._answers: OrderedDict[object, Future[Any]] = OrderedDict()
        self._prepared: set[tuple[str, int]] = set()

    def advice(self, spot: CoachedDecision, *, first: bool = True) -> "Future[Advice | None]":
        """What the choices are worth; None where there is nothing to decide. `first`: somebody waits for it now."""
        key = spot.key
        found = self._answers.get(key)
        if found is None or found.cancelled() or (found.done() and found.exception() is not None):
            found = self._answers[key] = self._worker.submit(lambda: _coached(spot), first=first)
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        else:
            self._answers.move_to_end(key)
        return found

    def prepare(self, rules: Rules, stake: int = 0) -> None:
        """Compiles and counts beforehand for a table, once for each stake."""
        key = (rules.digest, stake)
        if key not in self._prepared and self._worker.waiting < BACKLOG:
            self._prepared.add(key)
            self._worker.submit(lambda: _prepare(rules, stake))


# The solver is loaded by the thread that needs it: importing it takes longer than opening a house.


def _coached(spot: CoachedDecision) -> "Advice | None":
    from pitboss.odds.coach import coach

    return coach(spot.rules, spot.seen, spot.seat)


def _prepare(rules: Rules, stake: int) -> None:
    from pitboss.odds.coach import prepare

    prepare(rules, [stake] if stake else [])
