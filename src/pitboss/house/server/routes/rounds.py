"""Rounds that were played: all of one's own, of others what anyone at the table could see; proofs of the shuffles."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from sqlalchemy import Connection
from starlette.responses import Response

from pitboss.house.audit import proofs, queries
from pitboss.house.audit.held import held
from pitboss.house.audit.queries import RoundLine
from pitboss.house.fair.proof import Proof
from pitboss.house.people.sessions import Session
from pitboss.house.server import past
from pitboss.house.server.access import Signed
from pitboss.house.server.answers import OwnChips, Rounds, RoundShown, RoundTold
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.routes.tables import Number

ProofFile = Annotated[Response, Proof]
RoundNumber = Annotated[int, Meta(ge=1, le=2**53, description="The number of a round.")]


routes = Endpoints("rounds")


def page(found: Sequence[RoundLine], limit: int) -> Rounds:
    """A page of the list of rounds."""
    return Rounds(
        rounds=[
            RoundShown(
                table=line.chain,
                round=line.round,
                opened_at=line.opened_at,
                cleared_at=line.cleared_at,
                void=line.void,
                practice=line.practice,
                wagered=line.wagered,
                returned=line.returned,
                irregularities=line.irregularities,
                hands=line.hands,
            )
            for line in found
        ],
        next=found[-1].cursor if len(found) == limit else None,
    )


@routes.get("/tables/{id}/rounds", 401, 404, 422)
async def table_rounds(
    desk: Desk,
    id: Number,
    session: Signed,
    before: Annotated[str, Meta(max_length=80, description="`next` of the page before.")] = "",
    limit: Annotated[int, Meta(ge=1, le=200)] = 50,
) -> Rounds:
    """The rounds of a table, the newest first."""

    def ask(conn: Connection) -> list[RoundLine]:
        queries.table(conn, id)
        found = queries.rounds(conn, table=id, before=before, limit=limit)
        return [past.line_for(session, line, desk.house.clock()) for line in found]

    return page(await desk.read(ask), limit)


@routes.get("/tables/{id}/rounds/{number}", 401, 404, 422)
async def table_round(desk: Desk, id: Number, number: RoundNumber, session: Signed) -> RoundTold:
    """A round, event by event, with the clause of each; to players also their own chips before and after."""

    def ask(conn: Connection) -> RoundTold:
        whole, now = queries.round_line(conn, id, number), desk.house.clock()
        line, over = past.line_for(session, whole, now), whole.cleared_at is not None
        rows = [] if over else queries.rows_of(conn, id, number)
        table = desk.house.tables.get(id)
        events, laid = past.events_for(conn, session, whole, now, table) if over else ((), ())
        told, laid_so_far = past.told_for(conn, rows, session, whole, now, table)
        return RoundTold(
            table=id,
            name=line.table,
            game=line.game,
            round=number,
            opened_at=line.opened_at,
            cleared_at=line.cleared_at,
            playing=not over and queries.still_open(conn, whole),
            void=line.void,
            practice=line.practice,
            wagered=line.wagered,
            returned=line.returned,
            irregularities=line.irregularities,
            shuffle=line.shuffle,
            terms=line.terms,
            hands=line.hands,
            chips=own_chips(conn, whole, session),
            events=events,
            told=told,
            laid=laid or laid_so_far,
            seq=rows[-1].row.number if rows else whole.last or whole.first,
        )

    found: RoundTold = await desk.read(ask)
    return found


@routes.get("/tables/{id}/rounds/{number}/proof", 401, 404, 422)
async def proof(desk: Desk, id: Number, number: RoundNumber, session: Signed) -> ProofFile:
    """The proof of the shuffle, for `pitboss verify-shuffle`."""

    def ask(conn: Connection) -> Proof:
        made, line = proofs.proof(conn, id, number), queries.round_line(conn, id, number)
        return past.proof_for(session, made, line, desk.house.clock())

    return _file(await desk.read(ask), f"pitboss-{id}-{number}")


@routes.get("/tables/{id}/shuffles/{number}/proof", 401, 404, 422)
async def proof_of_shuffle(desk: Desk, id: Number, number: RoundNumber, session: Signed) -> ProofFile:
    """The proof of a shuffle that has ended, by its number: also of one from which no card was dealt."""

    def ask(conn: Connection) -> Proof:
        made = proofs.proof_of_ended(conn, id, number)
        line = queries.round_line(conn, id, made.round) if made.round else None
        return past.proof_for(session, made, line, desk.house.clock())

    return _file(await desk.read(ask), f"pitboss-{id}-shuffle-{number}")


def _file(made: Proof, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.json"'}
    return Response(made.encode(), media_type="application/json", headers=headers)


def own_chips(conn: Connection, line: RoundLine, session: Session | None) -> tuple[OwnChips, ...]:
    """What this player had before and after a round that is over; nothing for everybody else."""
    handle = session.person.handle if session is not None else ""
    if not any(hand.player == handle for hand in line.hands):
        return ()
    found = held(conn, line, handle)
    return (OwnChips(handle, found.before, found.after),) if found is not None else ()
