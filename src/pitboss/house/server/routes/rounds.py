"""Rounds that were played: all of one's own, of others what anyone at the table could see; proofs of the shuffles."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from pitboss.house.audit import proofs, queries
from pitboss.house.audit.held import held
from pitboss.house.audit.queries import HandLine, RoundLine
from pitboss.house.fair.proof import Proof
from pitboss.house.people.sessions import Session
from pitboss.house.server import models as m
from pitboss.house.server import past
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.tables import Number
from pitboss.table.views import Told

RoundNumber = Annotated[int, Path(ge=1, le=2**53, description="The number of a round.")]


class Chips(msgspec.Struct, frozen=True):
    """All chips of a player, wherever they lie, before his first wager of the round and when it was cleared; cents."""

    player: str
    before: int
    after: int


class RoundTold(msgspec.Struct, frozen=True, kw_only=True):
    """A round as everybody may know it."""

    table: int
    name: str
    game: str
    round: int
    opened_at: int
    cleared_at: int | None
    playing: bool
    """Neither over nor given up before any wager."""
    void: bool
    practice: bool
    """Played at a practice table: its amounts are no money."""
    wagered: int
    returned: int
    irregularities: int
    shuffle: int | None
    terms: str
    hands: tuple[HandLine, ...]
    chips: tuple[Chips, ...]
    """Once it is over: of whoever asks, where he was dealt in. Nobody sees what others have."""
    events: tuple[past.HappenedWorded, ...]
    """Once it is over: everything, with every face, for those who played it and for those who read the trail; for
    everybody else what lay face up, and no name."""
    told: tuple[Told, ...]
    """While it is not over: what a spectator has heard; names only for those who read the trail."""
    seq: int
    """The row of the trail up to which it is told: changes at the table with a higher one came later."""


def page(found: Sequence[RoundLine], limit: int) -> m.Rounds:
    """A page of the list of rounds."""
    return m.Rounds(
        rounds=[
            m.RoundShown(
                table=line.chain, round=line.round, opened_at=line.opened_at, cleared_at=line.cleared_at,
                void=line.void, practice=line.practice, wagered=line.wagered, returned=line.returned,
                irregularities=line.irregularities,
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
        session: Signed,
        before: Annotated[str, Query(max_length=80, description="`next` of the page before.")] = "",
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> m.Rounds:
        """The rounds of a table, the newest first."""

        def ask(conn: Connection) -> list[RoundLine]:
            queries.table(conn, id)
            found = queries.rounds(conn, table=id, before=before, limit=limit)
            return [past.line_for(session, line, desk.house.clock()) for line in found]

        return page(await desk.read(ask), limit)

    @routes.get(
        "/tables/{id}/rounds/{number}",
        response_class=Response,
        responses={200: _json("RoundTold"), **problems(401, 404, 422)},
    )
    async def table_round(id: Number, number: RoundNumber, session: Signed) -> Response:
        """A round, event by event, with the clause of each; to players also their own chips before and after."""

        def ask(conn: Connection) -> RoundTold:
            whole, now = queries.round_line(conn, id, number), desk.house.clock()
            line, over = past.line_for(session, whole, now), whole.cleared_at is not None
            rows = [] if over else queries.rows_of(conn, id, number)
            return RoundTold(
                table=id, name=line.table, game=line.game, round=number, opened_at=line.opened_at,
                cleared_at=line.cleared_at, playing=not over and queries.still_open(conn, whole), void=line.void,
                practice=line.practice, wagered=line.wagered, returned=line.returned,
                irregularities=line.irregularities, shuffle=line.shuffle, terms=line.terms, hands=line.hands,
                chips=own_chips(conn, whole, session),
                events=past.events_for(conn, session, whole, now, desk.house.tables.get(id)) if over else (),
                told=tuple(past.told_for(conn, rows, session, whole, now, desk.house.tables.get(id))),
                seq=rows[-1].row.number if rows else whole.last or whole.first,
            )  # fmt: skip

        return Response(msgspec.json.encode(await desk.read(ask)), media_type="application/json")

    @routes.get(
        "/tables/{id}/rounds/{number}/proof",
        response_class=Response,
        responses={200: _json("Proof"), **problems(401, 404, 422)},
    )
    async def proof(id: Number, number: RoundNumber, session: Signed) -> Response:
        """The proof of the shuffle, for `pitboss verify-shuffle`."""

        def ask(conn: Connection) -> Proof:
            made, line = proofs.proof(conn, id, number), queries.round_line(conn, id, number)
            return past.proof_for(session, made, line, desk.house.clock())

        return _file(await desk.read(ask), f"pitboss-{id}-{number}")

    @routes.get(
        "/tables/{id}/shuffles/{number}/proof",
        response_class=Response,
        responses={200: _json("Proof"), **problems(401, 404, 422)},
    )
    async def proof_of_shuffle(id: Number, number: RoundNumber, session: Signed) -> Response:
        """The proof of a shuffle that has ended, by its number: also of one from which no card was dealt."""

        def ask(conn: Connection) -> Proof:
            made = proofs.proof_of_ended(conn, id, number)
            line = queries.round_line(conn, id, made.round) if made.round else None
            return past.proof_for(session, made, line, desk.house.clock())

        return _file(await desk.read(ask), f"pitboss-{id}-shuffle-{number}")

    return routes


def _file(made: Proof, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.json"'}
    return Response(made.encode(), media_type="application/json", headers=headers)


def own_chips(conn: Connection, line: RoundLine, session: Session | None) -> tuple[Chips, ...]:
    """What this player had before and after a round that is over; nothing for everybody else."""
    handle = session.person.handle if session is not None else ""
    if not any(hand.player == handle for hand in line.hands):
        return ()
    found = held(conn, line, handle)
    return (Chips(handle, found.before, found.after),) if found is not None else ()


def _json(struct: str) -> dict[str, object]:
    return {"description": "Found.", "content": {"application/json": {"schema": {"x-struct": struct}}}}
