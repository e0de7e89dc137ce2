"""The store and its archive put together again, in a copy that is thrown away afterwards: whoever looks into the trail
reads archived rounds there as if they had never been moved."""

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.archive import files
from pitboss.house.archive.making import house_id
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.verify import KeptElsewhere, verify
from pitboss.house.fair.keys import Keys, fingerprint
from pitboss.house.store import schema
from pitboss.house.store.backup import backup
from pitboss.house.store.opening import connect, open_store, reason, snapshot, transaction
from pitboss.house.store.structure import schema_faults
from pitboss.house.trail.archived import Stretch, balances, stretches
from pitboss.house.trail.rekeyed import history, in_force
from pitboss.house.trail.rows import person_of

AT_ONCE = 1000


def is_archived(conn: Connection, chain: int | None = None) -> bool:
    """Whether rows of this table, or of any, are in files."""
    return bool(stretches(conn, chain))


@contextmanager
def joined(
    engine: Engine, folder: Path, chains: Collection[int] | None = None
) -> Iterator[tuple[Connection, list[str]]]:
    """A copy of the store with the archived rows of these tables, or of all, and what is wrong with their files. What
    follows a file that cannot be used is there, what comes before it is not."""
    with tempfile.TemporaryDirectory(prefix="pitboss-") as place:
        path = Path(place) / "whole.db"
        backup(engine, path)
        faults = _fill(path, folder, chains)
        copy = open_store(str(path), make=False, read_only=True)
        try:
            with snapshot(copy) as conn:
                yield conn, faults
        finally:
            copy.dispose()


def _fill(path: Path, folder: Path, chains: Collection[int] | None) -> list[str]:
    copy = connect(str(path))
    faults: list[str] = []
    try:
        with copy.connect() as conn:
            house, known, rotations = house_id(conn), stretches(conn), history(conn).rotations
        broken: set[int] = set()
        for stretch in reversed(known):
            if stretch.chain in broken or (chains is not None and stretch.chain not in chains):
                continue
            try:
                _check(folder / stretch.file, stretch, house, in_force(rotations, stretch.row))
                with transaction(copy) as conn:
                    conn.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
                    _put_back(conn, folder / stretch.file, stretch, [each for each in known if _before(each, stretch)])
            except (files.BadArchive, SQLAlchemyError, OSError, ValueError, EOFError) as error:
                broken.add(stretch.chain)
                said = error.strerror if isinstance(error, OSError) and error.strerror else reason(error)
                faults.append(_fault(stretch, said))
    finally:
        copy.dispose()
    return list(reversed(faults))


def _before(one: Stretch, other: Stretch) -> bool:
    return one.chain == other.chain and one.last < other.first


def _fault(stretch: Stretch, said: str) -> str:
    what = f"rows {stretch.first} to {stretch.last} of table {stretch.chain}"
    return f"the archive file {stretch.file} ({what}) cannot be used: {said}"


def _check(path: Path, stretch: Stretch, house: str, public: str | None) -> None:
    """The file is there, of this house, the very one that was made, and signed with the key of then where the trail
    tells it."""
    if not path.is_file():
        raise files.BadArchive(f"it is not in {path.parent}")
    said = files.header(path)
    if said.house != house:
        raise files.BadArchive("it is of another house")
    if files.digest(path) != stretch.digest:
        raise files.BadArchive("it is not the file that the trail records: it was changed")
    if public is not None and said.public != public:
        raise files.BadArchive(
            f"it is signed with the key {fingerprint(said.public)}, and the house had {fingerprint(public)} then"
        )


def _put_back(conn: Connection, path: Path, stretch: Stretch, earlier: list[Stretch]) -> None:
    waiting: dict[str, list[dict[str, Any]]] = {}
    totals: dict[str, dict[str, int]] = {}
    moved: dict[str, int] = {}
    for line in files.read(path):
        if line[0] in ("opening", "closing"):
            totals[line[0]] = dict(line[1])
            continue
        table, row = files.decoded(line, stretch.chain)
        if table is schema.trail:
            row["person"] = person_of(row["by"])
        elif table is schema.shuffles:
            row["sealed"] = b""
        elif table is schema.postings:
            moved[row["account"]] = moved.get(row["account"], 0) + row["cents"]
        rows = waiting.setdefault(table.name, [])
        rows.append(row)
        if len(rows) == AT_ONCE:
            conn.execute(table.insert(), rows)
            rows.clear()
    for table in files.TABLES:
        if waiting.get(table.name):
            conn.execute(table.insert(), waiting[table.name])
    opening = balances(conn, [(each.chain, each.last) for each in earlier])
    if totals.get("opening") != opening:
        raise files.BadArchive("its opening balances are not the closing ones of what comes before it")
    for account, cents in moved.items():
        opening[account] = opening.get(account, 0) + cents
    if totals.get("closing") != opening:
        raise files.BadArchive("its closing balances are not what its postings come to")


# --- the audit --------------------------------------------------------------------------------------------------------


def verify_store(
    engine: Engine,
    *,
    archive: Path | None = None,
    public_key: str | None = None,
    checkpoints_file: Path | None = None,
    keys: Keys | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Findings:
    """Everything that is wrong with a store and, where their folder is named, with its archived rows."""
    kept = KeptElsewhere.read(checkpoints_file) if checkpoints_file is not None else None
    with snapshot(engine) as conn:
        # Tables that are not ours are told by the audit of the store itself.
        if archive is None or schema_faults(conn, guarded=False) or not is_archived(conn):
            return verify(
                conn,
                public_key=public_key,
                checkpoints_file=checkpoints_file,
                keys=keys,
                progress=progress,
                kept=kept,
            )
        said = schema_faults(conn)
    with joined(engine, archive) as (whole, faults):
        found = verify(
            whole,
            public_key=public_key,
            checkpoints_file=checkpoints_file,
            keys=keys,
            progress=progress,
            kept=kept,
            schema_said=said,
        )
    for fault in faults:
        found.add(fault, kind="archive")
    return found
