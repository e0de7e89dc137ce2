"""Statements of the hot path, as plain SQL through the driver itself: an act is a handful of them, and the few
microseconds that building each anew would cost are most of what an act costs at all."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table

AT_ONCE = 50
"""Rows of one statement."""


@cache
def _insert(table: Table, mark: str, count: int = 1) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    row = f"({', '.join([mark] * len(table.columns))})"
    return f'INSERT INTO "{table.name}" ({columns}) VALUES {", ".join([row] * count)}'


def mark_of(conn: Connection) -> str:
    """How this driver writes a parameter."""
    return "?" if conn.dialect.name == "sqlite" else "%s"


def insert_all(conn: Connection, cursor: Any, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Inserts rows whose values stand in the order of the table's columns; on a server in one statement."""
    mark = mark_of(conn)
    if conn.dialect.name == "sqlite":
        cursor.executemany(_insert(table, mark), rows)
        return
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        cursor.execute(_insert(table, mark, len(some)), [value for row in some for value in row])


def run(conn: Connection, cursor: Any, text: str, values: Sequence[Any]) -> Any:
    """Runs a statement written with `?` for its parameters."""
    if conn.dialect.name != "sqlite":
        text = text.replace("?", "%s")
    return cursor.execute(text, values)
