"""A table taken up again after a stop or a crash: the state after the last cleared round, and every row since performed
again. The cards are the same: their seeds were sealed in the store before they were used."""

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.games import rules_for
from pitboss.house.fair.keys import Keys
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.repetition import repeat
from pitboss.house.live.snapshot import fingerprint, read, taken_up
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.house.trail.rows import read as rows_of
from pitboss.rulebook.edition import difference
from pitboss.rulebook.folders import games
from pitboss.rulebook.terms import Terms
from pitboss.table.events import TermsAdopted

ROWS_READ_BACK = 2000
"""A restart reads the ids of acts in so many of the last rows; older ones stay in the trail."""


class CannotRestore(Exception):
    """The store does not hold what a table needs to go on; nothing was changed."""


def restore(conn: Connection, row: Any, keys: Keys) -> tuple[Fixed, Now, list[tuple[tuple[str, str], int]]]:
    """The table as the last commit left it, and the acts it remembers: (by, id) and number."""
    first = _opened(conn, row)
    fixed = Fixed(row.id, row.name, row.dealer, row.cards, json.loads(row.links), first.scheme, first.edition)
    found = read(bytes(row.state))
    alive = [*(pack.shuffle for pack in found.packs.values()), *(c.shuffle for c in found.coming.values())]
    c = schema.shuffles.c
    oldest = min(alive, default=found.shuffles + 1)
    sealed = {s.number: s for s in conn.execute(select(schema.shuffles).where(c.chain == row.id, c.number >= oldest))}

    def seed(shuffle: int) -> bytes:
        there = sealed[shuffle]
        return keys.unseal(row.id, shuffle, bytes(there.sealed), there.commitment, fixed.scheme, rules.deck.cards)

    terms = _terms_then(conn, row, found.state.terms)
    if terms.game not in games():
        raise CannotRestore(
            f"table '{row.name}' cannot be taken up: the game '{terms.game}' is not known here; name its folder "
            "with --game or in the setting games"
        )
    other = difference(terms.game, fixed.edition)
    if other is not None and other.refused:
        raise CannotRestore(
            f"table '{row.name}' cannot be taken up: it was opened with {other}; start the house with the folder of "
            "then, close the table, and open a new one with the folder that is here"
        )
    rules = rules_for(terms)
    head = _row(conn, row.id, row.state_at)
    _check(conn, row, fingerprint(found.state))
    now = taken_up(found, fixed, rules, (head.number, head.hash, head.at), seed)
    try:
        for _, change in repeat(fixed, now, rows_of(conn, row.id, row.state_at), seed):
            now = change.now
    except ValueError as error:
        raise CannotRestore(f"table '{row.name}' cannot be taken up: {error}") from None
    c = schema.trail.c
    recent = conn.execute(
        select(c.by, c.act_id, c.number).where(
            c.chain == row.id, c.number > now.number - ROWS_READ_BACK, c.act_id.is_not(None)
        )
    )
    return fixed, now, [((r.by, r.act_id), r.number) for r in recent]


def _row(conn: Connection, chain: int, number: int) -> Row:
    return next(iter(rows_of(conn, chain, number - 1, number)))


def _opened(conn: Connection, row: Any) -> b.Opened:
    """The table's first row: how its commitments are made, and the folder of the game that it was opened with."""
    first = b.decode(_row(conn, row.id, 1))
    assert isinstance(first, b.Opened)
    return first


def _check(conn: Connection, row: Any, found: str) -> None:
    """The kept state is the one whose fingerprint the trail carries."""
    for earlier in range(row.state_at, max(0, row.state_at - 10), -1):
        kept_row = _row(conn, row.id, earlier)
        if kept_row.kind == "act":
            body = b.decode(kept_row)
            assert isinstance(body, b.ActDone)
            if body.state != found:
                raise CannotRestore(f"table '{row.name}': the kept state is not the one the trail records")
            return


def _terms_then(conn: Connection, row: Any, digest: str) -> Terms:
    """The terms that were in force when the state was kept: new ones may have been adopted since."""
    now = msgspec.json.decode(row.terms, type=Terms)
    if now.digest == digest:
        return now
    for found in rows_of(conn, row.id, until=row.state_at):
        for terms in _terms_in(found):
            if terms.digest == digest:
                return terms
    raise CannotRestore(f"table '{row.name}': the terms {digest} of its kept state are not in its trail")


def _terms_in(row: Row) -> list[Terms]:
    if row.kind != "opened" and b'"TermsAdopted"' not in row.body:
        return []
    match b.decode(row):
        case b.Opened(terms=terms):
            return [terms]
        case b.ActDone(events=events):
            return [event.terms for event in events if isinstance(event, TermsAdopted)]
        case _:
            return []
