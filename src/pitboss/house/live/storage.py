"""Writes a change of a table: rows of the trail, postings with the balances they lead to, meters, shuffles, the index
of rounds. All of it in the one transaction of the caller."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from pitboss.house.live.now import Change, Fixed, RoundTally
from pitboss.house.live.snapshot import kept
from pitboss.house.money.books import post
from pitboss.house.store import schema
from pitboss.house.store.sql import insert_all, run
from pitboss.house.trail.rows import person_of

Seal = Callable[[int, int, bytes], bytes]
"""(chain, number of the shuffle, seed) -> sealed"""

_JSON = msgspec.json.Encoder()


def save(conn: Connection, fixed: Fixed, change: Change, seal: Seal) -> int:
    """Returns what capital the cage needed for it."""
    capital = 0
    cursor = conn.connection.cursor()
    try:
        chain = fixed.chain
        insert_all(
            conn,
            cursor,
            schema.trail,
            [
                (r.chain, r.number, r.at, r.kind, r.round, r.by, person_of(r.by), r.act_id, r.body, r.hash)
                for r in change.rows
            ],
        )
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


def _meters(conn: Connection, cursor: object, chain: int, change: Change) -> None:
    """Each meter keeps a log of its own, numbered by itself: whatever table a change comes from."""
    for number, entry in change.meters:
        at = change.rows[-1].at
        text = "UPDATE meters SET reading = ?, changes = changes + 1 WHERE name = ? AND reading = ? RETURNING changes"
        found = run(conn, cursor, text, (entry.after, entry.meter, entry.before)).fetchone()
        assert found is not None, f"the meter {entry.meter} does not read {entry.before}"
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


def _ended(conn: Connection, cursor: object, chain: int, change: Change) -> None:
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
