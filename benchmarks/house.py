"""The house beside its floors, each in the same run: acknowledged acts a second beside the same rows written bare (a
transaction for each act, no engine, no waiting for anybody), and the server's CPU for an accepted act beside a bare
WebSocket echo. `make bench`; nothing here is a test."""

import asyncio
import gc
import itertools
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import uvloop
from msgspec import Struct
from msgspec.structs import replace
from processes import cpu, free_port, started
from websockets.sync.client import connect

from pitboss.cli.serve import RARELY
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live import table as live_table
from pitboss.house.live.now import TableChange
from pitboss.house.live.storage import save
from pitboss.house.live.table import LiveTable
from pitboss.house.store.opening import open_store
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table import actions as a
from pitboss.table.flow import turn
from pitboss.table.refusals import Refusal

GAME = "ultimate-texas-holdem"
CHOICES = {"preflop": "check", "postflop": "play_2x", "final": "play_1x"}
ECHO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(ws):
    await ws.accept()
    while True:
        await ws.send_text(await ws.receive_text())
app = Starlette(routes=[WebSocketRoute("/", echo)])
how = {"log_level": "critical", "loop": "uvloop", "ws": "websockets-sansio", "ws_per_message_deflate": False}
uvicorn.run(app, port=int(sys.argv[1]), **how)
"""


class Means(Struct, frozen=True):
    table_float: int = 10_000_000
    capital: int = 1_000_000_000


# --- acts a second --------------------------------------------------------------------------------------------------


async def play_round(table: LiveTable, seats: int, tag: int, run: bool) -> None:
    """One round; the automatic staff does what is due act by act, or as a run like a dealer without pauses."""
    for number in range(1, seats + 1):
        for wager in ("ante", "blind"):
            act = a.PlaceWager(number, wager, 500)
            answer = await table.act(f"player:P{number}", act, f"{tag} {number} {wager}")
            assert not isinstance(answer, Refusal), answer
    await table.act("dealer", a.CloseBets(), f"{tag} close")
    while True:
        if await table.perform(run=run) is None:
            choice = _decision(table)
            if choice is None:
                return
            await table.act(*choice, f"{tag} {table.now.number}")


def _decision(table: LiveTable) -> tuple[str, a.AnyAction] | None:
    """What a player does who does not think: the acts are measured, not the players."""
    seat = turn(table.now.rules, table.now.state)
    step = table.step_name
    if not seat or step not in CHOICES:
        return None
    return f"player:P{seat}", a.Decide(seat, CHOICES[step])


async def acts_a_second(
    folder: Path, tables: int, seats: int, rounds: int, run: bool
) -> tuple[float, float, float, float]:
    """Acts a second, the same bare, each act in a transaction of its own, rounds a second, and the CPU of such a bare
    transaction in microseconds."""
    database = folder / f"{tables}-{seats}-{run}.db"
    house = House(open_store(f"sqlite:///{database}"), Keys.load(folder / "keys", make=True), Means())
    await house.start()
    for number in range(1, seats + 1):
        await house.cage.practise(f"P{number}", 100_000_000, "floorperson:F")
    running = [await _table(house, number, seats) for number in range(1, tables + 1)]
    kept: list[Any] = []

    def recorded(conn: Any, fixed: Any, change: Any, *rest: Any) -> int:
        kept.append((fixed, change))
        return save(conn, fixed, change, *rest)

    async def play(table: LiveTable) -> None:
        for number in range(rounds):
            await play_round(table, seats, number, run)

    before = database.with_suffix(".before")
    with house.engine.connect() as conn:
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(database, before)
    gc.freeze()
    gc.set_threshold(*RARELY)
    with patch.object(live_table, "save", recorded):
        begun = time.perf_counter()
        await asyncio.gather(*(play(table) for table in running))
        spent = time.perf_counter() - begun
    single = [(fixed, one) for fixed, change in kept for one in _act_by_act(change)]
    used = time.process_time()
    bare = _bare(house, before, single)
    used = time.process_time() - used
    house.close()
    return len(single) / spent, len(single) / bare, tables * rounds / spent, used / len(single) * 1e6


def _act_by_act(change: TableChange) -> list[TableChange]:
    """The rows of each act of a run by themselves; what is written once for all goes with the last."""
    acts = [row.number for row in change.rows if row.kind == "act"]
    if len(acts) < 2:
        return [change]
    firsts = [change.rows[0].number, *acts[1:]]
    ends = [*acts[1:], change.rows[-1].number + 1]
    parts = [
        TableChange(
            change.now,
            [row for row in change.rows if first <= row.number < end],
            [],
            [posting for posting in change.postings if first <= posting[0] < end],
            [entry for entry in change.meters if first <= entry[0] < end],
            [],
            [],
            [],
        )
        for first, end in zip(firsts, ends, strict=True)
    ]
    return [*parts[:-1], replace(change, rows=parts[-1].rows, postings=parts[-1].postings, meters=parts[-1].meters)]


async def _table(house: House, number: int, seats: int) -> LiveTable:
    terms = check_data({**default_data(GAME), "table": f"T{number}"}).terms
    assert terms is not None
    table = await house.open_table(terms)
    assert isinstance(table, LiveTable)
    while await table.perform() is not None:
        pass
    for seat in range(1, seats + 1):
        await table.act(f"player:P{seat}", a.TakeSeat(seat, f"P{seat}"), "sit")
    return table


def _bare(house: House, database: Path, changes: list[Any]) -> float:
    """Seconds to write the same rows, a transaction for each act, with nothing else to do."""
    engine = open_store(f"sqlite:///{database}")
    with engine.connect() as conn:
        cursor = conn.connection.cursor()
        begun = time.perf_counter()
        for fixed, change in changes:
            cursor.execute("BEGIN IMMEDIATE")
            save(conn, fixed, change, house.keys.seal)
            cursor.execute("COMMIT")
        spent = time.perf_counter() - begun
        cursor.close()
    engine.dispose()
    return spent


# --- CPU for an act -------------------------------------------------------------------------------------------------


def echo_cpu(count: int) -> float:
    """Microseconds for a message and its echo."""
    port = free_port()
    said = '{"id":"%s","do":{"do":"PlaceWager","seat":1,"wager":"ante","cents":500}}' % ("x" * 24)
    with started([sys.executable, "-c", ECHO, str(port)], port) as pid, connect(f"ws://127.0.0.1:{port}/") as ws:

        def echo() -> None:
            ws.send(said)
            ws.recv()

        return _spent(pid, count, echo)


def act_cpu(folder: Path, count: int, watchers: tuple[int, ...]) -> list[float]:
    """Microseconds for an accepted wager, with the player and so many spectators looking on. The folder should be in
    memory: what a disk takes is another matter."""
    port = free_port()
    command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--port", str(port), "--pace", "0"]
    fast = {"PITBOSS_DATA": str(folder / "data"), "PITBOSS_RATE_PER_SECOND": "10000", "PITBOSS_BURST": "10000",
            "PITBOSS_LOG_LEVEL": "error"}  # fmt: skip
    with started(command, port, fast) as pid, ExitStack() as open_sockets:
        url = f"http://127.0.0.1:{port}/api/v1"
        table = next(t["id"] for t in httpx.get(f"{url}/tables").json() if t["game"] == GAME)
        guest = httpx.post(f"{url}/guest", json={}).json()
        bearer = {"Authorization": f"Bearer {guest['token']}"}
        seat = {"id": "sit", "do": {"do": "TakeSeat", "seat": 1, "player": guest["handle"]}}
        httpx.post(f"{url}/tables/{table}/acts", json=seat, headers=bearer).raise_for_status()
        address = f"ws://127.0.0.1:{port}/api/v1/tables/{table}"
        sockets = [open_sockets.enter_context(connect(address, additional_headers=bearer, max_size=None))]
        found = []
        numbers = itertools.count()
        for many in watchers:
            while len(sockets) <= many:
                sockets.append(open_sockets.enter_context(connect(address, max_size=None)))
            for other in sockets[-many:] if many else sockets:
                _drain(other)
            found.append(_spent(pid, count, lambda: _wager(sockets, next(numbers))))
        return found


def _drain(ws: Any) -> None:
    with suppress(TimeoutError):
        while True:
            ws.recv(timeout=0.2)


def _wager(sockets: list[Any], number: int) -> None:
    cents = 500 + 500 * (number % 2)
    sockets[0].send(f'{{"id":"w {number}","do":{{"do":"PlaceWager","seat":1,"wager":"ante","cents":{cents}}}}}')
    while '"type":"done"' not in (heard := sockets[0].recv(timeout=10)):
        assert '"type":"refused"' not in heard, heard
    for other in sockets[1:]:
        other.recv(timeout=10)


def _spent(pid: int, count: int, work: Callable[[], object]) -> float:
    """Microseconds for one, in the least disturbed of twenty batches."""
    for _ in range(50):
        work()
    batches = []
    for _ in range(20):
        begun = cpu(pid)
        for _ in range(count // 20):
            work()
        batches.append((cpu(pid) - begun) / (count // 20) * 1e6)
    return min(batches)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"The house: {GAME} on SQLite, synchronous=FULL, one process")
        for run in (True, False):
            print("  the staff's acts", "follow at once, as at pace 0" if run else "one by one, as with pauses")
            for tables, seats, rounds in ((1, 1, 60), (1, 6, 20), (8, 1, 20), (8, 6, 5)):
                acts, bare, played, _ = uvloop.run(acts_a_second(folder, tables, seats, rounds, run))
                where = f"{tables} table{'s' if tables > 1 else ' '} of {seats} seat{'s' if seats > 1 else ' '}"
                print(
                    f"    {where}: {acts:7,.0f} acknowledged acts/s, bare, a transaction for each act, "
                    f"{bare:7,.0f}/s ({acts / bare:.0%}); {played:,.1f} rounds/s"
                )
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        *_, bare_cpu = uvloop.run(acts_a_second(Path(name), 1, 1, 60, False))
        echo = echo_cpu(2000)
        alone, some = act_cpu(Path(name), 1000, (0, 10))
        further = (some - alone) / 10
        print(f"  CPU of a bare Starlette echo: {echo:,.0f} µs")
        print(f"  CPU of the bare transaction of an act: {bare_cpu:,.0f} µs ({bare_cpu / echo:.1f} echoes)")
        print(f"  CPU of an accepted act, one viewer: {alone:,.0f} µs ({alone / echo:.1f} echoes)")
        print(f"  each further viewer: {further:,.0f} µs ({further / echo:.1f} echoes)")


if __name__ == "__main__":
    main()
