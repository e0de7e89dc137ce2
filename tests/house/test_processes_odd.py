"""What nobody should do to a house of several processes, and what happens all the same: lines edited by hand, clocks
that jump, a database that is read-only or away, keys and versions that do not fit. A clear sentence, nothing lost."""

import asyncio
import gc
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from house import running as r
from house.server_support import Served, answer, said, served, until
from house.several import Part, together, two_servers
from pitboss.house.fair.keys import Keys, KeyTrouble
from pitboss.house.live.restart import CannotRestore
from pitboss.house.processes.membership import GONE
from pitboss.house.store import leases
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.leases import MOVED
from pitboss.house.store.opening import transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail.bodies import Parked
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def say(house: Part, statement: str) -> None:
    """What somebody types at the database."""
    with transaction(house.house.engine) as conn:
        conn.exec_driver_sql(statement)


EDITED = {
    "a process that nobody knows": "UPDATE leases SET process = 'nobody' WHERE chain = 1",
    "a lower epoch": "UPDATE leases SET epoch = epoch - 1 WHERE chain = 1",
    "an epoch below zero": "UPDATE leases SET epoch = -5 WHERE chain = 1",
    "a higher epoch": "UPDATE leases SET epoch = epoch + 1 WHERE chain = 1",
    "the highest epoch": "UPDATE leases SET epoch = 9223372036854775807 WHERE chain = 1",
    "no process": "UPDATE leases SET process = NULL WHERE chain = 1",
    "no line": "DELETE FROM leases WHERE chain = 1",
    "no lines at all": "DELETE FROM leases",
    "the other process": "UPDATE leases SET process = (SELECT id FROM processes ORDER BY joined_at DESC LIMIT 1)",
    "no processes": "DELETE FROM processes",
    "a line that says nothing": "UPDATE processes SET leaves = 'nonsense', name = '', version = '/1'",
}


@pytest.mark.parametrize("what", EDITED)
def test_a_line_that_was_edited_by_hand_loses_nothing(postgresql_url: str, tmp_path: Path, what: str) -> None:
    """In the middle of a round: what was acknowledged is there, what comes meanwhile is done once or refused, and soon
    one process has the table again and the round goes on. The audit finds nothing."""

    async def test(one: Part, two: Part) -> None:
        table = await r.at_table(one.house, "let-it-ride", "Ann")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer", a.CloseBets()))
        await r.staff(table)
        state = table.now.state
        say(one, EDITED[what])
        late = await table.act("player:Ann", a.Decide(1, "ride"), "late")
        assert not isinstance(late, Refusal) or late in (MOVED,) or late.code == "store"
        for _ in range(4):
            await one.look()
            await two.look()
        having = [each for each in (one, two) if 1 in each.house.tables]
        assert len(having) == 1 and sum(HOUSE in each.house.epochs for each in (one, two)) == 1
        (goes_on,) = having
        taken = goes_on.house.tables[1]
        assert isinstance(late, Refusal) == (taken.now.state == state)
        again = await r.done(taken.act("player:Ann", a.Decide(1, "ride"), "late"))
        assert again.again == (not isinstance(late, Refusal))
        await r.finish(taken)

    together(postgresql_url, tmp_path, test)


def test_lines_of_tables_that_are_not_there_are_nobodys(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        await r.opened(one.house, r.terms("let-it-ride", table="T"))
        me = one.house.process
        say(one, f"INSERT INTO leases (chain, process, epoch, since) VALUES (99, '{me}', 1, 1), (98, NULL, 1, 1)")
        twin = (
            "SELECT 'twin', name, address, version, keys, joined_at, expires_at, 0, renewed_at, 0, '{}' FROM processes"
        )
        say(one, f"INSERT INTO processes {twin} WHERE id = '{me}'")
        for _ in range(3):
            await one.look()
            await two.look()
        with one.house.engine.connect() as conn:
            assert sorted(leases.every(conn)) == [HOUSE, 1]
        assert list(one.house.tables) == [1] and "twin" not in one.membership.processes

    together(postgresql_url, tmp_path, test)


def test_nobody_is_sent_to_an_address_that_no_process_wrote(postgresql_url: str, tmp_path: Path) -> None:
    """Who has the database alone would hear what is passed on: tokens and passwords. The process itself joins again."""

    async def test(one: Part, two: Part) -> None:
        await two.look()
        me = one.house.process
        assert two.membership.owner(HOUSE) == two.membership.processes[me]
        say(one, f"UPDATE processes SET address = 'http://127.0.0.1:1' WHERE id = '{me}'")
        await two.look()
        assert me not in two.membership.processes and HOUSE in two.house.epochs
        for _ in range(2):
            await one.look()
        found = one.membership.owner(HOUSE)
        assert found is not None and found.id == two.house.process

    together(postgresql_url, tmp_path, test)


@pytest.mark.parametrize("hours", [-3, 3])
def test_the_clock_of_the_database_jumps(postgresql_url: str, tmp_path: Path, hours: int) -> None:
    """All lines are as if they had been written that much earlier or later: who is looked at first counts as gone, and
    joins again. A process that hangs is not waited for until its line would have run out."""

    async def test(one: Part, two: Part) -> None:
        table = await r.opened(one.house, r.terms("let-it-ride", table="T"))
        before = table.now.number
        jump = -hours * 3_600_000
        later = (f"{column} = {column} + {jump}" for column in ("joined_at", "expires_at", "renewed_at"))
        say(one, f"UPDATE processes SET {', '.join(later)}")
        await two.look()
        assert list(two.house.tables) == [1] and two.house.tables[1].now.number >= before
        assert await table.note(Parked("parked")) == MOVED
        for _ in range(2):
            await one.look()
        assert one.membership.lost == "" and {p.id for p in one.membership.others()} == {two.house.process}

    together(postgresql_url, tmp_path, test)


# --- what does not fit ------------------------------------------------------------------------------------------------


def test_a_process_that_comes_back_to_a_house_with_another_key_says_so(postgresql_url: str, tmp_path: Path) -> None:
    """It hung, and meanwhile the house was opened with another key file."""

    async def test(one: Part, two: Part) -> None:
        told: list[str] = []
        two.membership.on_lost = told.append
        two.freeze()
        await one.look()
        say(one, "UPDATE processes SET keys = 'another'")
        running = asyncio.create_task(two.membership.run())
        while len(told) < 2:
            await asyncio.sleep(0.01)
        assert told[0] == GONE and "serves this house with another key file" in told[1]
        assert two.membership.lost == told[1]
        say(one, f"UPDATE processes SET keys = '{one.house.keys.public}'")
        while two.membership.lost:
            two.membership.wake()
            await asyncio.sleep(0.01)
        async with two.membership._one:  # it is asking the database nothing
            running.cancel()
            await asyncio.wait([running])

    together(postgresql_url, tmp_path, test)


def _folder(place: Path) -> Path:
    place.mkdir()
    return place


def test_a_second_house_with_another_key_or_language_does_not_open(postgresql_url: str, tmp_path: Path) -> None:
    with served(tmp_path / "one", database=postgresql_url) as server:
        Keys.load(_folder(tmp_path / "two") / "keys", make=True)
        # Where the first has signed a checkpoint by now, that says it already.
        said = "serves this house with another key file|the last checkpoint of the store is signed with"
        other_key = pytest.raises((StoreError, KeyTrouble), match=said)
        with other_key, served(tmp_path / "two", database=postgresql_url):
            pass
        with transaction(server.running.house.engine) as conn:
            conn.exec_driver_sql("UPDATE processes SET version = '9.0/999'")
        other_words = pytest.raises(StoreError, match=r"is of version 9\.0/999, with which this program")
        with other_words, served(tmp_path / "one", database=postgresql_url):
            pass
        assert server.http.get("/readyz").status_code == 200


def test_a_house_that_nobody_serves_does_not_open_with_another_key(postgresql_url: str, tmp_path: Path) -> None:
    with served(tmp_path / "one", database=postgresql_url):
        pass
    missing = pytest.raises(KeyTrouble, match=r"there is no key file at .*; the database cannot be served without")
    with missing, served(tmp_path / "two", database=postgresql_url):
        pass
    Keys.load(tmp_path / "two" / "keys", make=True)
    wrong = pytest.raises((KeyTrouble, CannotRestore), match="key")
    with wrong, served(tmp_path / "two", database=postgresql_url):
        pass
    with served(tmp_path / "one", database=postgresql_url) as server:
        assert len(server.running.house.tables) == 7


# --- a database in trouble --------------------------------------------------------------------------------------------


@pytest.fixture
def alone(postgresql_url: str, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, database=postgresql_url, lease_seconds=2.0) as server:
        yield server


def _unready(server: Served) -> dict[str, Any]:
    found = server.http.get("/readyz")
    return {} if found.status_code == 200 else {"status": found.status_code, **found.json()}


def test_a_process_that_lost_its_lease_is_not_ready_and_says_why(alone: Served) -> None:
    """Others have counted it as gone, and do not let it in again: they have another key file."""
    house = alone.running.house
    with transaction(house.engine) as conn:
        conn.exec_driver_sql("DELETE FROM processes")
        other = leases.join(conn, name="1@far", address="http://far", version="1/1", keys="other", lease_ms=600_000)
    until(lambda: "1@far at http://far serves this house with another key file" in _unready(alone).get("message", ""))
    assert (_unready(alone)["status"], _unready(alone)["code"]) == (503, "store")
    assert "pitboss_membership_lost 1" in alone.http.get("/metrics").text
    with transaction(house.engine) as conn:
        leases.leave(conn, other)
    until(lambda: not _unready(alone) and len(house.tables) == 7)


def test_a_process_that_is_counted_as_gone_says_so_until_it_is_back(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        told: list[str] = []
        one.membership.on_lost = told.append
        one.freeze()
        await two.look()
        await one.membership.look()
        assert told == [GONE] and one.membership.lost == GONE
        await one.membership.look()
        assert one.membership.lost == ""

    together(postgresql_url, tmp_path, test)


TROUBLES = {
    "read-only": ("SET default_transaction_read_only = on", "RESET default_transaction_read_only"),
    "no connections": ("ALLOW_CONNECTIONS false", "ALLOW_CONNECTIONS true"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_database_that_is_read_only_or_takes_no_connections(alone: Served, postgresql_url: str, trouble: str) -> None:
    """Acts are refused, the house is not ready and says why; when the database is well again, so is the house, and
    everything is there."""
    guest = alone.guest()
    name = conninfo_to_dict(postgresql_url)["dbname"]
    with psycopg.connect(postgresql_url, dbname="postgres", autocommit=True) as conn:

        def become(what: str) -> None:
            conn.execute(f"ALTER DATABASE {name} {what}".encode())
            conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

        before, after = TROUBLES[trouble]
        become(before)
        try:
            until(lambda: bool(_unready(alone)))
            unready = _unready(alone)
            assert (unready["status"], unready["code"]) == (503, "store") and unready["message"]
            until(lambda: alone.http.post("/api/v1/guest", json={}).status_code == 503)
        finally:
            become(after)
    until(lambda: not _unready(alone) and len(alone.running.house.tables) == 7)
    assert guest.me().handle == guest.handle and guest.balance == 100_000
    _forget_ended()


def _forget_ended() -> None:
    """A connection that the server has ended is dropped as it is. Python says so where it collects it: here, and not in
    a test that comes later."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


# --- old clients ------------------------------------------------------------------------------------------------------


def test_an_old_client_at_another_process_is_answered_as_at_its_own(postgresql_url: str, tmp_path: Path) -> None:
    """Fields that nobody knows, no `after`, one of long ago or of the future: a clear answer, whoever it asks."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        guest = first.guest()
        for table in (min(first.running.house.tables), min(second.running.house.tables)):
            for query in ("", "?after=", "?after=0", "?after=1", "?after=999999999"):
                with first.socket(table, guest, query) as socket:
                    assert said(socket)["type"] == "hello"
                    socket.send(json.dumps({"id": "1", "ping": True, "colour": "green"}))
                    refused = answer(socket)
                    assert (refused["type"], refused["code"]) == ("refused", "shape"), refused
                    assert "colour" in json.dumps(refused)
                    socket.send(json.dumps({"id": "2", "ping": True}))
                    assert answer(socket)["type"] == "done"
