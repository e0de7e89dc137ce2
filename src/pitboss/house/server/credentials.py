"""Who sends a request: a token in the header, or in the cookie that the house gave."""

from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING, Any

from pitboss.house.people.sessions import Session
from pitboss.house.server.hosts import is_loopback
from pitboss.table.refusals import refuse

if TYPE_CHECKING:
    from pitboss.house.server.desk import Desk

COOKIE = "pitboss_session"

Scope = MutableMapping[str, Any]


def headers(scope: Scope, name: bytes) -> list[str]:
    """All headers of this name (in small letters)."""
    return [bytes(value).decode("latin-1") for key, value in scope["headers"] if key == name]


def header(scope: Scope, name: bytes) -> str:
    """The first header of this name (in small letters); empty where there is none."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value).decode("latin-1")
    return ""


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def origin_of(scope: Scope) -> str:
    """From where a request comes, as limits count it. For IPv6 that is the network: whoever has one address of it
    has as many as he likes."""
    address = address_of(scope)
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = found.ipv4_mapped
    return str(IPv6Network((int(found), 64), strict=False)) if mapped is None else str(mapped)


def is_local(scope: Scope) -> bool:
    """Whether the request comes from this computer, and not through a proxy on it."""
    forwarded = header(scope, b"x-forwarded-for") or header(scope, b"forwarded") or header(scope, b"x-real-ip")
    return is_loopback(address_of(scope)) and not forwarded


def token_of(scope: Scope) -> tuple[str, bool]:
    """The token, and whether it came in the cookie. A header goes before a cookie."""
    said = header(scope, b"authorization")
    scheme, _, token = said.partition(" ")
    if said and scheme.lower() == "bearer":
        return token.strip(), False
    try:
        found = SimpleCookie(header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return "", False
    return (found.value, True) if found is not None else ("", False)


async def authenticate(desk: "Desk", scope: Scope) -> tuple[Session | None, bool]:
    """The session, if there is one, and whether it came by cookie. A token that is none is refused; a cookie that has
    run out counts as none."""
    token, by_cookie = token_of(scope)
    if not token:
        return None, False
    session = await desk.people.who(token)
    if session is None and not by_cookie:
        raise refuse("bad_token", "this token belongs to no session", allowed="log in")
    return session, by_cookie


def set_cookie(scope: Scope, token: str, seconds: int) -> str:
    """Secure everywhere but on this computer, where browsers come without encryption."""
    secure = "" if scope["scheme"] == "http" and is_local(scope) else "; Secure"
    return f"{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"
