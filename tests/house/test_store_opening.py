"""Opening a store, whatever may stand in the way, and the lock that lets one house at a time run on it."""

import builtins
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from pitboss.house.processes.joining import Introduction, join
from pitboss.house.store.addresses import data_folder, default_url, file_of, masked
from pitboss.house.store.leases import leave
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import StoreError, open_store, shown, transaction


@pytest.mark.parametrize(("url", "path"), [
    ("house.db", "house.db"), ("sqlite:///house.db", "house.db"), ("sqlite:////srv/house.db", "/srv/house.db"),
    ("/srv/house.db", "/srv/house.db"), ("a:b.db", "a:b.db"), ("sqlite+pysqlite:///x", "x"),
    ("sqlite:///a b.db", "a b.db"),
])  # fmt: skip
def test_addresses_of_files(url: str, path: str) -> None:
    assert file_of(url) == Path(path)


@pytest.mark.parametrize("url", ["postgresql://h/d", "postgres://h/d", "postgresql+psycopg://h/d"])
def test_addresses_of_servers(url: str) -> None:
    assert file_of(url) is None


@pytest.mark.parametrize(("url", "said"), [
    ("", "is empty"),
    ("  ", "is empty"),
    ("mysql://root:secret@h/d", r"'mysql://root:\*\*\*@h/d': a store cannot be kept with 'mysql'"),
    ("http://h/d", "a store cannot be kept with 'http'"),
    ("sqlite://house.db", "three slashes"),
    ("sqlite://", "three slashes"),
    ("sqlite:///", "names no file"),
    ("sqlite:///:memory:", "names no file"),
    (":memory:", "would be lost"),
    ("sqlite:///x?mode=ro", "takes no options"),
    ("a\0b", "NUL"),
    ("postgresql://h", "names no database"),
    ("postgresql://u:secret@h:port/d", "is no address of a database"),
])  # fmt: skip
def test_addresses_that_are_none(url: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as caught:
        open_store(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(("url", "seen"), [
    ("postgresql://ann:s3cret@h/d", "postgresql://ann:***@h/d"),
    ("postgresql://ann:s@3:c%2Fret@h/d", "postgresql://ann:***@h/d"),
    ("postgresql://ann@h/d", "postgresql://ann@h/d"),
    ("postgresql://:s3cret@h/d", "postgresql://:***@h/d"),
    ("postgresql://h/d?user=ann&password=s3cret&x=1", "postgresql://h/d?user=ann&password=***&x=1"),
    ("postgresql://h/d?sslpassword=s3cret", "postgresql://h/d?sslpassword=***"),
    ("postgresql://h:5432/d", "postgresql://h:5432/d"),
    ("sqlite:////srv/a@b:c.db", "sqlite:////srv/a@b:c.db"),
])  # fmt: skip
def test_passwords_are_not_shown(url: str, seen: str) -> None:
    assert masked(url) == seen


def test_the_store_of_somebody_who_names_none() -> None:
    assert default_url({"PITBOSS_DATA": "/srv/pit"}) == "sqlite:////srv/pit/pitboss.db"
    assert default_url({"PITBOSS_DATA": "pit"}) == f"sqlite:///{Path.cwd()}/pit/pitboss.db"
    assert data_folder({}).name == "pitboss"
    assert default_url({"PITBOSS_DATA": ""}) == f"sqlite:///{data_folder({})}/pitboss.db"


def test_every_connection_to_a_file_is_durable(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)
    with engine.connect() as one, engine.connect() as two:
        for conn in (one, two):
            found = [
                conn.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "recursive_triggers")
            ]
            assert found == ["wal", 2, 1, 10_000, 1]
    engine.dispose()


def test_every_connection_to_a_server_is_durable(postgresql_url: str) -> None:
    """The server of the tests has synchronous_commit switched off."""
    engine = open_store(postgresql_url)
    with engine.connect() as one, engine.connect() as two:
        for conn in (one, two):
            assert conn.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            assert conn.exec_driver_sql("SHOW fsync").scalar() == "off"
    assert engine.dialect.driver == "psycopg"
    engine.dispose()


def test_a_server_that_is_cut_off_is_noticed_in_seconds(postgresql_url: str) -> None:
    """Without a word from it a question would wait for hours. What the address of the server says goes before."""

    def asked(url: str) -> dict[str, str]:
        engine = open_store(url)
        with engine.connect() as conn:
            driver: Any = conn.connection.driver_connection
            found: dict[str, str] = driver.info.get_parameters()
        engine.dispose()
        return found

    found = asked(postgresql_url)
    idle, interval, count = (int(found[f"keepalives_{what}"]) for what in ("idle", "interval", "count"))
    assert idle + interval * count < 15 and int(found["tcp_user_timeout"]) < 15_000
    assert asked(f"{postgresql_url}&keepalives_idle=60")["keepalives_idle"] == "60"


def test_the_folder_is_made(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a" / "b" / "house.db")).dispose()
    assert (tmp_path / "a" / "b" / "house.db").is_file()


def test_the_file_is_for_its_owner(tmp_path: Path) -> None:
    engine = open_store(str(tmp_path / "house.db"))
    with transaction(engine) as conn:
        conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('a', 1)"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"house.db": 0o600, "house.db-wal": 0o600, "house.db-shm": 0o600}
    engine.dispose()


def test_those_who_only_look_change_nothing(store_url: str) -> None:
    busy = open_store(store_url)
    with transaction(busy) as conn:
        conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('a', 1)"))
    looking = open_store(store_url, read_only=True)
    assert shown(looking) == shown(busy)
    with looking.connect() as conn:
        assert conn.execute(text("SELECT name FROM accounts")).scalar() == "a"
        with pytest.raises(DBAPIError, match=r"readonly|read-only"):
            conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('b', 1)"))
        with pytest.raises(DBAPIError, match=r"readonly|read-only"):
            conn.execute(text("CREATE TABLE x (y INTEGER)"))
    busy.dispose()
    looking.dispose()


def test_looking_at_a_file_leaves_its_bytes(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    odd = path.with_name("50% of #1 & more.db")
    path.rename(odd)
    raw = odd.read_bytes()
    engine = open_store(str(odd), read_only=True)
    with engine.connect() as conn:
        assert conn.execute(text("SELECT count(*) FROM trail")).scalar() == 0
    assert shown(engine) == str(odd)
    engine.dispose()
    assert odd.read_bytes() == raw
    with pytest.raises(StoreError, match="there is no such file"):
        open_store(sqlite_url, read_only=True)
    assert not path.exists()


def test_a_file_of_two_names_has_one_lock(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.with_name("link.db").symlink_to(path)
    one, two = open_store(sqlite_url), open_store(str(path.with_name("link.db")))
    with lock_store(one), pytest.raises(StoreError, match="another house"), lock_store(two):
        pass
    one.dispose()
    two.dispose()


def test_reading_makes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a" / "house.db"
    with pytest.raises(StoreError, match="there is no such file"):
        open_store(str(path), make=False)
    assert not path.parent.exists()


def test_reading_an_empty_database_makes_nothing(empty_postgresql_url: str) -> None:
    with pytest.raises(StoreError, match="this database is empty"):
        open_store(empty_postgresql_url, make=False)


def test_files_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Dear diary, " * 100)
    cases = {
        tmp_path: "this is a folder",
        tmp_path / "text" / "house.db": "cannot be kept there",
        tmp_path / "text" / "a" / "house.db": "cannot be kept there",
        tmp_path / "text": "not an SQLite database",
        Path("/proc/nowhere/house.db"): "cannot be kept there|cannot be opened",
    }
    for path, said in cases.items():
        with pytest.raises(StoreError, match=said) as caught:
            open_store(str(path))
        assert str(path) in str(caught.value)
    assert (tmp_path / "text").read_text() == "Dear diary, " * 100


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    for url in ("postgresql://ann:s3cret@127.0.0.1:1/d", f"postgresql://ann:s3cret@/d?host={tmp_path}"):
        with pytest.raises(StoreError, match="cannot be reached") as caught:
            open_store(url)
        assert "s3cret" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_database_that_is_not_there(_postgres: Any) -> None:
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        open_store(_postgres.url("nowhere"))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "psycopg":
            raise ModuleNotFoundError("No module named 'psycopg'")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(StoreError, match=r"pip install 'pitboss\[postgres\]'"):
        open_store("postgresql://h/d")


def test_a_database_in_another_encoding(_postgres: Any) -> None:
    _postgres.say("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    try:
        with pytest.raises(StoreError, match="encoded in LATIN1; make one with ENCODING 'UTF8'"):
            open_store(_postgres.url("latin"))
    finally:
        _postgres.say("DROP DATABASE latin WITH (FORCE)")


def test_a_transaction_is_everything_or_nothing(engine: Engine) -> None:
    with pytest.raises(KeyError), transaction(engine) as conn:
        conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('a', 1)"))
        raise KeyError
    with transaction(engine) as conn:
        conn.execute(text("INSERT INTO accounts (name, balance) VALUES ('b', 1)"))
    with engine.connect() as conn:
        assert conn.execute(text("SELECT name FROM accounts")).scalars().all() == ["b"]


def test_an_address_is_shown_without_its_password(sqlite_url: str, postgresql_url: str) -> None:
    one, two = open_store(sqlite_url), open_store(postgresql_url.replace("postgres:@", "postgres:s3cret@"))
    assert shown(one) == sqlite_url.removeprefix("sqlite:///")
    assert shown(two).startswith("postgresql://postgres:***@")
    one.dispose()
    two.dispose()


# --- the lock ---------------------------------------------------------------------------------------------------------


def test_one_house_at_a_time(sqlite_url: str) -> None:
    one, two = open_store(sqlite_url), open_store(sqlite_url)
    with lock_store(one):
        for other in (one, two):
            with pytest.raises(StoreError, match="another house is running on this store"), lock_store(other):
                pass
    with lock_store(two):
        pass
    one.dispose()
    two.dispose()


def test_the_lock_is_given_back_after_an_error(store_url: str) -> None:
    engine = open_store(store_url)
    with pytest.raises(KeyError), lock_store(engine):
        raise KeyError
    with lock_store(engine):
        pass
    engine.dispose()


def test_stores_do_not_lock_each_other(sqlite_url: str, tmp_path: Path) -> None:
    one, two = open_store(sqlite_url), open_store(str(tmp_path / "other.db"))
    with lock_store(one), lock_store(two):
        pass
    one.dispose()
    two.dispose()


HOLD = """
import sys
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.store.leases import leave
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store
with lock_store(open_store(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_dies_with_its_process(sqlite_url: str) -> None:
    engine = open_store(sqlite_url)
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, sqlite_url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == b"held\n"
        said = rf"another house is running on this store \(process {child.pid}\);"
        with pytest.raises(StoreError, match=said), lock_store(engine):
            pass
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdin.close()
        child.stdout.close()
    with lock_store(engine):
        pass
    engine.dispose()


def _joined(engine: Engine, seconds: float) -> str:
    return join(engine, Introduction("http://127.0.0.1:9", "key", seconds))


def test_a_server_on_which_processes_of_a_house_are_at_work(postgresql_url: str) -> None:
    """Whoever would change everything is refused as long as one of them has not run out."""
    engine = open_store(postgresql_url)
    _joined(engine, 0)  # one that is gone keeps nobody out
    with lock_store(engine):
        pass
    process = _joined(engine, 600)
    said = r"another house is running on this store \(.+ at http://127.0.0.1:9\);"
    with pytest.raises(StoreError, match=said), lock_store(engine):
        pass
    with transaction(engine) as conn:
        leave(conn, process)
    with lock_store(engine):
        pass
    engine.dispose()


def _process(conn: Connection) -> int:
    return int(conn.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
