"""A process takes tables over while something goes wrong: the database is away for a moment, or one of the tables is
damaged. What it could not take up is taken up later, by it or by another, and no other table has to wait for it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy.exc import OperationalError

from house import running as r
from house.people_desk import CHEAP, SECRET
from house.several import Part, together
from pitboss.house.fair.keys import KeyTrouble
from pitboss.house.house import House
from pitboss.house.live.openings import opened_under
from pitboss.house.live.table import LiveTable
from pitboss.house.money.books import balances
from pitboss.house.people import accounts
from pitboss.house.people.directory import People
from pitboss.house.server.checkpointing import Checkpointing
from pitboss.house.store.opening import transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import IN_TROUBLE, StoreTrouble
from pitboss.house.trail import checkpoints
from pitboss.house.trail.rows import append
from pitboss.table.refusals import Refusal, RefusedAct


async def opened(one: Part) -> None:
    for name in ("A", "B", "C"):
        await r.opened(one.house, r.terms("let-it-ride", table=name))


AWAY = OperationalError("SELECT 1", None, Exception("the connection was cut"))


class Failing:
    """A question to the store that is not answered."""

    def __init__(self, error: Exception) -> None:
        self._error, self.asked = error, 0

    def __call__(self, *_: Any) -> Any:
        self.asked += 1
        raise self._error


async def waits_for_a_lock(one: Part) -> None:
    """Until somebody at the database waits for what somebody else has."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with one.house.engine.connect() as conn:
        while not conn.exec_driver_sql(waiting).scalar():
            await asyncio.sleep(0.01)


def failing(two: Part, chain: int, error: Exception, times: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The second process fails so often when it takes this table up."""
    take_up, left = House._restored, [error] * times
    asked: list[int] = []

    def restored(house: House, wanted: int) -> Any:
        asked.append(wanted)
        if house is two.house and wanted == chain and left:
            raise left.pop()
        return take_up(house, wanted)

    monkeypatch.setattr(House, "_restored", restored)
    return asked


def test_a_database_that_is_away_while_tables_are_taken_over(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(one: Part, two: Part) -> None:
        await opened(one)
        failing(two, 2, AWAY, 1, monkeypatch)
        desks: list[bool] = []

        async def at_desk() -> None:
            desks.append(True)

        two.membership.on_desk = at_desk
        one.freeze()
        with pytest.raises(OperationalError):
            await two.look()
        for _ in range(4):
            await two.look()
        assert sorted(two.house.tables) == [1, 2, 3] and HOUSE in two.house.epochs
        assert desks == [True]
        assert not any(two.membership.unsettled(chain) for chain in (HOUSE, 1, 2, 3))
        await r.opened(two.house, r.terms("let-it-ride", table="D"))
        assert two.house.tables[4].fixed.name == "D"

    together(postgresql_url, tmp_path, test)


def test_a_damaged_table_keeps_nobody_from_taking_up_the_others(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = KeyTrouble("the sealed seed of table 2, shuffle 1 is damaged")

    async def test(one: Part, two: Part) -> None:
        await opened(one)
        failing(two, 2, damaged, 1, monkeypatch)
        one.freeze()
        for _ in range(2):
            await two.look()
        assert sorted(two.house.tables) == [1, 3] and HOUSE in two.house.epochs
        assert "sealed seed" in two.membership.cannot[2]
        await one.look()
        await one.look()
        assert 2 in one.house.tables  # whose copy of the key file is good

    together(postgresql_url, tmp_path, test)


def test_a_table_that_cannot_even_be_read_keeps_nobody_from_looking_around(postgresql_url: str, tmp_path: Path) -> None:
    """Somebody put a line into the store by hand: all processes renew their leases all the same, and say what it is."""

    async def test(one: Part, two: Part) -> None:
        await r.opened(one.house, r.terms("let-it-ride", table="A"))
        line = "(9, 'Odd', 'let-it-ride', 'automatic', 'shuffle', 'open', 'nonsense', '{}', 'nonsense', 0)"
        with transaction(one.house.engine) as conn:
            conn.exec_driver_sql(
                "INSERT INTO tables (id, name, game, dealer, cards, status, terms, links, state, state_at) "
                f"VALUES {line}"
            )
        for each in (one, two, one, two):
            await each.look()
        for each in (one, two):
            assert each.membership.cannot == {
                9: "table 'Odd' cannot be taken up: its first row is missing or cannot be read"
            }
        assert list(one.house.tables) == [1]
        with transaction(one.house.engine) as conn:
            conn.exec_driver_sql("DELETE FROM tables WHERE id = 9")

    together(postgresql_url, tmp_path, test)


def test_who_joins_again_while_the_database_goes_away_reads_everything_anew(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions that were ended meanwhile live on in its memory otherwise."""

    async def test(one: Part, two: Part) -> None:
        read, troubles, anew = one.house.read_books, [StoreTrouble("away")], []

        async def read_books() -> None:
            if troubles:
                raise troubles.pop()
            await read()

        async def on_rejoin() -> None:
            anew.append(one.house.process)

        monkeypatch.setattr(one.house, "read_books", read_books)
        one.membership.on_rejoin = on_rejoin
        one.freeze()
        await two.look()
        with pytest.raises(StoreTrouble):
            await one.look()
        assert anew == []
        await one.look()
        assert anew == [one.house.process]
        await one.look()
        assert len(anew) == 1

    together(postgresql_url, tmp_path, test)


def test_the_cage_is_emptied_by_another_process_before_somebody_takes_from_it(
    postgresql_url: str, tmp_path: Path
) -> None:
    """What the cage holds counts at the moment it is taken out: no capital is put in for it."""

    async def test(one: Part, two: Part) -> None:
        table = await r.opened(one.house, r.terms("let-it-ride", table="A"))
        have = one.house.bank.balance("cage")
        await two.house.read_books()
        draft = table.draft()
        draft.chips(have, "floorperson:Flo", "all of it")
        fill = draft.finished()
        with transaction(one.house.engine) as conn:
            table.write(fill, conn)
            asked = asyncio.create_task(two.house.cage.transfer("cage", "patron:Bob", have, "floorperson:Flo", "no"))
            await waits_for_a_lock(one)
        table.adopt(fill)
        refused = await asked
        assert isinstance(refused, Refusal) and refused.code == "funds"
        with one.house.engine.connect() as conn:
            assert balances(conn)["cage"] == 0

    together(postgresql_url, tmp_path, test)


def test_two_set_up_links_make_one_manager(postgresql_url: str, tmp_path: Path) -> None:
    """A process that hung has a link too. Whether there is a manager is asked when nobody else can make one."""

    async def test(one: Part, two: Part) -> None:
        house = two.house
        people = People(house.writer, house.engine, house.clock, hasher=PasswordHasher(**CHEAP))
        link = await people.setup_token()
        assert link is not None
        with transaction(one.house.engine) as conn:
            accounts.create(conn, "Max", ("manager",), "$kept", accounts.SOFTWARE, 1, how="first manager")
            asked = asyncio.create_task(people.first_manager(link, "Eve", SECRET))
            await waits_for_a_lock(one)
        with pytest.raises(RefusedAct, match="set-up link"):
            await asked
        with one.house.engine.connect() as conn:
            assert accounts.managers(conn) == ["Max"]
        await people.close()

    together(postgresql_url, tmp_path, test)


# --- new tables -------------------------------------------------------------------------------------------------------


def test_a_table_whose_opening_is_kept_late_is_found(postgresql_url: str, tmp_path: Path) -> None:
    """The connection was cut, the server went on to wait for its standby, and the store was asked before it was done:
    then it had no such table. Whoever opens the next one is told to try again, and not that its name was taken."""

    async def test(one: Part, two: Part) -> None:
        openings = one.house._openings
        late = openings._prepared(opened_under(r.terms("let-it-ride", table="Late")), "house", None, openings._next_id)
        with transaction(one.house.engine) as conn:
            late.write(conn)
        found = [await one.house.open_table(r.terms("let-it-ride", table="Next")) for _ in range(2)]
        assert found[0] == IN_TROUBLE and isinstance(found[1], LiveTable)
        assert {chain: table.fixed.name for chain, table in one.house.tables.items()} == {1: "Late", 2: "Next"}
        taken = await one.house.open_table(r.terms("let-it-ride", table="Next"))
        assert isinstance(taken, Refusal) and taken.code == "name_taken"

    together(postgresql_url, tmp_path, test)


def test_a_table_that_was_opened_and_given_away_is_not_called_closed(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        terms = r.terms("let-it-ride", table="A")
        made = await one.house.open_table(terms, "manager:May", act_id="open")
        assert isinstance(made, LiveTable)
        await one.membership.give(made)
        for _ in range(2):
            await two.look()
        again = await one.house.open_table(terms, "manager:May", act_id="open")
        assert isinstance(again, Refusal) and (again.code, again.allowed) == ("name_taken", "table 1")

    together(postgresql_url, tmp_path, test)


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_checkpoints_go_on_after_the_database_was_away(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was signed, and then the database was away while it was to be copied into the file."""
    file = tmp_path / "checkpoints"

    async def test(one: Part, two: Part) -> None:
        signing = Checkpointing(one.house, file)
        with monkeypatch.context() as patched:
            patched.setattr(checkpoints, "read_all", failing_once := Failing(AWAY))
            await signing.write()
            assert failing_once.asked == 1 and not file.exists()
        await signing.write()
        with one.house.engine.connect() as conn:
            assert len(checkpoints.read_file(file)) == len(checkpoints.read_all(conn)) > 0

    together(postgresql_url, tmp_path, test)


def test_two_that_sign_at_once_sign_one_after_the_other(postgresql_url: str, tmp_path: Path) -> None:
    """Who looked after the house before may not know yet that another does."""

    async def test(one: Part, two: Part) -> None:
        signing = Checkpointing(one.house, None)
        with transaction(one.house.engine) as conn:
            conn.info["process"] = two.house.process
            append(conn, "setting", "house", {}, 1)
            assert checkpoints.sign(conn, two.house.keys, 1) is not None
            asked = asyncio.create_task(signing.write())
            await waits_for_a_lock(one)
            append(conn, "setting", "house", {}, 1)
        await asked
        with one.house.engine.connect() as conn:
            found = checkpoints.read_all(conn)
        assert len(found) == 2 and checkpoints.verify(found, one.house.keys.public) == []

    together(postgresql_url, tmp_path, test)
