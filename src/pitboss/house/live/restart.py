"""A table taken up again after a stop or a crash: the state after the last cleared round, and every row since performed
again. The cards are the same: their seeds were sealed in the store before they were used."""

import json
from collections.abc import Collection
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
from pitboss.house.trail.archived import archived
from pitboss.house.trail.rows import Row
from pitboss.house.trail.rows import read as rows_of
from pitboss.rulebook.edition import Edition, difference
from pitboss.rulebook.folders import games
from pitboss.rulebook.terms import Terms
from pitboss.table.events import TermsAdopted

ROWS_READ_BACK = 2000
"""A restart reads the ids of acts in so many of the last rows; older ones stay in the trail."""

LOOKED_BACK = 10
"""Among so many rows before the state was kept is the act that it followed."""


Restored = tuple[Fixed, Now, list[tuple[tuple[str, str], int]]]
"""A table, and the acts it remembers: (by, id) and number."""


class CannotRestore(Exception):
    """The store does not hold what a table needs to go on; nothing was changed."""


def restore(conn: Connection, row: Any, keys: Keys) -> Restored:
    """The table as the last commit left it."""
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
    _require_game(row.name, terms.game, fixed.edition)
    rules = rules_for(terms)
    kept = list(rows_of(conn, row.id, row.state_at - LOOKED_BACK, row.state_at))
    head = kept[-1]
    _check(row, kept, fingerprint(found.state))
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


def _require_game(name: str, game: str, then: Edition | None) -> None:
    """The folder with which the table was opened is here."""
    if game not in games():
        raise CannotRestore(
            f"table '{name}' cannot be taken up: the game '{game}' is not known here; name its folder "
            "with --game or in the setting games"
        )
    other = difference(game, then)
    if other is not None and other.refused:
        raise CannotRestore(
            f"table '{name}' cannot be taken up: it was opened with {other}; start the house with the folder of "
            "then, close the table, and open a new one with the folder that is here"
        )


def game_missing(conn: Connection, row: Any) -> str:
    """Why a table cannot be taken up with the games that are known here; empty where it can."""
    try:
        _require_game(row.name, row.game, _opened(conn, row).edition)
    except CannotRestore as error:
        return str(error)
    except (ValueError, AssertionError, StopIteration):
        return f"table '{row.name}' cannot be taken up: its first row is missing or cannot be read"
    return ""


def undivided(conn: Connection, chains: Collection[int]) -> set[int]:
    """Those of these tables that are for practice and still use the accounts of real chips (`separation.py`)."""
    t, c = schema.tables.c, schema.trail.c
    found: set[int] = set()
    for row in conn.execute(select(t.id, t.terms, t.state, t.state_at).where(t.id.in_(chains))) if chains else ():
        if _uses_real_accounts(row):
            since = select(c.number).where(c.chain == row.id, c.number > row.state_at, c.kind == "practice")
            if conn.execute(since.limit(1)).first() is None:
                found.add(row.id)
    return found


def _uses_real_accounts(row: Any) -> bool:
    try:
        return msgspec.json.decode(row.terms, type=Terms).practice and not read(bytes(row.state)).practice
    except ValueError:  # whoever takes it up says what is wrong with it
        return False


def _opened(conn: Connection, row: Any) -> b.Opened:
    """The table's first row: how its commitments are made, and the folder of the game that it was opened with."""
    first = b.decode(next(iter(rows_of(conn, row.id, until=1))))
    assert isinstance(first, b.Opened)
    return first


def _check(row: Any, kept: list[Row], found: str) -> None:
    """The kept state is the one whose fingerprint the trail carries: in the last act before it was kept."""
    for earlier in reversed(kept):
        if earlier.kind == "act":
            body = b.decode(earlier)
            assert isinstance(body, b.ActDone)
            if body.state != found:
                raise CannotRestore(f"table '{row.name}': the kept state is not the one the trail records")
            return


def _terms_then(conn: Connection, row: Any, digest: str) -> Terms:
    """The terms that were in force when the state was kept: new ones may have been adopted since."""
    now = msgspec.json.decode(row.terms, type=Terms)
    if now.digest == digest:
        return now
    away = archived(conn, row.id)
    if away is not None and (then := msgspec.json.decode(away.terms, type=Terms)).digest == digest:
        return then
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
