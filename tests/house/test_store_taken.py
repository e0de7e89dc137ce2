"""A store that another house took or wrote to meanwhile is never written again."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from house import running as r
from house.running import START
from house.test_store_writer import Held, add, names, together, writing
from pitboss.house.store.backup import backup, restore
from pitboss.house.store.locking import lock_store
from pitboss.house.store.migrate import upgrade
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import NotOurs, StoreTrouble, Writer
from pitboss.house.trail.rows import GENESIS, append, chained, head, insert
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def _cut(engine: Engine, process: int) -> None:
    """Ends a connection of the server."""
    with engine.connect() as conn:
        conn.exec_driver_sql(f"SELECT pg_terminate_backend({process}, 10000)")


def _process(conn: Connection) -> int:
    return int(conn.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


def test_a_connection_that_was_cut_is_made_again(postgresql_url: str) -> None:
    engine, other = open_store(postgresql_url), open_store(postgresql_url)

    async def run() -> None:
        async with writing(engine) as writer:
            _cut(other, await writer.write(_process))
            with pytest.raises(StoreTrouble, match="could not keep this"):
                await writer.write(add("a"))
            assert await writer.write(add("b")) == "b"
            assert writer.lost is None

    asyncio.run(run())
    assert names(other) == ["b"]
    engine.dispose()
    other.dispose()


def _row(conn: Connection) -> int:
    return append(conn, "transfer", "house", {}, at=1).number


@pytest.mark.parametrize("wrote", [True, False])
def test_a_store_that_another_house_has_had_meanwhile_is_never_written_again(postgresql_url: str, wrote: bool) -> None:
    """It came and went while this one had no connection."""
    engine, other = open_store(postgresql_url), open_store(postgresql_url)
    heard: list[str] = []

    async def run() -> None:
        async with writing(engine) as writer:
            writer.on_lost = lambda: heard.append(str(writer.lost))
            assert await writer.write(_row) == 1
            _cut(other, await writer.write(_process))
            async with writing(other) as newer:
                if wrote:
                    assert await newer.write(_row) == 2
            with pytest.raises(StoreTrouble, match="could not keep this"):
                await writer.write(_row)
            for _ in range(2):
                with pytest.raises(NotOurs, match="another house serves this store, or has"):
                    await writer.write(_row)
            with pytest.raises(NotOurs):
                await writer.probe()

    asyncio.run(run())
    with other.connect() as conn:
        assert head(conn, 0)[0] == 1 + wrote
    assert len(heard) == 1 and "another house" in heard[0]
    engine.dispose()
    other.dispose()


def test_changes_that_shared_a_commit_are_nobody_elses(postgresql_url: str) -> None:
    """Each has a savepoint of its own, and PostgreSQL numbers those like transactions."""
    engine, other = open_store(postgresql_url), open_store(postgresql_url)

    async def run() -> None:
        async with writing(engine) as writer:
            for first in (1, 4):
                assert await together(writer, _row, _row) == [first, first + 1]
                _cut(other, await writer.write(_process))
                with pytest.raises(StoreTrouble, match="could not keep this"):
                    await writer.write(_row)
                assert await writer.write(_row) == first + 2
            assert writer.lost is None

    asyncio.run(run())
    engine.dispose()
    other.dispose()


# --- whoever had it writes nothing more, lock or no lock --------------------------------------------------------------


def test_the_last_to_open_has_the_store(store_url: str) -> None:
    """No lock stands between them here: one that was lost, or a file whose lock was removed."""
    first, second = open_store(store_url), open_store(store_url)

    async def run() -> None:
        async with writing(first) as older:
            assert await older.write(_row) == 1
            async with writing(second) as newer:
                heard: list[Any] = []
                older.write_then(_row, lambda *told: heard.append(told))
                with pytest.raises(NotOurs, match="another house serves this store"):
                    await older.write(_row)
                assert [(result, type(error)) for result, error in heard] == [(None, NotOurs)]
                assert await newer.write(_row) == 2
                assert newer.lost is None

    asyncio.run(run())
    with first.connect() as conn:
        assert head(conn, 0)[0] == 2
    first.dispose()
    second.dispose()


def test_who_opens_waits_for_what_is_being_written(store_url: str) -> None:
    """What the older one had begun is there before the newer one reads anything."""
    first, second = open_store(store_url), open_store(store_url)

    async def run() -> None:
        async with writing(first) as older:
            held = Held()

            def change(conn: Connection) -> int:
                held(conn)
                return _row(conn)

            written = older.write(change)
            await asyncio.to_thread(held.begun.wait, 30)
            opening = asyncio.create_task(asyncio.to_thread(Writer, second))
            waits = blocked if second.dialect.name == "postgresql" else trying
            while not waits(second) and not opening.done():
                await asyncio.sleep(0.001)
            assert not opening.done()
            held.go.set()
            assert await written == 1
            newer = await opening
            with second.connect() as conn:
                assert head(conn, 0)[0] == 1
            with pytest.raises(NotOurs):
                await older.write(_row)
            await asyncio.to_thread(newer.close)

    asyncio.run(run())
    first.dispose()
    second.dispose()


def blocked(engine: Engine) -> bool:
    """Whether somebody waits for a line of another transaction."""
    with engine.connect() as conn:
        return bool(conn.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted").scalar())


def trying(engine: Engine) -> bool:
    """Whether somebody has a connection of this pool and waits with it."""
    pool: Any = engine.pool
    return int(pool.checkedout()) == 1


@pytest.mark.parametrize("what", ["upgraded", "restored"])
def test_a_store_that_was_upgraded_or_restored_meanwhile_is_another(store_url: str, tmp_path: Path, what: str) -> None:
    """Who still runs on it knows nothing of that."""
    engine = open_store(store_url)

    async def run() -> None:
        async with writing(engine) as writer:
            if what == "upgraded":
                upgrade(engine)
            else:
                backup(engine, tmp_path / "kept.db")
                restore(tmp_path / "kept.db", engine)
            with pytest.raises(NotOurs, match="another house serves this store"):
                await writer.write(_row)

    asyncio.run(run())
    engine.dispose()


def test_what_one_wrote_oneself_is_nobody_elses(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the answer to the commit was lost."""
    engine, other = open_store(postgresql_url), open_store(postgresql_url)

    async def run() -> None:
        async with writing(engine) as writer:
            real = writer._say

            def lost(conn: Connection, words: str) -> None:
                real(conn, words)
                if words == "COMMIT":
                    _cut(other, _process(conn))
                    real(conn, "SELECT 1")

            assert await writer.write(_row) == 1
            with monkeypatch.context() as patched:
                patched.setattr(writer, "_say", lost)
                with pytest.raises(StoreTrouble, match="could not keep this"):
                    await writer.write(_row)
            assert await writer.write(_row) == 3
            _cut(other, await writer.write(_process))
            with lock_store(other):  # somebody who only looked whether anything is to be done
                pass
            with pytest.raises(StoreTrouble, match="could not keep this"):
                await writer.write(_row)
            assert await writer.write(_row) == 4
            assert writer.lost is None

    asyncio.run(run())
    engine.dispose()
    other.dispose()


def test_a_row_that_somebody_else_wrote_is_no_id_given_twice(engine: Engine, writer: Writer) -> None:
    """The number that is next in a chain is there already: nothing that waits with it is kept, and nothing after it."""
    with engine.connect() as conn:
        insert(conn, [chained(GENESIS, 1, 1, 1000, "parked", 0, "house", "theirs", b"{}")])
    twice = chained(GENESIS, 1, 2, 1000, "parked", 0, "house", "theirs", b"{}")
    ours = chained(GENESIS, 1, 1, 1000, "parked", 0, "house", "ours", b"{}")

    async def run() -> None:
        with pytest.raises(writer.conflicts):  # an id given twice harms nobody else
            await writer.write(lambda conn: insert(conn, [twice]))
        assert writer.lost is None
        results = await together(writer, add("a"), lambda conn: insert(conn, [ours]), add("b"))
        assert [type(result) for result in results] == [NotOurs] * 3
        with pytest.raises(NotOurs, match="another process writes to this store"):
            await writer.write(add("c"))

    asyncio.run(run())
    assert names(engine) == []


def test_an_act_that_meets_a_row_of_somebody_else_is_refused_as_such(store_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "let-it-ride")
        with house.engine.connect() as conn:
            insert(conn, [chained(table.now.hash, 1, table.now.number + 1, START, "parked", 0, "house", None, b"{}")])
        for act_id in ("s1", "s1", "s2"):
            refused = await table.act("player:Ann", a.TakeSeat(1, "Ann"), act_id)
            assert isinstance(refused, Refusal)
            assert (refused.code, refused.message) == ("store", "another process writes to this store")
        paid = await house.cage.buy_in("Ann", 100, "floorperson:Flo")
        assert isinstance(paid, Refusal) and paid.code == "store"
        await asyncio.to_thread(house.close)

    asyncio.run(run())
