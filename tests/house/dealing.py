"""A table with its dealer at work, for tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import house.running as r
from house.waiting import now
from pitboss.house.live.dealer import Dealer
from pitboss.house.live.now import TableChange
from pitboss.house.live.table import LiveTable
from pitboss.house.trail import bodies as b
from pitboss.table import actions as a


class Watched:
    """A table with its dealer at work, and everything that happened there: (second, body)."""

    def __init__(self, table: LiveTable, dealer: Dealer) -> None:
        self.table, self.dealer = table, dealer
        self.seen: list[tuple[float, b.Body]] = []
        table.listeners.append(self._listen)

    def _listen(self, table: LiveTable, change: TableChange) -> None:
        self.seen += [(round(now(), 3), body) for body in change.bodies]

    @property
    def acts(self) -> list[b.ActDone]:
        return [body for _, body in self.seen if isinstance(body, b.ActDone)]

    def did(self, kind: type[a.Action]) -> bool:
        return any(isinstance(act.act, kind) for act in self.acts)


@asynccontextmanager
async def dealt(
    table: LiveTable, *, pace: float = 0, betting: float = 20, deciding: float = 15
) -> AsyncIterator[Watched]:
    dealer = table.dealer = Dealer(table, pace=pace, betting=betting, deciding=deciding)
    watched = Watched(table, dealer)
    task = asyncio.create_task(dealer.run())
    try:
        yield watched
        assert not task.done(), "the dealer is still there"
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def ready(table: LiveTable, *players: str) -> None:
    for number, player in enumerate(players, start=1):
        await r.bet(table, player)
        await r.done(table.say_ready(player, number))


async def decide_all(table: LiveTable, until_round: int) -> None:
    """The players answer at once whenever they are asked."""
    while table.now.state.round < until_round:
        act = r.next_decision(table)
        if act is not None:
            await r.done(table.act(*act))
        await asyncio.sleep(0.01)
