"""What is looked at when the site is built: every link leads somewhere, and no page asks anybody else for anything."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

_ID = re.compile(r'\s(?:id|name)="?([^"\s>]+)')
_HREF = re.compile(r'<a\s[^>]*?href="?([^"\s>]+)')
_ASKS = re.compile(
    r'<(?:link|script|img|iframe|source|video|audio|object|embed|image|use)\b[^>]*?(?:href|src|srcset|data)\s*=\s*"?'
    r"(?:https?:)?//[^\s>\"]+",
    re.I,
)
_IN_STYLE = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"']?)(?:https?:)?//[^)\"']+", re.I)
_ADDRESS = re.compile(r"https?://(?!www\.w3\.org/)[\w.-]+\.\w+[^\s\"'`<>)]*")
"""In a program, any address is one that may be asked; the names of XML's languages are no addresses."""


def shut_off(site: Path) -> None:
    """Takes the addresses out of the generator's programs from which they would load more where a page asked for it;
    none of ours does. What is left of such an address is no address."""
    for file in site.rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        file.write_text(_ADDRESS.sub("about:blank", text), encoding="utf-8")


def asks_outside(site: Path) -> list[str]:
    """Every place at which a page, a style or a program would ask somebody else."""
    found = []
    for file in sorted(site.rglob("*")):
        looked_for = {".html": (_ASKS, _IN_STYLE), ".css": (_IN_STYLE,), ".svg": (_ASKS, _IN_STYLE), ".js": (_ADDRESS,)}
        for form in looked_for.get(file.suffix, ()):
            text = file.read_text(encoding="utf-8")
            found += [f"{file.relative_to(site)}: {each[0][:120]}" for each in form.finditer(text)]
    return found


def broken_links(site: Path) -> list[str]:
    """Links to pages, or to places on pages, that are not there."""
    ids: dict[Path, set[str]] = {}
    found = []
    for page in sorted(site.rglob("*.html")):
        for target in {unescape(each) for each in _HREF.findall(page.read_text(encoding="utf-8"))}:
            if re.match(r"[a-z]+:", target) or page.name == "404.html":
                continue
            name, _, place = target.partition("#")
            there = (page.parent / unquote(name)).resolve() if name else page
            there = there / "index.html" if there.is_dir() else there
            if not there.exists():
                found.append(f"{page.relative_to(site)}: {target}: there is no such page")
            elif place and there.suffix == ".html" and unquote(place) not in _ids(there, ids):
                found.append(f"{page.relative_to(site)}: {target}: there is no such place on it")
    return found


def _ids(page: Path, known: dict[Path, set[str]]) -> set[str]:
    if page not in known:
        known[page] = {unescape(each) for each in _ID.findall(page.read_text(encoding="utf-8"))}
    return known[page]
