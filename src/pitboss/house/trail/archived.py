"""Rows that were moved out of the store into files. What the store keeps of each stretch: its last number and hash,
which file it is in, how the table stood after it, and what its postings and meters came to.

A stretch is *away* where its rows are not in the database that is being read, and *at hand* where they are: in a copy
of the store into which they were put back."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select, tuple_

from pitboss.house.store import schema

FIRST = 2
"""Row 1 of a table, its opening, always stays in the store."""
KIND = "archived"


class Alive(Struct, frozen=True, array_like=True):
    """A shuffle that had not ended when a stretch did."""

    number: int
    deck: int
    commitment: str
    status: str


class Stretch(Struct, frozen=True):
    """Rows of a table's chain that are in a file, as `archives` has them."""

    chain: int
    last: int
    first: int
    hash: bytes
    at: int
    round: int
    row: int
    file: str
    digest: str
    terms: str
    state: bytes
    shuffles: str

    @property
    def alive(self) -> list[Alive]:
        return msgspec.json.decode(self.shuffles, type=list[Alive])


class MeterRun(Struct, frozen=True, array_like=True):
    """Entries in the log of a meter that follow one another, as `archived_meters` has them."""

    meter: str
    entries_from: int
    entries_to: int
    before: int
    after: int
    reset_at: int


def stretches(conn: Connection, chain: int | None = None) -> list[Stretch]:
    """Every stretch on record, of a chain or of all, in order."""
    a = schema.archives.c
    asked = select(schema.archives).order_by(a.chain, a.last)
    if chain is not None:
        asked = asked.where(a.chain == chain)
    found = []
    for row in conn.execute(asked).mappings():
        found.append(Stretch(**(dict(row) | {"hash": bytes(row["hash"]), "state": bytes(row["state"])})))
    return found


def archived(conn: Connection, chain: int) -> Stretch | None:
    """The last stretch of a chain that is away: the rows after it are here, those before are not."""
    return last_away(conn, stretches(conn, chain))


def last_away(conn: Connection, known: Sequence[Stretch]) -> Stretch | None:
    t = schema.trail.c
    for each in reversed(known):
        here = select(t.number).where(t.chain == each.chain, t.number == each.last)
        if conn.execute(here).first() is None:
            return each
    return None


class Away:
    """Everything that is not in this database, by chain."""

    def __init__(self, conn: Connection) -> None:
        by_chain: dict[int, list[Stretch]] = {}
        for each in stretches(conn):
            by_chain.setdefault(each.chain, []).append(each)
        self.last: dict[int, Stretch] = {}
        self.stretches: list[Stretch] = []
        for chain, known in by_chain.items():
            last = last_away(conn, known)
            if last is not None:
                self.last[chain] = last
                self.stretches += [each for each in known if each.last <= last.last]

    def covers(self, chain: int, number: int) -> bool:
        """Whether this row is in a file."""
        last = self.last.get(chain)
        return last is not None and FIRST <= number <= last.last

    def hash_at(self, chain: int, number: int) -> bytes | None:
        """The hash of an archived row, where the store has kept it: that of the last row of a stretch."""
        return next((s.hash for s in self.stretches if (s.chain, s.last) == (chain, number)), None)

    @property
    def keys(self) -> list[tuple[int, int]]:
        return [(each.chain, each.last) for each in self.stretches]


# --- what they came to ------------------------------------------------------------------------------------------------


def balances(conn: Connection, of: Sequence[tuple[int, int]], account: str | None = None) -> dict[str, int]:
    """What the postings of these stretches come to, by account: of one, or of all."""
    found: dict[str, int] = {}
    b = schema.archived_balances.c
    for some in _some(of):
        asked = select(b.account, func.sum(b.cents)).where(tuple_(b.chain, b.last).in_(some)).group_by(b.account)
        asked = asked if account is None else asked.where(b.account == account)
        for name, cents in conn.execute(asked):
            found[name] = found.get(name, 0) + int(cents)
    return found


def meter_runs(conn: Connection, of: Sequence[tuple[int, int]]) -> list[MeterRun]:
    """The entries of meter logs that are in these stretches, in order."""
    m = schema.archived_meters.c
    columns = [m[name] for name in MeterRun.__struct_fields__]
    found: list[MeterRun] = []
    for some in _some(of):
        found += [MeterRun(*row) for row in conn.execute(select(*columns).where(tuple_(m.chain, m.last).in_(some)))]
    return sorted(found, key=lambda run: (run.meter, run.entries_from))


def _some(of: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for place in range(0, len(of), 200):
        yield list(of[place : place + 200])


def resets(conn: Connection) -> dict[str, int]:
    """When each meter was last reset by a hit, archived or not."""
    log, m = schema.meter_log.c, schema.archived_meters.c
    here = conn.execute(select(log.meter, func.max(log.at)).where(log.added > 0).group_by(log.meter)).all()
    away = conn.execute(select(m.meter, func.max(m.reset_at)).where(m.reset_at > 0).group_by(m.meter)).all()
    found: dict[str, int] = {}
    for meter, at in [*away, *here]:
        found[meter] = max(int(at), found.get(meter, 0))
    return found


# --- on record --------------------------------------------------------------------------------------------------------


def body(stretch: Stretch, moved: dict[str, int], runs: Sequence[MeterRun]) -> dict[str, Any]:
    """What the house's chain says of a stretch: everything that the store keeps of it, the long parts as digests."""
    return {
        "table": stretch.chain,
        "first": stretch.first,
        "last": stretch.last,
        "hash": stretch.hash.hex(),
        "at": stretch.at,
        "round": stretch.round,
        "file": stretch.file,
        "sha256": stretch.digest,
        "kept": {
            "terms": _digest(stretch.terms.encode()),
            "state": _digest(stretch.state),
            "shuffles": _digest(stretch.shuffles.encode()),
            "balances": _digest(msgspec.json.encode(sorted(moved.items()))),
            "meters": _digest(msgspec.json.encode(list(runs))),
        },
    }


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
