"""Theoretical against actual in the house: what every wager at every table brought, from the trail, beside the exact
distribution for the stakes that were made (`lab/hold`). The events of the trail are believed here; whether they follow
from the rules is the audit's question."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.games import rules_for
from pitboss.house.audit.hold_report import HoldRefused, HoldReport, HoldRow
from pitboss.house.audit.queries import StoredTable, tables
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.terms import opened, rules_then
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived
from pitboss.lab.hold.ledger import FALSE_ALARM
from pitboss.lab.hold.records import LeftOut
from pitboss.lab.hold.tables import TableHold
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e

Progress = Callable[[float], None]


def hold(
    conn: Connection,
    *,
    chain: int | None = None,
    since: int | None = None,
    until: int | None = None,
    false_alarm: Fraction = FALSE_ALARM,
    progress: Progress = lambda _: None,
) -> HoldReport:
    """The rounds opened at or after `since` and before `until` (milliseconds since 1970), of one table or of all."""
    wanted = [each for each in tables(conn) if chain is None or each.chain == chain]
    found: list[HoldRow] = []
    refused: list[HoldRefused] = []
    left_out, rounds, away = LeftOut(), 0, 0
    lasts = _lasts(conn, wanted)
    done, whole = 0, sum(lasts.values()) or 1
    for table in wanted:
        before = done
        try:
            held = _Held(conn, table, false_alarm)
            for number in held.read(since, until):
                progress((before + number) / whole)
        except AuditTrouble as trouble:
            refused.append(HoldRefused(table.chain, table.name, "", str(trouble)))
            continue
        finally:
            done += lasts[table.chain]
        away += held.away
        found += held.rows()
        refused += held.refused()
        rounds += held.held.rounds
        left_out.add(held.held.left_out)
    return HoldReport(
        rows=found,
        rounds=rounds,
        alarms=sum(row.result.alarm is not None for row in found),
        false_alarm=float(false_alarm),
        left_out=left_out,
        refused=refused,
        archived=away,
    )


def _lasts(conn: Connection, wanted: list[StoredTable]) -> dict[int, int]:
    """How many rows each table has."""
    t = schema.trail.c
    asked = select(t.chain, func.max(t.number)).where(t.chain.in_([each.chain for each in wanted])).group_by(t.chain)
    found = dict.fromkeys([each.chain for each in wanted], 0)
    for number, last in conn.execute(asked):
        found[number] = last
    return found


class _Held:
    """One table."""

    def __init__(self, conn: Connection, table: StoredTable, false_alarm: Fraction) -> None:
        self._conn, self._table = conn, table
        _, body = opened(conn, table.chain)
        rules, self._after = rules_then(table.chain, body), 1
        stretch = archived(conn, table.chain)
        self.away = stretch is not None
        if stretch is not None:
            rules, self._after = rules_for(msgspec.json.decode(stretch.terms, type=Terms)), stretch.last
        self._practice = rules.terms.practice
        self.held = TableHold(rules, false_alarm)

    def read(self, since: int | None, until: int | None) -> Iterator[int]:
        """Goes through the rows; gives the number of each that it has read."""
        counts = True
        for row in rows(self._conn, self._table.chain, self._after, kinds=("act",)):
            done = decoded(row)
            assert isinstance(done, b.ActDone)
            if any(isinstance(event, e.RoundOpened) for event in done.events):
                counts = (since is None or row.at >= since) and (until is None or row.at < until)
            self.held.take(done.events, counts=counts)
            yield row.number

    def rows(self) -> Iterator[HoldRow]:
        table = self._table
        for row in self.held.rows():
            yield HoldRow(
                wager=row.wager,
                title=row.title,
                paytable=row.paytable,
                players=row.players,
                without_meters=row.without_meters,
                result=row.result,
                chain=table.chain,
                table=table.name,
                game=table.game,
                practice=self._practice,
            )

    def refused(self) -> list[HoldRefused]:
        table = self._table
        return [HoldRefused(table.chain, table.name, wager, why) for wager, why in self.held.refused.items()]
