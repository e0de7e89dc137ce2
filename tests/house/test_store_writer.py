"""The one writer: told after the commit, each change by itself, and going on after trouble."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import IntegrityError

from house.planting import Disk
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.store.schema import accounts
from pitboss.house.store.writer import TOGETHER, StoreTrouble, Writer
from pitboss.house.trail.rows import append, head, read


def add(name: str, balance: int = 0) -> Callable[[Connection], str]:
    def change(conn: Connection) -> str:
        conn.execute(accounts.insert(), {"name": name, "balance": balance})
        return name

    return change


def names(engine: Engine) -> list[str]:
    with engine.connect() as conn:
        return names_in(conn)


def names_in(conn: Connection) -> list[str]:
    return list(conn.execute(select(accounts.c.name).order_by(accounts.c.name)).scalars())


class Held:
    """Keeps the writer busy until everything else has been asked for, so that the rest shares one commit."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Event()

    def __call__(self, _: Connection | None) -> None:
        self.begun.set()
        assert self.go.wait(30)


@asynccontextmanager
async def writing(engine: Engine) -> AsyncIterator[Writer]:
    writer = Writer(engine)
    try:
        yield writer
    finally:
        await asyncio.to_thread(writer.close)


async def together(writer: Writer, *changes: Callable[[Connection], Any]) -> list[Any]:
    """The results of changes that share one commit."""
    held = Held()
    first = writer.write(held)
    await asyncio.to_thread(held.begun.wait, 30)
    futures = [writer.write(change) for change in changes]
    held.go.set()
    await first
    return await asyncio.gather(*futures, return_exceptions=True)


def test_a_result_comes_only_after_its_commit(engine: Engine, writer: Writer) -> None:
    async def run() -> None:
        seen: list[list[str]] = []
        future = writer.write(add("a"))
        future.add_done_callback(lambda _: seen.append(names(engine)))
        assert await future == "a"
        await asyncio.sleep(0)
        assert seen == [["a"]]

    asyncio.run(run())


def test_nobody_sees_a_change_before_its_commit(engine: Engine, writer: Writer) -> None:
    async def run() -> None:
        held = Held()

        def change(conn: Connection) -> None:
            add("a")(conn)
            held(conn)

        future = writer.write(change)
        await asyncio.to_thread(held.begun.wait, 30)
        assert names(engine) == []
        assert not future.done()
        held.go.set()
        await future
        assert names(engine) == ["a"]

    asyncio.run(run())


def test_changes_that_wait_share_one_commit(engine: Engine, writer: Writer) -> None:
    results = asyncio.run(together(writer, *(add(f"n{i:02}") for i in range(TOGETHER))))
    assert results == [f"n{i:02}" for i in range(TOGETHER)] == names(engine)
    assert writer.commits == 2


def test_one_more_than_fits_needs_another_commit(engine: Engine, writer: Writer) -> None:
    asyncio.run(together(writer, *(add(f"n{i:02}") for i in range(TOGETHER + 1))))
    assert writer.commits == 3
    assert len(names(engine)) == TOGETHER + 1


def test_one_failing_change_undoes_nothing_of_the_others(engine: Engine, writer: Writer) -> None:
    def half(conn: Connection) -> None:
        add("half")(conn)
        raise KeyError("no")

    results = asyncio.run(together(writer, add("a"), add("b", -1), half, add("a"), add("outside", -1), names_in))
    assert results[0] == "a"
    assert isinstance(results[1], IntegrityError)
    assert "never_negative" in str(results[1])
    assert isinstance(results[2], KeyError)
    assert isinstance(results[3], IntegrityError)
    assert results[4:] == ["outside", ["a", "outside"]]
    assert names(engine) == ["a", "outside"]
    assert writer.commits == 2


def test_a_change_that_fails_alone_leaves_nothing(engine: Engine, writer: Writer) -> None:
    def half(conn: Connection) -> None:
        add("half")(conn)
        raise ValueError("no")

    async def run() -> None:
        with pytest.raises(ValueError, match=r"^no$"):
            await writer.write(half)
        assert names(engine) == []
        assert writer.commits == 0
        assert await writer.write(add("a")) == "a"

    asyncio.run(run())
    assert names(engine) == ["a"]


def test_changes_are_done_in_the_order_they_were_asked_for(engine: Engine, writer: Writer) -> None:
    def number(i: int) -> Callable[[Connection], int]:
        return lambda conn: append(conn, "transfer", "house", {"i": i}, at=1000 - i).number

    async def run() -> list[int]:
        return await asyncio.gather(*(writer.write(number(i)) for i in range(150)))

    assert asyncio.run(run()) == list(range(1, 151))
    with engine.connect() as conn:
        assert head(conn, 0)[0] == 150
        times = conn.execute(text("SELECT at FROM trail ORDER BY number")).scalars().all()
    assert times == [1000] * 150, "time never runs backwards in a chain"


def test_what_was_asked_for_before_closing_is_done(engine: Engine) -> None:
    async def run() -> list[Any]:
        writer = Writer(engine)
        held = Held()
        first = writer.write(held)
        await asyncio.to_thread(held.begun.wait, 30)
        futures = [writer.write(add(f"n{i}")) for i in range(3)]
        held.go.set()
        await asyncio.to_thread(writer.close)
        with pytest.raises(StoreTrouble, match="shutting down"):
            writer.write(add("late"))
        await first
        return await asyncio.gather(*futures)

    assert asyncio.run(run()) == ["n0", "n1", "n2"] == names(engine)


def test_somebody_who_no_longer_waits_disturbs_nobody(engine: Engine, writer: Writer) -> None:
    async def run() -> None:
        held = Held()
        first = writer.write(held)
        await asyncio.to_thread(held.begun.wait, 30)
        gone, stays = writer.write(add("gone")), writer.write(add("stays"))
        gone.cancel()
        held.go.set()
        await first
        assert await stays == "stays"

    asyncio.run(run())
    assert names(engine) == ["gone", "stays"], "what was asked for is done, heard or not"


# --- trouble ----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_to_everyone_who_waits_and_the_writer_goes_on(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)
    disk = Disk(engine)
    disk.full(free=2)

    def large(conn: Connection) -> None:
        add("x" * 100_000)(conn)

    async def run() -> None:
        async with writing(engine) as writer:
            assert await writer.write(add("before")) == "before"
            for small in ("once", "twice"):
                with pytest.raises(StoreTrouble, match="the store could not keep this: database or disk is full"):
                    await writer.write(large)
                assert await writer.write(add(small)) == small, "what still fits is kept"
            results = await together(writer, add("with"), large, add("after"))
            assert [type(result) for result in results] == [StoreTrouble] * 3
            assert names(engine) == ["before", "once", "twice"]
            disk.space()
            await writer.write(large)

    asyncio.run(run())
    assert names(engine) == ["before", "once", "twice", "x" * 100_000]
    engine.dispose()


def test_trouble_met_through_the_driver_itself_is_trouble_too(engine: Engine, writer: Writer) -> None:
    """Statements that bypass the library bring the driver's own errors."""
    driver = engine.dialect.loaded_dbapi

    def trouble(conn: Connection) -> None:
        add("half")(conn)
        raise driver.OperationalError("disk is full")

    def fault(conn: Connection) -> None:
        add("half")(conn)
        raise driver.IntegrityError("not so")

    async def run() -> None:
        with pytest.raises(StoreTrouble, match="disk is full"):
            await writer.write(trouble)
        assert [type(r) for r in await together(writer, add("a"), trouble, add("b"))] == [StoreTrouble] * 3
        with pytest.raises(driver.IntegrityError, match="not so"):
            await writer.write(fault)
        results = await together(writer, add("a"), fault, add("b"))
        assert [type(r) for r in results] == [str, driver.IntegrityError, str]

    asyncio.run(run())
    assert names(engine) == ["a", "b"]


def test_a_full_disk_of_the_server(postgresql_url: str) -> None:
    engine = open_store(postgresql_url)

    def full(conn: Connection) -> None:
        add("half")(conn)
        conn.exec_driver_sql("DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$")

    async def run() -> None:
        async with writing(engine) as writer:
            results = await together(writer, add("a"), full, add("b"))
            assert [type(result) for result in results] == [StoreTrouble] * 3
            assert "no space left" in str(results[0])
            assert await writer.write(add("a")) == "a"

    asyncio.run(run())
    assert names(engine) == ["a"]
    engine.dispose()


def test_a_lost_connection_is_made_again(postgresql_url: str) -> None:
    engine = open_store(postgresql_url)

    async def run() -> None:
        async with writing(engine) as writer:
            server = await writer.write(lambda conn: conn.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
            with engine.connect() as conn:
                conn.exec_driver_sql(f"SELECT pg_terminate_backend({server}, 10000)")
            with pytest.raises(StoreTrouble, match="could not keep this"):
                await writer.write(add("a"))
            assert await writer.write(add("b")) == "b"

    asyncio.run(run())
    assert names(engine) == ["b"]
    engine.dispose()


def test_a_store_that_another_process_holds_is_trouble_not_a_crash(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)

    async def run() -> None:
        async with writing(engine) as writer:
            await writer.write(lambda conn: conn.exec_driver_sql("PRAGMA busy_timeout = 0").fetchall())
            with engine.connect() as other:
                other.exec_driver_sql("BEGIN IMMEDIATE")
                with pytest.raises(StoreTrouble, match="database is locked"):
                    await writer.write(add("a"))
                other.exec_driver_sql("ROLLBACK")
            assert await writer.write(add("b")) == "b"

    asyncio.run(run())
    assert names(engine) == ["b"]
    engine.dispose()


def test_readers_do_not_wait_for_the_writer(engine: Engine, writer: Writer) -> None:
    async def run() -> None:
        await writer.write(lambda conn: append(conn, "capital", "manager:Max", {}, at=1))
        held = Held()

        def change(conn: Connection) -> None:
            append(conn, "capital", "manager:Max", {}, at=2)
            held(conn)

        future = writer.write(change)
        await asyncio.to_thread(held.begun.wait, 30)
        with engine.connect() as conn:
            assert conn.execute(select(func.count()).select_from(text("trail"))).scalar() == 1
        held.go.set()
        await future

    asyncio.run(run())


def test_the_trail_is_read_as_it_was_at_one_moment(engine: Engine, writer: Writer) -> None:
    async def write() -> None:
        await writer.write(lambda conn: append(conn, "capital", "manager:Max", {}, at=1))

    asyncio.run(write())
    with snapshot(engine) as conn:
        assert len(list(read(conn, 0))) == 1
        asyncio.run(write())
        assert len(list(read(conn, 0))) == 1
    with snapshot(engine) as conn:
        assert len(list(read(conn, 0))) == 2
