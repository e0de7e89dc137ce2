"""Whoever sends no end of a request keeps nobody waiting: heads have a length, requests a time, sockets a number."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus

import pytest

from house.server_support import Served, served, until
from pitboss.house.server import logs
from pitboss.house.server.connections import SPARE, MeasuredConnection, sockets_at_most
from pitboss.house.server.limits import HARD, SOCKETS, Limits
from pitboss.table.refusals import Refusal

START = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("lines")) as made:
        yield made


def opened(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.http.base_url.port or 0), 20)


def answer(line: socket.socket) -> tuple[int, bytes]:
    """The status and the body of what comes until the other end closes, which it must."""
    heard = b""
    try:
        while more := line.recv(65_536):
            heard += more
    except ConnectionResetError:  # what was still to be sent is not wanted any more
        pass
    head, _, body = heard.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def said(size: int) -> bytes:
    """A request whose head has so many bytes."""
    start = START + b"Connection: close\r\nX-A: "
    return start + b"a" * (size - len(start) - 4) + b"\r\n\r\n"


def test_a_head_has_a_length(server: Served) -> None:
    for size, status in ((HARD, 200), (HARD + 1, 431)):
        with opened(server) as line:
            line.sendall(said(size))
            assert answer(line)[0] == status, size


def test_a_head_has_a_length_however_it_comes(server: Served) -> None:
    """In pieces, as one endless header, as many, as an address; what was asked before on the line was answered."""
    whole = said(HARD + 1)
    for head in (whole, START + b"X: y\r\n" * HARD, b"GET /" + b"a" * 2 * HARD):
        with opened(server) as line:
            for place in range(0, len(head), 1000):
                try:
                    line.sendall(head[place : place + 1000])
                except (BrokenPipeError, ConnectionResetError):
                    break
            status, body = answer(line)
            assert status in (431, 0)  # 0: it was refused while more was being sent
            if status:
                assert json.loads(body)["code"] == "too_large"
    with opened(server) as line:
        line.sendall(START + b"\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        line.sendall(whole)
        assert b"431" in b"".join(iter(lambda: line.recv(65_536), b""))


def test_bodies_are_not_heads(server: Served) -> None:
    """A head that just fits with its body in the same piece, and another request behind it."""
    body = json.dumps({"handle": "x" * 3000}).encode()
    start = b"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    start += b"Content-Length: %d\r\nX-A: " % len(body)
    first = start + b"a" * (HARD - len(start) - 4) + b"\r\n\r\n" + body
    with opened(server) as line:
        line.sendall(first + START + b"Connection: close\r\n\r\n")
        _, heard = answer(line)
        assert b"HTTP/1.1 200" in heard


def test_a_request_comes_in_time(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them wait at once, so that the time can be long enough for what is begun to be sent well within it."""
    monkeypatch.setattr(MeasuredConnection, "whole", 2.0)
    some = (b"", START, b"POST /api/v1/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
    with ExitStack() as stack:
        lines = [stack.enter_context(opened(server)) for _ in some]
        for line, begun in zip(lines, some, strict=True):
            line.sendall(begun)
        for line, begun in zip(lines, some, strict=True):
            status, body = answer(line)
            assert (status, json.loads(body)["code"]) == (408, "too_slow"), begun


def test_whoever_has_asked_may_be_silent(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a socket, and on a line whose request was answered."""
    monkeypatch.setattr(MeasuredConnection, "whole", 2.0)
    with server.guest("Ann").sit(1, 1) as table, opened(server) as line:
        line.sendall(START + b"\r\n")
        heard = line.recv(65_536)
        time.sleep(2.2)
        table.bet(ante=5)
        line.sendall(START + b"Connection: close\r\n\r\n")
        while more := line.recv(65_536):
            heard += more
        assert heard.count(b"HTTP/1.1 200") == 2


@pytest.mark.parametrize(("given", "asked", "most"), [
    ((200, 300), 300, 300 - SPARE), ((200, 200), 200, 200 - SPARE), ((50, 60), 60, 1),
    ((1024, 1_000_000), SOCKETS + SPARE, SOCKETS), ((1024, -1), SOCKETS + SPARE, SOCKETS), ((-1, -1), -1, SOCKETS),
    ((1_000_000, 1_000_000), 1_000_000, SOCKETS),
])  # fmt: skip
def test_no_more_sockets_than_the_system_has(
    given: tuple[int, int], asked: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    now = [given]
    monkeypatch.setattr(resource, "getrlimit", lambda what: now[0])
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: now.__setitem__(0, limits))
    assert sockets_at_most() == most
    assert now[0] == (asked, given[1])


def test_the_house_refuses_the_socket_it_has_no_room_for() -> None:
    limits = Limits(1, 1, sockets=2)
    assert [limits.enter(address, None) for address in "ab"] == [None, None]
    refused = limits.enter("c", None)
    assert isinstance(refused, Refusal)
    assert refused.allowed == "2 for one house"
    limits.leave("a", None)
    assert limits.enter("c", None) is None


def test_who_goes_in_the_middle_of_his_request_is_no_mistake_of_the_house(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody hears the answer; and whoever watches the house is not called for it."""
    told: list[str] = []
    monkeypatch.setattr(logs, "mistake", lambda where, error: told.append(f"{where}: {error!r}"))
    figures, guest = server.running.app.desk.figures, server.guest()

    def refused() -> int:
        return sum(count for key, count in figures.requests.items() if key[1] == HTTPStatus.UNPROCESSABLE_ENTITY)

    for number, path in enumerate(("guest", "tables/1/acts"), start=1 + refused()):
        head = [f"POST /api/v1/{path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {guest.token}"]
        head += ["content-type: application/json", "content-length: 90", "", '{"id": "A']
        with opened(server) as line:
            line.sendall("\r\n".join(head).encode())
        until(partial(_is, refused, number))
    assert told == []
    assert not [key for key in figures.requests if key[1] >= 500]


def _is(count: Callable[[], int], number: int) -> bool:
    return count() == number
