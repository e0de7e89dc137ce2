"""Who has the store. A house that opens puts a token of its own there. Each of its transactions begins by asking for
it, and keeps everybody from changing it until the commit. So a house whose place another has taken writes nothing more,
whatever became of locks and connections; and what it wrote itself it never takes for another's."""

import secrets
from typing import Any

from sqlalchemy import Connection, delete, text, update

from pitboss.house.store.durability import WAITS
from pitboss.house.store.leases import STUCK, bound
from pitboss.house.store.schema import holder, leases, processes

SHARED = "shared-"
_WAITS = (
    "SELECT set_config('synchronous_commit', 'on', true) "
    f"WHERE current_setting('synchronous_commit') NOT IN {WAITS}; "  # a pooler may give us any connection
)
_TOKEN = "SELECT token FROM holder FOR SHARE"
_BEGIN = f"BEGIN; {_WAITS}{_TOKEN}"
_BEGIN_SHARED = f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = '{STUCK}'; {_WAITS}{_TOKEN}"
_TAKE = "INSERT INTO holder (one, token) VALUES (1, :token) ON CONFLICT (one) DO UPDATE SET token = :token"

_SHARE = (
    "INSERT INTO holder (one, token) VALUES (1, :token) ON CONFLICT (one) DO UPDATE SET token = "
    f"CASE WHEN holder.token LIKE '{SHARED}%' THEN holder.token ELSE :token END RETURNING token"
)


def take(conn: Connection) -> str:
    """In a transaction. Waits until whoever has the store now is not just writing; from the commit on it is ours."""
    if conn.dialect.name != "sqlite":
        conn.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
    token = secrets.token_hex(16)
    conn.execute(text(_TAKE), {"token": token})
    return token


def share(conn: Connection) -> str:
    """In a transaction. The token under which all processes of a house write, each what is its own (`leases.py`). The
    first of them brings a new one, so that a house which had the store alone writes nothing more; whoever takes the
    store alone stops all of them."""
    bound(conn, "10s")
    return str(conn.execute(text(_SHARE), {"token": f"{SHARED}{secrets.token_hex(16)}"}).scalar_one())


def begin(conn: Connection, *, shared: bool = False) -> str | None:
    """Begins a transaction: the token that stands in the store until it ends. SQLite lets nobody else write until then;
    on a server the line itself is held, and asked for on the same way there and back. With `shared`, other processes
    wait for what this one has begun: where it hangs, the server ends it."""
    cursor: Any = conn.connection.cursor()
    try:
        if conn.dialect.name == "sqlite":
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("SELECT token FROM holder")
        else:
            cursor.execute(_BEGIN_SHARED if shared else _BEGIN)
            while cursor.nextset():
                pass
        found = cursor.fetchone()
    finally:
        cursor.close()
    return found[0] if found else None


def vacate(conn: Connection) -> None:
    """In a transaction. Nobody has the store afterwards: a house that does not know of it writes nothing more."""
    conn.execute(delete(holder))
    conn.execute(delete(processes))
    conn.execute(update(leases).values(process=None))
