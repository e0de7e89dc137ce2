"""Statements of the hot path, as plain SQL through the driver itself: an act is a handful of them, and the few
microseconds that building each anew would cost are most of what an act costs at all."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table


@cache
def _insert(table: Table, mark: str) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({", ".join([mark] * len(table.columns))})'


def mark_of(conn: Connection) -> str:
    """How this driver writes a parameter."""
    return "?" if conn.dialect.name == "sqlite" else "%s"


def insert_all(conn: Connection, cursor: Any, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Inserts rows whose values stand in the order of the table's columns."""
    text = _insert(table, mark_of(conn))
    if len(rows) == 1:
        cursor.execute(text, rows[0])
    elif rows:
        cursor.executemany(text, rows)


def run(conn: Connection, cursor: Any, text: str, values: Sequence[Any]) -> Any:
    """Runs a statement written with `?` for its parameters."""
    if conn.dialect.name != "sqlite":
        text = text.replace("?", "%s")
    return cursor.execute(text, values)
