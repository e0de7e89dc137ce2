"""Requests and messages that are nearly right, or quite wrong: made from the document of the API, then spoiled."""

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from pitboss.house.server.app import endpoints
from pitboss.house.server.documents import document

METHODS = ("get", "post", "patch", "delete")
SPARED = ("/api/v1/logout", "/api/v1/confirm", "/api/v1/password", "/api/v1/audit/verify", "/api/v1/setup")
"""Not asked: they end or lock the session of who asks, or read the whole store each time."""
LONG = ("odds", "coach", "advice")
"""Parts of addresses behind which long sums are worked out."""
TEXTS = (
    "", " ", "\x00", "\u202e", "\u200b", "ä", "💥" * 20, "../../etc/passwd", "%00", "'; DROP TABLE trail; --", "null",
    "-1", "9" * 40, "1e400", "NaN", "player:Ann", "cage", "patron:Ann", "x" * 3000, "\ud800", "{}", "[", "Ah", "??",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 3, 4, 7, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, 1e308, -0.0)


class Asked(Struct, frozen=True):
    """One request, as bytes where it may be spoiled."""

    method: str
    path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Nonsense:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        made = document(endpoints())
        self._schemas: dict[str, Any] = made["components"]["schemas"]
        self._operations = [
            (method, path, operation)
            for path, methods in made["paths"].items()
            for method, operation in methods.items()
            if method in METHODS and path not in SPARED and not any(part in path for part in LONG)
        ]

    # --- from the document ---

    def value(self, schema: Any, depth: int = 0) -> Any:
        """Something that this part of the document allows, more or less."""
        rng = self.rng
        if depth > 6 or rng.random() < 0.04:
            return self.odd()
        if "$ref" in schema:
            return self.value(self._schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for many in ("anyOf", "oneOf", "allOf"):
            if many in schema:
                return self.value(rng.choice(schema[many]), depth + 1)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        return self._typed(schema, depth)

    def _typed(self, schema: Any, depth: int) -> Any:
        rng = self.rng
        kind = schema.get("type", "string")
        match rng.choice(kind) if isinstance(kind, list) else kind:
            case "integer" | "number":
                least = schema.get("minimum", 0)
                return rng.choice((least, least + 1, rng.randrange(1, 8), schema.get("maximum", 500), *NUMBERS[:4]))
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "array":
                return [self.value(schema.get("items", {}), depth + 1) for _ in range(rng.randrange(4))]
            case "object":
                return self._object(schema, depth)
        return rng.choice(("Ann", "1", "ante", "reason", f"id {rng.random()}", *TEXTS[:8]))

    def _object(self, schema: Any, depth: int) -> dict[str, Any]:
        rng, needed = self.rng, schema.get("required", ())
        found = {
            name: self.value(part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if (rng.random() < 0.95 if name in needed else rng.random() < 0.4)
        }
        if rng.random() < 0.03:
            found[rng.choice(TEXTS)] = self.odd()
        return found

    def odd(self) -> Any:
        rng = self.rng
        return rng.choice((None, True, [], {}, [[]], rng.choice(NUMBERS), rng.choice(TEXTS), {"do": rng.choice(TEXTS)}))

    # --- spoiled ---

    def text(self, value: Any) -> bytes:
        """As JSON, sometimes with a few bytes wrong, cut off, doubled, or nested without end."""
        rng = self.rng
        raw = json.dumps(value).encode() if rng.random() < 0.9 else repr(value).encode("utf-8", "surrogatepass")
        spoil: tuple[Callable[[bytes], bytes], ...] = (
            lambda b: b[: rng.randrange(len(b) + 1)],
            lambda b: b + b,
            lambda b: b"[" * rng.randrange(1, 3000) + b,
            lambda b: b.replace(b":", b"::", 1),
            lambda b: b'{"id":"1","id":"2",' + b[1:],
            lambda b: rng.randbytes(rng.randrange(40)),
            lambda b: _changed(b, rng),
            lambda b: _changed(_changed(b, rng), rng),
        )
        return rng.choice(spoil)(raw) if rng.random() < 0.4 else raw

    def message(self) -> bytes:
        """What somebody says at a socket."""
        return self.text(self.value({"$ref": "#/components/schemas/Said"}))

    def request(self) -> Asked:
        rng = self.rng
        method, path, operation = rng.choice(self._operations)
        query = []
        for part in operation.get("parameters", ()):
            said = str(self.value(part["schema"]) if rng.random() < 0.9 else self.odd())
            said = quote(said.encode("utf-8", "replace"), safe="")
            if part["in"] == "path":
                path = path.replace(f"{{{part['name']}}}", said or "x")
            elif part["in"] == "query" and rng.random() < 0.6:
                query.append(f"{part['name']}={said}")
        content = operation.get("requestBody", {}).get("content", {})
        body = b"" if not content else self.text(self.value(next(iter(content.values()))["schema"]))
        kind = rng.choice((b"application/json",) * 8 + (b"text/plain", b"\xff", b""))
        headers = [(b"content-type", kind)] if body else []
        if rng.random() < 0.02:
            method, body = rng.choice(("PUT", "TRACE", "OPTIONS", "HEAD", "X" * 50)), b""
        return Asked(method.upper(), path.encode(), "&".join(query).encode(), headers, body)


def _changed(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.choice((b"", rng.randbytes(1), b'"', b"\\u0000", b"\xff\xfe", b"1e999", b",")) + raw[at + 1 :]
