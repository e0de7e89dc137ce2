"""Stores as an earlier version of the program left them."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import insert, inspect, select

from pitboss.house.store import migrate, schema
from pitboss.house.store.opening import connect, snapshot, transaction


def put_on_server(file: Path, url: str) -> None:
    """The rows of a file of version 0001, in the tables of version 0001 of an empty database."""
    target, source = connect(url), connect(str(file))
    config = Config()
    config.set_main_option("script_location", migrate.SCRIPTS)
    config.set_main_option("path_separator", "os")
    with transaction(target) as conn:
        config.attributes["connection"] = conn
        command.upgrade(config, "0001")
    there = inspect(source).get_table_names()
    with snapshot(source) as conn, transaction(target) as into:
        for table in schema.metadata.sorted_tables:
            rows = [dict(row) for row in conn.execute(select(table)).mappings()] if table.name in there else []
            if rows:
                into.execute(insert(table), rows)
    target.dispose()
    source.dispose()
