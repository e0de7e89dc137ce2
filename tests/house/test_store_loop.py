"""The writer and the event loop: changes are made in the writer's thread and heard in the order in which they were
asked for, and the loop waits neither for a slow disk nor for a file that somebody holds."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, Engine

from house.server_support import served
from house.test_store_writer import Held, add, names
from pitboss.house.store import writer as writing
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import Writer
from pitboss.rulebook.folders import games


class Ear:
    """Hears what became of a change."""

    def __init__(self, writer: Writer, change: Any, heard: list[Any]) -> None:
        self.thread = 0
        self._heard = heard
        self.over = asyncio.get_running_loop().create_future()

        def noted(conn: Connection) -> Any:
            self.thread = threading.get_ident()
            return change(conn)

        writer.write_then(noted, self.told)

    def told(self, result: Any, error: BaseException | None) -> None:
        self._heard.append(error if error is not None else result)
        self.over.set_result(None)


class SlowDisk:
    """A commit that takes until it is let go; who waits for it without letting it go waits for half a minute."""

    def __init__(self, writer: Writer) -> None:
        self.begun, self.go, self.waited = threading.Event(), threading.Event(), True
        self.thread = 0
        self._real: Callable[[Connection, str], None] = writer._say

    def __call__(self, conn: Connection, words: str) -> None:
        if words == "COMMIT" and not self.go.is_set():
            self.thread = threading.get_ident()
            self.begun.set()
            self.waited = self.go.wait(30)
        self._real(conn, words)


@contextmanager
def slow_disk(writer: Writer) -> Iterator[SlowDisk]:
    made = SlowDisk(writer)
    with patch.object(writer, "_say", made):
        try:
            yield made
        finally:
            made.go.set()


@pytest.fixture
def file(sqlite_url: str) -> Any:
    engine = open_store(sqlite_url)
    yield engine
    engine.dispose()


@pytest.fixture
def on_file(file: Engine) -> Any:
    writer = Writer(file)
    yield writer
    writer.close()


# --- a slow disk ------------------------------------------------------------------------------------------------------


def test_the_loop_goes_on_while_a_commit_waits_for_the_disk(engine: Engine, writer: Writer) -> None:
    async def scene() -> None:
        loop = threading.get_ident()
        heard: list[Any] = []
        ear = Ear(writer, add("a"), heard)
        await ear.over  # a quick one before it means nothing
        with slow_disk(writer) as disk:
            first = Ear(writer, add("b"), heard)
            while not disk.begun.is_set():
                await asyncio.sleep(0)
            second = Ear(writer, add("c"), heard)
            for _ in range(100):
                await asyncio.sleep(0)
            assert heard == ["a"], "nothing is told before it is committed"
            disk.go.set()
            await asyncio.gather(first.over, second.over)
        assert disk.waited
        assert heard == ["a", "b", "c"] == names(engine)
        assert loop not in (disk.thread, first.thread, second.thread)

    asyncio.run(scene())


def test_a_slow_disk_stops_nobody_but_those_who_wait_for_it(store_url: str, tmp_path: Path) -> None:
    """An act waits for the disk. Meanwhile the house is alive, other people look at other tables, and one is told what
    his own act lacks, as nothing has to be kept for that."""
    with served(tmp_path, database=store_url) as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        server.http.get("/api/v1/tables").raise_for_status()
        answers: list[int] = []
        sit = {"id": "1", "do": {"do": "TakeSeat", "seat": 1, "player": "Ann"}}
        bearer = {"Authorization": f"Bearer {ann.token}"}

        def act() -> None:
            answers.append(server.http.post("/api/v1/tables/1/acts", json=sit, headers=bearer).status_code)

        with slow_disk(server.running.house.writer) as disk:
            asking = threading.Thread(target=act)
            asking.start()
            assert disk.begun.wait(30)
            assert server.http.get("/healthz").json() == {"status": "alive"}
            assert len(server.http.get("/api/v1/tables").json()) == len(games())
            with server.socket(2, bob) as socket:
                assert '"type":"hello"' in str(socket.recv(30)).replace(" ", "")
            wager = {"id": "2", "do": {"do": "PlaceWager", "seat": 1, "wager": "ante", "cents": 500}}
            theirs = {"Authorization": f"Bearer {bob.token}"}
            refused = server.http.post("/api/v1/tables/2/acts", json=wager, headers=theirs)
            assert refused.status_code == 409, refused.text
            assert answers == []
            disk.go.set()
            asking.join(60)
        assert disk.waited, "the house stood still"
        assert answers == [200]


# --- changes and those who hear of them -------------------------------------------------------------------------------


def test_it_is_told_after_its_commit(engine: Engine, writer: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        ear = Ear(writer, add("a"), heard)
        await ear.over
        assert heard == ["a"] == names(engine)

    asyncio.run(scene())


def test_a_mistake_of_one_who_hears_keeps_nobody_from_hearing(engine: Engine, writer: Writer) -> None:
    async def scene() -> None:
        mistakes: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: mistakes.append(context["exception"]))
        heard: list[Any] = []

        def deaf(result: Any, error: BaseException | None) -> None:
            raise LookupError(result)

        writer.write_then(add("a"), deaf)
        await Ear(writer, add("b"), heard).over
        assert heard == ["b"]
        assert [mistake.args for mistake in mistakes] == [("a",)]
        assert names(engine) == ["a", "b"]

    asyncio.run(scene())


def test_nobody_overtakes(writer: Writer) -> None:
    """Some wait with a future, some do not: all hear in the order in which they asked."""

    async def scene() -> None:
        heard: list[Any] = []
        held = Held()
        first = writer.write(held)
        await asyncio.to_thread(held.begun.wait, 30)
        ears: list[Any] = []
        for number in range(12):
            if number % 3:
                ears.append(Ear(writer, add(f"n{number:02}"), heard).over)
            else:
                future = writer.write(add(f"n{number:02}"))
                future.add_done_callback(lambda done: heard.append(done.result()))
                ears.append(future)
        held.go.set()
        await asyncio.gather(first, *ears)
        await asyncio.sleep(0)
        assert heard == [f"n{number:02}" for number in range(12)]

    asyncio.run(scene())


def test_the_loop_does_not_wait_for_somebody_who_holds_the_file(file: Engine, on_file: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        with file.connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            ears = [Ear(on_file, add(name), heard) for name in ("a", "b")]
            for _ in range(100):
                await asyncio.sleep(0)
            assert heard == []
            assert not any(ear.thread for ear in ears)
            other.exec_driver_sql("ROLLBACK")
        await asyncio.gather(*(ear.over for ear in ears))
        assert heard == ["a", "b"] == names(file)

    asyncio.run(scene())


def test_the_log_is_brought_into_the_file(
    file: Engine, on_file: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a thread of its own: nobody who writes waits for it."""
    monkeypatch.setattr(writing, "EVERY", 3)
    held, real = Held(), writing._checkpoint

    def slowly(engine: Engine) -> None:
        held(None)
        real(engine)

    monkeypatch.setattr(writing, "_checkpoint", slowly)

    def alone() -> list[str]:
        """What the file itself has, without its log."""
        shutil.copyfile(str(file.url.database), tmp_path / "copy.db")
        with sqlite3.connect(tmp_path / "copy.db") as copy:
            found = [name for (name,) in copy.execute("SELECT name FROM accounts ORDER BY name")]
        copy.close()
        return found

    async def scene() -> None:
        heard: list[Any] = []
        for name in ("a", "b", "c", "d", "e", "f"):
            await Ear(on_file, add(name), heard).over
        assert held.begun.is_set()
        assert alone() == [], "the log is still on its way, and six changes were kept meanwhile"
        held.go.set()
        assert on_file._bringing is not None
        await asyncio.to_thread(on_file._bringing.join)
        assert alone() == ["a", "b", "c", "d", "e", "f"]

    asyncio.run(scene())
