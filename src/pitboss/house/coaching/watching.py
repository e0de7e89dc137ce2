"""Follows the tables and keeps, for each person, what he decided and what came of it. It looks at what was committed,
never at what is asked for: an act of a socket and one over HTTP are the same here."""

from collections import OrderedDict, deque
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.house.coaching.advising import Advisor, CoachedDecision
from pitboss.house.live.now import Fixed, Now, TableChange
from pitboss.house.money.accounts import is_patron
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.people import as_player, name, role
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import view

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pitboss.house.live.table import LiveTable
    from pitboss.odds.advice import Advice

PEOPLE = 200
"""People whose decisions are kept; whoever decided longest ago is forgotten."""
CLOCK = "clock"
"""Why the house acted: a player's time was over. What it chose is counted as his, since his chips lay there."""
LOSING = "losing"
"""The ruling on a player who has gone that takes all his wagers."""
DECISIONS = 200
"""Decisions of one person that wait until he asks what they were worth."""
JUDGED = 5000
"""Decisions of one person whose worth is known."""


class Decision(Struct):
    """A decision that was accepted."""

    at: int
    table: int
    name: str
    round: int
    seat: int
    choice: str
    clock: bool
    """Whether the clock chose for him."""
    spot: CoachedDecision
    hand: "WatchedHand"


class WatchedHand(Struct):
    """What one position's main wagers brought in one round."""

    net: int
    practice: bool
    """In practice chips."""
    over: bool = False
    void: bool = False
    absent: bool = False
    """His time ran out: the house decides for him from then on."""


class Judged(Struct, frozen=True):
    """A decision and what it was worth. The advice is kept only where it was a mistake, for review."""

    at: int
    hand: WatchedHand
    value: Fraction
    cost: Fraction
    """Both in cents."""
    stake: int
    mistake: "tuple[Decision, Advice] | None"


class WatchedPerson(Struct):
    """One person's decisions, the oldest first."""

    pending: deque[Decision]
    judged: deque[Judged]
    last: Decision | None = None
    """The one made last, whatever became of it."""

    def since(self, at: int) -> list[Judged]:
        """Those made from then on whose worth is known, as far as they were about the same chips as the last of all:
        real ones and practice chips are never added up."""
        latest = self.pending or self.judged
        return [made for made in self.judged if made.at >= at and made.hand.practice == latest[-1].hand.practice]


def main_wagers(rules: Rules) -> frozenset[str]:
    """The wagers that a decision is about."""
    return frozenset(w.id for w in rules.wagers if w.compulsory or w.later)


def _hand(rules: Rules, state: State, hands: dict[int, WatchedHand], seat: int) -> WatchedHand:
    """The hand of a position in this round; it begins with what lies on its main wagers."""
    stakes = state.seats[seat - 1].stakes
    staked = sum(stakes[rules.index[wager]] for wager in main_wagers(rules))
    return hands.setdefault(seat, WatchedHand(-staked, rules.terms.practice))


def _judged(made: Decision, advice: "Advice") -> Judged:
    stake, cost = made.spot.stake, advice.cost(made.choice)
    value = advice.best.value - cost
    mistake = (made, advice) if cost else None
    return Judged(made.at, made.hand, value * stake, cost * stake, stake, mistake)


class Watch:
    """All tables and all people."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor
        self._before: dict[LiveTable, Now] = {}
        self._hands: dict[LiveTable, dict[int, WatchedHand]] = {}
        self._since: dict[LiveTable, int] = {}
        self._people: OrderedDict[str, WatchedPerson] = OrderedDict()
        self.coached: set[str] = set()
        """People who have asked for advice: their stakes are prepared as soon as they are made."""

    def follow(self, table: "LiveTable") -> None:
        self._before[table] = table.now
        self._hands[table] = {}
        self._since[table] = table.house.clock()
        table.listeners.append(self._changed)

    def since(self, table: "LiveTable") -> int:
        """From when what is decided at this table is known here."""
        return self._since.get(table, 0)

    def forget(self, table: "LiveTable") -> None:
        """Another process has the table."""
        for kept in (self._before, self._hands, self._since):
            kept.pop(table, None)

    def judge(self, handle: str) -> "tuple[WatchedPerson | None, Future[Advice | None] | None]":
        """This person's decisions, each compared with the advice for what he saw then, as far as the answers are
        there; and the first answer that is still awaited."""
        person = self._people.get(handle)
        if person is None:
            return None, None
        while person.pending:
            made = person.pending[0]
            answer = self._advisor.advice(made.spot)
            if not answer.done():
                return person, answer
            person.pending.popleft()
            if not answer.cancelled() and answer.exception() is None and (advice := answer.result()) is not None:
                person.judged.append(_judged(made, advice))
        return person, None

    def last(self, handle: str, table: int, seat: int) -> Decision | None:
        """What this person decided last, where it was at this position."""
        person = self._people.get(handle)
        made = person.last if person is not None else None
        return made if made is not None and (made.table, made.seat) == (table, seat) else None

    def _changed(self, table: "LiveTable", change: TableChange) -> None:
        if table not in self._before:
            return  # another process has it by now
        before, self._before[table] = self._before[table], change.now
        done = change.done
        hands = self._hands[table]
        if done is not None:
            if isinstance(done.act, a.Decide) and not done.house:
                self._decided(table, before, change, done.act, hands)
            elif isinstance(done.act, a.TakeSeat) and done.act.player in self.coached:
                self._advisor.prepare(change.now.rules)  # a first answer may take long, and the bets are made meanwhile
            elif self.coached and any(isinstance(event, e.BetsClosed) for event in done.events):
                self._stakes(change.now)
            if done.house == CLOCK or any(hand.absent for hand in hands.values()):
                self._in_absence(table, before, change, done.house == CLOCK, hands)
        if not change.rows:  # the table was found again after trouble: what happened meanwhile is not known here
            hands.clear()
        elif hands:
            self._paid(before.rules, change, hands)
        if not table.open:
            self.forget(table)

    def _decided(
        self, table: "LiveTable", before: Now, change: TableChange, act: a.Decide, hands: dict[int, WatchedHand]
    ) -> None:
        who = next(row.by for row in change.rows if row.kind == "act")
        if role(who) != PLAYER or before.state.seats[act.seat - 1].player != name(who):
            return  # somebody decides for a player who has gone
        hand = _hand(before.rules, before.state, hands, act.seat)
        self._note(table.fixed, change.now.at, before.rules, before.state, act.seat, act.choice, hand)

    def _in_absence(
        self, table: "LiveTable", before: Now, change: TableChange, clock: bool, hands: dict[int, WatchedHand]
    ) -> None:
        """A player whose time is over counts as gone: his hand is played out by the rules of the table, now and at its
        later decisions, each with what lay open at that moment; or his wagers are lost at once."""
        state = before.state
        for event in change.events():
            if isinstance(event, e.PlayerAway) and clock:
                hand = _hand(before.rules, state, hands, event.seat)
                hand.absent = True
                if event.ruling == LOSING:
                    person = self._person(state.seats[event.seat - 1].player)
                    person.judged.append(Judged(change.now.at, hand, Fraction(hand.net), Fraction(0), 0, None))
            elif isinstance(event, e.Decided) and event.for_absent:
                gone = hands.get(event.seat)
                if gone is not None and gone.absent:
                    self._note(table.fixed, change.now.at, before.rules, state, event.seat, event.choice, gone)
            state = evolve(before.rules, state, event)

    def _note(
        self, fixed: Fixed, at: int, rules: Rules, state: State, seat: int, choice: str, hand: WatchedHand
    ) -> None:
        """Keeps a decision with what its player saw when it was made."""
        handle = state.seats[seat - 1].player
        spot = CoachedDecision(rules, view(rules, state, as_player(handle)), seat)
        made = Decision(at, fixed.chain, fixed.name, state.round, seat, choice, hand.absent, spot, hand)
        person = self._person(handle)
        person.pending.append(made)
        person.last = made

    def _person(self, handle: str) -> WatchedPerson:
        found = self._people.setdefault(handle, WatchedPerson(deque(maxlen=DECISIONS), deque(maxlen=JUDGED)))
        self._people.move_to_end(handle)
        if len(self._people) > PEOPLE:
            self._people.popitem(last=False)
        return found

    def _paid(self, rules: Rules, change: TableChange, hands: dict[int, WatchedHand]) -> None:
        """Adds what the books say of the main wagers; a posting names its position and its wager."""
        main = main_wagers(rules)
        for _, posting in change.postings:
            words = posting.why.split()
            if is_patron(posting.account) and len(words) == 3 and words[2] in main:
                hand = hands.get(int(words[1]))
                if hand is not None:
                    hand.net += posting.cents
        for event in change.events():
            if isinstance(event, e.HandVoided) and event.seat in hands:
                hands[event.seat].void = True
        if change.ended is not None:
            for hand in hands.values():
                hand.over, hand.void = True, hand.void or change.ended.void
            hands.clear()

    def _stakes(self, now: Now) -> None:
        """Where payout limits cut, every stake is a game of its own, and takes its time."""
        for seat in now.state.seats:
            if seat.player in self.coached:
                stake = next((seat.stakes[now.rules.index[w.id]] for w in now.rules.wagers if w.compulsory), 0)
                if stake:
                    self._advisor.prepare(now.rules, stake)
