"""Exact odds and charts for pages, worked out once on a thread of their own and kept."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.house.coaching.worker import Worker
from pitboss.rulebook.terms import Terms
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.hold.theory import Theories
    from pitboss.odds.result import WagerOdds

REMEMBERED = 64
"""Answers that are kept."""
WAGERS = 4000
"""Wagers of which it is kept what they are to bring."""


class Moments(Struct, frozen=True):
    """What a wager is to bring its player, in cents."""

    mean: Fraction
    variance: Fraction


class Figuring:
    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._worker = Worker("odds", stopped)
        self._answers: OrderedDict[object, Future[Any]] = OrderedDict()
        self._progress: dict[object, tuple[str, float]] = {}
        self._wagers: OrderedDict[object, Future[Any]] = OrderedDict()
        self._theories: dict[str, Theories] = {}

    def odds(self, game: str, terms: Terms | None) -> "Future[list[WagerOdds]]":
        """The odds of a game by all its paytables, or of a table by its terms."""
        key = ("odds", game, terms.digest if terms is not None else "")

        def progress(what: str, done: float) -> None:
            self._progress[key] = (what, done)

        def work() -> "list[WagerOdds]":
            from pitboss.odds.api import odds
            from pitboss.odds.request import Request

            try:
                return odds(Request(game=game, terms=terms), progress=progress)
            finally:
                self._progress.pop(key, None)

        return self._once(key, work)

    def at_limits(self, rules: Rules, terms: Terms | None, rows: "list[WagerOdds]") -> "Future[list[WagerOdds]]":
        """The same at the least and the most that can be wagered, where fixed sums are paid. Asked after `odds`."""

        def work() -> "list[WagerOdds]":
            from pitboss.house.coaching.stakes import at_limits

            return at_limits(rules, terms, rows)

        return self._once(("limits", rules.digest, terms is None), work)

    def progress(self, game: str, terms: Terms | None) -> tuple[str, float]:
        """What is being worked out now, and which part of all of it is done."""
        return self._progress.get(("odds", game, terms.digest if terms is not None else ""), ("", 0.0))

    def chart(self, rules: Rules) -> "Future[str]":
        """The strategy under these rules, as a drawing."""

        def work() -> str:
            from pitboss.odds.charts import chart_svg

            return chart_svg(rules)

        return self._once(("chart", rules.digest), work)

    def moments(self, terms: Terms, wager: str, players: int, stake: int) -> "Future[Moments]":
        """What a wager of so many cents is to bring under the best play, with so many players dealt in. Payments from
        a meter and payout limits are left out, as in the report on what wagers brought."""
        digest = terms.digest

        def work() -> Moments:
            from pitboss.lab.hold.theory import Theories

            if digest not in self._theories:
                if len(self._theories) >= REMEMBERED:
                    self._theories.clear()
                self._theories[digest] = Theories(terms)
            found = self._theories[digest].find(wager, players, stake)
            return Moments(found.mean * stake, found.variance * stake * stake)

        key = (digest, wager, players, stake)
        known = self._wagers.get(key)
        if known is None or known.cancelled():
            known = self._wagers[key] = self._worker.submit(work)
            if len(self._wagers) > WAGERS:
                self._wagers.popitem(last=False)
        return known

    def _once(self, key: object, work: Callable[[], Any]) -> "Future[Any]":
        found = self._answers.get(key)
        if found is None or found.cancelled() or (found.done() and found.exception() is not None):
            found = self._answers[key] = self._worker.submit(work)
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        else:
            self._answers.move_to_end(key)
        return found
