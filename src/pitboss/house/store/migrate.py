"""The version of a store: which one it is, bringing it to ours, and whether everything is in its place."""

import logging

from sqlalchemy import CheckConstraint, Connection, Engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.house.store import guards, holding, structure
from pitboss.house.store.migrations import REVISIONS as REVISIONS
from pitboss.house.store.opening import StoreError, reason, shown, transaction
from pitboss.house.store.schema import metadata
from pitboss.house.store.structure import schema_faults
from pitboss.house.store.typed import odd_values

SCRIPTS = "pitboss.house.store:migrations"


def revision(engine: Engine) -> str | None:
    """The version of the store; None for an empty database. A database of another program is a StoreError."""
    with engine.connect() as conn:
        return _revision(conn)


def _revision(conn: Connection) -> str | None:
    tables = _tables(conn)
    if not tables:
        return None
    found = conn.exec_driver_sql("SELECT version_num FROM alembic_version").all() if "alembic_version" in tables else []
    if len(found) != 1 or "trail" not in tables:
        some = ", ".join(sorted(tables)[:3])
        raise StoreError(
            f"{shown(conn.engine)}: this database belongs to another program (it has the tables {some}); "
            "name a store of Pitboss or an empty database"
        )
    return str(found[0][0])


def _tables(conn: Connection) -> set[str]:
    words = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        if conn.dialect.name == "sqlite"
        else "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    )
    return set(conn.exec_driver_sql(words).scalars())


def require_current(engine: Engine, *, make: bool = True) -> None:
    """Refuses a store of another version; an empty database gets its tables, if `make` says so."""
    found = revision(engine)
    if found is None and make:
        found = _made(engine)
    if found is None:
        raise StoreError(f"{shown(engine)}: this database is empty. `pitboss serve` makes a new store")
    if found not in REVISIONS:
        raise newer(engine, found)
    if found != REVISIONS[-1]:
        raise StoreError(
            f"{shown(engine)}: this store is of version {found} and this program needs {REVISIONS[-1]}: "
            "`pitboss db upgrade` brings it up to date"
        )


def _made(engine: Engine) -> str | None:
    """An empty database gets its tables. Of several processes that start at once one makes them: the others use what
    it has made, and take nothing from it."""
    try:
        with transaction(engine) as conn:
            if _revision(conn) is None:
                _upgrade(conn, None)
    except DBAPIError as error:
        found = revision(engine)
        if found is None:
            raise _not_made(engine, error) from None
        return found
    return revision(engine)


def newer(engine: Engine, found: str) -> StoreError:
    return StoreError(
        f"{shown(engine)}: this store is of version {found}, newer than this program, which knows versions up to "
        f"{REVISIONS[-1]}; use the program that made it, or a newer one. Nothing was changed"
    )


def upgrade(engine: Engine) -> tuple[str | None, str]:
    """Brings the store to our version, all of it or nothing, and its guards into their places; returns the version
    before and after."""
    try:
        with transaction(engine) as conn:
            before = _revision(conn)
            if before is not None and before not in REVISIONS:
                raise newer(engine, before)
            _require_awake(engine, conn)
            _upgrade(conn, before)
    except DBAPIError as error:
        raise _not_made(engine, error) from None
    return before, REVISIONS[-1]


def _upgrade(conn: Connection, before: str | None) -> None:
    """In a transaction."""
    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)  # its progress is nobody's news
    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.set_main_option("path_separator", "os")
    if before != REVISIONS[-1]:
        config.attributes["connection"] = conn
        command.upgrade(config, REVISIONS[-1])
    guards.put_back(conn)
    holding.vacate(conn)


def _not_made(engine: Engine, error: DBAPIError) -> StoreError:
    return StoreError(f"{shown(engine)}: the tables could not be made: {reason(error)}; nothing was changed")


# --- is everything in its place -------------------------------------------------------------------------------------


def require_guarded(engine: Engine) -> None:
    """Refuses a store whose guards are not those of this version: whoever writes relies on them."""
    found = unguarded(engine)
    if found:
        with engine.connect() as conn:
            _require_awake(engine, conn)
        more = f", and {len(found) - 1} faults more" if len(found) > 1 else ""
        raise StoreError(
            f"{shown(engine)}: {found[0]}{more}. `pitboss audit verify` tells whether anything was changed, "
            "`pitboss db upgrade` puts the guards back"
        )


def _require_awake(engine: Engine, conn: Connection) -> None:
    """Refuses a server that is set to pass over every guard: no command of ours can put that right."""
    said = guards.asleep(conn)
    if said:
        raise StoreError(f"{shown(engine)}: {said[0]}. `pitboss audit verify` tells whether anything was changed")


def unguarded(engine: Engine) -> list[str]:
    """What is wrong with the guards of a store of our version, in sentences."""
    try:
        with engine.connect() as conn:
            return guards.faults(conn)
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(engine)}: the store cannot be read: {reason(error)}") from None


def check(engine: Engine, *, guarded: bool = True) -> list[str]:
    """What is wrong with the store, in sentences; nothing where all is well. The guards of a backup need not be looked
    at: where its rows go there are others."""
    try:
        found = revision(engine)
        if found is None:
            return ["the database is empty"]
        if found != REVISIONS[-1]:
            kind = "older" if found in REVISIONS else "newer"
            return [f"the store is of version {found}, {kind} than this program's {REVISIONS[-1]}"]
        with engine.connect() as conn:
            findings = _damage(conn) if engine.dialect.name == "sqlite" else _orphans(conn)
            return findings + schema_faults(conn, guarded=guarded) + _broken(conn)
    except StoreError as error:
        return [str(error)]
    except SQLAlchemyError as error:
        return [f"the store cannot be read: {reason(error)}"]


def _damage(conn: Connection) -> list[str]:
    said = conn.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
    findings = [f"the file is damaged: {line}" for line in said if line != "ok" and not line.startswith("CHECK ")]
    for table, row, parent, _ in conn.exec_driver_sql("PRAGMA foreign_key_check"):
        findings.append(f"row {row} of {table} refers to a row of {parent} that is not there")
    return findings


def _orphans(conn: Connection) -> list[str]:
    """PostgreSQL keeps references itself, except from those who switched that off."""
    findings = []
    for table in metadata.sorted_tables:
        for key in table.foreign_key_constraints:
            parent = key.referred_table
            joined = [element.parent == element.column for element in key.elements]
            there = select(1).select_from(parent).where(*joined).exists()
            count = conn.execute(select(func.count()).select_from(table).where(~there)).scalar_one()
            if count:
                findings.append(f"{count} rows of {table.name} refer to rows of {parent.name} that are not there")
    return findings


def oddity(engine: Engine) -> str | None:
    """For whoever could not make sense of what he read: a value of the wrong kind, or tables that are not ours."""
    with engine.connect() as conn:
        for table in metadata.sorted_tables:
            for odd in odd_values(conn, table):
                return odd.text
        return next(iter(structure.faults(conn)), None)


def _broken(conn: Connection) -> list[str]:
    """Rows that break a condition: SQLite itself does not tell of them on a connection that only reads."""
    findings = []
    for table in metadata.sorted_tables:
        for condition in [one for one in table.constraints if isinstance(one, CheckConstraint)]:
            broken = select(func.count()).select_from(table).where(text(f"NOT ({condition.sqltext})"))
            if inspect(conn).has_table(table.name) and (count := conn.execute(broken).scalar_one()):
                findings.append(f"{count} rows of {table.name} break the condition {condition.name}")
    return findings
