"""The WebSocket of a table, from the handshake to the end. Answers come after the commit; nobody who reads slowly holds
up the others."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from pitboss.house.live.faults import SENTENCE, contained
from pitboss.house.live.sheet import Sheet
from pitboss.house.people.sessions import Session
from pitboss.house.server import errors
from pitboss.house.server.credentials import authenticate, header, headers, origin_of
from pitboss.house.server.limits import too_many
from pitboss.house.server.rooms import MISSED, Room
from pitboss.house.server.viewers import Viewer
from pitboss.house.server.wire import Frame, Send
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read as rows_of
from pitboss.table.refusals import Refusal, Refused

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pitboss.house.server.desk import Desk

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


async def table_socket(desk: "Desk", scope: Scope, receive: Receive, send: Send) -> None:
    """`/api/v1/tables/{id}?after=SEQ`: from the handshake to the end."""
    await receive()
    try:
        unknown = desk.hosts.refusal(headers(scope, b"host"))
        if unknown is not None:
            raise Refused(unknown)
        room, after = _where(desk, scope)
        session = await _admit(desk, scope)
    except Refused as refused:
        await _reject(send, refused.refusal)
        return
    address = origin_of(scope)
    key = session.key if session else None
    full = desk.limits.enter(address, key)
    if full is not None:
        await _reject(send, full)
        return
    viewer = Viewer(desk, room, session, send, address)
    sender: asyncio.Task[None] | None = None
    try:
        await send({"type": "websocket.accept"})
        missed = await _missed(desk, room, after)
        _hello(viewer, missed)
        sender = asyncio.create_task(viewer.send_all())
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                break
            viewer.hear(event.get("text"))
            if viewer.recalls is not None:
                await _recall(desk, viewer, *viewer.recalls)
    finally:
        room.viewers.pop(viewer, None)
        desk.limits.leave(address, key)
        if sender is not None:
            sender.cancel()
            await asyncio.wait([sender])
            if not sender.cancelled():
                sender.exception()  # a client that has gone is nothing to report


def _where(desk: "Desk", scope: Scope) -> tuple[Room, int | None]:
    """Which table, and after which row."""
    number = scope["path"].removeprefix("/api/v1/tables/")
    if not scope["path"].startswith("/api/v1/tables/") or not (number.isascii() and number.isdigit()):
        raise Refused(Refusal("not_found", "there is no socket at this address", allowed="/api/v1/tables/{id}"))
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    after = asked.pop("after", [""])[-1]
    if asked:
        given = errors.safe(", ".join(sorted(asked)), 60)
        raise Refused(Refusal(errors.SHAPE, "there is no such parameter", given=given, allowed="after"))
    if after and not (after.isascii() and after.isdigit() and len(after) <= 18):
        raise Refused(Refusal(errors.SHAPE, "not a row", given=errors.safe(after, 20), allowed="after=SEQ, a number"))
    return desk.room(desk.table(int(number[:18]))), int(after) if after else None


async def _admit(desk: "Desk", scope: Scope) -> Session | None:
    """Who it is, if anybody; pages from elsewhere do not come in."""
    if desk.closing:
        raise Refused(Refusal("closing", "the house is closing", allowed="try again later"))
    origin = header(scope, b"origin")
    if origin and not desk.origins.allows(origin, header(scope, b"host")):
        raise Refused(desk.origins.refusal(origin))
    if not desk.limits.addresses.take(origin_of(scope), asyncio.get_running_loop().time()):
        raise Refused(too_many(desk.limits.addresses))
    session, by_cookie = await authenticate(desk, scope)
    if session is not None and by_cookie and not origin:
        raise Refused(desk.origins.refusal(""))
    return session


async def _reject(send: Send, refusal: Refusal) -> None:
    body = errors.body(refusal)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": errors.status_of(refusal), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


async def _missed(desk: "Desk", room: Room, after: int | None) -> list[b.Body] | None:
    """What the viewer has missed; None if it is too much to tell. Ends at the last row there is when it returns."""
    table = room.table
    if after is None:
        return []
    while True:
        known = room.since(after)
        if known is not None:
            return known if after <= table.now.number else None
        until = table.now.number
        if until - after > MISSED:
            return None

        def ask(conn: "Connection", start: int = after, end: int = until) -> list[b.Body]:
            return [b.decode(row) for row in rows_of(conn, table.fixed.chain, start, end)]

        found: list[b.Body] = await desk.read(ask)
        later = room.since(until)
        if later is not None:
            return found + later


async def _recall(desk: "Desk", viewer: Viewer, said_id: str, until: int) -> None:
    """Looks in the trail for what the room does not remember, as far back as it would."""
    viewer.recalls = None
    start = max(0, until - MISSED)

    def ask(conn: "Connection") -> list[b.Body]:
        return [b.decode(row) for row in rows_of(conn, viewer.room.table.fixed.chain, start, until)]

    viewer.recalled(said_id, await desk.read(ask), gap=start > 0)


def _hello(viewer: Viewer, missed: list[b.Body] | None) -> None:
    """The first message; from here on the viewer hears every change."""
    room = viewer.room
    whos = viewer.whos()
    if whos is None:
        return
    handle = viewer.session.person.handle if viewer.session else None
    room.viewers[viewer] = None  # also hears that nothing can be seen
    aside = room.table.aside
    if aside is not None and aside.unseen:
        viewer.bye("set_aside", SENTENCE)
        return
    try:
        rows = missed or []
        sheet = Sheet(room.table, rows, lambda: room.before(room.table.now.number - len(rows) + 1))
        viewer.push(Frame(sheet.hello(whos[0], whos[1:], handle, gap=missed is None)))
    except BaseException as error:
        room.unseen(contained(error))
