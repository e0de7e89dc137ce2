"""Who asks, for the routes: the session behind a request, and whether it may do this."""

import asyncio
from collections.abc import Collection
from typing import Annotated, TypeVar

from msgspec import Meta
from starlette.requests import Request

from pitboss.house.people.sessions import Session
from pitboss.house.server.credentials import authenticate, header
from pitboss.house.server.desk import Desk
from pitboss.house.server.door import SAFE
from pitboss.house.server.limits import Buckets, too_many
from pitboss.messages.base import PRINTABLE
from pitboss.table.refusals import Refusal, RefusedAct, refuse

T = TypeVar("T")


def accept(refusal: Refusal | None) -> None:
    """Raises what was refused."""
    if refusal is not None:
        raise RefusedAct(refusal)


def granted(answer: T | Refusal) -> T:
    """The answer, unless it is a refusal."""
    if isinstance(answer, Refusal):
        raise RefusedAct(answer)
    return answer


def slow_down(bucket: Buckets, key: str) -> None:
    """Counts one more from this address, or in this session."""
    if not bucket.take(key, asyncio.get_running_loop().time()):
        raise RefusedAct(too_many(bucket))


async def session_of(request: Request, known: Collection[str]) -> Session | None:
    """The session of whoever asks, None for nobody. `known`: the parameters that this address takes."""
    desk: Desk = request.app.state.desk
    _no_strange_parameters(request, known)
    found, by_cookie = await authenticate(desk, request.scope)
    if found is None:
        return None
    if not desk.limits.persons.take(found.id, asyncio.get_running_loop().time()):
        raise RefusedAct(too_many(desk.limits.persons))
    # A cookie comes along by itself: what it changes must come from a page of ours.
    if by_cookie and request.method not in SAFE and not header(request.scope, b"origin"):
        raise RefusedAct(desk.origins.refusal(""))
    return found


Who = Annotated[str, Meta(min_length=1, max_length=96, pattern=PRINTABLE, description="The name of an account.")]
SessionId = Annotated[str, Meta(min_length=1, max_length=96, pattern=PRINTABLE)]
Signed = Annotated[Session | None, "who asks"]
"""A parameter of a route."""


def _no_strange_parameters(request: Request, known: Collection[str]) -> None:
    strange = [name for name in request.query_params if name not in known]
    if strange:
        given = "".join(c if c.isprintable() else "?" for c in strange[0][:60])
        raise refuse("shape", "there is no such parameter", given=given, allowed=tuple(sorted(known)) or "none")
