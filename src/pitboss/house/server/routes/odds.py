"""The odds pages' figures: worked out exactly, on a thread of their own, and kept."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.coaching.figuring import Figuring
from pitboss.house.coaching.stakes import envied
from pitboss.house.coaching.worker import done_within
from pitboss.house.server import web_models as m
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.coach import PATIENCE, WORKING
from pitboss.house.server.routes.felt import SVG
from pitboss.house.server.routes.rulebook import GameName, OfTable, rules_of
from pitboss.house.server.web_files import DRAWING, TYPES, Sendable, kept_json, sendable, sent
from pitboss.house.server.web_odds import odds_row
from pitboss.table.refusals import refuse

SAME: dict[int | str, dict[str, Any]] = {304: {"description": "You have it already."}}


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["odds"])
    figuring = Figuring(lambda: desk.closing)
    kept: dict[object, Sendable] = {}

    @routes.get(
        "/odds/{game}", response_model=m.GameOdds, responses={**WORKING, **SAME, **problems(401, 404, 409, 422)}
    )
    async def odds(game: GameName, request: Request, _: Signed, table: OfTable = None) -> Response:
        """Every wager by every paytable of the rulebook, or by a table's own terms: exactly, with the distribution of
        the results and the readings at which meters break even."""
        rules = rules_of(desk, game, table)
        terms = rules.terms if table is not None else None
        future = figuring.odds(game, terms)
        if not await done_within(future, PATIENCE) or future.cancelled():
            what, done = figuring.progress(game, terms)
            return JSONResponse(m.Working(what=what, done=done).model_dump(), 202)
        if isinstance(error := future.exception(), ValueError):
            raise refuse("no_odds", "these odds cannot be counted exactly", given=str(error))
        others = figuring.at_limits(rules, terms, future.result())
        if not await done_within(others, PATIENCE) or others.cancelled():
            return JSONResponse(m.Working(what="limits").model_dump(), 202)
        key = (game, table, rules.digest)
        if key not in kept:
            at = [] if others.exception() else others.result()
            rows = [odds_row(rules, row, at, envied(row, terms)) for row in future.result()]
            made = m.GameOdds(game=game, title=rules.book.title, table=table, rows=rows)
            kept[key] = kept_json(made)
        return sent(request, kept[key])

    @routes.get(
        "/odds/{game}/chart.svg",
        response_class=Response,
        responses={200: SVG, **WORKING, **SAME, **problems(401, 404, 409, 422)},
    )
    async def chart(game: GameName, request: Request, _: Signed, table: OfTable = None) -> Response:
        """The best play as a chart, under the default submission or a table's own terms."""
        rules = rules_of(desk, game, table)
        future = figuring.chart(rules)
        if not await done_within(future, PATIENCE) or future.cancelled():
            return JSONResponse(m.Working(what="chart").model_dump(), 202)
        if isinstance(error := future.exception(), ValueError):
            raise refuse("no_odds", "this chart cannot be drawn", given=str(error))
        return sent(request, sendable(future.result().encode(), TYPES[".svg"], DRAWING))

    return routes
