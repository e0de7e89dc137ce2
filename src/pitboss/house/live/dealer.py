"""The automatic dealer: performs what is due at a pace people can follow, closes the bets, and watches the clock.

A player who lets his time run out has not acted: the house declares him gone, as the rules let a floorperson do, and
what that means for his hand is in the terms (X-10). The trail records that the clock decided."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.house.live.now import Change
from pitboss.play.staff import STAFF_ACTS
from pitboss.table import actions as a
from pitboss.table.flow import turn
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable

PAUSES: dict[type[a.Action], float] = {
    a.ShuffleCards: 1.2, a.CutCards: 0.6, a.OpenRound: 0.4, a.DealCards: 0.9, a.ShowCards: 1.0, a.CollectFolded: 0.6,
    a.SettleHand: 1.4, a.SettleTable: 0.8, a.ClearTable: 2.5, a.TakeWagers: 0.5, a.PostContributions: 0.3,
}  # fmt: skip
"""Seconds before each act at the usual pace."""
OTHERWISE = 0.25
LOOK_AGAIN = 30.0
"""Seconds after which a waiting table is looked at even if nothing happened: a deck's hours may be over."""


class Clock(Struct, frozen=True):
    """What runs out, for whom, and when (seconds of the event loop)."""

    what: str
    """bets or decision"""
    seat: int
    until: float


class Dealer:
    def __init__(self, table: "LiveTable", *, pace: float, betting: float, deciding: float) -> None:
        """`betting` and `deciding` are in seconds; 0: without limit."""
        self.table = table
        self.pace = pace
        self.betting = betting
        self.deciding = deciding
        self.clock: Clock | None = None
        self._changed = asyncio.Event()
        self._timed: tuple[object, ...] = ()
        self._close_refused_at = -1

    async def run(self) -> None:
        """Deals until the table closes or the task is cancelled."""
        self.table.listeners.add(self._on_change)
        try:
            while self.table.open:
                self._changed.clear()
                await self._next()
        finally:
            self.table.listeners.discard(self._on_change)

    def _on_change(self, table: "LiveTable", change: Change) -> None:
        self._changed.set()

    async def _next(self) -> None:
        table = self.table
        ripe = table.house.approvals.ripe(table)
        if ripe is not None and await table.house.approvals.adopt(table, ripe) is None:
            return
        due = table.due()
        by_hand = table.fixed.dealer == "person"
        if due is None:
            await self._decision()
        elif by_hand or (due.do is a.DealCards and table.fixed.cards == "feed"):
            self.clock = None
            await self._wait(LOOK_AGAIN)
        elif due.do is a.CloseBets:
            await self._bets()
        elif due.waits or due.do not in STAFF_ACTS:
            self.clock = None
            await self._wait(LOOK_AGAIN)
        else:
            self.clock = None
            if not await self._wait(PAUSES.get(due.do, OTHERWISE) * self.pace):
                answer = await table.perform()
                if isinstance(answer, Refusal):  # the store is in trouble: nothing is lost, try again
                    await asyncio.sleep(1)

    async def _wait(self, seconds: float) -> bool:
        """Whether something happened before the time was over."""
        if seconds <= 0:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)
            return True
        return False

    def _time_left(self, what: str, seat: int, limit: float, *key: object) -> float:
        """How long the clock still runs; it begins anew when it is about something else."""
        now = asyncio.get_running_loop().time()
        if not limit:
            self.clock = None
            return LOOK_AGAIN
        if self.clock is None or self._timed != (what, seat, *key):
            self._timed = (what, seat, *key)
            self.clock = Clock(what, seat, now + limit)
        return max(0.0, self.clock.until - now)

    async def _decision(self) -> None:
        table = self.table
        state = table.now.state
        seat = turn(table.now.rules, state)
        limit = self.deciding
        left = self._time_left("decision", seat, limit, state.round, state.step)
        if await self._wait(left) or not limit or not seat:
            return
        left_table = a.Report("player_left", seat=seat)
        answer = await table.act("floorperson", left_table, house="clock")
        if isinstance(answer, Refusal):
            await self._wait(LOOK_AGAIN)

    async def _bets(self) -> None:
        """Bets close when everybody seated is ready, or when the time since the first wager is over."""
        table = self.table
        state = table.now.state
        seated = {seat.number for seat in state.seats if seat.player}
        staked = any(any(seat.stakes) for seat in state.seats)
        if not staked or self._close_refused_at == table.now.number:
            self.clock = None
            await self._wait(LOOK_AGAIN)
            return
        if not seated <= table.now.ready:
            left = self._time_left("bets", 0, self.betting, state.round)
            if await self._wait(left) or not self.betting:
                return
        answer = await table.act("dealer", a.CloseBets(), house="automatic")
        if isinstance(answer, Refusal):  # nobody has placed what a hand needs: wait for more
            self._close_refused_at = table.now.number
            self.clock = None
