"""What a player had before and after a round, by the books."""

from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select

from pitboss.house.audit.queries import RoundLine
from pitboss.house.money.accounts import PRACTICE, REAL, is_outside
from pitboss.house.store import schema
from pitboss.house.trail.archived import Away, balances


class Held(Struct, frozen=True):
    """All chips of a player at all tables, real ones or practice chips as the table has them, whatever number of
    positions he plays; cents. After is before, and what he won or lost in this round, and what moved elsewhere
    meanwhile."""

    before: int
    """Before his first wager of the round: a round may be open for hours until somebody comes."""
    after: int
    """When it was cleared."""
    elsewhere: int
    """What came or went meanwhile without this round: bought in, cashed out, played at another table."""


def held(conn: Connection, line: RoundLine, player: str) -> Held | None:
    """None while the round is not over, for players without an account, and where rows that count are archived."""
    if is_outside(REAL.patron(player)) or line.cleared_at is None or line.last is None:
        return None
    p, rows = schema.postings.c, schema.trail.c
    here = (p.chain == line.chain, p.number >= line.first, p.number <= line.last)
    practice = select(1).where(p.account == PRACTICE.patron(player), *here).limit(1)
    account = (PRACTICE if conn.execute(practice).first() else REAL).patron(player)
    own = (p.account == account, *here)
    first = conn.execute(
        select(rows.number, rows.at)
        .join(schema.postings, and_(p.chain == rows.chain, p.number == rows.number))
        .where(*own)
        .order_by(rows.number)
        .limit(1)
    ).first()
    number, at = (first.number, first.at) if first else (line.first, line.opened_at)
    if any(each.chain != line.chain and each.at > at for each in Away(conn).stretches):
        return None
    before = balance_at(conn, account, line.chain, number - 1, at)
    after = balance_at(conn, account, line.chain, line.last, line.cleared_at)
    won = int(conn.execute(select(func.coalesce(func.sum(p.cents), 0)).where(*own)).scalar_one())
    return Held(before, after, after - before - won)


def balance_at(conn: Connection, account: str, chain: int, number: int, at: int) -> int:
    """What an account held after a row of a chain. Chains are not numbered together: what happened elsewhere counts
    by its time."""
    p, t = schema.postings.c, schema.trail.c
    asked = (
        select(func.coalesce(func.sum(p.cents), 0))
        .join(schema.trail, and_(t.chain == p.chain, t.number == p.number))
        .where(
            p.account == account, or_(and_(p.chain == chain, p.number <= number), and_(p.chain != chain, t.at <= at))
        )
    )
    return int(conn.execute(asked).scalar_one()) + balances(conn, Away(conn).keys, account).get(account, 0)
