"""Real chips and practice chips never meet: not in a row of the trail, not at a seat, not in a meter, not at the cage.
Trails from before practice chips had accounts of their own tell by their terms and their guests what the chips were."""

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, case, func, select

from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.live.now import Change, Fixed
from pitboss.house.money.accounts import PRACTICE, REAL
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e

KIND = "apart"
_MOST = 200
_END = 1 << 62
_PATRON = REAL.patron("")


class _Period(Struct):
    """Rows of a table in which it was for practice, or was not, all along."""

    first: int
    practice: bool
    meters: set[str]
    """The meters of the house that it had."""
    last: int = _END


class _Table(Struct):
    fixed: Fixed
    periods: list[_Period]
    since: int | None
    """The row from which on it uses the accounts of practice chips."""


class Apart:
    """What the trail tells of each table, one after the other; at the end of all of them it is compared."""

    def __init__(self, conn: Connection) -> None:
        self._tables: dict[int, _Table] = {}
        self._guests = _guests(conn)

    def opened(self, fixed: Fixed, body: b.Opened, findings: Findings) -> None:
        self._tables[fixed.chain] = _Table(fixed, [_period(fixed, 1, body.terms)], 1 if body.practice else None)
        if body.practice and not body.terms.practice:
            text = f"row 1 of chain {fixed.chain} opens a table that is not for practice with practice chips"
            findings.add(text, fixed.chain, row=1, kind=KIND)

    def take(self, written: list[Row], change: Change, findings: Findings) -> None:
        """What one act wrote."""
        row = written[0]
        table = self._tables[row.chain]
        if change.adopted:
            self._adopted(table, row, change.now.rules.terms, findings)
        for body in change.bodies:
            if isinstance(body, b.Practice):
                self._practised(table, row, findings)
            elif isinstance(body, b.ActDone):
                for event in body.events:
                    if isinstance(event, e.SeatTaken) and event.player in self._guests:
                        self._seated(table, row, event, findings)

    def _adopted(self, table: _Table, row: Row, terms: Terms, findings: Findings) -> None:
        before = table.periods[-1]
        if before.practice == terms.practice:
            before.meters |= _meters(table.fixed, terms)
            return
        before.last = row.number - 1
        table.periods.append(_period(table.fixed, row.number, terms))
        if table.since is not None:
            text = f"row {row.number} of chain {row.chain} makes a practice table one that is not for practice"
            findings.add(text, row.chain, row=row.number, kind=KIND)

    def _practised(self, table: _Table, row: Row, findings: Findings) -> None:
        if not table.periods[-1].practice or table.since is not None:
            text = f"row {row.number} of chain {row.chain} brings practice chips to a table that has real ones"
            findings.add(text, row.chain, row=row.number, kind=KIND)
        table.since = row.number

    def _seated(self, table: _Table, row: Row, event: e.SeatTaken, findings: Findings) -> None:
        if not table.periods[-1].practice:
            where = f"row {row.number} of chain {row.chain}"
            text = f"{where}: the guest {event.player} took seat {event.seat} at a table that is not for practice"
            findings.add(text, row.chain, row=row.number, round=row.round, kind=KIND)

    # --- at the end ---

    def check(self, conn: Connection, findings: Findings) -> None:
        _rows(conn, findings)
        for chain, table in sorted(self._tables.items()):
            for period in table.periods:
                self._wagered(conn, chain, period, findings)
        self._cage(conn, findings)
        self._meters(conn, findings)
        self._left_over(conn, findings)

    def _wagered(self, conn: Connection, chain: int, period: _Period, findings: Findings) -> None:
        """Whose chips in the accounts of real ones moved at the table in these rows: not those of guests where it was
        not for practice, and nobody else's where it was."""
        p = schema.postings.c
        asked = (
            select(p.account, func.min(p.number), func.count(), func.sum(p.cents))
            .where(p.chain == chain, p.number >= period.first, p.number <= period.last)
            .where(p.account.like(f"{_PATRON}%"))
            .group_by(p.account)
            .order_by(func.min(p.number), p.account)
        )
        for account, first, count, cents in conn.execute(asked):
            player = account.removeprefix(_PATRON)
            if (player in self._guests) == period.practice:
                continue
            whose = f"play money of the guest {player}" if player in self._guests else f"real chips of {player}"
            kind = "a practice table" if period.practice else "a table that is not for practice"
            came = f"{'-' if cents < 0 else '+'}{dollars(abs(int(cents)))}"
            text = f"{whose} at table {chain}, {kind}: moved {count} times from row {first} on, in all {came}"
            findings.add(text, chain, row=first, kind=KIND)

    def _cage(self, conn: Connection, findings: Findings) -> None:
        """A guest's play money came from nobody and goes to nobody. It was bought in until there were accounts of
        practice chips, and left those of real chips then."""
        p = schema.postings.c
        practice = select(func.min(p.number)).where(p.chain == HOUSE, p.account.like(f"{PRACTICE.prefix}%"))
        since = conn.execute(practice).scalar() or _END
        asked = select(p.number, p.account, p.cents, p.why).where(p.chain == HOUSE, p.account.like(f"{_PATRON}%"))
        for row in conn.execute(asked.order_by(p.number).execution_options(yield_per=1000)):
            guest = row.account.removeprefix(_PATRON)
            known = row.why == "parted" or (row.why == "buy_in" and row.number < since)
            if guest in self._guests and not known:
                what = f"{row.why} of {row.cents} cents in real chips for the guest {guest}"
                text = f"row {row.number} of chain {HOUSE}: {what}"
                findings.add(text, HOUSE, row=row.number, kind=KIND)

    def _meters(self, conn: Connection, findings: Findings) -> None:
        """The tables that feed a meter are all for practice or none is. One that was for practice and is not any more
        may keep a meter that it did not feed before."""
        fed: dict[str, dict[bool, set[int]]] = {}
        for chain, table in self._tables.items():
            for period in table.periods:
                idle = len(table.periods) > 1 and period.practice
                for meter in period.meters & _moved(conn, chain, period) if idle else period.meters:
                    fed.setdefault(meter, {True: set(), False: set()})[period.practice].add(chain)
        for meter, tables in sorted(fed.items()):
            practice, others = sorted(tables[True]), sorted(tables[False])
            if practice and others:
                text = f"the meter {meter} is one of practice chips, at {_named(practice)}, and of real ones, at"
                findings.add(f"{text} {_named(others)}", max(practice[-1], others[-1]), row=1, kind=KIND)

    def _left_over(self, conn: Connection, findings: Findings) -> None:
        """Once the chips have parted, no account of real chips holds any that are for practice."""
        p = schema.postings.c
        if conn.execute(select(p.number).where(p.why == "parted").limit(1)).first() is None:
            return
        empty = {REAL.patron(guest) for guest in self._guests}
        for chain, table in self._tables.items():
            if table.since is not None:
                empty |= {REAL.inventory(chain), REAL.layout(chain)}
        a = schema.accounts.c
        for row in conn.execute(select(schema.accounts).where(a.balance != 0).order_by(a.name)):
            if row.name in empty or (row.name.startswith(REAL.pool("")) and _twice(conn, row.name)):
                findings.add(f"the account {row.name} holds {row.balance} cents of practice chips", kind=KIND)


def _guests(conn: Connection) -> frozenset[str]:
    """Everybody who came without an account, by the trail."""
    found = set()
    for row in rows(conn, HOUSE, kinds=("person",)):
        try:
            body = msgspec.json.decode(row.body)
            if body["what"] == "guest":
                found.add(str(body["handle"]))
        except (ValueError, LookupError, TypeError):
            continue  # which is said where the accounts are derived
    return frozenset(found)


def _meters(fixed: Fixed, terms: Terms) -> set[str]:
    return {fixed.meter(meter.name) for meter in terms.meters}


def _period(fixed: Fixed, first: int, terms: Terms) -> _Period:
    return _Period(first, terms.practice, _meters(fixed, terms))


def _moved(conn: Connection, chain: int, period: _Period) -> set[str]:
    """The meters that the table changed in these rows."""
    m = schema.meter_log.c
    asked = select(m.meter).distinct().where(m.chain == chain, m.row >= period.first, m.row <= period.last)
    return set(conn.execute(asked).scalars())


def _twice(conn: Connection, pool: str) -> bool:
    """Whether there is a pool of practice chips of the same name."""
    a = schema.accounts.c
    return conn.execute(select(a.name).where(a.name == f"{PRACTICE.prefix}{pool}")).first() is not None


def _rows(conn: Connection, findings: Findings) -> None:
    """No row moves both."""
    p = schema.postings.c
    practice = func.sum(case((p.account.like(f"{PRACTICE.prefix}%"), 1), else_=0))
    asked = select(p.chain, p.number).group_by(p.chain, p.number).having(practice > 0, practice < func.count())
    for row in conn.execute(asked.order_by(p.chain, p.number).limit(_MOST)):
        text = f"row {row.number} of chain {row.chain} moves real chips and practice chips"
        findings.add(text, row.chain, row=row.number, kind=KIND)


def _named(chains: list[int]) -> str:
    return f"table{'s' if len(chains) > 1 else ''} {', '.join(map(str, chains))}"
