"""Tables that feed one meter have the same terms for it: those that are open now, and those that fed it one after the
other. In which order that was the meter's own log says; clocks of different chains do not."""

from contextlib import suppress
from itertools import pairwise

from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.audit.findings import Findings
from pitboss.house.live.links import alike, differing, owner, unknown_links
from pitboss.house.live.now import Fixed
from pitboss.house.live.proposals import Proposal, as_proposal
from pitboss.house.store import schema
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms


class _Table(Struct):
    fixed: Fixed
    terms: list[tuple[int, Terms]]
    """The row from which on each holds; the first are those of the opening."""
    open: bool = True
    since: int = 0
    """The row up to which its chain is archived: under which terms it fed a meter before is not known here."""

    def of(self, meter: str, row: int | None = None) -> MeterTerms | None:
        """Its terms for a meter of the house: at a row, or now."""
        known = [terms for first, terms in self.terms if row is None or first <= row]
        return _of(self.fixed, known[-1], meter) if known else None


def _of(fixed: Fixed, terms: Terms, meter: str) -> MeterTerms | None:
    return next((each for each in terms.meters if fixed.meter(each.name) == meter), None)


class Linked:
    """What the trail tells of the tables, one after the other; at the end they are compared."""

    def __init__(self) -> None:
        self._tables: dict[int, _Table] = {}

    def opened(self, fixed: Fixed, terms: Terms) -> None:
        self._tables[fixed.chain] = _Table(fixed, [(1, terms)])

    def adopted(self, chain: int, row: int, terms: Terms) -> None:
        if chain in self._tables:
            self._tables[chain].terms.append((row, terms))

    def taken_up(self, chain: int, after: int, terms: Terms) -> None:
        """A table whose first rows are archived."""
        if chain in self._tables:
            self._tables[chain].since = after
            self._tables[chain].terms.append((after, terms))

    def closed(self, chain: int) -> None:
        if chain in self._tables:
            self._tables[chain].open = False

    def check(self, conn: Connection, findings: Findings) -> None:
        waiting = _approved(conn)
        shared: dict[str, list[_Table]] = {}
        for chain, table in self._tables.items():
            wrong = unknown_links(table.terms[0][1], table.fixed.links)
            if wrong is not None:
                findings.add(f"row 1 of chain {chain} links a meter that cannot be linked: {wrong}", chain, row=1)
            for meter in table.fixed.links.values():
                if meter not in shared:
                    shared[meter] = self._left_behind(meter, chain, findings)
                shared[meter].append(table)
        for meter, tables in sorted(shared.items()):
            self._now(meter, [table for table in tables if table.open], waiting, findings)
            self._before(conn, meter, tables, findings)

    def _left_behind(self, meter: str, by: int, findings: Findings) -> list[_Table]:
        """The table whose own the meter was before others took it over, which it has to be closed for."""
        number = owner(meter)
        if number is None:
            return []
        before = self._tables.get(number)
        if before is None or before.open:
            why = "there is no such table" if before is None else f"table {number} is open"
            findings.add(f"chain {by} takes over the meter {meter}, and {why}", by, row=1, kind="linked")
        return [] if before is None else [before]

    def _now(self, meter: str, tables: list[_Table], waiting: list[Proposal], findings: Findings) -> None:
        """Those that are open agree; one may be about to follow another, as two people have agreed for it."""
        feeding = [(table, terms) for table in tables if (terms := table.of(meter)) is not None]
        for (one, mine), (other, theirs) in pairwise(feeding):
            if alike(mine, theirs) or _follows(one, meter, theirs, waiting) or _follows(other, meter, mine, waiting):
                continue
            _say(findings, meter, (one, mine), (other, theirs))

    def _before(self, conn: Connection, meter: str, tables: list[_Table], findings: Findings) -> None:
        """Whoever feeds a meter that others fed before does so under their terms, unless nobody's money was in it. On
        what was adopted two people have agreed, which is looked at elsewhere; who follows later is in good order."""
        agreed = [_of(table.fixed, terms, meter) for table in tables for _, terms in table.terms[1:]]
        m = schema.meter_log.c
        asked = select(m.chain, m.row, m.after).where(m.meter == meter).order_by(m.number)
        last: tuple[_Table, MeterTerms] | None = None
        reading, told = 0, set[frozenset[int]]()
        for entry in conn.execute(asked.execution_options(yield_per=1000)):
            table = self._tables.get(entry.chain)
            terms = table.of(meter, entry.row) if table is not None else None
            if table is not None and entry.row <= table.since:
                last = None
            elif table is not None and terms is not None:
                if last is not None and reading != terms.initial * MICRO and not alike(last[1], terms):
                    pair = frozenset((last[0].fixed.chain, entry.chain))
                    by_agreement = any(each and (alike(each, terms) or alike(each, last[1])) for each in agreed)
                    if pair not in told and not by_agreement and not (last[0].open and table.open):
                        told.add(pair)  # those that are open have been compared as they are now
                        _say(findings, meter, last, (table, terms))
                last = (table, terms)
            reading = entry.after


def _approved(conn: Connection) -> list[Proposal]:
    """What two people have agreed on and no table has adopted yet; what cannot be read is said elsewhere."""
    found: list[Proposal] = []
    for row in conn.execute(select(schema.proposals).where(schema.proposals.c.status == "approved")):
        with suppress(ValueError):
            found.append(as_proposal(row))
    return found


def _follows(table: _Table, meter: str, terms: MeterTerms, waiting: list[Proposal]) -> bool:
    """Whether the table is about to have these terms for a meter."""
    theirs = [_of(table.fixed, found.terms, meter) for found in waiting if found.chain == table.fixed.chain]
    return any(each is not None and alike(each, terms) for each in theirs)


def _say(findings: Findings, meter: str, one: tuple[_Table, MeterTerms], other: tuple[_Table, MeterTerms]) -> None:
    first, second = one[0].fixed.chain, other[0].fixed.chain
    fields = ", ".join(differing(one[1], other[1]))
    text = f"tables {first} and {second} share the meter {meter}, and their terms for it differ: {fields}"
    findings.add(text, second, kind="linked")
