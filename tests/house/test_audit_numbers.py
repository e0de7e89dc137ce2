"""Every row there is is read: also one that was put in under a number that no row of ours has."""

from typing import Any

import pytest
from sqlalchemy import Column, Connection, Table, insert, select, text

from house.audit_support import Evening
from pitboss.house.store import schema

ARCHIVED = (schema.archives, schema.archived_balances, schema.archived_meters)
LEFT_OUT = (schema.holder, schema.leases, *ARCHIVED)
"""Who has the store, which is no part of the record; and what stands beside archives (`test_archive.py`)."""
COUNTED = [
    pytest.param(table, column, id=f"{table.name}-{column.name}")
    for table in schema.metadata.sorted_tables
    for column in table.primary_key.columns
    if column.type.python_type is int and table not in LEFT_OUT
]
NONE_THERE: dict[str, dict[str, Any]] = {
    "feeds": {"chain": 2, "token": b"\1"},
    "exams": {"id": 1, "given_by": "trainer:Tom", "given_at": 1, "body": "{}", "seed": None, "status": "open"},
    "exam_sittings": {
        "id": 1, "exam": 1, "handle": "Ann", "seed": 1, "started": 1, "tasks": "[]", "answers": "[]", "notes": "[]",
        "reached": 0, "shift": 0, "version": 0, "row": None,
    },
}  # fmt: skip
"""A line of what the evening has none of."""
FRESH = {"name": "Another", "act_id": "evil"}
"""Where a second one of the same would be refused."""


def _copied(conn: Connection, table: Table, column: Column[Any], number: int) -> dict[str, Any]:
    """A line like one that is there, under this number."""
    lines: list[dict[str, Any]] = [dict(line) for line in conn.execute(select(table)).mappings()]
    lines = lines or [NONE_THERE[table.name]]
    keys = [each.name for each in table.primary_key.columns]
    taken = {tuple(line[key] for key in keys) for line in lines}
    made = [line | {column.name: number} for line in reversed(lines)]
    free: dict[str, Any] = next(line for line in made if tuple(line[key] for key in keys) not in taken)
    return free | {name: value for name, value in FRESH.items() if name in free and table is not schema.meters}


@pytest.mark.parametrize("number", [-5, 0, 99_999])
@pytest.mark.parametrize(("table", "column"), COUNTED)
def test_a_line_under_a_number_that_is_none_is_found(
    short: Evening, table: Table, column: Column[Any], number: int
) -> None:
    with short.changing() as conn:
        conn.execute(insert(table), _copied(conn, table, column, number))
        found = short.verify(conn)
    assert not found.clean


@pytest.mark.parametrize("number", [-5, 0])
@pytest.mark.parametrize("chain", [0, 2])
def test_a_row_before_the_first_is_named(short: Evening, chain: int, number: int) -> None:
    """A copy of a good row: nothing else is wrong with the store."""
    with short.changing() as conn:
        conn.execute(
            text("""INSERT INTO trail SELECT chain, :number, at, kind, round, "by", person, 'evil', body, hash
                    FROM trail WHERE chain = :chain AND number = 3"""),
            {"number": number, "chain": chain},
        )
        (found,) = short.verify(conn).found
    assert found.text == f"row {number} of chain {chain} stands before the first row: it was put in"
    assert (found.chain, found.row) == (chain, number)


@pytest.mark.parametrize("number", [-5, 0])
def test_a_checkpoint_before_the_first_is_named(short: Evening, number: int) -> None:
    with short.changing() as conn:
        conn.execute(
            text("INSERT INTO checkpoints SELECT :number, body, signature FROM checkpoints WHERE number = 1"),
            {"number": number},
        )
        found = [each.text for each in short.verify(conn).found]
    assert found == [f"checkpoint {number} stands before the first one: it was put in"]


@pytest.mark.parametrize("table", [schema.rounds, schema.hands, schema.shuffles], ids=lambda table: table.name)
def test_the_house_itself_plays_no_rounds(short: Evening, table: Table) -> None:
    with short.changing() as conn:
        line = dict(conn.execute(select(table)).mappings().first() or {})
        conn.execute(insert(table), line | {"chain": schema.HOUSE})
        found = [each.text for each in short.verify(conn).found]
    assert found == [f"there is no table 0, but {table.name} has lines of it"]


def test_no_table_has_the_number_of_the_house(short: Evening) -> None:
    with short.changing() as conn:
        conn.execute(insert(schema.tables), _copied(conn, schema.tables, schema.tables.c.id, schema.HOUSE))
        found = [each.text for each in short.verify(conn).found]
    assert found == ["there is a table 0: tables are numbered from 1"]
