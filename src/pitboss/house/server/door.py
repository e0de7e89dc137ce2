"""What every request passes: the name it asks for, the size of its body, the page it comes from, how often its address
asks; and what every answer carries. Whatever goes wrong behind it, the answer is a refusal in the usual form."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from pitboss.house.live.faults import contained
from pitboss.house.server import errors, logs
from pitboss.house.server.credentials import header, headers, origin_of
from pitboss.house.server.limits import SUBMISSION, too_large, too_many
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.house.store.leases import MOVED
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.server.desk import Desk

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD"})
METHODS = frozenset({*SAFE, "POST", "PATCH", "DELETE", "OPTIONS"})

POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For everything that is no page: load nothing, be framed by nobody."""

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

PAGE_ONLY = (b"cross-origin-opener-policy", b"permissions-policy")
"""What only a page need be told: data and drawings have no windows and no camera."""
DATA = [each for each in HEADERS if each[0] not in PAGE_ONLY]
PART = [each for each in HEADERS if each[0] in (b"x-content-type-options", b"cross-origin-resource-policy")]
"""For scripts and styles, which are nothing by themselves: the rest is said by the page that they are part of."""
SHOWN = (b"text/html",)
LONG = ("/api/v1/tables", "/api/v1/school/answers", "/api/v1/school/exams")
"""What takes more than a short message, besides proposals and answers in an exam."""
EXAM_ANSWERS = re.compile(r"/api/v1/school/sittings/\d+/answers")
PARTS = (b"text/javascript", b"text/css")


class Door:
    """The outermost layer of HTTP."""

    def __init__(self, app: App, desk: "Desk") -> None:
        self._app, self._desk = app, desk

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        answer = _Answer(self._desk, scope, send)
        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await answer.refuse(refusal)
            elif scope["method"] == "OPTIONS":
                await answer.preflight()
            else:
                await self._app(scope, self._counted(scope, receive), answer.send)
        except BaseException as error:
            logs.mistake(f"{scope['method']} {_template(scope)}", contained(error))
            await answer.refuse(errors.MISTAKE)

    def _refusal(self, scope: Message) -> Refusal | None:
        desk = self._desk
        counted = scope.get("hopped")  # by the process that the client came to
        if not counted and not desk.limits.addresses.take(origin_of(scope), asyncio.get_running_loop().time()):
            return too_many(desk.limits.addresses)
        if scope.get("unsigned"):
            return MOVED
        unknown = desk.hosts.refusal(headers(scope, b"host"))
        if unknown is not None:
            return unknown
        if scope["method"] not in METHODS:
            return Refusal("method", "this method is not used here", allowed=", ".join(sorted(METHODS)))
        origin = header(scope, b"origin")
        changes = scope["method"] not in SAFE and scope["method"] != "OPTIONS"
        if changes and origin and not desk.origins.allows(origin, header(scope, b"host")):
            return desk.origins.refusal(origin)
        length = header(scope, b"content-length")
        if length.isdigit() and int(length[:18]) > most_bytes(desk, scope):
            return too_large(most_bytes(desk, scope))
        if desk.closing and changes and not (desk.shared is not None and desk.shared.membership.others()):
            return Refusal("closing", "the house is closing", allowed="try again later")
        return None

    def _counted(self, scope: Message, receive: Receive) -> Receive:
        """A body without a length is counted while it is read."""
        most, read = most_bytes(self._desk, scope), 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(413)  # the framework lets this pass, whatever it is doing with the body
            return message

        return counted


def most_bytes(desk: "Desk", scope: Message) -> int:
    path = scope["path"].rstrip("/")
    long = path in LONG or path.endswith("/proposals") or EXAM_ANSWERS.fullmatch(path)
    return SUBMISSION if scope["method"] == "POST" and long else desk.limits.message


def _template(scope: Message) -> str:
    """The route, not the address: what people put into addresses does not belong in logs."""
    return str(getattr(scope.get("route"), "path", "(no route)"))


class _Answer:
    """Adds what every answer carries, and knows whether one has begun."""

    def __init__(self, desk: "Desk", scope: Message, send: Send) -> None:
        self._desk, self._scope, self._send = desk, scope, send
        self._begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun = True
            method = self._scope["method"] if self._scope["method"] in METHODS else "other"
            self._desk.figures.requests[method, message["status"]] += 1
            present = dict(message["headers"])
            part = self._scope["path"].startswith("/static/") and message["status"] in (200, 304)
            part = part and present.get(b"content-type", PARTS[0]).startswith(PARTS)
            page = present.get(b"content-type", SHOWN[0]).startswith(SHOWN)
            given = PART if part else HEADERS if page else DATA
            headers = [*message["headers"], *((k, v) for k, v in given if k not in present)]
            if not part and b"content-security-policy" not in present:
                headers.append((b"content-security-policy", POLICY.encode()))
            if b"cache-control" not in present:
                headers.append((b"cache-control", b"no-store"))
            message["headers"] = headers + self._cors()
        await self._send(message)

    def _cors(self) -> list[tuple[bytes, bytes]]:
        """Other web sites that were allowed may read the answers."""
        origin = header(self._scope, b"origin")
        if not self._desk.origins.others:
            return []
        if origin.lower() not in self._desk.origins.others:
            return [(b"vary", b"origin")]
        return [
            (b"vary", b"origin"),
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-credentials", b"true"),
        ]

    async def preflight(self) -> None:
        headers = [
            (b"access-control-allow-methods", b"GET, POST, PATCH, DELETE"),
            (b"access-control-allow-headers", b"authorization, content-type"),
            (b"access-control-max-age", b"600"),
        ]
        await self.send({"type": "http.response.start", "status": 204, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})

    async def refuse(self, refusal: Refusal) -> None:
        if self._begun:
            return
        body = errors.body(in_language(refusal, asked_in(self._scope)))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        status = errors.status_of(refusal)
        if status in (413, 429):
            headers.append((b"connection", b"close") if status == 413 else (b"retry-after", b"1"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
