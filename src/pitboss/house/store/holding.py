"""Who has the store. A house that opens puts a token of its own there. Each of its transactions begins by asking for
it, and keeps everybody from changing it until the commit. So a house whose place another has taken writes nothing more,
whatever became of locks and connections; and what it wrote itself it never takes for another's."""

import secrets
from typing import Any

from sqlalchemy import Connection, delete, text

from pitboss.house.store.schema import holder

_TAKE = "INSERT INTO holder (one, token) VALUES (1, :token) ON CONFLICT (one) DO UPDATE SET token = :token"


def take(conn: Connection) -> str:
    """In a transaction. Waits until whoever has the store now is not just writing; from the commit on it is ours."""
    if conn.dialect.name != "sqlite":
        conn.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
    token = secrets.token_hex(16)
    conn.execute(text(_TAKE), {"token": token})
    return token


def begin(conn: Connection) -> str | None:
    """Begins a transaction: the token that stands in the store until it ends. SQLite lets nobody else write until then;
    on a server the line itself is held, and asked for on the same way there and back."""
    cursor: Any = conn.connection.cursor()
    try:
        if conn.dialect.name == "sqlite":
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("SELECT token FROM holder")
        else:
            cursor.execute("BEGIN; SELECT token FROM holder FOR SHARE")
            cursor.nextset()
        found = cursor.fetchone()
    finally:
        cursor.close()
    return found[0] if found else None


def vacate(conn: Connection) -> None:
    """In a transaction. Nobody has the store afterwards: a house that does not know of it writes nothing more."""
    conn.execute(delete(holder))
