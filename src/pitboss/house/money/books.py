"""The books in the store: postings that add up to nothing, balances that are never negative, real chips and practice
chips never in one row."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from pitboss.house.money.accounts import Accounts, is_outside, kind_of
from pitboss.house.money.entries import Posting
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.store.sql import insert_all, run
from pitboss.house.trail.rows import append


class NotEnough(Exception):
    """An account would have been negative. The store itself refuses it, whatever the program believed."""

    def __init__(self, account: str, have: int, cents: int) -> None:
        super().__init__(f"{account} has {have} cents; {-cents} are needed")
        self.account, self.have, self.cents = account, have, cents


def balances(conn: Connection) -> dict[str, int]:
    return {row.name: row.balance for row in conn.execute(select(schema.accounts))}


def balances_of(conn: Connection, names: Sequence[str]) -> dict[str, int]:
    """What these accounts hold, as far as there are such."""
    c = schema.accounts.c
    found = conn.execute(select(c.name, c.balance).where(c.name.in_(names))) if names else ()
    return {row.name: row.balance for row in found}


def open_account(conn: Connection, cursor: Any, name: str) -> None:
    run(conn, cursor, "INSERT INTO accounts (name, balance) VALUES (?, 0) ON CONFLICT (name) DO NOTHING", (name,))


def post(
    conn: Connection, cursor: Any, chain: int, postings: Sequence[tuple[int, Posting]], *, backed: bool = True
) -> int:
    """Writes postings of one or more rows of a chain, and the balances. Returns what capital the cage needed for it;
    where the house does not stand behind it (`backed`), what the cage lacks is `NotEnough`."""
    lines: dict[int, int] = {}
    totals: dict[int, int] = {}
    written = []
    net: dict[str, int] = {}
    for number, posting in postings:
        line = lines[number] = lines.get(number, 0) + 1
        totals[number] = totals.get(number, 0) + posting.cents
        net[posting.account] = net.get(posting.account, 0) + posting.cents
        written.append((chain, number, line, posting.account, posting.cents, posting.why))
    assert not any(totals.values()), "the postings of every row add up to nothing"
    kind = kind_of(postings[0][1].account)
    assert all(kind_of(account) is kind for account in net), "no change moves both real chips and practice chips"
    short = backed and net.get(kind.cage, 0) < 0
    capital = _enough_in_cage(conn, cursor, kind, -net[kind.cage], (chain, postings[0][0])) if short else 0
    # In the order of their names, so that two writers never wait for each other.
    for account, cents in sorted(net.items()):
        _change(conn, cursor, account, cents)
    insert_all(conn, cursor, schema.postings, written)
    return capital


def _change(conn: Connection, cursor: Any, account: str, cents: int) -> None:
    if not cents:
        open_account(conn, cursor, account)
        return
    allowed = "" if is_outside(account) or cents > 0 else " AND balance + ? >= 0"
    values = (cents, account) if not allowed else (cents, account, cents)
    done = run(conn, cursor, f"UPDATE accounts SET balance = balance + ? WHERE name = ?{allowed}", values)
    if done.rowcount:
        return
    found = run(conn, cursor, "SELECT balance FROM accounts WHERE name = ?", (account,)).fetchone()
    if found is not None or (cents < 0 and not is_outside(account)):
        raise NotEnough(account, found[0] if found else 0, cents)
    text = (
        "INSERT INTO accounts (name, balance) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET balance = accounts.balance + excluded.balance"
    )
    run(conn, cursor, text, (account, cents))  # another process may have opened the account this very moment


def _enough_in_cage(conn: Connection, cursor: Any, kind: Accounts, cents: int, row: tuple[int, int]) -> int:
    """The house stands behind every payment: what the cage lacks is paid in as capital, and that is on record, at the
    time of the row that needs it."""
    held = "" if conn.dialect.name == "sqlite" else " FOR UPDATE"
    found = run(conn, cursor, f"SELECT balance FROM accounts WHERE name = ?{held}", (kind.cage,)).fetchone()
    have = found[0] if found else 0
    if have >= cents:
        return 0
    at = run(conn, cursor, "SELECT at FROM trail WHERE chain = ? AND number = ?", row).fetchone()[0]
    record(
        conn,
        "capital",
        "house",
        {"cents": cents - have, "reason": "the cage would have run dry"},
        at,
        [Posting(kind.outside, have - cents, "capital"), Posting(kind.cage, cents - have, "capital")],
    )
    return int(cents - have)


def record(
    conn: Connection,
    kind: str,
    by: str,
    body: dict[str, Any],
    at: int,
    postings: Iterable[Posting],
    act_id: str | None = None,
    *,
    backed: bool = True,
) -> tuple[int, int]:
    """A row of the house with its postings. The body repeats them, so that the books can be derived from the trail.
    Returns the number of the row, and what capital the cage needed; `backed` as in `post`."""
    moves = list(postings)
    told = {**body, "postings": [[p.account, p.cents, p.why] for p in moves]}
    row = append(conn, kind, by, told, at, act_id=act_id)
    cursor = conn.connection.cursor()
    try:
        capital = post(conn, cursor, HOUSE, [(row.number, p) for p in moves], backed=backed)
    finally:
        cursor.close()
    return row.number, capital


__all__ = ["IntegrityError", "NotEnough", "balances", "balances_of", "open_account", "post", "record"]
