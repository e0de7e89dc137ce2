"""Tables and the desk change hands: who asks meanwhile waits, and what a process cannot take up it leaves to others."""

import asyncio
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from games.copies import ID, tiger
from house import running as r
from house.server_support import PASSWORD, Served, said, served, until
from house.several import Part, Still, knows, shared, table_of, together, two_servers
from pitboss.cli.serve import _set_up_here
from pitboss.house.live.restart import CannotRestore
from pitboss.house.money.accounts import FUNDS
from pitboss.house.money.books import balances_of
from pitboss.house.processes.joining import PROTOCOL, Introduction, join
from pitboss.house.store import leases
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.opening import open_store, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail.bodies import Parked
from pitboss.house.trail.checkpoints import heads, last, reached
from pitboss.rulebook.folders import release
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

MISSING = "table 'T' cannot be taken up: the game 'tiger-poker' is not known here"


# --- who asks while a table changes hands -----------------------------------------------------------------------------


def _give(server: Served, table: int) -> None:
    membership = shared(server).membership
    giving = membership.give(server.running.house.tables[table])
    asyncio.run_coroutine_threadsafe(giving, membership._loop).result(60)


@pytest.mark.parametrize("front", [0, 1])
def test_who_asks_while_a_table_changes_hands_waits_for_it(
    postgresql_url: str, tmp_path: Path, front: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket as well as a request: at the process that had it, and at one that still believes the other has it."""
    monkeypatch.setattr("pitboss.house.server.shared.TAKEOVER", 60.0)
    with two_servers(postgresql_url, tmp_path) as (first, second), ExitStack() as stack:
        asked = (first, second)[front]
        table = table_of(second)
        told: list[str] = []

        def look_on() -> None:
            with asked.socket(table) as socket:
                told.append(said(socket)["type"])

        def read() -> None:
            told.append(str(asked.http.get(f"/api/v1/tables/{table}").json().get("id")))

        with Still(first, second):
            _give(second, table)
            asking = [threading.Thread(target=look_on), threading.Thread(target=read)]
            for each in asking:
                each.start()
                stack.callback(each.join, 60)
            for each in asking:
                each.join(0.2)
            assert told == [], "nobody has the table"
        for each in asking:
            each.join(60)
        assert sorted(told) == sorted(["hello", str(table)])


def test_what_was_meant_for_a_process_that_had_this_address_before_goes_no_further(
    postgresql_url: str, tmp_path: Path
) -> None:
    """Another process was at the same address until a moment ago: its requests are not passed on in a circle."""
    with served(tmp_path, database=postgresql_url, lease_seconds=600.0) as server:
        house, membership = server.running.house, shared(server).membership
        known = Introduction(server.url, house.keys.public, 1.0, house.keys.between_processes())
        with transaction(house.engine) as conn:
            ghost = leases.join(
                conn,
                name="1@elsewhere",
                address=server.url,
                version=f"1/{PROTOCOL}",
                keys=house.keys.public,
                lease_ms=600_000,
                mark=lambda made: known.mark(made, server.url),
            )
            conn.exec_driver_sql(f"UPDATE leases SET process = '{ghost}', epoch = epoch + 1 WHERE chain = 1")
        membership.wake()
        until(lambda: membership.owner(1) is not None)
        before = server.running.app.desk.figures.requests.total()
        found = server.http.get("/api/v1/tables/1")
        assert found.status_code == 503 and found.json()["code"] == "moved"
        assert server.running.app.desk.figures.requests.total() - before < 100
        with pytest.raises(StoreError, match="of another computer says that it is at the same address"):
            join(house.engine, known)


# --- games that are not here ------------------------------------------------------------------------------------------


def test_a_table_is_taken_by_a_process_that_has_its_game(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its share is; the other says once that it leaves the table alone, and gets other tables."""

    async def test(one: Part, two: Part) -> None:
        for number in range(4):
            await r.opened(one.house, r.terms("let-it-ride", table=f"T{number}"))

        def lacking(conn: Connection, asked: set[int]) -> dict[int, str]:  # all of a test are in one program
            return dict.fromkeys(asked & {1, 2, 3}, MISSING)

        monkeypatch.setattr(two.house, "cannot_take_up", lacking)
        told: list[str] = []
        two.membership.on_cannot = told.append
        await one.membership.give_all()
        for each in (two, two, one, one):
            await each.look()
        assert sorted(two.house.tables) == [4] and sorted(one.house.tables) == [1, 2, 3]
        assert told == [MISSING] * 3 and list(two.membership.cannot) == [1, 2, 3]
        await two.look()
        await one.look()
        await one.membership._share()
        assert sorted(one.house.tables) == [1, 2, 3], "it has more than its share, and keeps what nobody else can have"
        owner = two.membership.owner(1)
        assert owner is not None and owner.id == one.house.process

    together(postgresql_url, tmp_path, test)


def test_a_table_that_nobody_can_take_up_is_told(postgresql_url: str, tmp_path: Path) -> None:
    """The game of the folder is real: it is known to this program until it is released."""
    place = tiger(tmp_path / "tiger")
    given: dict[str, Any] = {"database": postgresql_url, "lease_seconds": 6.0}
    with served(tmp_path, games=(place,), **given) as server:
        (table,) = (t.fixed.chain for t in server.running.house.tables.values() if t.now.rules.game.id == ID)
        open_tables = len(server.running.house.tables)
    release(ID)
    unknown = f"the game '{ID}' is not known here; name its folder with --game"
    with pytest.raises(CannotRestore, match=unknown), served(tmp_path, **given):
        pass
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        assert leases.processes(conn) == [], "who does not open leaves at once"
    engine.dispose()
    with served(tmp_path, games=(place,), **given) as having:
        until(lambda: len(having.running.house.tables) == open_tables)
        release(ID)  # from now on a process that starts does not know it
        with served(tmp_path, **given) as lacking:
            until(lambda: table in shared(lacking).membership.leases)
            _drained(having)
            until(lambda: len(lacking.running.house.tables) == open_tables - 1)
            until(lambda: shared(lacking).nobody_has(table))
            ready = lacking.http.get("/readyz").json()
            assert ready["status"] == "ready" and "no process has it" in ready["warnings"][-1]
            assert f"the game '{ID}' is not known here" in ready["warnings"][-1]
            found = lacking.http.get(f"/api/v1/tables/{table}")
            assert found.status_code == 503
            assert found.json()["message"] == "no process of the house can take this table up"


def _drained(server: Served) -> None:
    with transaction(server.running.house.engine) as conn:
        assert leases.drain(conn, server.running.house.process)


def test_a_table_that_cannot_be_performed_again_is_left_to_others_too(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only for want of its game: and it is tried once, not every moment."""

    async def test(one: Part, two: Part) -> None:
        await r.opened(one.house, r.terms("let-it-ride", table="T"))
        await one.membership.give_all()
        tried: list[int] = []

        async def take_up_all(chains: object) -> None:
            tried.append(1)
            raise CannotRestore("table 'T': the kept state is not the one the trail records")

        monkeypatch.setattr(two.house, "take_up_all", take_up_all)
        for _ in range(3):
            await two.look()
        assert tried == [1] and HOUSE in two.house.epochs
        await one.look()
        await one.look()
        assert list(one.house.tables) == [1]

    together(postgresql_url, tmp_path, test)


def test_who_comes_to_a_process_that_goes_is_passed_on_to_the_end(postgresql_url: str, tmp_path: Path) -> None:
    """Its tables are others' by then, and a proxy may not have heard yet. Nobody waits for it in vain."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        table, guest = table_of(first), first.guest("Ann")
        ending = asyncio.run_coroutine_threadsafe(shared(first).end(), shared(first).membership._loop)
        ending.result(60)
        ready = first.http.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "closing")
        first.running.app.desk.closing = True  # what follows in `Running.end`
        until(lambda: len(second.running.house.tables) == 7 and HOUSE in second.running.house.epochs)
        for _ in range(3):
            assert first.http.get(f"/api/v1/tables/{table}").json()["id"] == table
            assert first.house.guest().handle
        sit = {"id": "sit", "do": {"do": "TakeSeat", "seat": 1, "player": guest.handle}}
        guest.ask("POST", f"/api/v1/tables/{table}/acts", sit)
        assert second.running.house.tables[table].now.state.seats[0].player == guest.handle
        assert [table["id"] for table in first.http.get("/api/v1/tables").json()] == [1, 2, 3, 4, 5, 6, 7]


# --- the desk ---------------------------------------------------------------------------------------------------------


def test_a_new_desk_prints_a_set_up_link_of_its_own(
    postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one that was printed before was known to the process that printed it. Where there is a manager, none is."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        assert first.set_up and not second.set_up
        second.running.on_set_up = _set_up_here
        _drained(first)
        until(lambda: second.running.set_up is not None)
        link = f"{second.url}/setup#{second.running.set_up}"
        until(lambda: link in capsys.readouterr().out)
        old = {"token": first.set_up, "handle": "Mia", "password": PASSWORD}
        assert second.http.post("/api/v1/setup", json=old).json()["code"] == "set_up"
        second.set_up = second.running.set_up
        assert second.manager.me().roles == ["manager"]
        with served(tmp_path, database=postgresql_url, lease_seconds=6.0) as third:
            until(lambda: knows(third, table_of(second)))
            _drained(second)
            until(lambda: HOUSE in third.running.house.epochs and len(third.running.house.tables) == 7)
            assert third.running.set_up is None


def test_the_desk_signs_what_others_write_and_signs_before_it_goes(postgresql_url: str, tmp_path: Path) -> None:
    """Where the last process stops, nothing is left unsigned."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        checkpoints = first.running._checkpoints
        loop = shared(first).membership._loop
        asyncio.run_coroutine_threadsafe(checkpoints.write(), loop).result(60)
        table = second.running.house.tables[table_of(second)]

        async def note() -> None:
            await table.note(Parked("parked"))

        asyncio.run_coroutine_threadsafe(note(), shared(second).membership._loop).result(60)
        asyncio.run_coroutine_threadsafe(checkpoints.write(), loop).result(60)
        assert _signed(postgresql_url)[table_of(second)] == table.now.number
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        written = {chain: number for chain, (number, _) in heads(conn).items()}
    engine.dispose()
    assert _signed(postgresql_url) == written


def _signed(url: str) -> dict[int, int]:
    """The last row of each chain that a checkpoint covers."""
    engine = open_store(url)
    with engine.connect() as conn:
        found = {chain: number for chain, (number, _) in reached(last(conn)).items()}
    engine.dispose()
    return found


def test_terms_that_were_approved_are_adopted_after_a_takeover(postgresql_url: str, tmp_path: Path) -> None:
    """Two people agreed in the middle of a round; the process that takes the table over carries it out."""

    async def test(one: Part, two: Part) -> None:
        table = await r.at_table(one.house, "let-it-ride", "Ann")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer", a.CloseBets()))
        terms = r.terms("let-it-ride", table=table.fixed.name, positions=table.now.rules.terms.positions - 1)
        proposal = await one.house.approvals.propose(table, terms, "supervisor:Sue")
        assert not isinstance(proposal, Refusal), proposal
        assert not isinstance(await one.house.approvals.approve(proposal.id, "manager:May"), Refusal)
        one.freeze()
        await two.look()
        taken = two.house.tables[1]
        await r.finish(taken)
        ripe = two.house.approvals.ripe(taken)
        assert ripe is not None and ripe.id == proposal.id
        assert await two.house.approvals.adopt(taken, ripe) is None
        assert taken.now.rules.terms.digest == terms.digest

    together(postgresql_url, tmp_path, test)


def test_nobody_spends_his_chips_at_two_processes(postgresql_url: str, tmp_path: Path) -> None:
    """Each believes that he has them all; the store lets him spend them once."""

    async def test(one: Part, two: Part) -> None:
        made = [await r.opened(one.house, r.terms("let-it-ride", table=f"T{n}")) for n in range(2)]
        await one.membership.give(made[1])
        await two.look()
        tables = [made[0], two.house.tables[made[1].fixed.chain]]
        assert isinstance(await one.house.cage.buy_in("Ann", 700, "floorperson:Flo"), int)
        await two.house.read_books()
        for table in tables:
            await r.staff(table)
            await r.done(table.act("player:Ann", a.TakeSeat(1, "Ann"), f"sit {table.fixed.name}"))
        wager = a.PlaceWager(1, "bet_1", 500)
        asked = [table.act("player:Ann", wager, f"all {table.fixed.name}") for table in tables]
        answers = await asyncio.gather(*asked)
        kept = [each for each in answers if not isinstance(each, Refusal)]
        with one.house.engine.connect() as conn:
            left = balances_of(conn, ["patron:Ann"])["patron:Ann"]
        staked = sum(sum(table.now.state.seat(1).stakes) for table in tables)
        assert left + staked == 700 and left >= 0 and len(kept) == 1
        refused = next(each for each in answers if isinstance(each, Refusal))
        assert refused.code == FUNDS

    together(postgresql_url, tmp_path, test)
