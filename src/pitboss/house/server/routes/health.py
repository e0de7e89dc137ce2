"""Whether the house is alive, ready, and its figures."""

from fastapi import APIRouter, Request, Response

from pitboss.house.server import models as m
from pitboss.house.server.credentials import is_local
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.metrics import CONTENT_TYPE
from pitboss.house.store.writer import StoreTrouble
from pitboss.table.refusals import refuse


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(tags=["health"])

    @routes.get("/healthz", responses=problems())
    async def healthz() -> m.Health:
        """The process answers."""
        return m.Health(status="alive")

    @routes.get("/readyz", responses=problems())
    async def readyz() -> m.Ready:
        """The store keeps what it is given, and the house is not closing. `warnings`: what its server may lose."""
        if desk.closing:
            raise refuse("closing", "the house is closing")
        try:
            warnings = await desk.house.writer.probe()
        except StoreTrouble:
            raise refuse("store", "the store is in trouble") from None
        if warnings and desk.settings.durability == "require":
            raise refuse("store", "; ".join(warnings))
        return m.Ready(status="ready", warnings=warnings)

    @routes.get(
        "/metrics",
        response_class=Response,
        responses={
            200: {"content": {CONTENT_TYPE: {"schema": {"type": "string"}}}, "description": "Figures."},
            **problems(403),
        },
    )
    async def metrics(request: Request) -> Response:
        """Figures for Prometheus; unless the setting `metrics` says otherwise, for programs at this computer alone."""
        allowed = desk.settings.metrics
        if allowed == "never" or (allowed == "loopback" and not is_local(request.scope)):
            raise refuse("no_metrics", "the figures are not for there", allowed=f"metrics = {allowed}")
        return Response(desk.figures.text(), media_type=CONTENT_TYPE)

    return routes
