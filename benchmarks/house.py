"""The house beside its floors, each in the same run: acknowledged acts a second beside the same transactions written
bare (same rows, no engine, no waiting for anybody), and the server's CPU for an accepted act beside a bare WebSocket
echo. `make bench`; nothing here is a test."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct
from websockets.sync.client import connect

from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live import table as live_table
from pitboss.house.live.saving import save
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


async def round_of(table: LiveTable, seats: int, tag: int) -> int:
    """One round; how many acts it had."""
    acts = 0
    for number in range(1, seats + 1):
        for wager in ("ante", "blind"):
            act = a.PlaceWager(number, wager, 500)
            answer = await table.act(f"player:P{number}", act, f"{tag} {number} {wager}")
            assert not isinstance(answer, Refusal), answer
            acts += 1
    await table.act("dealer", a.CloseBets(), f"{tag} close")
    acts += 1
    while True:
        if await table.perform() is None:
            choice = _decision(table)
            if choice is None:
                return acts
            await table.act(*choice, f"{tag} {table.now.number}")
        acts += 1


def _decision(table: LiveTable) -> tuple[str, a.AnyAction] | None:
    """What a player does who does not think: the acts are measured, not the players."""
    seat = turn(table.now.rules, table.now.state)
    step = table.step_name
    if not seat or step not in CHOICES:
        return None
    return f"player:P{seat}", a.Decide(seat, CHOICES[step])


async def acts_a_second(folder: Path, seats: int, rounds: int) -> tuple[float, float, float]:
    """Acts a second, the same transactions bare, rounds a second."""
    database = folder / f"{seats}.db"
    house = House(open_store(f"sqlite:///{database}"), Keys.load(folder / "keys", make=True), Means())
    await house.start()
    terms = check_data(default_data(GAME)).terms
    assert terms is not None
    table = await house.open_table(terms)
    assert isinstance(table, LiveTable)
    while await table.perform() is not None:
        pass
    for number in range(1, seats + 1):
        await house.cage.buy_in(f"P{number}", 100_000_000, "floorperson:F")
        await table.act(f"player:P{number}", a.TakeSeat(number, f"P{number}"), "sit")
    kept: list[Any] = []

    def recorded(conn: Any, fixed: Any, change: Any, seal: Any) -> int:
        kept.append(change)
        return save(conn, fixed, change, seal)

    before = folder / f"{seats}-before.db"
    with house.engine.connect() as conn:
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(database, before)
    live_table.save = recorded
    begun = time.perf_counter()
    acts = sum([await round_of(table, seats, number) for number in range(rounds)])
    spent = time.perf_counter() - begun
    live_table.save = save
    bare = _bare(house, table, before, kept)
    house.close()
    return acts / spent, len(kept) / bare, rounds / spent


def _bare(house: House, table: LiveTable, database: Path, changes: list[Any]) -> float:
    """Seconds to write the same rows, a transaction for each act, with nothing else to do."""
    engine = open_store(f"sqlite:///{database}")
    with engine.connect() as conn:
        cursor = conn.connection.cursor()
        begun = time.perf_counter()
        for change in changes:
            cursor.execute("BEGIN IMMEDIATE")
            save(conn, table.fixed, change, house.keys.seal)
            cursor.execute("COMMIT")
        spent = time.perf_counter() - begun
        cursor.close()
    engine.dispose()
    return spent


# --- CPU for an act -------------------------------------------------------------------------------------------------


def cpu(pid: int) -> float:
    """Seconds of CPU all threads of a process have used."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def started(command: list[str], port: int, environ: dict[str, str] | None = None) -> Iterator[int]:
    process = subprocess.Popen(command, env={**os.environ, **(environ or {})}, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def echo_cpu(count: int) -> float:
    """Microseconds for a message and its echo."""
    port = free_port()
    said = '{"id":"%s","do":{"do":"PlaceWager","seat":1,"wager":"ante","cents":500}}' % ("x" * 24)
    with started([sys.executable, "-c", ECHO, str(port)], port) as pid, connect(f"ws://127.0.0.1:{port}/") as ws:
        return _spent(pid, count, lambda _: (ws.send(said), ws.recv()))


def act_cpu(folder: Path, count: int, watchers: tuple[int, ...]) -> list[float]:
    """Microseconds for an accepted wager, with the player and so many spectators looking on."""
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
        for many in watchers:
            while len(sockets) <= many:
                sockets.append(open_sockets.enter_context(connect(address, max_size=None)))
            for other in sockets[-many:] if many else sockets:
                _drain(other)
            found.append(_spent(pid, count, lambda n, many=many: _wager(sockets, f"{many} {n}", n)))
        return found


def _drain(ws: Any) -> None:
    with suppress(TimeoutError):
        while True:
            ws.recv(timeout=0.2)


def _wager(sockets: list[Any], act_id: str, number: int) -> None:
    cents = 500 + 500 * (number % 2)
    sockets[0].send(f'{{"id":"{act_id}","do":{{"do":"PlaceWager","seat":1,"wager":"ante","cents":{cents}}}}}')
    while '"type":"done"' not in sockets[0].recv():
        pass
    for other in sockets[1:]:
        other.recv()


def _spent(pid: int, count: int, work: Any) -> float:
    for number in range(50):
        work(-1 - number)
    begun = cpu(pid)
    for number in range(count):
        work(number)
    return (cpu(pid) - begun) / count * 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"The house: {GAME} on SQLite, synchronous=FULL, one process")
        for seats, rounds in ((1, 60), (6, 20)):
            acts, bare, played = asyncio.run(acts_a_second(folder, seats, rounds))
            print(
                f"  {seats} seat{'s' if seats > 1 else ' '}: {acts:7,.0f} acknowledged acts/s, the same transactions "
                f"bare {bare:7,.0f}/s ({acts / bare:.0%}); {played:,.1f} rounds/s"
            )
        echo = echo_cpu(2000)
        alone, some = act_cpu(folder, 600, (0, 10))
        further = (some - alone) / 10
        print(f"  CPU of a bare Starlette echo: {echo:,.0f} µs")
        print(f"  CPU of an accepted act, one viewer: {alone:,.0f} µs ({alone / echo:.1f} echoes)")
        print(f"  each further viewer: {further:,.0f} µs ({further / echo:.1f} echoes)")


if __name__ == "__main__":
    main()
