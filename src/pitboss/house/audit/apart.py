"""Real chips and practice chips never meet: not in a row of the trail, not at a seat, not in a meter, not at the cage.
Before practice chips had accounts of their own, the play money of guests was in those of real chips: what the chips at
a table were then is told by whose they were."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, case, func, select

from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.live.now import Fixed, TableChange
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
BEFORE, SINCE = "before", "since"
"""There were accounts of practice chips. What a meter held before left the accounts of real chips then."""


Fed = dict[tuple[str, str], dict[bool, set[int]]]
"""By meter and time: the tables that fed it, with practice chips and with real ones."""


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

    def fed(self, chips: list["_Chips"]) -> Iterator[tuple[str, str, bool]]:
        """(meter, when, whether with practice chips). Before practice chips had accounts of their own, a practice table
        was played with the chips of its players, real ones or practice ones."""
        for period, found in zip(self.periods, chips, strict=True):
            fed = [(when, False) for when in (BEFORE, SINCE)]
            if period.practice:
                fed = [(BEFORE, guests) for guests in (True, False) if found.of(guests=guests)]
                fed += [(SINCE, True)] * (self.since is not None)
            for meter in period.meters:
                yield from ((meter, when, practice) for when, practice in fed)


class _Moved(Struct, frozen=True):
    """How the chips of one player moved at a table, in the accounts of real chips."""

    player: str
    guest: bool
    first: int
    count: int
    cents: int


class _Chips(Struct, frozen=True):
    """Those of everybody in a period."""

    moved: list[_Moved]

    def of(self, *, guests: bool) -> list[_Moved]:
        return [each for each in self.moved if each.guest == guests]


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

    def taken_up(self, fixed: Fixed, after: int, terms: Terms, *, practice: bool) -> None:
        """A table whose first rows are archived: from this row on it is told again."""
        table = self._tables[fixed.chain]
        table.periods = [_period(fixed, after, terms)]
        table.since = table.since or (after if practice else None)

    def take(self, written: list[Row], change: TableChange, findings: Findings) -> None:
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
            before.meters |= _own_meters(table.fixed, terms)
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
        fed: Fed = {}
        for chain, table in sorted(self._tables.items()):
            chips = [self._chips(conn, chain, period) for period in table.periods]
            for period, found in zip(table.periods, chips, strict=True):
                _wagered(chain, period, found, findings)
            for meter, when, practice in table.fed(chips):
                fed.setdefault((meter, when), {True: set(), False: set()})[practice].add(chain)
        self._cage(conn, findings)
        _meters(fed, findings)
        self._left_over(conn, findings)

    def _chips(self, conn: Connection, chain: int, period: _Period) -> _Chips:
        p = schema.postings.c
        asked = (
            select(p.account, func.min(p.number), func.count(), func.sum(p.cents))
            .where(p.chain == chain, p.number >= period.first, p.number <= period.last)
            .where(p.account.like(f"{_PATRON}%"))
            .group_by(p.account)
            .order_by(func.min(p.number), p.account)
        )
        found = [(account.removeprefix(_PATRON), *more) for account, *more in conn.execute(asked)]
        return _Chips([_Moved(player, player in self._guests, a, b, int(c)) for player, a, b, c in found])

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


def _own_meters(fixed: Fixed, terms: Terms) -> set[str]:
    return {fixed.meter(meter.name) for meter in terms.meters}


def _period(fixed: Fixed, first: int, terms: Terms) -> _Period:
    return _Period(first, terms.practice, _own_meters(fixed, terms))


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


def _wagered(chain: int, period: _Period, chips: _Chips, findings: Findings) -> None:
    """Guests' play money does not come to a table that is not for practice, and real chips not to one where it is."""
    guests, others = chips.of(guests=True), chips.of(guests=False)
    kind = "a practice table" if period.practice else "a table that is not for practice"
    for each in (others if guests else []) if period.practice else guests:
        whose = f"play money of the guest {each.player}" if each.guest else f"real chips of {each.player}"
        beside = f", beside play money of {', '.join(guest.player for guest in guests)}" if period.practice else ""
        came = f"{'-' if each.cents < 0 else '+'}{dollars(abs(each.cents))}"
        moved = f"moved {each.count} times from row {each.first} on, in all {came}"
        findings.add(f"{whose} at table {chain}, {kind}{beside}: {moved}", chain, row=each.first, kind=KIND)


def _meters(fed: Fed, findings: Findings) -> None:
    """The tables that feed a meter have all practice chips, or none has."""
    told = set()
    for (meter, _), tables in sorted(fed.items()):
        practice, others = sorted(tables[True]), sorted(tables[False])
        if practice and others and meter not in told:
            told.add(meter)
            text = f"the meter {meter} is one of practice chips, at {_named(practice)}, and of real ones, at"
            findings.add(f"{text} {_named(others)}", max(practice[-1], others[-1]), row=1, kind=KIND)
