"""The business at a glance, for floor and auditors, and patrons found by the beginning of a name."""

from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from pitboss.house.audit.business import business
from pitboss.house.audit.hold_report import HoldRow
from pitboss.house.money.accounts import REAL
from pitboss.house.people.permits import permitted
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints, answer
from pitboss.house.server.routes.coach import WORKING
from pitboss.messages.base import PRINTABLE
from pitboss.messages.odds import Working
from pitboss.messages.work import BusinessLine, BusinessShown, BusinessSum, ExpectedLine, ExpectedShown, PatronFound

MOST_FOUND = 12
Since = Annotated[int, Meta(ge=0, le=2**53, description="Milliseconds since 1970; 0: from the beginning.")]

routes = Endpoints("staff")


@routes.get("/staff/business", 401, 403, 422)
async def business_of_the_house(desk: Desk, session: Signed, since: Since = 0) -> BusinessShown:
    """Rounds, wagers and win of every table since then, drop and hold of the house; from the books."""
    desk.permits(session, "see_money")
    now = desk.house.clock()
    found = await desk.read(lambda conn: business(conn, since, now))
    return BusinessShown(
        at=now,
        tables=[
            BusinessLine(t.table, t.name, t.practice, t.rounds, t.last_hour, t.wagered, t.win) for t in found.tables
        ],
        sums=[
            BusinessSum(k.practice, k.rounds, k.wagered, k.win, k.walk_ins, k.drop, k.paid_out, k.hold)
            for k in found.kinds
        ],
    )


@routes.get("/staff/expected", 401, 403, 422, 503, also=WORKING)
async def expected_of_the_house(
    desk: Desk,
    session: Signed,
    since: Since = 0,
    again: Annotated[bool, Meta(description="Looks anew, if the last look was not just now.")] = False,
) -> Annotated[Response, ExpectedShown]:
    """What the wagers of each table were to bring, of rounds opened since then. A look takes a process of its own: ask
    again until it is there."""
    desk.permits(session, "see_hold")
    seen = await desk.glancing.seen(desk.settings, desk.house.keys.public, again=again, since=since or None)
    if seen is None or (again and seen.working):
        return answer(Working("hold"), 202)
    return answer(ExpectedShown(at=seen.at, tables=by_table(seen.report.rows)))


def by_table(rows: list[HoldRow]) -> list[ExpectedLine]:
    """All wagers of a table together."""
    found: dict[tuple[int, bool], ExpectedLine] = {}
    for row in rows:
        line = found.setdefault((row.chain, row.practice), ExpectedLine(row.chain, row.practice, 0, 0))
        line.expected += row.result.expected
        line.win += row.result.win
    return [line for _, line in sorted(found.items())]


@routes.get("/patrons", 401, 403, 422)
async def find_patrons(
    desk: Desk,
    session: Signed,
    like: Annotated[
        str, Meta(max_length=96, pattern=PRINTABLE, description="What their names begin with, or have.")
    ] = "",
) -> list[PatronFound]:
    """Accounts of players by a part of the name, whatever its case: those that begin with it first. No guests."""
    desk.permits(session, "see_money")
    wanted = like.casefold().strip()
    people = [p for p in await desk.people.everyone() if permitted(p, "take_seat") and not p.guest]
    fits = [p.handle for p in people if wanted in p.handle.casefold()]
    fits.sort(key=lambda handle: (not handle.casefold().startswith(wanted), handle.casefold()))
    found = []
    for handle in fits[:MOST_FOUND]:
        seats = {seat.table for seat in await desk.seats(handle)}
        names = {each.fixed.chain: each.fixed.name for each in desk.house.tables.values()}
        found.append(
            PatronFound(handle, desk.balance(handle, REAL), [names.get(table, str(table)) for table in sorted(seats)])
        )
    return found
