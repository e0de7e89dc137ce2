"""The keys of the house replaced: what was sealed opens, what was signed is verified, whatever dies on the way."""

import asyncio
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, select

from house.audit_support import SETTINGS, Evening, copy_of
from house.killed_rotation import AFTER_COMMIT, BEFORE_COMMIT
from pitboss.cli.main import dispatch
from pitboss.house.archive import files, joining
from pitboss.house.archive.joining import verify_store
from pitboss.house.archive.making import LEAST_AGE, archive
from pitboss.house.audit.findings import Findings
from pitboss.house.fair.keys import Keys, KeyTrouble, waiting
from pitboss.house.fair.rotating import Rotated, fitting, keys_of, rotate
from pitboss.house.house import House
from pitboss.house.live.now import Now
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.store import opening, schema
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.locking import lock_store
from pitboss.house.store.opening import open_store, snapshot, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import checkpoints
from pitboss.house.trail.rekeyed import KIND, Statement, history, in_force
from pitboss.house.trail.rows import append, head

LATER = 1_800_000_000_000
"""Years after the evening."""
FILE_ONLY = pytest.mark.parametrize("short", ["sqlite"], indirect=True)
SERVER_ONLY = pytest.mark.parametrize("short", ["postgresql"], indirect=True)


class Store:
    """A copy of the evening that may be changed, and its key file."""

    def __init__(self, url: str, folder: Path, played: Evening) -> None:
        self.url, self.path, self.file = url, folder / "house" / "keys", folder / "checkpoints"
        self.path.parent.mkdir()
        shutil.copyfile(Path(played.file).parent / "keys", self.path)
        self.path.chmod(0o600)
        shutil.copyfile(played.file, self.file)
        self.old = Keys.load(self.path, make=False)
        self.engine = open_store(url)

    def rotate(self) -> Rotated:
        with lock_store(self.engine):
            return rotate(self.engine, self.path, by="Olga", now=LATER, checkpoints_file=self.file)

    def verify(self, **how: Any) -> Findings:
        with self.engine.connect() as conn:
            keys = fitting(conn, self.path)
        return verify_store(self.engine, **{"keys": keys, "checkpoints_file": self.file, **how})

    @property
    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.path.parent.iterdir())}


@pytest.fixture
def store(short: Evening, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    with copied(short, tmp_path, request) as made:
        yield made


@contextmanager
def copied(evening: Evening, folder: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    made = Store(copy_of(evening, folder, request), folder, evening)
    yield made
    made.engine.dispose()


def contents(engine: Engine) -> dict[str, set[Any]]:
    with snapshot(engine) as conn:
        return {table.name: set(conn.execute(select(table)).all()) for table in schema.metadata.sorted_tables}


def tables(store: Store, keys: Keys) -> dict[int, Any]:
    """Every open table as a house takes it up with these keys: its state, and the decks that it deals from."""

    async def look() -> dict[int, Any]:
        house = House(open_store(store.url), keys, SETTINGS, clock=lambda: LATER)
        try:
            await house.start()
            return {chain: _held(table.now) for chain, table in house.tables.items()}
        finally:
            house.close()

    return asyncio.run(look())


def _held(now: Now) -> Any:
    decks = {number: (pack.shuffle, pack.seed, pack.order, pack.next) for number, pack in now.packs.items()}
    return now.state, decks, now.coming


def texts(findings: Findings) -> list[str]:
    return [each.text for each in findings.found]


# --- what it does -----------------------------------------------------------------------------------------------------


def test_everything_is_sealed_anew_and_on_record(store: Store) -> None:
    before, decks, rows = contents(store.engine), tables(store, store.old), head_of(store.engine)
    done = store.rotate()
    new = Keys.load(store.path, make=False)
    assert (done.old, done.new, done.finished) == (store.old.public, new.public, False) and new.public != done.old
    assert done.row == rows + 1 == head_of(store.engine)
    assert set(store.files) == {"keys", done.kept.name} and Keys.load(done.kept, make=False).public == done.old
    assert {stat.S_IMODE(path.stat().st_mode) for path in store.path.parent.iterdir()} == {0o600}
    now = contents(store.engine)
    changed = {name for name in now if now[name] != before[name]}
    assert changed - {"holder", "leases"} == {"trail", "shuffles", "checkpoints"}
    assert done.seeds == len(now["shuffles"]) > 0
    for row in now["shuffles"]:
        assert len(new.unseal(row.chain, row.number, bytes(row.sealed))) == 32
        with pytest.raises(KeyTrouble, match="another key file"):
            store.old.unseal(row.chain, row.number, bytes(row.sealed))
    assert texts(store.verify()) == []
    assert tables(store, keys_of(store.engine, store.path)) == decks, "the same rounds, the same cards"
    with store.engine.connect() as conn:
        (told,) = history(conn).rotations
        assert (told.row, told.at, told.old, told.new, told.by) == (done.row, LATER, done.old, done.new, "Olga")
        assert [each.read().public for each in checkpoints.read_all(conn)][-2:] == [done.old, done.new]
    assert len(checkpoints.read_file(store.file)) == len(now["checkpoints"])


def head_of(engine: Engine) -> int:
    with engine.connect() as conn:
        return head(conn, HOUSE)[0]


def test_whoever_knows_one_key_knows_those_that_follow(store: Store) -> None:
    first, second = store.rotate(), store.rotate()
    assert second.old == first.new
    for given in ({}, {"public_key": second.new, "keys": None}):
        found = store.verify(**given)
        assert texts(found) == [] and not any("no key was given" in note for note in found.notes)
    for old in (first.old, first.new):
        found = store.verify(public_key=old, keys=None)
        assert texts(found) == [] and any(f"the key {old[:16]} that was given was replaced" in x for x in found.notes)
    found = store.verify(keys=None)
    assert texts(found) == [] and not any("no key was given" in note for note in found.notes)
    assert any("not the key of the house" in text for text in texts(store.verify(public_key="00" * 32, keys=None)))
    with store.engine.connect() as conn:
        told = history(conn).rotations
    rows = [first.row - 1, first.row, second.row - 1, second.row]
    assert [in_force(told, row) for row in rows] == [first.old, first.new, first.new, second.new]
    assert in_force([], 5) is None and in_force([], 5, "k") == "k"


def test_a_checkpoint_signed_with_a_key_of_another_time_is_found(store: Store) -> None:
    """Whoever has got hold of the old keys signs on; and nobody signs with keys before they were in force."""
    done = store.rotate()
    new = Keys.load(store.path, make=False)
    with store.engine.connect() as conn:
        held = checkpoints.read_all(conn)
        told = history(conn).rotations
        heads = checkpoints.heads(conn)
    assert checkpoints.verify(held, new.public, told) == []
    late = checkpoints.make(store.old, len(held) + 1, LATER, heads, held[-1])
    assert any(f"names the key {done.old[:16]}" in said for said in checkpoints.verify([*held, late], None, told))
    early = checkpoints.make(new, 1, 0, {HOUSE: (1, bytes(32))}, None)
    assert any(f"names the key {done.new[:16]}" in said for said in checkpoints.verify([early], None, told))


def test_archives_signed_before_stay_verifiable(
    played: Evening, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "archive"
    with copied(played, tmp_path, request) as store:
        how: dict[str, Any] = {"before": LATER - LEAST_AGE, "now": LATER, "checkpoints_file": store.file}
        made = archive(store.engine, store.old, folder, **how)
        assert made
        store.rotate()
        assert texts(store.verify(archive=folder)) == []
        stretch = made[0].stretch
        said = files.header(folder / stretch.file)
        assert said.public == store.old.public
        with pytest.raises(files.BadArchive, match=f"signed with the key {said.public[:16]}, and the house had 0000"):
            joining._check(folder / stretch.file, stretch, said.house, "00" * 32)


# --- forgeries --------------------------------------------------------------------------------------------------------


def forged(store: Store, **changes: Any) -> list[str]:
    """What the audit says of a row that somebody put in who has the database, and keys of his own."""
    others = Keys(bytes(32), bytes(range(32)))
    with transaction(store.engine) as conn:
        number, before, _ = head(conn, HOUSE)
        said = Statement(store.old.public, others.public, number + 1, before.hex(), "Mallory")
        said = msgspec.structs.replace(said, **changes)
        body = {"statement": said, "by_old": others.sign(said.signed).hex(), "by_new": others.sign(said.signed).hex()}
        append(conn, KIND, "house", {"nothing": 1} if "nothing" in changes.values() else body, LATER)
        assert history(conn).last is None, "it changes nothing"
    return [text for text in texts(store.verify()) if "by which the keys were replaced" in text]


@FILE_ONLY
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "is not vouched for: its signature is not that of the old key"),
        ({"old": Keys(bytes(32), bytes(range(32))).public, "new": "nonsense"}, "is not that of the new key nonsense"),
        ({"row": 3}, "was made for another place in the trail"),
        ({"before": "00" * 32}, "was made for another place in the trail"),
        ({"by": "nothing"}, "cannot be read"),
    ],
)
def test_a_rotation_that_is_not_vouched_for_is_found(store: Store, changes: dict[str, Any], says: str) -> None:
    (said,) = forged(store, **changes)
    assert says in said
    assert tables(store, keys_of(store.engine, store.path)), "the house opens with its own keys"


@FILE_ONLY
def test_keys_that_were_replaced_vouch_for_nothing_more(store: Store) -> None:
    """Somebody has the old key file, and puts his own keys after it."""
    first = store.rotate()
    others = Keys(bytes(32), bytes(range(32)))
    with transaction(store.engine) as conn:
        number, before, _ = head(conn, HOUSE)
        said = Statement(store.old.public, others.public, number + 1, before.hex(), "Mallory")
        body = {
            "statement": said,
            "by_old": store.old.sign(said.signed).hex(),
            "by_new": others.sign(said.signed).hex(),
        }
        append(conn, KIND, "house", body, LATER)
        assert history(conn).last == first.new
    assert any(
        f"replaces the key {first.old[:16]}, and {first.new[:16]} was in force" in x for x in texts(store.verify())
    )


# --- refused ----------------------------------------------------------------------------------------------------------


def refused(store: Store, match: str) -> None:
    """With a sentence; and nothing has changed."""
    before, there = contents(store.engine), store.files
    with pytest.raises((KeyTrouble, StoreError), match=match):
        store.rotate()
    assert contents(store.engine) == before and store.files == there


def test_what_is_refused_changes_nothing(store: Store) -> None:
    own = store.path.read_bytes()
    store.path.chmod(0o644)
    refused(store, r"open to others \(mode 0644\)")
    store.path.unlink()
    refused(store, "there is no key file")
    Keys.load(store.path, make=True)
    refused(store, "the last checkpoint of the store is signed with")
    store.path.unlink()
    store.path.write_bytes(own)
    store.path.chmod(0o600)
    with transaction(store.engine) as conn:
        sealed = conn.execute(select(schema.shuffles.c.sealed).limit(1)).scalar_one()
        changed = bytes([bytes(sealed)[0] ^ 1]) + bytes(sealed)[1:]
        where = schema.shuffles.c.sealed == sealed
        conn.execute(schema.shuffles.update().where(where).values(sealed=changed))
    refused(store, "the sealed seed of table 1, shuffle 1 cannot be opened")


def test_a_store_on_which_no_house_was_opened(engine: Engine, tmp_path: Path) -> None:
    Keys.load(tmp_path / "keys", make=True)
    with pytest.raises(KeyTrouble, match="no house was ever opened on this store"):
        rotate(engine, tmp_path / "keys", by="Olga", now=LATER)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["keys"]


@FILE_ONLY
def test_a_running_house_keeps_its_keys(store: Store) -> None:
    other = open_store(store.url)
    with lock_store(other):
        refused(store, "another house is running on this store")
    other.dispose()


@SERVER_ONLY
def test_a_running_process_keeps_its_keys(store: Store) -> None:
    join(store.engine, Introduction("http://h:1", store.old.public, 600))
    refused(store, r"another house is running on this store .* at http://h:1")
    there = store.files
    with pytest.raises(KeyTrouble, match=r"has started meanwhile \(.* at http://h:1\)"):
        rotate(store.engine, store.path, by="Olga", now=LATER)
    assert store.files == there and texts(store.verify()) == []


@SERVER_ONLY
def test_a_process_with_the_old_keys_is_not_let_in(store: Store) -> None:
    done = store.rotate()
    with pytest.raises(StoreError, match=f"has the key {done.old[:16]}; the house has had {done.new[:16]} since row"):
        join(store.engine, Introduction("http://h:1", done.old, 600))
    with store.engine.connect() as conn:
        assert conn.execute(select(schema.processes)).all() == []
    assert join(store.engine, Introduction("http://h:2", done.new, 600))


def test_the_old_key_file_opens_no_house(store: Store) -> None:
    done = store.rotate()
    with pytest.raises(KeyTrouble, match=f"has the key {done.old[:16]}; the house has had {done.new[:16]} since row"):
        keys_of(store.engine, done.kept, make=True)
    store.path.unlink()
    with pytest.raises(KeyTrouble, match="there is no key file"):
        keys_of(store.engine, store.path, make=True)


def test_the_key_file_of_another_house_opens_none(store: Store, tmp_path: Path) -> None:
    """Also where its keys were never replaced, and no table is open whose seeds would show it."""
    other = tmp_path / "another" / "keys"
    other.parent.mkdir()
    Keys.load(other, make=True)
    with pytest.raises(KeyTrouble, match=f"the last checkpoint of the store is signed with {store.old.public[:16]}"):
        keys_of(store.engine, other, make=True)
    assert keys_of(store.engine, store.path, make=True).public == store.old.public
    with transaction(store.engine) as conn:  # one that somebody put there, and nobody can read, tells of no key
        conn.execute(schema.checkpoints.insert().values(number=1_000_000, body=b"?", signature=b"?"))
    assert keys_of(store.engine, store.path, make=True).public == store.old.public


def test_a_house_that_has_signed_but_never_shuffled_knows_its_keys(engine: Engine, tmp_path: Path) -> None:
    """No seed would show that the key file is another one. Nor are new keys made where the file is missing."""
    own, other = tmp_path / "own", tmp_path / "other"
    made = keys_of(engine, own, make=True)
    with transaction(engine) as conn:
        append(conn, "capital", "house", {}, 1)
        assert checkpoints.sign(conn, made, 1) is not None
    with pytest.raises(KeyTrouble, match="there is no key file at"):
        keys_of(engine, other, make=True)
    Keys.load(other, make=True)
    with pytest.raises(KeyTrouble, match=f"the last checkpoint of the store is signed with {made.public[:16]}"):
        keys_of(engine, other, make=True)
    assert keys_of(engine, own, make=True).public == made.public


# --- what dies on the way ---------------------------------------------------------------------------------------------


def killed(store: Store, step: str) -> None:
    command = [sys.executable, "-m", "house.killed_rotation", store.url, str(store.path), step]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr


@pytest.mark.parametrize("step", [*BEFORE_COMMIT, *AFTER_COMMIT])
def test_killed_at_every_step(store: Store, step: str) -> None:
    """A house opens with what is there, in the same rounds with the same cards; the audit finds nothing; and the
    command run again does what is left to do."""
    decks = tables(store, store.old)
    killed(store, step)
    assert set(store.files) >= {"keys"}
    assert texts(store.verify()) == []
    there = store.files
    keys = keys_of(store.engine, store.path, make=True)
    assert (keys.public == store.old.public) == (step in BEFORE_COMMIT)
    assert Keys.load(store.path, make=False).public == keys.public
    assert tables(store, keys) == decks
    for name, raw in there.items() if step == "committed" else ():  # and once more, by the command
        (store.path.parent / name).write_bytes(raw)
        (store.path.parent / name).chmod(0o600)
    done = store.rotate()
    assert done.finished == (step == "committed")
    assert done.old == (store.old.public if step != "in place" else keys.public)
    now = Keys.load(store.path, make=False)
    assert now.public == done.new and not waiting(store.path).exists()
    assert Keys.load(done.kept, make=False).public == done.old
    assert tables(store, now) == decks and texts(store.verify()) == []
    with store.engine.connect() as conn:
        assert len(history(conn).rotations) == (2 if step == "in place" else 1)


def test_a_commit_whose_answer_was_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows whether it was kept: the new keys stay where they are, and the same call looks."""

    class Lost(Exception):
        pass

    say = opening._say
    with monkeypatch.context() as patched:

        def cut(conn: Any, words: str) -> None:
            say(conn, words)
            if words == "COMMIT" and waiting(store.path).exists():
                raise Lost

        patched.setattr(opening, "_say", cut)
        with pytest.raises(Lost):
            rotate(store.engine, store.path, by="Olga", now=LATER)
    assert waiting(store.path).exists()
    done = store.rotate()
    assert done.finished and Keys.load(store.path, make=False).public == done.new
    assert texts(store.verify()) == []


# --- the commands -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain_environ")
def test_the_commands(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    how = ["--database", store.url, "--key-file", str(store.path)]

    def said(*words: str, status: int = 0) -> tuple[str, str]:
        assert dispatch(["key", *words, *how]) == status
        found = capsys.readouterr()
        return found.out, found.err

    assert "They are the keys of this store." in said("show")[0]
    for by in ("", "x" * 81, "a\nb"):
        assert "--by: a name has 1 to 80 printable characters" in said("rotate", "--by", by, status=2)[1]
    out = said("rotate", "--by", "Olga")[0]
    new = Keys.load(store.path, make=False).public
    assert f"Old public key: {store.old.public}" in out and f"New public key: {new}" in out
    shown = said("show")[0]
    assert new in shown and f"Olga replaced {store.old.public[:16]} by {new[:16]}." in shown
    held = msgspec.json.decode(said("show", "--json")[0])
    assert (held["public"], held["fits"], held["waits"], len(held["rotations"])) == (new, True, False, 1)
    how[-1] = str(next(store.path.parent.glob("*.old")))
    assert "since row" in said("show", status=1)[1]
    assert "since row" in said("rotate", status=2)[1]
    assert dispatch(["audit", "verify", "--database", store.url, "--key-file", str(store.path)]) == 0


@FILE_ONLY
@pytest.mark.usefixtures("plain_environ")
def test_show_tells_of_a_rotation_that_was_broken_off(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    killed(store, "committed")
    how = ["--database", store.url, "--key-file", str(store.path)]
    assert dispatch(["key", "show", *how]) == 0
    assert "the new keys still lie in" in capsys.readouterr().err
    assert dispatch(["audit", "verify", *how]) == 0
    assert dispatch(["key", "rotate", *how]) == 0
    assert "an earlier rotation was broken off, and is finished now" in capsys.readouterr().out
    assert dispatch(["key", "show", *how]) == 0
    assert capsys.readouterr().err == ""
