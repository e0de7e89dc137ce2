"""Everything that is derived from the rows of one table: postings, meter logs, the index of rounds and hands, shuffles,
and the table's own line. Derived again, and compared."""

import json
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Column, ColumnElement, Connection, select

from pitboss.house.audit.comparing import Stored
from pitboss.house.audit.findings import Findings
from pitboss.house.live.now import Fixed, Now, RoundTally, TableChange
from pitboss.house.live.snapshot import kept
from pitboss.house.money.accounts import PRACTICE, REAL
from pitboss.house.money.entries import MeterEntry, Posting
from pitboss.house.store import schema
from pitboss.house.trail import archived
from pitboss.house.trail.archived import Stretch
from pitboss.house.trail.rows import Row

_BATCH = 500


def stored_postings(conn: Connection, chain: int, findings: Findings, after: int = 0) -> Stored:
    p = schema.postings.c
    asked = select(p.number, p.line, p.account, p.cents, p.why).where(p.chain == chain, *_after(p.number, after))
    asked = asked.order_by(p.number, p.line)
    return Stored(conn, asked, ("row", "line", "account", "cents", "why"), 2, "a posting", findings, chain)


def _after(column: Column[int], number: int) -> list[ColumnElement[bool]]:
    """Without what belongs to rows that are archived."""
    return [column > number] if number else []


def stored_meter_log(conn: Connection, chain: int, findings: Findings, after: int = 0) -> Stored:
    """The log lines that rows of this chain wrote, in the order of the rows: their numbers are the meters' own."""
    m = schema.meter_log.c
    by_bytes = m.meter if conn.dialect.name == "sqlite" else m.meter.collate("C")  # as Python sorts
    asked = (
        select(m.row, m.meter, m.before, m.at, m.what, m.amount, m.added, m.after)
        .where(m.chain == chain, *_after(m.row, after))
        .order_by(m.row, by_bytes, m.number)
    )
    names = ("row", "meter", "before", "at", "what", "amount", "added", "after")
    return Stored(conn, asked, names, 2, "an entry in the log of a meter", findings, chain)


def log_line(row: int, at: int, entry: MeterEntry) -> tuple[Any, ...]:
    return (row, entry.meter, entry.before, at, entry.what, entry.amount, entry.added, entry.after)


class _Shuffle(Struct):
    deck: int
    commitment: str
    status: str = "open"
    seed: str | None = None


class Derived:
    """The derived tables of one chain, fed act by act."""

    def __init__(self, conn: Connection, fixed: Fixed, findings: Findings, away: Stretch | None = None) -> None:
        """`away` is the last stretch of the chain whose rows are not here: everything before it is taken as kept."""
        self._conn, self._fixed, self._findings = conn, fixed, findings
        chain, after = fixed.chain, away.last if away else 0
        self._postings = stored_postings(conn, chain, findings, after)
        self._log = stored_meter_log(conn, chain, findings, after)
        r, h = schema.rounds.c, schema.hands.c
        names = tuple(column.name for column in schema.rounds.columns)[1:]
        asked = select(*(r[name] for name in names)).where(r.chain == chain, *_after(r.first, after))
        self._rounds = Stored(conn, asked.order_by(r.round), names, 1, "a round", findings, chain)
        names = tuple(column.name for column in schema.hands.columns)[1:]
        later = _after(h.round, away.round if away else 0)
        asked = select(*(h[name] for name in names)).where(h.chain == chain, *later).order_by(h.round, h.seat)
        self._hands = Stored(conn, asked, names, 2, "a hand", findings, chain)
        self._shuffles = {s.number: _Shuffle(s.deck, s.commitment, s.status) for s in away.alive} if away else {}
        self._over: dict[int, _Shuffle] = {}
        self._open: RoundTally | None = None
        self._kept: tuple[bytes, int] | None = None
        self._closed = self._opening = False
        self._money = {name: 0 for own in (REAL, PRACTICE) for name in (own.inventory(chain), own.layout(chain))}
        if away:
            upto = [s for s in archived.stretches(conn, chain) if s.last <= away.last]
            self._carry(archived.balances(conn, [(s.chain, s.last) for s in upto]))

    def _carry(self, moved: dict[str, int]) -> None:
        """What the chips of the table had come to in archived rows."""
        for account in self._money:
            self._money[account] = moved.get(account, 0)

    @property
    def alive(self) -> list[archived.Alive]:
        """Shuffles that have not ended yet."""
        return [
            archived.Alive(number, each.deck, each.commitment, each.status)
            for number, each in sorted(self._shuffles.items())
        ]

    def take(self, rows: list[Row], change: TableChange) -> None:
        """What one act wrote."""
        self._take_postings(change)
        self._take_meters(rows, change)
        self._take_shuffles(change)
        self._take_round(change, rows)
        if self._keeps(rows[0]) or change.ended is not None:
            self._kept = (kept(change.now), rows[-1].number)
        self._closed |= any(row.kind == "closed" for row in rows)

    def _keeps(self, row: Row) -> bool:
        """A table is first kept after its opening and the chips that belong to it, which are one change."""
        first, self._opening = self._opening, row.kind == "opened"
        return self._opening or (first and row.kind in ("fill", "credit") and row.by == "house")

    def _take_postings(self, change: TableChange) -> None:
        lines: dict[int, int] = {}
        for number, posting in change.postings:
            line = lines[number] = lines.get(number, 0) + 1
            self._postings.expect((number, line, posting.account, posting.cents, posting.why))
            self._move(number, posting)

    def _move(self, number: int, posting: Posting) -> None:
        """The chips on a layout and in an inventory move by the rows of their table alone, so their order is known."""
        if posting.account in self._money:
            self._money[posting.account] += posting.cents
            if self._money[posting.account] < 0:
                chain = self._fixed.chain
                text = f"{posting.account} was negative after row {number} of chain {chain}"
                self._findings.add(text, chain, row=number, kind="negative")

    def _take_meters(self, rows: list[Row], change: TableChange) -> None:
        entries = [log_line(number, rows[-1].at, entry) for number, entry in change.meters]
        for line in sorted(entries, key=lambda line: line[:2]):  # stable: two changes of one meter keep their order
            self._log.expect(line)

    def _take_shuffles(self, change: TableChange) -> None:
        for coming in change.new_shuffles:
            self._shuffles[coming.shuffle] = _Shuffle(coming.deck, coming.commitment)
        for number in change.shuffled:
            self._shuffles[number].status = "shuffled"
        for number, ending, seed in change.revealed:
            over = self._shuffles.pop(number)
            over.status, over.seed = ending, seed
            self._over[number] = over
        if len(self._over) >= _BATCH:
            self._look_up()

    def _look_up(self) -> None:
        """Holds the shuffles that are over against the store."""
        s, chain = schema.shuffles.c, self._fixed.chain
        asked = select(s.number, s.deck, s.commitment, s.status, s.seed)
        found = {row.number: row for row in self._conn.execute(asked.where(s.chain == chain, s.number.in_(self._over)))}
        for number, due in self._over.items():
            row = found.get(number)
            if row is None:
                self._say(number, "follows from the trail but is not in the store")
                continue
            for name in ("deck", "commitment", "status", "seed"):
                if getattr(row, name) != getattr(due, name):
                    self._say(number, f"has another {name} in the store than in the trail")
        self._over.clear()

    def _say(self, number: int, fault: str) -> None:
        chain = self._fixed.chain
        self._findings.add(f"shuffle {number} of chain {chain} {fault}", chain, kind="shuffle")

    def _take_round(self, change: TableChange, rows: list[Row]) -> None:
        ended = change.ended
        if ended is not None:
            tally, hands = ended.tally, ended.tally.hands
            self._rounds.expect(
                (
                    tally.round,
                    tally.opened_at,
                    ended.cleared_at,
                    tally.first,
                    ended.last,
                    ended.shuffle or None,
                    tally.terms,
                    int(ended.void),
                    sum(h.wagered for h in hands.values()),
                    sum(h.returned for h in hands.values()),
                    tally.irregularities,
                )
            )
            for seat in sorted(hands):
                hand = hands[seat]
                self._hands.expect((tally.round, seat, hand.player, hand.wagered, hand.returned))
            self._findings.rounds += 1
            self._open = None
        if change.opened is not None:
            self._given_up()
            self._open = change.opened

    def _given_up(self) -> None:
        """A round that was opened and never cleared keeps the line it began with."""
        tally = self._open
        if tally is not None:
            self._rounds.expect((tally.round, tally.opened_at, None, tally.first, None, None, tally.terms, 0, 0, 0, 0))
        self._open = None

    # --- at the end ---

    def finish(self, now: Now, *, lost: bool) -> bool:
        """Returns whether the table is closed. Reports what the store has beyond the trail, unless part of the trail
        was lost: then nobody can say what belongs there."""
        self._given_up()
        self._over |= self._shuffles
        self._look_up()
        for stream in (self._postings, self._log, self._rounds, self._hands):
            if lost:
                stream.close()
            else:
                stream.finish()
        if lost:
            return self._closed
        s, chain = schema.shuffles.c, self._fixed.chain
        asked = select(s.number).where(s.chain == chain, (s.number < 1) | (s.number > now.shuffles))
        for row in self._conn.execute(asked.limit(_BATCH)):
            self._say(row.number, "is in the store but does not follow from the trail")
        self._own_line(now)
        return self._closed

    def _own_line(self, now: Now) -> None:
        """The table's line: what it was opened with, and what it has come to."""
        fixed, terms = self._fixed, now.rules.terms
        t = schema.tables.c
        found = self._conn.execute(select(schema.tables).where(t.id == fixed.chain)).first()
        if found is None:
            return  # said already, where the tables are counted
        kept_state, kept_at = self._kept or (b"", 0)
        due = {
            "name": fixed.name,
            "game": terms.game,
            "dealer": fixed.dealer,
            "cards": fixed.cards,
            "status": "closed" if self._closed else "open",
            "terms": msgspec.json.encode(terms).decode(),
            "links": json.dumps(dict(fixed.links)),
            "state": kept_state,
            "state_at": kept_at,
        }
        for name, value in due.items():
            stored = getattr(found, name)
            if (bytes(stored) if name == "state" else stored) != value:
                self._findings.add(
                    f"table {fixed.chain}: its {name} in the store is not what follows from the trail", fixed.chain
                )
