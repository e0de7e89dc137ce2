"""Malformed requests and messages, put to the application without a network between."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote_to_bytes

import msgspec
import psutil

from fire.campaign import Campaign, Place, Tally
from fire.hooks import hoarding, mistaken
from fire.nonsense import Asked, Nonsense
from house.server_support import PASSWORD, PLENTY, cheap_people, settings_for
from pitboss.house.server import errors, logs
from pitboss.house.server.limits import Limits
from pitboss.house.server.running import Running, opened, running
from pitboss.messages.socket import Accepted, Message, NotDone, Recalled

HERE = "127.0.0.1:8000"
MESSAGES = 2_000
"""In one trial; one of three is a request over HTTP."""
TOGETHER = 40
SECONDS = 30.0
"""Within which everything must be answered."""
MORE = 80 << 20
"""Bytes by which memory may grow between two trials, or in one."""
MESSAGE = msgspec.json.Decoder(Message)
PROBLEM = {"code", "message"}
JSON = [(b"content-type", b"application/json")]


class App:
    """Asks the application as a server would."""

    def __init__(self, made: Running) -> None:
        self.app = made.app

    async def ask(self, asked: Asked, token: str = "") -> tuple[int, bytes]:
        headers = [(b"host", HERE.encode()), *asked.headers, (b"content-length", str(len(asked.body)).encode())]
        headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": unquote_to_bytes(asked.path).decode("utf-8", "replace"),
            "raw_path": asked.path,
            "query_string": asked.query,
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        said: list[Any] = []
        bodies = iter([asked.body])

        async def receive() -> dict[str, Any]:
            if (body := next(bodies, None)) is None:
                await asyncio.Event().wait()  # whoever asked stays
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        assert said, f"no answer: {asked}"
        return said[0]["status"], b"".join(each.get("body", b"") for each in said[1:])

    @asynccontextmanager
    async def socket(self, table: int, token: str) -> AsyncIterator["Socket"]:
        made = Socket()
        scope: Any = {
            "type": "websocket",
            "path": f"/api/v1/tables/{table}",
            "query_string": b"",
            "client": ("127.0.0.1", 1),
            "headers": [(b"host", HERE.encode()), (b"authorization", f"Bearer {token}".encode())],
        }
        await made.heard.put({"type": "websocket.connect"})
        task = asyncio.create_task(self.app(scope, made.heard.get, made.send))
        task.add_done_callback(lambda _: made.answers.put_nowait(None))
        try:
            yield made
        finally:
            await made.heard.put({"type": "websocket.disconnect"})
            await asyncio.wait([task], timeout=SECONDS)
            assert task.done(), "the socket does not end"
            assert task.exception() is None, f"the socket ended by a mistake: {task.exception()!r}"


class Socket:
    def __init__(self) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.answers: asyncio.Queue[Any] = asyncio.Queue()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            found = MESSAGE.decode(message["text"])
            if isinstance(found, Accepted | NotDone | Recalled):
                self.answers.put_nowait(found)


class Malformed:
    def __init__(self, folder: Path) -> None:
        self._folder, self._numbers = folder, count()
        self._held: list[int] = []
        """Bytes of memory after each trial."""

    def trial(self, seed: int) -> Tally:
        folder = self._folder / f"{next(self._numbers)}"
        folder.mkdir()
        begun = _memory()
        logs.set_up("critical", "json")
        with patch.object(logs, "mistake", self._mistake):
            done = asyncio.run(self._trial(folder, Nonsense(seed)))
        self._flat(begun)
        return done

    @staticmethod
    def _mistake(where: str, error: BaseException) -> None:
        raise AssertionError(f"a mistake at {where}: {logs.of(error)}") from error

    def _flat(self, begun: int) -> None:
        gc.collect()
        self._held.append(_memory())
        if len(self._held) > 2:  # the first load what is needed
            grown = self._held[-1] - min(self._held[2], begun)
            assert grown < MORE, f"memory has grown by {grown >> 20} MB"

    async def _trial(self, folder: Path, nonsense: Nonsense) -> Tally:
        settings = settings_for(folder, port=8000, coach="off", log_level="critical")
        done: Tally = Counter()
        limits = Limits(1e9, 10**9, **{**PLENTY, "logins": (1e9, 10**9), "guests": (1e9, 10**9)})
        with opened(settings) as house:
            async with running(settings, house, 8000, people=cheap_people, limits=limits) as made:
                app = App(made)
                tokens = await self.people(app, made)
                for _ in range(MESSAGES // TOGETHER // 3):
                    for _ in range(TOGETHER):
                        done[await self._request(app, nonsense, nonsense.rng.choice(tokens))] += 1
                        done["messages"] += 1
                    done += await self._messages(app, nonsense, nonsense.rng.choice(tokens), 2 * TOGETHER)
                await made.end()
        return done

    @staticmethod
    async def people(app: App, made: Running) -> list[str]:
        """Nobody, a guest and the manager."""
        found = [""]
        for path, body in (
            (b"/api/v1/guest", {}),
            (b"/api/v1/setup", {"token": made.set_up, "handle": "Maria", "password": PASSWORD}),
        ):
            status, said = await app.ask(Asked("POST", path, b"", JSON, msgspec.json.encode(body)))
            assert status in (200, 201), said
            found.append(msgspec.json.decode(said)["token"])
        return found

    async def _request(self, app: App, nonsense: Nonsense, token: str) -> str:
        asked = nonsense.request()
        try:
            async with asyncio.timeout(SECONDS):
                status, said = await app.ask(asked, token)
        except TimeoutError:
            raise AssertionError(f"no answer in {SECONDS} seconds: {asked}") from None
        assert status < 500, f"{status} to {asked}: {said[:200]!r}"
        if status >= 400 and asked.method != "HEAD":
            assert msgspec.json.decode(said).keys() >= PROBLEM, f"no refusal: {said[:200]!r}"
        return f"answers {status // 100}xx"

    async def _messages(self, app: App, nonsense: Nonsense, token: str, number: int) -> Tally:
        """Each is answered, whatever it says."""
        done: Tally = Counter()
        tables = list(app.app.desk.house.tables)
        if not tables or not token:
            return done
        async with app.socket(nonsense.rng.choice(tables), token) as socket:
            for _ in range(number):
                raw = nonsense.message()
                text = None if nonsense.rng.random() < 0.01 else raw.decode("utf-8", "replace")
                await socket.heard.put({"type": "websocket.receive", "text": text})
                try:
                    answer = await asyncio.wait_for(socket.answers.get(), SECONDS)
                except TimeoutError:
                    raise AssertionError(f"no answer in {SECONDS} seconds: {raw[:300]!r}") from None
                assert not isinstance(answer, NotDone) or answer.code != errors.MISTAKE.code, (
                    f"a mistake: {raw[:300]!r}"
                )
                done["done" if isinstance(answer, Accepted) else "refused or told"] += 1
                done["messages"] += 1
        return done

    def plant(self, fault: str) -> None:
        with {"mistake": mistaken, "leak": hoarding}[fault]():
            for seed in range(4):
                self.trial(seed)


def _memory() -> int:
    return int(psutil.Process().memory_info().rss)


@contextmanager
def ready(place: Place) -> Iterator[Malformed]:
    yield Malformed(place.folder)


CAMPAIGN = Campaign(
    name="malformed",
    title="Malformed requests and messages, within one process",
    unit="messages",
    count=2_000_000,
    suite=(0,),
    tells=f"""\
Requests and messages are made from the document of the API and then spoiled: values of another kind, numbers beyond
every bound, strange characters, fields left out or added, JSON cut off, doubled, nested without end, wrong bytes. A
guest, a manager and nobody send them to the application itself, without a network; each trial of some {MESSAGES:,} has
a new house. Every one must be answered within {SECONDS:.0f} seconds, with no 500 and no mistake in the log, every
refusal in the usual form, and memory must not grow. Not asked: what ends the session of who asks, and what works out
long sums.""",
    plants={"mistake": "a decoder that fails on what it cannot read", "leak": "a socket that keeps what it hears"},
    ready=ready,
)
