"""A house with a coach, and what happens in it."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import house.running as r
from pitboss.house.coaching.coaching import Coaching
from pitboss.house.coaching.watching import Judged
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.table import actions as a

Scene = Callable[[House, Coaching], Coroutine[Any, Any, None]]


def play_coached(url: str, folder: Path, scene: Scene) -> None:
    async def all_of_it() -> None:
        house = await r.open_house(url, folder)
        try:
            await scene(house, Coaching(True, lambda: False))
        finally:
            house.close()

    asyncio.run(all_of_it())


async def seated(house: House, coach: Coaching, game: str, *players: str, **terms: Any) -> LiveTable:
    """A table that the coach follows, where these players sit and the bets are open."""
    table = await r.opened(house, r.terms(game, **terms))
    coach.follow(table)
    await r.staff(table)
    await r.seat(table, *players)
    return table


async def begin(table: LiveTable, *players: str, side: str = "") -> None:
    """Everything until the first decision."""
    await r.staff(table)
    for player in players:
        await r.bet(table, player)
    if side:
        await r.done(table.act("player:Ann", a.PlaceWager(1, side, 500)))
    await r.done(table.act("dealer", a.CloseBets()))
    await r.staff(table)


async def decide(table: LiveTable, player: str, choice: str) -> None:
    seat = next(s.number for s in table.now.state.seats if s.player == player)
    await r.done(table.act(f"player:{player}", a.Decide(seat, choice)))
    await r.staff(table)


async def judged(coach: Coaching, handle: str) -> list[Judged]:
    """Everything, however long it takes."""
    while True:
        person, awaited = coach.watch.judge(handle)
        if awaited is None:
            return list(person.judged) if person is not None else []
        await asyncio.to_thread(awaited.result)
