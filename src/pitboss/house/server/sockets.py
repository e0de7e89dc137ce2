"""The WebSocket of a table, from the handshake to the end. Answers come after the commit; nobody who reads slowly holds
up the others."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from pitboss.house.live.faults import SENTENCE, contained
from pitboss.house.live.sheet import Sheet
from pitboss.house.people.sessions import Session
from pitboss.house.processes.news_reader import News
from pitboss.house.server import errors
from pitboss.house.server.credentials import authenticate, header, headers, origin_of
from pitboss.house.server.limits import too_many
from pitboss.house.server.rooms import AWAY, MISSED, Numbered, Room, events_of, from_trail, of_round
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.house.server.viewers import Viewer
from pitboss.house.server.wire import Frame, Send
from pitboss.house.store.leases import MOVED
from pitboss.house.trail import bodies as b
from pitboss.table import events as e
from pitboss.table.refusals import Refusal, RefusedAct
from pitboss.wording.translating import preferred

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pitboss.house.server.desk import Desk

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


async def table_socket(desk: "Desk", scope: Scope, receive: Receive, send: Send) -> None:
    """`/api/v1/tables/{id}?after=SEQ&language=TAG`: from the handshake to the end."""
    await receive()
    try:
        if scope.get("unsigned"):
            raise RefusedAct(MOVED)
        unknown = desk.hosts.refusal(headers(scope, b"host"))
        if unknown is not None:
            raise RefusedAct(unknown)
        room, after, language = _where(desk, scope)
        session = await _admit(desk, scope)
    except RefusedAct as refused:
        await _reject(send, in_language(refused.refusal, asked_in(scope)))
        return
    address = origin_of(scope)
    key = session.id if session else None
    full = desk.limits.enter(address, key)
    if full is not None:
        await _reject(send, in_language(full, language))
        return
    viewer = Viewer(desk, room, session, send, address, language)
    sender: asyncio.Task[None] | None = None
    try:
        await send({"type": "websocket.accept"})
        if desk.shared is not None and session is not None:
            await desk.shared.news_reader.heard(News([room.table.now.accounts.patron(session.person.handle)], []))
        earlier = await _earlier(desk, room, after)
        _hello(viewer, await _missed(desk, room, after), earlier)
        sender = asyncio.create_task(viewer.send_all())
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                break
            viewer.hear(event.get("text"))
            if viewer.recalls is not None:
                await _recall(desk, viewer, *viewer.recalls)
    finally:
        room.leave(viewer)
        desk.limits.leave(address, key)
        if sender is not None:
            sender.cancel()
            await asyncio.wait([sender])
            if not sender.cancelled():
                sender.exception()  # a client that has gone is nothing to report


def _where(desk: "Desk", scope: Scope) -> tuple[Room, int | None, str]:
    """Which table, after which row, and in which language; English where it is not one of ours."""
    number = scope["path"].removeprefix("/api/v1/tables/")
    if not scope["path"].startswith("/api/v1/tables/") or not (number.isascii() and number.isdigit()):
        raise RefusedAct(Refusal("not_found", "there is no socket at this address", allowed="/api/v1/tables/{id}"))
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    after, language = asked.pop("after", [""])[-1], preferred(asked.pop("language", [""])[-1])
    if asked:
        given = errors.safe(", ".join(sorted(asked)), 60)
        raise RefusedAct(Refusal(errors.SHAPE, "there is no such parameter", given=given, allowed="after, language"))
    if after and not (after.isascii() and after.isdigit() and len(after) <= 18):
        raise RefusedAct(
            Refusal(errors.SHAPE, "not a row", given=errors.safe(after, 20), allowed="after=SEQ, a number")
        )
    return desk.room(desk.table(int(number[:18]))), int(after) if after else None, language


async def _admit(desk: "Desk", scope: Scope) -> Session | None:
    """Who it is, if anybody; pages from elsewhere do not come in."""
    if desk.closing:
        raise RefusedAct(Refusal("closing", "the house is closing", allowed="try again later"))
    origin = header(scope, b"origin")
    if origin and not desk.origins.allows(origin, header(scope, b"host")):
        raise RefusedAct(desk.origins.refusal(origin))
    if not desk.limits.addresses.take(origin_of(scope), asyncio.get_running_loop().time()):
        raise RefusedAct(too_many(desk.limits.addresses))
    session, by_cookie = await authenticate(desk, scope)
    if session is not None and by_cookie and not origin:
        raise RefusedAct(desk.origins.refusal(""))
    return session


async def _reject(send: Send, refusal: Refusal) -> None:
    body = errors.body(refusal)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": errors.status_of(refusal), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


async def _earlier(desk: "Desk", room: Room, after: int | None) -> list[e.AnyEvent]:
    """The events of the round that went on at this row, up to it: from the trail where the room does not remember its
    opening."""
    chain, last = room.table.fixed.chain, room.table.now.number
    if after is None or not 0 < after < last or last - after > MISSED:
        return []  # nothing is told after it
    known = room.round_at(after)
    if known is None:
        rows: list[Numbered] = await desk.read(lambda conn: from_trail(conn, chain, 0, after))
        known = of_round(rows, after) or []
    return events_of(known)


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
            return [body for _, body in from_trail(conn, table.fixed.chain, start, end)]

        found: list[b.Body] = await desk.read(ask)
        later = room.since(until)
        if later is not None:
            return found + later


async def _recall(desk: "Desk", viewer: Viewer, said_id: str, until: int) -> None:
    """Looks in the trail for what the room does not remember, as far back as it would."""
    viewer.recalls = None
    chain = viewer.room.table.fixed.chain
    rows: list[Numbered] = await desk.read(lambda conn: from_trail(conn, chain, 0, until))
    viewer.recalled(said_id, [body for _, body in rows], gap=until > MISSED)


def _hello(viewer: Viewer, missed: list[b.Body] | None, earlier: list[e.AnyEvent]) -> None:
    """The first message: what he missed, and what went before it in that round; from here on he hears every change."""
    room = viewer.room
    whos = viewer.whos()
    if whos is None:
        return
    handle = viewer.session.person.handle if viewer.session else None
    room.enter(viewer)  # also hears that nothing can be seen
    if viewer.desk.rooms.get(room.table.fixed.chain) is not room:  # it went elsewhere while he came in
        viewer.bye(*AWAY)
        return
    aside = room.table.aside
    if aside is not None and aside.unseen:
        viewer.bye("set_aside", SENTENCE)
        return
    try:
        sheet = Sheet(room.table, missed or [], lambda: earlier)
        viewer.push(Frame(sheet.hello(whos[0], whos[1:], handle, gap=missed is None, language=viewer.language)))
    except BaseException as error:
        room.unseen(contained(error))
