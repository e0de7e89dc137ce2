"""Backups: one file, from either database, into either database, and nothing half-written."""

import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select, text

from house.versions import AND_NEXT, CURRENT, NEXT
from pitboss.house.store import backup as module
from pitboss.house.store import migrate, migrations
from pitboss.house.store.backup import backup, restore
from pitboss.house.store.migrate import check, revision
from pitboss.house.store.opening import StoreError, connect, open_store, snapshot, transaction
from pitboss.house.store.schema import accounts, checkpoints, metadata, people, postings, shuffles
from pitboss.house.trail.rows import GENESIS, append, hash_of, read


def fill(engine: Engine, rows: int = 3) -> None:
    """A store with a little of everything that could go wrong on the way: bytes, signs, NULLs, large numbers."""
    with transaction(engine) as conn:
        conn.execute(
            accounts.insert(),
            [
                {"name": "outside", "balance": -(2**62)},
                {"name": "patron:Zoë ♠", "balance": 2**62},
            ],
        )
        for i in range(rows):
            row = append(conn, "buy_in", "patron:Zoë ♠", {"n": i}, at=1000, act_id=None if i % 2 else f"id{i}")
            conn.execute(
                postings.insert(),
                [
                    {
                        "chain": 0,
                        "number": row.number,
                        "line": 0,
                        "account": "outside",
                        "cents": -1,
                        "why": 'it\'s "so"',
                    },
                    {"chain": 0, "number": row.number, "line": 1, "account": "patron:Zoë ♠", "cents": 1, "why": ""},
                ],
            )
        conn.execute(checkpoints.insert(), {"number": 1, "body": bytes(range(256)), "signature": b""})
        conn.execute(
            shuffles.insert(),
            {
                "chain": 1,
                "number": 1,
                "deck": 1,
                "commitment": "c",
                "sealed": b"\0sealed\xff",
                "status": "open",
                "seed": None,
            },
        )
        conn.execute(people.insert(), {"handle": "Zoë", "folded": "zoë", "roles": "player", "password": None,
                                       "guest": 1, "failures": 0, "locked_until": 0, "created_at": 1,
                                       "disabled": 0})  # fmt: skip


def contents(engine: Engine) -> dict[str, list[Any]]:
    with engine.connect() as conn:
        return {t.name: sorted(map(tuple, conn.execute(select(t)).all()), key=repr) for t in metadata.sorted_tables}


def test_the_same_store_comes_back_on_either_database(engine: Engine, empty_url: str, tmp_path: Path) -> None:
    fill(engine)
    before = contents(engine)
    said = backup(engine, tmp_path / "out" / "b.db")
    assert said["trail"] == 3
    assert said["postings"] == 6
    assert set(said) | {"holder", "processes", "leases"} == set(metadata.tables)
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["b.db"]
    assert stat.S_IMODE((tmp_path / "out" / "b.db").stat().st_mode) == 0o600

    raw = (tmp_path / "out" / "b.db").read_bytes()
    other = open_store(empty_url)
    assert restore(tmp_path / "out" / "b.db", other) == said
    assert (tmp_path / "out" / "b.db").read_bytes() == raw
    assert contents(other) == before == contents(engine)
    assert check(other) == []
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["b.db"], "the backup itself is left as it was"
    other.dispose()


def test_more_rows_than_are_copied_at_a_time(
    engine: Engine, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TOGETHER", 7)
    fill(engine, 21)
    backup(engine, tmp_path / "b.db")
    other = open_store(empty_url)
    assert restore(tmp_path / "b.db", other)["trail"] == 21
    assert contents(other) == contents(engine)
    other.dispose()


def test_a_backup_is_a_store_with_its_guards(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    backup(engine, tmp_path / "b.db")
    copy = open_store(str(tmp_path / "b.db"), make=False)
    assert check(copy) == []
    assert contents(copy) == contents(engine)
    copy.dispose()


def test_seeds_stay_sealed(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    backup(engine, tmp_path / "b.db")
    with sqlite3.connect(tmp_path / "b.db") as conn:
        assert conn.execute("SELECT sealed, seed FROM shuffles").fetchall() == [(b"\0sealed\xff", None)]
    conn.close()


def test_a_backup_is_the_store_at_one_moment(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes while the copy is made: a posting without its row must not come of it."""
    fill(engine)
    before = contents(engine)
    if engine.dialect.name == "postgresql":
        real = module._copy_rows

        def copy(source: Any, target: Engine) -> dict[str, int]:
            source.execute(select(1).select_from(accounts)).all()  # the moment is that of the first look
            with transaction(engine) as conn:
                append(conn, "capital", "house", {}, at=2000)
            return real(source, target)

        monkeypatch.setattr(module, "_copy_rows", copy)
        backup(engine, tmp_path / "b.db")
        assert len(contents(engine)["trail"]) == 4
        other = open_store(str(tmp_path / "b.db"))
        assert contents(other) == before
        other.dispose()
        return
    with engine.connect() as conn:  # of SQLite: what another has not committed is not in it
        conn.exec_driver_sql("BEGIN IMMEDIATE")
        append(conn, "capital", "house", {}, at=2000)
        backup(engine, tmp_path / "b.db")
        conn.exec_driver_sql("COMMIT")
    other = open_store(str(tmp_path / "b.db"))
    assert contents(other) == before
    other.dispose()


def test_a_file_is_never_overwritten(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "b.db").write_text("precious")
    with pytest.raises(StoreError, match=r"b\.db: there is a file of this name already"):
        backup(engine, tmp_path / "b.db")
    assert (tmp_path / "b.db").read_text() == "precious"


def test_a_backup_that_fails_leaves_nothing(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> dict[str, int]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "_settle", fail)
    (tmp_path / "out").mkdir()
    with pytest.raises(StoreError, match="cannot be written: No space left on device"):
        backup(engine, tmp_path / "out" / "b.db")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_place_that_cannot_be_written(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="the backup cannot be written"):
        backup(engine, tmp_path / "file" / "b.db")


def test_a_store_in_use_takes_no_backup(engine: Engine, tmp_path: Path) -> None:
    backup(engine, tmp_path / "b.db")
    with transaction(engine) as conn:
        conn.execute(accounts.insert(), {"name": "cage", "balance": 0})
    with pytest.raises(
        StoreError, match=r"this store is in use \(accounts …\); a backup is restored only into an empty one"
    ):
        restore(tmp_path / "b.db", engine)


def overdrawn(path: Path) -> None:
    """A backup with an account below zero."""
    source = open_store(str(path))
    fill(source)
    with source.connect() as conn:
        conn.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        conn.execute(text("UPDATE accounts SET balance = -1 WHERE name <> 'outside'"))
    source.dispose()


def test_a_backup_with_faults_is_refused(engine: Engine, tmp_path: Path) -> None:
    overdrawn(tmp_path / "b.db")
    with pytest.raises(StoreError, match="cannot be used: 1 rows of accounts break the condition ck_accounts_never"):
        restore(tmp_path / "b.db", engine)
    assert all(rows == [] for rows in contents(engine).values())


def test_a_restore_that_fails_half_way_leaves_an_empty_store(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overdrawn(tmp_path / "b.db")
    monkeypatch.setattr(module, "check", lambda _, **how: [])
    with pytest.raises(StoreError, match=r"could not be restored: .*never_negative.*; nothing was changed"):
        restore(tmp_path / "b.db", engine)
    assert all(rows == [] for rows in contents(engine).values())


def test_files_that_are_no_backup(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Dear diary, " * 100)
    sqlite3.connect(tmp_path / "empty").close()
    with sqlite3.connect(tmp_path / "other") as conn:
        conn.execute("CREATE TABLE invoices (id INTEGER)")
    conn.close()
    for name, said in {
        "text": "not an SQLite database", "empty": "holds no store", "other": "another program", "none": "no such file",
    }.items():  # fmt: skip
        with pytest.raises(StoreError, match=said):
            restore(tmp_path / name, engine)


def test_backups_of_other_versions(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = open_store(str(tmp_path / "b.db"))
    with source.connect() as conn:
        conn.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    source.dispose()
    with pytest.raises(StoreError, match="version 0999, newer"):
        restore(tmp_path / "b.db", engine)
    open_store(str(tmp_path / "old.db")).dispose()
    with engine.connect() as conn:
        conn.execute(text(f"UPDATE alembic_version SET version_num = '{NEXT}'"))
    monkeypatch.setattr(migrations, "REVISIONS", AND_NEXT)
    monkeypatch.setattr(migrate, "REVISIONS", AND_NEXT)
    with pytest.raises(
        StoreError, match=rf"of version {CURRENT} and this program needs {NEXT}: `pitboss db upgrade --database"
    ):
        restore(tmp_path / "old.db", engine)


def test_an_older_file_can_be_backed_up_before_its_upgrade(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_store(sqlite_url)
    fill(engine)
    monkeypatch.setattr(migrate, "REVISIONS", AND_NEXT)
    assert backup(engine, tmp_path / "b.db")["trail"] == 3
    engine.dispose()
    copy = connect(str(tmp_path / "b.db"))
    assert revision(copy) == CURRENT
    copy.dispose()


def test_an_older_server_cannot(postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_store(postgresql_url)
    monkeypatch.setattr(migrate, "REVISIONS", AND_NEXT)
    with pytest.raises(StoreError, match="db upgrade"):
        backup(engine, tmp_path / "b.db")
    assert list(tmp_path.glob("*b.db*")) == []
    engine.dispose()


def test_the_order_of_the_trail_and_its_hashes_survive(engine: Engine, empty_url: str, tmp_path: Path) -> None:
    fill(engine, 5)
    backup(engine, tmp_path / "b.db")
    other = open_store(empty_url)
    restore(tmp_path / "b.db", other)
    before = GENESIS
    with snapshot(other) as conn:
        rows = list(read(conn, 0))
    assert len(rows) == 5
    for row in rows:
        before = hash_of(before, row.chain, row.number, row.at, row.kind, row.round, row.by, row.act_id, row.body)
        assert row.hash == before
    other.dispose()
