"""Under which names the house answers, and which pages are its own: a name that somebody else made to point here opens
nothing."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.server_support import Served, served
from pitboss.house.server.hosts import Hosts, is_loopback
from pitboss.house.server.origins import Origins

EVIL = "evil.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("hosts"), host_names=("casino.example", "vip.example:8443")) as made:
        yield made


def port(server: Served) -> int:
    return server.http.base_url.port or 0


def told(server: Served, head: bytes, enough: int = 1 << 20) -> bytes:
    """What the server says to this, all of it or the beginning."""
    with socket.create_connection(("127.0.0.1", port(server)), 20) as line:
        line.sendall(head)
        found = b""
        while len(found) < enough and (more := line.recv(4096)):
            found += more
        return found


def handshake(host: str, more: str = "") -> bytes:
    """Of a socket, with this Host alone."""
    return (
        f"GET /api/v1/tables/1 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
    ).encode()


# --- requests and sockets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/v1/tables"),
        ("GET", "/static/nothing.js"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
        ("OPTIONS", "/api/v1/guest"),
        ("POST", "/api/v1/guest"),
    ],
)
def test_a_name_that_was_bent_is_refused(server: Served, method: str, path: str) -> None:
    for host in (f"{EVIL}:{port(server)}", EVIL):
        same_site = {"Host": host, "Origin": f"http://{host}"}
        body = {"name": "Rebound"} if method == "POST" else None
        answer = server.http.request(method, path, json=body, headers=same_site)
        found = answer.json()
        assert (answer.status_code, found["code"], found["given"]) == (421, "host", host)
        assert found["message"] == "this house is not known under this name"
        assert found["allowed"] == (
            "the number of its address, casino.example, localhost, vip.example:8443; the setting host_names gives it "
            "others"
        )
    if method == "POST":
        assert server.guest("Rebound").handle == "Rebound", "nobody has taken the name"


def test_a_socket_under_a_name_that_was_bent_is_refused(server: Served) -> None:
    host = f"{EVIL}:{port(server)}"
    for origin in (f"Origin: http://{host}\r\n", ""):
        found = told(server, handshake(host, origin))
        assert b" 421 " in found.splitlines()[0]
        assert json.loads(found.partition(b"\r\n\r\n")[2])["code"] == "host"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:{}",
        "LocalHost:9",
        "localhost.",
        "127.0.0.1:{}",
        "127.0.0.1",
        "[::1]:{}",
        "192.0.2.1:80",
        "casino.example",
        "Casino.Example:443",
        "vip.example:8443",
    ],
)
def test_names_of_the_house_and_numbers_are_answered(server: Served, host: str) -> None:
    named = {"Host": host.format(port(server))}
    assert server.http.get("/api/v1/tables", headers=named).status_code == 200
    assert told(server, handshake(named["Host"]), 12).startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize(
    "host",
    [
        "vip.example",
        "vip.example:443",
        "casino.example.evil.example",
        "xcasino.example",
        "127.0.0.1.evil.example",
        "a b",
    ],
)
def test_names_that_look_like_it_are_not(server: Served, host: str) -> None:
    assert server.http.get("/api/v1/tables", headers={"Host": host}).status_code == 421


def test_a_page_under_a_name_of_the_house_is_its_own(server: Served) -> None:
    for host, origin, status in (
        ("casino.example", "https://casino.example", 201),
        ("vip.example:8443", "https://vip.example:8443", 201),
        ("casino.example", "https://vip.example:8443", 403),
        ("casino.example", f"https://{EVIL}", 403),
    ):
        asked = server.http.post("/api/v1/guest", json={}, headers={"Host": host, "Origin": origin})
        assert asked.status_code == status, (host, origin)


def test_programs_without_a_host_are_no_browsers(server: Served) -> None:
    assert told(server, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_two_hosts_are_none(server: Served) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert b" 421 " in told(server, head).splitlines()[0] and b'"host"' in told(server, head)


def test_the_check_can_be_switched_off(tmp_path: Path) -> None:
    with served(tmp_path, host_names=("*",)) as server:
        assert server.http.get("/api/v1/tables", headers={"Host": EVIL}).status_code == 200
        bent = {"Host": EVIL, "Origin": f"http://{EVIL}"}
        assert server.http.post("/api/v1/guest", json={}, headers=bent).status_code == 403, (
            "not a page of ours for that"
        )


# --- the rules alone --------------------------------------------------------------------------------------------------


def test_which_names_are_known_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "MyBox")
    here, all_over, named = Hosts("127.0.0.1", ()), Hosts("0.0.0.0", ()), Hosts("House.lan", ())
    for hosts in (here, all_over, named, Hosts("::", ()), Hosts("192.0.2.7", ())):
        for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.0.2.1", "[2001:db8::1]:1"):
            assert hosts.knows(host) and hosts.refusal([host]) is None, host
        for host in (EVIL, "", "house.example:8000", "127.1", "[evil]", "localhost:8000:1", "localhost/", "@localhost"):
            assert not hosts.knows(host) and hosts.refusal([host]) is not None, host
    for host in ("mybox", "MYBOX:8000", "mybox.local"):
        assert all_over.knows(host) and named.knows(host) and not here.knows(host), host
    assert named.knows("house.lan:8000") and not here.knows("house.lan:8000")


def test_web_sites_that_may_talk_to_the_house_are_names_of_it() -> None:
    """A proxy before the house passes their name on, and their pages could do everything anyway."""
    hosts = Hosts("127.0.0.1", (), ["https://play.example", "https://other.example:8443"])
    assert hosts.knows("play.example") and hosts.knows("other.example:8443") and not hosts.knows("other.example")


def test_own_pages_are_known_by_their_origin() -> None:
    sites = ["https://play.example"]
    own = Origins("127.0.0.1", 8000, sites, Hosts("127.0.0.1", (), sites))
    for origin in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "https://play.example"):
        assert own.allows(origin, "127.0.0.1:8000"), origin
    for origin in (
        "http://127.0.0.1:8001",
        "https://127.0.0.1:8001",
        "null",
        "",
        "http://evil.example:8000",
        f"https://{EVIL}",
    ):
        assert not own.allows(origin, "127.0.0.1:8000"), origin
    everywhere = Origins("0.0.0.0", 8000, [], Hosts("0.0.0.0", ()))
    assert everywhere.allows("http://192.0.2.1:8000", "192.0.2.1:8000")
    assert not everywhere.allows("http://house.example:8000", "house.example:8000"), "a name can be made to point here"
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("192.0.2.1") and not is_loopback(None) and not is_loopback("")
