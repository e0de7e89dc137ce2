"""The books as a whole: balances are the sums of their postings, every row adds up to nothing, meters go from one
reading to the next, and each pool holds the whole cents of its meter."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.audit.findings import Findings
from pitboss.house.money.accounts import PRACTICE, REAL, is_outside
from pitboss.house.store import schema
from pitboss.house.trail.archived import Away, MeterRun, balances, meter_runs
from pitboss.rulebook.terms import MICRO

_MOST = 200


def check_books(conn: Connection, away: Away, findings: Findings) -> None:
    _balances(conn, away, findings)
    _rows(conn, findings)
    _meters(conn, away, findings)


def _balances(conn: Connection, away: Away, findings: Findings) -> None:
    """Where postings are archived the store has kept what they came to."""
    archived = balances(conn, away.keys)
    a, p = schema.accounts.c, schema.postings.c
    sums = select(p.account, func.sum(p.cents).label("cents")).group_by(p.account).subquery()
    asked = (
        select(a.name, a.balance, sums.c.account, sums.c.cents)
        .select_from(schema.accounts.outerjoin(sums, sums.c.account == a.name))
        .execution_options(yield_per=1000)
    )
    for row in conn.execute(asked):
        cents = int(row.cents or 0) + archived.get(row.name, 0)
        if row.account is None and row.name not in archived:
            findings.add(f"the account {row.name} has no posting", kind="balance")
        elif cents != row.balance:
            findings.add(
                f"the account {row.name} has {row.balance} cents; its postings come to {cents}", kind="balance"
            )
        if not is_outside(row.name) and row.balance < 0:
            findings.add(f"the account {row.name} is negative", kind="balance")
    missing = select(sums.c.account).outerjoin(schema.accounts, sums.c.account == a.name).where(a.name.is_(None))
    for row in conn.execute(missing.limit(_MOST)):
        findings.add(f"the account {row.account} has postings but is not in the store", kind="balance")


def _rows(conn: Connection, findings: Findings) -> None:
    p = schema.postings.c
    asked = select(p.chain, p.number, func.sum(p.cents).label("cents")).group_by(p.chain, p.number)
    for row in conn.execute(asked.having(func.sum(p.cents) != 0).limit(_MOST)):
        findings.add(
            f"the postings of row {row.number} of chain {row.chain} come to {row.cents} cents, not to nothing",
            row.chain,
            row=row.number,
            kind="balanced",
        )


def _meters(conn: Connection, away: Away, findings: Findings) -> None:
    m = schema.meter_log.c
    archived: dict[str, list[MeterRun]] = {}
    for run in meter_runs(conn, away.keys):
        archived.setdefault(run.meter, []).append(run)
    readings = {row.name: row for row in conn.execute(select(schema.meters))}
    held_by = {row.name: row.balance for row in conn.execute(select(schema.accounts))}
    last: dict[str, Any] = {}
    asked = select(schema.meter_log).order_by(m.meter, m.number).execution_options(yield_per=1000)
    for line in conn.execute(asked):
        before = last.get(line.meter)
        if before is not None and line.meter in archived:
            before = _carried(before, archived[line.meter], findings)
        _entry(line, before, findings)
        last[line.meter] = line
    for name in sorted(readings.keys() | last.keys()):
        stored, end = readings.get(name), last.get(name)
        if end is not None and name in archived:
            end = _carried(end, archived[name], findings)
        for run in archived.get(name, ()):
            findings.add(
                f"the meter {name} has no entry {run.entries_from - 1}, which its archive follows", kind="meter"
            )
        if stored is None or end is None:
            findings.add(f"the meter {name} has {'no line' if stored is None else 'no log'} in the store", kind="meter")
            continue
        if (stored.reading, stored.changes) != (end.after, end.number):
            findings.add(f"the meter {name} does not stand where its log ends", kind="meter")
        own = PRACTICE if PRACTICE.pool(name) in held_by else REAL
        held = held_by.get(own.pool(name), 0)
        if held != stored.reading // MICRO:
            findings.add(
                f"the pool of the meter {name} holds {held} cents; the meter reads {stored.reading // MICRO} whole"
                " cents",
                kind="meter",
            )


class _Reached(Struct, frozen=True):
    """How far a log has come."""

    number: int
    after: int


def _carried(before: Any, runs: list[MeterRun], findings: Findings) -> Any:
    """The end of the archived entries that follow this one; those it passed are taken away."""
    while runs and runs[0].entries_from == before.number + 1:
        run = runs.pop(0)
        if run.before != before.after:
            text = f"the archived entries of the meter {run.meter} begin at {run.before}; it read {before.after}"
            findings.add(text, kind="meter")
        before = _Reached(run.entries_to, run.after)
    return before


def _entry(line: Any, before: Any, findings: Findings) -> None:
    """Each entry begins where the one before it ended, and adds up exactly to the millionth of a cent."""
    name = f"entry {line.number} in the log of the meter {line.meter}"
    number, reading = (before.number, before.after) if before is not None else (0, 0)
    if line.number != number + 1:
        findings.add(f"{name} does not follow entry {number}", line.chain, row=line.row, kind="meter")
    if line.before != reading:
        findings.add(
            f"{name} begins at {line.before}; the meter read {reading}", line.chain, row=line.row, kind="meter"
        )
    change = {
        "opened": line.amount,
        "contribution": line.amount,
        "reversal": -line.amount,
        "hit": line.added - line.amount,
    }.get(line.what)
    if change is None or (line.what == "opened") != (before is None):
        findings.add(f"{name} says '{line.what}' where that cannot be", line.chain, row=line.row, kind="meter")
    elif line.before + change != line.after:
        findings.add(f"{name} does not add up", line.chain, row=line.row, kind="meter")
