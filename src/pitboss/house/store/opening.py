"""Opening a store, with a clear sentence for everything that can stand in the way. Engines run in autocommit: whoever
changes something says BEGIN and COMMIT itself."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from pitboss.house.store.addresses import ALLOWED, file_of, masked
from pitboss.house.store.addresses import StoreError as StoreError
from pitboss.house.store.addresses import default_url as default_url
from pitboss.house.store.durability import WAITS, risks, standby_risks
from pitboss.house.store.file_locks import require_right_name

BUSY = 10_000
"""For how many milliseconds SQLite waits for another process that is writing."""

CONNECTING = {
    "connect_timeout": 10,
    "application_name": "pitboss",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How a server is spoken to, unless its address says otherwise. One whose computer is gone never says so: without these
a question would wait for its answer for hours, while another server has long taken its place."""

PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # acknowledged means on the disk
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # INSERT OR REPLACE must not slip past the guards of the trail
)

READING = (PRAGMAS[0], "PRAGMA query_only = ON")


def open_store(
    url: str, *, make: bool = True, read_only: bool = False, durable: bool = False, standbys: bool = True
) -> Engine:
    """The store at this address, of exactly our version. A new, empty database gets its tables, unless `make` is false:
    then there has to be a store already. `read_only` is for those who only look: nothing is made, nothing changed; only
    they get a store whose guards are not in their places. `durable` refuses a server that may lose what it has
    acknowledged; unless `standbys` is true, one with asynchronous standbys alone is refused in any case."""
    from pitboss.house.store import migrate

    engine = connect(url, make=make, read_only=read_only)
    try:
        if not standbys:
            _require_standby(engine)
        if durable:
            _require_durable(engine)
        migrate.require_current(engine, make=make and not read_only)
        if not read_only:
            migrate.require_guarded(engine)
            _require_typed(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _require_durable(engine: Engine) -> None:
    with engine.connect() as conn:
        found = risks(conn)
    if found:
        raise StoreError(
            f"{shown(engine)}: {'; '.join(found)}. Switch it on at the server; "
            '`durability = "warn"` would serve all the same'
        )


def _require_standby(engine: Engine) -> None:
    with engine.connect() as conn:
        found = standby_risks(conn)
    if found:
        raise StoreError(
            f"{shown(engine)}: {found[0]}. Name one in synchronous_standby_names at the server; "
            '`durability = "asynchronous"` would serve all the same'
        )


def _require_typed(engine: Engine) -> None:
    """Refuses a store in which something stands that this program cannot have written there."""
    from pitboss.house.store.typed import odd_at_start

    try:
        with engine.connect() as conn:
            odd = odd_at_start(conn)
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(engine)}: the store cannot be read: {reason(error)}") from None
    if odd is not None:
        raise StoreError(
            f"{shown(engine)}: {odd.text}. Somebody changed it outside this program: `pitboss audit verify` tells what "
            "else is wrong, and `pitboss db restore` puts a backup into a new store"
        )


def connect(url: str, *, make: bool = True, read_only: bool = False) -> Engine:
    """The database at this address, whatever its version, after one connection was made."""
    path = file_of(url)
    engine = _server(url, read_only) if path is None else _file(path, make, read_only)
    try:
        with engine.connect() as conn:
            _look(conn)
    except StoreError:
        engine.dispose()
        raise
    except (SQLAlchemyError, sqlite3.Error) as error:
        engine.dispose()
        raise StoreError(_why(url, path, error)) from None
    return engine


def shown(engine: Engine) -> str:
    """The address of an open store, for people."""
    if engine.dialect.name == "sqlite":
        return str(file_path(engine))
    return masked(engine.url.set(drivername="postgresql").render_as_string(hide_password=True))


def file_path(engine: Engine) -> Path:
    """The file of an SQLite store."""
    name = str(engine.url.database)
    return Path(unquote(name.removeprefix("file:")) if engine.url.query else name)


def reason(error: BaseException) -> str:
    """What a driver says, on one line."""
    said = str(error.orig) if isinstance(error, DBAPIError) and error.orig else str(error)
    return " ".join(said.split()).removeprefix("connection failed: ").rstrip(".")


@contextmanager
def transaction(engine: Engine, begin: str = "") -> Iterator[Connection]:
    """One transaction on a connection of its own: everything, or on any error nothing."""
    with engine.connect() as conn, within(conn, begin):
        yield conn


@contextmanager
def within(conn: Connection, begin: str = "") -> Iterator[None]:
    """One transaction on this connection."""
    _say(conn, begin or ("BEGIN IMMEDIATE" if conn.dialect.name == "sqlite" else "BEGIN"))
    try:
        yield
        _say(conn, "COMMIT")
    except BaseException:
        with suppress(Exception):
            _say(conn, "ROLLBACK")
        raise


def _say(conn: Connection, words: str) -> None:
    """Straight to the driver: how the connection executes other things (row by row, say) does not matter here."""
    cursor = conn.connection.cursor()
    try:
        cursor.execute(words)
    except conn.dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(words, None, error, conn.dialect.loaded_dbapi.Error) from error
    finally:
        cursor.close()


def snapshot(engine: Engine) -> AbstractContextManager[Connection]:
    """A connection that reads the store as it is at one moment, whatever is written meanwhile. (Reading row by row with
    `yield_per` on PostgreSQL needs a transaction, which this is.)"""
    sqlite = engine.dialect.name == "sqlite"
    return transaction(engine, "BEGIN" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


# --- the two databases ----------------------------------------------------------------------------------------------


def _file(path: Path, make: bool, read_only: bool) -> Engine:
    try:
        path = path.resolve()  # by whatever name it is called, its lock is the same
        if path.is_dir():
            raise StoreError(f"{path}: this is a folder; name a file in it")
        if not path.exists():
            if read_only or not make:
                raise StoreError(f"{path}: there is no such file. `pitboss serve` makes a new store")
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # nobody else's business
        if read_only:
            require_right_name(path)
    except (OSError, RuntimeError) as error:
        raise StoreError(
            f"{path}: the store cannot be kept there: {getattr(error, 'strerror', None) or error}; "
            "choose a folder you may write to"
        ) from None
    # A file of the store is read by many threads; each connection is used by one at a time.
    url = URL.create("sqlite", database=str(path))
    if read_only:
        url = URL.create("sqlite", database=f"file:{quote(str(path))}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, isolation_level="AUTOCOMMIT", connect_args={"timeout": BUSY / 1000})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        try:
            for pragma in READING if read_only else PRAGMAS:
                cursor.execute(pragma).fetchall()
        finally:
            cursor.close()

    return engine


def _server(url: str, read_only: bool) -> Engine:
    try:
        address = make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        raise StoreError(f"'{masked(url)}' is no address of a database; allowed is {ALLOWED}") from None
    if not address.database:
        raise StoreError(f"'{masked(url)}' names no database; allowed is {ALLOWED}")
    try:
        from pitboss.house.store.plain_cursor import PlainCursor

        given = {name: value for name, value in CONNECTING.items() if name not in address.query}
        engine = create_engine(
            address,
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,
            connect_args={**given, "cursor_factory": PlainCursor},
        )
    except ImportError:
        raise StoreError(
            "PostgreSQL needs the driver psycopg, which is not installed: pip install 'pitboss[postgres]'"
        ) from None

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # Acknowledged means on the disk, that of a synchronous standby too, whatever the server's own habit.
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) "
            f"WHERE current_setting('synchronous_commit') NOT IN {WAITS}"
        )
        # Behind a pooler the server's process is another than the one that greeted us, and may change with every
        # transaction: statements that one of them has prepared the next one does not know.
        if connection.execute("SELECT pg_backend_pid()").fetchone()[0] != connection.info.backend_pid:
            connection.prepare_threshold = None
        elif read_only:  # behind a pooler it would hold for whoever gets this connection to the server next
            connection.execute("SET default_transaction_read_only = on")

    return engine


def _look(conn: Connection) -> None:
    """Reads something, so that a file that is no database is noticed now."""
    if conn.dialect.name == "sqlite":
        conn.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
        return
    encoding, schema = conn.exec_driver_sql("SELECT current_setting('server_encoding'), current_schema()").one()
    if encoding != "UTF8":
        raise StoreError(f"the database is encoded in {encoding}; make one with ENCODING 'UTF8'")
    if schema is None:
        raise StoreError("the database has no schema that this user may use; the search_path must name one")


def _why(url: str, path: Path | None, error: Exception) -> str:
    said = reason(error)
    if path is None:
        return f"{masked(url)}: the database server cannot be reached or will not let us in: {said}"
    if "not a database" in said or "malformed" in said:
        return f"{path}: this file is not an SQLite database, or it is damaged ({said}); nothing was changed"
    return f"{path}: the store cannot be opened: {said}; choose a file in a folder you may write to"
