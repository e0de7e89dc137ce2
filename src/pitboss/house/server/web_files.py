"""Files and drawings for browsers: compressed once, and sent again only when they have changed."""

import hashlib
import os
import re
import zlib
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.server.web_modules import Joined, OddModule, bare

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


def sent(request: Request, what: Sendable, status: int = 200, *, for_ever: bool = False) -> Response:
    """The answer: only a word where the browser has it already, compressed where it can read that. `for_ever`: under
    this address it never changes."""
    packed = bool(what.packed) and _accepts_gzip(request.headers.get("accept-encoding", ""))
    # The compressed form is other bytes, so it has another mark.
    mark = f'"{what.mark}{"-gz" if packed else ""}"'
    headers = {
        "etag": mark,
        "cache-control": "max-age=31536000, immutable" if for_ever else "no-cache",
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


_OWN = re.compile(r"(?<=[\"`])/static/(?=(?:script|style)/)")
"""Where a page or a script names a file of ours."""
Seen = dict[str, tuple[int, int]]


class Files:
    """The files of the web folder. All of them together have an edition, which stands in every address that a page or
    a script names: what is asked for by it never changes, and nobody has to ask for it twice."""

    def __init__(self, root: Path = WEB) -> None:
        self._root = root
        self._seen: Seen = {}
        self._texts: dict[str, str] = {}
        self._kept: dict[str, Sendable] = {}
        self._joined: Joined | None = None
        self.edition = ""

    def find(self, name: str) -> Sendable | None:
        """The file of this name (`script/dom.js`) as it is now; None where there is none, or cannot be read."""
        try:
            self._look()
        except (OSError, UnicodeDecodeError):
            return None
        return self.of_edition(name)

    def of_edition(self, name: str) -> Sendable | None:
        """The file as it was when one was looked for last: a page and all its scripts are of one time."""
        if name in self._texts and name not in self._kept:
            self._kept[name] = self._made(name)
        return self._kept.get(name)

    def _look(self) -> None:
        """Reads everything again if anything has changed: which modules travel together depends on all of them."""
        seen = self._versions()
        if seen == self._seen:
            return
        texts = {name: (self._root / name).read_bytes().decode() for name in sorted(seen)}
        self._seen, self._texts, self._kept = seen, texts, {}
        about = "".join(f"{name} {hashlib.sha256(text.encode()).hexdigest()}\n" for name, text in texts.items())
        self.edition = hashlib.sha256(about.encode()).hexdigest()[:12]
        scripts = {name: text for name, text in texts.items() if name.startswith("script/")}
        pages = {name: text for name, text in texts.items() if name.startswith("pages/")}
        try:
            self._joined = Joined(scripts, pages)
        except OddModule:
            self._joined = None  # every module travels alone

    def _versions(self) -> Seen:
        found = {}
        for folder, _, names in os.walk(self._root):
            for path in (Path(folder, name) for name in names):
                if path.suffix in TYPES and not path.name.startswith("."):
                    about = path.stat()
                    found[path.relative_to(self._root).as_posix()] = (about.st_mtime_ns, about.st_size)
        return found

    def _made(self, name: str) -> Sendable:
        text, kind = self._texts[name], TYPES[Path(name).suffix]
        if name.startswith("style/") and name.endswith(".css"):
            return sendable(bare(text).encode(), kind, "")
        if not name.startswith(("script/", "pages/")):
            return sendable(text.encode(), kind, DATA if name.endswith(".svg") else POLICY)
        if name.startswith("pages/"):
            needed = self._joined.needed(name) if self._joined else ()
            links = ", ".join(f"</static/{self.edition}/{each}>; rel=modulepreload" for each in needed)
            return sendable(self._addressed(text), kind, POLICY, links)
        return sendable(self._addressed(self._joined.text(name) if self._joined else text), kind, "")

    def _addressed(self, text: str) -> bytes:
        return _OWN.sub(f"/static/{self.edition}/", text).encode()
