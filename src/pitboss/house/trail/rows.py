"""Rows of the trail. Each carries the hash of everything before it in its chain: a row that was changed, removed,
swapped or put in no longer fits."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.store.leases import hold_house_chain
from pitboss.house.store.schema import HOUSE, trail
from pitboss.table.people import name

GENESIS = bytes(32)
"""What stands before the first row of a chain."""
AT_ONCE = 1000

KINDS = {
    # of a table
    "opened": "the table was opened, with its terms",
    "act": "an act and the events that followed",
    "commitment": "a commitment to the seed of a coming shuffle",
    "seed": "a seat's own seed for a coming shuffle",
    "reveal": "the seed of a shuffle whose cards are out of play",
    "ready": "a player has no more wagers to place",
    "fill": "chips from the cage into the table's inventory",
    "credit": "chips from the table's inventory to the cage",
    "practice": "from here on the chips of this practice table are practice chips",
    "parked": "the house stopped in the middle of a round, set the table aside, or began again",
    "closed": "the table was closed",
    # of the house
    "capital": "money put into the cage or taken out",
    "buy_in": "a patron's money in",
    "cash_out": "a patron's money out",
    "transfer": "money from one account to another",
    "parted": "play money left the accounts of real chips, or came to those of practice chips",
    "meter": "a meter was opened",
    "person": "an account was made or changed",
    "session": "a session was begun, ended or refused",
    "reserve": "moving a meter's reserve was proposed, or the proposal withdrawn",
    "proposal": "terms were proposed, approved, withdrawn or adopted",
    "feed": "a table's card feed got a new key",
    "setting": "a setting of the running house was changed",
    "clock": "the clock was set back",
    "archived": "rows of a table were moved into a file outside the store",
    "exam": "an exam was given or closed, begun, answered or ended",
    "rekeyed": "the keys of the house were replaced by new ones",
}


class Row(Struct, frozen=True, gc=False):
    """One row, as it is stored."""

    chain: int
    number: int
    at: int
    kind: str
    round: int
    by: str
    act_id: str | None
    body: bytes
    hash: bytes


def person_of(by: str) -> str:
    """Ids belong to people, in whatever role they act. (It follows from `by`, and so is no part of the hash.)"""
    return name(by) or by


def as_row(found: Any) -> Row:
    """A line of the store."""
    return Row(
        found.chain,
        found.number,
        found.at,
        found.kind,
        found.round,
        found.by,
        found.act_id,
        bytes(found.body),
        bytes(found.hash),
    )


def hash_of(
    before: bytes, chain: int, number: int, at: int, kind: str, round: int, by: str, act_id: str | None, body: bytes
) -> bytes:
    """SHA-256 over the hash before and every column, the texts with their lengths so that none can run into another."""
    head = f"{chain}|{number}|{at}|{round}|{len(kind)}:{kind}|{len(by.encode())}:{by}|"
    asked = "-" if act_id is None else f"{len(act_id.encode())}:{act_id}"
    return hashlib.sha256(before + f"{head}{asked}|{len(body)}:".encode() + body).digest()


def chained(
    before: bytes, chain: int, number: int, at: int, kind: str, round: int, by: str, act_id: str | None, body: bytes
) -> Row:
    """The row that follows the one whose hash is `before`."""
    made = hash_of(before, chain, number, at, kind, round, by, act_id, body)
    return Row(chain, number, at, kind, round, by, act_id, body, made)


def head(conn: Connection, chain: int) -> tuple[int, bytes, int]:
    """Number, hash and time of the last row of a chain; 0, the beginning and 0 where there is none."""
    found = conn.execute(
        select(trail.c.number, trail.c.hash, trail.c.at)
        .where(trail.c.chain == chain)
        .order_by(trail.c.number.desc())
        .limit(1)
    ).first()
    return (found[0], bytes(found[1]), found[2]) if found else (0, GENESIS, 0)


def hold(conn: Connection) -> None:
    """In a transaction that adds to the chain of the house and looks first at what is there: nobody else adds to it
    meanwhile. One writer has a file for itself."""
    if conn.dialect.name != "sqlite":
        hold_house_chain(conn)


def append(conn: Connection, kind: str, by: str, body: Any, at: int, *, act_id: str | None = None) -> Row:
    """Adds a row to the chain of the house. (A running table adds its own rows and knows its head.) Time never runs
    backwards in a chain, whatever the clock does."""
    assert kind in KINDS
    hold(conn)
    number, before, last = head(conn, HOUSE)
    row = chained(
        before, HOUSE, number + 1, max(at, last), kind, 0, by, act_id, msgspec.json.encode(body, order="sorted")
    )
    insert(conn, [row])
    return row


def insert(conn: Connection, rows: list[Row]) -> None:
    conn.execute(trail.insert(), [msgspec.structs.asdict(row) | {"person": person_of(row.by)} for row in rows])


def read(conn: Connection, chain: int, after: int = 0, until: int | None = None) -> Iterator[Row]:
    """The rows of a chain in order, after a number and up to another; a thousand at a time."""
    while True:
        asked = select(trail).where(trail.c.chain == chain, trail.c.number > after).order_by(trail.c.number)
        if until is not None:
            asked = asked.where(trail.c.number <= until)
        found = conn.execute(asked.limit(AT_ONCE)).all()
        for row in found:
            yield as_row(row)
        if len(found) < AT_ONCE:
            return
        after = found[-1].number
