"""Rounds that were played, for everybody: what anyone at the table could see, and the proofs of the shuffles."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from pitboss.house.audit import proofs, queries
from pitboss.house.audit.queries import HandLine, RoundLine
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.live.telling import told
from pitboss.house.server import models as m
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.tables import Number
from pitboss.table.views import Told

RoundNumber = Annotated[int, Path(ge=1, le=2**53, description="The number of a round.")]


class RoundTold(msgspec.Struct, frozen=True, kw_only=True):
    """A round as everybody may know it."""

    table: int
    name: str
    game: str
    round: int
    opened_at: int
    cleared_at: int | None
    void: bool
    wagered: int
    returned: int
    irregularities: int
    shuffle: int | None
    terms: str
    hands: tuple[HandLine, ...]
    events: tuple[Happened, ...]
    """Once it is over: everything, with every face."""
    told: tuple[Told, ...]
    """While it is played: what a spectator has heard."""


def page(found: Sequence[RoundLine], limit: int) -> m.Rounds:
    """A page of the list of rounds."""
    return m.Rounds(
        rounds=[
            m.RoundShown(
                table=line.chain, round=line.round, opened_at=line.opened_at, cleared_at=line.cleared_at,
                void=line.void, wagered=line.wagered, returned=line.returned, irregularities=line.irregularities,
                hands=[m.HandShown(**msgspec.structs.asdict(hand)) for hand in line.hands],
            )
            for line in found
        ],
        next=found[-1].cursor if len(found) == limit else None,
    )  # fmt: skip


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["rounds"])

    @routes.get("/tables/{id}/rounds", responses=problems(401, 404, 422))
    async def table_rounds(
        id: Number,
        _: Signed,
        before: Annotated[str, Query(max_length=80, description="`next` of the page before.")] = "",
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> m.Rounds:
        """The rounds of a table, the newest first."""

        def ask(conn: Connection) -> list[RoundLine]:
            queries.table(conn, id)
            return queries.rounds(conn, table=id, before=before, limit=limit)

        return page(await desk.read(ask), limit)

    @routes.get(
        "/tables/{id}/rounds/{number}",
        response_class=Response,
        responses={200: _json("RoundTold"), **problems(401, 404, 422)},
    )
    async def table_round(id: Number, number: RoundNumber, _: Signed) -> Response:
        """A round, event by event, with the clause of each."""

        def ask(conn: Connection) -> RoundTold:
            line = queries.round_line(conn, id, number)
            seen = queries.rows_of(conn, id, number)
            over = line.cleared_at is not None
            return RoundTold(
                table=id, name=line.table, game=line.game, round=number, opened_at=line.opened_at,
                cleared_at=line.cleared_at, void=line.void, wagered=line.wagered, returned=line.returned,
                irregularities=line.irregularities, shuffle=line.shuffle, terms=line.terms, hands=line.hands,
                events=tuple(happened(seen)) if over else (),
                told=() if over else tuple(each for row in seen for each in told(row.body)),
            )  # fmt: skip

        return Response(msgspec.json.encode(await desk.read(ask)), media_type="application/json")

    @routes.get(
        "/tables/{id}/rounds/{number}/proof",
        response_class=Response,
        responses={200: _json("Proof"), **problems(401, 404, 422)},
    )
    async def proof(id: Number, number: RoundNumber, _: Signed) -> Response:
        """The proof of the shuffle, for `pitboss verify-shuffle`."""
        made = await desk.read(lambda conn: proofs.proof(conn, id, number))
        name = f'attachment; filename="pitboss-{id}-{number}.json"'
        return Response(made.encode(), media_type="application/json", headers={"content-disposition": name})

    return routes


def _json(struct: str) -> dict[str, object]:
    return {"description": "Found.", "content": {"application/json": {"schema": {"x-struct": struct}}}}
