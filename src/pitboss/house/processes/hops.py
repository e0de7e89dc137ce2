"""What one process passes on to another: signed under a key that all of them have and nobody else. It says for whom it
is, what is asked, and from where the client came; so nobody outside can pretend to be a process of the house, and no
client can pretend to come from elsewhere."""

import hashlib
import hmac
from collections.abc import MutableMapping
from typing import Any

from msgspec import Struct

HEADER = b"x-pitboss-hop"
Scope = MutableMapping[str, Any]


class Hop(Struct, frozen=True):
    """From where a request came to the process that passed it on."""

    client: str
    scheme: str


class Hops:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def signed(self, to: str, method: str, path: bytes, hop: Hop) -> bytes:
        """The header for a request that goes to the process of this id."""
        said = f"{hop.scheme} {hop.client}".encode("latin-1")
        return said + b" " + self._mark(to, method, path, said)

    def read(self, me: str, method: str, path: bytes, header: bytes) -> Hop | None:
        """What the header says; None where no process of the house made it for this one and this request."""
        said, _, mark = header.rpartition(b" ")
        if not hmac.compare_digest(mark, self._mark(me, method, path, said)):
            return None
        scheme, _, client = said.decode("latin-1").partition(" ")
        return Hop(client, scheme)

    def _mark(self, to: str, method: str, path: bytes, said: bytes) -> bytes:
        text = b"\n".join((to.encode(), method.encode(), path, said))
        return hmac.new(self._key, text, hashlib.sha256).hexdigest().encode()


def asked_path(scope: Scope) -> bytes:
    """The address as it was asked for, with what stands after the question mark."""
    raw = bytes(scope.get("raw_path") or scope["path"].encode())
    query = bytes(scope.get("query_string", b""))
    return raw + b"?" + query if query else raw


def hop_header(scope: Scope) -> bytes | None:
    return next((bytes(value) for key, value in scope["headers"] if key == HEADER), None)


def admit(hops: Hops, me: str, scope: Scope) -> bool:
    """Whether this request was passed on by another process; then it counts as coming from where its client is. A
    header that no process of ours made is taken away."""
    header = hop_header(scope)
    if header is None:
        return False
    hop = hops.read(me, scope.get("method", "GET"), asked_path(scope), header)
    scope["headers"] = [(key, value) for key, value in scope["headers"] if key != HEADER]
    if hop is None:
        return False
    scope["client"] = (hop.client, 0)
    scope["scheme"] = hop.scheme
    return True
