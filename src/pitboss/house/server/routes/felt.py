"""The layout of a table as a drawing, from the same rules that the engine follows."""

import re
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from pitboss.felt.drawing import felt
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import SAME, AnswerShown, Endpoints
from pitboss.house.server.routes.tables import Number
from pitboss.house.server.web_files import DRAWING, TYPES, Sendable, sendable, sent

SVG = AnswerShown("The drawing.", str, ("image/svg+xml",))

TITLE = re.compile(r"<title>[^<]*</title>")
Titles = Annotated[bool, Meta(description="Whether every area says what it is, for those who point at it.")]

routes = Endpoints("tables")


@routes.get("/tables/{id}/felt.svg", 401, 404, 422, also={200: SVG, **SAME})
async def table_felt(desk: Desk, id: Number, request: Request, _: Signed, titles: Titles = True) -> Response:
    """The table layout drawn to scale: every area with its number of position and its wager."""
    now = desk.table(id).now
    drawn = felt(now.rules, now.state, ornament=True)
    kept: dict[tuple[int, bool], tuple[str, Sendable]] = desk.kept["felts"]
    before = kept.get((id, titles))
    if before is None or before[0] != drawn:
        shown = drawn if titles else TITLE.sub("", drawn)
        before = kept[id, titles] = (drawn, sendable(shown.encode(), TYPES[".svg"], DRAWING))
    return sent(request, before[1])
