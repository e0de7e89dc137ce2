"""Writes a change of a table: rows of the trail, postings with the balances they lead to, meters, shuffles, the index
of rounds. All of it in the one transaction of the caller."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, select

from pitboss.house.live.now import Fixed, RoundTally, TableChange
from pitboss.house.live.snapshot import kept
from pitboss.house.money.books import post
from pitboss.house.store import schema
from pitboss.house.store.leases import Fence, fenced_insert
from pitboss.house.store.sql import insert_all, run
from pitboss.house.trail.rows import person_of

Seal = Callable[[int, int, bytes], bytes]
"""(chain, number of the shuffle, seed) -> sealed"""

_JSON = msgspec.json.Encoder()


class MeterMoved(Exception):
    """Another process has moved a meter since the change was decided; nothing was written."""

    def __init__(self, meter: str, before: int) -> None:
        super().__init__(f"the meter {meter} does not read {before}")
        self.meter = meter


def save(conn: Connection, fixed: Fixed, change: TableChange, seal: Seal, fence: Fence | None = None) -> int:
    """Returns what capital the cage needed for it. `fence`: where several processes are one house."""
    capital = 0
    cursor = conn.connection.cursor()
    try:
        chain = fixed.chain
        rows = [
            (r.chain, r.number, r.at, r.kind, r.round, r.by, person_of(r.by), r.act_id, r.body, r.hash)
            for r in change.rows
        ]
        if fence is None:
            insert_all(conn, cursor, schema.trail, rows)
        else:
            fenced_insert(cursor, fence, chain, rows)
        if change.postings:
            # The house puts in capital for what it has to pay, not for chips that somebody has brought to a table.
            asked = any(row.kind == "fill" and row.by != "house" for row in change.rows)
            capital = post(conn, cursor, chain, change.postings, backed=not asked)
        if change.meters:
            _meters(conn, cursor, chain, change)
        for coming in change.new_shuffles:
            sealed = seal(chain, coming.shuffle, coming.seed)
            made = (chain, coming.shuffle, coming.deck, coming.commitment, sealed, "open", None)
            insert_all(conn, cursor, schema.shuffles, [made])
        for shuffle in change.shuffled:
            run(
                conn, cursor, "UPDATE shuffles SET status = 'shuffled' WHERE chain = ? AND number = ?", (chain, shuffle)
            )
        for shuffle, ending, seed in change.revealed:
            text = "UPDATE shuffles SET status = ?, seed = ? WHERE chain = ? AND number = ?"
            run(conn, cursor, text, (ending, seed, chain, shuffle))
        if change.opened is not None:
            _opened(conn, cursor, chain, change.opened)
        if change.ended is not None:
            _ended(conn, cursor, chain, change)
        if change.closed:
            run(conn, cursor, "UPDATE tables SET status = 'closed' WHERE id = ?", (chain,))
        if change.adopted:
            terms = _JSON.encode(change.now.rules.terms).decode()
            run(conn, cursor, "UPDATE tables SET terms = ? WHERE id = ?", (terms, chain))
    finally:
        cursor.close()
    return capital


def _meters(conn: Connection, cursor: object, chain: int, change: TableChange) -> None:
    """Each meter keeps a log of its own, numbered by itself: whatever table a change comes from."""
    for number, entry in change.meters:
        at = change.rows[-1].at
        text = "UPDATE meters SET reading = ?, changes = changes + 1 WHERE name = ? AND reading = ? RETURNING changes"
        found = run(conn, cursor, text, (entry.after, entry.meter, entry.before)).fetchone()
        if found is None:
            raise MeterMoved(entry.meter, entry.before)
        logged = (
            entry.meter,
            found[0],
            at,
            chain,
            number,
            entry.what,
            entry.amount,
            entry.added,
            entry.before,
            entry.after,
        )
        insert_all(conn, cursor, schema.meter_log, [logged])


def reading(conn: Connection, meter: str) -> int:
    """What a meter reads, in millionths of a cent."""
    found = conn.execute(select(schema.meters.c.reading).where(schema.meters.c.name == meter))
    return int(found.scalar_one())


def _opened(conn: Connection, cursor: object, chain: int, tally: RoundTally) -> None:
    values = (
        chain,
        tally.round,
        tally.opened_at,
        None,
        tally.first,
        None,
        None,
        tally.terms,
        0,
        0,
        0,
        0,
    )
    insert_all(conn, cursor, schema.rounds, [values])


def _ended(conn: Connection, cursor: object, chain: int, change: TableChange) -> None:
    ended = change.ended
    assert ended is not None
    tally = ended.tally
    hands = tally.hands
    run(
        conn,
        cursor,
        "UPDATE rounds SET cleared_at = ?, last = ?, void = ?, wagered = ?, returned = ?, irregularities = ?,"
        " shuffle = ? WHERE chain = ? AND round = ?",
        (
            ended.cleared_at,
            ended.last,
            int(ended.void),
            sum(h.wagered for h in hands.values()),
            sum(h.returned for h in hands.values()),
            tally.irregularities,
            ended.shuffle or None,
            chain,
            tally.round,
        ),
    )
    insert_all(
        conn,
        cursor,
        schema.hands,
        [(chain, tally.round, seat, h.player, h.wagered, h.returned) for seat, h in hands.items()],
    )
    text = "UPDATE tables SET state = ?, state_at = ? WHERE id = ?"
    run(conn, cursor, text, (kept(change.now), change.now.number, chain))
