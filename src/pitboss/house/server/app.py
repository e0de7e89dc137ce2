"""The application: the API under /api/v1, its documentation, the figures and a plain page. The sockets do not pass
through the framework: their messages go straight to the tables."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.house import House
from pitboss.house.people.directory import People
from pitboss.house.server import docs_page, errors, home, logs, pages
from pitboss.house.server.connections import sockets_at_most
from pitboss.house.server.desk import Desk
from pitboss.house.server.documents import document
from pitboss.house.server.door import Door, Message, Receive, Send, most_bytes
from pitboss.house.server.guests import HOUR
from pitboss.house.server.limits import Limits, too_large
from pitboss.house.server.routes import (
    accounts,
    audit,
    cage,
    coach,
    felt,
    health,
    meters,
    odds,
    people,
    reserves,
    rounds,
    rulebook,
    staff,
    tables,
    work,
)
from pitboss.house.server.sockets import table_socket
from pitboss.house.settings import Settings
from pitboss.house.store.writer import IN_TROUBLE, StoreTrouble
from pitboss.table.refusals import Refusal, Refused
from pitboss.version import VERSION as __version__


class Application:
    """What the server runs: HTTP through the door, sockets to the tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.api = _api(desk)
        self._door = Door(self.api, desk)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._door(scope, receive, send)
        elif scope["type"] == "websocket":
            await table_socket(self.desk, scope, receive, send)


def create_app(
    house: House, people: People, settings: Settings, *, port: int | None = None, limits: Limits | None = None
) -> Application:
    """The application for a house that has been started. `port` is the one that was really taken."""
    return Application(
        Desk(house, people, settings, limits or limits_of(settings), port=settings.port if port is None else port)
    )


def limits_of(settings: Settings) -> Limits:
    """How much the house takes, as the settings say."""
    return Limits(
        settings.rate_per_second, settings.burst, message=settings.max_message,
        guests=(settings.guests_per_hour / HOUR, settings.guests_per_hour), guests_at_once=settings.guests_at_once,
        sockets=sockets_at_most(), sockets_per_address=settings.sockets_per_address,
    )  # fmt: skip


def _api(desk: Desk) -> FastAPI:
    api = _Api(
        title="Pitboss",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        generate_unique_id_function=lambda route: route.name,
        redirect_slashes=False,
    )
    api.state.desk = desk
    api.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    for module in (
        people,
        tables,
        felt,
        staff,
        work,
        rounds,
        cage,
        meters,
        reserves,
        accounts,
        audit,
        rulebook,
        coach,
        odds,
        health,
    ):
        api.include_router(module.router(desk))
    api.include_router(pages.router(desk))
    api.include_router(home.router(desk))
    api.include_router(docs_page.router(desk))
    _handlers(api)
    return api


class _Api(FastAPI):
    """The framework's application with our own document of it, made when it is first asked for."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = document(self)
        return self.openapi_schema


def _handlers(api: FastAPI) -> None:
    def reply(refusal: Refusal, **headers: str) -> Response:
        return Response(errors.body(refusal), errors.status_of(refusal), headers, "application/json")

    @api.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return reply(error.refusal)

    @api.exception_handler(RequestValidationError)
    async def shape(request: Request, error: RequestValidationError) -> Response:
        return reply(errors.of_shape(error.errors()))

    @api.exception_handler(AuditTrouble)
    async def unanswered(request: Request, error: AuditTrouble) -> Response:
        refusal, status = errors.of_audit(error)
        return Response(errors.body(refusal), status, media_type="application/json")

    @api.exception_handler(StoreTrouble)
    @api.exception_handler(SQLAlchemyError)
    async def trouble(request: Request, error: Exception) -> Response:
        logs.mistake("store", error)
        return reply(IN_TROUBLE)

    @api.exception_handler(Exception)
    async def mistake(request: Request, error: Exception) -> Response:
        return reply(errors.MISTAKE)  # logged at the door

    @api.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            allow = (error.headers or {}).get("Allow", "")
            return reply(
                Refusal("method", "this address does not take this method", "", request.method, allow), Allow=allow
            )
        if error.status_code == 413:
            return reply(too_large(most_bytes(request.app.state.desk, request.scope)), Connection="close")
        if error.status_code == 404:
            if pages.wants_page(request):
                return pages.nothing_here()
            return reply(Refusal("not_found", "there is nothing at this address", allowed="see /api"))
        allowed = "a JSON object in UTF-8, not nested deeply, without endless numbers"
        return reply(Refusal(errors.MALFORMED, "this cannot be read", allowed=allowed))
