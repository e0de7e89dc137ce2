"""The application: the API under /api/v1, its documentation, the figures and a plain page. The sockets do not pass
through the framework: their messages go straight to the tables."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.house import House
from pitboss.house.people.directory import People
from pitboss.house.processes.hops import admit, hop_header
from pitboss.house.server import docs_page, errors, home, logs, pages
from pitboss.house.server.connections import sockets_at_most
from pitboss.house.server.desk import Desk
from pitboss.house.server.door import Door, Message, Receive, Send, most_bytes
from pitboss.house.server.endpoints import JSON, Endpoint
from pitboss.house.server.guests import HOUR
from pitboss.house.server.limits import Limits, too_large
from pitboss.house.server.packing import packed
from pitboss.house.server.routes import (
    accounts,
    afterwards,
    audit,
    cage,
    coach,
    decisions,
    exams,
    felt,
    floor,
    health,
    meters,
    odds,
    people,
    processes,
    reserves,
    rounds,
    rulebook,
    school,
    staff,
    tables,
    terms_form,
    work,
)
from pitboss.house.server.shared import INTERNAL
from pitboss.house.server.sockets import table_socket
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.house.settings import Settings
from pitboss.house.store.writer import IN_TROUBLE, StoreTrouble
from pitboss.table.refusals import Refusal, RefusedAct


class Application:
    """What the server runs: HTTP through the door, sockets to the tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.api = _api(desk)
        self._door = Door(self._answered, desk)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        shared = self.desk.shared
        if shared is not None:
            heard = admit(shared.hops, shared.membership.me, scope)
            if heard is not None and scope["type"] == "http":
                signed = await shared.as_signed(heard, receive, send)
                if signed is None:
                    return
                receive = signed
        if scope["type"] == "websocket":
            await table_socket(self.desk, scope, receive, send)
        elif scope["type"] == "http" and shared is not None and scope["path"].startswith(INTERNAL):
            await shared.internal(scope, receive, send)
        elif scope["type"] == "http":
            await self._door(scope, receive, send)

    def may_pass_on(self, scope: Message) -> bool:
        """Whether the socket that is asked for may be another process's."""
        shared = self.desk.shared
        return shared is not None and hop_header(scope) is None and shared.may_pass_on(scope["path"])

    async def pass_on(self, scope: Message, transport: asyncio.Transport) -> bool:
        """Passes the connection of a socket on as it is; False where it is to be answered here."""
        return self.desk.shared is not None and await self.desk.shared.pass_on(scope, transport)

    async def _answered(self, scope: Message, receive: Receive, send: Send) -> None:
        """Here, or by the process that has what is asked for."""
        if self.desk.shared is None:
            await self.api(scope, receive, send)
        else:
            await self.desk.shared(self.api, scope, receive, send)


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
        settings.rate_per_second,
        settings.burst,
        message=settings.max_message,
        guests=(settings.guests_per_hour / HOUR, settings.guests_per_hour),
        guests_at_once=settings.guests_at_once,
        sockets=sockets_at_most(),
        sockets_per_address=settings.sockets_per_address,
    )


MATTERS = (
    decisions,
    people, tables, felt, staff, floor, work, rounds, cage, meters, reserves, accounts, audit, terms_form, rulebook,
    coach, odds, afterwards, school, exams, processes, health,
)  # fmt: skip


def endpoints() -> list[Endpoint]:
    """The routes of the API, in the order in which an address is looked for."""
    return [each for matter in MATTERS for each in matter.routes]


def _api(desk: Desk) -> Starlette:
    api = Starlette(
        routes=[*endpoints(), *pages.Pages().routes(), *home.ROUTES, *docs_page.ROUTES],
        middleware=[Middleware(packed)],
        exception_handlers=HANDLERS,
    )
    api.router.redirect_slashes = False
    api.state.desk = desk
    return api


# --- what goes wrong --------------------------------------------------------------------------------------------------


def _reply(request: Request, refusal: Refusal, status: int | None = None, **headers: str) -> Response:
    told = in_language(refusal, asked_in(request.scope))
    return Response(errors.body(told), status or errors.status_of(refusal), headers, JSON)


async def _refused(request: Request, error: RefusedAct) -> Response:
    return _reply(request, error.refusal)


async def _unanswered(request: Request, error: AuditTrouble) -> Response:
    return _reply(request, *errors.of_audit(error))


async def _trouble(request: Request, error: Exception) -> Response:
    logs.mistake("store", error)
    return _reply(request, IN_TROUBLE)


async def _mistake(request: Request, error: Exception) -> Response:
    return _reply(request, errors.MISTAKE)  # logged at the door


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code == 405:
        allow = (error.headers or {}).get("Allow", "")
        refusal = Refusal("method", "this address does not take this method", "", request.method, allow)
        return _reply(request, refusal, Allow=allow)
    if error.status_code == 413:
        return _reply(request, too_large(most_bytes(request.app.state.desk, request.scope)), Connection="close")
    if error.status_code == 404:
        if pages.wants_page(request):
            return pages.nothing_here()
        return _reply(request, Refusal("not_found", "there is nothing at this address", allowed="see /api"))
    return _reply(request, errors.UNREADABLE)


HANDLERS: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
    RefusedAct: _refused,
    AuditTrouble: _unanswered,
    StoreTrouble: _trouble,
    SQLAlchemyError: _trouble,
    HTTPException: _http,
    Exception: _mistake,
}
