"""What the tables did in a stretch of time, from the index of rounds and from the books: rounds, wagers and what they
brought; and what came through the cage. Real chips and practice chips are never added up.

    wagered   all that lay on the layout in rounds that are over, at its highest
    win       what the tables' inventories gained by these rounds: wagers less what came back, less what went to meters,
              and what meters paid
    drop      money that became chips. Chips are bought at the cage, so the books have one drop for the whole house
    hold      win against drop. What players without an account won or lost is no part of it: their chips are not bought
              here"""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, case, func, select

from pitboss.house.audit.terms import ChipKinds
from pitboss.house.money.accounts import accounts_of
from pitboss.house.people.names import WALK_IN
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.table import events as e

HOUR = 3_600_000
METERS = tuple(kind.__name__ for kind in (e.ContributionPosted, e.ContributionReversed, e.MeterPaid))
"""Why chips move between an inventory and a meter."""


class TableBusiness(Struct):
    """One table, in cents."""

    table: int
    name: str
    practice: bool
    """Its amounts are practice chips."""
    rounds: int
    """Rounds that were cleared in the time asked for."""
    last_hour: int
    """Those of the last hour."""
    wagered: int
    returned: int
    """What came back to the players, their own chips with it."""
    to_meters: int
    """What went to meters, less what meters paid."""
    win: int
    walk_ins: int
    """Of the win, what players without an account lost."""


class KindBusiness(Struct):
    """All tables of one kind of chips, in cents."""

    practice: bool
    rounds: int
    wagered: int
    win: int
    walk_ins: int
    drop: int
    paid_out: int
    """Chips that became money."""
    hold: float | None
    """Win against drop; null where nothing was dropped."""


class Business(Struct):
    tables: list[TableBusiness]
    kinds: list[KindBusiness]


def business(conn: Connection, since: int, now: int) -> Business:
    """Rounds cleared at or after `since`, and money that moved since then; milliseconds since 1970."""
    found: dict[tuple[int, bool], TableBusiness] = {}
    for row, practice in _rounds(conn, since, now):
        key = (row.chain, practice)
        line = found.setdefault(key, TableBusiness(row.chain, row.name, practice, 0, 0, 0, 0, 0, 0, 0))
        line.rounds += row.rounds
        line.last_hour += row.last_hour
        line.wagered += row.wagered
        line.returned += row.returned
        line.to_meters += _to_meters(conn, row, practice)
        line.walk_ins += _walk_ins(conn, row, since)
    for line in found.values():
        line.win = line.wagered - line.returned - line.to_meters
    tables = [line for _, line in sorted(found.items())]
    return Business(tables, [_kind(conn, practice, tables, since) for practice in (False, True)])


def _rounds(conn: Connection, since: int, now: int) -> list[tuple[Any, bool]]:
    """The rounds of each table by the terms they were played under, added up; and whether they were for practice."""
    r, t = schema.rounds.c, schema.tables.c
    recent = func.sum(case((r.cleared_at >= now - HOUR, 1), else_=0))
    asked = (
        select(
            r.chain,
            t.name,
            r.terms,
            func.count().label("rounds"),
            recent.label("last_hour"),
            func.sum(r.wagered).label("wagered"),
            func.sum(r.returned).label("returned"),
            func.min(r.first).label("first"),
            func.max(r.last).label("last"),
            func.min(r.round).label("round"),
        )
        .join(schema.tables, t.id == r.chain)
        .where(r.cleared_at.is_not(None), r.cleared_at >= since)
        .group_by(r.chain, t.name, r.terms)
        .order_by(r.chain, func.min(r.round))
    )
    kinds = ChipKinds(conn)
    rows = conn.execute(asked).all()
    return [(row, kinds.practice(row.chain, row.round, row.terms)) for row in rows]


def _to_meters(conn: Connection, row: Any, practice: bool) -> int:
    """What the inventory gave to meters in these rounds, less what it had from them."""
    p = schema.postings.c
    asked = select(func.coalesce(func.sum(p.cents), 0)).where(
        p.account == accounts_of(practice).inventory(row.chain),
        p.chain == row.chain,
        p.number >= row.first,
        p.number <= row.last,
        p.why.in_(METERS),
    )
    return -int(conn.execute(asked).scalar_one())


def _walk_ins(conn: Connection, row: Any, since: int) -> int:
    r, h = schema.rounds.c, schema.hands.c
    asked = (
        select(func.coalesce(func.sum(h.wagered - h.returned), 0))
        .join(schema.rounds, (r.chain == h.chain) & (r.round == h.round))
        .where(r.chain == row.chain, r.terms == row.terms, r.cleared_at >= since, h.player.startswith(WALK_IN))
    )
    return int(conn.execute(asked).scalar_one())


def _kind(conn: Connection, practice: bool, tables: list[TableBusiness], since: int) -> KindBusiness:
    own = [line for line in tables if line.practice == practice]
    drop, paid = _moved(conn, practice, "buy_in", since), -_moved(conn, practice, "cash_out", since)
    win, walk_ins = sum(line.win for line in own), sum(line.walk_ins for line in own)
    return KindBusiness(
        practice=practice,
        rounds=sum(line.rounds for line in own),
        wagered=sum(line.wagered for line in own),
        win=win,
        walk_ins=walk_ins,
        drop=drop,
        paid_out=paid,
        hold=(win - walk_ins) / drop if drop else None,
    )


def _moved(conn: Connection, practice: bool, kind: str, since: int) -> int:
    """What came into the house by rows of this kind."""
    p, t = schema.postings.c, schema.trail.c
    asked = (
        select(func.coalesce(func.sum(p.cents), 0))
        .join(schema.trail, (t.chain == p.chain) & (t.number == p.number))
        .where(p.account == accounts_of(practice).outside, p.chain == HOUSE, t.kind == kind, t.at >= since)
    )
    return -int(conn.execute(asked).scalar_one())
