"""Writes the first version of the store (`versions/r0001.py`) from the schema:

    python tests/house/first_revision.py

For use only until that version is published; afterwards a change of the schema is a new file with a new number."""

import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from pitboss.house.store import migrations
from pitboss.house.store.schema import metadata

TEXT = '''"""The first version of the store: all tables, and the guards that keep the trail as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GUARDED = ("trail", "postings", "meter_log", "checkpoints")
REFUSED = "what was written here is never changed or removed"


def upgrade() -> None:
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table in GUARDED:
        for act in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table}: {REFUSED}'); END"
            )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION pitboss_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION '%: {REFUSED}', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$"
    )
    for table in GUARDED:
        for act in ("update", "delete", "truncate"):
            each = "STATEMENT" if act == "truncate" else "ROW"
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION pitboss_keep()"
            )


def _tables() -> None:
'''


def text() -> str:
    """The file as it should be."""
    engine = create_engine("sqlite://")
    with engine.connect() as conn:
        context = MigrationContext.configure(conn, opts={"target_metadata": metadata})
        made = produce_migrations(context, metadata).upgrade_ops
        assert made is not None
        lines = render_python_code(made).splitlines()
    engine.dispose()
    body = [line.rstrip() for line in lines if not line.strip().startswith("#")]
    return TEXT + "\n".join(line if line.startswith("    ") else f"    {line}" for line in body if line) + "\n"


if __name__ == "__main__":
    path = Path(migrations.__file__).parent / "versions" / "r0001.py"
    path.write_text(text(), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(path)], check=True)
