"""`pitboss db`: the care of the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, safe, shown

if TYPE_CHECKING:
    from sqlalchemy import Engine

db = App(
    name="db",
    help="Look after the store of the house: bring it up to date, check it, back it up, restore it.\n\n"
    "The store is the one of the settings (`pitboss config` shows it) unless --database names another: a file, "
    "sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/DATABASE.",
    help_format="markdown",
)


@contextmanager
def _store(database: str | None, config: Path | None, *, read_only: bool = False) -> "Iterator[Engine]":
    """The database, whatever its version; what stands in the way becomes a sentence."""
    from pitboss.house.store.opening import StoreError, connect

    where = settings(database=database, config=config).settings.database
    try:
        engine = connect(where, read_only=read_only)
        try:
            yield engine
        finally:
            engine.dispose()
    except StoreError as error:
        raise Trouble(safe(str(error))) from None


@db.command
@helped("db-upgrade")
def upgrade(*, database: str | None = None, config: Path | None = None) -> int:
    from pitboss.house.store import migrate
    from pitboss.house.store.locking import lock_store
    from pitboss.house.store.opening import shown as address

    with _store(database, config) as engine, lock_store(engine):
        before = migrate.revision(engine)
        current = before == migrate.REVISIONS[-1]
        faults = migrate.unguarded(engine) if current else []
        if current and not faults:
            print(safe(f"{address(engine)}: the store is of version {before}, as this program needs it."))
            return GOOD
        if before in migrate.REVISIONS:
            _back_up_first(engine, str(before))
        _, after = migrate.upgrade(engine)
        for fault in faults:
            print(safe(f"Put right: {fault}."))
        done = f"the store went from version {before} to {after}"
        if faults:
            done = "the guards are in their places. `pitboss audit verify` tells whether anything was changed meanwhile"
        elif before is None:
            done = "a new store was made"
        print(safe(f"{address(engine)}: {done}. `pitboss serve` opens the house."))
    return GOOD


def _back_up_first(engine: "Engine", version: str) -> None:
    from pitboss.house.store.backup import backup

    if engine.dialect.name != "sqlite":
        print("No backup is made of a store on PostgreSQL before it is upgraded; pg_dump makes one.")
        return
    path = Path(f"{engine.url.database}.version-{version}")
    number = 1
    while path.exists():
        number += 1
        path = Path(f"{engine.url.database}.version-{version}.{number}")
    backup(engine, path)
    print(f"The store as it was is in {shown(path)}.")


@db.command
@helped("db-check")
def check(*, database: str | None = None, config: Path | None = None) -> int:
    from pitboss.house.store import migrate
    from pitboss.house.store.opening import shown as address

    with _store(database, config, read_only=True) as engine:
        findings = migrate.check(engine)
        for finding in findings:
            complain(f"{address(engine)}: {finding}")
        if not findings:
            print(safe(f"{address(engine)}: the store is whole, of version {migrate.REVISIONS[-1]}."))
    return FINDINGS if findings else GOOD


@db.command
@helped("db-backup")
def backup(out: Path, *, database: str | None = None, config: Path | None = None) -> int:
    from pitboss.house.store.backup import KEY_STAYS
    from pitboss.house.store.backup import backup as back_up
    from pitboss.house.store.migrate import revision

    with _store(database, config, read_only=True) as engine:
        if revision(engine) is None:
            raise Trouble("the store is empty: there is nothing to back up")
        rows = back_up(engine, out)
    print(f"{shown(out)}: {_rows(rows)}.\n{KEY_STAYS}")
    return GOOD


@db.command
@helped("db-restore")
def restore(file: Path, *, database: str | None = None, config: Path | None = None) -> int:
    from pitboss.house.store.backup import KEY_STAYS, new_or_nothing
    from pitboss.house.store.backup import restore as put_back
    from pitboss.house.store.locking import lock_store
    from pitboss.house.store.opening import shown as address

    if not file.is_file():
        raise Trouble(f"{shown(file)}: there is no such file")
    where = settings(database=database, config=config).settings.database
    with new_or_nothing(where), _store(database, config) as engine, lock_store(engine):
        rows = put_back(file, engine)
        print(safe(f"{address(engine)}: {_rows(rows)} restored."))
        print(KEY_STAYS)
    return GOOD


def _rows(rows: dict[str, int]) -> str:
    return f"{rows.get('trail', 0):,} rows of the trail, {sum(rows.values()):,} rows in all"
