"""Who writes to a store: a trigger of the test keeps, for every row of a table, which process wrote it and which one
had the table at that moment. The house knows nothing of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.house.store.opening import connect

WATCH = """
CREATE SCHEMA watch;
CREATE TABLE watch.joined (id text PRIMARY KEY, name text NOT NULL);
CREATE TABLE watch.written (chain int, number int, by text, held text, epoch int);
CREATE FUNCTION watch.join() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO watch.joined VALUES (NEW.id, current_setting('application_name'));
    RETURN NEW;
END $$;
CREATE FUNCTION watch.write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO watch.written SELECT NEW.chain, NEW.number, current_setting('application_name'), j.name, l.epoch
        FROM public.leases l LEFT JOIN watch.joined j ON j.id = l.process WHERE l.chain = NEW.chain;
    RETURN NEW;
END $$;
CREATE TRIGGER watch_join AFTER INSERT ON processes FOR EACH ROW EXECUTE FUNCTION watch.join();
CREATE TRIGGER watch_write AFTER INSERT ON trail FOR EACH ROW WHEN (NEW.chain > 0) EXECUTE FUNCTION watch.write();
"""
UNWATCH = """
DROP TRIGGER watch_join ON processes; DROP TRIGGER watch_write ON trail;
DROP SCHEMA watch CASCADE;
"""


class Watch:
    """Connections of the test's own to the store of a house."""

    def __init__(self, url: str) -> None:
        self._engine = connect(url)
        self.ask(WATCH)

    def close(self) -> None:
        self._engine.dispose()

    def ask(self, words: str) -> list[Any]:
        with self._engine.connect() as conn:
            found = conn.exec_driver_sql(words)
            return list(found) if found.returns_rows else []

    def joined(self, name: str) -> int:
        """How often a process has joined the house."""
        return int(self.ask(f"SELECT count(*) FROM watch.joined WHERE name = '{name}'")[0][0])

    def held(self) -> dict[int, str]:
        """Which process has which chain."""
        asked = "SELECT l.chain, j.name FROM leases l JOIN watch.joined j ON j.id = l.process"
        alive = " JOIN processes p ON p.id = l.process ORDER BY 1"
        return dict(self.ask(asked + alive))

    def written(self) -> int:
        return int(self.ask("SELECT count(*) FROM watch.written")[0][0])

    def stale(self) -> list[str]:
        """Rows that a process wrote at a table that it had not."""
        asked = "SELECT chain, number, by, held FROM watch.written WHERE by IS DISTINCT FROM held ORDER BY 1, 2"
        return [
            f"row {number} of table {chain} was written by {by}, and {held or 'nobody'} had the table"
            for chain, number, by, held in self.ask(asked)
        ]

    def backwards(self) -> list[str]:
        """Rows with an earlier time than the one before."""
        asked = (
            "SELECT chain, number FROM (SELECT chain, number, at, lag(at) OVER (PARTITION BY chain ORDER BY number) "
            "AS before FROM trail) rows WHERE at < before ORDER BY 1, 2"
        )
        return [f"row {number} of chain {chain} is earlier than the one before" for chain, number in self.ask(asked)]

    def cut(self, name: str) -> int:
        """Ends every connection of a process at the server."""
        asked = f"pg_stat_activity WHERE datname = current_database() AND application_name = '{name}'"
        return sum(ended for (ended,) in self.ask(f"SELECT pg_terminate_backend(pid)::int FROM {asked}"))

    def cut_all(self) -> int:
        """Ends every connection of both processes, whoever has it now."""
        return sum(self.cut(name) for name in ("one", "two"))

    def remove(self) -> None:
        self.ask(UNWATCH)


@contextmanager
def watched(url: str) -> Iterator[Watch]:
    """Afterwards nothing is left of it in the store."""
    made = Watch(url)
    try:
        yield made
    finally:
        made.close()
