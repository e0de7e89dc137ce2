"""The record: finding rounds, verifying the trail, copies of it, and what signs it."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from pitboss.house.audit import export, queries, recall
from pitboss.house.audit.irregular import kinds, with_kinds
from pitboss.house.people import accounts as known
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.rounds import RoundNumber
from pitboss.house.server.routes.tables import Number
from pitboss.house.store.opening import snapshot
from pitboss.house.trail import checkpoints
from pitboss.wording.mishaps import kind_words

CHUNK = 64 * 1024
OF_KIND = "Reported in the round: `any`, or a kind from `/api/v1/audit/irregularities`."
Moment = Annotated[int | None, Query(ge=0, le=2**53, description="Milliseconds since 1970.")]


def as_written(conn: Connection, patron: str | None) -> str | None:
    """A patron as the record names him, whatever the case it was typed in; walk-ins have no account."""
    found = known.account(conn, patron) if patron else None
    return found.person.handle if found is not None else patron


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1/audit", tags=["audit"])
    permits = Permits(desk)
    house = desk.house

    @routes.get("/rounds", responses=problems(401, 403, 422))
    async def audit_rounds(
        session: Signed,
        table: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        patron: Annotated[str | None, Query(max_length=96, pattern=m.PRINTABLE)] = None,
        since: Moment = None,
        until: Moment = None,
        at_least: Annotated[int | None, Query(ge=0, le=2**53, description="Cents wagered or returned.")] = None,
        irregularity: Annotated[str | None, Query(max_length=40, description=OF_KIND)] = None,
        void: bool = False,
        limit: Annotated[int, Query(ge=1, le=1000)] = 50,
        before: Annotated[str, Query(max_length=80, description="`next` of the page before.")] = "",
    ) -> m.AuditRounds:
        """Rounds by time, table, patron, amount and irregularity, the newest first."""
        permits(session, "see_audit")

        def ask(conn: Connection) -> list[queries.RoundLine]:
            lines = queries.rounds(
                conn, since=since, until=until, table=table, patron=as_written(conn, patron), at_least=at_least,
                irregularity=irregularity, void=void, limit=limit, before=before,
            )  # fmt: skip
            return with_kinds(conn, lines)

        found = await desk.read(ask)
        following = found[-1].cursor if len(found) == limit else None
        return m.AuditRounds(rounds=[msgspec.to_builtins(line) for line in found], next=following)

    @routes.get("/irregularities", responses=problems(401, 403, 422))
    async def irregularities(session: Signed) -> list[m.KindShown]:
        """The kinds of irregularity by which rounds are found, as the rulebooks of the house know them."""
        permits(session, "see_audit")
        return [m.KindShown(kind=kind, title=kind_words(kind)) for kind in kinds()]

    @routes.get(
        "/tables/{id}/rounds/{number}",
        response_class=Response,
        responses={
            200: {"description": "Found.", "content": {"application/json": {"schema": {"x-struct": "Recall"}}}},
            **problems(401, 403, 404, 409, 422),
        },
    )
    async def recall_round(id: Number, number: RoundNumber, session: Signed) -> Response:
        """Everything about a round: who had how much, every wager, decision, card, contribution and payment."""
        permits(session, "see_audit")
        found = await desk.read(lambda conn: recall.recall(conn, id, number))
        return Response(msgspec.json.encode(found), media_type="application/json")

    @routes.get("/verify", responses=problems(401, 403, 422))
    async def verify_trail(session: Signed) -> m.Verified:
        """Verify the whole trail: every chain, checkpoint, row and derived line. Cards of open rounds stay closed."""
        permits(session, "verify_audit")
        settings = desk.settings
        found = await desk.auditor.verify(settings.database, house.keys.public, settings.checkpoints_file)
        return m.Verified(
            clean=not found.total, chains=found.chains, rows=found.rows, rounds=found.rounds, total=found.total,
            findings=[m.Finding(**msgspec.structs.asdict(each)) for each in found.found], notes=found.notes,
        )  # fmt: skip

    @routes.get(
        "/export",
        response_class=StreamingResponse,
        responses={
            200: {
                "description": "Line by line.",
                "content": {
                    "application/x-ndjson": {"schema": {"type": "string"}},
                    "text/csv": {"schema": {"type": "string"}},
                },
            },
            **problems(401, 403, 404, 409, 422),
        },
    )
    async def export_table(
        session: Signed,
        table: Annotated[int, Query(ge=1, le=2**31 - 1)],
        format: Literal["ndjson", "csv"] = "ndjson",
        sheet: Annotated[Literal["rounds", "wagers", "payments"], Query(description="Of csv.")] = "rounds",
    ) -> StreamingResponse:
        """A table's rounds: a log that `pitboss replay` reads, or a sheet. Open rounds are left out."""
        permits(session, "export_audit")
        stack = ExitStack()

        def begin() -> tuple[bytes, Iterator[bytes]]:
            conn = stack.enter_context(snapshot(house.engine))
            queries.table(conn, table)
            made = export.Log(conn, table) if format == "ndjson" else export.Sheet(conn, table, sheet)
            lines = made.lines()
            return next(lines), lines

        def chunks(first: bytes, lines: Iterator[bytes]) -> Iterator[bytes]:
            with stack:
                held = [first]
                size = len(first)
                for line in lines:
                    held.append(line)
                    size += len(line)
                    if size >= CHUNK:
                        yield b"".join(held)
                        held, size = [], 0
                yield b"".join(held)

        try:
            first, lines = await asyncio.to_thread(begin)
        except BaseException:
            await asyncio.to_thread(stack.close)
            raise
        kind = "application/x-ndjson" if format == "ndjson" else "text/csv; charset=utf-8"
        name = f'attachment; filename="pitboss-table-{table}.{format}"'
        return StreamingResponse(chunks(first, lines), media_type=kind, headers={"content-disposition": name})

    @routes.get("/key", responses=problems(401, 422))
    async def public_key(_: Signed) -> m.PublicKey:
        """The key that signs checkpoints. Keep it elsewhere, and their checkpoints with it."""
        return m.PublicKey(public=house.keys.public)

    @routes.get("/checkpoints", responses=problems(401, 403, 422))
    async def signed_checkpoints(
        session: Signed,
        after: Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of the last one you have.")] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> list[m.CheckpointShown]:
        """Signed checkpoints, to be kept elsewhere."""
        permits(session, "see_audit")
        found = await desk.read(lambda conn: checkpoints.read_all(conn, after, limit))
        return [
            m.CheckpointShown(number=each.number, body=each.body.decode(), signature=each.signature.hex())
            for each in found
        ]

    return routes
