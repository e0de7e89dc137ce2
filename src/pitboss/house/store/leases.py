"""Several processes on one PostgreSQL are one house: which of them has which table.

Each process has a line of its own in `processes` and renews it every few seconds; it counts as gone when that line has
run out, by the clock of the database. `leases` says which process has a chain (a table, or the house's own), and in
which *epoch*: one more each time the chain changes hands. Nobody is believed because he holds a lease. Whoever writes
rows of a table names process, epoch and number in the writing statement itself, which writes nothing where any of them
is another (`fenced_insert`). A takeover waits for a transaction that has written so, and no longer than that."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode
from sqlalchemy import Connection, text

from pitboss.house.store.schema import HOUSE, trail
from pitboss.table.refusals import Refusal

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The clock of the database, in milliseconds since 1970."""
STUCK = "5s"
"""A transaction of ours in which nothing happens for so long is ended by the server: its process hangs."""
WAIT = "2s"
"""So long a process that looks around waits for another's transaction."""


FIRST = 1
"""The epoch of a new chain."""


class Fence(Struct, frozen=True):
    """In whose name rows of a chain are written."""

    process: str
    epoch: int


class Fenced(Exception):
    """The chain is another process's by now; nothing was written."""

    def __init__(self, chain: int) -> None:
        super().__init__(f"chain {chain} is another process's, or has rows that this process does not know")
        self.chain = chain


MOVED = Refusal("moved", "this table is being taken over by another process", allowed="try again in a moment")


LAST = Refusal(
    "last_process",
    "no other process is there to take its tables",
    allowed="start another process first, or stop this one at its computer",
)
NO_PROCESS = Refusal("no_process", "there is no such process", allowed="an id from /api/v1/processes")


class Process(Struct, frozen=True):
    """One process of the house, as the others see it."""

    id: str
    name: str
    address: str
    version: str
    keys: str
    """The public key of its key file, and the mark of the line (`joining.Introduction.mark`)."""
    joined_at: int
    expires_at: int
    draining: int
    renewed_at: int = 0
    takeovers: int = 0
    leaves: str = "{}"

    @property
    def cannot(self) -> dict[int, str]:
        """Tables that it cannot take up, and why; nothing of a line that somebody wrote by hand."""
        try:
            return decode(self.leaves, type=dict[int, str])
        except MsgspecError:
            return {}

    @property
    def public(self) -> str:
        return self.keys.partition(" ")[0]

    @property
    def mark(self) -> str:
        return self.keys.partition(" ")[2]

    @property
    def where(self) -> str:
        return f"{self.name} at {self.address}"


class Lease(Struct, frozen=True):
    chain: int
    process: str | None
    epoch: int
    since: int
    before: str | None


def bound(conn: Connection, wait: str = WAIT) -> None:
    """In a transaction. It waits for no other for longer than this, and holds nobody up if its process hangs in it."""
    conn.exec_driver_sql(f"SET LOCAL lock_timeout = '{wait}'")
    conn.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{STUCK}'")


# --- processes --------------------------------------------------------------------------------------------------------


def one_joins(conn: Connection) -> None:
    """In a transaction that looks at the others and then joins them: nobody else joins meanwhile. Who renews his line
    is not held up."""
    conn.exec_driver_sql("LOCK TABLE processes IN SHARE UPDATE EXCLUSIVE MODE")


def join(
    conn: Connection,
    *,
    name: str,
    address: str,
    version: str,
    keys: str,
    lease_ms: int,
    mark: Callable[[str], str] = lambda made: "",
) -> str:
    """In a transaction. A line for this process, under an id that no process ever had. `mark` makes of the id what only
    a process of the house can put there."""
    made = secrets.token_hex(8)
    keys = f"{keys} {mark(made)}"
    line = (
        "INSERT INTO processes (id, name, address, version, keys, joined_at, expires_at, draining, renewed_at, "
        f"takeovers, leaves) VALUES (:id, :name, :address, :version, :keys, {NOW}, {NOW} + :lease, 0, {NOW}, 0, '{{}}')"
    )
    given = {"id": made, "name": name, "address": address, "version": version, "keys": keys, "lease": lease_ms}
    conn.execute(text(line), given)
    return made


def renew(
    conn: Connection, process: str, lease_ms: int, takeovers: int = 0, cannot: Mapping[int, str] | None = None
) -> bool:
    """Whether the process is still one of the house: its line is there until somebody has found it run out. It also
    says how many chains it has taken over, and which tables it cannot take up."""
    renewed = (
        f"UPDATE processes SET expires_at = {NOW} + :lease, renewed_at = {NOW}, takeovers = :takeovers, "
        "leaves = :leaves WHERE id = :id"
    )
    said = {"id": process, "lease": lease_ms, "takeovers": takeovers, "leaves": encode(cannot or {}).decode()}
    return conn.execute(text(renewed), said).rowcount == 1


def leave(conn: Connection, process: str) -> None:
    """In a transaction. Whatever it still has is free from now on."""
    conn.execute(
        text(f"UPDATE leases SET process = NULL, before = process, since = {NOW} WHERE process = :id"), {"id": process}
    )
    conn.execute(text("DELETE FROM processes WHERE id = :id"), {"id": process})


def drain(conn: Connection, process: str) -> bool:
    """Asks a process to give its tables away; whether there is such a process."""
    return conn.execute(text("UPDATE processes SET draining = 1 WHERE id = :id"), {"id": process}).rowcount == 1


def ask_to_drain(conn: Connection, process: str) -> Refusal | None:
    """In a transaction. Why a process is not asked to give its tables away: it is not there, or it is the last one that
    takes tables. Of two who ask for two processes, one comes first."""
    one_joins(conn)
    there = processes(conn)
    if not any(each.id != process and not each.draining for each in there):
        return LAST
    return None if drain(conn, process) else NO_PROCESS


def processes(conn: Connection) -> list[Process]:
    """Those that have not run out, the oldest first."""
    alive = f"SELECT * FROM processes WHERE expires_at >= {NOW} ORDER BY joined_at, id"
    return [Process(**line) for line in conn.execute(text(alive)).mappings()]


def at_work(conn: Connection) -> list[Process]:
    """In a transaction that changes what no process may know otherwise: who serves the house now. Whoever joins
    meanwhile waits, and looks at the store afterwards. A file has a lock instead."""
    if conn.dialect.name == "sqlite":
        return []
    conn.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
    conn.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")
    return processes(conn)


# --- leases -----------------------------------------------------------------------------------------------------------


def every(conn: Connection) -> dict[int, Lease]:
    found = conn.execute(text("SELECT * FROM leases ORDER BY chain")).mappings()
    return {line["chain"]: Lease(**line) for line in found}


def sweep(conn: Connection, process: str) -> list[str]:
    """In a transaction. Processes that have run out are gone from now on, open chains without a line get one, and those
    of closed tables lose theirs. The processes that are gone now: not one that hangs while it renews its own line; the
    server ends that soon. A line that was renewed further ahead than a lease is from before the clock of the database
    was set back: who wrote it and lives joins again."""
    ahead = f"renewed_at - {NOW} > expires_at - renewed_at"
    over = f"SELECT id FROM processes WHERE (expires_at < {NOW} OR {ahead}) AND id <> :me FOR UPDATE SKIP LOCKED"
    gone = conn.execute(text(f"DELETE FROM processes WHERE id IN ({over}) RETURNING id"), {"me": process})
    ended = list(gone.scalars())
    closed = "chain <> :house AND chain NOT IN (SELECT id FROM tables WHERE status = 'open')"
    conn.execute(text(f"DELETE FROM leases WHERE {closed}"), {"house": HOUSE})
    conn.execute(
        text(
            f"INSERT INTO leases (chain, process, epoch, since) SELECT id, NULL, 0, {NOW} FROM tables "
            f"WHERE status = 'open' UNION ALL SELECT {HOUSE}, NULL, 0, {NOW} ON CONFLICT (chain) DO NOTHING"
        )
    )
    return ended


_NEXT = f"CASE WHEN epoch BETWEEN 0 AND {2**62} THEN epoch + 1 ELSE {FIRST} END"
"""The epoch after this one. One that somebody wrote by hand and that leads nowhere begins again: what may be written
depends on the process as well, whose id is never used twice."""
_FREE = (
    "SELECT l.chain FROM leases l LEFT JOIN processes p ON p.id = l.process "
    "WHERE p.id IS NULL AND (l.chain = {house} OR l.chain IN (SELECT id FROM tables WHERE status = 'open')) "
    "{which} ORDER BY l.chain LIMIT :most FOR UPDATE OF l SKIP LOCKED"
)


def free_tables(conn: Connection) -> set[int]:
    """Open tables that nobody has."""
    free = text(
        "SELECT l.chain FROM leases l JOIN tables t ON t.id = l.chain LEFT JOIN processes p ON p.id = l.process "
        "WHERE p.id IS NULL AND t.status = 'open'"
    )
    return set(conn.execute(free).scalars())


def claim_desk(conn: Connection, process: str) -> dict[int, int]:
    """In a transaction. Takes the house's own chain where nobody has it, in a new epoch."""
    return _claim(conn, process, f"AND l.chain = {HOUSE}", {"most": 1})


def claim(conn: Connection, process: str, most: int, among: Collection[int]) -> dict[int, int]:
    """In a transaction. Takes up to so many of these tables that nobody has, each in a new epoch. A chain that somebody
    is just writing to is left for the next time."""
    if most <= 0 or not among:
        return {}
    return _claim(conn, process, "AND l.chain = ANY(:among)", {"most": most, "among": sorted(among)})


def _claim(conn: Connection, process: str, which: str, given: dict[str, Any]) -> dict[int, int]:
    """First the lines are locked, then they are looked at again: another process may have taken one, and committed,
    after the first statement began. That statement would still hold it for free, because it joins what it saw of
    `processes` at its start. The second one sees whoever has a line that is locked."""
    locked = list(conn.execute(text(_FREE.format(house=HOUSE, which=which)), given).scalars())
    if not locked:
        return {}
    taken = text(
        f"UPDATE leases SET before = coalesce(process, before), process = :me, epoch = {_NEXT}, since = {NOW} "
        "WHERE chain = ANY(:locked) AND NOT EXISTS (SELECT FROM processes p WHERE p.id = leases.process) "
        "RETURNING chain, epoch"
    )
    return {line.chain: line.epoch for line in conn.execute(taken, {"me": process, "locked": locked})}


def new_chain(conn: Connection, process: str, chain: int) -> int:
    """In the transaction that opens a table: the process that opens it has it. The epoch."""
    line = f"INSERT INTO leases (chain, process, epoch, since) VALUES (:chain, :me, {FIRST}, {NOW})"
    conn.execute(text(line), {"chain": chain, "me": process})
    return FIRST


def put_down(conn: Connection, process: str, chains: Collection[int]) -> None:
    """In a transaction. What a process has by the store and not by its own memory is free: somebody has changed the
    line by hand, or the process could not take it up."""
    if chains:
        free = f"UPDATE leases SET before = process, process = NULL, since = {NOW} "
        conn.execute(text(free + "WHERE process = :me AND chain = ANY(:all)"), {"me": process, "all": sorted(chains)})


def give_away(conn: Connection, chain: int, fence: Fence) -> bool:
    """In a transaction. The chain is free; whether it was ours to give."""
    given = text(
        f"UPDATE leases SET before = process, process = NULL, since = {NOW} "
        "WHERE chain = :chain AND process = :me AND epoch = :epoch"
    )
    return conn.execute(given, {"chain": chain, "me": fence.process, "epoch": fence.epoch}).rowcount == 1


def wait_for_writing(conn: Connection, chain: int) -> None:
    """In a transaction. Whatever has written rows of this chain is committed or undone before this goes on: also what
    this process itself began on a connection that was cut, whose commit may come to the server later than that."""
    conn.execute(text("SELECT 1 FROM leases WHERE chain = :chain FOR UPDATE"), {"chain": chain})


# --- writing ----------------------------------------------------------------------------------------------------------

_COLUMNS = ", ".join(f'"{column.name}"' for column in trail.columns)
_INSERT = (
    f"INSERT INTO trail ({_COLUMNS}) SELECT {', '.join(['%s'] * len(trail.columns))} FROM leases "
    "WHERE chain = %s AND process = %s AND epoch = %s "
    "AND (SELECT coalesce(max(number), 0) FROM trail WHERE chain = %s) = %s FOR SHARE OF leases"
)


def fenced_insert(cursor: Any, fence: Fence, chain: int, rows: Sequence[Sequence[Any]]) -> None:
    """Writes rows of a chain, given in the order of the columns, if this process has the chain and the first of them
    is the next. The line of the lease is held until the commit: nobody takes the chain over in between."""
    for row in rows:
        cursor.execute(_INSERT, (*row, chain, fence.process, fence.epoch, chain, row[1] - 1))
        if cursor.rowcount != 1:
            raise Fenced(chain)


_HOUSE_LINE = text(f"SELECT 1 FROM leases WHERE chain = {HOUSE} FOR NO KEY UPDATE")
_STILL_THERE = text("SELECT 1 FROM processes WHERE id = :me")


def hold_house_chain(conn: Connection) -> None:
    """In a transaction, before a row of the house's own chain: any process may write there, one after the other. A
    process that the others have counted as gone may not: what it remembers is old. Whether it is, is asked after the
    line is locked, by a statement of its own: one that waits for the line sees everything else as it was before."""
    me = conn.info.get("process", "")
    held = conn.execute(_HOUSE_LINE).first()
    if me and (held is None or conn.execute(_STILL_THERE, {"me": me}).first() is None):
        raise Fenced(HOUSE)
