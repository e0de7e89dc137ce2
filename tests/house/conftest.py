"""What the tests of the house share: a fresh store for each test, on SQLite and on a real PostgreSQL.

store_url   the address of a store with its tables made, nothing in them (once on each database)
empty_url   the address of an empty database (once on each)
sqlite_url, postgresql_url     the same for tests that need only one, or both at once
engine      `store_url`, opened
writer      the one writer on `engine`
tamper      a connection that may change what the guards of the store protect
played, short     a house after an evening, or after a short one, for tests that change nothing or take it back

Which database a test runs on is seen by what it asks for. Both: whatever is a matter of the store, of SQL or of who
writes when (`store_url`, `engine`, `writer`, `played`, `short`). SQLite alone: what a page, a role or a table answers
(`sqlite_url`, `served`). Cases that chance has drawn are others on each (`stores.drawn`)."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from house.postgres import Postgres
from house.stores import DATABASES, new_store, not_waiting_for_the_disk
from pitboss.house.store.opening import open_store
from pitboss.house.store.writer import Writer

LASTING = ("test_crashes", "test_fire", "test_store_durability", "test_store_opening")
"""Modules about what stays on the disk: only there a store on SQLite waits until it is."""


@pytest.fixture(autouse=True, scope="module")
def _disk(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.path.stem in LASTING:
        yield
    else:
        with not_waiting_for_the_disk():
            yield


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    path = tmp_path / "store" / "house.db"
    path.parent.mkdir(exist_ok=True)
    return new_store(path)


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


@contextmanager
def _evening(request: pytest.FixtureRequest, folder: Path, play: str) -> Iterator[Any]:
    from house import audit_support

    def run(url: str) -> Any:
        return audit_support.Evening(audit_support.run(url, folder, play=getattr(audit_support, play)))

    if request.param == "sqlite":
        with run(new_store(folder / "house.db")) as evening:
            yield evening
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        with server.database("made") as url, run(url) as evening:
            yield evening


@pytest.fixture(scope="session", params=DATABASES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A house after an evening of everything (`audit_support`), for tests that only read it or take back what they
    change; once on each database."""
    with _evening(request, tmp_path_factory.mktemp(f"played-{request.param}"), "evening") as evening:
        yield evening


@pytest.fixture(scope="session", params=DATABASES)
def short(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The same after a short evening, with something in every table and column: for tests that have the whole store
    audited for each of many changes."""
    with _evening(request, tmp_path_factory.mktemp(f"short-{request.param}"), "short_evening") as evening:
        yield evening
