"""Files and drawings for browsers: compressed once, and sent again only when they have changed."""

import hashlib
import re
import zlib
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.server.web_modules import Joined, Odd, bare

WEB = Path(__file__).parents[2] / "web"
"""The pages as they are written: nothing is built, they are only made short on their way."""

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
"""Pages: everything from this house, nothing written into the page itself."""
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
    links: str = ""


def sendable(content: bytes, kind: str, policy: str = POLICY, links: str = "") -> Sendable:
    packed = _packed(content) if len(content) > SMALL else b""
    return Sendable(content, packed, hashlib.sha256(content).hexdigest()[:20], kind, policy, links)


def _packed(content: bytes) -> bytes:
    """gzip with all the memory it can use: it is done once."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL + 1)
    return packer.compress(content) + packer.flush()


def kept_json(told: Struct, parts: tuple[str, ...] = ()) -> Sendable:
    """An answer of the API that changes so seldom that browsers should keep it; only these parts of it, if any."""
    some = {part: getattr(told, part) for part in parts}
    return sendable(msgspec.json.encode(some or told), "application/json", DATA)


def sent(request: Request, what: Sendable, status: int = 200) -> Response:
    """The answer: only a word where the browser has it already, compressed where it can read that."""
    packed = bool(what.packed) and _accepts_gzip(request.headers.get("accept-encoding", ""))
    # The compressed form is other bytes, so it has another mark.
    mark = f'"{what.mark}{"-gz" if packed else ""}"'
    headers = {
        "etag": mark,
        "cache-control": "no-cache",
        "vary": "accept-encoding",
    }
    if what.policy:
        headers["content-security-policy"] = what.policy
    if what.links:
        headers["link"] = what.links
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


Version = tuple[int, int]


class Files:
    """The files of the web folder, read again when they change."""

    def __init__(self, root: Path = WEB) -> None:
        self._root = root
        self._kept: dict[str, tuple[dict[str, Version], Sendable]] = {}
        self._joined: Joined | None = None
        self._seen: dict[str, Version] = {}

    def find(self, name: str) -> Sendable | None:
        """The file of this name (`script/dom.js`) as a browser gets it; None where there is none."""
        if not _NAME.fullmatch(name):
            return None
        try:
            if name.startswith("pages/"):
                self._read_again()  # a page and all its scripts are of one time
            kept = self._kept.get(name)
            if kept is None or any(self._version(part) != version for part, version in kept[0].items()):
                kept = self._kept[name] = self._made(name)
        except (OSError, ValueError):
            self._kept.pop(name, None)
            return None
        return kept[1]

    def _version(self, name: str) -> Version:
        about = (self._root / name).stat()
        return about.st_mtime_ns, about.st_size

    def _made(self, name: str) -> tuple[dict[str, Version], Sendable]:
        version, content = self._version(name), (self._root / name).read_bytes()
        kind = TYPES[Path(name).suffix]
        if name.startswith("style/") and name.endswith(".css"):
            return {name: version}, sendable(bare(content.decode()).encode(), kind, "")
        if not name.startswith(("script/", "pages/")):
            return {name: version}, sendable(content, kind, DATA if name.endswith(".svg") else POLICY)
        self._read_again()
        parts, links = {name: self._seen.get(name, version)}, ""
        if self._joined is None:
            policy = POLICY if name.startswith("pages/") else ""
            return parts, sendable(content, kind, policy)
        if name.startswith("pages/"):
            needed = self._joined.needed(name)
            links = ", ".join(f"</static/{each}>; rel=modulepreload" for each in needed)
            return {each: self._seen[each] for each in (name, *needed)}, sendable(content, kind, POLICY, links)
        parts |= {each: self._seen[each] for each in self._joined.parts(name)}
        return parts, sendable(self._joined.text(name).encode(), kind, "")

    def _read_again(self) -> None:
        """All scripts and pages: which modules travel together depends on all of them."""
        names = [
            path.relative_to(self._root).as_posix()
            for folder, ending in (("script", "js"), ("pages", "html"))
            for path in (self._root / folder).rglob(f"*.{ending}")
        ]
        seen = {name: self._version(name) for name in names}
        if seen == self._seen:
            return
        texts = {name: (self._root / name).read_text(encoding="utf-8") for name in names}
        self._seen = seen
        self._kept.clear()
        scripts = {name: text for name, text in texts.items() if name.startswith("script/")}
        try:
            self._joined = Joined(scripts, {name: text for name, text in texts.items() if name not in scripts})
        except Odd:
            self._joined = None  # every module travels alone
