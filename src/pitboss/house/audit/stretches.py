"""Archived stretches: where their rows are at hand, what the store keeps of them is derived again; where they are away,
it is said what could not be looked at."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.audit.findings import Findings
from pitboss.house.store import schema
from pitboss.house.trail.archived import Alive, Away, MeterRun, Stretch, balances, meter_runs, stretches
from pitboss.house.trail.rows import Row


class AtRest(Struct, frozen=True):
    """A table after a round was cleared: as a stretch keeps it."""

    row: Row
    """The last row of that change."""
    round: int
    terms: str
    state: bytes
    alive: list[Alive]


def check_rest(kept: Stretch, found: AtRest, findings: Findings) -> None:
    """What the store keeps of a stretch is where its rows lead."""
    due = {
        "hash": found.row.hash,
        "at": found.row.at,
        "round": found.round,
        "terms": found.terms,
        "state": found.state,
        "shuffles": msgspec.json.encode(found.alive).decode(),
    }
    for name, value in due.items():
        if getattr(kept, name) != value:
            text = f"the archive of table {kept.chain} up to row {kept.last}: the {name} that the store keeps"
            findings.add(f"{text} is not where the archived rows lead", kept.chain, row=kept.last)


def check_stretches(conn: Connection, away: Away, findings: Findings) -> None:
    """Balances and meters of what is at hand; a note of what is not."""
    for each in stretches(conn):
        key = (each.chain, each.last)
        if key in away.keys:
            findings.note(
                f"rows {each.first} to {each.last} of table {each.chain} (rounds up to {each.round}) are archived in "
                f"{each.file} and were not looked at; `--archive FOLDER` would"
            )
            continue
        where = f"the archive of table {each.chain} up to row {each.last}"
        if balances(conn, [key]) != moved(conn, each):
            text = f"{where}: what its postings come to is not what the store keeps"
            findings.add(text, each.chain, row=each.last)
        if meter_runs(conn, [key]) != runs(conn, each):
            findings.add(f"{where}: its meters are not what the store keeps", each.chain, row=each.last)


def moved(conn: Connection, of: Stretch) -> dict[str, int]:
    """What the postings of these rows come to, by account."""
    p = schema.postings.c
    asked = select(p.account, func.sum(p.cents)).where(p.chain == of.chain, p.number.between(of.first, of.last))
    return {account: int(cents) for account, cents in conn.execute(asked.group_by(p.account))}


def runs(conn: Connection, of: Stretch) -> list[MeterRun]:
    """How far these rows moved the meters that their table had alone. The log of a meter that tables share stays in the
    store: it belongs to all of them."""
    m = schema.meter_log.c
    log = schema.meter_log
    asked = select(log).where(*alone(of)).order_by(m.meter, m.number)
    found: dict[str, list[Any]] = {}
    for line in conn.execute(asked):
        found.setdefault(line.meter, []).append(line)
    made = []
    for meter, lines in sorted(found.items()):
        reset = max((line.at for line in lines if line.added > 0), default=0)
        made.append(MeterRun(meter, lines[0].number, lines[-1].number, lines[0].before, lines[-1].after, reset))
    return made


def alone(of: Stretch) -> list[Any]:
    """Which entries of meter logs are in a stretch: a table's own meters are called after it."""
    m = schema.meter_log.c
    return [m.chain == of.chain, m.row.between(of.first, of.last), m.meter.startswith(f"{of.chain}/", autoescape=True)]
