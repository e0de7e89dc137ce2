"""Who has which table, at the store itself: a lease is believed by nobody, the writing statement looks."""

import threading
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, text

from pitboss.house.processes.joining import Introduction, join
from pitboss.house.store import leases
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.leases import Fence, Fenced
from pitboss.house.store.opening import open_store, transaction
from pitboss.house.store.schema import HOUSE, accounts
from pitboss.house.store.sql import insert_all
from pitboss.house.trail.rows import GENESIS, append, chained, head

LONG, OVER = 600.0, 0.0


@pytest.fixture
def engine(postgresql_url: str) -> Iterator[Engine]:
    made = open_store(postgresql_url)
    yield made
    made.dispose()


def joined(engine: Engine, seconds: float = LONG, keys: str = "key") -> str:
    return join(engine, Introduction("http://127.0.0.1:9", keys, seconds))


def tables(engine: Engine, *chains: int) -> None:
    """Open tables, as far as leases look at them."""
    with transaction(engine) as conn:
        for chain in chains:
            conn.execute(
                text(
                    "INSERT INTO tables (id, name, game, dealer, cards, status, terms, links, state, state_at) "
                    "VALUES (:id, :name, '', '', '', 'open', '', '', '', 0)"
                ),
                {"id": chain, "name": f"T{chain}"},
            )


def look(engine: Engine, me: str, most: int = 100) -> dict[int, int]:
    """What a process takes that nobody has."""
    with transaction(engine) as conn:
        leases.sweep(conn, me)
        return leases.claim_desk(conn, me) | leases.claim(conn, me, most, leases.free_tables(conn))


def waits(engine: Engine, thread: threading.Thread) -> None:
    """Until what the thread does waits for somebody's lock."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with engine.connect() as conn:
        while thread.is_alive() and not conn.execute(waiting).scalar():
            pass


def write(conn: Connection, fence: Fence, number: int, chain: int = 1) -> None:
    row = chained(GENESIS, chain, number, 1, "parked", 0, "house", None, b"{}")
    values = (row.chain, row.number, row.at, row.kind, row.round, row.by, "house", None, row.body, row.hash)
    cursor = conn.connection.cursor()
    try:
        leases.fenced_insert(cursor, fence, chain, [values])
    finally:
        cursor.close()


def test_rows_are_written_in_the_epoch_of_who_has_the_chain(engine: Engine) -> None:
    tables(engine, 1)
    me = joined(engine)
    assert look(engine, me) == {HOUSE: 1, 1: 1}
    with transaction(engine) as conn:
        write(conn, Fence(me, 1), 1)
        write(conn, Fence(me, 1), 2)
    for fence, number in (
        (Fence(me, 2), 3),  # another epoch, before
        (Fence(me, 0), 3),  # and after
        (Fence("somebody", 1), 3),
        (Fence(me, 1), 2),  # a row that is there
        (Fence(me, 1), 4),  # a row that leaves one out
    ):
        with pytest.raises(Fenced, match="chain 1 is another process's"), transaction(engine) as conn:
            write(conn, fence, number)
    with engine.connect() as conn:
        assert head(conn, 1)[0] == 2


def test_a_chain_that_was_taken_over_is_closed_to_who_had_it(engine: Engine) -> None:
    tables(engine, 1)
    first = joined(engine, OVER)
    assert look(engine, first)[1] == 1
    second = joined(engine)
    assert look(engine, second)[1] == 2  # the first has run out
    with pytest.raises(Fenced), transaction(engine) as conn:
        write(conn, Fence(first, 1), 1)
    with transaction(engine) as conn:
        write(conn, Fence(second, 2), 1)
        held = leases.every(conn)[1]
        assert (held.process, held.epoch, held.before) == (second, 2, first)
        assert not leases.renew(conn, first, 1000)  # the first hears that it is gone
        assert leases.renew(conn, second, 1000)


def test_nobody_takes_a_chain_over_while_it_is_written_to(engine: Engine) -> None:
    """The line of the lease is held from the writing statement until the commit."""
    tables(engine, 1)
    first = joined(engine, OVER)
    look(engine, first)
    second = joined(engine)
    with transaction(engine) as conn:
        write(conn, Fence(first, 1), 1)
        assert 1 not in look(engine, second)
    assert look(engine, second) == {1: 2}
    with engine.connect() as conn:
        assert head(conn, 1)[0] == 1


def test_two_that_take_at_once_never_take_the_same(engine: Engine) -> None:
    tables(engine, *range(1, 41))
    processes = [joined(engine) for _ in range(2)]
    taken: list[dict[int, int]] = [{}, {}]
    start = threading.Barrier(2)

    def take(place: int) -> None:
        start.wait(30)
        for _ in range(20):
            taken[place] |= look(engine, processes[place], 3)

    threads = [threading.Thread(target=take, args=(place,)) for place in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not taken[0].keys() & taken[1].keys()
    assert taken[0].keys() | taken[1].keys() == set(range(41))
    with engine.connect() as conn:
        assert {lease.epoch for lease in leases.every(conn).values()} == {1}


def test_a_chain_taken_while_another_looks_for_free_ones_is_not_taken_from_its_new_holder(engine: Engine) -> None:
    """The second process has seen the chain free, and is held up before it locks it. Meanwhile the first takes it."""
    tables(engine, 1)
    with transaction(engine) as conn:
        leases.sweep(conn, "")
    first, second = joined(engine), joined(engine)
    found: list[dict[int, int]] = []

    def late() -> None:
        with transaction(engine) as conn:
            held_up = "AND l.chain = 1 AND pg_advisory_xact_lock_shared(7) IS NOT NULL"
            found.append(leases._claim(conn, second, held_up, {"most": 1}))

    looks = threading.Thread(target=late)
    with engine.connect() as gate:
        gate.execute(text("SELECT pg_advisory_lock(7)"))
        looks.start()
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        while looks.is_alive() and not gate.execute(waiting).scalar():
            pass
        with transaction(engine) as conn:
            assert leases.claim(conn, first, 1, {1}) == {1: 1}
        gate.execute(text("SELECT pg_advisory_unlock(7)"))
    looks.join(60)
    assert found == [{}]
    with engine.connect() as conn:
        held = leases.every(conn)[1]
        assert (held.process, held.epoch) == (first, 1)


@pytest.mark.parametrize("how", ["many statements", "one statement"])
def test_the_server_ends_a_process_that_hangs_after_it_wrote_several_rows(engine: Engine, how: str) -> None:
    """A pipeline of the driver would keep it alive for ever, with the lease it holds."""
    rows = [(f"money {number}", 0) for number in range(500)]
    with engine.connect() as hangs, engine.connect() as other:
        cursor = hangs.connection.cursor()
        cursor.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '200ms'; SELECT pg_backend_pid()")
        while cursor.nextset():
            pass
        pid = (cursor.fetchone() or [0])[0]
        if how == "one statement":
            insert_all(hangs, cursor, accounts, rows)
        else:
            cursor.executemany("INSERT INTO accounts VALUES (%s, %s)", rows)
            assert cursor.rowcount == len(rows)
        there = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
        end = time.monotonic() + 60
        while other.execute(there, {"pid": pid}).scalar():
            assert time.monotonic() < end, "the transaction that hangs is not ended"
            time.sleep(0.02)
        hangs.invalidate()


def test_the_chain_of_the_house_is_written_by_all_and_by_nobody_who_is_gone(engine: Engine) -> None:
    one, two = joined(engine), joined(engine)
    look(engine, one)
    for process in (one, two):
        with transaction(engine) as conn:
            conn.info["process"] = process
            append(conn, "setting", "house", {}, 1)
    with transaction(engine) as conn:
        leases.leave(conn, two)
    with pytest.raises(Fenced, match="chain 0"), transaction(engine) as conn:
        conn.info["process"] = two
        append(conn, "setting", "house", {}, 1)
    with engine.connect() as conn:
        conn.info["process"] = ""
        assert head(conn, HOUSE)[0] == 2
        assert leases.every(conn)[HOUSE].process == one


def test_who_waits_for_the_chain_of_the_house_and_is_counted_as_gone_meanwhile_does_not_write(engine: Engine) -> None:
    one, two = joined(engine), joined(engine)
    look(engine, one)
    found: list[str] = []

    def late() -> None:
        try:
            with transaction(engine) as conn:
                conn.info["process"] = two
                append(conn, "setting", "house", {}, 1)
        except Fenced as fenced:
            found.append(str(fenced))

    writes = threading.Thread(target=late)
    with transaction(engine) as conn:
        conn.info["process"] = one
        append(conn, "setting", "house", {}, 1)
        writes.start()
        waits(engine, writes)
        leases.leave(conn, two)
    writes.join(60)
    assert found == [str(Fenced(HOUSE))]
    with engine.connect() as conn:
        assert head(conn, HOUSE)[0] == 1


def test_what_is_given_away_is_free_and_only_its_own(engine: Engine) -> None:
    tables(engine, 1)
    one, two = joined(engine), joined(engine)
    look(engine, one)
    with transaction(engine) as conn:
        assert not leases.give_away(conn, 1, Fence(two, 1))
        assert not leases.give_away(conn, 1, Fence(one, 2))
        assert leases.give_away(conn, 1, Fence(one, 1))
    assert look(engine, two) == {1: 2}


def test_a_process_that_hangs_while_it_looks_holds_nobody_up(engine: Engine) -> None:
    """It has its own line in hand. The others pass it by, until the server has ended what it does."""
    tables(engine, 1)
    first = joined(engine, OVER)
    look(engine, first)
    second = joined(engine)
    with transaction(engine) as hangs:
        leases.bound(hangs)
        assert hangs.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar() == leases.STUCK
        leases.renew(hangs, first, 0)
        with transaction(engine) as conn:
            leases.bound(conn)
            assert leases.sweep(conn, second) == []
    assert look(engine, second) == {HOUSE: 2, 1: 2}


def test_a_process_with_another_key_or_another_language_is_not_let_in(engine: Engine) -> None:
    joined(engine)
    with pytest.raises(StoreError, match="with another key file; all processes of a house have the same one"):
        joined(engine, keys="other")
    with transaction(engine) as conn:
        conn.exec_driver_sql("UPDATE processes SET version = '0.0.9/0'")
    with pytest.raises(StoreError, match=r"is of version 0\.0\.9/0, with which this program .* cannot work together"):
        joined(engine)


def test_two_that_join_at_once_with_different_keys_are_not_both_let_in(engine: Engine) -> None:
    """At the first start of a house on two computers, each with a key file of its own."""
    found: list[str] = []

    def other() -> None:
        try:
            joined(engine, keys="other")
        except StoreError as error:
            found.append(str(error))

    joins = threading.Thread(target=other)
    with transaction(engine) as conn:
        leases.one_joins(conn)
        leases.join(conn, name="1@there", address="http://there", version="0/1", keys="key", lease_ms=600_000)
        joins.start()
        waits(engine, joins)
    joins.join(60)
    assert len(found) == 1 and "with another key file" in found[0]


def test_who_joins_holds_up_nobody_who_renews(engine: Engine) -> None:
    first = joined(engine)
    with transaction(engine) as conn:
        leases.one_joins(conn)
        with transaction(engine) as other:
            leases.bound(other)
            assert leases.renew(other, first, 1000)


def test_a_process_of_this_computer_that_died_is_not_waited_for(engine: Engine) -> None:
    """Its lease would run for a long time yet."""
    tables(engine, 1)
    first = joined(engine)
    look(engine, first)
    with transaction(engine) as conn:
        name = conn.exec_driver_sql("SELECT name FROM processes").scalar_one()
        gone = f"{2**22 + 1}@{name.partition('@')[2]}"  # no process has such a number
        conn.execute(text("UPDATE processes SET name = :name"), {"name": gone})
    second = joined(engine)
    assert look(engine, second) == {HOUSE: 2, 1: 2}
