"""Brief changes: made where they are asked for, never before what was asked for earlier, and nobody waits for a slow
disk or a file that somebody holds."""

import asyncio
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from house.test_store_writer import Held, add, names, names_in
from pitboss.house.store import writer as writing
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import TOGETHER, StoreTrouble, Writer


class Ear:
    """Hears what became of a brief change."""

    def __init__(self, writer: Writer, change: Any, heard: list[Any]) -> None:
        self.thread = 0
        self._heard = heard
        self.over = asyncio.get_running_loop().create_future()

        def noted(conn: Connection) -> Any:
            self.thread = threading.get_ident()
            return change(conn)

        writer.write_brief(noted, self.told)

    def told(self, result: Any, error: BaseException | None) -> None:
        self._heard.append(error if error is not None else result)
        self.over.set_result(None)

    @property
    def here(self) -> bool:
        return self.thread == threading.get_ident()


@pytest.fixture
def file(sqlite_url: str) -> Any:
    engine = open_store(sqlite_url)
    yield engine
    engine.dispose()


@pytest.fixture
def quick(file: Engine) -> Any:
    writer = Writer(file)
    writer.quick = 60.0
    yield writer
    writer.close()


def test_it_is_made_here_and_told_after_its_commit(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        ear = Ear(quick, add("a"), heard)
        assert names(file) == []
        await ear.over
        assert ear.here
        assert heard == ["a"] == names(file)

    asyncio.run(scene())


def test_on_a_server_it_is_made_in_the_thread(postgresql_url: str) -> None:
    engine = open_store(postgresql_url)
    writer = Writer(engine)

    async def scene() -> None:
        heard: list[Any] = []
        ear = Ear(writer, add("a"), heard)
        await ear.over
        assert not ear.here
        assert heard == ["a"] == names(engine)

    asyncio.run(scene())
    writer.close()
    engine.dispose()


@pytest.mark.parametrize("many", [2, TOGETHER, TOGETHER + 1])
def test_those_of_one_turn_share_a_commit(many: int, file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        ears = [Ear(quick, add(f"n{number:03}"), heard) for number in range(many)]
        await asyncio.gather(*(ear.over for ear in ears))
        assert heard == [f"n{number:03}" for number in range(many)] == names(file)
        assert quick.commits == (1 if many <= TOGETHER else 2)

    asyncio.run(scene())


def test_one_that_fails_undoes_nothing_of_the_others(file: Engine, quick: Writer) -> None:
    def half(conn: Connection) -> None:
        add("half")(conn)
        raise KeyError("no")

    async def scene() -> None:
        heard: list[Any] = []
        ears = [Ear(quick, change, heard) for change in (add("a"), half, add("a"), names_in)]
        await asyncio.gather(*(ear.over for ear in ears))
        assert [type(one) for one in heard] == [str, KeyError, quick.conflicts[0], list]
        assert heard[-1] == ["a"] == names(file)

    asyncio.run(scene())


def test_a_mistake_of_one_who_hears_keeps_nobody_from_hearing(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        mistakes: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: mistakes.append(context["exception"]))
        heard: list[Any] = []

        def deaf(result: Any, error: BaseException | None) -> None:
            raise LookupError(result)

        quick.write_brief(add("a"), deaf)
        await Ear(quick, add("b"), heard).over
        assert heard == ["b"]
        assert [mistake.args for mistake in mistakes] == [("a",)]
        assert names(file) == ["a", "b"]

    asyncio.run(scene())


def test_it_never_overtakes(file: Engine, quick: Writer) -> None:
    """Long and brief changes in any order: made and heard in the order in which they were asked for."""

    async def scene() -> None:
        heard: list[Any] = []
        held = Held()
        first = quick.write(held)
        await asyncio.to_thread(held.begun.wait, 30)
        ears: list[Any] = []
        for number in range(12):
            if number % 3:
                ears.append(Ear(quick, add(f"n{number:02}"), heard).over)
            else:
                future = quick.write(add(f"n{number:02}"))
                future.add_done_callback(lambda done: heard.append(done.result()))
                ears.append(future)
        held.go.set()
        await asyncio.gather(first, *ears)
        await asyncio.sleep(0)
        assert heard == [f"n{number:02}" for number in range(12)]

    asyncio.run(scene())


def test_a_long_one_does_not_overtake_a_brief_one(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        ear = Ear(quick, add("brief"), heard)
        long = quick.write(names_in)
        assert await long == ["brief"]
        await ear.over
        after = Ear(quick, add("later"), heard)
        await after.over
        assert after.here, "the thread has nothing to do any more"

    asyncio.run(scene())


def test_a_slow_commit_is_followed_by_others_in_the_thread_until_one_is_quick(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        where = []
        for seconds in (60.0, -1.0, -1.0, 60.0, 60.0):
            quick.quick = seconds
            ear = Ear(quick, add(f"n{len(where)}"), [])
            await ear.over
            where.append(ear.here)
        assert where == [True, True, False, False, True]

    asyncio.run(scene())


def test_the_loop_does_not_wait_for_somebody_who_holds_the_file(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        with file.connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            ears = [Ear(quick, add(name), heard) for name in ("a", "b")]
            for _ in range(3):
                await asyncio.sleep(0)
            assert heard == []
            assert not any(ear.thread for ear in ears)
            other.exec_driver_sql("ROLLBACK")
        await asyncio.gather(*(ear.over for ear in ears))
        assert heard == ["a", "b"] == names(file)
        assert not any(ear.here for ear in ears)

    asyncio.run(scene())


def test_who_holds_the_file_for_too_long_is_trouble(file: Engine, quick: Writer) -> None:
    async def scene() -> None:
        heard: list[Any] = []
        quick.patience = 0.0
        with file.connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            await Ear(quick, add("a"), heard).over
            other.exec_driver_sql("ROLLBACK")
        assert [type(one) for one in heard] == [StoreTrouble]
        assert "database is locked" in str(heard[0])
        await Ear(quick, add("b"), heard).over
        assert names(file) == ["b"]

    asyncio.run(scene())


def test_what_was_asked_for_before_closing_is_done(file: Engine) -> None:
    async def scene() -> None:
        writer, heard = Writer(file), list[Any]()
        ears = [Ear(writer, add(name), heard) for name in ("a", "b")]
        await asyncio.to_thread(writer.close)
        await asyncio.gather(*(ear.over for ear in ears))
        assert heard == ["a", "b"] == names(file)
        with pytest.raises(StoreTrouble, match="shutting down"):
            writer.write_brief(add("late"), lambda *_: None)

    asyncio.run(scene())


def test_the_log_is_brought_into_the_file(
    file: Engine, quick: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "EVERY", 3)

    def alone() -> list[str]:
        """What the file itself has, without its log."""
        shutil.copyfile(str(file.url.database), tmp_path / "copy.db")
        with sqlite3.connect(tmp_path / "copy.db") as copy:
            found = [name for (name,) in copy.execute("SELECT name FROM accounts ORDER BY name")]
        copy.close()
        return found

    async def scene() -> None:
        heard: list[Any] = []
        for name in ("a", "b"):
            await Ear(quick, add(name), heard).over
        assert alone() == []
        await Ear(quick, add("c"), heard).over
        await quick.write(lambda _: None)  # comes after it in the thread
        assert alone() == ["a", "b", "c"]

    asyncio.run(scene())
