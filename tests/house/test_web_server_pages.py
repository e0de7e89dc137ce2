"""How pages and their files are sent: with the policy of the house, once while they are the same, compressed."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from house.server_support import Served, served
from pitboss.house.server.pages import PAGES
from pitboss.house.server.web_files import WEB, Files, sent

ALL = sorted(file for folder in ("style", "script") for file in (WEB / folder).rglob("*.*"))
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pages"), coach="off") as made:
        yield made


def guarded(found: httpx.Response) -> None:
    """What protects a browser."""
    policy = dict(part.strip().split(" ", 1) for part in found.headers["content-security-policy"].split(";"))
    assert policy["default-src"] in ("'self'", "'none'")
    assert "unsafe" not in found.headers["content-security-policy"]
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["x-frame-options"] == "DENY"
    assert found.headers["referrer-policy"] == "no-referrer"
    assert found.headers["cross-origin-opener-policy"] == "same-origin"
    assert "set-cookie" not in found.headers


ADDRESSES = {
    "/": "lobby", "/tables/3": "table", "/odds": "odds", "/odds/let-it-ride": "odds", "/rounds/3/1": "round",
    "/history": "history", "/staff": "staff", "/staff/3": "staff", "/audit": "audit", "/sign-in": "sign-in",
    "/setup": "setup", "/accounts": "accounts", "/processes": "processes", "/hold": "hold",
    "/review": "review", "/school": "school", "/school/practise": "practise", "/school/class": "class",
    "/school/exam": "exam",
}  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_has_its_file_and_is_guarded(server: Served, address: str) -> None:
    found = server.http.get(address)
    guarded(found)
    file = WEB / "pages" / f"{ADDRESSES[address]}.html"
    assert found.headers["content-type"].startswith("text/html")
    if file.exists():
        edition = re.compile(r'(?<=="/static/)[0-9a-f]{12}/')
        assert (found.status_code, edition.sub("", found.text)) == (200, file.read_text(encoding="utf-8"))
    else:
        assert found.status_code == (200 if address == "/" else 404)


def test_every_address_is_tried() -> None:
    assert (set(ADDRESSES.values()), len(ADDRESSES)) == (set(PAGES.values()), len(PAGES))


def test_long_answers_of_the_api_come_compressed(server: Served) -> None:
    """A page's first view is small."""
    with server.http.stream("GET", "/api/v1/tables/3") as found:
        raw = b"".join(found.iter_raw())
    assert found.headers["content-encoding"] == "gzip" and len(raw) < 6_000
    assert "content-encoding" not in server.http.get("/healthz").headers
    assert "content-encoding" not in server.http.get("/api/v1/tables/3", headers={"accept-encoding": "br"}).headers


PART_OF_A_PAGE = {
    "etag", "cache-control", "vary", "content-encoding", "content-length", "content-type", "x-content-type-options",
    "cross-origin-resource-policy", "date",
}  # fmt: skip
"""What a script or a style says of itself: the policies are those of the page that it is part of."""


def test_every_file_is_sent_guarded_and_known_again(server: Served) -> None:
    for file in ALL:
        _is_sent_guarded_and_known_again(server, file)


def _is_sent_guarded_and_known_again(server: Served, file: Path) -> None:
    address = f"/static/{file.relative_to(WEB)}"
    found = server.http.get(address)
    assert found.status_code == 200 and found.content, address
    assert found.headers["content-type"].startswith(TYPES[file.suffix]), address
    again = server.http.get(address, headers={"if-none-match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b""), address
    for answer in (found, again):
        assert answer.headers["x-content-type-options"] == "nosniff", address
        assert answer.headers["cross-origin-resource-policy"] == "same-origin", address
        assert answer.headers["cache-control"] == "no-cache", address
        if file.suffix == ".svg":  # can be opened by itself
            assert found.headers["content-security-policy"].startswith("default-src 'none'"), address
            assert found.headers["x-frame-options"] == "DENY", address
        else:
            assert set(answer.headers) <= PART_OF_A_PAGE, address


def test_a_page_says_what_it_will_need(server: Served) -> None:
    """The scripts without which it cannot begin are asked for at once; nothing else is."""
    links = server.http.get("/tables/3").headers["link"]
    named = re.findall(r"<(/static/[0-9a-f]{12}/[^>]+)>; rel=modulepreload", links)
    assert named and all(server.http.get(address).status_code == 200 for address in named)
    assert not any(address.endswith("script/table/play.js") for address in named)
    assert "link" not in server.http.get("/static/script/shared.js").headers


def test_what_a_page_names_is_asked_for_once_until_it_changes(server: Served) -> None:
    (address,) = re.findall(r'src="(/static/[0-9a-f]{12}/script/shared.js)"', server.http.get("/").text)
    found, plain = server.http.get(address), server.http.get("/static/script/shared.js")
    assert found.headers["cache-control"] == "max-age=31536000, immutable"
    assert found.content == plain.content and plain.headers["cache-control"] == "no-cache"
    assert set(found.headers) <= PART_OF_A_PAGE
    old = server.http.get("/static/0123456789ab/script/shared.js")
    assert (old.content, old.headers["cache-control"]) == (found.content, "no-cache"), "of an edition that is no more"


NOWHERE = """
    /static/script/../pages/lobby.html /static/script/%2e%2e/pages/lobby.html /static/script/..%2fpages/lobby.html
    /static/pages/lobby.html /static/script//etc/passwd /static/script/%2fetc%2fpasswd /static/script/.hidden.js
    /static/script/a.py /static/script/ /static/script /static/ /static/../house/settings.py /static/script/x%00.js
    /static/script/..%5c..%5chouse%5csettings.py /static/script/dom.js/ /static/script/DOM.JS /static/script/%ff.js
    /static/0123456789ab/pages/lobby.html /static/0123456789ab/script/../pages/lobby.html /static/0123456789ab
    /static/0123456789ab/0123456789ab/script/dom.js /static/0123/script/dom.js /static/0123456789ab/script/a.js
    /static/0123456789ab/
    /tables/x /tables/ /odds/poker /rounds/3 /rounds/3/x /staff/x /nothing
"""


@pytest.mark.parametrize("address", NOWHERE.split())
def test_nothing_else_can_be_had(server: Served, address: str) -> None:
    request = server.http.build_request("GET", server.url, headers={"accept": "text/html"})
    request.url = request.url.copy_with(raw_path=address.encode())
    found = server.http.send(request)
    assert found.status_code == 404
    assert "There is nothing at this address." in found.text
    guarded(found)


def test_a_program_is_told_in_json(server: Served) -> None:
    assert server.http.get("/nothing").json()["code"] == "not_found"
    assert server.http.get("/api/v1/nothing", headers={"accept": "text/html"}).json()["code"] == "not_found"
    assert server.http.post("/", headers={"origin": server.url}).json()["code"] == "method"


def test_pages_are_not_in_the_document(server: Served) -> None:
    paths = server.http.get("/openapi.json").json()["paths"]
    assert all(path.startswith("/api/v1/") or path in ("/healthz", "/readyz", "/metrics") for path in paths)
    assert {
        "/api/v1/games/{game}",
        "/api/v1/clauses/{id}",
        "/api/v1/tables/{id}/felt.svg",
        "/api/v1/tables/{id}/coach",
        "/api/v1/me/coach",
        "/api/v1/odds/{game}",
        "/api/v1/odds/{game}/chart.svg",
    } <= set(paths)


# --- files on their own -----------------------------------------------------------------------------------------------


class Asked:
    """Files of a folder, asked for as a browser would."""

    def __init__(self, folder: Path) -> None:
        self._files = Files(folder)

    def __call__(self, name: str, **headers: str) -> Response | None:
        found = self._files.find(name)
        said = [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()]
        return sent(Request({"type": "http", "method": "GET", "headers": said}), found) if found is not None else None


def test_large_files_come_compressed_to_those_who_can_read_it(tmp_path: Path) -> None:
    ask, text = Asked(tmp_path), b"let a = 1;\n" * 200
    (tmp_path / "a.js").write_bytes(text)
    (tmp_path / "small.js").write_bytes(b"let b = 2;")
    plain, packed = ask("a.js"), ask("a.js", accept_encoding="br, gzip")
    assert plain is not None and packed is not None
    assert "content-encoding" not in plain.headers and plain.body == text
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == text
    assert len(packed.body) < len(text) / 10 and packed.headers["vary"] == "accept-encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    for name, said, compressed in (
        ("a.js", "gzip;q=0", False), ("a.js", "gzip; q=0.000", False), ("a.js", "gzip;q=0.5", True),
        ("a.js", "br, *", True), ("a.js", "identity", False), ("a.js", "xgzip", False), ("small.js", "gzip", False),
    ):  # fmt: skip
        found = ask(name, accept_encoding=said)
        assert found is not None and ("content-encoding" in found.headers) is compressed, said


def test_a_changed_file_is_sent_again(tmp_path: Path) -> None:
    ask, file = Asked(tmp_path), tmp_path / "a.js"
    file.write_text("one")
    first = ask("a.js")
    assert first is not None and first.headers["cache-control"] == "no-cache"
    known = f'"other", W/{first.headers["etag"]}'
    same = ask("a.js", if_none_match=known)
    assert same is not None and (same.status_code, same.body) == (304, b"")
    file.write_text("three")
    again = ask("a.js", if_none_match=known)
    assert again is not None and (again.status_code, again.body) == (200, b"three")
    file.unlink()
    assert ask("a.js", if_none_match=known) is None


def test_files_outside_the_folder_have_no_name(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "secret.js").write_text("x")
    files = Files(tmp_path / "web")
    for said in (
        "../secret.js",
        "/../secret.js",
        str(tmp_path / "secret.js"),
        "a/../../secret.js",
        "..\\secret.js",
        "",
    ):
        assert files.find(said) is None
    (tmp_path / "web" / "page.js").mkdir()
    assert files.find("page.js") is None
