"""Files and drawings for browsers: compressed once, and sent again only when they have changed."""

import gzip
import hashlib
import re
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response
from msgspec import Struct
from pydantic import BaseModel

WEB = Path(__file__).parents[2] / "web"
"""The pages as they are written: nothing is built."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Pages and what belongs to them: everything from this house, nothing written into the page itself."""
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""A drawing that is opened by itself brings its own style and nothing else."""

DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_NAME = re.compile(r"(?:[a-z0-9][a-z0-9_-]*/)*[a-z0-9][a-z0-9_-]*\.(?:html|css|js|svg)")
"""Names have one dot, before their ending: no other folder can be spelt with them."""
SMALL = 400
"""Bytes below which compressing does not pay."""


class Sendable(Struct, frozen=True):
    """Something a browser can keep: its content, compressed as well, and the mark by which it is known again."""

    content: bytes
    packed: bytes
    mark: str
    type: str
    policy: str


def sendable(content: bytes, kind: str, policy: str = POLICY) -> Sendable:
    packed = gzip.compress(content, 9, mtime=0) if len(content) > SMALL else b""
    return Sendable(content, packed, hashlib.sha256(content).hexdigest()[:20], kind, policy)


def kept_json(model: BaseModel) -> Sendable:
    """An answer of the API that changes so seldom that browsers should keep it."""
    return sendable(model.model_dump_json().encode(), "application/json", DATA)


def sent(request: Request, what: Sendable, status: int = 200) -> Response:
    """The answer: only a word where the browser has it already, compressed where it can read that."""
    packed = bool(what.packed) and _accepts_gzip(request.headers.get("accept-encoding", ""))
    # The compressed form is other bytes, so it has another mark.
    mark = f'"{what.mark}{"-gz" if packed else ""}"'
    headers = {
        "etag": mark,
        "cache-control": "no-cache",
        "vary": "accept-encoding",
        "content-security-policy": what.policy,
    }
    if status == 200 and _known(request.headers.get("if-none-match", ""), mark):
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(what.packed if packed else what.content, status, headers, what.type)


def _accepts_gzip(said: str) -> bool:
    for part in said.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False


def _known(said: str, mark: str) -> bool:
    marks = {each.strip().removeprefix("W/") for each in said.split(",")}
    return mark in marks or "*" in marks


class Files:
    """The files of the web folder, read again when they change."""

    def __init__(self, root: Path = WEB) -> None:
        self._root = root
        self._kept: dict[str, tuple[tuple[int, int], Sendable]] = {}

    def find(self, name: str) -> Sendable | None:
        """The file of this name (`script/dom.js`); None where there is none."""
        if not _NAME.fullmatch(name):
            return None
        path = self._root / name
        try:
            about = path.stat()
            version = (about.st_mtime_ns, about.st_size)
            kept = self._kept.get(name)
            if kept is None or kept[0] != version:
                kept = self._kept[name] = (version, sendable(path.read_bytes(), TYPES[path.suffix]))
        except (OSError, ValueError):
            self._kept.pop(name, None)
            return None
        return kept[1]
