"""What one process passes on to another: signed under a key that all of them have and nobody else. It says for whom it
is, what is asked, from where the client came, when it was said, and what the body is; each is good once. So nobody
outside can pretend to be a process of the house, say again what one has said, or change it on its way, and no client
can pretend to come from elsewhere. What follows on a socket once it is open is not signed."""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, MutableMapping
from typing import Any

import httpx
from msgspec import Struct

from pitboss.house.store.leases import Process

HEADER = b"x-pitboss-hop"
FRESH = 30_000
"""Milliseconds for which it is good, before and after: the processes know what time it is from the database, as of
their last look."""
Scope = MutableMapping[str, Any]


class Hop(Struct, frozen=True):
    """From where a request came to the process that passed it on."""

    client: str
    scheme: str


class SignedHop(Struct, frozen=True):
    """What another process has signed."""

    hop: Hop
    digest: str
    """Of the body."""

    def is_of(self, body: bytes) -> bool:
        return hmac.compare_digest(self.digest, _digest(body))


class Hops:
    def __init__(self, key: bytes, clock: Callable[[], int]) -> None:
        """`clock`: the time of the house in milliseconds, the same for all its processes."""
        self._key, self._clock = key, clock
        self._used: set[str] = set()
        self._in_order: deque[tuple[int, str]] = deque()
        """What was heard, and until when it would be good."""

    def signed(self, to: str, method: str, path: bytes, hop: Hop, body: bytes = b"") -> bytes:
        """The header for a request that goes to the process of this id."""
        said = f"{hop.scheme} {self._clock()} {secrets.token_hex(8)} {_digest(body)} {hop.client}".encode("latin-1")
        return said + b" " + self._mark(to, method, path, said)

    def read(self, me: str, method: str, path: bytes, header: bytes) -> SignedHop | None:
        """What the header says; None where no process of the house made it for this one and this request, not just now,
        or where it was heard before."""
        said, _, mark = header.rpartition(b" ")
        if not hmac.compare_digest(mark, self._mark(me, method, path, said)):
            return None
        scheme, at, once, digest, client = said.decode("latin-1").split(" ", 4)
        return SignedHop(Hop(client, scheme), digest) if self._first_time(int(at), once) else None

    def _first_time(self, at: int, once: str) -> bool:
        now = self._clock()
        while self._in_order and self._in_order[0][0] < now:
            self._used.discard(self._in_order.popleft()[1])
        if abs(now - at) > FRESH or once in self._used:
            return False
        self._used.add(once)
        self._in_order.append((now + 2 * FRESH, once))
        return True

    def _mark(self, to: str, method: str, path: bytes, said: bytes) -> bytes:
        text = b"\n".join((to.encode(), method.encode(), path, said))
        return hmac.new(self._key, text, hashlib.sha256).hexdigest().encode()


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def asked_path(scope: Scope) -> bytes:
    """The address as it was asked for, with what stands after the question mark."""
    raw = bytes(scope.get("raw_path") or scope["path"].encode())
    query = bytes(scope.get("query_string", b""))
    return raw + b"?" + query if query else raw


def to_process(
    other: Process, method: str, asked: bytes, headers: list[tuple[bytes, bytes]], body: bytes, seconds: float
) -> httpx.Request:
    """A request to another process, which asks for this to the byte: the address that was signed. By itself httpx would
    write it more beautifully (`/./` becomes `/`), and the signature would be of something else."""
    more = {"timeout": httpx.Timeout(seconds).as_dict(), "target": asked}
    return httpx.Request(method, other.address, content=body, headers=headers, extensions=more)


def hop_header(scope: Scope) -> bytes | None:
    return next((bytes(value) for key, value in scope["headers"] if key == HEADER), None)


def admit(hops: Hops, me: str, scope: Scope) -> SignedHop | None:
    """What another process has signed, if this request was passed on by one; then it counts as coming from where its
    client is. Where no process of ours made the header, or not for this, it is `unsigned` and answered by nobody: it
    comes from another place than it seems to, since the process that passed it on may be on this computer."""
    header = hop_header(scope)
    heard = None
    if header is not None:
        heard = hops.read(me, scope.get("method", "GET"), asked_path(scope), header)
        scope["headers"] = [(key, value) for key, value in scope["headers"] if key != HEADER]
    scope["hopped"], scope["unsigned"] = heard is not None, header is not None and heard is None
    if heard is not None:
        scope["client"] = (heard.hop.client, 0)
        scope["scheme"] = heard.hop.scheme
    return heard
