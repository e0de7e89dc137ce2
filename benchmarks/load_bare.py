"""A bare WebSocket echo that keeps what a house would keep: the same rows, in the same database, through the same
writer and so with the same batching. No engine, no people, no views: the floor beside which a house is measured.

    python benchmarks/load_bare.py PORT STORE FOLDER TABLES SEATS ROUNDS

The rows are made beforehand, by a house in memory that plays so many rounds at so many tables. A message at table N is
echoed when the next act's rows of that table are committed; the rows of the automatic staff follow, as in a house."""

import asyncio
import sys
from collections import deque
from pathlib import Path
from typing import Any
from unittest.mock import patch

import uvicorn
import uvloop
from load_seats import CENTS, CHOICES, WAGERS
from msgspec import Struct

from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live import table as live_table
from pitboss.house.live.now import Fixed, TableChange
from pitboss.house.live.storage import save
from pitboss.house.live.table import LiveTable
from pitboss.house.store.backup import backup, restore
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import Writer
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table import actions as a
from pitboss.table.flow import turn
from pitboss.table.refusals import Refusal

GAME = "ultimate-texas-holdem"


class Means(Struct, frozen=True):
    table_float: int = 10_000_000
    capital: int = 100_000_000_000


class Group(Struct):
    """The rows of one act of a player, and those of the staff that follow."""

    act: TableChange
    staff: list[TableChange]


# --- the rows -------------------------------------------------------------------------------------------------------


async def recorded(folder: Path, tables: int, seats: int, rounds: int) -> tuple[dict[int, deque[Group]], Any]:
    """What a house keeps in so many rounds, by table; the store before them is `before.db` in the folder."""
    house = House(open_store(f"sqlite:///{folder / 'made.db'}"), Keys.load(folder / "keys", make=True), Means())
    await house.start()
    for number in range(1, seats + 1):
        await house.cage.practise(f"P{number}", 10**11, "floorperson:F")
    running = [await _table(house, number, seats) for number in range(1, tables + 1)]
    backup(house.engine, folder / "before.db")
    groups: dict[int, deque[Group]] = {number: deque() for number in range(1, tables + 1)}
    fixed: dict[int, Fixed] = {number: table.fixed for number, table in enumerate(running, 1)}
    by_chain = {table.fixed.chain: number for number, table in enumerate(running, 1)}

    def keeping(conn: Any, of: Fixed, change: TableChange, *rest: Any) -> int:
        own = groups[by_chain[of.chain]]
        if any(row.by.startswith("player:") for row in change.rows):
            own.append(Group(change, []))
        elif own:
            own[-1].staff.append(change)
        return save(conn, of, change, *rest)

    with patch.object(live_table, "save", keeping):
        for _ in range(rounds):
            await asyncio.gather(*(_round(table, seats) for table in running))
    house.close()
    return groups, (fixed, house.keys.seal)


async def _table(house: House, number: int, seats: int) -> LiveTable:
    terms = check_data({**default_data(GAME), "table": f"T{number}"}).terms
    assert terms is not None
    table = await house.open_table(terms)
    assert isinstance(table, LiveTable)
    while await table.perform() is not None:
        pass
    for seat in range(1, seats + 1):
        await table.act(f"player:P{seat}", a.TakeSeat(seat, f"P{seat}"))
    return table


async def _round(table: LiveTable, seats: int) -> None:
    """As the parties of the load play it."""
    for number in range(1, seats + 1):
        for wager in WAGERS:
            answer = await table.act(f"player:P{number}", a.PlaceWager(number, wager, CENTS))
            assert not isinstance(answer, Refusal), answer
    for number in range(1, seats + 1):
        await table.say_ready(f"P{number}", number)
    await table.act("dealer", a.CloseBets())
    while True:
        if await table.perform(run=True) is None:
            seat, step = turn(table.now.rules, table.now.state), table.step_name
            if not seat or step not in CHOICES:
                return
            await table.act(f"player:P{seat}", a.Decide(seat, CHOICES[step]))


# --- the echo -------------------------------------------------------------------------------------------------------


class Echo:
    """An application of ASGI: `/N` is a socket at table N."""

    def __init__(self, writer: Writer, groups: dict[int, deque[Group]], how: Any) -> None:
        self._writer, self._groups = writer, groups
        self._fixed, self._seal = how

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        number = int(scope["path"][1:])
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            kept = self._keep(number)
            if kept is not None:
                await kept
            await send({"type": "websocket.send", "text": event["text"]})

    def _keep(self, number: int) -> "asyncio.Future[int] | None":
        groups = self._groups[number]
        if not groups:
            print(f"table {number} has no more rows to write: its echoes are too quick", file=sys.stderr)
            return None
        group, fixed = groups.popleft(), self._fixed[number]

        def written(change: TableChange) -> "asyncio.Future[int]":
            return self._writer.write(lambda conn: save(conn, fixed, change, self._seal))

        kept = written(group.act)
        for change in group.staff:
            written(change)
        return kept


async def main(port: int, store: str, folder: Path, tables: int, seats: int, rounds: int) -> None:
    groups, how = await recorded(folder, tables, seats, rounds)
    engine = open_store(store)
    restore(folder / "before.db", engine)
    writer = Writer(engine)
    config = uvicorn.Config(
        Echo(writer, groups, how),
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="critical",
    )
    await uvicorn.Server(config).serve()
    writer.close()


if __name__ == "__main__":
    asked = sys.argv[1:]
    uvloop.run(main(int(asked[0]), asked[1], Path(asked[2]), *map(int, asked[3:6])))
