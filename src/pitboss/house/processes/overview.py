"""The processes of a house and what each of them has, as the store says."""

from msgspec import Struct
from sqlalchemy import Connection, select, text

from pitboss.house.store import leases, schema
from pitboss.house.store.leases import NOW, Lease, Process
from pitboss.house.store.schema import HOUSE


class DeskHeld(Struct, frozen=True):
    """Who looks after what is the house's: accounts, the cage, new tables."""

    process: str | None
    """Null while nobody does."""
    epoch: int
    """How often it has changed hands; each time one more."""
    since: int
    """Milliseconds since 1970, by the clock of the database."""
    before: str | None
    """Who had it before."""


class TableHeld(DeskHeld, frozen=True):
    """A table and who has it."""

    id: int
    name: str
    game: str
    why: str
    """Why a process cannot take it up, where nobody has it; empty where none has said so."""


class ProcessSeen(Struct, frozen=True):
    """One process of the house."""

    id: str
    name: str
    address: str
    version: str
    joined_at: int
    renewed_ms: int
    """How long ago it last renewed its lease."""
    left_ms: int
    """How long its lease runs yet; negative where it has run out and nobody has noticed."""
    draining: bool
    desk: bool
    """Whether it looks after what is the house's: accounts, the cage, new tables."""
    tables: int
    takeovers: int
    """Tables, and the desk, that it has taken over from others since it joined."""


class Overview(Struct, frozen=True):
    """The processes, and who has which table."""

    several: bool
    """Whether several processes can be this house: it is on PostgreSQL."""
    now: int
    """By the clock of the database."""
    desk: DeskHeld | None
    processes: list[ProcessSeen]
    tables: list[TableHeld]


ALONE = Overview(several=False, now=0, desk=None, processes=[], tables=[])
"""A house on a file."""


def overview(conn: Connection) -> Overview:
    now = int(conn.execute(text(f"SELECT {NOW}")).scalar_one())
    held = leases.every(conn)
    asked = select(schema.processes).order_by(schema.processes.c.joined_at, schema.processes.c.id)
    there = [Process(**line) for line in conn.execute(asked).mappings()]
    ids = {each.id for each in there}
    desk = held.get(HOUSE)
    return Overview(
        several=True,
        now=now,
        desk=None if desk is None else DeskHeld(_holder(desk, ids), desk.epoch, desk.since, desk.before),
        processes=[_seen(each, held, now) for each in there],
        tables=_tables(conn, held, there),
    )


def _holder(lease: Lease, there: set[str]) -> str | None:
    return lease.process if lease.process in there else None


def _seen(process: Process, held: dict[int, Lease], now: int) -> ProcessSeen:
    own = [chain for chain, lease in held.items() if lease.process == process.id]
    return ProcessSeen(
        id=process.id,
        name=process.name,
        address=process.address,
        version=process.version,
        joined_at=process.joined_at,
        renewed_ms=now - process.renewed_at,
        left_ms=process.expires_at - now,
        draining=bool(process.draining),
        desk=HOUSE in own,
        tables=sum(chain != HOUSE for chain in own),
        takeovers=process.takeovers,
    )


def _tables(conn: Connection, held: dict[int, Lease], there: list[Process]) -> list[TableHeld]:
    t, ids = schema.tables.c, {each.id for each in there}
    known = {line.id: line for line in conn.execute(select(t.id, t.name, t.game).where(t.status == "open"))}
    cannot = {chain: why for each in there for chain, why in each.cannot.items()}
    return [
        TableHeld(
            process=(holder := _holder(lease, ids)),
            epoch=lease.epoch,
            since=lease.since,
            before=lease.before,
            id=chain,
            name=known[chain].name,
            game=known[chain].game,
            why="" if holder else cannot.get(chain, ""),
        )
        for chain, lease in held.items()
        if chain in known
    ]
