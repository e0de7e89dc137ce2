"""Rounds by time, table, patron, amount and irregularity, from the index of rounds."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, exists, func, or_, select, tuple_

from pitboss.house.audit.dealers import dealt_by
from pitboss.house.audit.faces import Opener, faces_of
from pitboss.house.audit.irregular import with_irregularity
from pitboss.house.audit.reading import decoded
from pitboss.house.audit.terms import ChipKinds, no_round, terms_of
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row, as_row
from pitboss.table import events as e

MOST = 1000
"""How many rounds one question gets at most."""


class HandLine(Struct, frozen=True):
    seat: int
    player: str
    wagered: int
    returned: int


class RoundLine(Struct, frozen=True):
    """A round in the list. What was wagered and returned is counted when it is cleared; cents."""

    chain: int
    table: str
    game: str
    round: int
    opened_at: int
    cleared_at: int | None
    void: bool
    wagered: int
    returned: int
    irregularities: int
    shuffle: int | None
    terms: str
    """The digest of the terms it was played under."""
    first: int
    last: int | None
    hands: tuple[HandLine, ...]
    cursor: str
    """Given as `before`, the list goes on after this round."""
    kinds: tuple[str, ...] = ()
    """Of its irregularities, each once, where they are asked for."""
    practice: bool = False
    """Played at a practice table: its amounts are no money."""
    dealers: tuple[str, ...] = ()
    """Who dealt it, where people did and they are asked for."""
    automatic: bool = False
    """At a table that the house deals by itself."""


class StoredTable(Struct, frozen=True):
    """A table as it stands in the store."""

    chain: int
    name: str
    game: str
    dealer: str
    cards: str
    status: str


def tables(conn: Connection) -> list[StoredTable]:
    t = schema.tables.c
    asked = select(t.id, t.name, t.game, t.dealer, t.cards, t.status).order_by(t.id)
    return [StoredTable(*found) for found in conn.execute(asked)]


def table(conn: Connection, named: str | int) -> StoredTable:
    """The table of this name or number."""
    everything = tables(conn)
    for found in everything:
        if found.name == named or (isinstance(named, int) and found.chain == named):
            return found
    for found in everything:
        if str(found.chain) == str(named):
            return found
    names = ", ".join(f"{found.chain} {found.name}" for found in everything[:20]) or "none"
    raise AuditTrouble("no_table", f"there is no table '{str(named)[:60]}'; the tables are: {names}")


def rounds(
    conn: Connection,
    *,
    since: int | None = None,
    until: int | None = None,
    table: int | None = None,
    patron: str | None = None,
    at_least: int | None = None,
    irregularity: str | None = None,
    void: bool = False,
    limit: int = 50,
    before: str = "",
    ended: bool = False,
    game: str | None = None,
    result: str | None = None,
    dealer: str | None = None,
) -> list[RoundLine]:
    """The rounds that fit, the newest first.

    since, until   milliseconds since 1970: opened (where `ended` is asked for: cleared) at or after the one, and before
                   the other
    patron         who was dealt in (rounds that are over)
    at_least       cents wagered or returned, by the patron where one is named, otherwise by all
    irregularity   only those in which one of this kind was reported; any: whatever it was
    void           only void ones
    before         the cursor of the last round of the page before
    ended          in the order in which they were cleared; otherwise in that in which they were opened. A round that
                   waited long for its dealer ends after rounds that were opened later elsewhere
    game           only tables of this game
    result         won or lost: what all positions of the patron brought together
    dealer         who dealt it; house: by itself"""
    r = schema.rounds.c
    asked = select(schema.rounds, schema.tables.c.name, schema.tables.c.game, schema.tables.c.dealer).join(
        schema.tables, schema.tables.c.id == r.chain
    )
    order = func.coalesce(r.cleared_at, r.opened_at) if ended else r.opened_at
    wanted = [*_of_players(patron, at_least, result), *_when(order, since, until, before), *dealt_by(dealer)]
    if game is not None:
        wanted.append(schema.tables.c.game == game)
    if table is not None:
        wanted.append(r.chain == table)
    if irregularity is not None:
        wanted += with_irregularity(conn, irregularity)
    if void:
        wanted.append(r.void == 1)
    asked = asked.where(*wanted).order_by(order.desc(), r.chain.desc(), r.round.desc())
    found = conn.execute(asked.limit(max(1, min(limit, MOST)))).all()
    hands = _hands(conn, [(row.chain, row.round) for row in found])
    kinds = ChipKinds(conn)
    return [_line(row, hands.get((row.chain, row.round), ()), kinds, ended=ended) for row in found]


def _when(order: Any, since: int | None, until: int | None, before: str) -> list[Any]:
    """Rounds of a time, and of a page."""
    r = schema.rounds.c
    wanted = [] if since is None else [order >= since]
    if until is not None:
        wanted.append(order < until)
    if before:
        wanted.append(tuple_(order, r.chain, r.round) < tuple_(*_read_cursor(before)))
    return wanted


def _of_players(patron: str | None, at_least: int | None, result: str | None) -> list[Any]:
    """Rounds of a patron, or of so large an amount: his own where he is named, and what it brought him."""
    r, h = schema.rounds.c, schema.hands.c
    if patron is None:
        return [] if at_least is None else [or_(r.wagered >= at_least, r.returned >= at_least)]
    mine = [h.chain == r.chain, h.round == r.round, h.player == patron]
    if at_least is not None:
        mine.append(or_(h.wagered >= at_least, h.returned >= at_least))
    wanted = [exists().where(and_(*mine))]
    if result is not None:
        brought = _brought(patron)
        wanted.append(brought > 0 if result == "won" else brought < 0)
    return wanted


def _brought(patron: str) -> Any:
    """What a round brought to all positions of this patron, in cents."""
    r, h = schema.rounds.c, schema.hands.c
    own = and_(h.chain == r.chain, h.round == r.round, h.player == patron)
    return select(func.sum(h.returned - h.wagered)).where(own).correlate(schema.rounds).scalar_subquery()


def round_line(conn: Connection, chain: int, round: int) -> RoundLine:
    """One round of the index."""
    r = schema.rounds.c
    asked = (
        select(schema.rounds, schema.tables.c.name, schema.tables.c.game, schema.tables.c.dealer)
        .join(schema.tables, schema.tables.c.id == r.chain)
        .where(r.chain == chain, r.round == round)
    )
    row = conn.execute(asked).first()
    if row is None:
        raise no_round(conn, chain, round)
    return _line(row, _hands(conn, [(chain, round)]).get((chain, round), ()), ChipKinds(conn))


def _read_cursor(text: str) -> tuple[int, int, int]:
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
        raise AuditTrouble("before", f"'{text[:40]}' is not the cursor of a round; take one from the list")
    return int(parts[0]), int(parts[1]), int(parts[2])


def _hands(conn: Connection, wanted: list[tuple[int, int]]) -> dict[tuple[int, int], tuple[HandLine, ...]]:
    h = schema.hands.c
    made: dict[tuple[int, int], tuple[HandLine, ...]] = {}
    for place in range(0, len(wanted), 200):
        some = wanted[place : place + 200]
        asked = select(schema.hands).where(tuple_(h.chain, h.round).in_(some)).order_by(h.chain, h.round, h.seat)
        for row in conn.execute(asked):
            key = (row.chain, row.round)
            made[key] = (*made.get(key, ()), HandLine(row.seat, row.player, row.wagered, row.returned))
    return made


def _line(row: Any, hands: tuple[HandLine, ...], kinds: ChipKinds, *, ended: bool = False) -> RoundLine:
    at = row.cleared_at if ended and row.cleared_at is not None else row.opened_at
    return RoundLine(
        row.chain,
        row.name,
        row.game,
        row.round,
        row.opened_at,
        row.cleared_at,
        bool(row.void),
        row.wagered,
        row.returned,
        row.irregularities,
        row.shuffle,
        row.terms,
        row.first,
        row.last,
        hands,
        f"{at}.{row.chain}.{row.round}",
        practice=kinds.practice(row.chain, row.round, row.terms),
        automatic=row.dealer == "automatic",
    )


# --- the rows of one round --------------------------------------------------------------------------------------------


class RowSeen(Struct, frozen=True):
    """A row with its body: faces where the seed is revealed, backs where it is not."""

    row: Row
    body: b.Body


def rows_of(conn: Connection, chain: int, round: int, *, opened: bool = True) -> list[RowSeen]:
    """Every row of the trail that belongs to a round, in order. Hidden cards are open once the round is over, for those
    who may know them (`opened`)."""
    t = schema.trail.c
    asked = select(schema.trail).where(t.chain == chain, t.round == round, t.kind.in_(b.OF_TABLE))
    rows = [as_row(each) for each in conn.execute(asked.where(*_between(conn, chain, round)).order_by(t.number))]
    if round < 1 or not rows:
        raise no_round(conn, chain, round)
    bodies = [decoded(row) for row in rows]
    reveals = [body for body in bodies if opened and isinstance(body, b.Reveal)]
    opener = Opener(faces_of(terms_of(conn, chain, round)), reveals)
    return [RowSeen(row, opener.body(body)) for row, body in zip(rows, bodies, strict=True)]


def _between(conn: Connection, chain: int, round: int) -> list[Any]:
    """The part of the trail in which a round's rows stand: from the one that opened it to the next round's. Rounds have
    no index there; without this a page of them would read the whole chain for each."""
    r, t = schema.rounds.c, schema.trail.c
    first = select(r.round, r.first).where(r.chain == chain, r.round >= round).order_by(r.round).limit(2)
    found = {row.round: row.first for row in conn.execute(first)}
    if round not in found:
        return []
    later = [number for each, number in found.items() if each > round]
    return [t.number >= found[round], *(t.number < number for number in later)]


def still_open(conn: Connection, line: RoundLine) -> bool:
    """Whether the round is being played. One that was opened and given up before any wager is neither open nor over."""
    if line.cleared_at is not None:
        return False
    t = schema.trail.c
    later = select(t.number).where(t.chain == line.chain, t.number > line.first, t.round != line.round).limit(1)
    if conn.execute(later).first() is not None:
        return False
    seen = rows_of(conn, line.chain, line.round)
    if any(isinstance(s.body, b.Closed) for s in seen):
        return False
    events = (event for s in seen if isinstance(s.body, b.ActDone) for event in s.body.events)
    return not any(isinstance(event, e.TableIdle) for event in events)


def cleared(conn: Connection, since: int) -> bool:
    """Whether a round has been cleared then or later, in milliseconds since 1970, at any table."""
    return bool(conn.execute(select(exists().where(schema.rounds.c.cleared_at >= since))).scalar_one())
