"""Moves old rounds out of the store. The order is what makes it safe: the store is verified; every file is written,
synced and read back; then one transaction puts a row for each file into the house's chain, keeps what the store needs
to go on, and removes the rows. Whatever fails before its commit has changed nothing in the store."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Engine, Table, delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.archive import files
from pitboss.house.audit.stretches import AtRest, alone, moved, runs
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.live.snapshot import read
from pitboss.house.store import schema
from pitboss.house.store.holding import vacate
from pitboss.house.store.leases import at_work
from pitboss.house.store.opening import reason, snapshot, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import archived
from pitboss.house.trail.archived import FIRST, KIND, Stretch
from pitboss.house.trail.rows import append, head

LEAST_AGE = 24 * 3600 * 1000
"""Milliseconds for which rounds stay: an act that comes again under its id must be found."""
TAIL = 20
"""So many rows before the state that was kept last stay: a table that is taken up looks back at them."""
_REMOVED = (schema.postings, schema.meter_log, schema.hands, schema.rounds, schema.shuffles, schema.trail)
"""In this order: what refers to other rows first."""


class ArchiveTrouble(ValueError):
    """Nothing was archived; the sentence says why."""


class Made(Struct, frozen=True):
    """A file, and what is in it."""

    stretch: Stretch
    table: str
    rounds: int
    rows: dict[str, int]
    size: int


def archive(
    engine: Engine,
    keys: Keys,
    folder: Path,
    *,
    before: int,
    now: int,
    checkpoints_file: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Made]:
    """Moves the rounds that were cleared before a moment (milliseconds since 1970) into files, one for each table. The
    caller holds the store. Where nothing is old enough, nothing happens."""
    if before > now - LEAST_AGE:
        raise ArchiveTrouble("rounds of the last 24 hours are not archived: name an earlier moment")
    try:
        with snapshot(engine) as conn:
            due = _due(conn, before)
            if not due:
                return []
            ready = _verified(conn, keys, due, checkpoints_file, progress)
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = [_write(conn, keys, folder, rest) for rest in ready]
        with transaction(engine) as conn:
            _alone(conn)
            for each in made:
                _move(conn, each, now)
    except OSError as error:
        raise ArchiveTrouble(f"{folder}: the archive cannot be written: {error.strerror or error}") from None
    except (SQLAlchemyError, files.BadArchive) as error:
        raise ArchiveTrouble(f"nothing was archived: {reason(error)}") from None
    return made


def _alone(conn: Connection) -> None:
    """In a transaction: the store was verified for a while, and somebody may have opened the house meanwhile."""
    there = at_work(conn)
    if there:
        names = ", ".join(each.where for each in there)
        raise ArchiveTrouble(f"nothing was archived: a process of the house has started meanwhile ({names})")
    vacate(conn)


def _due(conn: Connection, before: int) -> dict[int, int]:
    """By table: the last round that is old enough and not archived yet."""
    r, t = schema.rounds.c, schema.tables.c
    asked = (
        select(r.chain, func.max(r.round))
        .join(schema.tables, t.id == r.chain)
        .where(r.cleared_at < before, r.last <= t.state_at - TAIL)
        .group_by(r.chain)
    )
    return {chain: int(round) for chain, round in conn.execute(asked)}


def _verified(
    conn: Connection, keys: Keys, due: dict[int, int], kept: Path | None, progress: Callable[[int, int], None] | None
) -> list[AtRest]:
    """The tables after their last old round, out of an audit of the whole store that found nothing."""
    found: dict[int, AtRest] = {}

    def rest(at: AtRest) -> None:
        if due.get(at.row.chain) == at.round:
            found[at.row.chain] = at

    findings = verify(conn, keys=keys, checkpoints_file=kept, progress=progress, rest=rest)
    if not findings.clean:
        more = f" (and {findings.total - 1} more)" if findings.total > 1 else ""
        raise ArchiveTrouble(
            f"nothing was archived, as the store is not in order: {findings.found[0].text}{more}. "
            "`pitboss audit verify` tells all of it"
        )
    return [found[chain] for chain in sorted(found)]


# --- the file ---------------------------------------------------------------------------------------------------------


def house_id(conn: Connection) -> str:
    """What tells one house from another: the hash of the first row of its own chain."""
    t = schema.trail.c
    return bytes(conn.execute(select(t.hash).where(t.chain == HOUSE, t.number == 1)).scalar_one()).hex()


def _write(conn: Connection, keys: Keys, folder: Path, rest: AtRest) -> Made:
    chain, last = rest.row.chain, rest.row.number
    known = archived.stretches(conn, chain)
    first = known[-1].last + 1 if known else FIRST
    t = schema.trail.c
    before = conn.execute(select(t.hash).where(t.chain == chain, t.number == first - 1)).scalar()
    hash_before = known[-1].hash if known else bytes(before or b"")
    house = house_id(conn)
    name = f"pitboss-{house[:8]}-table-{chain}-rows-{first}-{last}.archive"
    table = str(conn.execute(select(schema.tables.c.name).where(schema.tables.c.id == chain)).scalar_one())
    shuffles = msgspec.json.encode(rest.alive).decode()
    stretch = Stretch(
        chain, last, first, rest.row.hash, rest.row.at, rest.round, 0, name, "", rest.terms, rest.state, shuffles
    )
    draft = files.Unsigned(house, chain, table, first, last, hash_before.hex(), rest.row.hash.hex())
    path = folder / name
    opening = archived.balances(conn, [(each.chain, each.last) for each in known])
    digest = files.write(path, draft, _lines(conn, stretch, opening), keys)
    said = files.header(path)
    return Made(replace(stretch, digest=digest), table, said.rounds, said.rows, path.stat().st_size)


def _lines(conn: Connection, stretch: Stretch, opening: dict[str, int]) -> Iterator[files.Values]:
    """Everything that belongs to a stretch, between what the chain's postings had come to before it and after."""
    yield ["opening", opening]
    for table in files.TABLES:
        asked = select(table).where(*_of(table, stretch)).order_by(*table.primary_key.columns)
        for found in conn.execute(asked.execution_options(yield_per=1000)).mappings():
            yield files.encoded(table, found)
    closing = dict(opening)
    for account, cents in moved(conn, stretch).items():
        closing[account] = closing.get(account, 0) + cents
    yield ["closing", closing]


def _of(table: Table, stretch: Stretch) -> list[ColumnElement[bool]]:
    """Which rows of a table are in a stretch. Those of the stretches before it are no longer in the store."""
    c = table.c
    if table is schema.meter_log:
        return alone(stretch)
    if table is schema.shuffles:
        alive = [each.number for each in stretch.alive]
        return [c.chain == stretch.chain, c.number <= read(stretch.state).shuffles, c.number.not_in(alive)]
    if table in (schema.rounds, schema.hands):
        return [c.chain == stretch.chain, c.round <= stretch.round]
    return [c.chain == stretch.chain, c.number.between(stretch.first, stretch.last)]


# --- the store --------------------------------------------------------------------------------------------------------


def _move(conn: Connection, made: Made, now: int) -> None:
    """In a transaction: the row that records the file, what the store keeps, and the rows away."""
    stretch = made.stretch
    came_to, meters = moved(conn, stretch), runs(conn, stretch)
    row = append(conn, KIND, "house", archived.body(stretch, came_to, meters), max(now, head(conn, HOUSE)[2]))
    key: dict[str, Any] = {"chain": stretch.chain, "last": stretch.last}
    conn.execute(schema.archives.insert(), msgspec.structs.asdict(replace(stretch, row=row.number)))
    if came_to:
        lines = [{**key, "account": account, "cents": cents} for account, cents in sorted(came_to.items())]
        conn.execute(schema.archived_balances.insert(), lines)
    if meters:
        conn.execute(schema.archived_meters.insert(), [{**key, **msgspec.structs.asdict(run)} for run in meters])
    for table in _REMOVED:
        gone = conn.execute(delete(table).where(*_of(table, stretch))).rowcount
        if gone != made.rows.get(table.name, 0):
            raise files.BadArchive(
                f"{gone} rows of {table.name} would go, and {made.rows.get(table.name, 0)} are in {stretch.file}: "
                "somebody wrote into the store meanwhile"
            )


def make_smaller(engine: Engine) -> None:
    """Gives the room of what was removed back to the disk. PostgreSQL does so by itself, for new rows."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as conn:
            conn.exec_driver_sql("VACUUM")
            conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
