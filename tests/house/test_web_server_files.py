"""The pages as files: nothing from outside, nothing written into a page, every import and every text is there."""

import re
from pathlib import Path

import pytest

from pitboss.house.server.pages import PAGES
from pitboss.house.server.web_files import WEB

HTML = sorted((WEB / "pages").glob("*.html"))
SCRIPTS = sorted((WEB / "script").rglob("*.js"))
STYLES = sorted((WEB / "style").rglob("*.css"))
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}

_TAG = re.compile(r"<([a-z][a-z0-9-]*)((?:\s[^<>]*)?)>", re.IGNORECASE)
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)


def name(file: Path) -> str:
    return str(file.relative_to(WEB))


def faults_of_page(text: str) -> list[str]:
    """What the policy of the pages would block, or what would reach outside."""
    found = []
    for tag, attributes in _TAG.findall(text):
        if tag.lower() == "script" and not re.search(r"\ssrc=\"/static/", attributes):
            found.append("a script in the page")
        if tag.lower() == "style":
            found.append("a style in the page")
        found += [f"attribute {word}" for word in re.findall(r"\s(on[a-z]+|style)\s*=", attributes, re.IGNORECASE)]
        found += [f"javascript: in {tag}" for _ in re.findall(r"javascript:", attributes, re.IGNORECASE)]
    return found + outside(text)


def outside(text: str) -> list[str]:
    """Addresses of other computers."""
    said = re.findall(r"(?:https?:)?//[a-z0-9][a-z0-9.-]*\.[a-z]{2,}[^\s\"'`)<>]*", text, re.IGNORECASE)
    return [f"outside: {address}" for address in said if address not in NAMESPACES]


def test_the_checks_find_what_they_look_for() -> None:
    assert faults_of_page("<script>x()</script>") == ["a script in the page"]
    assert faults_of_page('<script type="module" src="/static/script/a.js"></script>') == []
    assert faults_of_page("<p style='x'>") == ["attribute style"]
    assert faults_of_page("<a onclick=x>") == ["attribute onclick"]
    assert faults_of_page("<style>a{}</style>") == ["a style in the page"]
    assert faults_of_page('<img src="https://cdn.example.com/a.js">') == ["outside: https://cdn.example.com/a.js"]
    assert outside("@import url(//fonts.example.com/x)") == ["outside: //fonts.example.com/x"]
    assert outside('"http://www.w3.org/2000/svg"') == []


@pytest.mark.parametrize("file", HTML, ids=name)
def test_pages_hold_no_script_and_nothing_from_outside(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert faults_of_page(text) == []
    assert '<html lang="en">' in text and '<meta name="viewport"' in text
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
        assert (WEB / address.removeprefix("/static/")).is_file(), f"{address} is not there"


FORBIDDEN = (
    r"\beval\(", r"\bnew Function\b", r"\b(?:inner|outer)HTML\b", r"\binsertAdjacentHTML\b", r"document\.write\b",
    r"setAttribute\(\s*[\"'](?:style|on[a-z]+)[\"']", r"\bimportScripts\b",
)  # fmt: skip


def test_scripts_make_no_markup_and_run_no_text() -> None:
    for file in SCRIPTS:
        _makes_no_markup_and_runs_no_text(file)


def _makes_no_markup_and_runs_no_text(file: Path) -> None:
    text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    for word in FORBIDDEN:
        found = re.findall(word, text)
        # One place makes nodes of the markup in our own templates; values never pass through it.
        allowed = ["innerHTML"] if name(file) == "script/dom.js" else []
        assert found in ([], allowed), f"{word} in {name(file)}"
    assert outside(text) == [], name(file)
    for tag, attributes in _TAG.findall(text):
        # in a template a value may stand where a handler would: on...=${} is the templates' own business
        assert not re.search(r"\s(?:style|on[a-z]+)\s*=\s*[\"']", attributes), f"<{tag}{attributes}> in {name(file)}"


@pytest.mark.parametrize("file", STYLES, ids=name)
def test_styles_load_nothing_from_outside(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert outside(text) == []
    for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", text):
        assert address.startswith(("/static/", "#")), address


# --- imports and texts ------------------------------------------------------------------------------------------------


def imports(file: Path) -> list[Path]:
    """The modules that a module names."""
    text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    found = []
    for said in _IMPORT.findall(text):
        if said.startswith("/static/"):
            found.append(WEB / said.removeprefix("/static/"))
        elif said.startswith("."):
            found.append((file.parent / said).resolve())
    return found


def test_every_import_is_there() -> None:
    missing = [
        f"{name(file)} imports {wanted.name}" for file in SCRIPTS for wanted in imports(file) if not wanted.is_file()
    ]
    assert missing == []


def graph(page: Path) -> set[Path]:
    """Every module a page loads."""
    text = page.read_text(encoding="utf-8")
    waiting = [WEB / said for said in re.findall(r'<script[^>]*\ssrc="/static/([^"]+)"', text)]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop().resolve()
        if file not in found and file.is_file():
            found.add(file)
            waiting += imports(file)
    return found


def keys_of(text: str) -> set[str]:
    """The keys that a module adds."""
    return set(re.findall(r"^\s*\"([\w.-]+)\":", text, re.MULTILINE))


def used_in(text: str) -> tuple[set[str], set[str]]:
    """(keys, beginnings of keys) that a module says."""
    keys, beginnings = set(), set()
    for said in re.findall(r"\bsay\(\s*((?:[^,()]|\([^()]*\))*)", _COMMENT.sub("", text)):
        keys |= set(re.findall(r"(?:^|[?:]\s*)\"([\w.-]+)\"", said))
        beginnings |= set(re.findall(r"(?:^|[?:]\s*)`([\w.-]+)\$\{", said))
    return keys, beginnings


def test_keys_are_found_where_they_are_used() -> None:
    assert used_in('say("a.b", {x}) + say(on ? "c" : "d.e") + say(`f.${g}`)') == ({"a.b", "c", "d.e"}, {"f."})
    assert used_in('// say("x")\nsay(key)') == (set(), set())
    assert keys_of('add({\n  "a.b": "x",\n  "c": { one: "1" },\n});') == {"a.b", "c"}


@pytest.mark.parametrize("page", HTML, ids=name)
def test_every_text_of_a_page_is_written(page: Path) -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in graph(page)}
    known = {key for text in texts.values() for key in keys_of(text)}
    for file, text in texts.items():
        keys, beginnings = used_in(text)
        assert keys <= known, f"{file.name} says {sorted(keys - known)}"
        for start in beginnings:
            assert any(key.startswith(start) for key in known), f"{file.name} says {start}…, and no such text is there"


def test_every_page_file_has_an_address() -> None:
    assert {file.stem for file in HTML} <= set(PAGES.values())
