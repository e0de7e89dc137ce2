"""The layout of a table as a drawing, from the same rules that the engine follows."""

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from pitboss.felt.drawing import felt
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.tables import Number
from pitboss.house.server.web_files import DRAWING, TYPES, Sendable, sendable, sent

SVG = {"description": "The drawing.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}

TITLE = re.compile(r"<title>[^<]*</title>")
Titles = Annotated[bool, Query(description="Whether every area says what it is, for those who point at it.")]


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["tables"])
    kept: dict[tuple[int, bool], tuple[str, Sendable]] = {}

    @routes.get(
        "/tables/{id}/felt.svg",
        response_class=Response,
        responses={200: SVG, 304: {"description": "You have it already."}, **problems(401, 404, 422)},
    )
    async def table_felt(id: Number, request: Request, _: Signed, titles: Titles = True) -> Response:
        """The table layout drawn to scale: every area with its number of position and its wager."""
        now = desk.table(id).now
        drawn = felt(now.rules, now.state, ornament=True)
        before = kept.get((id, titles))
        if before is None or before[0] != drawn:
            shown = drawn if titles else TITLE.sub("", drawn)
            before = kept[id, titles] = (drawn, sendable(shown.encode(), TYPES[".svg"], DRAWING))
        return sent(request, before[1])

    return routes
