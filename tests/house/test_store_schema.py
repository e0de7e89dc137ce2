"""The tables: made by the versions, the same as the schema says, and guarded by the database itself."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from house.versions import AND_NEXT, CURRENT, NEXT
from pitboss.house.store import holding, migrate, migrations
from pitboss.house.store.guards import GUARDED
from pitboss.house.store.migrate import check, revision, upgrade
from pitboss.house.store.opening import StoreError, connect, open_store, transaction
from pitboss.house.store.schema import accounts, checkpoints, holder, metadata, meter_log, meters, postings, trail
from pitboss.house.store.structure import faults
from pitboss.house.trail.rows import append

Tamper = Callable[[Engine], AbstractContextManager[Connection]]

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
STALE = "the versions do not make the tables of schema.py: write a new one"


def fill(engine: Engine) -> None:
    """One row in every guarded table."""
    with transaction(engine) as conn:
        conn.execute(accounts.insert(), [{"name": "cage", "balance": 500}, {"name": "outside", "balance": -500}])
        row = append(conn, "capital", "manager:Max", {"cents": 500}, at=1000)
        conn.execute(
            postings.insert(),
            [
                {"chain": 0, "number": row.number, "line": 0, "account": "cage", "cents": 500, "why": "capital"},
                {"chain": 0, "number": row.number, "line": 1, "account": "outside", "cents": -500, "why": "capital"},
            ],
        )
        conn.execute(meters.insert(), {"name": "M", "reading": 7, "changes": 1})
        conn.execute(
            meter_log.insert(),
            {
                "meter": "M",
                "number": 1,
                "at": 1,
                "chain": 0,
                "row": 1,
                "what": "opened",
                "amount": 7,
                "added": 0,
                "before": 0,
                "after": 7,
            },
        )
        conn.execute(checkpoints.insert(), {"number": 1, "body": b"{}", "signature": b"\0\xff"})


def test_the_versions_make_the_tables_of_the_schema(engine: Engine) -> None:
    with engine.connect() as conn:
        assert faults(conn) == [], STALE


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_the_versions_make_what_create_all_makes(request: pytest.FixtureRequest, database: str) -> None:
    """Names of indexes and conditions too, which the comparison above does not look at."""
    made = connect(request.getfixturevalue(f"empty_{database}_url"))
    metadata.create_all(made)
    engine = open_store(request.getfixturevalue(f"{database}_url"))

    def by_name(items: list[Any]) -> list[Any]:
        return sorted(items, key=lambda item: str(item["name"]))

    def described(one: Engine) -> Any:
        inspector = inspect(one)
        return {
            name: [
                [{**column, "type": repr(column["type"])} for column in inspector.get_columns(name)],
                inspector.get_pk_constraint(name),
                by_name(inspector.get_check_constraints(name)),
                by_name(inspector.get_foreign_keys(name)),
                by_name(inspector.get_unique_constraints(name)),
                by_name(inspector.get_indexes(name)),
            ]
            for name in inspector.get_table_names()
            if name != "alembic_version"
        }

    assert len(described(made)) == len(metadata.tables)
    assert described(made) == described(engine), STALE
    made.dispose()
    engine.dispose()


def test_the_comparison_sees_a_missing_column_table_and_index(engine: Engine) -> None:
    with engine.connect() as conn:
        conn.exec_driver_sql("ALTER TABLE people DROP COLUMN disabled")
        conn.exec_driver_sql("DROP TABLE feeds")
        conn.exec_driver_sql("DROP INDEX ix_hands_player")
        said = "\n".join(faults(conn))
    assert "the table people lacks `disabled " in said
    assert "the table feeds is missing" in said
    assert "the table hands lacks `CREATE INDEX ix_hands_player ON " in said


def test_the_list_of_versions_is_that_of_the_files() -> None:
    config = Config()
    config.set_main_option("script_location", "pitboss.house.store:migrations")
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)
    assert tuple(r.revision for r in reversed(list(script.walk_revisions()))) == migrations.REVISIONS
    assert script.get_heads() == [migrations.REVISIONS[-1]]


def test_an_empty_database_gets_its_tables_once(empty_url: str) -> None:
    engine = connect(empty_url)
    assert revision(engine) is None
    assert check(engine) == ["the database is empty"]
    assert upgrade(engine) == (None, CURRENT)
    assert revision(engine) == CURRENT
    assert upgrade(engine) == (CURRENT, CURRENT)
    assert check(engine) == []
    engine.dispose()


def test_opening_makes_an_empty_database_ready(empty_url: str) -> None:
    engine = open_store(empty_url)
    assert check(engine) == []
    engine.dispose()


def test_two_processes_that_start_on_an_empty_database_at_once_make_it_once(empty_postgresql_url: str) -> None:
    """The second waits for what the first has begun, and uses it."""
    engine, found = connect(empty_postgresql_url), []

    def start() -> None:
        second = open_store(empty_postgresql_url)
        found.append(revision(second))
        second.dispose()

    starts = threading.Thread(target=start)
    with transaction(engine) as conn:
        migrate._upgrade(conn, None)
        starts.start()
        with engine.connect() as other:
            while starts.is_alive() and not other.exec_driver_sql(WAITING).scalar():
                pass
    starts.join(60)
    assert found == [CURRENT]
    engine.dispose()


def test_who_finds_an_empty_database_that_another_has_just_opened_takes_nothing_from_it(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not its token either: the other has the store."""
    engine = open_store(empty_url)
    with transaction(engine) as conn:
        token = holding.take(conn)
    answers = iter([None])  # as it was when it looked
    known = migrate.revision
    monkeypatch.setattr(migrate, "revision", lambda engine: next(answers, known(engine)))
    migrate.require_current(engine)
    with engine.connect() as conn:
        assert conn.execute(select(holder.c.token)).scalar() == token
    engine.dispose()


def test_a_version_that_fails_half_way_leaves_nothing(empty_url: str) -> None:
    """Version 0001 makes the table people after others; here it finds one in its way."""
    engine = connect(empty_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("CREATE VIEW people AS SELECT 1 AS one")
    with pytest.raises(StoreError, match=r"the tables could not be made: .*people.*; nothing was changed"):
        upgrade(engine)
    assert inspect(engine).get_table_names() == []
    with engine.connect() as conn:
        conn.exec_driver_sql("DROP VIEW people")
    assert upgrade(engine) == (None, CURRENT)
    engine.dispose()


def test_a_store_of_a_newer_version_is_refused_and_left_alone(store_url: str) -> None:
    engine = open_store(store_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = '0999'")
    for attempt in (lambda: open_store(store_url), lambda: upgrade(engine)):
        with pytest.raises(
            StoreError, match=rf"version 0999, newer than this program, which knows versions up to {CURRENT}"
        ):
            attempt()
    assert check(engine) == [f"the store is of version 0999, newer than this program's {CURRENT}"]
    assert revision(engine) == "0999"
    engine.dispose()


def test_a_store_of_an_older_version_asks_for_db_upgrade(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "REVISIONS", AND_NEXT)
    with pytest.raises(StoreError, match=rf"of version {CURRENT} and this program needs {NEXT}: `pitboss db upgrade`"):
        open_store(store_url)
    engine = connect(store_url)
    assert check(engine) == [f"the store is of version {CURRENT}, older than this program's {NEXT}"]
    engine.dispose()


def test_the_database_of_another_program_is_refused(empty_url: str) -> None:
    engine = connect(empty_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("CREATE TABLE invoices (id INTEGER)")
    engine.dispose()
    with pytest.raises(StoreError, match=r"belongs to another program \(it has the tables invoices\)"):
        open_store(empty_url)


def test_somebody_elses_migrated_database_is_refused(empty_url: str) -> None:
    engine = connect(empty_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        conn.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{CURRENT}')")
    engine.dispose()
    with pytest.raises(StoreError, match="belongs to another program"):
        open_store(empty_url)


# --- guards -----------------------------------------------------------------------------------------------------------

CHANGES = {
    "trail": "UPDATE trail SET body = body",
    "postings": "UPDATE postings SET cents = cents + 1",
    "meter_log": "UPDATE meter_log SET amount = 0",
    "checkpoints": "UPDATE checkpoints SET number = 2",
}


@pytest.mark.parametrize("table", [table.name for table in GUARDED])
def test_what_was_written_cannot_be_changed_or_removed(engine: Engine, table: str) -> None:
    fill(engine)
    before = _contents(engine)
    attempts = [CHANGES[table], f"DELETE FROM {table}"]
    attempts += [f"TRUNCATE {table} CASCADE"] if engine.dialect.name == "postgresql" else []
    for attempt in attempts:
        with engine.connect() as conn, pytest.raises(IntegrityError, match="never changed or removed"):
            conn.exec_driver_sql(attempt)
    assert _contents(engine) == before


def test_replacing_a_row_is_changing_it(engine: Engine) -> None:
    fill(engine)
    before = _contents(engine)
    words = "INSERT OR REPLACE INTO checkpoints (number, body, signature) VALUES (1, '', '')"
    if engine.dialect.name == "postgresql":
        words = (
            "INSERT INTO checkpoints (number, body, signature) VALUES (1, '', '') "
            "ON CONFLICT (number) DO UPDATE SET body = ''"
        )
    with engine.connect() as conn, pytest.raises(IntegrityError, match=r"never changed or removed|UNIQUE"):
        conn.exec_driver_sql(words)
    assert _contents(engine) == before


def test_tables_that_are_not_guarded_can_be_changed(engine: Engine) -> None:
    fill(engine)
    with engine.connect() as conn:
        conn.execute(meters.update().values(reading=8))
        assert conn.execute(select(meters.c.reading)).scalar() == 8


def _contents(engine: Engine) -> Any:
    with engine.connect() as conn:
        return {table.name: conn.execute(select(table)).all() for table in metadata.sorted_tables}


# --- what the database itself refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "balance", "good"), [
    ("patron:Ann", 0, True), ("patron:Ann", -1, False), ("cage", -1, False), ("outside", -1, True),
    ("practice/outside", -1, True), ("practice/patron:Ann", -1, False), ("practice/cage", -1, False),
    ("Outside", -1, False), ("patron:Ann", 2**63 - 1, True),
])  # fmt: skip
def test_no_balance_is_negative_except_that_of_the_world_outside(
    engine: Engine, name: str, balance: int, good: bool
) -> None:
    with engine.connect() as conn:
        if good:
            conn.execute(accounts.insert(), {"name": name, "balance": balance})
            assert conn.execute(select(accounts.c.balance)).scalar() == balance
        else:
            with pytest.raises(IntegrityError, match="never_negative"):
                conn.execute(accounts.insert(), {"name": name, "balance": balance})
            assert conn.execute(select(func.count()).select_from(accounts)).scalar() == 0


def test_a_balance_cannot_be_brought_below_zero(engine: Engine) -> None:
    fill(engine)
    with engine.connect() as conn:
        conn.execute(accounts.update().where(accounts.c.name == "cage").values(balance=accounts.c.balance - 500))
        with pytest.raises(IntegrityError, match="never_negative"):
            conn.execute(accounts.update().where(accounts.c.name == "cage").values(balance=accounts.c.balance - 1))
        assert conn.execute(select(accounts.c.balance).where(accounts.c.name == "cage")).scalar() == 0


def test_a_posting_needs_its_account_and_its_row(engine: Engine) -> None:
    fill(engine)
    line = {"chain": 0, "number": 1, "line": 2, "account": "cage", "cents": 1, "why": "x"}
    for wrong in ({"account": "nobody"}, {"number": 2}, {"chain": 1}):
        with engine.connect() as conn, pytest.raises(IntegrityError):
            conn.execute(postings.insert(), line | wrong)
    with engine.connect() as conn:
        conn.execute(postings.insert(), line)


def test_an_act_is_written_once(engine: Engine) -> None:
    row = {
        "chain": 1,
        "number": 1,
        "at": 1,
        "kind": "act",
        "round": 1,
        "by": "player:Ann",
        "person": "Ann",
        "act_id": "a",
        "body": b"{}",
        "hash": b"",
    }
    with engine.connect() as conn:
        conn.execute(trail.insert(), row)
        with pytest.raises(IntegrityError, match=r"once|UNIQUE"):
            conn.execute(trail.insert(), row | {"number": 2, "by": "dealer:Ann"})
        conn.execute(trail.insert(), row | {"number": 2, "by": "player:Bob", "person": "Bob"})
        conn.execute(trail.insert(), row | {"number": 3, "act_id": None})
        conn.execute(trail.insert(), row | {"number": 4, "act_id": None})
        conn.execute(trail.insert(), row | {"number": 1, "chain": 2})
        assert conn.execute(select(func.count()).select_from(trail)).scalar() == 5


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_finds_a_missing_guard(engine: Engine) -> None:
    assert check(engine) == []
    with engine.connect() as conn:
        conn.exec_driver_sql(
            "DROP TRIGGER trail_no_delete" + (" ON trail" if engine.dialect.name == "postgresql" else "")
        )
    assert [said[:35] for said in check(engine)] == ["the guard trail_no_delete is missin"]


def test_check_finds_a_guard_that_is_switched_off(postgresql_url: str) -> None:
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("ALTER TABLE postings DISABLE TRIGGER postings_no_update")
    assert [said[:38] for said in check(engine)] == ["the guard postings_no_update is switch"]
    engine.dispose()


def test_check_finds_a_guard_that_guards_nothing(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("DROP TRIGGER trail_no_update")
        conn.exec_driver_sql("CREATE TRIGGER trail_no_update BEFORE UPDATE ON trail BEGIN SELECT 1; END")
    assert [said[:35] for said in check(engine)] == ["the guard trail_no_update is not as"]
    engine.dispose()


MISSING = (
    "the table accounts lacks `CONSTRAINT ck_accounts_never_negative CHECK (balance >= 0 OR name = 'outside'::text "
    "OR name = 'practice/outside'::text)`"
)


def test_check_finds_a_missing_condition(postgresql_url: str) -> None:
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("ALTER TABLE accounts DROP CONSTRAINT ck_accounts_never_negative")
    assert check(engine) == [MISSING]
    engine.dispose()


def test_check_finds_rows_that_break_a_condition(engine: Engine) -> None:
    fill(engine)
    broken = "1 rows of accounts break the condition ck_accounts_never_negative"
    with engine.connect() as conn:
        if engine.dialect.name == "sqlite":
            conn.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
            conn.execute(text("UPDATE accounts SET balance = -1"))
            conn.exec_driver_sql("PRAGMA ignore_check_constraints = OFF")
            assert check(engine) == [broken]
        else:
            conn.execute(text("ALTER TABLE accounts DROP CONSTRAINT ck_accounts_never_negative"))
            conn.execute(text("UPDATE accounts SET balance = -1"))
            assert check(engine) == [MISSING, broken]


def test_check_finds_references_to_nothing(engine: Engine, tamper: Tamper) -> None:
    fill(engine)
    with tamper(engine) as conn:
        conn.execute(text("DELETE FROM trail"))
    said = check(engine)
    assert len(said) == (2 if engine.dialect.name == "sqlite" else 1)
    assert all("of postings refer" in line and "of trail that" in line for line in said)


def test_the_guards_stand_again_after_tampering(engine: Engine, tamper: Tamper) -> None:
    fill(engine)
    with tamper(engine) as conn:
        conn.execute(text("UPDATE trail SET kind = 'x'"))
    assert check(engine) == []
    with engine.connect() as conn, pytest.raises(DBAPIError):
        conn.execute(text("UPDATE trail SET kind = 'y'"))


def test_check_finds_a_damaged_file(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)
    fill(engine)
    with engine.connect() as conn:
        page = conn.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'trail'").scalar_one()
        size = conn.exec_driver_sql("PRAGMA page_size").scalar_one()
    engine.dispose()
    path = Path(str(engine.url.database))
    raw = bytearray(path.read_bytes())
    raw[(page - 1) * size : page * size] = b"\x5a" * size
    path.write_bytes(raw)
    assert any("damaged" in line or "cannot be read" in line for line in check(engine))
    engine.dispose()
