"""Progressive meters: what they show, and their logs."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from pitboss.house.server import models as m
from pitboss.house.server import queries
from pitboss.house.server.access import Permits, Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.rulebook.terms import MICRO
from pitboss.table.refusals import refuse


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["meters"])
    permits = Permits(desk)
    house = desk.house

    @routes.get("/meters", responses=problems(401, 422))
    async def meters(_: Signed) -> list[m.MeterShown]:
        """What every meter shows, and the tables that feed it."""
        fed: dict[str, list[int]] = {}
        for number, table in sorted(house.tables.items()):
            for meter in table.now.rules.terms.meters:
                fed.setdefault(table.fixed.meter(meter.name), []).append(number)
        return [
            m.MeterShown(
                name=name, cents=reading // MICRO, tables=fed.get(name, []), practice=house.bank.is_practice(name)
            )
            for name, reading in sorted(house.bank.meters.items())
        ]

    @routes.get("/meters/{name:path}/log", responses=problems(401, 403, 404, 422))
    async def meter_log(
        name: Annotated[str, Path(max_length=200)],
        session: Signed,
        before: Annotated[int | None, Query(ge=1, le=2**53, description="`next` of the page before.")] = None,
        limit: Annotated[int, Query(ge=1, le=queries.MOST)] = 50,
    ) -> m.MeterLog:
        """Every change of a meter, the newest first, in millionths of a cent."""
        permits(session, "see_meter_log")
        if name not in house.bank.meters:
            raise refuse("no_meter", "there is no such meter", allowed="a name from /api/v1/meters")
        rows = await desk.read(lambda conn: queries.meter_log(conn, name, before, limit))
        return m.MeterLog(
            entries=[
                m.MeterEntry(
                    number=r.number, at=r.at, table=r.chain, row=r.row, what=r.what, amount=r.amount, added=r.added,
                    before=r.before, after=r.after,
                )
                for r in rows
            ],
            next=str(rows[-1].number) if len(rows) == limit else None,
        )  # fmt: skip

    return routes
