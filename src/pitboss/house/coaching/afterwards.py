"""What rounds that are over were worth: what the wagers were to bring under the best play, what mistakes gave away, and
what was luck. It is counted by the threads that count for the coach and for the odds; until then a round waits."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection

from pitboss.games import rules_for
from pitboss.house.audit.queries import RoundLine, rows_of
from pitboss.house.audit.recall import happened
from pitboss.house.audit.terms import terms_of
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.coaching.advising import Advisor
from pitboss.house.coaching.costed import CostedDecision, costed
from pitboss.house.coaching.figuring import Figuring, Moments
from pitboss.house.coaching.looking_back import PastCards, PastDecision, PastRound, looked_back
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pitboss.odds.advice import Advice

COSTLY = Fraction(1, 10)
"""From so much of the base on a mistake is a costly one."""
AT_ONCE = 60
"""Rounds of one person that are being counted; more are begun when he asks again."""
WORKING = 2000
"""Rounds that are being counted, or were and nobody has asked since: with more, those that are done are put away."""
KEPT = 20_000
"""Rounds whose worth is kept."""
RULES = 100
"""Terms that are kept bound to their game."""
Key = tuple[str, int, int]
"""Whose, at which table, which round."""


class DecisionMark(StrEnum):
    """How good a decision was."""

    GOOD = "good"
    SMALL = "small"
    COSTLY = "costly"


def mark_of(cost: Fraction) -> DecisionMark:
    """By what it gave away, in units of the base."""
    if not cost:
        return DecisionMark.GOOD
    return DecisionMark.COSTLY if cost >= COSTLY else DecisionMark.SMALL


class Reckoned(Struct, frozen=True):
    """What is known of a round. Cents."""

    cards: PastCards
    decisions: int
    mistakes: int
    cost: Fraction
    """What the mistakes gave away."""
    worst: DecisionMark | None
    """Of its decisions; None where nothing was decided."""
    expected: Fraction | None
    """What the wagers were to bring; None where that cannot be compared."""
    deviation: float = 0.0
    """The standard deviation, for a drawing. Wagers of a round share cards: it is that of the same luck for all, and no
    connection between them has a wider one."""
    made: tuple[CostedDecision, ...] = ()
    """The decisions whose worth is known."""


class _InWork(Struct):
    past: PastRound
    advice: "list[tuple[PastDecision, Future[Advice | None]]]"
    moments: "list[Future[Moments]]"

    @property
    def done(self) -> bool:
        return all(each.done() for _, each in self.advice) and all(each.done() for each in self.moments)


class RoundsKnown(Struct, frozen=True):
    """Some rounds of one person."""

    done: dict[tuple[int, int], Reckoned]
    cards: dict[tuple[int, int], PastCards]
    """Of rounds that are being counted."""
    awaited: "Future[Any] | None"
    """The first answer that is still to come."""


class Afterwards:
    """What was counted is kept, as long as there is room."""

    def __init__(self, on: bool, advisor: Advisor, figuring: Figuring) -> None:
        self._on, self._advisor, self._figuring = on, advisor, figuring
        self._done: OrderedDict[Key, Reckoned] = OrderedDict()
        self._working: dict[Key, _InWork] = {}
        self._rules: OrderedDict[str, Rules] = OrderedDict()

    def wanted(self, lines: Iterable[RoundLine], handle: str) -> list[RoundLine]:
        """Those of the rounds that are to be read now: a few at a time."""
        room = AT_ONCE - sum(key[0] == handle for key in self._working)
        known = (self._done, self._working)
        missing = [line for line in lines if not any((handle, line.chain, line.round) in each for each in known)]
        return missing[: max(0, room)]

    def read(self, conn: Connection, lines: Iterable[RoundLine], handle: str) -> list[tuple[RoundLine, PastRound]]:
        """Reads them from the trail. Those whose game is not here any more, or cannot be read, stay away."""
        found = []
        for line in lines:
            with suppress(AuditTrouble, LookupError):
                found.append((line, self.one(conn, line, handle)))
        return found

    def one(self, conn: Connection, line: RoundLine, handle: str) -> PastRound:
        """One round, read from the trail."""
        rules = self._rules.get(line.terms)
        if rules is None:
            rules = self._rules[line.terms] = rules_for(terms_of(conn, line.chain, line.round))
            if len(self._rules) > RULES:
                self._rules.popitem(last=False)
        return looked_back(rules, line, happened(rows_of(conn, line.chain, line.round)), handle)

    def begin(self, asked: Sequence[RoundLine], read: Iterable[tuple[RoundLine, PastRound]], handle: str) -> None:
        """Has them counted. What could not be read is known to be unknown."""
        if len(self._working) > WORKING:
            for key in [key for key, work in self._working.items() if work.done]:
                self._keep(key, _reckoned(self._working.pop(key), self._on, key))
        there = set()
        for line, past in read:
            there.add((line.chain, line.round))
            advice = [(made, self._advisor.advice(made.spot, first=False)) for made in past.decisions if self._on]
            wagers = past.wagers if past.usual and self._on else ()
            terms = past.rules.terms
            moments = [self._figuring.moments(terms, each.wager, past.players, each.stake) for each in wagers]
            self._working[handle, line.chain, line.round] = _InWork(past, advice, moments)
        for line in asked:
            if (line.chain, line.round) not in there:
                self._keep((handle, line.chain, line.round), Reckoned(PastCards(), 0, 0, Fraction(0), None, None))

    def known(self, lines: Iterable[RoundLine], handle: str) -> RoundsKnown:
        """What is known of these rounds by now."""
        found = RoundsKnown({}, {}, None)
        awaited: Future[Any] | None = None
        for line in lines:
            key, where = (handle, line.chain, line.round), (line.chain, line.round)
            working = self._working.get(key)
            if working is not None and working.done:
                self._keep(key, _reckoned(self._working.pop(key), self._on, key))
            if key in self._done:
                self._done.move_to_end(key)
                found.done[where] = self._done[key]
            elif working is not None:
                found.cards[where] = working.past.cards
                futures: list[Future[Any]] = [*(each for _, each in working.advice), *working.moments]
                awaited = awaited or next((each for each in futures if not each.done()), None)
        return RoundsKnown(found.done, found.cards, awaited)

    def _keep(self, key: Key, reckoned: Reckoned) -> None:
        self._done[key] = reckoned
        if len(self._done) > KEPT:
            self._done.popitem(last=False)


def _answer(future: "Future[Advice | None]") -> "Advice | None":
    return None if future.cancelled() or future.exception() is not None else future.result()


def _reckoned(work: _InWork, on: bool, key: Key) -> Reckoned:
    """All answers are there. A round with a decision or a wager that cannot be valued is not compared."""
    from pitboss.odds.result import root

    past, total, marks = work.past, Fraction(0), []
    known = []
    compared = past.usual and on and bool(past.wagers)
    for made, future in work.advice:
        advice = _answer(future)
        if advice is None:
            compared = False
        else:
            cost = advice.cost(made.choice)
            total += cost * made.spot.stake
            marks.append(mark_of(cost))
            known.append(costed(made, advice, *key[1:]))
    failed = any(each.cancelled() or each.exception() is not None for each in work.moments)
    moments = [each.result() for each in work.moments] if not failed else []
    compared = compared and not failed
    order = list(DecisionMark)
    return Reckoned(
        cards=past.cards,
        decisions=len(marks),
        mistakes=sum(mark is not DecisionMark.GOOD for mark in marks),
        cost=total,
        worst=max(marks, key=order.index, default=None),
        expected=sum((each.mean for each in moments), Fraction(0)) if compared else None,
        deviation=sum(root(each.variance) for each in moments) if compared else 0.0,
        made=tuple(known),
    )
