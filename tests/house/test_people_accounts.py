"""Accounts: made, changed and disabled, with a row for each; guests; the first manager; what a changed store shows."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from sqlalchemy import Connection, Engine, select, text

from house.people_desk import HOUR, MAX, SECRET, START, Desk, at_desk, code
from pitboss.house.people import accounts
from pitboss.house.people.accounts import Person
from pitboss.house.people.by_trail import derive, differences
from pitboss.house.people.passwords import digest
from pitboss.house.store.schema import people
from pitboss.house.store.writer import Writer


def test_an_account_is_made_with_a_row_that_has_no_password(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        made = await desk.people.create("  Ann  Lee ", ["dealer", "player", "dealer"], SECRET, MAX)
        assert made == Person("Ann Lee", ("player", "dealer"), False, False, START)
        with engine.connect() as conn:
            kept = conn.execute(select(people.c.password)).scalar_one()
        assert kept.startswith("$argon2id$")
        assert desk.told() == [
            (
                MAX,
                {
                    "what": "created",
                    "handle": "Ann Lee",
                    "roles": ["player", "dealer"],
                    "password": digest(kept),
                    "at": START,
                },
            )
        ]
        assert [row.at for row in desk.rows()] == [START]

    at_desk(engine, writer, run)


def test_the_librarys_own_cost_is_used_unless_told_otherwise() -> None:
    from argon2 import PasswordHasher, extract_parameters

    from pitboss.house.people.passwords import Passwords

    made = Passwords()
    kept = asyncio.run(made.make(SECRET))
    made.close()
    ours, theirs = extract_parameters(kept), extract_parameters(PasswordHasher().hash(SECRET))
    assert ours == theirs and ours.memory_cost >= 19_456, "at least 19 MiB"


def test_nobody_gets_a_name_that_is_taken_whatever_its_case(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        for other in ("Ann", "ANN", " ann", "Ａｎｎ"):
            assert await code(desk.people.create(other, ("player",), SECRET, MAX)) == "handle_taken"
            assert await code(desk.people.guest(other)) == "handle_taken"
        assert desk.whats() == ["created"]

    at_desk(engine, writer, run)


def test_of_two_who_want_one_name_at_once_one_gets_it(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        asked = [desk.people.create(n, ("player",), SECRET, MAX) for n in ("Ann", "ann", "ANN", "aNN")]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(r).__name__ for r in results) == ["Person", "RefusedAct", "RefusedAct", "RefusedAct"]
        assert len(await desk.people.everyone()) == 1

    at_desk(engine, writer, run)


def test_passwords_at_the_bounds(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        handle = "Ann Ann Lee"
        few = ("aaaaaaaaaaaa", "ababababab", "abcabcabcabc")
        for password in ("", "xyz!" * 2 + "x", "xyz!" * 64 + "x", "Ann Ann Lee", "ANN  ann lee", *few):
            assert await code(desk.people.create(handle, ("player",), password, MAX)) == "password"
        assert desk.rows() == []
        await desk.people.create(handle, ("player",), "Ann Ann Lee!", MAX)
        for password in ("xyz!xyz!xy", "xyz!" * 64, "\ud800xyz" * 3, "a\x00bcdefghij", "  spaces  "):
            await desk.people.change(handle, MAX, password=password)
            assert await code(desk.people.login(handle, password[:-1])) == "bad_login"
            assert await desk.token(handle, password)

    at_desk(engine, writer, run)


def test_a_password_is_the_same_however_its_letters_are_composed(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.people.create("Ann", ("player",), "crème brûlée", MAX)
        assert await desk.token("Ann", "cre\u0300me bru\u0302le\u0301e")
        assert await code(desk.people.login("Ann", "creme brulee")) == "bad_login"

    at_desk(engine, writer, run)


def test_roles_are_those_of_the_rulebooks(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Bea")
        for roles in ((), ("king",), ("player", "king"), ("Player",)):
            assert await code(desk.people.create("Ann", roles, SECRET, MAX)) == "roles"
            assert await code(desk.people.change("Bea", MAX, roles=roles)) == "roles"
        assert desk.whats() == ["created"]

    at_desk(engine, writer, run)


def test_roles_change_at_once_for_whoever_is_logged_in(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        held = await desk.people.who(token)
        assert held is not None and held.person.roles == ("player",)
        await desk.people.change("ann", MAX, roles=["floorperson", "dealer"])
        now = await desk.people.who(token)
        assert now is not None and now.person == Person("Ann", ("dealer", "floorperson"), False, False, START)
        assert desk.people.still(held) == now
        assert desk.told("person")[-1] == (
            MAX,
            {"what": "roles", "handle": "Ann", "roles": ["dealer", "floorperson"], "before": ["player"]},
        )

    at_desk(engine, writer, run)


def test_a_disabled_account_is_out_at_once_and_comes_back_enabled(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann")
        token = await desk.token()
        assert (await desk.people.change("Ann", MAX, disabled=True)).disabled
        assert await desk.people.who(token) is None
        assert await code(desk.people.login("Ann", SECRET)) == "bad_login"
        await desk.people.change("Ann", MAX, disabled=False)
        assert await desk.people.who(token) is None, "sessions that ended stay ended"
        assert await desk.token()
        assert desk.whats("person") == ["created", "disabled", "enabled"]

    at_desk(engine, writer, run)


def test_the_last_manager_stays(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Max", "Mia", roles=("manager",))
        await desk.people.change("Mia", MAX, disabled=True)
        assert await code(desk.people.change("Max", MAX, disabled=True)) == "last_manager"
        assert await code(desk.people.change("Max", MAX, roles=("auditor",))) == "last_manager"
        await desk.people.change("Max", MAX, roles=("auditor", "manager"))
        await desk.people.change("Mia", MAX, disabled=False)
        await desk.people.change("Max", MAX, roles=("auditor",))
        assert await code(desk.people.change("Mia", MAX, disabled=True)) == "last_manager"
        await desk.people.change("Max", MAX, disabled=True)

    at_desk(engine, writer, run)


def test_who_is_not_there_is_not_changed(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        for asked in (
            desk.people.change("Eve", MAX, roles=("player",)),
            desk.people.change("Eve", MAX, disabled=True),
            desk.people.change("Eve", MAX, disabled=False),
            desk.people.change("Eve", MAX, password=SECRET),
        ):
            assert await code(asked) == "no_account"
        assert desk.rows() == []

    at_desk(engine, writer, run)


# --- guests -----------------------------------------------------------------------------------------------------------


def test_a_guest_plays_under_a_free_friendly_name(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        came = [await desk.people.guest() for _ in range(20)]
        names = [person.handle for person, _ in came]
        assert len(set(names)) == 20
        assert all(n.startswith("Guest ") and 100 <= int(n.removeprefix("Guest ")) < 1000 for n in names)
        assert all(p.guest and p.roles == ("player",) for p, _ in came)
        session = await desk.people.who(came[0][1])
        assert session is not None and session.person == came[0][0]
        assert not session.fresh(desk.clock.at)
        assert desk.told()[0][0] == "house" and desk.told()[1][0] == f"player:{names[0]}"

    at_desk(engine, writer, run)


def test_names_of_guests_grow_longer_before_they_run_out(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        def crowd(conn: Connection) -> None:
            values = {"roles": "player", "guest": 1, "failures": 0, "locked_until": 0, "created_at": 0, "disabled": 0}
            conn.execute(people.insert(), [{"handle": f"g{i}", "folded": f"g{i}", **values} for i in range(449)])

        await writer.write(crowd)
        assert len((await desk.people.guest())[0].handle) == len("Guest 417")
        assert len((await desk.people.guest())[0].handle) == len("Guest 4170")

    at_desk(engine, writer, run)


def test_a_guest_may_choose_a_name_and_nothing_else(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        person, token = await desk.people.guest("Zoë")
        assert person.handle == "Zoë"
        for name in ("a:b", "Dealer", "Guest 417", "walk-in Bob", "x" * 25):
            assert (await code(desk.people.guest(name))).startswith("handle")
        for password in ("", "x", SECRET):
            assert await code(desk.people.login("Zoë", password)) in ("bad_login", "locked")
        assert await code(desk.people.change("Zoë", MAX, roles=("player", "dealer"))) == "guest"
        assert await code(desk.people.change("Zoë", MAX, password=SECRET)) == "guest"
        session = await desk.people.who(token)
        assert session is not None
        desk.clock.at += 5 * 60_000
        assert await code(desk.people.confirm(session, "")) == "bad_login"
        assert await code(desk.people.change_password(session, "", SECRET)) == "bad_login"

    at_desk(engine, writer, run)


# --- the first manager ------------------------------------------------------------------------------------------------


def test_the_set_up_link_makes_one_manager(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Ann", roles=("supervisor", "auditor"))
        link = await desk.people.setup_token()
        assert link is not None and len(link) == 43
        person, token = await desk.people.first_manager(link, "Max", SECRET)
        assert person.roles == ("manager",)
        session = await desk.people.who(token)
        assert session is not None and session.fresh(desk.clock.at)
        assert ("house", "first manager") in [(by, body["what"]) for by, body in desk.told("person")]
        assert await code(desk.people.first_manager(link, "Eve", SECRET)) == "set_up"
        assert await desk.people.setup_token() is None

    at_desk(engine, writer, run)


def test_of_two_who_use_the_link_at_once_one_wins(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        link = await desk.people.setup_token() or ""
        asked = [desk.people.first_manager(link, name, SECRET) for name in ("Max", "Eve", "Mia")]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(r).__name__ for r in results) == ["RefusedAct", "RefusedAct", "tuple"]
        assert len(await desk.people.everyone()) == 1
        assert desk.whats() == ["first manager", "began"]

    at_desk(engine, writer, run)


def test_the_link_lasts_a_day_and_is_not_used_up_by_a_mistake(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        assert await code(desk.people.first_manager("", "Max", SECRET)) == "set_up", "no link was printed"
        link = await desk.people.setup_token() or ""
        assert await code(desk.people.first_manager(link[:-1], "Max", SECRET)) == "set_up"
        assert await code(desk.people.first_manager(link, "Max", "short")) == "password"
        assert await code(desk.people.first_manager(link, "Manager", SECRET)) == "handle_reserved"
        desk.clock.at += 24 * HOUR
        assert await code(desk.people.first_manager(link, "Max", SECRET)) == "set_up"
        desk.clock.at -= 1
        assert (await desk.people.first_manager(link, "Max", SECRET))[0].handle == "Max"

    at_desk(engine, writer, run)


def test_each_start_has_its_own_link_and_none_is_stored(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        first, second = await desk.people.setup_token() or "", await desk.people.setup_token() or ""
        assert first != second
        assert await code(desk.people.first_manager(first, "Max", SECRET)) == "set_up"
        assert desk.rows() == []
        await desk.people.first_manager(second, "Max", SECRET)

    at_desk(engine, writer, run)


# --- what the trail says ----------------------------------------------------------------------------------------------


def test_the_trail_makes_the_same_accounts_and_finds_a_changed_database(
    engine: Engine, writer: Writer, tamper: Callable[[Engine], AbstractContextManager[Connection]]
) -> None:
    async def run(desk: Desk) -> None:
        await desk.create("Max", roles=("manager",))
        await desk.create("Ann", "Bea", "Cleo")
        await desk.people.guest("Zoë")
        await desk.people.change("Bea", MAX, roles=("dealer", "floorperson"))
        await desk.people.change("Cleo", MAX, disabled=True)
        await desk.people.change("Ann", MAX, disabled=True)
        await desk.people.change("Ann", MAX, disabled=False)
        await desk.people.change("Ann", MAX, password="another secret")
        await desk.token("Bea")

    at_desk(engine, writer, run)
    said = derive(Desk(engine, writer).rows())
    assert {h: (a.roles, a.disabled, bool(a.password)) for h, a in said.accounts.items()} == {
        "Max": (("manager",), False, True), "Ann": (("player",), False, True),
        "Bea": (("dealer", "floorperson"), False, True), "Cleo": (("player",), True, True),
        "Zoë": (("player",), False, False),
    }  # fmt: skip

    def found(*edits: str) -> list[str]:
        with tamper(engine) as conn:
            for edit in edits:
                conn.execute(text(edit))
        with engine.connect() as conn:
            return differences(said, conn)

    assert found() == []
    assert found("UPDATE people SET roles = 'player manager' WHERE handle = 'Ann'") == [
        "account Ann: roles changed outside the program: ('player', 'manager'), by the trail ('player',)"
    ]
    restored = "UPDATE people SET roles = 'player' WHERE handle = 'Ann'"
    assert len(found(restored, "UPDATE people SET disabled = 0 WHERE handle = 'Cleo'")) == 1
    assert len(found("UPDATE people SET password = 'other' WHERE handle = 'Max'")) == 2
    assert len(found("UPDATE people SET password = 'x', guest = 0 WHERE handle = 'Zoë'")) == 3
    edits = ("DELETE FROM sessions WHERE handle = 'Zoë'", "DELETE FROM people WHERE handle = 'Zoë'")
    assert "account Zoë is in the trail and not in the store" in found(*edits)
    copied = (
        "INSERT INTO people (handle, folded, roles, password, guest, failures, locked_until, created_at, disabled) "
        "SELECT 'Eve', 'eve', 'manager', password, 0, 0, 0, 0, 0 FROM people WHERE handle = 'Ann'"
    )
    assert "account Eve is in the store and not in the trail" in found(copied)


def test_rows_of_other_kinds_say_nothing_of_accounts(engine: Engine, writer: Writer) -> None:
    async def run(desk: Desk) -> None:
        from pitboss.house.trail.rows import append

        await writer.write(lambda conn: append(conn, "setting", MAX, {"what": "created", "handle": "Eve"}, START))
        await desk.create("Ann")
        assert derive(desk.rows()).accounts.keys() == {"Ann"}

    at_desk(engine, writer, run)


def test_a_failed_change_leaves_neither_account_nor_row(
    engine: Engine, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    async def run(desk: Desk) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(accounts, "append", fails)
            with pytest.raises(RuntimeError, match="planted"):
                await desk.people.create("Ann", ("player",), SECRET, MAX)
        assert await desk.people.everyone() == [] and desk.rows() == []

    at_desk(engine, writer, run)
