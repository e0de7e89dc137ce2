"""The lock of a file belongs to the file: whoever removes the lock file, or comes by another name, does not get past
it, and those who only read are not kept out."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine

from pitboss.house.audit.verify import verify
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import StoreError, open_store, snapshot, transaction
from pitboss.house.trail.rows import append

HOLD = """
import sys
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store, transaction
from pitboss.house.trail.rows import append
engine = open_store(sys.argv[1])
with lock_store(engine):
    with transaction(engine) as conn:
        append(conn, "setting", "house", {}, at=1)
    print("held", flush=True)
    sys.stdin.read()
"""
SWITCH = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], timeout=0)
try:
    print(file.execute("PRAGMA journal_mode = DELETE").fetchone()[0])
except sqlite3.OperationalError as error:
    print(error)
"""


@pytest.fixture
def path(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def _python(text: str, path: Path) -> subprocess.Popen[str]:
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    command = [sys.executable, "-c", text, str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process holds the file and has written something into it."""
    with _python(HOLD, path) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        yield
        child.communicate()


def refused(engine: Engine, said: str = "another house is running on this store") -> None:
    with pytest.raises(StoreError, match=said), lock_store(engine):
        pass


def test_a_removed_lock_file_lets_nobody_in(path: Path) -> None:
    engine = open_store(str(path))
    with held(path):
        Path(f"{path}.lock").unlink()
        refused(engine)
        refused(engine)  # now there is a new lock file, which nobody holds
    with lock_store(engine):
        Path(f"{path}.lock").unlink()
        other = open_store(str(path))
        refused(other)
        other.dispose()
    with lock_store(engine):
        pass
    engine.dispose()


def test_another_name_of_the_file_lets_nobody_in(path: Path, tmp_path: Path) -> None:
    names = [path.with_name("beside.db"), tmp_path / "elsewhere.db"]
    with held(path):
        names[0].hardlink_to(path)
        names[1].symlink_to(path)
        for name in names:
            engine = open_store(str(name))
            refused(engine)
            engine.dispose()


def test_a_file_of_two_names_is_not_written_at_all(path: Path) -> None:
    """Who opens it by the other name does not see what stands in the log beside the first."""
    other = path.with_name("other.db")
    other.hardlink_to(path)
    for name in (path, other):
        engine = open_store(str(name))
        refused(engine, r"this file has 2 names \(hard links\)\. .*Leave it one name")
        engine.dispose()
    other.unlink()
    engine = open_store(str(path))
    with lock_store(engine):
        pass
    engine.dispose()


def test_who_reads_is_let_in(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with held(path):
        for name in (path, link):
            engine = open_store(str(name), read_only=True)
            with snapshot(engine) as conn:
                assert verify(conn).rows == 1
            engine.dispose()


def test_who_reads_must_find_the_log(path: Path) -> None:
    """By another name of a file on which a house is running he would read what was true an hour ago."""
    other = path.with_name("other.db")
    with held(path):
        other.hardlink_to(path)
        with pytest.raises(StoreError, match="a house is running on this file under another name"):
            open_store(str(other), read_only=True)
        engine = open_store(str(path), read_only=True)
        with snapshot(engine) as conn:
            assert verify(conn).rows == 1
        engine.dispose()
    engine = open_store(str(other), read_only=True)  # the house has ended, and everything is in the file
    with snapshot(engine) as conn:
        assert verify(conn).rows == 1
    engine.dispose()


def test_one_who_was_refused_takes_none_of_our_own_locks_away(path: Path) -> None:
    """SQLite's locks belong to the process and are gone when any descriptor of the file is closed there. Then another
    process could take the log away below us."""
    engine, other = open_store(str(path)), open_store(str(path))
    with lock_store(engine), transaction(engine) as conn:
        refused(other)
        Path(f"{path}.lock").unlink()
        refused(other)
        append(conn, "setting", "house", {}, at=1)
        with _python(SWITCH, path) as child:
            said, _ = child.communicate()
        assert said.strip() == "database is locked"
    engine.dispose()
    other.dispose()
    with _python(SWITCH, path) as child:  # the same, where nobody has it
        said, _ = child.communicate()
    assert said.strip() == "delete"


def test_the_files_own_lock_does_not_meet_those_of_sqlite(path: Path) -> None:
    """While it is held, every other process may still read and, as far as SQLite goes, write."""
    with held(path):
        file = sqlite3.connect(path, timeout=0, isolation_level=None)
        file.execute("BEGIN IMMEDIATE")
        file.execute("UPDATE accounts SET balance = balance")
        file.execute("COMMIT")
        file.close()
