"""Whether the house is alive, ready, and its figures."""

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.server.credentials import is_local
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints, Shown
from pitboss.house.server.metrics import CONTENT_TYPE
from pitboss.house.store.writer import StoreTrouble
from pitboss.messages.record import Health, Ready
from pitboss.table.refusals import refuse

routes = Endpoints("health", "")


@routes.get("/healthz")
async def healthz() -> Health:
    """The process answers."""
    return Health(status="alive")


@routes.get("/readyz")
async def readyz(desk: Desk) -> Ready:
    """The store keeps what it is given, and the house is not closing. `warnings`: what its server may lose."""
    if desk.closing:
        raise refuse("closing", "the house is closing")
    try:
        warnings = await desk.house.writer.probe()
    except StoreTrouble:
        raise refuse("store", "the store is in trouble") from None
    if warnings and desk.settings.durability == "require":
        raise refuse("store", "; ".join(warnings))
    return Ready(status="ready", warnings=warnings)


@routes.get("/metrics", 403, also={200: Shown("Figures.", str, (CONTENT_TYPE,))})
async def metrics(desk: Desk, request: Request) -> Response:
    """Figures for Prometheus; unless the setting `metrics` says otherwise, for programs at this computer alone."""
    allowed = desk.settings.metrics
    if allowed == "never" or (allowed == "loopback" and not is_local(request.scope)):
        raise refuse("no_metrics", "the figures are not for there", allowed=f"metrics = {allowed}")
    return Response(desk.figures.text(), media_type=CONTENT_TYPE)
