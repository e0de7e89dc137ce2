"""The guards of the store: what they refuse, and that one which does not guard is noticed, refused and put right."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, Table, UniqueConstraint, select
from sqlalchemy.exc import IntegrityError

from house.audit_support import Evening
from house.versions import CURRENT
from pitboss.cli import db
from pitboss.house.server.running import opened
from pitboss.house.settings import load
from pitboss.house.store import guards
from pitboss.house.store.backup import backup
from pitboss.house.store.guards import GUARDED
from pitboss.house.store.migrate import check
from pitboss.house.store.opening import StoreError, connect, open_store, snapshot, transaction
from pitboss.house.store.schema import accounts, checkpoints, metadata, meter_log, meters, postings, trail
from pitboss.house.trail.rows import append

pytestmark = pytest.mark.usefixtures("plain_environ")
NAMED = [pytest.param(table, id=table.name) for table in GUARDED]


def fill(engine: Engine) -> None:
    """Two rows in every guarded table."""
    with transaction(engine) as conn:
        conn.execute(accounts.insert(), [{"name": "cage", "balance": 500}, {"name": "outside", "balance": -500}])
        conn.execute(meters.insert(), {"name": "M", "reading": 7, "changes": 2})
        for number in (1, 2):
            append(conn, "capital", "manager:Max", {"cents": 500}, at=1000, act_id=f"id{number}")
            conn.execute(
                postings.insert(),
                {"chain": 0, "number": number, "line": 1, "account": "cage", "cents": 500, "why": "capital"},
            )
            conn.execute(
                meter_log.insert(),
                {
                    "meter": "M",
                    "number": number,
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
            conn.execute(checkpoints.insert(), {"number": number, "body": b"{}", "signature": b"\0\xff"})


def contents(engine: Engine) -> Any:
    with engine.connect() as conn:
        return {table.name: conn.execute(select(table)).all() for table in metadata.sorted_tables}


# --- what they refuse -------------------------------------------------------------------------------------------------


def keys(table: Table) -> list[list[str]]:
    unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    return [[column.name for column in one.columns] for one in (table.primary_key, *unique)]


@pytest.mark.parametrize("table", NAMED)
@pytest.mark.parametrize("recursive", ["OFF", "ON"])
def test_a_row_is_not_replaced_whatever_the_client_asked_for(sqlite_url: str, table: Table, recursive: str) -> None:
    """REPLACE takes out every row in its way: by the primary key, by any other key, by the row's own id."""
    engine = open_store(sqlite_url)
    fill(engine)
    before = contents(engine)
    columns = [column.name for column in table.columns]
    client = sqlite3.connect(str(engine.url.database))
    client.execute(f"PRAGMA recursive_triggers = {recursive}")
    for key in keys(table):
        new = [
            f'"{name}"' if name in key else {"number": "99", "act_id": "'new'"}.get(name, f'"{name}"')
            for name in columns
        ]
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE constraint failed"):
            client.execute(f"INSERT OR REPLACE INTO {table.name} SELECT {', '.join(new)} FROM {table.name} LIMIT 1")
    if table is not checkpoints:  # whose number is the id
        new = [{"number": "99", "act_id": "'new'"}.get(name, f'"{name}"') for name in columns]
        names = ", ".join(f'"{name}"' for name in columns)
        with pytest.raises(sqlite3.IntegrityError, match="never changed or removed"):
            client.execute(
                f"INSERT OR REPLACE INTO {table.name} (rowid, {names}) "
                f"SELECT rowid, {', '.join(new)} FROM {table.name} LIMIT 1"
            )
    client.commit()
    client.close()
    assert contents(engine) == before
    engine.dispose()


@pytest.mark.parametrize("table", NAMED)
@pytest.mark.parametrize(("number", "good"), [(-5, False), (0, False), (3, True), (2**31 - 1, True)])
def test_rows_are_numbered_from_one(engine: Engine, table: Table, number: int, good: bool) -> None:
    fill(engine)
    with engine.connect() as conn:
        if engine.dialect.name == "postgresql" and table is postings:  # its row is not there, which is not the question
            conn.exec_driver_sql("ALTER TABLE postings DROP CONSTRAINT fk_postings_row")
        elif table is postings:
            conn.exec_driver_sql("PRAGMA foreign_keys = OFF")
        line = dict(conn.execute(select(table)).mappings().first() or {}) | {"number": number}
        line |= {"act_id": "new"} if table is trail else {}
        if good:
            conn.execute(table.insert(), line)
        else:
            with pytest.raises(IntegrityError, match=f"{table.name}: what is written here is numbered from 1"):
                conn.execute(table.insert(), line)
        assert len(conn.execute(select(table)).all()) == (3 if good else 2)
        conn.invalidate()


@pytest.mark.parametrize("table", NAMED)
@pytest.mark.parametrize("number", ["'x'", "1.5", "x'01'"])
def test_a_number_is_a_number(sqlite_url: str, table: Table, number: str) -> None:
    engine = open_store(sqlite_url)
    fill(engine)
    names = [{"number": number, "act_id": "'new'"}.get(column.name, f'"{column.name}"') for column in table.columns]
    with engine.connect() as conn:
        conn.exec_driver_sql("PRAGMA foreign_keys = OFF")
        with pytest.raises(IntegrityError):
            conn.exec_driver_sql(f"INSERT INTO {table.name} SELECT {', '.join(names)} FROM {table.name} LIMIT 1")
        conn.invalidate()
    engine.dispose()


def test_what_is_there_already_is_told_in_the_words_of_its_constraint(sqlite_url: str) -> None:
    """The writer knows by them whether another has written in its place, or an id came a second time."""
    engine = open_store(sqlite_url)
    fill(engine)
    names = [f'"{column.name}"' for column in trail.columns]
    words = {
        what: f"INSERT INTO trail SELECT {', '.join(new.get(name, name) for name in names)} FROM trail LIMIT 1"
        for what, new in {
            "number": {'"act_id"': "NULL"},
            "id": {'"number"': "99"},
            "both": {},
        }.items()
    }
    said: list[dict[str, str]] = [{}, {}]
    with engine.connect() as conn:
        for told in said:
            for what, statement in words.items():
                with pytest.raises(IntegrityError) as caught:
                    conn.exec_driver_sql(statement)
                told[what] = str(caught.value.orig)
            for _, name in guards.expected("sqlite"):
                conn.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    number, once = (
        f"UNIQUE constraint failed: trail.chain, trail.{rest}" for rest in ("number", "person, trail.act_id")
    )
    assert said[0] == said[1] == {"number": number, "id": once, "both": once}
    engine.dispose()


# --- guards that do not guard -----------------------------------------------------------------------------------------

KEEP = "what was written here is never changed or removed"
TAMPERED = {
    "sqlite": {
        "gone": (["DROP TRIGGER trail_no_delete"], "the guard trail_no_delete is missing"),
        "never": (
            ["DROP TRIGGER trail_no_delete",
             ("CREATE TRIGGER trail_no_delete BEFORE DELETE ON trail WHEN 0 BEGIN SELECT RAISE(ABORT, "
             f"'trail: {KEEP}'); END")],
            "the guard trail_no_delete is not as this program makes it",
        ),
        "elsewhere": (
            ["DROP TRIGGER trail_no_delete",
             f"CREATE TRIGGER trail_no_delete BEFORE DELETE ON feeds BEGIN SELECT RAISE(ABORT, 'trail: {KEEP}'); END"],
            "the guard trail_no_delete is missing",
        ),
        "replacing": (["DROP TRIGGER postings_only_new"], "the guard postings_only_new is missing"),
        "one more": (
            ["CREATE TRIGGER zz AFTER INSERT ON trail BEGIN UPDATE accounts SET balance = balance + 1; END"],
            "the trigger zz on trail is not this program's",
        ),
        "one more, on accounts": (
            ['CREATE TRIGGER "z z" AFTER UPDATE ON accounts BEGIN DELETE FROM sessions; END'],
            "the trigger z z on accounts is not this program's",
        ),
    },
    "postgresql": {
        "gone": (["DROP TRIGGER trail_no_delete ON trail"], "the guard trail_no_delete is missing"),
        "never": (
            ["DROP TRIGGER trail_no_delete ON trail",
             ("CREATE TRIGGER trail_no_delete BEFORE DELETE ON trail FOR EACH ROW WHEN (false) EXECUTE FUNCTION "
             "pitboss_keep()")],
            "the guard trail_no_delete is not as this program makes it",
        ),
        "off": (["ALTER TABLE trail DISABLE TRIGGER trail_no_delete"], "the guard trail_no_delete is switched off"),
        "hollow": (
            [("CREATE OR REPLACE FUNCTION pitboss_keep() RETURNS trigger LANGUAGE plpgsql AS "
             "$$ BEGIN IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$")],
            "the guard pitboss_keep is not as this program makes it",
        ),
        "negative": (["DROP FUNCTION pitboss_from_one() CASCADE"], "the guard pitboss_from_one is missing"),
        "one more": (
            [("CREATE FUNCTION zz() RETURNS trigger LANGUAGE plpgsql AS "
             "$$ BEGIN UPDATE accounts SET balance = balance + 1; RETURN NEW; END $$"),
             "CREATE TRIGGER zz AFTER INSERT ON trail FOR EACH ROW EXECUTE FUNCTION zz()"],
            "the trigger zz on trail is not this program's",
        ),
        "a rule": (
            ["CREATE RULE zz AS ON INSERT TO checkpoints DO INSTEAD NOTHING"],
            "the rule zz on checkpoints is not this program's",
        ),
    },
}  # fmt: skip
CASES = [pytest.param(kind, name, id=f"{kind}-{name}") for kind, cases in TAMPERED.items() for name in cases]


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_a_guard_that_does_not_guard_is_told_refused_and_put_right(
    request: pytest.FixtureRequest, kind: str, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = str(request.getfixturevalue(f"{kind}_url"))
    statements, said = TAMPERED[kind][case]
    engine = open_store(url)
    fill(engine)
    before = contents(engine)
    with engine.connect() as conn:
        for statement in statements:
            conn.exec_driver_sql(statement)
    assert any(fault.startswith(said) for fault in check(engine)), check(engine)
    assert db.check(database=url) == 1
    with pytest.raises(StoreError, match=r"`pitboss db upgrade` puts the guards back") as refused:
        open_store(url)
    assert said.removesuffix("is missing") in str(refused.value)
    settings = load({"database": url, "port": 0}, {}, Path.cwd()).settings
    with pytest.raises(StoreError, match="puts the guards back"), opened(settings):
        pass
    open_store(url, read_only=True).dispose()  # who only looks may look
    capsys.readouterr()
    assert db.upgrade(database=url) == 0
    told = capsys.readouterr().out
    assert f"Put right: {said}" in told
    assert "the guards are in their places" in told
    assert check(engine) == []
    open_store(url).dispose()
    with engine.connect() as conn, pytest.raises(IntegrityError, match=KEEP):
        conn.exec_driver_sql("DELETE FROM trail")
    assert contents(engine) == before
    assert db.upgrade(database=url) == 0
    assert "as this program needs it" in capsys.readouterr().out
    engine.dispose()


def test_a_store_with_the_first_guards_alone_is_brought_up_to_date(played: Evening, tmp_path: Path) -> None:
    """As the program once made them, without those that look at new rows; nothing was wrong with it."""
    backup(played.engine, tmp_path / "old.db")
    url = str(tmp_path / "old.db")
    engine = connect(url)
    with engine.connect() as conn:
        for table in GUARDED:
            conn.exec_driver_sql(f"DROP TRIGGER {table.name}_only_new")
    with pytest.raises(StoreError, match=r"the guard trail_only_new is missing: .*, and 3 faults more\. "):
        open_store(url)
    assert db.upgrade(database=url) == 0
    assert connect(f"{url}.version-{CURRENT}", make=False).url.database == f"{url}.version-{CURRENT}"
    assert check(engine) == []
    with snapshot(open_store(url)) as conn:
        assert played.verify(conn).found == []
    engine.dispose()


def test_a_backup_with_other_guards_can_be_restored(played: Evening, tmp_path: Path) -> None:
    """Its rows go into a store that has its own."""
    backup(played.engine, tmp_path / "old.db")
    engine = connect(str(tmp_path / "old.db"))
    with engine.connect() as conn:
        conn.exec_driver_sql("DROP TRIGGER trail_only_new")
        conn.exec_driver_sql("PRAGMA journal_mode = DELETE")
    engine.dispose()
    assert db.restore(tmp_path / "old.db", database=str(tmp_path / "new.db")) == 0
    assert db.check(database=str(tmp_path / "new.db")) == 0
