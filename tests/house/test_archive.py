"""Old rounds moved into files: the store goes on without them, and together with them it is what it was."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select
from sqlalchemy.exc import IntegrityError

from house.audit_support import Evening, Player, copy_of
from pitboss.cli import audit as commands
from pitboss.cli import audit_archive
from pitboss.cli.screen import Trouble
from pitboss.house.archive import files, making
from pitboss.house.archive.joining import joined, verify_store
from pitboss.house.archive.making import ArchiveTrouble, Made, archive
from pitboss.house.audit import queries
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.held import held
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.fair.keys import Keys
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.store import schema
from pitboss.house.store.backup import backup
from pitboss.house.store.leases import processes
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.trail.archived import resets, stretches

LATER = 1_800_000_000_000
"""Years after the evening."""
FILE_ONLY = pytest.mark.parametrize("played", ["sqlite"], indirect=True)


class Store:
    """A copy of the evening that may be changed."""

    def __init__(self, url: str, folder: Path, played: Evening) -> None:
        self.url, self.folder = url, folder / "archive"
        self.keys, self.file = played.keys, folder / "checkpoints"
        shutil.copyfile(played.file, self.file)
        self.engine = open_store(url)

    def archive(self, keys: Keys | None = None) -> list[Made]:
        return archive(
            self.engine,
            keys or self.keys,
            self.folder,
            before=LATER - making.LEAST_AGE,
            now=LATER,
            checkpoints_file=self.file,
        )

    def verify(self, folder: Path | None = None) -> Findings:
        return verify_store(self.engine, archive=folder, keys=self.keys, checkpoints_file=self.file)

    def said(self, folder: Path | None = None) -> list[str]:
        return [each.text for each in self.verify(folder).found]

    def forge(self, *words: str) -> None:
        """What somebody does who has the file: the guards away, and back again afterwards."""
        client = sqlite3.connect(str(self.engine.url.database))
        guards = client.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            client.execute(f"DROP TRIGGER {name}")
        for each in words:
            client.execute(each)
        for _, made in guards:
            client.execute(made)
        client.commit()
        client.close()


@pytest.fixture
def store(played: Evening, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    made = Store(copy_of(played, tmp_path, request), tmp_path, played)
    yield made
    made.engine.dispose()


def contents(engine: Engine) -> dict[str, set[Any]]:
    with snapshot(engine) as conn:
        return {table.name: set(conn.execute(select(table)).all()) for table in schema.metadata.sorted_tables}


def test_rows_move_and_come_back(store: Store) -> None:
    before = contents(store.engine)
    made = store.archive()
    assert [(each.stretch.chain, each.stretch.first, each.rounds) for each in made] == [(1, 2, 1), (2, 2, 1), (4, 2, 1)]
    assert {path.name for path in store.folder.iterdir()} == {each.stretch.file for each in made}
    with snapshot(store.engine) as conn:
        for each in stretches(conn):
            t = schema.trail.c
            here = conn.execute(select(t.number).where(t.chain == each.chain).order_by(t.number)).scalars().all()
            assert here[:2] == [1, each.last + 1]
        assert {line.round for line in queries.rounds(conn, table=2)} == {2}
    with joined(store.engine, store.folder) as (conn, faults):
        assert faults == []
        for name in ("postings", "meter_log", "rounds", "hands"):
            assert set(conn.execute(select(schema.metadata.tables[name])).all()) == before[name]
        whole = set(conn.execute(select(schema.trail)).all())
        assert [(row.chain, row.kind) for row in whole - before["trail"]] == [(0, "archived")] * 3
        assert before["trail"] <= whole
        assert rebuild(conn, 2, 1).faults == ()


def test_an_audit_without_the_files_says_what_it_did_not_see(store: Store) -> None:
    whole = store.verify()
    made = store.archive()
    alone, again = store.verify(), store.verify(store.folder)
    assert (alone.found, again.found) == ([], [])
    assert (whole.rounds, alone.rounds, again.rounds) == (10, 7, 10)
    assert [note for note in alone.notes if "archived" in note] == [
        f"rows 2 to {each.stretch.last} of table {each.stretch.chain} (rounds up to 1) are archived in "
        f"{each.stretch.file} and were not looked at; `--archive FOLDER` would"
        for each in made
    ]
    assert not [note for note in again.notes if "archived" in note]


def test_guards_let_go_only_what_is_archived(store: Store) -> None:
    made = store.archive()[0].stretch
    t, p = schema.trail.c, schema.postings.c
    kept = [
        delete(schema.trail).where(t.chain == made.chain, t.number > made.last),
        delete(schema.trail).where(t.chain == made.chain, t.number == 1),
        delete(schema.postings).where(p.chain == made.chain),
        delete(schema.meter_log),
        *(delete(table) for table in (schema.archived_balances, schema.archived_meters, schema.archives)),
        schema.archives.update().values(last=10_000),
    ]
    for words in kept:
        with store.engine.connect() as conn, pytest.raises(IntegrityError, match="never changed or removed"):
            conn.execute(words)


def test_a_house_goes_on_and_archives_again(store: Store, played: Evening, tmp_path: Path) -> None:
    """Tables are taken up, play, and a second stretch follows the first; a backup has it all."""
    with snapshot(store.engine) as conn:
        had = held(conn, queries.round_line(conn, 4, 2), "Ann")
        reset = resets(conn)
    store.archive()
    with snapshot(store.engine) as conn:
        assert resets(conn) == reset
        assert held(conn, queries.round_line(conn, 4, 2), "Ann") == had
        assert held(conn, queries.round_line(conn, 2, 2), "Ann") is None, "table 4 moved chips after that"
        assert rebuild(conn, 2, 2).faults == ()
        with pytest.raises(AuditTrouble, match=r"round 1 of table 2 is archived, in pitboss-\w{8}-table-2-rows-2-"):
            queries.round_line(conn, 2, 1)
    player = Player(store.url, Path(played.file).parent, lambda number: b"%032d" % (number + 1000))

    async def more() -> None:
        house = await player.start()
        player._ids = count(5000)
        player.now = LATER
        for _ in range(2):
            await player.round(house.tables[2], "Ann", "Bob", more=(("progressive", 100),))
        house.close()

    asyncio.run(more())
    assert store.said() == []
    second = archive(store.engine, store.keys, store.folder, before=LATER + 10**8, now=LATER + 10**9)
    assert [(each.stretch.chain, each.rounds) for each in second] == [(2, 2)]
    assert store.said() == store.said(store.folder) == []
    assert store.verify(store.folder).rounds == 12
    backup(store.engine, tmp_path / "again.db")
    copy = open_store(str(tmp_path / "again.db"))
    assert verify_store(copy, archive=store.folder, keys=store.keys, checkpoints_file=store.file).found == []
    copy.dispose()


# --- what goes wrong --------------------------------------------------------------------------------------------------


@FILE_ONLY
def test_files_that_are_missing_changed_or_of_another_house(store: Store, tmp_path: Path) -> None:
    first, second, third = (each.stretch for each in store.archive())
    folder = tmp_path / "other"
    shutil.copytree(store.folder, folder)
    (folder / first.file).unlink()
    changed = bytearray((folder / second.file).read_bytes())
    changed[-20] ^= 1
    (folder / second.file).write_bytes(changed)
    keys = Keys.load(tmp_path / "other.keys", make=True)
    said = files.header(folder / third.file)
    fields = {name: getattr(said, name) for name in files.Unsigned.__struct_fields__}
    lines = list(files.read(folder / third.file))
    files.write(folder / third.file, files.Unsigned(**(fields | {"house": "00" * 32})), iter(lines), keys)
    found = [text for text in store.said(folder) if "cannot be used" in text]
    assert [text.rpartition(": ")[2] for text in found[::2]] == [f"it is not in {folder}", "it is of another house"]
    assert found[1].endswith("it is not the file that the trail records: it was changed")
    assert len(store.verify(folder).found) == 3, "everything else was looked at"


@FILE_ONLY
def test_a_file_cut_off_or_signed_by_nobody_is_told(store: Store) -> None:
    path = store.folder / store.archive()[0].stretch.file
    whole = path.read_bytes()
    header, signature, content = whole.split(b"\n", 2)
    for wrong, said in [
        (b"nonsense", "no archive of a house"),
        (whole[:-100], "cut off"),
        (header.replace(b'"rounds":1', b'"rounds":2') + b"\n" + signature + b"\n" + content, "signature"),
        (header.replace(b'"pitboss_archive":1', b'"pitboss_archive":2') + b"\n" + signature + b"\n", "format 2"),
    ]:
        path.write_bytes(wrong)
        with pytest.raises(files.BadArchive, match=said):
            list(files.read(path))


@FILE_ONLY
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "UPDATE archived_balances SET cents = cents + 5 WHERE account = 'patron:Ann' AND chain = 1",
            "the account patron:Ann has ",
        ),
        ("UPDATE archives SET hash = zeroblob(32) WHERE chain = 2", "does not fit its hash"),
        ("UPDATE archives SET first = 3 WHERE chain = 2", "does not follow the one before it"),
        ("UPDATE archived_meters SET after = after - 7", "begins at "),
    ],
    ids=["balances", "hash", "first", "meters"],
)
def test_what_the_store_keeps_of_an_archive_is_held_against_its_chain_and_its_rows(
    store: Store, words: str, said: str
) -> None:
    store.archive()
    store.forge(words)
    assert any(said in text for text in store.said())
    found = store.said(store.folder)
    assert any("is not kept in the store as the trail records it" in text for text in found)
    assert len(found) > 1, "the rows themselves say otherwise, too"


@FILE_ONLY
def test_a_row_that_was_removed_beyond_the_archive_is_missed(store: Store) -> None:
    last = store.archive()[1].stretch.last
    store.forge(f"DELETE FROM postings WHERE chain = 2 AND number = {last + 1}")
    store.forge(f"DELETE FROM trail WHERE chain = 2 AND number = {last + 1}")
    assert any(f"row {last + 1} of chain 2 missing" in text for text in store.said())


@FILE_ONLY
def test_a_crash_before_the_commit_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(store.engine)

    def crash(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(making, "delete", crash)
        with pytest.raises(KeyboardInterrupt):
            store.archive()
    assert contents(store.engine) == before
    assert len(store.archive()) == 3, "files of the first attempt are in nobody's way"
    assert store.said(store.folder) == []


@pytest.mark.parametrize("played", ["postgresql"], indirect=True)
def test_a_process_that_starts_while_the_store_is_verified_keeps_its_place(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, joined_as = files.write, list[str]()

    def written(*given: Any) -> str:
        if not joined_as:
            joined_as.append(join(store.engine, Introduction("http://127.0.0.1:9", store.keys.public, 600.0)))
        return write(*given)

    monkeypatch.setattr(files, "write", written)
    before = contents(store.engine)["trail"]
    with pytest.raises(ArchiveTrouble, match="nothing was archived: a process of the house has started meanwhile"):
        store.archive()
    with store.engine.connect() as conn:
        assert [each.id for each in processes(conn)] == joined_as
    assert contents(store.engine)["trail"] == before


@FILE_ONLY
def test_nothing_is_archived_of_a_store_that_is_not_in_order(store: Store) -> None:
    store.forge("UPDATE accounts SET balance = balance + 1 WHERE name = 'patron:Ann'")
    with pytest.raises(ArchiveTrouble, match=r"not in order: the account patron:Ann has .*`pitboss audit verify`"):
        store.archive()
    assert not store.folder.exists()


# --- the commands -----------------------------------------------------------------------------------------------------


@FILE_ONLY
@pytest.mark.usefixtures("plain_environ")
def test_the_commands(store: Store, played: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key_file = Path(played.file).parent / "keys"
    how: dict[str, Any] = {"out": store.folder, "database": store.url, "key_file": key_file}
    for before, said in [("soon", "neither an age"), ("3h", "neither an age"), ("2026-13-01", "is not a time")]:
        with pytest.raises(Trouble, match=said):
            audit_archive.archive(before=before, **how)
    with pytest.raises(Trouble, match="the last 24 hours are not archived"):
        audit_archive.archive(before="0d", **how)
    with lock_store(store.engine), pytest.raises(Trouble, match="another house is running"):
        audit_archive.archive(before="1y", **how)
    assert audit_archive.archive(before="2020-01-01", **how) == 0
    assert "No round is old enough" in capsys.readouterr().out
    assert audit_archive.archive(before="2025-01-01", **how) == 0
    assert capsys.readouterr().out.count("rows 2 to ") == 3

    where: dict[str, Any] = {"database": store.url}
    name = "2"
    assert commands.list_rounds(table=name, **where) == 0
    assert "old rounds of three tables are archived" in capsys.readouterr().err
    assert commands.list_rounds(table=name, json=True, archive=store.folder, **where) == 0
    assert '"round": 1,' in capsys.readouterr().out
    with pytest.raises(Trouble, match="round 1 of table 2 is archived"):
        commands.replay(name, 1, **where)
    assert commands.replay(name, 1, archive=store.folder, **where) == 0
    with pytest.raises(Trouble, match="the first rows of table 2 are archived"):
        commands.export(name, out=tmp_path / "log", **where)
    assert commands.export(name, out=tmp_path / "log", archive=store.folder, **where) == 0
    assert commands.proof(name, 1, out=tmp_path / "proof", archive=store.folder, **where) == 0
    with pytest.raises(Trouble, match="there is no such folder"):
        commands.verify(archive=tmp_path / "nowhere", **where)
    capsys.readouterr()
    assert commands.verify(archive=store.folder, **where) == 0
    assert "ten rounds played again" in capsys.readouterr().out
    next(store.folder.iterdir()).unlink()
    assert commands.verify(archive=store.folder, **where) == 1
