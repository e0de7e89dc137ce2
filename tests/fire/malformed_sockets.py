"""Malformed requests and messages, put to a house that serves, through real connections."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus

import msgspec
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fire.campaign import Campaign, Place, Tally
from fire.malformed import App, Malformed
from fire.nonsense import Nonsense
from fire.serving import LOG, Forker, Start
from fire.stores import Store
from fire.wrong_bytes import broken, frame, upgrade, whole
from house.server_support import cheap_people, settings_for
from pitboss.house.server.running import opened, running
from pitboss.messages.socket import Accepted, Message, NotDone, Recalled
from ports import free_port

MESSAGES = 3_000
"""In one trial."""
REQUESTS, SAID, FRAMES = 20, 36, 4
"""Of sixty: requests, messages on a socket, frames that are none."""
BROKEN = 0.4
"""How many of the requests are broken below the level of the API."""
SECONDS = 30.0
"""Within which everything must be answered, or its connection ended."""
MORE = 40 << 20
"""Bytes by which memory may grow from the first fifth of a trial on."""
MESSAGE = msgspec.json.Decoder(Message)
AT_MOST = 1 << 22
SOON = 0.1
"""Seconds in which what is broken is answered, if it is answered at all."""


class MalformedSockets:
    def __init__(self, forker: Forker, store: Store, tokens: list[str], tables: list[int]) -> None:
        self._forker, self._store, self._tokens, self._tables = forker, store, tokens, tables
        self._port = free_port()
        self._open = list(tables)
        """Tables that nobody has closed yet."""

    def trial(self, seed: int) -> Tally:
        return self._sent(seed, "", MESSAGES)

    def plant(self, fault: str) -> None:
        for seed in range(4):
            self._sent(seed, fault, MESSAGES // 5)

    @property
    def _host(self) -> str:
        return f"127.0.0.1:{self._port}"

    def _sent(self, seed: int, plant: str, messages: int) -> Tally:
        log = self._store.folder / LOG
        log.write_bytes(b"")
        with self._store.copy() as url:
            pid = self._forker.start(Start(url, str(self._store.folder), self._port, plant=plant))
            try:
                done = asyncio.run(self._all(Nonsense(seed), messages, psutil.Process(pid)))
                assert not self._forker.ended(pid, 0), "the house has stopped"
            finally:
                self._forker.kill(pid)
        said = log.read_text("utf-8", "replace")
        assert not said, f"the log says {said[:300]}"
        return done

    async def _all(self, nonsense: Nonsense, messages: int, process: psutil.Process) -> Tally:
        done: Tally = Counter()
        begun, self._open = 0, list(self._tables)
        while done["messages"] < messages:
            for _ in range(REQUESTS):
                done[await self._request(nonsense)] += 1
            done += await self._said(nonsense)
            for _ in range(FRAMES):
                done[await self._frame(nonsense)] += 1
            done["messages"] += REQUESTS + FRAMES
            begun = begun or (process.memory_info().rss if done["messages"] >= messages // 5 else 0)
        grown = process.memory_info().rss - begun
        assert grown < MORE, f"memory has grown by {grown >> 20} MB"
        answer = await self._answer(f"GET /readyz HTTP/1.1\r\nhost: {self._host}\r\nconnection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 200 "), f"not ready any more: {answer[:200]!r}"
        return done

    async def _answer(self, raw: bytes, *, whole: bool = True) -> bytes:
        """Everything that comes back before the connection ends. What is not whole may have no answer: then no more of
        it follows, and the connection must end."""
        try:
            async with asyncio.timeout(SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                answer = b""
                with suppress(OSError):
                    writer.write(raw)
                    await writer.drain()
                    if not whole:
                        with suppress(TimeoutError):
                            async with asyncio.timeout(SOON):
                                answer = await reader.read(AT_MOST)
                        writer.write_eof()
                    answer += await reader.read(-1)
                writer.close()
                return answer
        except TimeoutError:
            raise AssertionError(f"no answer in {SECONDS} seconds: {raw[:300]!r}") from None

    async def _request(self, nonsense: Nonsense) -> str:
        rng = nonsense.rng
        raw = whole(nonsense.request(), self._host, rng.choice(self._tokens))
        spoiled = rng.random() < BROKEN
        answer = await self._answer(broken(raw, rng) if spoiled else raw, whole=not spoiled)
        if not answer:
            assert spoiled, f"no answer to {raw[:300]!r}"
            return "connections ended"
        status = answer[9:12]
        assert answer.startswith(b"HTTP/1.1 ") and status.isdigit(), f"no answer: {answer[:200]!r}"
        assert status < b"500", f"{answer[:300]!r} to {raw[:300]!r}"
        return f"answers {status[:1].decode()}xx"

    async def _said(self, nonsense: Nonsense) -> Tally:
        """Each message on a socket is answered, whatever it says."""
        done: Tally = Counter()
        if not self._open:
            return done
        token, table = nonsense.rng.choice([each for each in self._tokens if each]), nonsense.rng.choice(self._open)
        url, headers = f"ws://{self._host}/api/v1/tables/{table}", {"Authorization": f"Bearer {token}"}
        try:
            async with connect(
                url, additional_headers=headers, compression=None, proxy=None, max_size=AT_MOST
            ) as socket:
                for _ in range(SAID):
                    raw = nonsense.message()
                    await socket.send(raw.decode("utf-8", "replace"))
                    done["messages"] += 1
                    try:
                        async with asyncio.timeout(SECONDS):
                            while True:
                                answer = MESSAGE.decode(await socket.recv())
                                if isinstance(answer, Accepted | NotDone | Recalled):
                                    break
                    except TimeoutError:
                        raise AssertionError(f"no answer in {SECONDS} seconds: {raw[:300]!r}") from None
                    done["done" if isinstance(answer, Accepted) else "refused or told"] += 1
        except ConnectionClosed:
            pass
        except InvalidStatus as refused:  # the manager has closed it
            assert refused.response.status_code == HTTPStatus.NOT_FOUND, f"no socket: {refused.response}"
            self._open.remove(table)
        return done

    async def _frame(self, nonsense: Nonsense) -> str:
        table, token = nonsense.rng.choice(self._tables), nonsense.rng.choice(self._tokens)
        await self._answer(upgrade(table, self._host, token) + frame(nonsense), whole=False)
        return "broken frames"


async def _made_ready(store: Store, url: str) -> tuple[list[str], list[int]]:
    """A house with a guest and a manager: their tokens, and nobody's; and its tables."""
    settings = settings_for(store.folder, database=url, port=8000, coach="off", log_level="critical")
    with opened(settings) as house:
        async with running(settings, house, 8000, people=cheap_people) as made:
            tokens = await Malformed.people(App(made), made)
            tables = list(house.tables)
            await made.end()
    return tokens, tables


@contextmanager
def ready(place: Place) -> Iterator[MalformedSockets]:
    store = Store(place, "sqlite")
    with Forker() as forker, store.made() as url:
        tokens, tables = asyncio.run(_made_ready(store, url))
        yield MalformedSockets(forker, store, tokens, tables)


CAMPAIGN = Campaign(
    name="malformed-sockets",
    title="Malformed requests and messages, through real connections",
    unit="messages",
    count=200_000,
    suite=(0,),
    tells=f"""\
The same requests and messages go through TCP to a house that serves in a process of its own; {BROKEN:.0%} of the
requests are broken below the level of the API as well: cut off, wrong versions and lengths, chunks that are none, heads
without end, other bytes. Frames of sockets are broken likewise: not masked, of no known kind, longer than anything.
Each trial of some {MESSAGES:,} has a new house. Everything must be answered, or its connection ended, within
{SECONDS:.0f} seconds, with no 500; the log must stay empty, memory must not grow by {MORE >> 20} MB, and the house must
be ready afterwards.""",
    plants={"mistake": "a decoder that fails on what it cannot read", "hoard": "a socket that keeps what it hears"},
    ready=ready,
)
