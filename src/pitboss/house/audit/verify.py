"""Whether the database is what the program wrote: its tables and guards, every chain, every checkpoint, every row
performed again, every derived line. Nothing is believed that can be derived; what cannot be looked at is said."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.audit.books import check_books
from pitboss.house.audit.chains import check_chain
from pitboss.house.audit.exams import check_exams
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.house_chain import check_house
from pitboss.house.audit.key_history import check_keys
from pitboss.house.audit.one_table import Rest, TablesAgain
from pitboss.house.audit.stretches import check_stretches
from pitboss.house.fair.keys import Keys
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.structure import schema_faults
from pitboss.house.store.typed import as_typed
from pitboss.house.trail import checkpoints
from pitboss.house.trail.archived import Away

HANDFUL = 100
"""Rows that a store may have before anybody has signed anything: a house writes its first checkpoint when it opens."""

Progress = Callable[[int, int], None]
"""(how much is done, how much there is), in rows; each is read twice."""


class KeptElsewhere(Struct, frozen=True):
    """A file of checkpoints as it was at one moment."""

    file: Path
    all: list[checkpoints.Checkpoint]
    there: bool = True
    torn: bool = False
    fault: str = ""

    @classmethod
    def read(cls, file: Path) -> "KeptElsewhere":
        try:
            found, torn = checkpoints.read_torn(file)
        except checkpoints.BadCheckpoints as bad:
            return cls(file, [], fault=str(bad))
        except FileNotFoundError:
            return cls(file, [], there=False)
        except OSError as error:
            return cls(file, [], fault=error.strerror or str(error))
        return cls(file, found, torn=torn)


def verify(
    conn: Connection,
    *,
    public_key: str | None = None,
    checkpoints_file: Path | None = None,
    keys: Keys | None = None,
    progress: Progress | None = None,
    rest: Rest | None = None,
    kept: KeptElsewhere | None = None,
    schema_said: list[str] | None = None,
) -> Findings:
    """Everything that is wrong with a store. `conn` should see it as of one moment (`opening.snapshot`), and have read
    nothing yet: what is kept elsewhere is looked at first, as a house that goes on writes a checkpoint into the store
    and then there.

    public_key         must have signed the checkpoints (hex), or vouch for the keys that did; without it they are held
                       against the key they name
    checkpoints_file   the checkpoints that were kept elsewhere
    keys               opens the seeds that are not revealed yet; without them the cards of open rounds, and the sealed
                       seeds, cannot be looked at
    rest               hears of every table when a round has been cleared
    kept, schema_said  the checkpoints kept elsewhere as they were, and the faults of the schema, where `conn` reads a
                       copy of the store that was made afterwards"""
    findings = Findings()
    before = kept or (KeptElsewhere.read(checkpoints_file) if checkpoints_file is not None else None)
    if keys is not None and public_key is None:
        public_key = keys.public
    for fault in schema_faults(conn) if schema_said is None else schema_said:
        findings.add(fault, kind="schema")
    with as_typed(conn, lambda odd: findings.add(odd.text, odd.chain, row=odd.row, round=odd.round, kind="typed")):
        away = Away(conn)
        _check_rows(conn, keys, away, progress, rest, findings)
        check_stretches(conn, away, findings)
        check_books(conn, away, findings)
        _check_checkpoints(conn, public_key, before, away, findings)
    return findings


def _check_rows(
    conn: Connection,
    keys: Keys | None,
    away: Away,
    progress: Progress | None,
    rest: Rest | None,
    findings: Findings,
) -> None:
    """Chain by chain, the house's first."""
    total = 2 * (conn.execute(select(func.count()).select_from(schema.trail)).scalar() or 0)
    done = 0

    def more(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None and count:
            progress(done, total)

    _check_chains_known(conn, findings)
    tables = {row.id for row in conn.execute(select(schema.tables.c.id))}
    chains = {HOUSE} | tables | set(conn.execute(select(schema.trail.c.chain).distinct()).scalars())
    looked_at = TablesAgain(conn, keys, away, findings, more, rest)
    for chain in sorted(chains):
        revealed = check_chain(conn, chain, findings, more, away.last.get(chain))
        if chain == HOUSE:
            looked_at.approved = check_house(conn, findings)
            more(findings.rows)
        else:
            looked_at.check(chain, revealed)
    looked_at.compare()
    if keys is None:
        findings.note("sealed seeds were not opened, which takes the key file: whether they are whole was not checked")


def _check_chains_known(conn: Connection, findings: Findings) -> None:
    """Whatever belongs to a chain belongs to a table of the house; the chain of the house itself has no rounds."""
    tables = set(conn.execute(select(schema.tables.c.id)).scalars())
    for number in sorted(id for id in tables if id <= HOUSE):
        findings.add(f"there is a table {number}: tables are numbered from 1", number)
    whole = (schema.trail, schema.postings, schema.meter_log)
    for table in (*whole, schema.rounds, schema.hands, schema.shuffles):
        known = tables | {HOUSE} if table in whole else tables - {HOUSE}
        for chain in conn.execute(select(table.c.chain).distinct()).scalars():
            if chain not in known:
                findings.add(f"there is no table {chain}, but {table.name} has lines of it", chain)


# --- checkpoints ------------------------------------------------------------------------------------------------------


def _check_checkpoints(
    conn: Connection, public: str | None, kept: KeptElsewhere | None, away: Away, findings: Findings
) -> None:
    """Those in the store, and those that were kept elsewhere."""
    t = schema.trail.c

    def hash_at(chain: int, number: int) -> bytes | None:
        found = conn.execute(select(t.hash).where(t.chain == chain, t.number == number)).scalar()
        return bytes(found) if found is not None else away.hash_at(chain, number)

    stored = checkpoints.read_all(conn)
    rotations, public = check_keys(conn, public, findings)
    check_exams(conn, public, rotations, findings)
    for number in checkpoints.before_first(conn):
        findings.add(f"checkpoint {number} stands before the first one: it was put in", kind="checkpoint")
    lists = [("in the store", stored)]
    if not stored and findings.rows > HANDFUL:
        findings.add(f"the store has {findings.rows} rows and no checkpoint: a house that runs signs some at once")
    if kept is not None and _kept_elsewhere(kept, stored, findings):
        lists.append((f"in {kept.file.name}", kept.all))
    for where, held in lists:
        for fault in checkpoints.verify(held, public, rotations):
            findings.add(f"{where}: {fault}", kind="checkpoint")
        for fault in checkpoints.hold_against(held, hash_at, away.covers):
            findings.add(f"{where}: {fault}", kind="checkpoint")
    if len(lists) > 1:
        for fault in checkpoints.compare(lists[0][1], lists[1][1]):
            findings.add(fault, kind="checkpoint")
    _note_unsigned(conn, lists[-1][1], findings)
    if public is None and not rotations and any(held for _, held in lists):
        findings.note("no key was given: the checkpoints were held against the key that they name themselves")
    if kept is None:
        findings.note("no checkpoints kept elsewhere were given: who changed the store may have signed it anew")


def _kept_elsewhere(before: KeptElsewhere, stored: list[checkpoints.Checkpoint], findings: Findings) -> bool:
    """Whether the file can be read; what is missing there is no good sign either. What the store has must be there by
    now, so the file is looked at again."""
    now = KeptElsewhere.read(before.file)
    name, fault = before.file.name, before.fault or now.fault
    if fault:
        findings.add(f"the checkpoints in {name} cannot be read: {fault}")
        return False
    if now.torn:
        findings.add(f"the last line of {name} is torn; a house that starts mends it")
    if not now.all and (stored or findings.rows > HANDFUL):
        findings.add(f"the file of checkpoints {name} is {'empty' if now.there else 'missing'}")
    elif now.all and stored and now.all[-1].number < stored[-1].number - 1:  # the very last may be on its way
        text = f"{name} ends with checkpoint {now.all[-1].number}, the store has {stored[-1].number}"
        findings.add(f"{text}: it was cut, or could not be written")
    return True


def _note_unsigned(conn: Connection, held: list[checkpoints.Checkpoint], findings: Findings) -> None:
    """How much of the trail no checkpoint vouches for yet."""
    signed: dict[int, tuple[int, str]] = {}
    if held:
        try:
            signed = held[-1].read().chains
        except ValueError:
            return
    t = schema.trail.c
    loose = 0
    for chain, last in conn.execute(select(t.chain, func.max(t.number)).group_by(t.chain)):
        loose += max(0, last - signed.get(chain, (0, ""))[0])
    if loose:
        findings.note(f"{loose} rows were written after the last checkpoint: that they are all there nobody has signed")
