"""The tables: what is there, and acts at them."""

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from pitboss.house.live.sheet import SPECTATOR, fairness, seen
from pitboss.house.live.table import Answer, LiveTable
from pitboss.house.server import errors
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, Signed, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.person_requests import ask_act, ask_ready, ask_seed
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.words import limited_title
from pitboss.table import actions as a
from pitboss.table.layout import layout
from pitboss.table.refusals import Refusal, Refused
from pitboss.wording.how_to_play import in_brief

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of a table.")]
Brief = Annotated[bool, Query(description="Without the terms and the signs, which can be asked for later.")]


class ActAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act at a table."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    do: a.AnyAction
    as_: str | None = msgspec.field(name="as", default=None)


_ACT = msgspec.json.Decoder(ActAsked)


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["tables"])
    permits = Permits(desk)

    @routes.get("/tables", responses=problems(401, 422))
    async def tables(_: Signed) -> list[m.TableListed]:
        """The open tables."""
        return [listed(table) for _, table in sorted(desk.house.tables.items())]

    @routes.get("/tables/{id}", response_model=m.TableDetails, responses=problems(401, 404, 422))
    async def table(id: Number, _: Signed, brief: Brief = False) -> m.TableDetails | Response:
        """A table with its terms, its layout, and what a spectator sees now."""
        found = desk.table(id)
        rules, state = found.now.rules, found.now.state
        details = m.TableDetails(
            **summary(found),
            terms=msgspec.to_builtins(rules.terms),
            layout=msgspec.to_builtins(layout(rules, state)),
            view=msgspec.to_builtins(seen(found, SPECTATOR)),
            seq=found.now.number,
            fair=fairness(found),
        )
        if not brief:
            return details
        del details.layout["signs"]
        return Response(details.model_dump_json(exclude={"terms"}), media_type="application/json")

    @routes.post(
        "/tables/{id}/acts",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 422),
        openapi_extra={
            "requestBody": {"required": True, "content": {"application/json": {"schema": {"x-struct": "ActAsked"}}}}
        },
    )
    async def act(id: Number, request: Request, session: Signed) -> m.Done:
        """Do something at a table. The rules decide; it is acknowledged after its commit."""
        began = asyncio.get_running_loop().time()
        live = permits(session, "watch")
        found = desk.table(id)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(Refusal("content_type", "the body must be JSON", allowed="application/json"))
        try:
            asked = _ACT.decode(await request.body())
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refused(errors.of_json(error)) from None
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        ask_act(found, reply, live.person, asked.id, asked.do, asked.as_)
        try:
            answer = granted(await reply)
        except Refused as refused:
            desk.figures.refused[refused.refusal.code] += 1
            raise
        desk.figures.took(answer.again, asyncio.get_running_loop().time() - began)
        return m.Done(seq=answer.seq, again=answer.again)

    @routes.post("/tables/{id}/seed", responses=problems(400, 401, 403, 404, 409, 413, 422))
    async def seed(id: Number, asked: m.SeedAsked, session: Signed) -> m.Done:
        """Add your own seed to the coming shuffle of a deck: the house cannot know it beforehand."""
        live = permits(session, "watch")
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        ask_seed(desk.table(id), reply, live, asked.id, asked.seed, asked.deck)
        answer = granted(await reply)
        return m.Done(seq=answer.seq, again=answer.again)

    @routes.post("/tables/{id}/ready", responses=problems(400, 401, 403, 404, 409, 413, 422))
    async def ready(id: Number, asked: m.ReadyAsked, session: Signed) -> m.Done:
        """You have no more wagers to place: the dealer need not wait for you."""
        live = permits(session, "watch")
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        ask_ready(desk.table(id), reply, live, asked.id, asked.seat)
        answer = granted(await reply)
        return m.Done(seq=answer.seq, again=answer.again)

    return routes


def listed(table: LiveTable) -> m.TableListed:
    rules = table.now.rules
    return m.TableListed(**summary(table), brief=in_brief(rules), cloth=list(rules.book.felt.cloth))


def summary(table: LiveTable) -> dict[str, Any]:
    """A table in the list."""
    fixed, now = table.fixed, table.now
    terms = now.rules.terms
    bank = table.house.bank
    return {
        "id": fixed.chain,
        "name": fixed.name,
        "game": terms.game,
        "title": now.rules.book.title,
        "limits": [
            {
                "wager": w.id,
                "title": limited_title(now.rules.book, w.id),
                "minimum": w.minimum,
                "maximum": w.maximum,
                "increment": w.increment,
            }
            for w in terms.wagers
        ],
        "seats": {"taken": sum(bool(seat.player) for seat in now.state.seats), "all": terms.positions},
        "meters": {meter.name: bank.reading(fixed.meter(meter.name)) // MICRO for meter in terms.meters},
        "step": table.step_name,
        "round": now.state.round,
        "paytables": {w.id: w.paytable for w in terms.wagers if w.paytable},
        "dealer": fixed.dealer,
        "cards": fixed.cards,
        "practice": terms.practice,
    }
