"""A real server on loopback for tests: in a thread of its own, at a free port, dealing without waiting."""

import asyncio
import importlib.util
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import uvloop
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from house.stores import new_store
from pitboss.client import House, Player
from pitboss.house.house import House as RunningHouse
from pitboss.house.people.directory import People
from pitboss.house.server.limits import Limits
from pitboss.house.server.running import Running, serve
from pitboss.house.settings import Settings


def _example(name: str) -> Any:
    """A program from the examples."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[2] / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


bot = _example("bot")

PASSWORD = "correct horse battery"
GAMES = {"dragon-poker": 1, "top-five-poker": 2, "let-it-ride": 3, "ultimate-texas-holdem": 4}
"""The tables with which a new house opens."""


def cheap_people(house: RunningHouse) -> People:
    """Passwords that cost no time; three wrong ones lock."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(house.writer, house.engine, house.clock, lockout_failures=3, hasher=hasher)


class Served:
    """The server, from the outside and from the inside."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.url = running.address
        self.set_up = running.set_up
        # Nobody: a cookie that one test was given would be another's, who expects to be a stranger.
        forgets = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self.http = httpx.Client(base_url=self.url, cookies=forgets, timeout=60, trust_env=False)
        self.house = House(self.url)
        self._manager: Player | None = None

    def guest(self, name: str = "") -> Player:
        return self.house.guest(name)

    @property
    def manager(self) -> Player:
        """The first manager, who has just given the password."""
        if self._manager is None:
            assert self.set_up is not None
            self._manager = self.house.set_up(self.set_up, "Maria", PASSWORD)
        return self._manager

    def staff(self, handle: str, *roles: str) -> Player:
        asked = {"handle": handle, "roles": list(roles), "password": PASSWORD}
        self.manager.ask("POST", "/api/v1/accounts", asked)
        return self.house.login(handle, PASSWORD)

    @contextmanager
    def socket(
        self, table: int, player: Player | None = None, query: str = "", **headers: str
    ) -> Iterator[ClientConnection]:
        """The bare socket of a table."""
        if player is not None:
            headers = {"Authorization": f"Bearer {player.token}", **headers}
        url = f"ws{self.url.removeprefix('http')}/api/v1/tables/{table}{query}"
        with connect(url, additional_headers=headers, compression=None, proxy=None, max_size=1 << 22) as socket:
            yield socket


def until(there: Callable[[], bool]) -> None:
    """Waits for what comes by itself, however slow the machine is."""
    for _ in range(6000):
        if there():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come")


def said(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    found = json.loads(socket.recv(30))
    assert isinstance(found, dict)
    return found


def answer(socket: ClientConnection) -> dict[str, Any]:
    """The next message that answers one of ours."""
    while (found := said(socket))["type"] in ("hello", "change", "meters"):
        pass
    return found


def recalled(socket: ClientConnection, until: int) -> dict[str, Any]:
    """What was told of the round at this row, up to it."""
    socket.send(json.dumps({"id": "again", "recall": {"until": until}}))
    return answer(socket)


def settings_for(folder: Path, **changes: Any) -> Settings:
    given: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'house.db'}",
        "key_file": folder / "keys",
        "port": 0,
        "pace": 0.0,
        "decision_seconds": 3600.0,
        "betting_seconds": 3600.0,
        "seat_seconds": 0.0,
        "log_level": "error",
        "log_format": "json",
        **changes,
    }
    return Settings(**given)


PLENTY: dict[str, Any] = {"logins": (1000.0, 1000), "guests": (1000.0, 1000), "guests_at_once": 100_000}


@contextmanager
def served(folder: Path, limits: Limits | None = None, **changes: Any) -> Iterator[Served]:
    folder.mkdir(parents=True, exist_ok=True)
    settings = settings_for(folder, **changes)
    if not (file := folder / "house.db").exists() and settings.database == f"sqlite:///{file}":
        new_store(file)
    ready: threading.Event = threading.Event()
    found: list[Running] = []
    failed: list[BaseException] = []
    handle: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def run() -> None:
        stop = asyncio.Event()
        handle.append((asyncio.get_running_loop(), stop))

        def opened(running: Running) -> None:
            found.append(running)
            ready.set()

        await serve(settings, opened, stop, people=cheap_people, limits=limits or Limits(10_000, 100_000, **PLENTY))

    def thread() -> None:
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(run())
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    worker = threading.Thread(target=thread, name="server")
    worker.start()
    ready.wait(120)
    if failed:
        worker.join()
        raise failed[0]
    made = Served(found[0])
    try:
        yield made
    finally:
        loop, stop = handle[0]
        if worker.is_alive():
            loop.call_soon_threadsafe(stop.set)
        worker.join(60)
        made.http.close()
        made.house.close()
        assert not worker.is_alive(), "the server did not stop"
        if failed:
            raise failed[0]
