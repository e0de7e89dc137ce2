"""Progressive meters: what they show, and their logs."""

from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, select

from pitboss.house.live.now import house_name
from pitboss.house.server import queries
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.store import schema
from pitboss.messages.money import MeterEntryShown, MeterLog, MeterShown
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.table.refusals import refuse
from pitboss.wording.postings import metered

routes = Endpoints("meters")


@routes.get("/meters", 401, 422)
async def meters(desk: Desk, _: Signed) -> list[MeterShown]:
    """What every meter shows, and the tables that feed it."""
    fed = await desk.read(_fed) if desk.shared is not None else _fed_here(desk)
    return [
        MeterShown(
            name=name, cents=reading // MICRO, tables=fed.get(name, []), practice=desk.house.bank.is_practice(name)
        )
        for name, reading in sorted(desk.house.bank.meters.items())
    ]


def _fed_here(desk: Desk) -> dict[str, list[int]]:
    """Which tables feed each meter."""
    fed: dict[str, list[int]] = {}
    for number, table in sorted(desk.house.tables.items()):
        for meter in table.now.rules.terms.meters:
            fed.setdefault(table.fixed.meter(meter.name), []).append(number)
    return fed


def _fed(conn: Connection) -> dict[str, list[int]]:
    """The same as the store says: other processes have some of the tables."""
    t, fed = schema.tables.c, dict[str, list[int]]()
    for row in conn.execute(select(t.id, t.links, t.terms).where(t.status == "open").order_by(t.id)):
        links = msgspec.json.decode(row.links, type=dict[str, str])
        for meter in msgspec.json.decode(row.terms, type=Terms).meters:
            fed.setdefault(house_name(row.id, links, meter.name), []).append(row.id)
    return fed


@routes.get("/meters/{name:path}/log", 401, 403, 404, 422)
async def meter_log(
    desk: Desk,
    name: Annotated[str, Meta(max_length=200)],
    session: Signed,
    before: Annotated[int, Meta(ge=1, le=2**53, description="`next` of the page before.")] | None = None,
    limit: Annotated[int, Meta(ge=1, le=queries.MOST)] = 50,
) -> MeterLog:
    """Every change of a meter, the newest first, in millionths of a cent."""
    desk.permits(session, "see_meter_log")
    if name not in desk.house.bank.meters:
        raise refuse("no_meter", "there is no such meter", allowed="a name from /api/v1/meters")
    rows = await desk.read(lambda conn: queries.meter_log(conn, name, before, limit))
    return MeterLog(
        entries=[
            MeterEntryShown(
                number=r.number,
                at=r.at,
                table=r.chain,
                row=r.row,
                what=r.what,
                said=metered(r.what),
                amount=r.amount,
                added=r.added,
                before=r.before,
                after=r.after,
            )
            for r in rows
        ],
        next=str(rows[-1].number) if len(rows) == limit else None,
    )
