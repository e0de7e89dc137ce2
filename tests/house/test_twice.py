"""Sent twice it is done once, also when the house was restarted in between: openings and closings of tables, terms and
their approval, accounts, passwords. The same id for something else is refused."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import OperationalError

import house.running as r
from house.people_desk import MAX, SECRET, Desk, at_desk, code
from house.server_support import PASSWORD, served
from pitboss.client import Refused
from pitboss.house.house import House
from pitboss.house.live.approvals import Proposal
from pitboss.house.live.table import LiveTable
from pitboss.house.people.by_trail import derive, differences
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, transaction
from pitboss.house.store.writer import StoreTrouble, Writer
from pitboss.house.trail.asked import new_only
from pitboss.house.trail.rows import read
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import default_submission
from pitboss.table.refusals import Refusal

GAME, MAY = "dragon-poker", "manager:May"


def rows(house: House) -> int:
    with house.engine.connect() as conn:
        return conn.execute(select(func.count()).select_from(schema.trail)).scalar_one()


async def again(house: House, url: str, folder: Path) -> House:
    clock = house.clock
    house.close()
    return await r.open_house(url, folder, first=99, clock=clock)


def test_a_table_is_opened_once(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        first = await house.open_table(r.terms(GAME), MAY, act_id="o1")
        assert isinstance(first, LiveTable)
        written = rows(house)
        for _ in range(2):
            repeated = await house.open_table(r.terms(GAME), "supervisor:May", act_id="o1")
            assert repeated is house.tables[1]
            other = await house.open_table(r.terms(GAME, table="Another"), MAY, act_id="o1")
            assert isinstance(other, Refusal) and other.code == "id_reused"
            by_hand = await house.open_table(r.terms(GAME), MAY, dealer="person", act_id="o1")
            assert isinstance(by_hand, Refusal) and by_hand.code == "id_reused"
            assert rows(house) == written and list(house.tables) == [1]
            house = await again(house, store_url, tmp_path)
        taken = await house.open_table(r.terms(GAME), "manager:Sue", act_id="o1")
        assert isinstance(taken, Refusal) and taken.code == "name_taken", "another person's id is another id"
        assert not isinstance(await house.close_table(house.tables[1], MAY, "", "c1"), Refusal)
        closed = await house.open_table(r.terms(GAME), MAY, act_id="o1")
        assert isinstance(closed, Refusal) and closed.code == "table_closed"
        house.close()

    asyncio.run(scene())


def test_an_opening_whose_answer_was_lost_is_found(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store kept the table, and the answer never came: the same request finds it, and the next table has a number
    of its own."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        real = house.kept

        async def lost(write: Any, then: Any) -> Any:
            await real(write, lambda _: None)
            raise StoreTrouble("the connection was lost")

        with monkeypatch.context() as patched:
            patched.setattr(house, "kept", lost)
            failed = await house.open_table(r.terms(GAME), MAY, act_id="o1")
        assert isinstance(failed, Refusal) and failed.code == "store" and not house.tables
        house.look_again()
        repeated = await house.open_table(r.terms(GAME), MAY, act_id="o1")
        assert isinstance(repeated, LiveTable) and repeated.fixed.chain == 1
        assert (await r.opened(house, "let-it-ride")).fixed.chain == 2
        await r.seat(repeated, "Ann")
        await r.play_round(repeated, "Ann")
        house.close()

    asyncio.run(scene())


def test_terms_are_proposed_and_approved_and_withdrawn_once(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        await r.opened(house, GAME)
        await r.opened(house, "let-it-ride")
        new, other = r.terms(GAME, version=2), r.terms("let-it-ride", version=2)
        one = await house.approvals.propose(house.tables[1], new, "supervisor:Sue", "p1")
        two = await house.approvals.propose(house.tables[2], other, "supervisor:Sue", "p2")
        assert isinstance(one, Proposal) and isinstance(two, Proposal)
        approved = await house.approvals.approve(one.id, MAY, "a1")
        withdrawn = await house.approvals.withdraw(two.id, "supervisor:Sue", "w1")
        assert isinstance(approved, Proposal) and isinstance(withdrawn, Proposal)
        written = rows(house)
        for _ in range(2):
            approvals, tables = house.approvals, house.tables
            assert await approvals.propose(tables[1], new, "manager:Sue", "p1") == approved, "as it is by now"
            assert await approvals.propose(tables[2], other, "supervisor:Sue", "p2") == withdrawn
            assert await approvals.approve(one.id, MAY, "a1") == approved
            assert await approvals.withdraw(two.id, "supervisor:Sue", "w1") == withdrawn
            for reused in (
                approvals.propose(tables[1], r.terms(GAME, version=3), "supervisor:Sue", "p1"),
                approvals.propose(tables[2], other, "supervisor:Sue", "p1"),
                approvals.approve(two.id, MAY, "a1"),
                approvals.withdraw(one.id, MAY, "a1"),
                approvals.approve(one.id, "manager:Sue", "p1"),
            ):
                refused = await reused
                assert isinstance(refused, Refusal) and refused.code == "id_reused"
            assert rows(house) == written
            house = await again(house, store_url, tmp_path)
        house.close()

    asyncio.run(scene())


def test_an_id_of_the_cage_is_not_free_for_terms(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, GAME)
        assert isinstance(await house.cage.buy_in("Ann", 100, MAY, act_id="x"), int)
        refused = await house.approvals.propose(table, r.terms(GAME, version=2), MAY, "x")
        assert isinstance(refused, Refusal) and refused.code == "id_reused"
        assert isinstance(await house.approvals.propose(table, r.terms(GAME, version=2), MAY, "y"), Proposal)
        money = await house.cage.buy_in("Ann", 100, MAY, act_id="y")
        assert isinstance(money, Refusal) and money.code == "id_reused"
        house.close()

    asyncio.run(scene())


# --- people -----------------------------------------------------------------------------------------------------------


def on_two_days(
    engine: Engine, writer: Writer, first: Callable[[Desk], Awaitable[None]], then: Callable[[Desk], Awaitable[None]]
) -> None:
    """The second day nothing is in memory; nothing more may be written than the first day."""

    async def day_one(desk: Desk) -> None:
        await desk.create("Max", roles=("manager",))
        await desk.create("Ann")
        await first(desk)

    async def day_two(desk: Desk) -> None:
        before = len(desk.rows())
        await then(desk)
        assert len(desk.rows()) == before
        with engine.connect() as conn:
            assert differences(derive(desk.rows()), conn) == []

    at_desk(engine, writer, day_one)
    at_desk(engine, writer, day_two)


def test_an_account_is_made_once(engine: Engine, writer: Writer) -> None:
    async def first(desk: Desk) -> None:
        await desk.people.create("Bea", ("dealer",), SECRET, MAX, act_id="n1")

    async def then(desk: Desk) -> None:
        found = await desk.people.create("Bea", ("dealer",), SECRET, MAX, act_id="n1")
        assert (found.handle, found.roles) == ("Bea", ("dealer",))
        assert await code(desk.people.create("Bea", ("manager",), SECRET, MAX, act_id="n1")) == "id_reused"
        assert await code(desk.people.create("Cleo", ("dealer",), SECRET, MAX, act_id="n1")) == "id_reused"
        assert await code(desk.people.create("Bea", ("dealer",), SECRET, MAX, act_id="n2")) == "handle_taken"

    on_two_days(engine, writer, first, then)


def test_a_late_repetition_does_not_undo_what_came_after(engine: Engine, writer: Writer) -> None:
    async def first(desk: Desk) -> None:
        await desk.people.change("Ann", MAX, roles=("dealer",), disabled=True, act_id="c1")
        await desk.people.change("Ann", MAX, disabled=False, act_id="c2")
        await desk.people.change("Ann", MAX, roles=("auditor",), act_id="c3")
        await desk.people.change("Ann", MAX, password="another secret", act_id="c4")
        await desk.token("Ann", "another secret")

    async def then(desk: Desk) -> None:
        for how in ({"roles": ("dealer",), "disabled": True, "act_id": "c1"}, {"password": SECRET, "act_id": "c4"}):
            found = await desk.people.change("ann", MAX, **how)  # what each call was
            assert (found.roles, found.disabled) == (("auditor",), False)
        assert await code(desk.people.change("Ann", MAX, roles=("player",), act_id="c1")) == "id_reused"
        assert await code(desk.people.change("Ann", MAX, disabled=True, act_id="c2")) == "id_reused"
        assert await code(desk.people.change("Max", MAX, disabled=False, act_id="c2")) == "id_reused"
        assert len(await desk.people.sessions_of("Ann")) == 1, "and nobody was thrown out"

    on_two_days(engine, writer, first, then)


def test_an_own_password_is_changed_once(engine: Engine, writer: Writer) -> None:
    kept: list[str] = []

    async def first(desk: Desk) -> None:
        kept.append(await desk.token("Ann"))
        session = await desk.people.who(kept[0])
        assert session is not None
        await desk.people.change_password(session, SECRET, "another secret", act_id="w1")
        kept.append(await desk.token("Ann", "another secret"))

    async def then(desk: Desk) -> None:
        session, other = [await desk.people.who(token) for token in kept]
        assert session is not None and other is not None
        assert await desk.people.change_password(session, SECRET, "another secret", act_id="w1") == session
        assert await desk.people.who(kept[1]) is not None, "the other session, begun later, goes on"
        assert desk.whats("session").count("failed") == 0, "the old password is not held against anybody"

    on_two_days(engine, writer, first, then)


def test_the_id_of_somebody_else_is_another(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        await desk.people.change("Ann", "manager:Mia", roles=("dealer",), act_id="c1")
        changed = await desk.people.change("Ann", "manager:Max", roles=("auditor",), act_id="c1")
        assert changed.roles == ("auditor",)
        with engine.connect() as conn:
            assert sum(row.act_id == "c1" for row in read(conn, schema.HOUSE)) == 2

    at_desk(engine, writer, run)


# --- through the API --------------------------------------------------------------------------------------------------


def _code(asking: Any, path: str, body: dict[str, Any]) -> str:
    with pytest.raises(Refused) as refused:
        asking.ask("POST", path, body)
    return refused.value.code


def test_what_staff_ask_for_is_done_once_over_a_restart(tmp_path: Path) -> None:
    """Every request of one evening is sent again the next morning: nothing is written, and the answers are the same."""
    submission = default_submission("let-it-ride").replace('"Let It Ride 1"', '"Twice"')
    changed = submission.replace("version = 1", "version = 2")
    with served(tmp_path) as first:
        maria, sue = first.manager, first.staff("Sue", "supervisor")
        opened = maria.ask("POST", "/api/v1/tables", {"id": "o1", "submission": submission, "cards": "feed"})
        at = f"/api/v1/tables/{opened['id']}"
        proposal = sue.ask("POST", f"{at}/proposals", {"id": "p1", "submission": changed})
        number = proposal["id"]
        withdrawn = sue.ask("POST", f"{at}/proposals/{number}/withdraw", {"id": "w1"})
        key = maria.ask("POST", f"{at}/feed-key", {"id": "k1"})["key"]
        maria.ask("POST", "/api/v1/accounts", {"id": "n1", "handle": "Dora", "roles": ["dealer"], "password": PASSWORD})
        maria.ask("PATCH", "/api/v1/accounts/Dora", {"id": "c1", "roles": ["floorperson"]})
        maria.ask("PATCH", "/api/v1/accounts/Dora", {"id": "c2", "roles": ["auditor"]})
        second = maria.ask("POST", "/api/v1/tables", {"id": "o2", "submission": submission.replace("Twice", "Thrice")})
        closed = maria.ask("POST", f"/api/v1/tables/{second['id']}/close", {"id": "e1", "reason": "late"})
        fed = {"id": "o3", "submission": submission.replace("Twice", "Fed"), "cards": "feed"}
        shoe = f"/api/v1/tables/{maria.ask('POST', '/api/v1/tables', fed)['id']}/feed-key"
        assert not closed["again"]
    with served(tmp_path) as again:
        for player in (maria, sue):
            player.house = again.house
        with again.running.house.engine.connect() as conn:
            before = sum(1 for _ in read(conn, schema.HOUSE))
        table = maria.ask("POST", "/api/v1/tables", {"id": "o1", "submission": submission, "cards": "feed"})
        assert table["id"] == opened["id"] and len(again.running.house.tables) == len(games()) + 2
        assert sue.ask("POST", f"{at}/proposals", {"id": "p1", "submission": changed}) == withdrawn
        assert sue.ask("POST", f"{at}/proposals/{number}/withdraw", {"id": "w1"}) == withdrawn
        new = {"id": "n1", "handle": "Dora", "roles": ["dealer"], "password": PASSWORD}
        assert maria.ask("POST", "/api/v1/accounts", new)["roles"] == ["auditor"]
        assert maria.ask("PATCH", "/api/v1/accounts/Dora", {"id": "c1", "roles": ["floorperson"]})["roles"] == [
            "auditor"
        ]
        close = f"/api/v1/tables/{second['id']}/close"
        assert maria.ask("POST", close, {"id": "e1", "reason": "late"})["again"]
        gift = {"id": "n1", "from": "patron:Sue", "to": "cage", "cents": 1, "reason": "x"}
        thrice = {"id": "o2", "submission": submission.replace("Twice", "Thrice")}
        assert _code(maria, f"{at}/feed-key", {"id": "k1"}) == "repeated"
        assert _code(maria, shoe, {"id": "k1"}) == "id_reused"
        assert _code(maria, close, {"id": "e1", "reason": "early"}) == "id_reused"
        assert _code(maria, close, {"id": "e2"}) == "no_table"
        assert _code(maria, "/api/v1/tables", {"id": "o1", "submission": changed}) == "id_reused"
        assert _code(maria, "/api/v1/tables", thrice) == "table_closed"
        assert _code(maria, "/api/v1/transfers", gift) == "id_reused"
        with again.running.house.engine.connect() as conn:
            assert sum(1 for _ in read(conn, schema.HOUSE)) == before
        authorization = {"Authorization": f"Feed {key}"}
        answer = again.http.post(f"{at}/feed", json={"id": "f", "cards": ["As"]}, headers=authorization)
        assert answer.json()["code"] != "feed_key", "the key is still the first one"


def test_an_id_is_looked_for_and_given_by_one_process_at_a_time(postgresql_url: str) -> None:
    """Two that looked at the same time would both find nothing, and both do it."""
    engine = open_store(postgresql_url)
    with transaction(engine) as conn:  # as where several processes are one house
        conn.execute(schema.leases.insert().values(chain=schema.HOUSE, epoch=1, since=0))
    with transaction(engine) as one, transaction(engine) as two:
        new_only(one, MAY, "x")
        two.execute(text("SET LOCAL lock_timeout = '50ms'"))
        with pytest.raises(OperationalError, match="lock timeout"):
            new_only(two, MAY, "x")
    engine.dispose()
