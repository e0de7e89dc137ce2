"""SQLite keeps values of any kind in any column. Whatever stands where, the audit tells of it, goes on, and finds
everything else too; a house does not open on it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Connection, Integer, LargeBinary, Table, Text, text

from house.audit_support import Evening
from pitboss.cli import audit, audit_store
from pitboss.cli.screen import Trouble
from pitboss.house.audit.verify import verify
from pitboss.house.store import guards, schema
from pitboss.house.store.backup import backup
from pitboss.house.store.opening import StoreError, open_store

pytestmark = pytest.mark.parametrize("short", ["sqlite"], indirect=True)  # PostgreSQL keeps every value in its kind

VALUES = {
    "text": "'x'", "bytes": "x'00ff'", "fraction": "0.5", "number": "5", "same as text": "CAST({column} AS TEXT)",
    "no UTF-8": "CAST(x'ff41' AS TEXT)",
}  # fmt: skip
WRONG = {
    Integer: ("text", "bytes", "fraction", "no UTF-8"),
    BigInteger: ("text", "bytes", "fraction", "no UTF-8"),
    Text: ("bytes",),  # SQLite makes texts of numbers there itself
    LargeBinary: ("text", "number", "fraction", "same as text", "no UTF-8"),
}
SAID = {
    "text": "a text",
    "bytes": "bytes",
    "fraction": "a fraction",
    "number": "a whole number",
    "same as text": "a text",
    "no UTF-8": "a text",
}
COLUMNS = [(table, column) for table in schema.metadata.sorted_tables for column in table.columns]
COUNTED = {
    (schema.tables, "id"),
    (schema.checkpoints, "number"),
    (schema.proposals, "id"),
    (schema.feeds, "chain"),
    (schema.exams, "id"),
    (schema.exam_sittings, "id"),
    (schema.leases, "chain"),
    (schema.holder, "one"),
}
"""Keys of which SQLite itself takes nothing but whole numbers."""


def _named(value: Any) -> str | None:
    return value.name if isinstance(value, Table | Column) else None


def _rows(conn: Connection, table: Table, column: Column[Any]) -> list[int]:
    """Some rows in which something stands, by their own ids: the last one first."""
    there = f'"{column.name}" IS NOT NULL' + (" AND name <> 'patron:Ghost'" if table is schema.accounts else "")
    found = conn.execute(text(f"SELECT rowid FROM {table.name} WHERE {there} ORDER BY rowid DESC LIMIT 400"))
    ids = list(found.scalars())
    return list(dict.fromkeys(ids[:1] + ids[len(ids) // 2 :]))


def _plant(conn: Connection) -> None:
    """What every audit has to find as well, at its very end; and a line of each table."""
    conn.execute(text("INSERT INTO accounts VALUES ('patron:Ghost', 0)"))
    conn.execute(text("INSERT INTO feeds VALUES (2, x'00')"))
    conn.execute(text("INSERT INTO processes VALUES ('p', 'name', 'address', 'version', 'keys', 1, 1, 0, 1, 0, '{}')"))
    conn.execute(text("INSERT INTO leases VALUES (2, 'p', 1, 1, 'before')"))
    kept = "'Ann', 'one', 'game', 'drill', 'topic', 1, 0, '{}', 1, '[]', 900, 1"
    conn.execute(text(f"INSERT INTO school_answers VALUES ({kept})"))
    conn.execute(text("INSERT INTO exams VALUES (1, 'trainer:Tom', 1, '{}', 7, 'open')"))
    conn.execute(text("INSERT INTO exam_sittings VALUES (1, 1, 'Ann', 7, 1, '[]', '[]', '[]', 0, 0, 1, 5)"))
    conn.execute(text("INSERT INTO archives VALUES (2, 5, 2, x'00', 1, 1, 1, 'file', 'digest', '{}', x'7b7d', '[]')"))
    conn.execute(text("INSERT INTO archived_balances VALUES (2, 5, 'patron:Ann', 0)"))
    conn.execute(text("INSERT INTO archived_meters VALUES (2, 5, '2/Progressive', 2, 2, 0, 0, 0)"))


def _batches(kinds: tuple[str, ...], rows: list[int]) -> Iterator[list[tuple[str, int]]]:
    for start in range(0, len(kinds), len(rows)):
        yield list(zip(kinds[start : start + len(rows)], rows, strict=False))


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=_named)
def test_a_value_of_the_wrong_kind_is_told_with_everything_else(
    short: Evening, table: Table, column: Column[Any]
) -> None:
    kinds = WRONG[type(column.type)]
    with short.changing() as conn:
        _plant(conn)
        rows = _rows(conn, table, column)
    assert rows, "nothing stands there"
    for batch in _batches(kinds, rows):
        with short.changing() as conn:
            _plant(conn)
            for kind, row in batch:
                value = VALUES[kind].format(column=f'"{column.name}"')
                change = f'UPDATE {table.name} SET "{column.name}" = {value} WHERE rowid = {row}'
                if (table, column.name) in COUNTED:
                    with pytest.raises(Exception, match="datatype mismatch"):
                        conn.exec_driver_sql(change)
                else:
                    conn.exec_driver_sql(change)
            found = short.verify(conn)
            texts = [each.text for each in found.found]
            assert any("patron:Ghost has no posting" in said for said in texts), texts
            if (table, column.name) in COUNTED:
                return
            for kind, _ in batch:
                start, end = f"{table.name} (", f"): its {column.name} is {SAID[kind]}, where "
                assert any(said.startswith(start) and end in said for said in texts), (kind, texts)


def test_the_row_is_named(short: Evening) -> None:
    """As plain SQL does it by mistake: replace() makes a text of bytes."""
    with short.changing() as conn:
        conn.exec_driver_sql("""UPDATE trail SET body = replace(body, '"seat":1', '"seat":2')
                                WHERE chain = 1 AND number = 12""")
        found = short.verify(conn).found
    first = found[0]
    assert first.text == "trail (chain 1, number 12): its body is a text, where bytes must be"
    assert (first.chain, first.row) == (1, 12)
    with short.changing() as conn:
        conn.exec_driver_sql("UPDATE trail SET body = CAST(body AS TEXT) WHERE chain = 1 AND number = 12")
        found = short.verify(conn).found
    assert [each.text for each in found] == [first.text], "the bytes themselves are the same"


def test_a_whole_column_of_the_wrong_kind_is_counted(short: Evening) -> None:
    with short.changing() as conn:
        conn.exec_driver_sql("UPDATE trail SET hash = CAST(hash AS TEXT)")
        rows = conn.exec_driver_sql("SELECT count(*) FROM trail GROUP BY chain").scalars().all()
        found = short.verify(conn)
    assert found.total >= sum(rows)
    assert sum("its hash is a text" in each.text for each in found.found) == sum(min(25, count) for count in rows)


def test_nothing_where_something_must_be(short: Evening) -> None:
    """A table that somebody made anew, without its conditions."""
    for column, value in (("wagered", "0"), ("terms", "''")):
        with short.changing() as conn:
            conn.exec_driver_sql("CREATE TABLE others AS SELECT * FROM rounds")
            conn.exec_driver_sql("DROP TABLE rounds")
            conn.exec_driver_sql("ALTER TABLE others RENAME TO rounds")
            conn.exec_driver_sql(f"UPDATE rounds SET {column} = NULL WHERE chain = 1 AND round = 1")
            texts = [each.text for each in short.verify(conn).found]
        must = "a whole number" if value == "0" else "a text"
        assert f"rounds (chain 1, round 1): its {column} is nothing, where {must} must be" in texts


def test_a_text_that_is_none_is_found(short: Evening) -> None:
    for change in (
        "UPDATE trail SET \"by\" = CAST(x'ff41' AS TEXT) WHERE chain = 1 AND number = 12",
        "UPDATE people SET handle = CAST(x'ff41' AS TEXT) WHERE handle = 'Max'",
        "UPDATE tables SET terms = CAST(x'ff41' AS TEXT) WHERE id = 1",
    ):
        with short.changing() as conn:
            conn.exec_driver_sql(change)
            assert not short.verify(conn).clean, change


def test_nothing_is_left_behind(short: Evening) -> None:
    with short.changing() as conn:
        conn.exec_driver_sql("UPDATE accounts SET balance = 'x' WHERE name = 'cage'")
        for _ in range(2):
            assert not short.verify(conn).clean
        assert conn.exec_driver_sql("SELECT count(*) FROM sqlite_temp_master").scalar() == 0
        assert conn.exec_driver_sql("SELECT balance FROM accounts WHERE name = 'cage'").scalar() == "x"
    with short.reading() as conn:
        assert verify(conn).clean


# --- at the keyboard --------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(short: Evening, tmp_path: Path, plain_environ: Any) -> Path:
    backup(short.engine, tmp_path / "copy.db")
    return tmp_path / "copy.db"


def _change(path: Path, *statements: str) -> None:
    """With plain SQL, and the guards as they were afterwards."""
    file = sqlite3.connect(path, isolation_level=None)
    for _, name in guards.expected("sqlite"):
        file.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        assert file.execute(statement).rowcount
    for guard in guards.expected("sqlite").values():
        file.execute(guard.made)
    file.close()


AT_START = [
    (
        "UPDATE trail SET body = CAST(body AS TEXT) WHERE chain = 1 AND number = (SELECT max(number) FROM trail WHERE"
        " chain = 1)"
    ),
    "UPDATE trail SET at = 'x' WHERE chain = 0 AND number = (SELECT max(number) FROM trail WHERE chain = 0)",
    "UPDATE trail SET number = 'x' WHERE chain = 1 AND number = (SELECT max(number) FROM trail WHERE chain = 1)",
    "UPDATE shuffles SET sealed = 'abc' WHERE chain = 1",
    "UPDATE tables SET state = CAST(state AS TEXT) WHERE id = 2",
    "UPDATE tables SET state_at = 'x' WHERE id = 2",
    "UPDATE accounts SET balance = 'abc' WHERE name = 'cage'",
    "UPDATE meters SET reading = 0.5",
    "UPDATE people SET failures = 'x' WHERE handle = 'Max'",
    "UPDATE checkpoints SET signature = 'abc' WHERE number = 2",
]


@pytest.mark.parametrize("change", AT_START)
def test_a_house_does_not_open_on_it(copy: Path, change: str) -> None:
    open_store(str(copy)).dispose()
    _change(copy, change)
    table = change.split()[1]
    with pytest.raises(StoreError, match=rf"{table} \(.*where .* must be\. Somebody changed it outside this program"):
        open_store(str(copy))
    open_store(str(copy), read_only=True).dispose()
    assert audit.verify(database=str(copy)) == 1


def test_what_cannot_be_read_is_told(copy: Path) -> None:
    """By the other commands too; and a mistake of ours is not blamed on the store."""
    _change(copy, "UPDATE rounds SET opened_at = 'x', wagered = 'x' WHERE chain = 1")
    with pytest.raises(Trouble, match=r"rounds \(chain 1, round 1\): its opened_at is a text, where a whole number"):
        audit.list_rounds(database=str(copy))
    with pytest.raises(Trouble, match=r"its opened_at is a text"):
        audit.replay("1", 1, database=str(copy))
    _change(copy, "UPDATE rounds SET opened_at = 1, wagered = 1 WHERE chain = 1")
    with pytest.raises(ZeroDivisionError), audit_store.reading(str(copy), None, None):
        raise ZeroDivisionError
