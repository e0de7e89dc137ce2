"""Whether the house is alive, ready, and its figures."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.server.credentials import is_local
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import AnswerShown, Endpoints
from pitboss.house.server.metrics import CONTENT_TYPE
from pitboss.house.store.writer import StoreTrouble
from pitboss.messages.record import Health, Readiness
from pitboss.table.refusals import refuse

PATIENCE = 3.0
"""Seconds for the store to answer: one that hangs, or a server that was cut off, says nothing at all."""

routes = Endpoints("health", "")


@routes.get("/healthz")
async def healthz() -> Health:
    """The process answers."""
    return Health(status="alive")


@routes.get("/readyz")
async def readyz(desk: Desk) -> Readiness:
    """The store keeps what it is given, and the house is not closing. `warnings`: what its server may lose, and
    tables that this process leaves to others because it does not have their game."""
    if desk.closing:
        raise refuse("closing", "the house is closing")
    if desk.shared is not None and desk.shared.membership.draining:
        raise refuse("closing", "this process gives its tables to the others and stops")
    if desk.shared is not None and desk.shared.membership.lost:
        raise refuse("store", desk.shared.membership.lost)
    try:
        async with asyncio.timeout(PATIENCE):
            warnings = await desk.house.writer.probe()
    except StoreTrouble:
        raise refuse("store", "the store is in trouble") from None
    except TimeoutError:
        raise refuse("store", f"the store has not answered for {PATIENCE:g} seconds") from None
    if warnings and desk.settings.durability == "require":
        raise refuse("store", "; ".join(warnings))
    left = desk.shared.warnings() if desk.shared is not None else []
    return Readiness(status="ready", warnings=[*warnings, *left])


@routes.get("/metrics", 403, also={200: AnswerShown("Figures.", str, (CONTENT_TYPE,))})
async def metrics(desk: Desk, request: Request) -> Response:
    """Figures for Prometheus; unless the setting `metrics` says otherwise, for programs at this computer alone."""
    allowed = desk.settings.metrics
    if allowed == "never" or (allowed == "loopback" and not is_local(request.scope)):
        raise refuse("no_metrics", "the figures are not for there", allowed=f"metrics = {allowed}")
    desk.holding.now_and_then(desk.settings, desk.house.keys.public, sum(desk.figures.rounds.values()))
    return Response(desk.figures.text(), media_type=CONTENT_TYPE)
