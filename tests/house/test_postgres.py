"""The databases of the tests themselves: what one test leaves, the next does not find."""

from typing import Any

import psycopg
import pytest

from house.postgres import Postgres

LEFT = {
    "a guard dropped": "DROP TRIGGER trail_no_update ON trail",
    "a guard switched off": "ALTER TABLE trail DISABLE TRIGGER trail_no_update",
    "a function changed": "CREATE OR REPLACE FUNCTION pitboss_keep() RETURNS trigger AS 'BEGIN RETURN NEW; END' "
    "LANGUAGE plpgsql",
    "a column more": "ALTER TABLE holder ADD COLUMN more int",
    "a column that may be empty": "ALTER TABLE trail ALTER COLUMN kind DROP NOT NULL",
    "a condition less": "ALTER TABLE postings DROP CONSTRAINT pk_postings",
    "an index more": "CREATE INDEX more ON trail (by)",
    "a table more": "CREATE TABLE more ()",
    "a table less": "DROP TABLE alembic_version",
    "a view": "CREATE VIEW more AS SELECT 1",
    "a sequence": "CREATE SEQUENCE more",
    "another version": "UPDATE alembic_version SET version_num = '9999'",
    "a schema": "CREATE SCHEMA more",
    "a right": "GRANT CREATE ON SCHEMA public TO PUBLIC",
    "a setting": "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 64', current_database()); END $$",
}


def _database(server: Postgres, *words: str) -> int:
    """The number of a database in which this was done; a database that is renamed keeps it."""
    with server.database("made") as url, psycopg.connect(url, autocommit=True) as conn:
        for each in words:
            conn.execute(each.encode())
        found = conn.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
        assert found is not None
        return int(found[0])


def test_rows_are_taken_away_and_the_database_is_used_again(_postgres: Any) -> None:
    before = _database(_postgres, "INSERT INTO holder (one, token) VALUES (1, 'mine')")
    with _postgres.database("made") as url, psycopg.connect(url, autocommit=True) as conn:
        assert conn.execute("SELECT count(*) FROM holder").fetchone() == (0,)
        assert conn.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        again = conn.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
    assert again == (before,)


@pytest.mark.parametrize("words", LEFT.values(), ids=LEFT)
def test_whatever_else_was_done_the_next_test_has_another_one(_postgres: Any, words: str) -> None:
    first = _database(_postgres)
    assert _database(_postgres, words) == first
    assert _database(_postgres) != first


def test_who_is_still_connected_is_put_out(_postgres: Any) -> None:
    with _postgres.database("made") as url:
        conn = psycopg.connect(url)
        conn.execute("INSERT INTO holder (one, token) VALUES (1, 'mine')")  # and does not commit
    with pytest.raises(psycopg.OperationalError):
        conn.execute("SELECT 1")
    conn.close()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
