"""The record: finding rounds, verifying the trail, copies of it, and what signs it."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection
from starlette.responses import Response, StreamingResponse

from pitboss.house.audit import export, queries, recall, sheets
from pitboss.house.audit.auditor import Answer, question
from pitboss.house.audit.dealers import with_dealers
from pitboss.house.audit.holding import HoldSeen
from pitboss.house.audit.irregular import kinds, with_kinds
from pitboss.house.people import accounts as known
from pitboss.house.server.access import Signed
from pitboss.house.server.answers import AuditRounds, Verified
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import AnswerShown, Endpoints, answer
from pitboss.house.server.routes.coach import WORKING
from pitboss.house.server.routes.rounds import RoundNumber
from pitboss.house.server.routes.tables import Number
from pitboss.house.store.opening import snapshot
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail import checkpoints
from pitboss.lab.review.records import Review
from pitboss.messages.base import PRINTABLE
from pitboss.messages.odds import Working
from pitboss.messages.record import CheckpointShown, KindShown, PublicKey
from pitboss.rulebook.roles import who_may
from pitboss.wording.mishaps import kind_words

CHUNK = 64 * 1024
DEALS = who_may("deal")
NDJSON = "application/x-ndjson"
OF_KIND = "Reported in the round: `any`, or a kind from `/api/v1/audit/irregularities`."
Moment = Annotated[int, Meta(ge=0, le=2**53, description="Milliseconds since 1970.")] | None


def as_written(conn: Connection, patron: str | None) -> str | None:
    """A patron as the record names him, whatever the case it was typed in; walk-ins have no account."""
    found = known.account(conn, patron) if patron else None
    return found.person.handle if found is not None else patron


routes = Endpoints("audit", "/api/v1/audit")


@routes.get("/rounds", 401, 403, 422)
async def audit_rounds(
    desk: Desk,
    session: Signed,
    table: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None,
    patron: Annotated[str, Meta(max_length=96, pattern=PRINTABLE)] | None = None,
    since: Moment = None,
    until: Moment = None,
    at_least: Annotated[int, Meta(ge=0, le=2**53, description="Cents wagered or returned.")] | None = None,
    irregularity: Annotated[str, Meta(max_length=40, description=OF_KIND)] | None = None,
    void: bool = False,
    dealer: Annotated[str, Meta(max_length=96, pattern=PRINTABLE, description="Who dealt it; `house`: by itself.")]
    | None = None,
    limit: Annotated[int, Meta(ge=1, le=1000)] = 50,
    before: Annotated[str, Meta(max_length=80, description="`next` of the page before.")] = "",
) -> AuditRounds:
    """Rounds by time, table, patron, dealer, amount and irregularity, the newest first."""
    desk.permits(session, "see_audit")

    def ask(conn: Connection) -> list[queries.RoundLine]:
        lines = queries.rounds(
            conn,
            since=since,
            until=until,
            table=table,
            patron=as_written(conn, patron),
            at_least=at_least,
            irregularity=irregularity,
            void=void,
            dealer=as_written(conn, dealer),
            limit=limit,
            before=before,
        )
        return with_dealers(conn, with_kinds(conn, lines))

    found = await desk.read(ask)
    following = found[-1].cursor if len(found) == limit else None
    return AuditRounds(found, following)


@routes.get("/irregularities", 401, 403, 422)
async def irregularities(desk: Desk, session: Signed) -> list[KindShown]:
    """The kinds of irregularity by which rounds are found, as the rulebooks of the house know them."""
    desk.permits(session, "see_audit")
    return [KindShown(kind, kind_words(kind)) for kind in kinds()]


@routes.get("/dealers", 401, 403, 422)
async def dealers(desk: Desk, session: Signed) -> list[str]:
    """Everybody whose account may deal, by name: those by whom rounds are found."""
    desk.permits(session, "see_audit")
    return [p.handle for p in await desk.people.everyone() if not set(p.roles).isdisjoint(DEALS)]


@routes.get("/tables/{id}/rounds/{number}", 401, 403, 404, 409, 422)
async def recall_round(desk: Desk, id: Number, number: RoundNumber, session: Signed) -> recall.Recall:
    """Everything about a round: who had how much, every wager, decision, card, contribution and payment."""
    desk.permits(session, "see_audit")
    found: recall.Recall = await desk.read(lambda conn: recall.recall(conn, id, number))
    return found


@routes.get("/verify", 401, 403, 422)
async def verify_trail(desk: Desk, session: Signed) -> Verified:
    """Verify the whole trail: every chain, checkpoint, row and derived line. Cards of open rounds stay closed."""
    desk.permits(session, "verify_audit")
    settings = desk.settings
    found = await desk.auditor.verify(
        settings.database, desk.house.keys.public, settings.checkpoints_file, settings.archive
    )
    return Verified(
        clean=not found.total,
        chains=found.chains,
        rows=found.rows,
        rounds=found.rounds,
        total=found.total,
        findings=found.found,
        notes=found.notes,
    )


@routes.get("/hold", 401, 403, 422, 503, also=WORKING)
async def hold(
    desk: Desk,
    session: Signed,
    again: Annotated[bool, Meta(description="Looks anew, if the last look was not just now.")] = False,
) -> Annotated[Response, HoldSeen]:
    """What every wager brought beside what it was to bring, by table and paytable: as of the last look. One
    begins now where rounds have been cleared since. A look takes a process of its own."""
    desk.permits(session, "see_hold")

    async def cleared(since: int) -> bool:
        return bool(await desk.read(lambda conn: queries.cleared(conn, since)))

    seen = await desk.holding.seen(desk.settings, desk.house.keys.public, again=again, cleared=cleared)
    return answer(Working("hold"), 202) if seen is None else answer(seen)


@routes.get("/review", 401, 403, 422, 429, 503)
async def review(
    desk: Desk,
    session: Signed,
    patron: Annotated[str, Meta(max_length=96, pattern=PRINTABLE, description="Only this player.")] | None = None,
) -> Review:
    """What the decisions of players cost, and whether they fit somebody who has seen cards. It takes a process of its
    own, one at a time, and may take minutes."""
    desk.permits(session, "review_players")
    named = await desk.read(lambda conn: as_written(conn, patron))
    settings = desk.settings
    said = await desk.reviewer.ask(
        question(settings.database, desk.house.keys.public, None, settings.archive, "review", named)
    )
    if trouble := msgspec.json.decode(said, type=Answer).trouble:
        raise StoreTrouble(trouble)
    return msgspec.json.decode(said, type=Review)


@routes.get("/export", 401, 403, 404, 409, 422, also={200: AnswerShown("Line by line.", str, (NDJSON, "text/csv"))})
async def export_table(
    desk: Desk,
    session: Signed,
    table: Annotated[int, Meta(ge=1, le=2**31 - 1)],
    format: Literal["ndjson", "csv"] = "ndjson",
    sheet: Annotated[Literal["rounds", "wagers", "payments"], Meta(description="Of csv.")] = "rounds",
) -> StreamingResponse:
    """A table's rounds: a log that `pitboss replay` reads, or a sheet. Open rounds are left out."""
    desk.permits(session, "export_audit")
    stack = ExitStack()
    names: list[str] = []

    def begin() -> tuple[bytes, Iterator[bytes]]:
        conn = stack.enter_context(snapshot(desk.house.engine))
        names.append(queries.table(conn, table).name)
        made = export.Log(conn, table) if format == "ndjson" else sheets.Sheet(conn, table, sheet)
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
    kind = NDJSON if format == "ndjson" else "text/csv; charset=utf-8"
    what = "log" if format == "ndjson" else sheet
    name = f'attachment; filename="{file_name(names[0], table, what)}.{format}"'
    return StreamingResponse(chunks(first, lines), media_type=kind, headers={"content-disposition": name})


def file_name(name: str, number: int, what: str) -> str:
    """Told apart by table and by what is in it: `evening-table-3-wagers`."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return "-".join(filter(None, [plain, f"table-{number}", what]))


@routes.get("/key", 401, 422)
async def public_key(desk: Desk, _: Signed) -> PublicKey:
    """The key that signs checkpoints. Keep it elsewhere, and their checkpoints with it."""
    return PublicKey(public=desk.house.keys.public)


@routes.get("/checkpoints", 401, 403, 422)
async def signed_checkpoints(
    desk: Desk,
    session: Signed,
    after: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The number of the last one you have.")] = 0,
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200,
) -> list[CheckpointShown]:
    """Signed checkpoints, to be kept elsewhere."""
    desk.permits(session, "see_audit")
    found = await desk.read(lambda conn: checkpoints.read_all(conn, after, limit))
    return [
        CheckpointShown(number=each.number, body=each.body.decode(), signature=each.signature.hex()) for each in found
    ]
