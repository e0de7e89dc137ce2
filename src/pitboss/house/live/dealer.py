"""The automatic dealer: performs what is due at a pace people can follow, closes the bets, and watches the clock.

A player who lets his time run out has not acted: the house declares him gone, as the rules let a floorperson do, and
what that means for his hand is in the terms (X-10). The trail records that the clock decided."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.house.live.faults import Aside, brought, contained, set_aside
from pitboss.house.live.now import Now, TableChange
from pitboss.house.people.names import is_walk_in
from pitboss.house.trail.bodies import ActDone, HouseReason, Parked
from pitboss.messages.socket import Speed
from pitboss.play.staff import STAFF_ACTS
from pitboss.rulebook.roles import DEALER, FLOORPERSON, PLAYER
from pitboss.table import actions as a
from pitboss.table.duties import Duty
from pitboss.table.flow import turn
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal
from pitboss.table.state import OUT, Seat

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable

PAUSES: dict[type[a.Action], float] = {
    a.ShuffleCards: 1.2, a.CutCards: 0.6, a.OpenRound: 0.4, a.DealCards: 0.9, a.ShowCards: 1.0, a.CollectFolded: 0.6,
    a.SettleHand: 1.4, a.SettleTable: 0.8, a.ClearTable: 2.5, a.TakeWagers: 0.5, a.PostContributions: 0.3,
}  # fmt: skip
"""Seconds before each act at the usual pace."""
OTHERWISE = 0.25
SPEEDS: dict[Speed, float] = {"slow": 1.6, "usual": 1.0, "quick": 0.4}
"""How much longer the pauses are for somebody who plays alone, as he wants it; the page moves with it (prefs.js)."""
LATELY = 60.0
"""Seconds within which a player must have done something for the others to wait for his wagers."""
GONE = 900.0
"""After how many seconds the house gives such a seat to somebody else. Who plays alone and has left a hand undecided
is waited for as long after his page was closed."""
RULING = 120.0
"""Seconds a matter waits for a floorperson at a table whose dealer is automatic."""
WITHOUT_STAFF = {
    "violation": "dismissed",
    "player_left": "played_out",
    "chips": "resolved",
    "report": "dismissed",
    "count": "dismissed",
}
LOOK_AGAIN = 30.0
"""Seconds after which a waiting table is looked at even if nothing happened: a deck's hours may be over."""

MOMENT = 0.01
"""Seconds: what was to happen after some time has then really lasted so long."""
AGAIN = 1.0
"""Seconds before what the store could not keep is tried again."""

_PLAYED = a.TakeSeat | a.PlaceWager | a.Decide
"""What staff do for players without an account: then these are here."""


class RunningClock(Struct, frozen=True):
    """What runs out, for whom, and when (seconds of the event loop)."""

    what: str
    """bets, decision or ruling"""
    seat: int
    until: float


class TimeLimit(Struct, frozen=True):
    """What is waited for now, and for how long at most."""

    what: str
    """bets, decision or ruling"""
    seat: int
    seconds: float
    """0: without limit."""
    about: tuple[object, ...]
    """While this stays as it is, the clock runs on; otherwise it begins anew."""


class Dealer:
    def __init__(self, table: "LiveTable", *, pace: float, betting: float, deciding: float) -> None:
        """`betting` and `deciding` are in seconds; 0: without limit."""
        self.table = table
        self.pace = pace
        self.betting = betting
        self.deciding = deciding
        self.clock: RunningClock | None = None
        self._changed = asyncio.Event()
        self._timed: TimeLimit | None = None
        """What the clock was set for."""
        self._awaited: tuple[object, ...] = ()
        self.gone = 0.0
        """Seconds after which a silent player without wagers loses his seat; 0: never."""
        self.unseen = 0.0
        """Seconds after which a player without wagers loses his seat whose page is closed; 0: never."""
        self.patient = False
        """Whether no clock runs for somebody who plays alone at a practice table."""
        self._begun = asyncio.get_running_loop().time()
        self._heard: dict[str, float] = {}
        """When each player last did something here."""
        self._close_refused_at = -1

    async def run(self) -> None:
        """Deals until the table closes or the task is cancelled."""
        self.table.dealer = self
        self.look()
        while self.table.open:
            self._changed.clear()
            try:
                await self._next()
            except BaseException as error:  # nobody else would deal at this table
                await self._failed(contained(error))
            if self.table.aside is not None:
                await self._aside(self.table.aside)

    async def _failed(self, mistake: Exception) -> None:
        if brought(self.table):
            set_aside(self.table, mistake)
            return
        told = {"message": "the dealer of a table failed", "exception": mistake}
        asyncio.get_running_loop().call_exception_handler(told)
        await asyncio.sleep(AGAIN)

    async def _aside(self, aside: Aside) -> None:
        """Waits until the staff have done something about a table that was set aside; then tries again."""
        told = await asyncio.shield(aside.told)
        before = self.table.now.number if isinstance(told, Refusal) else told.seq
        while self.table.open and self.table.now.number == before:
            self._changed.clear()
            await self._changed.wait()
        if self.table.open:
            self.table.aside = None
            await self.table.note(Parked("resumed"))

    def look(self, change: TableChange | None = None) -> None:
        """Something happened at the table: the clock is set before anybody is told."""
        self.clock = self.clock if self.table.aside is None else None
        try:
            if self.table.aside is None:  # otherwise nothing of its game is asked
                self._look(change)
                return
        except BaseException as error:
            if not brought(self.table):
                raise
            set_aside(self.table, contained(error))
        self._changed.set()

    def _look(self, change: TableChange | None) -> None:
        now = asyncio.get_running_loop().time()
        for row, body in zip(change.rows, change.bodies, strict=True) if change is not None else ():
            if role(row.by) == PLAYER:
                self._heard[name(row.by)] = now
            elif isinstance(body, ActDone) and isinstance(body.act, _PLAYED) and not body.house:
                self._heard[self.table.now.state.seats[body.act.seat - 1].player] = now
        due = self.table.due()
        limit = self._limit(due)
        if limit is None:
            self.clock = None
        else:
            self._time_left(limit)
        awaited = self._what_bets_wait_for(due)
        refused = self._close_refused_at >= 0
        if awaited is None or awaited != self._awaited or refused:
            self._changed.set()
        if refused and self._close_refused_at != self.table.now.number:
            self._close_refused_at = -1
        self._awaited = awaited or ()

    def begin_anew(self) -> None:
        """The store could not keep something of this table: whoever had acted in time gets his time again."""
        self.clock, self._timed = None, None
        self._changed.set()

    def look_for(self, handle: str) -> None:
        """Somebody's last page of this table was closed: if he does not come back his seat becomes free."""
        if self.unseen and any(seat.player == handle for seat in self.table.now.state.seats):
            asyncio.get_running_loop().call_later(self.unseen + MOMENT, self.wake)

    def wake(self) -> None:
        """Something happened elsewhere that matters here: terms were approved, a shared meter was reset."""
        self._changed.set()

    def _what_bets_wait_for(self, due: Duty | None) -> tuple[object, ...] | None:
        """Whether the bets are to be closed depends on this alone: a wager that is changed wakes nobody."""
        if not self.table.open or due is None or due.do is not a.CloseBets:
            return None
        now = self.table.now
        seats = tuple([(seat.player, any(seat.stakes)) for seat in now.state.seats])
        return now.state.round, now.ready, seats, now.rules

    def _limit(self, due: Duty | None) -> TimeLimit | None:
        """What the clock runs for now, if it does."""
        table = self.table
        state = table.now.state
        if due is None:
            seat = turn(table.now.rules, state)
            seconds = 0.0 if self._nobody_waits() or self._answers_the_dealer(seat) else self.deciding
            return TimeLimit("decision", seat, seconds, (state.round, state.step))
        if table.fixed.dealer == "person":
            return None
        if due.do is a.Rule:
            matter, seat = state.matters[0]
            return TimeLimit("ruling", seat, RULING, (matter, state.round))
        staked = any(any(seat.stakes) for seat in state.seats)
        if due.do is a.CloseBets and staked and self._close_refused_at != table.now.number:
            return TimeLimit("bets", 0, 0.0 if self._nobody_waits() else self.betting, (state.round,))
        return None

    def _nobody_waits(self) -> bool:
        """Whether somebody plays alone with practice chips, so that his silence is nobody's business. A hand that he
        has left is played out in the end."""
        now = self.table.now
        seats = [seat for seat in now.state.seats if seat.player]
        alone = len({seat.player for seat in seats}) == 1 and now.rules.terms.practice
        by_software = self.table.fixed.dealer == "automatic"
        return self.patient and alone and by_software and self._absent_for(seats[0]) < GONE

    def _answers_the_dealer(self, seat: int) -> bool:
        """Whether a person asks this player and records his answer: then the clock would measure the dealer."""
        walk_in = bool(seat) and is_walk_in(self.table.now.state.seats[seat - 1].player)
        return walk_in and self.table.fixed.dealer == "person"

    async def _next(self) -> None:
        table = self.table
        ripe = table.house.approvals.ripe(table)
        if ripe is not None and await table.house.approvals.adopt(table, ripe) is None:
            return
        if await self._free_a_seat():
            return
        due = table.due()
        by_hand = table.fixed.dealer == "person"
        if due is None:
            await self._decision()
        elif by_hand or (due.do is a.DealCards and table.fixed.cards == "feed"):
            await self._wait(LOOK_AGAIN)
        elif due.do is a.CloseBets:
            await self._bets()
        elif due.do is a.Rule:
            await self._matter()
        elif due.waits or due.do not in STAFF_ACTS:
            await self._wait(LOOK_AGAIN)
        elif not await self._wait(PAUSES.get(due.do, OTHERWISE) * self.pace * self._speed()):
            answer = await table.perform(run=not self.pace)  # nobody wants to see each act by itself
            if isinstance(answer, Refusal):  # the store is in trouble: nothing is lost, try again
                await asyncio.sleep(AGAIN)

    def _speed(self) -> float:
        """As the player likes where he sits alone; as usual where others play."""
        players = {seat.player for seat in self.table.now.state.seats if seat.player}
        return SPEEDS[self.table.presence.speed(players.pop())] if len(players) == 1 else 1.0

    async def _wait(self, seconds: float) -> bool:
        """Whether something happened before the time was over."""
        if seconds <= 0:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
            return True
        return False

    def _time_left(self, limit: TimeLimit) -> float:
        """How long the clock still runs; it begins anew when it is about something else."""
        now = asyncio.get_running_loop().time()
        if not limit.seconds:
            self.clock = None
            return LOOK_AGAIN
        if self.clock is None or self._timed != limit:
            self._timed = limit
            self.clock = RunningClock(limit.what, limit.seat, now + limit.seconds)
        return max(0.0, self.clock.until - now)

    async def _ran_out(self) -> bool:
        """Waits for the clock; whether it ran out with nothing happening."""
        limit = self._limit(self.table.due())
        if limit is None:
            await self._wait(LOOK_AGAIN)
            return False
        return not await self._wait(self._time_left(limit)) and bool(limit.seconds)

    async def _matter(self) -> None:
        """A floorperson decides; where none comes, a table without staff goes on in the players' favour."""
        matter, seat = self.table.now.state.matters[0]
        if await self._ran_out():
            rule = a.Rule(matter, WITHOUT_STAFF[matter.partition(":")[0]], seat)
            answer = await self.table.act_if(
                lambda now: (matter, seat) in now.state.matters, FLOORPERSON, rule, "clock"
            )
            if isinstance(answer, Refusal):
                await self._wait(LOOK_AGAIN if answer.code != "store" else AGAIN)

    async def _decision(self) -> None:
        table = self.table
        asked = _asked(table.now)
        if not await self._ran_out() or not asked[-1]:
            return
        # A decision that came in time may still be on its way to the store: then it is not this player's turn.
        left = a.Report("player_left", seat=asked[-1])
        answer = await table.act_if(lambda now: _asked(now) == asked, FLOORPERSON, left, "clock")
        if isinstance(answer, Refusal):
            await self._wait(LOOK_AGAIN if answer.code != "store" else AGAIN)

    async def _bets(self) -> None:
        """Bets close when everybody seated is ready, or when the time since the first wager is over."""
        table = self.table
        everybody = self._everybody(table.now) and self._close_refused_at != table.now.number
        if not everybody and not await self._ran_out():
            return
        # Somebody who was ready may just be changing his wagers; time that is over is over.
        answer = await table.act_if(
            lambda now: not everybody or self._everybody(now), DEALER, a.CloseBets(), "automatic"
        )
        if isinstance(answer, Refusal) and answer.code == "store":
            await asyncio.sleep(AGAIN)
        elif isinstance(answer, Refusal):  # nobody has placed what a hand needs: wait for more
            self._close_refused_at = table.now.number
            self.clock = None

    def _everybody(self, now: Now) -> bool:
        """Whether all who are waited for have said that they are ready."""
        seats = now.state.seats
        awaited = {seat.number for seat in seats if seat.player and (any(seat.stakes) or self._lately(seat))}
        return any(any(seat.stakes) for seat in seats) and awaited <= now.ready

    def _silent_for(self, seat: Seat) -> float:
        return asyncio.get_running_loop().time() - self._heard.get(seat.player, self._begun)

    def _lately(self, seat: Seat) -> bool:
        """Whether the others wait for this player although he has not wagered."""
        return self._silent_for(seat) < LATELY

    def _absent_for(self, seat: Seat) -> float:
        """For how many seconds neither a page of his was open nor anything was heard of him. A walk-in has no page."""
        presence = self.table.presence
        if presence.here(seat.player) or is_walk_in(seat.player):
            return 0.0
        now = asyncio.get_running_loop().time()
        return min(self._silent_for(seat), now - presence.last_here(seat.player))

    def _loses_seat(self, seat: Seat) -> HouseReason:
        """Why the seat is given to somebody else; nothing where it is not."""
        if not seat.player or seat.standing != OUT or any(seat.stakes):
            return ""
        if self.unseen and self._absent_for(seat) >= self.unseen:
            return "absent"
        if not self.gone or self._silent_for(seat) < self.gone or self.table.fixed.dealer == "person":
            return ""
        if self.table.presence.here(seat.player) and self._nobody_waits():
            return ""
        due = self.table.due()
        return "clock" if due is not None and due.do is a.CloseBets else ""

    def _still_loses(self, seat: Seat, now: Now) -> bool:
        """Nothing was done from there meanwhile, and its player has not come back."""
        return now.state.seats[seat.number - 1] == seat and bool(self._loses_seat(seat))

    async def _free_a_seat(self) -> bool:
        """A seat without wagers whose player has closed the page, or has not been heard of for long, becomes free."""
        for seat in self.table.now.state.seats:
            reason = self._loses_seat(seat)
            if reason:
                leave = a.LeaveSeat(seat.number)
                answer = await self.table.act_if(partial(self._still_loses, seat), DEALER, leave, reason)
                if not isinstance(answer, Refusal):
                    return True
        return False


def _asked(now: Now) -> tuple[int, int, int]:
    """Which decision is awaited: of which round, at which step, of which position."""
    return now.state.round, now.state.step, turn(now.rules, now.state)
