"""A house of many tables: how long it takes to open them, to list them, and to start again with a round open at each.

    python benchmarks/tables.py                        500 tables on SQLite
    python benchmarks/tables.py --store postgresql     on a PostgreSQL of its own, fsync on
    python benchmarks/tables.py --tables 2000

Each figure stands beside a floor of the same run: tables opened beside the same requests sent again, which change
nothing; the lobby beside `/healthz`; a restart beside the first start of a house with one table of each game. Nothing
here is a test."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import httpx
import uvloop
from load import OPEN, Floor, Guests, Stores, client, stores
from load_seats import Figures
from processes import HouseProcess, cpu, memory

from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check, default_submission

LOOKS = 40
"""So often the lobby is asked for."""


async def looked_at(house: HouseProcess, ask: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds of one request, the median of many, and of the server's CPU for each."""
    await ask()
    spent, before = [], cpu(house.pid)
    for _ in range(LOOKS):
        begun = time.perf_counter()
        await ask()
        spent.append(time.perf_counter() - begun)
    return median(spent) * 1000, (cpu(house.pid) - before) / LOOKS * 1000


async def lobby(house: HouseProcess, guests: Guests, http: httpx.AsyncClient) -> None:
    async def health() -> object:
        return (await http.get(house.url.replace("/api/v1", "/healthz"))).raise_for_status()

    size = await guests.lobby()
    packed = int((await http.get(f"{house.url}/tables")).headers["content-length"])
    took, floor = await looked_at(house, guests.lobby), await looked_at(house, health)
    print(
        f"  the lobby: {took[0]:.1f} ms, {took[1]:.1f} ms of CPU, {size:,} bytes, {packed:,} as they travel", flush=True
    )
    print(f"    beside /healthz: {floor[0]:.1f} ms, {floor[1]:.1f} ms of CPU", flush=True)


async def by_requests(count: int, made: Stores, folder: Path) -> None:
    """Opened by a manager; then a round at each, a kill, a restart, and an ordinary end."""
    settings = {**OPEN, "database": made.new(), "data": str(folder / "data")}
    house = HouseProcess(settings, folder / "first.txt")
    first = house.seconds
    try:
        async with client() as http:
            guests = Guests([house.url], http)
            await guests.manager(house.set_up)
            floor = Floor(guests, Figures(), each=1)
            await floor.grow(count)
            begun = time.perf_counter()
            for number in range(1, count + 1):
                await guests.open_table(number)
            again = time.perf_counter() - begun
            print(f"  {count} tables opened one after the other: {floor.opening:.2f} s", flush=True)
            print(f"    beside the same requests sent again: {again:.2f} s", flush=True)
            await lobby(house, guests, http)
            for party in floor.parties:
                await party.open_round()
                party.leave()
    finally:
        house.kill()
    after = HouseProcess(settings, folder / "again.txt")
    used, resident = cpu(after.pid), memory(after.pid) / 2**20
    took = f"{after.seconds:.2f} s, {used:.2f} s of CPU, {resident:,.0f} MB"
    print(f"  killed, and open again with {count} open rounds: {took}", flush=True)
    print(f"    beside the first start, with {len(games())} tables: {first:.2f} s", flush=True)
    begun = time.perf_counter()
    after.stop()
    print(f"  ended, with {count} rounds parked: {time.perf_counter() - begun:.2f} s", flush=True)


def by_settings(count: int, made: Stores, folder: Path) -> None:
    """Named in the settings, and opened at the first start."""
    folder.mkdir()
    known = games()
    files = []
    for number in range(1, count + 1):
        game = known[number % len(known)]
        text = default_submission(game)
        terms = check(text).terms
        assert terms is not None
        files.append(f"{number}.toml")
        (folder / files[-1]).write_text(text.replace(terms.table, f"Table {number}"), encoding="utf-8")
    (folder / "pitboss.toml").write_text(f"submissions = {files!r}\n", encoding="utf-8")
    settings = {**OPEN, "database": made.new(), "data": str(folder / "data")}
    house = HouseProcess(settings, folder / "told.txt")
    print(f"  first start with {count} tables named in the settings: {house.seconds:.2f} s", flush=True)
    house.stop()


async def everything(count: int, made: Stores, folder: Path) -> None:
    await by_requests(count, made, folder)
    await asyncio.to_thread(by_settings, count, made, folder / "settings")


def main() -> None:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    found.add_argument("--tables", type=int, default=500)
    asked = found.parse_args()
    with ExitStack() as open_now:
        folder = Path(open_now.enter_context(tempfile.TemporaryDirectory()))
        made = open_now.enter_context(stores(asked.store, folder))
        print(f"{asked.tables} tables on {asked.store}")
        uvloop.run(everything(asked.tables, made, folder))


if __name__ == "__main__":
    main()
