"""`pitboss config` and `pitboss db`, as somebody at the keyboard meets them."""

import asyncio
import json
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from house.versions import AND_NEXT, CURRENT, NEXT
from pitboss.cli import config as config_command
from pitboss.cli import db
from pitboss.cli.screen import Trouble
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.settings import NAMES
from pitboss.house.store import backup, guards, holding, migrate, migrations
from pitboss.house.store.locking import lock_store
from pitboss.house.store.migrate import revision, upgrade
from pitboss.house.store.opening import StoreError, connect, open_store, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.writer import Writer
from pitboss.house.trail.rows import GENESIS, append, chained, insert

pytestmark = pytest.mark.usefixtures("plain_environ")


def test_config_shows_every_setting_and_its_source(
    capsys: pytest.CaptureFixture[str], plain_environ: pytest.MonkeyPatch
) -> None:
    plain_environ.setenv("PITBOSS_DATABASE", "postgresql://ann:s3cret@h/d")
    Path("pitboss.toml").write_text("port = 81\n")
    assert config_command.config() == 0
    said = capsys.readouterr().out
    assert [line.split(" = ")[0] for line in said.splitlines() if " = " in line] == list(NAMES)
    lines = {line.split(" = ")[0]: line.split() for line in said.splitlines() if " = " in line}
    assert lines["port"] == ["port", "=", "81", "pitboss.toml"]
    assert lines["burst"] == ["burst", "=", "40", "default"]
    assert lines["database"] == ["database", "=", "postgresql://ann:***@h/d", "PITBOSS_DATABASE"]
    assert "s3cret" not in said
    assert "The file that was read is pitboss.toml." in said


def test_config_as_json(capsys: pytest.CaptureFixture[str], plain_environ: pytest.MonkeyPatch) -> None:
    plain_environ.setenv("PITBOSS_DATABASE", "postgresql://ann:s3cret@h/d?password=s3cret")
    assert config_command.config(json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert tuple(said) == NAMES
    assert said["database"]["value"] == "postgresql://ann:***@h/d?password=***"
    assert said["database"]["from"] == "PITBOSS_DATABASE"
    assert said["guest_chips"]["value"] == "1000.00"
    assert said["checkpoints_file"]["value"].endswith(".checkpoints")


def test_the_example_can_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert config_command.config(example=True) == 0
    Path("pitboss.toml").write_text(capsys.readouterr().out)
    assert config_command.config() == 0


def test_faults_of_settings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("one.toml").write_text("prot = 1\n")
    with pytest.raises(Trouble, match=r"the settings cannot be used: one.toml: .* Did you mean 'port'"):
        config_command.config(config=Path("one.toml"))
    Path("two.toml").write_text("prot = 1\nport = -1\n")
    with pytest.raises(Trouble, match="the settings cannot be used: 2 faults"):
        config_command.config(config=Path("two.toml"))
    assert len(capsys.readouterr().err.splitlines()) == 2


# --- db ---------------------------------------------------------------------------------------------------------------


def test_a_new_store_is_made_where_the_settings_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert db.upgrade() == 0
    assert (Path("data") / "pitboss.db").is_file()
    assert "a new store was made" in capsys.readouterr().out
    assert db.upgrade() == 0
    assert f"is of version {CURRENT}, as this program needs it" in capsys.readouterr().out
    assert db.check() == 0
    assert f"the store is whole, of version {CURRENT}" in capsys.readouterr().out


def test_the_database_of_a_file_of_settings() -> None:
    Path("house.toml").write_text('database = "elsewhere.db"\n')
    assert db.upgrade(config=Path("house.toml")) == 0
    assert Path("elsewhere.db").is_file()


def test_check_tells_what_it_found(store_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert db.check(database=store_url) == 0
    engine = connect(store_url)
    with engine.connect() as conn:
        conn.execute(text("DROP INDEX ix_hands_player"))
    engine.dispose()
    capsys.readouterr()
    assert db.check(database=store_url) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "the table hands lacks `CREATE INDEX ix_hands_player" in said.err


def test_check_and_backup_make_nothing() -> None:
    for command in (db.check, lambda **more: db.backup(Path("b.db"), **more)):
        with pytest.raises(Trouble, match="there is no such file"):
            command(database="nowhere.db")
    assert not Path("nowhere.db").exists()


def test_there_and_back(store_url: str, empty_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    engine = open_store(store_url)
    with transaction(engine) as conn:
        append(conn, "capital", "manager:Max", {}, at=1)
    engine.dispose()
    assert db.backup(Path("b.db"), database=store_url) == 0
    assert "b.db: 1 rows of the trail, 1 rows in all.\nThe key file is not part of a backup" in capsys.readouterr().out
    assert db.restore(Path("b.db"), database=empty_url) == 0
    assert "1 rows of the trail" in capsys.readouterr().out
    with pytest.raises(Trouble, match="only into an empty one"):
        db.restore(Path("b.db"), database=empty_url)
    with pytest.raises(Trouble, match="there is a file of this name already"):
        db.backup(Path("b.db"), database=store_url)


def test_an_empty_store_has_no_backup(empty_postgresql_url: str) -> None:
    with pytest.raises(Trouble, match="nothing to back up"):
        db.backup(Path("b.db"), database=empty_postgresql_url)
    with pytest.raises(Trouble, match="there is no such file"):
        db.restore(Path("none.db"), database="new.db")
    assert not Path("new.db").exists()


@pytest.mark.parametrize("what", ["no store", "no database", "half way"])
def test_a_refused_restore_leaves_nothing(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise StoreError("half way")

    if what == "half way":
        open_store("made.db").dispose()
        assert db.backup(Path("b.db"), database="made.db") == 0
        monkeypatch.setattr(backup, "_copy_rows", fail)
    else:
        Path("b.db").write_bytes(b"Dear diary" * 100 if what == "no database" else b"")
    before = sorted(path.name for path in Path.cwd().iterdir())
    for target in ("new.db", "far/away/new.db"):
        with pytest.raises(Trouble, match=r"holds no store|not an SQLite database|half way"):
            db.restore(Path("b.db"), database=target)
        assert sorted(path.name for path in Path.cwd().iterdir()) == before


def test_a_refused_restore_leaves_what_was_there() -> None:
    """A store that is in use, and a file that is there already."""
    Path("b.db").write_bytes(b"")
    open_store("full.db").dispose()
    Path("empty.db").write_bytes(b"")
    for target in ("full.db", "empty.db"):
        with pytest.raises(Trouble, match="holds no store"):
            db.restore(Path("b.db"), database=target)
        assert Path(target).is_file()
    assert db.check(database="full.db") == 0


def test_a_running_house_is_not_disturbed(store_url: str) -> None:
    engine = open_store(store_url)
    sqlite = engine.dialect.name == "sqlite"
    if not sqlite:
        join(engine, Introduction("http://127.0.0.1:9", "key", 600))
    with lock_store(engine) if sqlite else nullcontext():
        db.backup(Path("b.db"), database=store_url)
        for command in (db.upgrade, lambda **more: db.restore(Path("b.db"), **more)):
            with pytest.raises(Trouble, match="another house is running on this store"):
                command(database=store_url)
    engine.dispose()


def test_a_newer_store_is_left_alone(store_url: str) -> None:
    engine = open_store(store_url)
    with engine.connect() as conn:
        conn.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    with pytest.raises(Trouble, match="newer than this program"):
        db.upgrade(database=store_url)
    assert revision(engine) == "0999"
    engine.dispose()


SCRIPT = """
import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{current}"


def upgrade():
    op.add_column("people", sa.Column("hair", sa.Text()))
    {more}
"""


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A program with one version more, which this function writes."""

    def make(more: str = "pass") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(migrations.__file__).parent, folder, dirs_exist_ok=True)
        (folder / "versions" / f"r{NEXT}.py").write_text(SCRIPT.format(next=NEXT, current=CURRENT, more=more))
        monkeypatch.setattr(migrate, "SCRIPTS", str(folder))
        monkeypatch.setattr(migrate, "REVISIONS", AND_NEXT)

    return make


def test_an_older_store_is_upgraded_after_a_backup(
    store_url: str, next_version: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = open_store(store_url)
    with transaction(engine) as conn:
        append(conn, "capital", "manager:Max", {}, at=1)
    next_version()
    assert db.upgrade(database=store_url) == 0
    said = capsys.readouterr().out
    assert f"the store went from version {CURRENT} to {NEXT}" in said
    with engine.connect() as conn:
        assert conn.execute(text("SELECT count(*), count(hair) FROM people")).one() == (0, 0)
        assert conn.execute(text("SELECT count(*) FROM trail")).scalar() == 1
    if engine.dialect.name == "sqlite":
        kept = connect(f"{engine.url.database}.version-{CURRENT}", make=False)
        assert revision(kept) == CURRENT
        with kept.connect() as conn:
            assert conn.execute(text("SELECT count(*) FROM trail")).scalar() == 1
        kept.dispose()
    else:
        assert "pg_dump" in said
    engine.dispose()


def test_a_store_of_the_first_version_is_upgraded(
    empty_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It did not say which house has it. What was written there stays, and a house opens it."""
    old = connect(empty_url)
    with monkeypatch.context() as before:
        before.setattr(migrate, "REVISIONS", ("0001",))
        before.setattr(holding, "vacate", lambda conn: None)
        before.setattr(guards, "put_back", lambda conn: None)  # it had its own
        assert upgrade(old) == (None, "0001")
    with transaction(old) as conn:
        insert(conn, [chained(GENESIS, HOUSE, 1, 1, "capital", 0, "manager:Max", None, b"{}")])
    old.dispose()
    with pytest.raises(StoreError, match=rf"of version 0001 and this program needs {CURRENT}: `pitboss db upgrade`"):
        open_store(empty_url)
    assert db.upgrade(database=empty_url) == 0
    assert f"the store went from version 0001 to {CURRENT}" in capsys.readouterr().out
    assert db.check(database=empty_url) == 0
    engine = open_store(empty_url)
    writer = Writer(engine)
    assert asyncio.run(_written(writer)) == 2
    writer.close()
    engine.dispose()


async def _written(writer: Writer) -> int:
    return await writer.write(lambda conn: append(conn, "capital", "manager:Max", {}, at=2).number)


def test_an_upgrade_that_fails_leaves_the_store_as_it_was(store_url: str, next_version: Any) -> None:
    next_version('op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(Trouble, match=r"the tables could not be made: .*nowhere.*; nothing was changed"):
        db.upgrade(database=store_url)
    engine = connect(store_url)
    assert revision(engine) == CURRENT
    with engine.connect() as conn, pytest.raises(Exception, match="hair"):
        conn.execute(text("SELECT hair FROM people"))
    engine.dispose()


def test_a_second_backup_does_not_take_the_place_of_the_first(sqlite_url: str, next_version: Any) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    Path(f"{path}.version-{CURRENT}").write_text("precious")
    next_version()
    assert db.upgrade(database=sqlite_url) == 0
    assert Path(f"{path}.version-{CURRENT}").read_text() == "precious"
    assert Path(f"{path}.version-{CURRENT}.2").is_file()
