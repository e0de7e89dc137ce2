"""The odds pages' figures: worked out exactly, on a thread of their own, and kept."""

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.coaching.stakes import envied
from pitboss.house.coaching.worker import done_within
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import SAME, Endpoints, answer
from pitboss.house.server.routes.coach import PATIENCE, WORKING
from pitboss.house.server.routes.felt import SVG
from pitboss.house.server.routes.rulebook import GameName, OfTable, rules_of
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.house.server.web_files import DRAWING, TYPES, Sendable, kept_json, sendable, sent
from pitboss.house.server.web_odds import odds_row
from pitboss.messages.odds import GameOdds, Working
from pitboss.table.refusals import refuse

routes = Endpoints("odds")


@routes.get("/odds/{game}", 401, 404, 409, 422, also={**WORKING, **SAME})
async def odds(
    desk: Desk, game: GameName, request: Request, _: Signed, table: OfTable = None
) -> Annotated[Response, GameOdds]:
    """Every wager by every paytable of the rulebook, or by a table's own terms: exactly, with the distribution of
    the results and the readings at which meters break even."""
    rules = rules_of(desk, game, table)
    terms = rules.terms if table is not None else None
    future = desk.figuring.odds(game, terms)
    if not await done_within(future, PATIENCE) or future.cancelled():
        what, done = desk.figuring.progress(game, terms)
        return answer(Working(what, done), 202)
    if isinstance(error := future.exception(), ValueError):
        raise refuse("no_odds", "these odds cannot be counted exactly", given=str(error))
    others = desk.figuring.at_limits(rules, terms, future.result())
    if not await done_within(others, PATIENCE) or others.cancelled():
        return answer(Working("limits"), 202)
    kept: dict[object, Sendable] = desk.kept["odds"]
    language = asked_in(request.scope)
    key = (game, table, rules.digest, language)
    if key not in kept:
        at = [] if others.exception() else others.result()
        rows = [odds_row(rules, row, at, envied(row, terms)) for row in future.result()]
        made = GameOdds(game=game, title=rules.book.title, table=table, rows=rows)
        kept[key] = kept_json(in_language(made, language))
    return sent(request, kept[key])


@routes.get("/odds/{game}/chart.svg", 401, 404, 409, 422, also={200: SVG, **WORKING, **SAME})
async def chart(desk: Desk, game: GameName, request: Request, _: Signed, table: OfTable = None) -> Response:
    """The best play as a chart, under the default submission or a table's own terms."""
    rules = rules_of(desk, game, table)
    future = desk.figuring.chart(rules)
    if not await done_within(future, PATIENCE) or future.cancelled():
        return answer(Working("chart"), 202)
    if isinstance(error := future.exception(), ValueError):
        raise refuse("no_odds", "this chart cannot be drawn", given=str(error))
    return sent(request, sendable(future.result().encode(), TYPES[".svg"], DRAWING))
