"""Writes the tables of the first version of the store (`versions/r0001.py`) from the schema:

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

FILE = Path(migrations.__file__).parent / "versions" / "r0001.py"
TABLES = "def _tables() -> None:\n"
"""What is written anew begins here; the guards above it stand in the file itself."""


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
    before = FILE.read_text(encoding="utf-8").partition(TABLES)[0]
    return (
        before + TABLES + "\n".join(line if line.startswith("    ") else f"    {line}" for line in body if line) + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(FILE)], check=True)
